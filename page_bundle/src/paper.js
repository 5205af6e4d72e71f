// What the browser paints behind a page that paints nothing itself: white, or nearly black.
import { attribute, documentElement, selectAll } from "./dom.js";

/** What Chrome paints behind a page. */
const PAPER = { light: 255, dark: 18 };

/**
 * Whether a document is drawn in the dark colours of the browser.
 * @param {Document} root
 */
export function isDarkScheme(root) {
  const first = documentElement(root);
  if (!first) return false;
  let words = getComputedStyle(first).colorScheme;
  if (words === "normal") {
    const meta = selectAll(root, "meta[name=color-scheme i]")[0];
    words = meta ? (attribute(meta, "content") ?? "") : "";
  }
  if (!/\bdark\b/.test(words)) return false;
  return !/\blight\b/.test(words) || matchMedia("(prefers-color-scheme: dark)").matches;
}

/** @param {Document} root @returns {import("./paint.js").Color} */
export function paper(root) {
  const shade = isDarkScheme(root) ? PAPER.dark : PAPER.light;
  return { r: shade, g: shade, b: shade, a: 1 };
}

/** @param {Document} root what is behind text that nothing is painted behind */
export const onPaper = (root) => ({ color: paper(root), owner: null });
