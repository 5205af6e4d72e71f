// What an element is: the first valid token of its role attribute, else what HTML-AAM maps its tag to.
//
// Native fields without an ARIA role are called by what they hold: date, time, datetime, month, week,
// color (as in Chrome's own tree, in lower case).
import {
  attribute,
  closest,
  composedParent,
  has,
  isEditableContent,
  isElement,
  matches,
  parentNode,
  selectAll,
  tag,
} from "./dom.js";

/** Concrete roles of WAI-ARIA 1.2, DPUB left out. */
const ARIA = new Set(
  `alert alertdialog application article banner blockquote button caption cell checkbox code columnheader
  combobox complementary contentinfo definition deletion dialog directory document emphasis feed figure form
  generic grid gridcell group heading img image insertion link list listbox listitem log main mark marquee math
  menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation
  progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider
  spinbutton status strong subscript suggestion superscript switch tab table tablist tabpanel term textbox time
  timer toolbar tooltip tree treegrid treeitem`.split(/\s+/),
);

/** Roles that a person acts on. */
const ACTIVE = new Set(
  `button checkbox color combobox date datetime gridcell link listbox menuitem menuitemcheckbox menuitemradio
  month option radio searchbox slider spinbutton switch tab textbox time treeitem week`.split(
    /\s+/,
  ),
);

/** @type {Record<string, string>} */
const INPUT = {
  button: "button",
  checkbox: "checkbox",
  color: "color",
  date: "date",
  "datetime-local": "datetime",
  file: "button",
  image: "button",
  month: "month",
  number: "spinbutton",
  radio: "radio",
  range: "slider",
  reset: "button",
  submit: "button",
  time: "time",
  week: "week",
};
const LISTED_INPUT = new Set(["email", "search", "tel", "text", "url"]);

/** @type {Record<string, string>} */
const TAG = {
  address: "group",
  article: "article",
  blockquote: "blockquote",
  button: "button",
  caption: "caption",
  code: "code",
  datalist: "listbox",
  dd: "definition",
  del: "deletion",
  details: "group",
  dfn: "term",
  dialog: "dialog",
  dt: "term",
  em: "emphasis",
  fieldset: "group",
  figure: "figure",
  form: "form",
  h1: "heading",
  h2: "heading",
  h3: "heading",
  h4: "heading",
  h5: "heading",
  h6: "heading",
  hgroup: "group",
  hr: "separator",
  html: "document",
  iframe: "iframe",
  frame: "iframe",
  ins: "insertion",
  main: "main",
  mark: "mark",
  math: "math",
  menu: "list",
  meter: "meter",
  nav: "navigation",
  ol: "list",
  optgroup: "group",
  option: "option",
  output: "status",
  p: "paragraph",
  progress: "progressbar",
  search: "search",
  strong: "strong",
  sub: "subscript",
  sup: "superscript",
  table: "table",
  tbody: "rowgroup",
  textarea: "textbox",
  tfoot: "rowgroup",
  thead: "rowgroup",
  time: "time",
  ul: "list",
  "other:svg": "img",
  "other:math": "math",
};

/** Attributes that keep a role alive on an element that asks for none. */
const GLOBAL_ARIA = `[aria-atomic], [aria-busy], [aria-controls], [aria-current], [aria-describedby],
  [aria-details], [aria-dropeffect], [aria-flowto], [aria-grabbed], [aria-keyshortcuts], [aria-label],
  [aria-labelledby], [aria-live], [aria-owns], [aria-relevant], [aria-roledescription]`;

const SECTIONING = "article, aside, main, nav, section";
const SECTIONING_ROLES = new Set(["article", "complementary", "main", "navigation", "region"]);

/**
 * The type of an input as the browser takes it.
 * @param {Element} element an input
 */
export function inputType(element) {
  const type = (attribute(element, "type") ?? "text").trim().toLowerCase();
  return type in INPUT || LISTED_INPUT.has(type) || type === "hidden" || type === "password"
    ? type
    : "text";
}

/**
 * The first token of a role attribute that is a role.
 * @param {string | null} value
 * @returns {string | null} "image" as "img", "presentation" as "none"
 */
function firstRole(value) {
  for (const token of (value ?? "").toLowerCase().split(/\s+/)) {
    if (!ARIA.has(token)) continue;
    if (token === "image") return "img";
    return token === "presentation" ? "none" : token;
  }
  return null;
}

/** @param {Element} element */
function isNamed(element) {
  return Boolean(
    (attribute(element, "aria-label") ?? "").trim() ||
      attribute(element, "aria-labelledby") ||
      (attribute(element, "title") ?? "").trim(),
  );
}

/**
 * Whether the keyboard can reach it, as far as markup tells.
 * @param {Element} element
 */
export function isFocusable(element) {
  if (has(element, "tabindex") && Number.isInteger(Number(attribute(element, "tabindex"))))
    return true;
  switch (tag(element)) {
    case "a":
    case "area":
      return has(element, "href");
    case "input":
      return inputType(element) !== "hidden" && !has(element, "disabled");
    case "button":
    case "select":
    case "textarea":
      return !has(element, "disabled");
    case "iframe":
      return true;
    case "summary":
      return isSummary(element);
    case "audio":
    case "video":
      return has(element, "controls");
    default:
      return isEditingHost(element);
  }
}

/** @param {Element} element a summary @returns {boolean} whether it opens the details around it */
export function isSummary(element) {
  const details = parentNode(element);
  if (!isElement(details) || tag(details) !== "details") return false;
  return selectAll(details, ":scope > summary")[0] === element;
}

/**
 * The outermost editable element: what a person would call the field.
 * @param {Element} element
 */
export function isEditingHost(element) {
  const value = attribute(element, "contenteditable");
  if (value === null || value.toLowerCase() === "false") return false;
  if (!isEditableContent(element)) return false;
  const parent = composedParent(element);
  return !parent || !isEditableContent(parent);
}

/** @param {Element} element @returns {boolean} whether header or footer belongs to the page itself */
function isPageLandmark(element) {
  for (let at = composedParent(element); at; at = composedParent(at)) {
    if (matches(at, SECTIONING)) return false;
    const role = firstRole(attribute(at, "role"));
    if (role && SECTIONING_ROLES.has(role)) return false;
  }
  return true;
}

/** @param {Element} element a td or th @returns {string} "cell", "gridcell" or "" outside a table with a role */
function cellKind(element) {
  const table = closest(element, "table");
  const role = table ? firstRole(attribute(table, "role")) : null;
  if (role === "grid" || role === "treegrid") return "gridcell";
  return role === "none" ? "" : "cell";
}

/** @param {Element} element a th @returns {string} */
function headerKind(element) {
  const kind = cellKind(element);
  if (!kind) return "";
  const scope = (attribute(element, "scope") ?? "").toLowerCase();
  if (scope === "col" || scope === "colgroup") return "columnheader";
  if (scope === "row" || scope === "rowgroup") return "rowheader";
  const row = closest(element, "tr");
  if (closest(element, "thead")) return "columnheader";
  // a lone header beside data cells heads the row, otherwise the column
  for (let cell = row?.firstElementChild; cell; cell = cell.nextElementSibling)
    if (tag(cell) === "td") return "rowheader";
  return "columnheader";
}

/** @param {Element} element an input @returns {string} */
function inputRole(element) {
  const type = inputType(element);
  if (type === "hidden") return "";
  const known = INPUT[type];
  if (known) return known;
  if (LISTED_INPUT.has(type) && isListed(element)) return "combobox";
  return type === "search" ? "searchbox" : "textbox";
}

/** @param {Element} element an input with suggestions from a datalist */
function isListed(element) {
  const list = /** @type {HTMLInputElement} */ (element).list;
  return Boolean(list);
}

/**
 * The role HTML gives the tag; "" for none.
 * @param {Element} element
 * @returns {string}
 */
export function nativeRole(element) {
  const name = tag(element);
  switch (name) {
    case "a":
    case "area":
      return has(element, "href") ? "link" : "";
    case "aside":
      return "complementary";
    case "header":
      return isPageLandmark(element) ? "banner" : "";
    case "footer":
      return isPageLandmark(element) ? "contentinfo" : "";
    case "form":
    case "section":
      if (!isNamed(element)) return "";
      return name === "form" ? "form" : "region";
    case "img":
      return attribute(element, "alt") === "" && !isNamed(element) ? "none" : "img";
    case "input":
      return inputRole(element);
    case "li": {
      const parent = composedParent(element);
      const within = parent ? firstRole(attribute(parent, "role")) : null;
      return within === "none" ? "" : "listitem";
    }
    case "select": {
      const size = Number(attribute(element, "size") ?? 0);
      return has(element, "multiple") || size > 1 ? "listbox" : "combobox";
    }
    case "summary":
      return isSummary(element) ? "button" : "";
    case "tr":
      return cellKind(element) ? "row" : "";
    case "td":
      return cellKind(element);
    case "th":
      return headerKind(element);
    default:
      return TAG[name] ?? "";
  }
}

/**
 * The element's role; "" when it is a plain container.
 * @param {Element} element
 * @returns {string}
 */
export function roleOf(element) {
  const asked = firstRole(attribute(element, "role"));
  if (asked === null) return nativeRole(element);
  if (asked === "none") {
    // HTML-AAM: what can be focused or carries global ARIA keeps its own role
    return isFocusable(element) || matches(element, GLOBAL_ARIA) ? nativeRole(element) : "none";
  }
  if ((asked === "region" || asked === "form") && !isNamed(element)) return nativeRole(element);
  return asked === "generic" ? "" : asked;
}

/** @param {string} role */
export const isActive = (role) => ACTIVE.has(role);

/**
 * The heading's level, 1 to 6 and above by aria-level; null for what is no heading.
 * @param {Element} element
 * @param {string} role
 */
export function levelOf(element, role) {
  if (role !== "heading") return null;
  const asked = Number.parseInt(attribute(element, "aria-level") ?? "", 10);
  if (asked > 0) return asked;
  const digit = /^h([1-6])$/.exec(tag(element))?.[1];
  return digit ? Number(digit) : 2;
}
