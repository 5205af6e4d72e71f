// The visible text of the page or of one element, in lines as they are drawn.
import { composedChildren, documentElement, isElement, isText, nodeValue, tag } from "./dom.js";
import { resolve, targetOf } from "./find.js";
import { isTextSeen } from "./names.js";
import { isSecret } from "./rows.js";

const SILENT = /^(script|style|noscript|template|head|title|select|textarea|input|datalist)$/;

/**
 * The visible text below an element; frames inside it are not read.
 * @param {Element} element
 * @param {import("./types.js").Context} ctx
 */
export function visibleText(element, ctx) {
  /** @type {string[]} */
  const out = [];
  /** @param {Element} at */
  const visit = (at) => {
    const look = ctx.sight.look(at);
    const name = tag(at);
    if (look.gone || look.veiled || SILENT.test(name) || isSecret(at)) return;
    if (name === "br") {
      out.push("\n");
      return;
    }
    const style = ctx.style(at);
    const inline = style.display.startsWith("inline") || style.display === "contents";
    const cell = style.display === "table-cell";
    if (!inline && !cell) out.push("\n");
    const kept = style.whiteSpaceCollapse === "preserve" || style.whiteSpace.startsWith("pre");
    for (const child of composedChildren(at)) {
      if (isText(child)) {
        const text = nodeValue(child);
        if (text.trim() === "") out.push(kept ? text : " ");
        else if (isTextSeen(child, at, ctx.sight))
          out.push(kept ? text : text.replace(/\s+/g, " "));
      } else if (isElement(child)) visit(child);
    }
    if (cell) out.push("\t");
    else if (!inline) out.push("\n");
  };
  visit(element);
  return tidy(out.join(""));
}

/** @param {string} text @returns {string} no blanks at line ends, no more than one empty line */
export const tidy = (text) =>
  text
    .replace(/[ \u00a0]+/g, " ")
    .replace(/ *\t[ \t]*(\n|$)/g, "$1")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();

/**
 * Eight hex digits that change when the text does (FNV-1a).
 * @param {string} text
 */
export function digest(text) {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash ^= text.charCodeAt(index);
    hash = Math.imul(hash, 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/** @type {Record<string, import("./types.js").Command>} */
export const commands = {
  text(args, ctx) {
    const target = targetOf(args);
    const named = Object.keys(target).length > 0;
    const element = named ? resolve(target, ctx).element : documentElement(document);
    const whole = element ? visibleText(element, ctx) : "";
    const offset = Math.min(Math.max(0, args.offset ?? 0), whole.length);
    let end = Math.min(whole.length, offset + Math.max(1, args.max_chars ?? 20000));
    // never half a surrogate pair
    if (end < whole.length && /[\ud800-\udbff]/.test(whole.charAt(end - 1))) end += 1;
    return {
      text: whole.slice(offset, end),
      length: whole.length,
      offset,
      digest: digest(whole),
      frame: element ? ctx.frameOf(element).index : 0,
    };
  },
};
