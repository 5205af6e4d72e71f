// What a person can see. Invisible text must not instruct an agent, so it is left out everywhere.
//
// A look at an element needs a look at its parent first; both are kept for the length of one call.

import {
  composedParent,
  documentOf,
  has,
  isHtml,
  layout,
  rect,
  selectAll,
  tag,
  viewOf,
} from "./dom.js";
import { holdsFixed, isBlurredAway, isDotted, plainGradient, turnOf } from "./effect.js";
import { Covers } from "./laid.js";
import {
  blended,
  FAINT,
  filterOpacity,
  isAlike,
  isClippedAway,
  isMaskedAway,
  parseColor,
  shadowColors,
} from "./paint.js";
import { Painted } from "./painted.js";
import { onPaper } from "./paper.js";
import { isSummary } from "./roles.js";

/**
 * @typedef {object} Edges
 * @property {number} left
 * @property {number} top
 * @property {number} right
 * @property {number} bottom
 */

/**
 * @typedef {object} Look
 * @property {boolean} gone not drawn at all: display none, content-visibility hidden, in a closed details
 * @property {boolean} veiled drawn but not seen, with all below it: opacity 0, clipped to nothing
 * @property {number} opacity its own times that of all above it
 * @property {boolean} drawn visibility is visible
 * @property {Edges | null} clip what children in flow are cut to; null for nothing
 * @property {Edges | null} clipAbsolute the same for absolutely positioned children
 * @property {{left: number, top: number}} origin where reachable content begins: less than that cannot be scrolled to
 * @property {boolean} skips its contents are not drawn: content-visibility hidden, a closed details but for its summary
 * @property {boolean} fixed it or something above it is fixed to the window
 * @property {boolean} sunk it or something above it is painted below what is around it
 */

/** @typedef {{color: import("./paint.js").Color, owner: Element | null}} Ground */

/** Parts of drawings that are drawn only where others use them. */
const UNDRAWN = /^other:(defs|symbol|clipPath|mask|pattern|marker|metadata|desc|title)$/;
/** A frame that is no larger shows no word. */
const SMALL_FRAME = 4;

/** @param {Edges} a @param {Edges | null} b @returns {Edges} */
export function meet(a, b) {
  if (!b) return a;
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  };
}

/** @param {Edges} edges more than a pixel of it */
export const isSome = (edges) => edges.right - edges.left > 1 && edges.bottom - edges.top > 1;

export class Sight {
  /** @type {Map<Element, Look>} */
  #looks = new Map();
  /** @type {Map<Element, Ground | null>} */
  #grounds = new Map();
  /** @type {(element: Element) => CSSStyleDeclaration} */
  #style;
  /** @type {(document: Document) => Element | null} */
  #holder;
  /** @type {import("./budget.js").Budget} */
  #budget;
  #covers;
  #painted;

  /**
   * @param {(element: Element) => CSSStyleDeclaration} style
   * @param {(document: Document) => Element | null} holder the iframe element around a document
   * @param {import("./budget.js").Budget} budget
   */
  constructor(style, holder, budget) {
    this.#style = style;
    this.#holder = holder;
    this.#budget = budget;
    this.#covers = new Covers(style, budget);
    this.#painted = new Painted(style, budget);
  }

  /** @param {Element} element @returns {Look} */
  look(element) {
    this.#budget.spend();
    const known = this.#looks.get(element);
    if (known) return known;
    // from the top down, so that deep trees do not deepen the stack
    const chain = [];
    for (let at = /** @type {Element | null} */ (element); at; at = composedParent(at)) {
      if (this.#looks.has(at)) break;
      chain.push(at);
    }
    for (let index = chain.length - 1; index >= 0; index--) {
      const at = /** @type {Element} */ (chain[index]);
      this.#looks.set(at, this.#lookAt(at));
    }
    return /** @type {Look} */ (this.#looks.get(element));
  }

  /** @param {Element} element @returns {Look} */
  #lookAt(element) {
    const parent = composedParent(element);
    const above = parent ? this.#looks.get(parent) : undefined;
    if (above?.gone) return above;
    const style = this.#style(element);
    if (style.display === "none" || UNDRAWN.test(tag(element)))
      return { ...(above ?? this.#root(element)), gone: true };
    const from = above ?? this.#root(element);
    if (from.gone) return from;
    if (from.skips && !(parent && tag(parent) === "details" && isSummary(element)))
      return { ...from, gone: true };

    const placed = style.position;
    // a box that is moved or turned holds what is fixed in it, as a positioned one holds the rest
    const position = placed === "fixed" && this.#isHeld(parent) ? "absolute" : placed;
    const fixed = from.fixed || position === "fixed";
    const opacity = from.opacity * Number(style.opacity) * filterOpacity(style.filter);
    const veiled =
      from.veiled ||
      opacity < FAINT ||
      isClippedAway(style.clip, style.clipPath) ||
      isMaskedAway(style.maskImage) ||
      isBlurredAway(style.filter, style.fontSize) ||
      (style.backfaceVisibility === "hidden" && this.#isTurnedAway(element));
    /** @type {Look} */
    const look = {
      gone: false,
      veiled,
      opacity,
      drawn: style.visibility === "visible",
      clip: from.clip,
      clipAbsolute: from.clipAbsolute,
      origin: from.origin,
      skips:
        style.getPropertyValue("content-visibility") === "hidden" ||
        (tag(element) === "details" && !has(element, "open")),
      fixed,
      sunk: from.sunk || style.zIndex.startsWith("-"),
    };
    if (position === "fixed") {
      look.clip = null;
      look.clipAbsolute = null;
      look.origin = { left: 0, top: 0 };
    } else if (position === "absolute") look.clip = from.clipAbsolute;
    const cuts = style.overflowX !== "visible" || style.overflowY !== "visible";
    if (cuts && parent && style.display !== "inline" && style.display !== "contents") {
      if (tag(element) !== "body") this.#cut(element, style, look);
    } else if (position !== "static") look.clipAbsolute = look.clip;
    return look;
  }

  /** Whether what is fixed below stays with this box and not with the window. @param {Element | null} from */
  #isHeld(from) {
    for (let at = from; at; at = composedParent(at)) if (holdsFixed(this.#style(at))) return true;
    return false;
  }

  /** Whether it shows its back, with all that turns it. @param {Element} element */
  #isTurnedAway(element) {
    let turn = new DOMMatrix();
    for (let at = /** @type {Element | null} */ (element); at; at = composedParent(at)) {
      const style = this.#style(at);
      if (at !== element && style.transformStyle !== "preserve-3d") break;
      turn = turnOf(style).multiply(turn);
    }
    return turn.m33 < 0;
  }

  /** @param {Element} element @param {CSSStyleDeclaration} style @param {Look} look changed here */
  #cut(element, style, look) {
    const box = rect(element);
    const seen = meet(box, look.clip);
    const size = layout(element);
    const scrolls =
      (/auto|scroll/.test(style.overflowY) && size.scrollHeight > size.clientHeight) ||
      (/auto|scroll/.test(style.overflowX) && size.scrollWidth > size.clientWidth);
    if (scrolls && isSome(seen)) {
      // what is scrolled out of it can be scrolled in again
      look.clip = null;
      look.origin = { left: box.left - size.scrollLeft, top: box.top - size.scrollTop };
    } else {
      look.clip = seen;
    }
    if (style.position !== "static") look.clipAbsolute = look.clip;
  }

  /** @param {Element} element the first of its document @returns {Look} */
  #root(element) {
    const holder = this.#holder(documentOf(element));
    const outer = holder ? this.look(holder) : null;
    const view = viewOf(documentOf(element));
    const far = view && this.#style(element).direction === "rtl" ? Number.NEGATIVE_INFINITY : 0;
    return {
      gone: outer?.gone ?? false,
      veiled: holder && outer ? outer.veiled || this.#isShut(holder, outer) : false,
      opacity: outer?.opacity ?? 1,
      drawn: true,
      clip: null,
      clipAbsolute: null,
      origin: { left: far || -(view?.scrollX ?? 0), top: -(view?.scrollY ?? 0) },
      skips: false,
      fixed: false,
      sunk: false,
    };
  }

  /** Whether a frame shows nothing of what is in it. @param {Element} holder @param {Look} look */
  #isShut(holder, look) {
    const { clientWidth: across, clientHeight: along } = layout(holder);
    return (
      Math.min(across, along) <= SMALL_FRAME ||
      !this.isSeen(holder) ||
      this.#covers.hides(holder, rect(holder), look.sunk)
    );
  }

  /**
   * Whether a box of the element's content could be seen, scrolling allowed.
   * @param {Element} element
   * @param {Edges} box client px of its document
   */
  shows(element, box) {
    const look = this.look(element);
    if (look.gone || look.veiled || !look.drawn) return false;
    if (box.right - box.left <= 0 || box.bottom - box.top <= 0) return false;
    if (box.right <= look.origin.left || box.bottom <= look.origin.top) return false;
    if (look.fixed) {
      const view = viewOf(documentOf(element));
      if (view && (box.left >= view.innerWidth || box.top >= view.innerHeight)) return false;
    }
    return !look.clip || isSome(meet(box, look.clip));
  }

  /**
   * Whether the element itself is seen: an area, nothing that hides it, reachable.
   * @param {Element} element
   */
  isSeen(element) {
    return this.shows(element, rect(element)) || this.#hasSeenContents(element);
  }

  /** @param {Element} element one that has no box of its own (display: contents, or floats only) */
  #hasSeenContents(element) {
    const look = this.look(element);
    if (look.gone || look.veiled) return false;
    const box = rect(element);
    if (box.width > 0 && box.height > 0) return false;
    for (const child of selectAll(element, "*")) if (this.shows(child, rect(child))) return true;
    return false;
  }

  /**
   * Whether the letters of an element stand out from what is behind them.
   * @param {Element} element the text's parent
   * @param {Edges} box of the text
   */
  isLegible(element, box) {
    const style = this.#style(element);
    const size = Number.parseFloat(style.fontSize);
    if (size < 2 || box.bottom - box.top < 2) return false;
    const cut = meet(box, this.look(element).clip); // a sliver of letters is none
    if (cut.bottom - cut.top < 0.3 * Math.min(size, box.bottom - box.top)) return false;
    // shown as dots: what a password field does
    if (isDotted(style) || this.#covers.hides(element, box, this.look(element).sunk)) return false;
    const ink = this.#ink(element, style);
    if (!ink) return true;
    const ground = this.#ground(element);
    const shadows = shadowColors(style.textShadow, size);
    const blend = ground && this.#blend(element, ground.owner);
    const stands = (/** @type {import("./paint.js").Color} */ color) =>
      !ground || !isAlike(blend ? blended(blend, color, ground.color) : color, ground.color);
    if (shadows.some((color) => !color || (color.a >= FAINT && stands(color)))) return true;
    if (ink.a < FAINT) return this.#isCutOut(style, ground);
    if (!ground || stands(ink)) return true;
    return this.#painted.isBetween(element, ground.owner, box, ink);
  }

  /**
   * What letters are drawn with; null when that is not one plain colour.
   * @param {Element} element
   * @param {CSSStyleDeclaration} style
   */
  #ink(element, style) {
    if (isHtml(element))
      return parseColor(style.getPropertyValue("-webkit-text-fill-color") || style.color);
    const nothing = { r: 0, g: 0, b: 0, a: 0 };
    const { fill, stroke } = style;
    const filled = fill === "none" ? nothing : parseColor(fill);
    const drawn = stroke === "none" ? nothing : parseColor(stroke);
    if (!filled || !drawn) return null;
    const color = { ...filled, a: filled.a * Number(style.fillOpacity) };
    const line = { ...drawn, a: drawn.a * Number(style.strokeOpacity) };
    return color.a < FAINT ? line : color;
  }

  /**
   * Whether the words of a pseudo element are seen, as far as its own style tells.
   * @param {Element} element
   * @param {CSSStyleDeclaration} style of the pseudo element
   */
  showsWords(element, style) {
    const away = (/** @type {string} */ length) => Number.parseFloat(length) < -500;
    if (style.display === "none" || style.visibility !== "visible") return false;
    if (Number(style.opacity) < FAINT || Number.parseFloat(style.fontSize) < 2) return false;
    if (away(style.textIndent) || isClippedAway(style.clip, style.clipPath)) return false;
    if (style.position !== "static" && (away(style.left) || away(style.top))) return false;
    const ink = parseColor(style.color);
    if (!ink || style.backgroundImage !== "none") return true;
    const own = parseColor(style.backgroundColor);
    const ground = own && own.a > FAINT ? { color: own, owner: null } : this.#ground(element);
    return ink.a >= FAINT && !(ground && isAlike(ink, ground.color));
  }

  /** How an element is mixed with its ground; "" for laid over it. @param {Element} element @param {Element | null} owner */
  #blend(element, owner) {
    for (
      let at = /** @type {Element | null} */ (element);
      at && at !== owner;
      at = composedParent(at)
    ) {
      const mode = this.#style(at).mixBlendMode;
      if (mode !== "normal") return mode;
    }
    return "";
  }

  /**
   * Whether letters without colour are cut out of a ground that is seen.
   * @param {CSSStyleDeclaration} style
   * @param {Ground | null} ground
   */
  #isCutOut(style, ground) {
    const clip = style.getPropertyValue("-webkit-background-clip") || style.backgroundClip;
    if (!clip.includes("text")) return false;
    const plain = plainGradient(style.backgroundImage);
    if (style.backgroundImage !== "none" && !plain) return true;
    const color = plain ?? parseColor(style.backgroundColor);
    return !color || (color.a >= FAINT && !(ground && isAlike(color, ground.color)));
  }

  /**
   * The plain colour behind an element; null when it is not plain.
   * @param {Element} element
   * @returns {Ground | null}
   */
  #ground(element) {
    const passed = [];
    /** @type {Ground | null | undefined} */
    let ground;
    for (let at = /** @type {Element | null} */ (element); at; at = composedParent(at)) {
      ground = this.#grounds.get(at);
      if (ground === undefined) {
        passed.push(at);
        ground = this.#ownGround(at);
      }
      if (ground !== undefined) break;
    }
    const found = ground === undefined ? onPaper(documentOf(element)) : ground;
    for (const each of passed) this.#grounds.set(each, found);
    return found;
  }

  /** @param {Element} element @returns {Ground | null | undefined} undefined: what is behind it shows through */
  #ownGround(element) {
    const style = this.#style(element);
    if ((style.backgroundClip || "").includes("text")) return undefined; // only in its letters
    const plain = plainGradient(style.backgroundImage);
    if (style.backgroundImage !== "none" && !plain) return null;
    const color = plain ?? parseColor(style.backgroundColor);
    if (!color) return null;
    if (color.a > 0.95) return { color, owner: element };
    if (color.a > FAINT) return null;
    return /^(button|input|select|textarea|img|video|canvas)$/.test(tag(element))
      ? null
      : undefined;
  }
}
