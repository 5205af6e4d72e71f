// The page as rows: one walk builds a tree of what people see, then the tree is pruned and flattened.
//
// Rows are elements that a person acts on, headings, images with a name, the containers that give a
// page its shape, and runs of text that no row around them says already.

import { Spent } from "./budget.js";
import {
  attribute,
  closest,
  composedChildren,
  documentElement,
  facts,
  has,
  isElement,
  isText,
  matches,
  nodeValue,
  rect,
  selectAll,
  tag,
} from "./dom.js";
import { isShown, isStyledField } from "./find.js";
import { boxOf, documentIn, focusedElement, isFrame } from "./frames.js";
import { clean, cut } from "./lines.js";
import { isTextSeen } from "./names.js";
import { limitRows, prune, treeOf } from "./prune.js";
import { gather } from "./remote.js";
import { describe, isInteractive, settle, shownRole } from "./rows.js";
import { Said } from "./said.js";
import { viewport } from "./view.js";

/**
 * @typedef {object} Branch a row and what is in it
 * @property {import("./types.js").Row} row
 * @property {Branch[]} children
 */

const SILENT =
  /^(script|style|noscript|template|head|title|meta|link|datalist|other:(defs|style|title|desc|metadata))$/;
/** Containers that are a line of their own; the second kind only when they have a name. */
const SHAPE = new Set(
  `alert alertdialog article banner cell columnheader complementary contentinfo dialog feed form grid
  gridcell list listbox listitem log main marquee menu menubar meter navigation progressbar radiogroup region
  row rowheader search status table tablist toolbar tooltip tree treegrid`.split(/\s+/),
);
const NAMED_SHAPE = new Set([
  "figure",
  "group",
  "tabpanel",
  "application",
  "math",
  "canvas",
  "video",
  "audio",
]);
const NAMED_BY_CONTENT = new Set([
  "cell",
  "columnheader",
  "gridcell",
  "row",
  "rowheader",
  "tooltip",
]);
/** Text that only parts other things. */
const DIVIDER = /^[\s|·•/\\,;:.›»>()–—-]*$/;
/** Containers whose ref is worth its characters. */
const HELD = new Set(["alertdialog", "dialog", "iframe", "img", "video", "audio", "canvas"]);
const TEXT_LIMIT = 1000;
/** More than a drawing that says nothing: its parts are lines of their own, if they are worth it. */
const OF_PARTS = ':has(:not(svg, svg *, img:not([alt]), img[alt=""]))';
const OPTIONS_LIMIT = 12;
const DEEPEST = 1500;

/** @param {Element} element of one pixel: made for counting, or for words that people do not see */
function isDot(element) {
  const { width, height } = rect(element);
  return width > 0 && height > 0 && (width < 3 || height < 3);
}

class Walk {
  /** @type {import("./types.js").Context} */
  #ctx;
  #boxes;
  #focused;
  #said = new Said();
  /** Elements that label a field, and the field's name. @type {Map<Element, string>} */
  #labels = new Map();
  #text = "";
  /** @type {{element: Element, into: Branch[]} | null} */
  #textAt = null;
  #depth = 0;
  /** Rows of iframes of another origin. @type {{element: Element, branch: Branch}[]} */
  outside = [];
  /** Whether part of the page was left out: too deep, or the time was spent. */
  cut = false;
  /** @type {Map<Element, boolean>} */
  #layoutTables = new Map();

  /**
   * @param {import("./types.js").Context} ctx
   * @param {boolean} boxes
   */
  constructor(ctx, boxes) {
    this.#ctx = ctx;
    this.#boxes = boxes;
    this.#focused = focusedElement(ctx);
  }

  /** @param {Document} root @param {Branch[]} into */
  document(root, into) {
    for (const element of selectAll(root, "[aria-labelledby]")) this.#noteLabels(element, root);
    const first = modalOf(root) ?? documentElement(root);
    if (first) this.element(first, into);
    this.#flush();
  }

  /** @param {Element} element @param {Document} root */
  #noteLabels(element, root) {
    if (
      !/^(input|select|textarea)$/.test(tag(element)) &&
      !isInteractive(element, shownRole(element), this.#ctx)
    )
      return;
    for (const id of (attribute(element, "aria-labelledby") ?? "").split(/\s+/)) {
      this.#ctx.budget.spend();
      const label = id && selectAll(root, `#${CSS.escape(id)}`)[0];
      if (label) this.#labels.set(label, this.#ctx.names.of(element));
    }
  }

  /** @param {Element} element @param {Branch[]} into */
  element(element, into) {
    if (SILENT.test(tag(element))) return;
    if (this.#depth >= DEEPEST) {
      this.cut = true;
      return;
    }
    if (tag(element) === "br") this.#text += " ";
    const ctx = this.#ctx;
    const look = ctx.sight.look(element);
    if (look.gone) return;
    this.#depth += 1;
    const inline = isInline(ctx.style(element));
    if (!inline) this.#flush();
    const branch = look.veiled ? this.#veiledRow(element) : this.#row(element);
    if (branch) {
      this.#flush();
      into.push(branch);
    }
    const said = this.#push(element, branch);
    this.#inside(element, branch, branch ? branch.children : into);
    if (said) this.#said.pop();
    if (branch || !inline) this.#flush();
    this.#depth -= 1;
  }

  /** @param {Element} element @param {Branch | null} branch @returns {boolean} whether a name was added */
  #push(element, branch) {
    const names = [branch?.row.name, this.#labels.get(element), branch?.row.value];
    if (tag(element) === "label") {
      const control = /** @type {HTMLLabelElement} */ (element).control;
      if (control && isShown(control, this.#ctx)) names.push(this.#ctx.names.of(control));
    }
    const name = names.filter(Boolean).join(" ");
    if (name === "") return false;
    const parts = branch === null || branch.row.interactive || branch.row.role === "heading";
    this.#said.push(name, parts);
    return true;
  }

  /** A field in an unseen place that a label or a drawing stands for. @param {Element} element */
  #veiledRow(element) {
    return isStyledField(element, this.#ctx) ? this.#describe(element, shownRole(element)) : null;
  }

  /** @param {Element} element @returns {Branch | null} */
  #row(element) {
    const ctx = this.#ctx;
    const role = shownRole(element);
    if (isInteractive(element, role, ctx)) {
      if (!isShown(element, ctx)) return null;
      if (role === "" && !this.#isWorth(element)) return null;
      return this.#describe(element, role);
    }
    if (role === "heading" && !this.#said.isEmpty && this.#said.has(ctx.names.of(element)))
      return null;
    if (role === "heading" && ctx.names.isUnread(element)) return null;
    if (role === "heading" || role === "iframe") {
      if (!ctx.sight.isSeen(element) || (role === "iframe" && isDot(element))) return null;
      return this.#describe(element, role);
    }
    if (role === "img") {
      const name = ctx.names.of(element);
      if (name === "" || this.#said.has(name) || !ctx.sight.isSeen(element)) return null;
      if (isDot(element)) return null;
      return this.#describe(element, role);
    }
    if (SHAPE.has(role)) {
      if (this.#isLayout(element, role)) return null;
      const branch = this.#describe(element, role);
      // its contents are rows of their own
      if (NAMED_BY_CONTENT.has(role) && !isLabelled(element)) branch.row.name = "";
      return branch;
    }
    if (NAMED_SHAPE.has(role) && ctx.names.of(element) !== "") return this.#describe(element, role);
    return null;
  }

  /** @param {Element} element @param {string} role a table that only places things, or a part of one */
  #isLayout(element, role) {
    if (!/^(table|row|cell)$/.test(role) || has(element, "role")) return false;
    const table = closest(element, "table");
    if (!table) return false;
    const known = this.#layoutTables.get(table);
    const layout = known ?? isLayoutTable(table);
    if (known === undefined) this.#layoutTables.set(table, layout);
    return layout;
  }

  /** A plain element that can be focused or clicked: worth a line when it says what it is. @param {Element} element */
  #isWorth(element) {
    const named = this.#ctx.names.of(element);
    if (named.length > 0 && isLabelled(element)) return true;
    const short = this.#ctx.names.seenText(element, 90);
    if (clean(short) === "") return this.#isSign(element);
    const style = this.#ctx.style(element);
    if (style.cursor === "pointer" || has(element, "onclick")) return true;
    const scrolls = /auto|scroll/.test(style.overflowX + style.overflowY);
    return !scrolls && short.length <= 90;
  }

  /** Without words, and yet for people: an icon to tap, a handle to move. @param {Element} element */
  #isSign(element) {
    if (matches(element, OF_PARTS)) return false;
    if (has(element, "onclick") || has(element, "tabindex")) return true;
    const style = this.#ctx.style(element);
    return (
      matches(element, ":has(*)") ||
      style.backgroundImage !== "none" ||
      style.content.startsWith("url") ||
      ["::before", "::after"].some((part) => isDrawn(getComputedStyle(element, part)))
    );
  }

  /** @param {Element} element @param {string} role @returns {Branch} */
  #describe(element, role) {
    const row = describe(element, this.#ctx, {
      role,
      focused: this.#focused,
      box: this.#boxes,
      ref: (interactive) => interactive || HELD.has(role),
    });
    return { row, children: [] };
  }

  /** @param {Element} element @param {Branch | null} branch @param {Branch[]} into */
  #inside(element, branch, into) {
    const name = tag(element);
    if (name === "select") {
      if (branch) this.#options(/** @type {HTMLSelectElement} */ (element), branch);
      return;
    }
    if (name === "input" || name === "textarea" || branch?.row.role === "textbox") return;
    if (isFrame(element)) {
      const inner = documentIn(element);
      if (!inner && branch) this.outside.push({ element, branch });
      if (!inner || !branch) return;
      const said = this.#said;
      this.#said = new Said();
      this.document(inner, into);
      this.#said = said;
      return;
    }
    for (const child of composedChildren(element)) {
      if (isText(child)) this.#take(child, element, into);
      else if (isElement(child)) this.element(child, into);
    }
  }

  /** @param {HTMLSelectElement} select @param {Branch} branch */
  #options(select, branch) {
    const all = [...select.options].filter((each) => !this.#ctx.sight.look(each).gone);
    if (branch.row.role === "listbox") {
      for (const option of all.slice(0, 50)) branch.children.push(this.#describe(option, "option"));
      return;
    }
    const labels = all.slice(0, OPTIONS_LIMIT).map((option) => cut(clean(option.label), 40));
    const more = all.length - labels.length;
    const name = labels.join(" | ") + (more > 0 ? ` | +${more}` : "");
    if (name) branch.children.push(this.#plain("options", name, select));
  }

  /** @param {Text} node @param {Element} parent @param {Branch[]} into */
  #take(node, parent, into) {
    const text = nodeValue(node);
    if (text.trim() === "") {
      if (this.#text) this.#text += " ";
      return;
    }
    // a drawn sign such as × in a named button
    if (this.#said.hasParts && !/[\p{L}\p{N}]/u.test(text)) return;
    if (this.#said.has(text) || !isTextSeen(node, parent, this.#ctx.sight)) return;
    // a price of before, say
    const struck = this.#ctx.style(parent).textDecorationLine.includes("line-through");
    this.#text += struck ? text.replace(/^(\s*)(.*\S)(\s*)$/s, "$1~~$2~~$3") : text;
    this.#textAt ??= { element: parent, into };
  }

  /** Close the run of text. */
  #flush() {
    const at = this.#textAt;
    const text = cut(clean(this.#text), TEXT_LIMIT);
    this.#text = "";
    this.#textAt = null;
    if (at && !DIVIDER.test(text)) at.into.push(this.#plain("text", text, at.element));
  }

  /** @param {string} role @param {string} name @param {Element} element @returns {Branch} */
  #plain(role, name, element) {
    const frame = this.#ctx.frameOf(element);
    /** @type {import("./types.js").Row} */
    const row = {
      ref: null,
      role,
      name,
      depth: 0,
      frame: frame.index,
      states: [],
      value: null,
      level: null,
      interactive: false,
      box: null,
    };
    if (this.#boxes) {
      const { x, y, width, height } = boxOf(element, this.#ctx);
      row.box = /** @type {[number, number, number, number]} */ (
        [x, y, width, height].map(Math.round)
      );
    }
    return { row: settle(row, frame), children: [] };
  }
}

/** @param {Element} table that only places things @returns {boolean} */
function isLayoutTable(table) {
  if (has(table, "role") || selectAll(table, "th, caption, thead").length > 0) return false;
  if (selectAll(table, "table, input, select, textarea, button").length > 0) return true;
  return selectAll(table, "tr").length < 2 || selectAll(table, "tr > td + td").length === 0;
}

/** @param {CSSStyleDeclaration} style of a pseudo element */
const isDrawn = ({ content }) => content !== "none" && content !== "normal" && content !== '""';

/** @param {Element} element */
const isLabelled = (element) =>
  has(element, "aria-label") || has(element, "aria-labelledby") || has(element, "title");

/** @param {CSSStyleDeclaration} style */
const isInline = (style) => style.display.startsWith("inline") || style.display === "contents";

/** @param {Document} root @returns {Element | null} the modal dialog that shuts out the rest of the page */
function modalOf(root) {
  const open = selectAll(root, "dialog:modal");
  return open[open.length - 1] ?? null;
}

/** @type {Record<string, import("./types.js").Command>} */
export const commands = {
  async snapshot(args, ctx) {
    /** @type {Branch[]} */
    const top = [];
    const walk = new Walk(ctx, args.boxes === true);
    try {
      walk.document(ctx.root, top);
    } catch (error) {
      if (!(error instanceof Spent)) throw error;
      walk.cut = true;
    }
    for (const { element, branch } of walk.outside) {
      const place = ctx.outside.find((each) => each.element === element);
      const value = place && (await gather(place, "snapshot", args, ctx));
      if (value) branch.children = treeOf(value.rows);
      if (value?.partial) walk.cut = true;
    }
    const rows = prune(top);
    return {
      rows: limitRows(rows, args.max_rows ?? 3000),
      total: rows.length,
      partial: walk.cut,
      title: facts(document).title,
      viewport: viewport(),
    };
  },
};
