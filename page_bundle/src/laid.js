// What is painted over text: a plain ground laid on it, so that nobody reads what is below.
//
// Only what scrolls with the text counts. A bar, a banner or a dialog that is fixed to the window
// covers what it happens to lie over: that can be scrolled free, or comes back when it is closed.
import {
  composedContains,
  composedParent,
  documentElement,
  documentOf,
  rect,
  selectAll,
  tag,
} from "./dom.js";
import { isBlurredAway } from "./effect.js";
import { parseColor } from "./paint.js";

/** @typedef {import("./visible.js").Edges} Edges */
/** @typedef {{z: number, element: Element, holds: boolean}} Layer one step of how a page is painted, outermost first */
/** @typedef {{element: Element, edges: Edges, layers: Layer[], scroller: Element | null}} Cover */

/** Covers of one document that are kept: a page with more is no page that hides a line. */
const MOST = 200;
/** Elements of a document that are looked at: a larger one is read without, in time. */
const MOST_LOOKED = 10000;
/** px by which a cover may be smaller than the text's box, which is taller than its letters. */
const SLACK = 2;

/** @param {CSSStyleDeclaration} style whether what is in it is painted as one */
const isWhole = (style) =>
  style.opacity !== "1" ||
  style.transform !== "none" ||
  style.filter !== "none" ||
  style.isolation === "isolate" ||
  style.mixBlendMode !== "normal" ||
  /fixed|sticky/.test(style.position);

/** @param {CSSStyleDeclaration} style a ground through which nothing is seen, drawn as its box */
function isOpaque(style) {
  if (style.visibility !== "visible" || Number(style.opacity) < 0.95) return false;
  if (style.clipPath !== "none" || style.maskImage !== "none" || style.filter !== "none")
    return false;
  if (style.mixBlendMode !== "normal" || /[1-9]/.test(style.borderTopLeftRadius)) return false;
  if (!/^(none|matrix\([^,]+, 0, 0, )/.test(style.transform)) return false;
  if (isBlurredAway(style.backdropFilter || "none", style.fontSize)) return true;
  return (parseColor(style.backgroundColor)?.a ?? 0) > 0.95;
}

export class Covers {
  /** @type {Map<Document, Cover[]>} */
  #known = new Map();
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
   * Whether a ground lies over all of a box.
   * @param {Element} element the text's parent
   * @param {Edges} box
   * @param {boolean} sunk whether a z-index puts it below what is around it
   */
  hides(element, box, sunk) {
    if (sunk && this.#isBehindItsOwn(element, box)) return true;
    const found = this.#in(documentOf(element)).filter(
      ({ edges }) =>
        edges.left <= box.left + SLACK &&
        edges.right >= box.right - SLACK &&
        edges.top <= box.top + SLACK &&
        edges.bottom >= box.bottom - SLACK,
    );
    if (found.length === 0) return false;
    const layers = this.#layers(element);
    const scroller = this.#scroller(element);
    return found.some(
      (cover) =>
        cover.scroller === scroller &&
        !composedContains(cover.element, element) &&
        isAbove(cover.layers, layers),
    );
  }

  /** Below the ground of a box it lies in, by a negative z-index. @param {Element} element @param {Edges} box */
  #isBehindItsOwn(element, box) {
    const layers = this.#layers(element);
    const last = layers.findLastIndex(({ z }) => z < 0);
    if (last < 0) return false;
    const holder = layers.slice(0, last).findLast(({ holds }) => holds)?.element ?? null;
    const from = /** @type {Layer} */ (layers[last]).element;
    for (let at = composedParent(from); at && at !== holder; at = composedParent(at)) {
      if (/^(html|body)$/.test(tag(at))) return false; // theirs is the ground of the window
      const edges = rect(at);
      if (isOpaque(this.#style(at)) && edges.top <= box.top && edges.bottom >= box.bottom)
        return true;
    }
    return false;
  }

  /** @param {Document} root @returns {Cover[]} */
  #in(root) {
    let found = this.#known.get(root);
    if (found) return found;
    found = [];
    this.#known.set(root, found);
    if (!documentElement(root)) return found;
    const all = selectAll(root, "*");
    for (const element of all.length > MOST_LOOKED ? [] : all) {
      const style = this.#style(element);
      if (style.position !== "absolute" && style.position !== "relative") continue;
      if (!isOpaque(style) || this.#isFixed(element)) continue;
      const edges = rect(element);
      if (edges.width < 4 || edges.height < 4) continue;
      found.push({
        element,
        edges,
        layers: this.#layers(element),
        scroller: this.#scroller(element),
      });
      if (found.length >= MOST) break;
    }
    return found;
  }

  /** In what is fixed, or seen only as far as something around it lets. @param {Element} element */
  #isFixed(element) {
    for (let at = composedParent(element); at; at = composedParent(at)) {
      const style = this.#style(at);
      if (/fixed|sticky/.test(style.position) || style.display === "none") return true;
      if (Number(style.opacity) < 0.95 || style.clipPath !== "none") return true;
      if (tag(at) !== "body" && tag(at) !== "html" && style.overflowX !== "visible") {
        const [own, outer] = [rect(element), rect(at)];
        if (own.top < outer.top - SLACK || own.bottom > outer.bottom + SLACK) return true;
      }
    }
    return false;
  }

  /** The box that scrolls it, or null for the page. @param {Element} element */
  #scroller(element) {
    for (let at = composedParent(element); at; at = composedParent(at)) {
      this.#budget.spend();
      const style = this.#style(at);
      if (/auto|scroll/.test(style.overflowY + style.overflowX) && !/^(html|body)$/.test(tag(at)))
        return at;
    }
    return null;
  }

  /** @param {Element} element @returns {Layer[]} */
  #layers(element) {
    const chain = [];
    for (let at = /** @type {Element | null} */ (element); at; at = composedParent(at))
      chain.push(at);
    /** @type {Layer[]} */
    const layers = [];
    for (const at of chain.reverse()) {
      const style = this.#style(at);
      const placed = style.position !== "static";
      const whole = isWhole(style);
      if (!placed && !whole) continue;
      const own = placed && style.zIndex !== "auto";
      const before = layers[layers.length - 1];
      // what does not hold its children together leaves them to what is around it
      if (before && !before.holds) layers.pop();
      layers.push({ z: own ? Number(style.zIndex) : 0, element: at, holds: own || whole });
    }
    return layers;
  }
}

/**
 * Whether what has the one layers is painted over what has the other.
 * @param {Layer[]} one
 * @param {Layer[]} other
 */
function isAbove(one, other) {
  for (let at = 0; at < one.length; at++) {
    const [mine, theirs] = [one[at], other[at]];
    if (!mine) return false;
    if (!theirs) return mine.z >= 0;
    if (mine.element === theirs.element) continue;
    if (mine.z !== theirs.z) return mine.z > theirs.z;
    return Boolean(
      theirs.element.compareDocumentPosition(mine.element) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
  }
  return false;
}
