// Colours and clips, from the words of computed styles. Pure: no DOM, but for a canvas of one pixel
// where there is one, which knows every colour space.

/** Below this opacity nobody reads. */
export const FAINT = 0.05;

/**
 * Whether clip or clip-path leaves nothing.
 * @param {string} clip computed clip
 * @param {string} path computed clip-path
 */
export function isClippedAway(clip, path) {
  const old = /^rect\(([^)]*)\)$/.exec(clip)?.[1];
  if (old) {
    const [top = 0, right = 0, bottom = 0, left = 0] = old.split(/[\s,]+/).map(Number.parseFloat);
    if (right - left <= 1 || bottom - top <= 1) return true;
  }
  const inset = /^inset\(([^)]*)\)/.exec(path)?.[1];
  if (inset) {
    const parts = inset.split(" round ")[0]?.trim().split(/\s+/) ?? [];
    const [top, right = top, bottom = top, left = right] = parts;
    return isWhole(top, bottom) || isWhole(left, right);
  }
  const corners = /^polygon\(([^)]*)\)/.exec(path)?.[1]?.replace(/^(evenodd|nonzero),/, "");
  // all on one line, straight or upright
  if (corners && [0, 1].some((side) => new Set(sidesOf(corners, side)).size === 1)) return true;
  return /^(circle|ellipse)\(0(px|%)?[\s)]/.test(path);
}

/** @param {string} corners @param {number} side 0 for x, 1 for y */
const sidesOf = (corners, side) =>
  corners.split(",").map((corner) => corner.trim().split(/\s+/)[side] ?? "");

/**
 * What the opacity() of a filter leaves, 0 to 1.
 * @param {string} filter computed filter
 */
export function filterOpacity(filter) {
  if (filter === "none" || !filter.includes("opacity(")) return 1;
  let left = 1;
  for (const [, value = "1", percent] of filter.matchAll(/opacity\(([\d.e+-]+)(%)?\)/g))
    left *= Math.min(1, Number(value) / (percent ? 100 : 1));
  return left;
}

const COLOR = /\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([^()]*\)/g;

/**
 * Whether a mask lets nothing through: gradients of clear colours only.
 * @param {string} mask computed mask-image
 */
export function isMaskedAway(mask) {
  if (!mask || mask === "none" || mask.includes("url(")) return false;
  const colors = mask.match(COLOR) ?? [];
  return colors.length > 0 && colors.every((color) => (parseColor(color)?.a ?? 1) < FAINT);
}

/**
 * The colours of shadows; null for one that is not known.
 * @param {string} shadow computed text-shadow
 * @returns {(Color | null)[]}
 */
export function shadowColors(shadow) {
  return shadow === "none" ? [] : (shadow.match(COLOR) ?? []).map(parseColor);
}

/** @param {string | undefined} one @param {string | undefined} other in percent, together all of the box */
function isWhole(one, other) {
  if (!one?.endsWith("%") || !other?.endsWith("%")) return false;
  return Number.parseFloat(one) + Number.parseFloat(other) >= 99;
}

/** @typedef {{r: number, g: number, b: number, a: number}} Color channels 0–255, alpha 0–1 */

/**
 * A computed colour; null for spaces other than sRGB's rgb().
 * @param {string} text
 * @returns {Color | null}
 */
export function parseColor(text) {
  const known = colors.get(text);
  if (known !== undefined) return known;
  const parsed = readColor(text);
  if (colors.size > 500) colors.clear();
  colors.set(text, parsed);
  return parsed;
}

/** @type {Map<string, Color | null>} */
const colors = new Map();

/** @type {OffscreenCanvasRenderingContext2D | null | undefined} */
let canvas;

/** @param {string} text a colour of any space @returns {Color | null} as it is drawn */
function drawn(text) {
  if (!text.match(COLOR)) return null;
  if (canvas === undefined)
    canvas =
      typeof OffscreenCanvas === "undefined"
        ? null
        : new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  if (!canvas) return null;
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = text;
  canvas.fillRect(0, 0, 1, 1);
  const [r = 0, g = 0, b = 0, a = 0] = canvas.getImageData(0, 0, 1, 1).data;
  return { r, g, b, a: a / 255 };
}

/** @param {string} text @returns {Color | null} */
function readColor(text) {
  const inner = /^rgba?\(([^)]*)\)$/.exec(text)?.[1];
  if (!inner) return drawn(text);
  const [r = 0, g = 0, b = 0, a = 1] = inner.split(/[\s,/]+/).map(Number);
  return { r, g, b, a };
}

/** @param {Color} ink @param {Color} ground nobody can tell them apart */
export function isAlike(ink, ground) {
  const a = ink.a;
  const far = Math.max(
    Math.abs(ink.r - ground.r),
    Math.abs(ink.g - ground.g),
    Math.abs(ink.b - ground.b),
  );
  return far * a <= 10;
}
