// How the content of an iframe lies in the document around it: moved, drawn larger, turned, mirrored.
//
// Nobody tells that map as a whole. The middle of the frame's box is the middle of the bounding box,
// however it is turned; what is left, how it is turned, is the product of the transforms around it.
import { composedParent, layout, rect } from "./dom.js";

/** @typedef {import("./types.js").Box} Box */
/** @typedef {{x: number, y: number}} Point */

/**
 * An affine map from a frame's client px to those of the document around it.
 * @typedef {object} Plane
 * @property {number} a
 * @property {number} b
 * @property {number} c
 * @property {number} d
 * @property {number} x
 * @property {number} y
 * @property {boolean} turned whether the sides of a box do not stay upright, or it is mirrored
 */

/** How an element is turned by transforms, as far as it is. @typedef {Pick<Plane, "a" | "b" | "c" | "d">} Turn */

/**
 * The transforms of one element as one matrix, flattened unless it keeps its depth.
 * @param {CSSStyleDeclaration} style
 */
function matrixOf(style) {
  const { transform, rotate, scale } = style;
  if (transform === "none" && rotate === "none" && scale === "none") return null;
  const own = new DOMMatrix();
  if (rotate !== "none") own.multiplySelf(rotation(rotate));
  if (scale !== "none") {
    const [x = 1, y = x] = scale.split(/\s+/).map(Number.parseFloat);
    own.scaleSelf(x, y);
  }
  if (transform !== "none") own.multiplySelf(new DOMMatrix(transform));
  return own;
}

const AXES = /** @type {Record<string, [number, number, number]>} */ ({
  x: [1, 0, 0],
  y: [0, 1, 0],
  z: [0, 0, 1],
});

/** @param {string} rotate `30deg`, `x 30deg` or `1 1 0 30deg` */
function rotation(rotate) {
  const parts = rotate.split(/\s+/);
  const angle = Number.parseFloat(parts.pop() ?? "0");
  const [x, y, z] = AXES[parts[0] ?? "z"] ?? parts.map(Number.parseFloat);
  return new DOMMatrix().rotateAxisAngle(x ?? 0, y ?? 0, z ?? 0, angle);
}

/**
 * How an element is turned by its own transforms and those around it in its document.
 * @param {Element} element
 * @returns {Turn | null} null when its sides stay upright
 */
export function turnOf(element) {
  /** @type {DOMMatrix | null} */
  let whole = null;
  for (let at = /** @type {Element | null} */ (element); at; at = composedParent(at)) {
    const style = getComputedStyle(at);
    // a plain inline box is not transformed; an iframe is, though it is inline mostly
    const own = at !== element && style.display === "inline" ? null : matrixOf(style);
    if (whole && style.transformStyle !== "preserve-3d") whole = flat(whole);
    if (own) whole = whole ? own.multiply(whole) : own;
  }
  if (!whole || (upright(whole) && whole.a > 0 && whole.d > 0)) return null;
  return { a: whole.a, b: whole.b, c: whole.c, d: whole.d };
}

/** @param {DOMMatrix} matrix */
const flat = (matrix) => new DOMMatrix([matrix.a, matrix.b, matrix.c, matrix.d, 0, 0]);
/** @param {DOMMatrix} matrix */
const upright = (matrix) => Math.abs(matrix.b) < 1e-6 && Math.abs(matrix.c) < 1e-6;

/**
 * Where an iframe's content lies in its document's client px, as it is now.
 * @param {Element} element
 * @param {Turn | null} turn
 * @returns {Plane}
 */
export function planeOf(element, turn = turnOf(element)) {
  const outer = rect(element);
  const size = layout(element);
  const style = getComputedStyle(element);
  const left = size.clientLeft + (Number.parseFloat(style.paddingLeft) || 0);
  const top = size.clientTop + (Number.parseFloat(style.paddingTop) || 0);
  const { offsetWidth: width, offsetHeight: height } = size;
  if (!turn || !width || !height) {
    const a = width ? outer.width / width : 1;
    const d = height ? outer.height / height : 1;
    return { a, b: 0, c: 0, d, x: outer.x + left * a, y: outer.y + top * d, turned: false };
  }
  // a zoom around it is in no transform: it shows in the size alone
  const zoom = outer.width / (Math.abs(turn.a) * width + Math.abs(turn.c) * height) || 1;
  const plane = {
    a: turn.a * zoom,
    b: turn.b * zoom,
    c: turn.c * zoom,
    d: turn.d * zoom,
    x: 0,
    y: 0,
    turned: true,
  };
  const corner = outward(plane, { x: left - width / 2, y: top - height / 2 });
  plane.x = outer.x + outer.width / 2 + corner.x;
  plane.y = outer.y + outer.height / 2 + corner.y;
  return plane;
}

/** @param {Plane} plane @param {Point} point in the frame @returns {Point} around it */
export function outward(plane, { x, y }) {
  return { x: plane.x + plane.a * x + plane.c * y, y: plane.y + plane.b * x + plane.d * y };
}

/** @param {Plane} plane @param {Point} point around the frame @returns {Point} in it */
export function inward(plane, { x, y }) {
  const whole = plane.a * plane.d - plane.b * plane.c || 1;
  const right = x - plane.x;
  const down = y - plane.y;
  return {
    x: (plane.d * right - plane.c * down) / whole,
    y: (plane.a * down - plane.b * right) / whole,
  };
}

/** @param {Plane} plane @param {Box} box in the frame @returns {Box} the upright box around it, outside */
export function outBox(plane, { x, y, width, height }) {
  const corners = [
    { x, y },
    { x: x + width, y },
    { x, y: y + height },
    { x: x + width, y: y + height },
  ].map((corner) => outward(plane, corner));
  const left = Math.min(...corners.map((corner) => corner.x));
  const upper = Math.min(...corners.map((corner) => corner.y));
  return {
    x: left,
    y: upper,
    width: Math.max(...corners.map((corner) => corner.x)) - left,
    height: Math.max(...corners.map((corner) => corner.y)) - upper,
  };
}
