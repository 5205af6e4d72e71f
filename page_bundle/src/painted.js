// What is painted behind text, above the plain colour of a ground: pictures and positioned grounds.
import {
  composedContains,
  composedParent,
  documentElement,
  documentOf,
  rect,
  selectAll,
  tag,
} from "./dom.js";
import { FAINT, isAlike, parseColor } from "./paint.js";
import { isSome, meet } from "./visible.js";

/** @typedef {import("./visible.js").Edges} Edges */
/** @typedef {{color: import("./paint.js").Color | null, edges: Edges, drawing: Element | null}} Paint color null: not one plain colour */

export class Painted {
  /** What may lie behind text, below a ground. @type {Map<Element, Paint[]>} */
  #found = new Map();
  #style;
  #budget;

  /**
   * @param {(element: Element) => CSSStyleDeclaration} style
   * @param {import("./budget.js").Budget} budget
   */
  constructor(style, budget) {
    this.#style = style;
    this.#budget = budget;
  }

  /**
   * Whether a picture or a positioned ground lies behind the text, above the plain colour.
   * @param {Element} element
   * @param {Element | null} owner
   * @param {Edges} box
   * @param {import("./paint.js").Color} ink
   */
  isBetween(element, owner, box, ink) {
    for (
      let at = /** @type {Element | null} */ (element);
      at && at !== owner;
      at = composedParent(at)
    )
      if (this.#hasPaintedPseudo(at)) return true;
    if (owner && this.#hasPaintedPseudo(owner)) return true;
    const root = owner ?? documentElement(documentOf(element));
    if (!root) return false;
    return this.#paintedIn(root).some(({ color, edges, drawing }) => {
      this.#budget.spend();
      if (color && isAlike(ink, color)) return false;
      // a drawing paints nothing behind its own letters: its shapes count each for itself
      return isSome(meet(edges, box)) && !(drawing && composedContains(drawing, element));
    });
  }

  /**
   * Pictures and positioned grounds below an element.
   * @param {Element} root
   */
  #paintedIn(root) {
    let found = this.#found.get(root);
    if (found) return found;
    found = [];
    this.#found.set(root, found);
    for (const other of selectAll(root, "*")) {
      const media = /^(img|video|canvas|iframe|other:svg|other:image|other:rect|other:path)$/.test(
        tag(other),
      );
      const style = this.#style(other);
      if (style.visibility !== "visible" || Number(style.opacity) <= FAINT) continue;
      let color = null;
      if (!media) {
        if (style.position === "static") continue;
        if (style.backgroundImage === "none") {
          color = parseColor(style.backgroundColor);
          if ((color?.a ?? 1) < FAINT) continue;
        }
      }
      const drawing = tag(other) === "other:svg" ? other : null;
      found.push({ color, edges: rect(other), drawing });
    }
    return found;
  }

  /** @param {Element} element */
  #hasPaintedPseudo(element) {
    for (const pseudo of ["::before", "::after"]) {
      const style = getComputedStyle(element, pseudo);
      if (style.content === "none" || style.content === "normal") continue;
      if (style.backgroundImage !== "none") return true;
      if ((parseColor(style.backgroundColor)?.a ?? 1) > FAINT) return true;
    }
    return false;
  }
}
