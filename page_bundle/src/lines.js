// Text as lines. Pure: no DOM.

/** Letters that nobody sees: soft hyphens and signs without width. */
const UNSEEN = /[\u200b\u2060\ufeff\u00ad]/;
const ALL_UNSEEN = new RegExp(UNSEEN, "g");

/** @param {string} letter */
export const isUnseen = (letter) => UNSEEN.test(letter);

/** @param {string} text @returns {string} one line; letters that nobody sees part no word */
export const clean = (text) => text.replace(ALL_UNSEEN, "").replace(/\s+/g, " ").trim();

/** @param {string} text @param {number} limit in characters @returns {string} */
export function cut(text, limit) {
  if (text.length <= limit) return text;
  // never half a surrogate pair
  return `${text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** Marks among the pieces of text: end of a block, of a paragraph, of a table cell, and br. */
export const LINE = 1;
export const GAP = 2;
export const CELL = 3;
export const BREAK = 4;

/** @typedef {string | number | {kept: string}} Piece text with white space folded or kept, or a mark */

/**
 * Put pieces together: a line end between blocks, an empty line around paragraphs, a tab between cells.
 * @param {Piece[]} pieces
 */
export function join(pieces) {
  /** @type {string[]} */
  const parts = [];
  let ends = 0;
  let tab = false;
  // looked at piece by piece: a look at all that is there so far would take a long page's time squared
  const isSpaced = () => /\s$/.test(parts[parts.length - 1] ?? "");
  const trim = () => {
    while (parts.length > 0) {
      const last = /** @type {string} */ (parts.pop()).trimEnd();
      if (last === "") continue;
      parts.push(last);
      return;
    }
  };
  for (const piece of pieces) {
    if (typeof piece === "number") {
      if (piece === CELL) tab = true;
      else ends = piece === BREAK ? Math.min(2, ends + 1) : Math.max(ends, piece);
      continue;
    }
    let letters = typeof piece === "string" ? piece : piece.kept;
    const isFirst = parts.length === 0;
    if (letters.trim() === "" && (ends > 0 || tab || isFirst || typeof piece === "string")) {
      if (ends === 0 && !tab && !isFirst && !isSpaced()) parts.push(" ");
      continue;
    }
    if (ends > 0 || tab) {
      trim();
      if (ends === 0) parts.push("\t");
      else if (parts.length > 0) parts.push("\n".repeat(ends));
    }
    if (typeof piece === "string" && (parts.length === 0 || isSpaced()))
      letters = letters.trimStart();
    if (letters !== "") parts.push(letters);
    ends = 0;
    tab = false;
  }
  trim();
  return parts.join("");
}

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
