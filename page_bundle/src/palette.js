// What becomes of a page's colours when it is to be dark, or light, or of other colours. Pure: no DOM but to read words.
import { anyColour, COLOURFUL, css, DARK, faded, fromLch, luminance, toLch } from "./colour.js";
import { Fault } from "./fault.js";

/** @typedef {import("./paint.js").Color} Color */

/** OKLCH lightness of the ground of a page that was made dark or light, when none is asked for. */
const GROUND = { dark: 0.2, light: 0.985 };
/** How far lightnesses lie apart on the other side, as a share of how far they lay apart before. */
const SPREAD = 0.45;
/** Lightness beyond which a ground is on the wrong side; colourful ones may come nearer to the middle. */
const WRONG = { dark: 0.6, light: 0.5 };
const WRONG_COLOURFUL = { dark: 0.75, light: 0.25 };
const COLOURFUL_GROUND = { dark: 0.45, light: 0.85 };

/**
 * @typedef {object} Wish
 * @property {"keep" | "dark" | "light"} mode
 * @property {Color | null} background
 * @property {Color | null} text
 * @property {Color | null} accent
 * @property {number | null} luminance of the page's ground, 0–1
 * @property {number} saturation
 * @property {number | null} contrast
 * @property {Record<string, string>} tokens
 * @property {number} transition ms
 */

/** @param {Record<string, any>} args @returns {Wish} */
export function wishOf(args) {
  /** @param {string} name */
  const colour = (name) => {
    if (args[name] === undefined || args[name] === null) return null;
    const color = anyColour(String(args[name]));
    if (!color || color.a < 1)
      throw new Fault("BAD_ARGUMENTS", `${name} is no opaque colour that style sheets know`);
    return color;
  };
  const tokens = args.tokens ?? {};
  const ground = colour("background");
  const light = ground ? luminance(ground) : (args.target_luminance ?? null);
  if (light !== null && args.mode !== "keep" && light < DARK !== (args.mode === "dark"))
    throw new Fault("BAD_ARGUMENTS", `the ground asked for is not ${args.mode}`);
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return {
    mode: args.mode,
    ...{ background: ground, text: colour("text"), accent: colour("accent") },
    luminance: args.target_luminance ?? null,
    saturation: args.saturation ?? 1,
    contrast: args.contrast ?? null,
    tokens,
    transition: calm ? 0 : (args.transition_ms ?? 200),
  };
}

/** How colours of one document change. */
export class Change {
  /** @type {"dark" | "light" | null} */
  #to;
  #wish;
  /** Lightness of its ground. */
  #target;
  #base;

  /** @param {Wish} wish @param {Color} base the ground of the page as it was */
  constructor(wish, base) {
    this.#wish = wish;
    this.#base = base;
    const light = wish.background ? luminance(wish.background) : wish.luminance;
    if (wish.mode !== "keep") this.#to = wish.mode;
    else if (light === null || light < DARK === luminance(base) < DARK) this.#to = null;
    else this.#to = light < DARK ? "dark" : "light";
    this.#target = this.#to ? GROUND[this.#to] : toLch(base).l;
    if (wish.background) this.#target = toLch(wish.background).l;
    else if (wish.luminance !== null) this.#target = Math.cbrt(wish.luminance);
  }

  /** Which side the page's colours go to; null: they stay on theirs. */
  get to() {
    return this.#to;
  }

  /** Whether letters that stand out too little are given another colour: with a few tokens, only those are set. */
  get cares() {
    const { mode, contrast, background, text, luminance: asked } = this.#wish;
    return mode !== "keep" || contrast !== null || asked !== null || Boolean(background ?? text);
  }

  /** @param {Color} ink @returns {Color} as it is on the other side: what was nearly black is nearly white */
  turned(ink) {
    const own = toLch(ink);
    if (this.#to === null) return ink;
    return fromLch({ ...own, l: this.#to === "dark" ? 1 - own.l * 0.35 : (1 - own.l) * 0.5 + 0.1 });
  }

  /** The ground of the page as it shall be. */
  get ground() {
    const { background, luminance: asked } = this.#wish;
    if (background) return background;
    const own = toLch(this.#base);
    const sits = this.#to ? !this.#isWrong(own) : true;
    const stays = asked === null && sits;
    if (stays && this.#wish.saturation === 1) return this.#base;
    return fromLch({ ...own, l: stays ? own.l : this.#target, c: this.#saturated(own.c) });
  }

  /** @param {number} chroma */
  #saturated(chroma) {
    return chroma * this.#wish.saturation;
  }

  /** @param {import("./colour.js").Lch} lch */
  #isWrong({ l, c }) {
    if (!this.#to) return false;
    const limit = (c >= COLOURFUL ? WRONG_COLOURFUL : WRONG)[this.#to];
    return this.#to === "dark" ? l > limit : l < limit;
  }

  /** @param {Color} color of a ground or line @param {boolean} acts it is that of something to be used @returns {Color} */
  back(color, acts) {
    if (color.a === 0) return color;
    const own = toLch(color);
    if (acts && own.c >= COLOURFUL && this.#wish.accent) return faded(this.#wish.accent, color.a);
    if (css({ ...color, a: 1 }) === css(this.#base)) return faded(this.ground, color.a);
    let { l } = own;
    if (this.#isWrong(own)) {
      if (own.c >= COLOURFUL) l = COLOURFUL_GROUND[this.#to === "dark" ? "dark" : "light"];
      else {
        const away = Math.abs(toLch(this.#base).l - l) * SPREAD;
        // what stood out from the ground still does: lighter on dark, darker on light
        l = this.#to === "dark" ? this.#target + away : this.#target - away;
      }
    }
    if (l === own.l && this.#wish.saturation === 1) return color;
    return { ...fromLch({ ...own, l, c: this.#saturated(own.c) }), a: color.a };
  }

  /** @param {Color} ink @param {boolean} isLink @returns {Color} what it would be, whatever is behind it */
  ink(ink, isLink) {
    const own = toLch(ink);
    const { accent, text, saturation } = this.#wish;
    if (accent && isLink && own.c >= COLOURFUL) return accent;
    if (text && own.c < COLOURFUL) return text;
    if (saturation === 1) return ink;
    return { ...fromLch({ ...own, c: this.#saturated(own.c) }), a: ink.a };
  }
}
