// Colours as numbers: how far apart two are as WCAG counts it, one over another, lighter and darker. Pure: no DOM.
import { drawn } from "./paint.js";

/** @typedef {import("./paint.js").Color} Color */
/** @typedef {{l: number, c: number, h: number}} Lch of OKLCH: lightness 0–1, chroma, hue in radians */

/** @type {Color} */
export const CLEAR = { r: 0, g: 0, b: 0, a: 0 };
/** @type {Color} */
export const WHITE = { r: 255, g: 255, b: 255, a: 1 };
/** @type {Color} */
export const BLACK = { r: 0, g: 0, b: 0, a: 1 };

/** OKLCH chroma from which a colour is more than a grey. */
export const COLOURFUL = 0.06;
/** Relative luminance under which a ground is dark: white letters stand out from it more than black ones. */
export const DARK = 0.18;

/** Halvings of a search: finer than a step of eight bits. */
const STEPS = 14;

/** @param {number} channel 0–255 @returns {number} its light, 0–1 */
function linear(channel) {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** @param {number} light 0–1 @returns {number} 0–255 */
function encoded(light) {
  const share = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
  return share * 255;
}

/**
 * Relative luminance as WCAG 2.2 has it.
 * @param {Color} color alpha does not count
 */
export const luminance = ({ r, g, b }) =>
  0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);

/**
 * Contrast ratio as WCAG 2.2 has it, 1 to 21.
 * @param {Color} one
 * @param {Color} other
 */
export function ratio(one, other) {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/**
 * What is seen where one colour is painted over another.
 * @param {Color} top
 * @param {Color} under
 * @returns {Color}
 */
export function over(top, under) {
  const a = top.a + under.a * (1 - top.a);
  if (a === 0) return CLEAR;
  /** @param {"r" | "g" | "b"} key */
  const mixed = (key) => (top[key] * top.a + under[key] * under.a * (1 - top.a)) / a;
  return { r: mixed("r"), g: mixed("g"), b: mixed("b"), a };
}

/** @param {Color} color @param {number} share */
export const faded = (color, share) => ({ ...color, a: color.a * share });

/** @param {Color} color @returns {Color} as eight bits hold it */
export function rounded({ r, g, b, a }) {
  return { r: byte(r), g: byte(g), b: byte(b), a };
}

/** @param {number} channel */
const byte = (channel) => Math.min(255, Math.max(0, Math.round(channel)));

/** @param {Color} color @returns {string} #rrggbb, with its alpha behind it where it lets something through */
export function hex(color) {
  const { r, g, b, a } = rounded(color);
  const parts = a < 1 ? [r, g, b, byte(a * 255)] : [r, g, b];
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** @param {Color} color @returns {string} as style sheets have it */
export function css(color) {
  const { r, g, b, a } = rounded(color);
  return a < 1 ? `rgba(${r}, ${g}, ${b}, ${Math.round(a * 1000) / 1000})` : `rgb(${r}, ${g}, ${b})`;
}

/** @param {Color} color @returns {Lch} */
export function toLch(color) {
  const [r, g, b] = [linear(color.r), linear(color.g), linear(color.b)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const one = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const other = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(one, other),
    h: Math.atan2(other, one),
  };
}

/** @param {Lch} lch @returns {[number, number, number]} 0–255, outside of that where no screen shows it */
function channels({ l, c, h }) {
  const [one, other] = [c * Math.cos(h), c * Math.sin(h)];
  const long = (l + 0.3963377774 * one + 0.2158037573 * other) ** 3;
  const middle = (l - 0.1055613458 * one - 0.0638541728 * other) ** 3;
  const short = (l - 0.0894841775 * one - 1.291485548 * other) ** 3;
  return [
    encoded(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short),
    encoded(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short),
    encoded(-0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short),
  ];
}

/** @param {Lch} lch @returns {Color} as near to it as a screen gets: paler where it must be */
export function fromLch({ l, c, h }) {
  if (l >= 1) return WHITE;
  if (l <= 0) return BLACK;
  const fits = (/** @type {number} */ chroma) =>
    channels({ l, c: chroma, h }).every((each) => each >= -0.5 && each <= 255.5);
  let chroma = c;
  if (!fits(c)) {
    let low = 0;
    for (let step = 0, high = c; step < STEPS; step++) {
      const middle = (low + high) / 2;
      if (fits(middle)) low = middle;
      else high = middle;
    }
    chroma = low;
  }
  const [r, g, b] = channels({ l, c: chroma, h });
  return rounded({ r, g, b, a: 1 });
}

/**
 * The colour of the same hue nearest to an ink that stands out enough from a ground.
 * @param {Color} ink
 * @param {Color} ground
 * @param {number} needed
 * @returns {Color | null} null when no lightness does
 */
export function nearest(ink, ground, needed) {
  const own = toLch(ink);
  const behind = toLch(ground).l;
  /** @param {number} l */
  const at = (l) => fromLch({ ...own, l });
  /** @type {{color: Color, far: number} | null} */
  let best = null;
  for (const end of [0, 1]) {
    if (ratio(at(end), ground) < needed) continue;
    let passes = end;
    let fails = end === 1 ? Math.max(own.l, behind) : Math.min(own.l, behind);
    for (let step = 0; step < STEPS; step++) {
      const middle = (passes + fails) / 2;
      if (ratio(at(middle), ground) >= needed) passes = middle;
      else fails = middle;
    }
    const far = Math.abs(passes - own.l);
    if (!best || far < best.far) best = { color: at(passes), far };
  }
  return best?.color ?? null;
}

/**
 * A colour in a page's or caller's own words; null for what is none, or depends on where it stands.
 * @param {string} text
 */
export function anyColour(text) {
  const words = text.trim();
  if (/^(inherit|initial|unset|revert|revert-layer|currentcolor)$|var\(|currentcolor/i.test(words))
    return null;
  if (!CSS.supports("color", words)) return null;
  return drawn(words);
}
