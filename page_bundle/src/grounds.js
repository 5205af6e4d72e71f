// The colours that text has and stands on, as they are seen: all that lets something through is laid over what is behind it.
//
// Where no plain colour is behind it (a picture, a gradient, a filter, something that lies between), it says so
// and names none.
import { CLEAR, faded, over } from "./colour.js";
import {
  composedContains,
  composedParent,
  documentElement,
  documentOf,
  isHtml,
  rect,
  selectAll,
  tag,
  viewOf,
} from "./dom.js";
import { COLOR, parseColor } from "./paint.js";
import { isDarkScheme, paper } from "./paper.js";

/** @typedef {import("./paint.js").Color} Color */
/** @typedef {import("./types.js").Context} Context */
/** @typedef {{ink: Color, ground: Color}} Pair as they are seen, both opaque */
/** @typedef {{why: string, stops?: Color[]}} Unknown stops: the colours of a gradient */
/** @typedef {{element: Element, box: DOMRect, behind: boolean, positioned: boolean}} Painter */

const MEDIA = /^(img|video|canvas|iframe|embed|object|other:svg)$/;
const { compareDocumentPosition } = Node.prototype;

/** @param {string} image computed background-image */
function pictureOf(image) {
  const stops = stopsOf(image);
  return stops
    ? { why: "a background gradient", stops: stops.flatMap((each) => parseColor(each) ?? []) }
    : { why: "a background picture" };
}

/** @param {string} image computed background-image @returns {string[] | null} its colours, where gradients are all it is */
export const stopsOf = (image) =>
  /url\(|image-set\(|cross-fade\(|element\(/.test(image) ? null : (image.match(COLOR) ?? []);

/** CSS px of a slab of a page, and slabs above which a box counts as being everywhere. */
const SLAB = 200;
const TALL = 50;

/** @param {DOMRect} box @returns {[number, number]} */
const slabsOf = (box) => [Math.floor(box.top / SLAB), Math.floor(box.bottom / SLAB)];

export class Grounds {
  #ctx;
  /** @type {Map<Document, Map<number | null, Painter[]>>} */
  #painters = new Map();
  /** @type {Map<Element, boolean>} */
  #pseudos = new Map();

  /** @param {Context} ctx */
  constructor(ctx) {
    this.#ctx = ctx;
  }

  /**
   * The colour of an element's letters, before anything is laid under it; null when it is no plain one.
   * @param {Element} element
   * @returns {Color | null}
   */
  ink(element) {
    if (!isHtml(element)) return null;
    const style = this.#ctx.style(element);
    const clip = style.getPropertyValue("-webkit-background-clip") || style.backgroundClip;
    if (clip.includes("text")) return null;
    return parseColor(style.getPropertyValue("-webkit-text-fill-color") || style.color);
  }

  /**
   * What is seen of letters of that ink in an element, and of what is behind them.
   * @param {Element} element
   * @param {Color} ink
   * @param {DOMRect} box of the letters
   * @returns {Pair | Unknown}
   */
  under(element, ink, box) {
    const ctx = this.#ctx;
    let text = ink;
    let ground = CLEAR;
    /** @type {Element | null} */
    let owner = null;
    let at = /** @type {Element} */ (element);
    for (;;) {
      const style = ctx.style(at);
      if (style.mixBlendMode !== "normal") return { why: "a blend of colours" };
      if (style.filter !== "none") return { why: "a filter" };
      if (style.maskImage && style.maskImage !== "none") return { why: "a mask" };
      if (ground.a < 1) {
        if (style.getPropertyValue("backdrop-filter") !== "none") return { why: "a filter" };
        if (style.backgroundImage !== "none") return pictureOf(style.backgroundImage);
        if (this.#hasLayer(at)) return { why: "a layer of ::before or ::after" };
        const back = parseColor(style.backgroundColor);
        if (!back) return { why: "a colour that is not known" };
        text = over(text, back);
        ground = over(ground, back);
        if (ground.a === 1) owner = at;
      }
      const opacity = Number(style.opacity);
      if (opacity < 1) {
        text = faded(text, opacity);
        ground = faded(ground, opacity);
        owner = null;
      }
      const above = composedParent(at);
      if (above) {
        at = above;
        continue;
      }
      const root = documentOf(at);
      const holder = ctx.frames.find((frame) => frame.document === root)?.element ?? null;
      if (holder && isDarkScheme(root) === isDarkScheme(documentOf(holder))) {
        if (ground.a === 1 && Number(ctx.sight.look(holder).opacity) === 1) break;
        at = holder;
        continue;
      }
      if (!holder && window.parent !== window && ground.a < 1)
        return { why: "what is behind the frame" };
      text = over(text, paper(root));
      ground = over(ground, paper(root));
      break;
    }
    const between = this.#between(element, owner, box);
    return between ? { why: between } : { ink: text, ground };
  }

  /** @param {Element} element whether ::before or ::after paint a layer of their own that may lie behind its text */
  #hasLayer(element) {
    let found = this.#pseudos.get(element);
    if (found !== undefined) return found;
    found = ["::before", "::after"].some((part) => {
      const style = getComputedStyle(element, part);
      if (style.content === "none" || style.content === "normal") return false;
      if (style.position !== "absolute" && style.position !== "fixed") return false;
      if (style.backgroundImage !== "none") return true;
      return (parseColor(style.backgroundColor)?.a ?? 1) > 0;
    });
    this.#pseudos.set(element, found);
    return found;
  }

  /**
   * What lies between letters and the plain colour behind them; "" for nothing.
   * @param {Element} element
   * @param {Element | null} owner of the colour
   * @param {DOMRect} box
   */
  #between(element, owner, box) {
    for (const painter of this.#paintersNear(documentOf(element), box)) {
      this.#ctx.budget.spend();
      const { element: other, box: area } = painter;
      const apart =
        area.right <= box.left + 1 ||
        area.left >= box.right - 1 ||
        area.bottom <= box.top + 1 ||
        area.top >= box.bottom - 1;
      if (apart || composedContains(other, element) || composedContains(element, other)) continue;
      // what comes after it lies over it
      const follows = compareDocumentPosition.call(other, element) & 4;
      if (!follows && !painter.behind) continue;
      if (owner && !composedContains(owner, other)) {
        if (!painter.positioned || this.#rises(element, other)) continue;
      }
      return MEDIA.test(tag(other)) ? "a picture behind it" : "something that lies behind it";
    }
    return "";
  }

  /** @param {Element} element @param {Element} other whether it, or what is around it, is placed over what comes before */
  #rises(element, other) {
    for (let at = /** @type {Element | null} */ (element); at; at = composedParent(at)) {
      if (composedContains(at, other)) return false;
      if (this.#ctx.style(at).position !== "static") return true;
    }
    return false;
  }

  /**
   * Pictures and placed boxes near a box. They are kept by where they lie: a page may have thousands.
   * @param {Document} root
   * @param {DOMRect} box
   */
  #paintersNear(root, box) {
    let slabs = this.#painters.get(root);
    if (!slabs) {
      slabs = new Map();
      for (const painter of this.#paintersIn(root)) {
        const [first, last] = slabsOf(painter.box);
        const tall = last - first > TALL;
        for (let at = first; at <= (tall ? first : last); at++) {
          const slab = slabs.get(tall ? null : at) ?? [];
          slab.push(painter);
          slabs.set(tall ? null : at, slab);
        }
      }
      this.#painters.set(root, slabs);
    }
    const near = new Set(slabs.get(null) ?? []);
    const [first, last] = slabsOf(box);
    for (let at = first; at <= last; at++) for (const each of slabs.get(at) ?? []) near.add(each);
    return near;
  }

  /** @param {Document} root @returns {Painter[]} */
  #paintersIn(root) {
    const found = [];
    for (const element of selectAll(root, "*")) {
      const style = this.#ctx.style(element);
      const { position } = style;
      if (position === "fixed" || position === "sticky") continue;
      if (style.visibility !== "visible" || Number(style.opacity) === 0) continue;
      const media = MEDIA.test(tag(element));
      if (!media) {
        if (position === "static") continue;
        const clear = (parseColor(style.backgroundColor)?.a ?? 1) === 0;
        if (style.backgroundImage === "none" && clear) continue;
      }
      const box = rect(element);
      if (box.width < 2 || box.height < 2) continue;
      found.push({
        ...{ element, box, positioned: position !== "static" },
        behind: Number.parseInt(style.zIndex, 10) < 0,
      });
    }
    return found;
  }

  /** @param {Document} root @returns {Color} what the page as a whole stands on */
  base(root) {
    const view = viewOf(root);
    let ground = CLEAR;
    const first = documentElement(root);
    const body = first && selectAll(first, "body")[0];
    for (const element of view ? [body, first] : []) {
      if (!element) continue;
      const back = parseColor(this.#ctx.style(element).backgroundColor);
      if (back) ground = over(ground, back);
    }
    return over(ground, paper(root));
  }
}
