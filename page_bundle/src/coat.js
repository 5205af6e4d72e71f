// Colours laid over a page's own, which it gets back to the letter.
//
// They are animations that stand still at their end: no attribute, no element, no style sheet, and taken off they
// leave nothing. Where a page insists on a colour (!important), which animations give way to, the element's own
// style says it until it is taken off. A page can see both, if it looks.

import { css } from "./colour.js";
import { attribute, has, isHtml } from "./dom.js";
import { pause } from "./listen.js";
import { parseColor } from "./paint.js";

/** ms behind its end: what is never over throws out none of the page's own animations under it. */
const EVER = 1e10;

const { animate, setAttribute, removeAttribute } = Element.prototype;
const styleOf = Object.getOwnPropertyDescriptor(HTMLElement.prototype, "style")?.get;

/** @typedef {{wanted: Record<string, string>, animations: Animation[], off: (() => void)[]}} Worn */

/**
 * Let it stand still at its end.
 * @param {Animation} animation
 * @param {number} end
 */
function rest(animation, end) {
  animation.pause();
  animation.currentTime = end;
}

/** @param {string} text @returns {string} the same for one colour however it is said */
function plain(text) {
  const color = parseColor(text);
  return color ? css(color) : text;
}

/** @param {string} name as animations have it @returns {string} as style sheets do */
const property = (name) =>
  name.startsWith("--")
    ? name
    : name.replace(/^webkit/, "-webkit").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** What the elements of one script world wear. */
export class Coat {
  /** @type {Map<Element, Worn>} */
  #worn = new Map();

  /** How many elements wear something. */
  get size() {
    return this.#worn.size;
  }

  /** @param {Element} element @param {Record<string, string>} colours @param {string | null} [part] a pseudo element of it */
  lay(element, colours, part = null) {
    if (Object.keys(colours).length === 0) return;
    // at its end at once, so that what comes of it can be looked at
    const timing = { duration: 1, endDelay: EVER, fill: /** @type {const} */ ("both") };
    const animation = animate.call(element, colours, { ...timing, pseudoElement: part });
    rest(animation, 1);
    const known = this.#worn.get(element) ?? { wanted: {}, animations: [], off: [] };
    this.#worn.set(element, known);
    if (part === null) Object.assign(known.wanted, colours);
    known.animations.push(animation);
  }

  /** Say in their own style what a page does not let be laid over them. @param {Iterable<Element>} elements */
  insist(elements) {
    for (const element of elements) {
      const known = this.#worn.get(element);
      if (!known) continue;
      const now = getComputedStyle(element);
      for (const [name, wanted] of Object.entries(known.wanted)) {
        const is = now.getPropertyValue(property(name)).trim();
        if (is === wanted || plain(is) === plain(wanted)) continue;
        const off = force(element, property(name), wanted);
        if (off) known.off.push(off);
      }
    }
  }

  /** @param {Iterable<Element>} [elements] all, when none are named */
  takeOff(elements = [...this.#worn.keys()]) {
    for (const element of elements) {
      const known = this.#worn.get(element);
      if (!known) continue;
      this.#worn.delete(element);
      for (const each of known.animations) each.cancel();
      for (const each of known.off.reverse()) each();
    }
  }

  /** @param {number} ms let the colours come in slowly, and wait for it */
  async fadeIn(ms) {
    if (ms <= 0) return;
    const all = [...this.#worn.values()].flatMap(({ animations }) => animations);
    for (const each of all) {
      each.effect?.updateTiming({ duration: ms });
      // from what is below: the page's own colour
      each.currentTime = 0;
      each.play();
    }
    await pause(ms);
    for (const each of all) if (each.playState !== "idle") rest(each, ms);
  }
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {string} value
 * @returns {(() => void) | null} takes it off
 */
function force(element, name, value) {
  if (!isHtml(element)) return null;
  const style = /** @type {CSSStyleDeclaration} */ (styleOf?.call(element));
  const before = attribute(element, "style");
  const had = has(element, "style");
  const [was, how] = [style.getPropertyValue(name), style.getPropertyPriority(name)];
  style.setProperty(name, value, "important");
  const then = attribute(element, "style");
  return () => {
    // untouched since: as it was, to the letter
    if (attribute(element, "style") === then) {
      if (had) setAttribute.call(element, "style", before ?? "");
      else removeAttribute.call(element, "style");
    } else if (was === "") style.removeProperty(name);
    else style.setProperty(name, was, how);
  };
}
