// Small boxes that say something by their colour alone: the colours a thing comes in, the lights of a state.
import { COLOURFUL, css, toLch } from "./colour.js";
import { composedParent, rect, selectAll, tag, textContent } from "./dom.js";
import { parseColor } from "./paint.js";

/** CSS px between which the sides of one lie. */
const [LEAST, MOST] = [6, 64];
/** How far above it the box that holds all of its kind may be, and how many of them are looked at. */
const LEVELS = 3;
const KIN = 60;

/** A tag that can be looked for as it is: `<span">`, mistyped, makes one that cannot. */
const NAME = /^[a-z][a-z\d-]*$/;
const NEVER = /^(input|textarea|select|img|canvas|video|iframe)$/;

/** @param {import("./paint.js").Color | null} color */
const isColourful = (color) => color !== null && toLch(color).c >= COLOURFUL;

/** Which boxes of one look at a page are such. */
export class Swatches {
  #ctx;
  /** @type {WeakMap<Element, Map<string, boolean>>} */
  #known = new WeakMap();

  /** @param {import("./types.js").Context} ctx */
  constructor(ctx) {
    this.#ctx = ctx;
  }

  /**
   * @param {Element} element
   * @param {boolean} acts it is to be used, and so may be painted for that alone
   * @returns {boolean} it is a colourful one, or one among several of its size and of different colours
   */
  has(element, acts) {
    const size = this.#sizeOf(element);
    if (!size) return false;
    if (!acts && isColourful(this.#of(element))) return true;
    let at = composedParent(element);
    for (let level = 0; at && level < LEVELS; level++, at = composedParent(at))
      if (this.#holds(at, size)) return true;
    return false;
  }

  /** @param {Element} holder @param {string} size */
  #holds(holder, size) {
    let known = this.#known.get(holder);
    if (!known) {
      known = new Map();
      this.#known.set(holder, known);
    }
    let told = known.get(size);
    if (told === undefined) {
      const kin = [...selectAll(holder, size.split(" ")[0] ?? "*")].slice(0, KIN);
      const colours = kin
        .filter((each) => this.#sizeOf(each) === size)
        .map((each) => this.#of(each));
      const several = new Set(colours.map((color) => color && css(color))).size > 1;
      told = several && colours.some(isColourful);
      known.set(size, told);
    }
    return told;
  }

  /** @param {Element} element */
  #of(element) {
    return parseColor(this.#ctx.style(element).backgroundColor);
  }

  /** @param {Element} element @returns {string} its tag and size, where nothing but a colour is in it */
  #sizeOf(element) {
    const name = tag(element);
    if (!NAME.test(name) || NEVER.test(name)) return "";
    const color = this.#of(element);
    if (!color || color.a < 0.5 || this.#ctx.style(element).backgroundImage !== "none") return "";
    if (selectAll(element, "*").length > 0 || textContent(element).trim() !== "") return "";
    const { width, height } = rect(element);
    const [least, most] = [Math.min(width, height), Math.max(width, height)];
    return least >= LEAST && most <= MOST
      ? `${name} ${Math.round(width)}x${Math.round(height)}`
      : "";
  }
}
