// Give the focus, and mark text: an element's, or where words stand on the page or in a field.
import { awake, words } from "./act.js";
import { fold } from "./bytext.js";
import { context } from "./context.js";
import {
  composedChildren,
  composedParent,
  documentElement,
  documentOf,
  isEditableContent,
  isElement,
  isText,
  newRange,
  nodeValue,
  rootOf,
  tag,
} from "./dom.js";
import { Fault } from "./fault.js";
import { editingHost, fieldIn, focus as giveFocus, kind, WITH_CARET } from "./field.js";
import { resolve } from "./find.js";
import { toTop } from "./frames.js";
import { cut, isUnseen } from "./lines.js";
import { pause } from "./listen.js";
import { isTextSeen } from "./names.js";
import { boxesOf, inSight, labelled, meet, scrollIn, visibleBox, whyDisabled } from "./point.js";
import { gather as gatherOutside } from "./remote.js";
import { describe, isSecret } from "./rows.js";
import { visibleText } from "./text.js";

/** @typedef {import("./types.js").Context} Context */

/** Characters of marked text that are told. */
const TOLD = 500;
const SILENT = /^(script|style|noscript|template|head|title|select|datalist)$/;

/**
 * @param {any} args a target and `caret`: start, end or all
 * @param {Context} ctx
 */
async function focus(args, ctx) {
  awake();
  const { element: named } = resolve(args.target ?? {}, ctx);
  const element = fieldIn(named) ?? labelled(named) ?? named;
  ready(element, ctx);
  await giveFocus(element);
  const type = kind(element);
  const placed = type ? place(element, type, args.caret ?? "end") : false;
  await pause(0); // the page's own handlers have run
  return { element: describe(element, context()), caret: placed ? (args.caret ?? "end") : null };
}

/**
 * Refuse what takes no focus, and bring the rest into sight.
 * @param {Element} element
 * @param {Context} ctx
 */
function ready(element, ctx) {
  const why = whyDisabled(element);
  if (why) throw new Fault("DISABLED", `${words(element, ctx)} is ${why}`);
  if (!boxesOf(element).length || ctx.style(element).visibility !== "visible") {
    throw new Fault("NOT_VISIBLE", `${words(element, ctx)} is on the page but not drawn`);
  }
  if (!inSight(element, ctx)) scrollIn(element, "center", ctx);
}

/**
 * Put the caret somewhere in a field that has the focus.
 * @param {Element} element
 * @param {string} type
 * @param {"start" | "end" | "all"} where
 * @returns {boolean} false where the field lets no script do it
 */
function place(element, type, where) {
  if (type === "content") {
    const range = newRange(documentOf(element));
    range.selectNodeContents(element);
    if (where !== "all") range.collapse(where === "start");
    mark(range);
    return true;
  }
  const field = /** @type {HTMLInputElement} */ (element);
  if (where === "all") {
    field.select();
    return true;
  }
  if (type !== "textarea" && !WITH_CARET.has(type)) return false;
  const at = where === "start" ? 0 : field.value.length;
  field.setSelectionRange(at, at);
  return true;
}

/** @param {Range} range */
function mark(range) {
  const selection = documentOf(range.startContainer).getSelection();
  selection?.setBaseAndExtent(
    range.startContainer,
    range.startOffset,
    range.endContainer,
    range.endOffset,
  );
  return selection;
}

/**
 * @param {any} args a target, or `search` with `occurrence`, from 0
 * @param {Context} ctx
 */
async function selectText(args, ctx) {
  awake();
  if (args.search !== undefined) return search(args, ctx);
  const { element: named } = resolve(args.target ?? {}, ctx);
  const element = fieldIn(named) ?? named;
  if (!boxesOf(element).length) {
    throw new Fault("NOT_VISIBLE", `${words(element, ctx)} is on the page but not drawn`);
  }
  if (!inSight(element, ctx)) scrollIn(element, "center", ctx);
  const type = kind(element);
  if (type && type !== "content") return markField(element, 0, Infinity);
  if (type) await giveFocus(element);
  const range = newRange(documentOf(element));
  range.selectNodeContents(element);
  return markRange(range, element, visibleText(element, context()));
}

/**
 * @param {Element} element
 * @param {number} from
 * @param {number} to
 */
async function markField(element, from, to) {
  const field = /** @type {HTMLInputElement} */ (element);
  const ctx = context();
  const why = whyDisabled(element);
  if (why) throw new Fault("DISABLED", `${words(element, ctx)} is ${why}`);
  if (!inSight(element, ctx)) scrollIn(element, "center", ctx);
  await giveFocus(element);
  const value = field.value;
  const end = Math.min(to, value.length);
  if (from === 0 && end === value.length) field.select();
  else if (WITH_CARET.has(kind(element)) || kind(element) === "textarea")
    field.setSelectionRange(from, end);
  else throw new Fault("UNSUPPORTED", `${words(element, ctx)} lets no part of it be selected`);
  return told(element, isSecret(element) ? null : value.slice(from, end), end - from);
}

/**
 * @param {Range} range
 * @param {Element} element what it lies in
 * @param {string} text what a person sees of it
 */
function markRange(range, element, text) {
  const selection = mark(range);
  if (!selection || selection.isCollapsed || String(selection).trim() === "") {
    throw new Fault("ACTION_FAILED", `nothing of ${words(element, context())} can be selected`);
  }
  return told(element, text, text.length);
}

/**
 * @param {Element} element
 * @param {string | null} text null where it must not be told
 * @param {number} length
 */
function told(element, text, length) {
  return {
    element: describe(element, context()),
    text: text === null ? null : cut(text, TOLD),
    length,
    count: 0,
  };
}

/**
 * Text in one piece: of text nodes one after the other, or of a field.
 * @typedef {object} Piece
 * @property {string} text white space folded, without letters that nobody sees
 * @property {(Text | null)[]} nodes the node of each character; null in a field
 * @property {number[]} offsets its place in it
 * @property {Element | null} field
 */

/**
 * The text that is seen, in document order.
 * @param {Context} ctx
 * @returns {Piece[]}
 */
function pieces(ctx) {
  /** @type {Piece[]} */
  const all = [];
  /** @returns {Piece} */
  const fresh = () => ({ text: "", nodes: [], offsets: [], field: null });
  let open = fresh();
  const close = () => {
    if (open.text) all.push(open);
    open = fresh();
  };
  /** @param {string} letters @param {Text | null} node */
  const add = (letters, node) => {
    let out = "";
    for (let at = 0; at < letters.length; at++) {
      const letter = letters.charAt(at);
      if (isUnseen(letter)) continue;
      const blank = /\s/.test(letter);
      const last = (out || open.text).slice(-1);
      if (blank && (last === " " || last === "")) continue;
      out += blank ? " " : letter;
      open.nodes.push(node);
      open.offsets.push(at);
    }
    open.text += out;
  };
  /** @param {Element} at */
  const visit = (at) => {
    const look = ctx.sight.look(at);
    const name = tag(at);
    if (look.gone || look.veiled || SILENT.test(name)) return;
    if (name === "input" || name === "textarea") {
      close();
      if (kind(at) && !isSecret(at)) {
        open.field = at;
        add(/** @type {HTMLInputElement} */ (at).value, null);
        close();
      }
      return;
    }
    if (isSecret(at)) return;
    const inline = /^(inline|contents)/.test(ctx.style(at).display) && name !== "br";
    if (!inline) close();
    for (const child of composedChildren(at)) {
      if (isElement(child)) visit(child);
      else if (isText(child) && isTextSeen(child, at, ctx.sight)) add(nodeValue(child), child);
    }
    if (!inline) close();
  };
  for (const frame of ctx.frames) {
    const root = documentElement(frame.document);
    if (root) visit(root);
    close();
  }
  return all;
}

/**
 * Text in small letters, and where each was: some become two.
 * @param {string} text
 * @returns {{text: string, places: number[] | null}} places: null where each is in its own
 */
function lowered(text) {
  const whole = text.toLowerCase();
  if (whole.length === text.length) return { text: whole, places: null };
  let small = "";
  let from = 0;
  /** @type {number[]} */
  const places = [];
  for (const letter of text) {
    const made = letter.toLowerCase();
    for (let at = 0; at < made.length; at++) places.push(from + Math.min(at, letter.length - 1));
    small += made;
    from += letter.length;
  }
  return { text: small, places };
}

/**
 * @param {any} args
 * @param {Context} ctx
 */
async function search(args, ctx) {
  const wanted = fold(String(args.search));
  if (!wanted) throw new Fault("BAD_ARGUMENTS", "search is empty");
  let left = Number(args.occurrence ?? 0);
  let count = 0;
  for (const piece of pieces(ctx)) {
    const { text, places } = lowered(piece.text);
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
      count++;
      const last = at + wanted.length - 1;
      if (left-- === 0) return markFound(piece, places?.[at] ?? at, places?.[last] ?? last);
    }
  }
  for (const outside of ctx.outside) {
    if (!ctx.sight.isSeen(outside.element)) continue;
    const asked = { search: wanted, occurrence: left, inner: true };
    const value = await gatherOutside(outside, "select_text", asked, ctx);
    if (value?.element) return value;
    count += value?.count ?? 0;
    left -= value?.count ?? 0;
  }
  if (args.inner) return { element: null, text: null, length: 0, count };
  const many = count === 0 ? "is nowhere on the page" : `stands there only ${count} times`;
  throw new Fault("TARGET_NOT_FOUND", `"${wanted.slice(0, 100)}" ${many}`);
}

/**
 * @param {Piece} piece
 * @param {number} at
 * @param {number} last
 */
async function markFound(piece, at, last) {
  const from = piece.offsets[at] ?? 0;
  const to = (piece.offsets[last] ?? 0) + 1;
  if (piece.field) return markField(piece.field, from, to);
  const first = /** @type {Text} */ (piece.nodes[at]);
  const end = /** @type {Text} */ (piece.nodes[last]);
  const holder = /** @type {Element} */ (composedParent(first));
  if (rootOf(first) !== rootOf(end)) {
    throw new Fault("UNSUPPORTED", "the words run over parts that cannot be selected together");
  }
  const range = newRange(documentOf(first));
  range.setStart(first, from);
  range.setEnd(end, to);
  const ctx = context();
  const box = toTop(range.getBoundingClientRect(), ctx.frameOf(holder), ctx.frames);
  if (!meet(box, visibleBox())) scrollIn(holder, "center", ctx);
  if (isEditableContent(holder)) await giveFocus(editingHost(holder));
  return markRange(range, holder, piece.text.slice(at, last + 1));
}

export const commands = { focus, select_text: selectText };
