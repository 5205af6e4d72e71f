// What filters, gradients and turns do to what is seen, from computed styles. Pure: no DOM.
import { isAlike, parseColor } from "./paint.js";

const COLOR = /\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([^()]*\)/g;

/**
 * Whether a box with such a style holds what is fixed in it: it does not stay with the window.
 * @param {CSSStyleDeclaration} style
 */
export const holdsFixed = (style) =>
  [
    style.transform,
    style.translate,
    style.rotate,
    style.scale,
    style.perspective,
    style.filter,
  ].some((each) => each && each !== "none") ||
  (style.backdropFilter || "none") !== "none" ||
  /paint|layout|strict|content/.test(style.contain) ||
  /transform|filter|perspective/.test(style.willChange);

/**
 * Whether filters leave nothing that can be read: blurred over, or one even colour.
 * @param {string} filter computed filter
 * @param {string} size computed font-size
 */
export function isBlurredAway(filter, size) {
  if (filter === "none") return false;
  for (const [, name = "", value = "0"] of filter.matchAll(/(\w+)\(([\d.e+-]+)/g)) {
    const amount = Number(value);
    if (name === "blur" && amount >= 0.4 * Number.parseFloat(size)) return true;
    if (name === "contrast" && amount < 0.05) return true;
    if (name === "brightness" && (amount < 0.02 || amount > 50)) return true;
  }
  return false;
}

/**
 * The one colour of gradients that have no other; null where there is more to see.
 * @param {string} image computed background-image
 */
export function plainGradient(image) {
  if (image.includes("url(") || !image.includes("gradient(")) return null;
  const colors = (image.match(COLOR) ?? []).map(parseColor);
  const [first] = colors;
  if (!first || first.a <= 0.95) return null;
  return colors.every((each) => each && each.a > 0.95 && isAlike(each, first)) ? first : null;
}

/**
 * How an element is moved and turned by its own style.
 * @param {CSSStyleDeclaration} style
 */
export function turnOf(style) {
  const own = style.transform === "none" ? new DOMMatrix() : new DOMMatrix(style.transform);
  const [x = 0, y = 0, z = 1, angle] = axisOf(style.rotate);
  return angle === undefined ? own : new DOMMatrix().rotateAxisAngle(x, y, z, angle).multiply(own);
}

/** @param {string} rotate computed rotate, such as `y 180deg` @returns {number[]} axis and degrees, or nothing */
function axisOf(rotate) {
  const parts = /^(?:(x|y|z)|(-?[\d.]+) (-?[\d.]+) (-?[\d.]+))? ?(-?[\d.]+)deg$/.exec(rotate ?? "");
  if (!parts) return [];
  const [, name, x = "0", y = "0", z = "1", angle = "0"] = parts;
  const axis = name ? [name === "x", name === "y", name === "z"] : [x, y, z];
  return [...axis.map(Number), Number(angle)];
}

/**
 * Whether letters are shown as dots.
 * @param {CSSStyleDeclaration} style
 */
export const isDotted = (style) =>
  !["", "none"].includes(style.getPropertyValue("-webkit-text-security"));
