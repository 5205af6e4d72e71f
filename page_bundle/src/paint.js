// Colours and clips, from the words of computed styles. Pure: no DOM.

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
  return /^(circle|ellipse)\(0(px|%)?[\s)]/.test(path);
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

/** @param {string} text @returns {Color | null} */
function readColor(text) {
  const inner = /^rgba?\(([^)]*)\)$/.exec(text)?.[1];
  if (!inner) return null;
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
