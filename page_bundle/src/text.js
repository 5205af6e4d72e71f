// The visible text of the page or of one element, in lines as they are drawn.
import { Spent } from "./budget.js";
import { composedChildren, documentElement, isElement, isText, nodeValue, tag } from "./dom.js";
import { resolve, targetOf } from "./find.js";
import { BREAK, CELL, digest, GAP, join, LINE } from "./lines.js";
import { isTextSeen } from "./names.js";
import { describe, isSecret } from "./rows.js";

const SILENT = /^(script|style|noscript|template|head|title|select|textarea|input|datalist)$/;

const NOTHING = { text: "", partial: false };
const PARAGRAPH = /^(p|h[1-6]|pre|blockquote|table|ul|ol|dl)$/;

/**
 * The visible text below an element; frames inside it are not read.
 * @param {Element} element
 * @param {import("./types.js").Context} ctx
 */
export const visibleText = (element, ctx) => readText(element, ctx).text;

/**
 * @param {Element} element
 * @param {import("./types.js").Context} ctx
 * @returns {{text: string, partial: boolean}} as much as there was time for
 */
function readText(element, ctx) {
  /** @type {import("./lines.js").Piece[]} */
  const out = [];
  /** @param {Element} at */
  const visit = (at) => {
    const look = ctx.sight.look(at);
    const name = tag(at);
    if (look.gone || look.veiled || SILENT.test(name) || isSecret(at)) return;
    if (name === "br") {
      out.push(BREAK);
      return;
    }
    const style = ctx.style(at);
    const inline = style.display.startsWith("inline") || style.display === "contents";
    const cell = style.display === "table-cell";
    const edge = PARAGRAPH.test(name) ? GAP : LINE;
    if (!inline && !cell) out.push(edge);
    const kept = style.whiteSpaceCollapse === "preserve" || style.whiteSpace.startsWith("pre");
    for (const child of composedChildren(at)) {
      if (isText(child)) {
        const text = nodeValue(child);
        if (text.trim() === "") out.push(kept ? { kept: text } : " ");
        else if (isTextSeen(child, at, ctx.sight))
          out.push(kept ? { kept: text } : text.replace(/\s+/g, " "));
      } else if (isElement(child)) visit(child);
    }
    if (cell) out.push(CELL);
    else if (!inline) out.push(edge);
  };
  let partial = false;
  try {
    visit(element);
  } catch (error) {
    if (!(error instanceof Spent)) throw error;
    partial = true;
  }
  return { text: join(out), partial };
}

/** @type {Record<string, import("./types.js").Command>} */
export const commands = {
  text(args, ctx) {
    const target = targetOf(args);
    const named = Object.keys(target).length > 0;
    const element = named ? resolve(target, ctx).element : documentElement(document);
    const { text: whole, partial } = element ? readText(element, ctx) : NOTHING;
    const offset = Math.min(Math.max(0, args.offset ?? 0), whole.length);
    let end = Math.min(whole.length, offset + Math.max(1, args.max_chars ?? 20000));
    // never half a surrogate pair
    if (end < whole.length && /[\ud800-\udbff]/.test(whole.charAt(end - 1))) end += 1;
    return {
      text: whole.slice(offset, end),
      end,
      partial,
      length: whole.length,
      offset,
      digest: digest(whole),
      element: named && element ? describe(element, ctx) : null,
    };
  },
};
