// One element as a row: role, name, states, value. The same words in snapshots, finds and answers of acts.
import {
  attribute,
  closest,
  composedParent,
  has,
  isEditableContent,
  linesOf,
  matches,
  selectAll,
  tag,
  textContent,
} from "./dom.js";
import { isDotted } from "./effect.js";
import { boxOf, focusedElement } from "./frames.js";
import { hintOf } from "./hint.js";
import { clean, cut } from "./lines.js";
import {
  inputType,
  isActive,
  isEditingHost,
  isFocusable,
  levelOf,
  nativeRole,
  roleOf,
} from "./roles.js";

/** Longest value told; the whole is a matter for the text command. */
const VALUE_LIMIT = 200;

/** Fields that held a password once: a page may show it by changing the type. @type {WeakSet<Element>} */
const secrets = new WeakSet();

/**
 * Whether the field's value must never leave the page.
 * @param {Element} element
 */
export function isSecret(element) {
  if (secrets.has(element)) return true;
  const name = tag(element);
  const hides =
    (name === "input" &&
      (inputType(element) === "password" ||
        /\b(current|new)-password\b/i.test(attribute(element, "autocomplete") ?? ""))) ||
    ((isField(element) || isEditableContent(element) || has(element, "role")) &&
      isDotted(getComputedStyle(element)));
  if (hides) secrets.add(element);
  return hides;
}

/** Notice the password fields that are there, before a page can turn one into a text field. @param {Document} root */
export function noteSecrets(root) {
  for (const element of selectAll(root, "input[type=password i]")) secrets.add(element);
}

/**
 * The role shown: an editable area without a role is a textbox, media and frames have words of their own.
 * @param {Element} element
 * @returns {string} "" for a plain container
 */
export function shownRole(element) {
  const role = roleOf(element);
  if (isEditingHost(element) && (role === "" || role === "none" || !isActive(role)))
    return "textbox";
  const name = tag(element);
  if (role === "" && (name === "video" || name === "audio" || name === "canvas")) return name;
  if (role === "" && name === "a" && isLinkByScript(element)) return "link";
  return role;
}

/**
 * An anchor that leads nowhere by itself, and yet is meant to be tapped: Chrome calls it a link when
 * it hears taps, which is told to nobody else; the hand over it, or its attribute, says the same.
 * @param {Element} element
 */
function isLinkByScript(element) {
  if (has(element, "onclick")) return true;
  const parent = composedParent(element);
  return (
    getComputedStyle(element).cursor === "pointer" &&
    !(parent && getComputedStyle(parent).cursor === "pointer")
  );
}

/**
 * Whether a person acts on it: by role, by focus, or by how the page marks it.
 * @param {Element} element
 * @param {string} role as shown
 * @param {import("./types.js").Context} ctx
 */
export function isInteractive(element, role, ctx) {
  if (isActive(role)) return role !== "gridcell" || isFocusable(element) || has(element, "onclick");
  const name = tag(element);
  if (name === "body" || name === "html" || name === "iframe" || name === "frame") return false;
  if (isFocusable(element))
    return attribute(element, "tabindex") !== "-1" || name === "audio" || name === "video";
  if (has(element, "onclick")) return true;
  return hasPointer(element, ctx);
}

/**
 * Whether the page shows the hand over it, and not only because something above or inside it has its own.
 * @param {Element} element
 * @param {import("./types.js").Context} ctx
 */
function hasPointer(element, ctx) {
  if (ctx.style(element).cursor !== "pointer") return false;
  const parent = composedParent(element);
  if (parent && ctx.style(parent).cursor === "pointer") return false;
  if (tag(element) === "label" && /** @type {HTMLLabelElement} */ (element).control) return false;
  return !matches(element, ":has(a[href], button, input, select, textarea, summary)");
}

/** @param {Element} element */
const isField = (element) => /^(input|textarea|select)$/.test(tag(element));

/** @param {Element} element @returns {boolean} by markup, fieldset or ARIA, as a person meets it */
export function isDisabled(element) {
  if (/^(button|input|select|textarea|optgroup|option|fieldset)$/.test(tag(element)))
    if (matches(element, ":disabled")) return true;
  for (let at = /** @type {Element | null} */ (element); at; at = composedParent(at)) {
    if (attribute(at, "aria-disabled") === "true") return true;
    if (has(at, "inert")) return true;
  }
  return false;
}

/**
 * The states worth a word, in a fixed order.
 * @param {Element} element
 * @param {string} role
 * @param {Element | null} focused
 * @returns {string[]}
 */
function statesOf(element, role, focused) {
  const states = [];
  const name = tag(element);
  /** @param {string} key */
  const aria = (key) => (attribute(element, `aria-${key}`) ?? "").trim().toLowerCase();
  if (isDisabled(element)) states.push("disabled");

  if (name === "input" && /^(checkbox|radio)$/.test(inputType(element))) {
    const box = /** @type {HTMLInputElement} */ (element);
    if (box.indeterminate) states.push("mixed");
    else if (box.checked) states.push("checked");
  } else if (
    /^(checkbox|radio|switch|menuitemcheckbox|menuitemradio|option|treeitem)$/.test(role)
  ) {
    if (aria("checked") === "true") states.push("checked");
    else if (aria("checked") === "mixed") states.push("mixed");
  }
  if (aria("pressed") === "true") states.push("pressed");
  else if (aria("pressed") === "mixed") states.push("mixed");

  const expanded = expandedOf(element, name, aria("expanded"));
  if (expanded !== null) states.push(expanded ? "expanded" : "collapsed");

  if (
    name === "option"
      ? /** @type {HTMLOptionElement} */ (element).selected
      : aria("selected") === "true"
  )
    states.push("selected");
  const sort = aria("sort");
  if (sort === "ascending" || sort === "descending") states.push(sort);
  const current = aria("current");
  if (current && current !== "false") states.push("current");
  if (isField(element) ? matches(element, ":required") : aria("required") === "true")
    states.push("required");
  const invalid = aria("invalid");
  if (invalid && invalid !== "false") states.push("invalid");
  else if (isField(element) && matches(element, ":user-invalid")) states.push("invalid");
  if (isReadOnly(element, name, aria("readonly"))) states.push("readonly");
  if (element === focused) states.push("focused");
  return states;
}

/** @param {Element} element @param {string} name @param {string} aria @returns {boolean | null} */
function expandedOf(element, name, aria) {
  if (name === "summary") {
    const details = closest(element, "details");
    return details ? has(details, "open") : null;
  }
  if (aria === "true") return true;
  return aria === "false" ? false : null;
}

/** @param {Element} element @param {string} name @param {string} aria */
function isReadOnly(element, name, aria) {
  if (aria === "true") return true;
  return (
    (name === "textarea" || name === "input") && /** @type {HTMLInputElement} */ (element).readOnly
  );
}

/** @param {HTMLSelectElement} select @returns {string[]} labels of what is chosen */
function chosen(select) {
  return [...select.selectedOptions].map((option) => clean(option.label));
}

/**
 * What the element holds; null when it holds nothing or must not tell.
 * @param {Element} element
 * @param {string} role
 * @returns {string | null}
 */
export function heldBy(element, role) {
  if (isSecret(element)) return null;
  const name = tag(element);
  let value = "";
  if (name === "select") value = chosen(/** @type {HTMLSelectElement} */ (element)).join(", ");
  else if (name === "input") {
    const field = /** @type {HTMLInputElement} */ (element);
    const type = inputType(element);
    if (type === "file") value = [...(field.files ?? [])].map((file) => file.name).join(", ");
    else if (!/^(checkbox|radio|button|submit|reset|image|hidden)$/.test(type)) value = field.value;
  } else if (name === "textarea") value = /** @type {HTMLTextAreaElement} */ (element).value;
  else if (name === "progress" || name === "meter") {
    const meter = /** @type {HTMLProgressElement} */ (element);
    const isOpen = name === "progress" && !has(element, "value");
    value = isOpen ? "" : `${meter.value}/${meter.max}`;
  } else if (isEditingHost(element)) value = linesOf(element);
  else if (/^(slider|spinbutton|progressbar|meter|scrollbar|separator)$/.test(role))
    value = attribute(element, "aria-valuetext") ?? attribute(element, "aria-valuenow") ?? "";
  else if (role === "combobox" || role === "textbox" || role === "searchbox")
    value = isActive(nativeRole(element)) ? "" : clean(textContent(element));
  else return null;
  value = cut(clean(value), VALUE_LIMIT);
  return value === "" ? null : value;
}

/** @type {WeakMap<object, import("./types.js").Frame>} */
const homes = new WeakMap();

/**
 * The frame of a row made by `describe`.
 * @param {object} row
 */
export const home = (row) => homes.get(row);

/**
 * Remember a row's frame: its number is set when the answer's list of frames is known.
 * @template {object} T
 * @param {T} row
 * @param {import("./types.js").Frame} frame
 */
export function settle(row, frame) {
  homes.set(row, frame);
  return row;
}

/**
 * One element as a row, with a ref.
 * @param {Element} element
 * @param {import("./types.js").Context} ctx
 * @param {object} [options]
 * @param {number} [options.depth]
 * @param {boolean} [options.box] whether to tell the box, in client px of the first frame
 * @param {Element | null} [options.focused] when already known
 * @param {string} [options.role] when already known
 * @param {(interactive: boolean) => boolean} [options.ref] whether it gets a ref; always when not given
 * @param {boolean} [options.words] whether what has no name is called by its words, of any role
 * @returns {import("./types.js").Row}
 */
export function describe(element, ctx, options = {}) {
  const role = options.role ?? shownRole(element);
  const focused = options.focused === undefined ? focusedElement(ctx) : options.focused;
  const interactive = isInteractive(element, role, ctx);
  const states = statesOf(element, role, focused);
  if (isSecret(element) && /** @type {HTMLInputElement} */ (element).value) states.push("filled");
  /** @type {import("./types.js").Row["box"]} */
  let box = null;
  if (options.box) {
    const { x, y, width, height } = boxOf(element, ctx);
    box = /** @type {[number, number, number, number]} */ ([x, y, width, height].map(Math.round));
  }
  const frame = ctx.frameOf(element);
  const name = ctx.names.of(element) || plainName(element, role, ctx, options.words);
  const hint = interactive && name === "" ? hintOf(element, role) : "";
  const row = {
    ref: options.ref && !options.ref(interactive) ? null : ctx.refs.give(element),
    role: role || "generic",
    name,
    depth: options.depth ?? 0,
    frame: frame.index,
    states,
    value: heldBy(element, role),
    level: levelOf(element, role),
    interactive,
    box,
    ...(hint && { hint }),
  };
  return settle(row, frame);
}

/** @param {Element} element @param {string} role @param {import("./types.js").Context} ctx @param {boolean} [words] */
function plainName(element, role, ctx, words = false) {
  if (isField(element) || role === "iframe") return "";
  if (role !== "" && (!words || heldBy(element, role) !== null || isSecret(element))) return "";
  return cut(clean(ctx.names.seenText(element, 80)), 80);
}
