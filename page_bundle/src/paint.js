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

export const COLOR = /\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([^()]*\)/g;

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
 * The colours of shadows in which letters can be read; null for one that is not known.
 * @param {string} shadow computed text-shadow
 * @param {number} size of the letters in px: a shadow that is spread as wide has no letters
 * @returns {(Color | null)[]}
 */
export function shadowColors(shadow, size) {
  if (shadow === "none") return [];
  const colors = shadow.match(COLOR) ?? [];
  const lengths = shadow.split(COLOR).slice(1);
  const isSharp = (/** @type {string | undefined} */ each) =>
    (Number.parseFloat(each?.trim().split(/\s+/)[2] ?? "0") || 0) < size / 2;
  return colors.filter((_, at) => isSharp(lengths[at])).map(parseColor);
}

/** Ways of mixing, for one channel from 0 to 1. @type {Record<string, (over: number, under: number) => number>} */
const MIXES = {
  multiply: (over, under) => over * under,
  screen: (over, under) => over + under - over * under,
  darken: Math.min,
  lighten: Math.max,
  "plus-lighter": (over, under) => Math.min(1, over + under),
  difference: (over, under) => Math.abs(over - under),
  exclusion: (over, under) => over + under - 2 * over * under,
  "color-dodge": (over, under) => (under === 0 ? 0 : Math.min(1, under / (1 - over || 1e-9))),
  "color-burn": (over, under) => (under === 1 ? 1 : 1 - Math.min(1, (1 - under) / (over || 1e-9))),
};

/**
 * A colour as it comes out on a ground.
 * @param {string} mode computed mix-blend-mode
 * @param {Color} over
 * @param {Color} under
 * @returns {Color}
 */
export function blended(mode, over, under) {
  const mix = MIXES[mode];
  if (!mix) return over;
  const channel = (/** @type {"r" | "g" | "b"} */ name) =>
    255 * mix(over[name] / 255, under[name] / 255);
  return { r: channel("r"), g: channel("g"), b: channel("b"), a: over.a };
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

/** @param {string} text a colour in words that style sheets know, of any space @returns {Color | null} as it is drawn */
export function drawn(text) {
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
  if (!inner) return text.match(COLOR) ? drawn(text) : null;
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
