// Elements by the words that they show.
import {
  attribute,
  composedChildren,
  composedParent,
  documentElement,
  isElement,
  isText,
  nodeValue,
  tag,
} from "./dom.js";
import { clean } from "./lines.js";
import { isTextSeen } from "./names.js";
import { inputType, isActive } from "./roles.js";
import { shownRole } from "./rows.js";

/** @typedef {import("./types.js").Context} Context */

/** @param {string} text */
export const fold = (text) => clean(text).toLowerCase();

/**
 * Keep the whole matches if there are any, else the partial ones.
 * @template T
 * @param {T[]} list
 * @param {(item: T) => string} text folded
 * @param {string} wanted folded
 */
export function best(list, text, wanted) {
  const fitting = list.filter((item) => text(item).includes(wanted));
  const whole = fitting.filter((item) => text(item) === wanted);
  return whole.length > 0 ? whole : fitting;
}

/**
 * The innermost elements whose visible text holds the words. Whole matches win over partial ones; a
 * match that is all the text of a link, button or the like around it stands for that.
 * @param {Context} ctx
 * @param {string} wanted
 * @param {Set<Element> | null} among only these, innermost among them
 */
export function byText(ctx, wanted, among) {
  const needle = fold(wanted);
  /** @type {{element: Element, text: string}[]} */
  const found = [];
  /**
   * @param {Element} element
   * @returns {{text: string, hit: boolean}} visible text; whether the words were found at or below it
   */
  const visit = (element) => {
    const look = ctx.sight.look(element);
    if (look.gone || look.veiled) return { text: "", hit: false };
    const name = tag(element);
    if (/^(script|style|noscript|template|head|title)$/.test(name)) return { text: "", hit: false };
    let text = "";
    let hit = false;
    if (name === "input" || name === "textarea" || name === "select") text = fieldText(element);
    else if (name === "br") text = " ";
    else if (name === "img")
      text = ctx.sight.isSeen(element) ? (attribute(element, "alt") ?? "") : "";
    else {
      for (const child of composedChildren(element)) {
        if (isText(child)) {
          const letters = nodeValue(child);
          if (letters.trim() === "") text += " ";
          else if (isTextSeen(child, element, ctx.sight)) text += letters;
        } else if (isElement(child)) {
          const inner = visit(child);
          hit ||= inner.hit;
          text += /^inline/.test(ctx.style(child).display) ? inner.text : ` ${inner.text} `;
        }
      }
    }
    if (!hit && text.length >= needle.length && (!among || among.has(element))) {
      const folded = fold(text);
      if (folded.includes(needle)) {
        found.push({ element, text: folded });
        hit = true;
      }
    }
    return { text, hit };
  };
  for (const frame of ctx.searched) {
    const root = documentElement(frame.document);
    if (root) visit(root);
  }
  const kept = best(found, (item) => item.text, needle);
  return [...new Set(kept.map((item) => (among ? item.element : promote(item, ctx))))];
}

/** @param {Element} element a field @returns {string} what it shows, never a password */
function fieldText(element) {
  if (tag(element) === "select") {
    const select = /** @type {HTMLSelectElement} */ (element);
    return [...select.selectedOptions].map((option) => option.label).join(" ");
  }
  if (tag(element) === "input" && /^(submit|reset|button)$/.test(inputType(element)))
    return /** @type {HTMLInputElement} */ (element).value;
  return "";
}

/** @param {{element: Element, text: string}} item @param {Context} ctx */
function promote(item, ctx) {
  for (let at = /** @type {Element | null} */ (item.element); at; at = composedParent(at)) {
    if (!isActive(shownRole(at))) continue;
    return fold(ctx.names.seenText(at, item.text.length + 20)) === item.text ? at : item.element;
  }
  return item.element;
}
