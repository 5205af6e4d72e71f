// What a command is handed: the frames as they are now, and caches that live as long as the call.
import { Budget } from "./budget.js";
import { documentIn, frameLookup, walkFrames } from "./frames.js";
import { Names } from "./names.js";
import { Refs } from "./refs.js";
import { Sight } from "./visible.js";

/** Random id of this document: another one after each navigation. */
export const DOC = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
  byte.toString(16).padStart(2, "0"),
).join("");

export const refs = new Refs();

/**
 * A context of this moment. Make a new one after the page was changed or waited for.
 * @param {number} [limit] ms that may go into it
 * @param {Element | null} [within] the iframe that was entered
 * @returns {import("./types.js").Context}
 */
export function context(limit, within = null) {
  const budget = new Budget(limit);
  const { frames, outside, full } = walkFrames(budget);
  /** @type {Map<Element, CSSStyleDeclaration>} */
  const styles = new Map();
  /** @param {Element} element */
  const style = (element) => {
    budget.spend();
    let found = styles.get(element);
    if (!found) {
      found = getComputedStyle(element);
      styles.set(element, found);
    }
    return found;
  };
  const holders = new Map(frames.map((frame) => [frame.document, frame.element]));
  const sight = new Sight(style, (inner) => holders.get(inner) ?? null, budget);
  /** @type {import("./types.js").Context} */
  const whole = {
    frames,
    searched: frames,
    root: document,
    within: null,
    outside,
    full,
    budget,
    style,
    frameOf: frameLookup(frames),
    refs,
    used: new Set(),
    sight,
    names: new Names(style, sight),
  };
  return within ? (narrowed(whole, within) ?? whole) : whole;
}

/**
 * The context as it is inside one of its frames: what is not in it is not searched.
 * @param {import("./types.js").Context} ctx
 * @param {Element} within an iframe that may be read here
 * @returns {import("./types.js").Context | null} null when it is none any more
 */
export function narrowed(ctx, within) {
  const inner = documentIn(within);
  const frame = inner && ctx.frames.find((each) => each.document === inner);
  if (!frame) return null;
  /** @param {import("./types.js").Frame | null} at */
  const isIn = (at) => {
    for (; at; at = at.above) if (at === frame) return true;
    return false;
  };
  ctx.used.add(frame);
  return {
    ...ctx,
    within,
    root: frame.document,
    searched: ctx.frames.filter(isIn),
    outside: ctx.outside.filter((each) => isIn(each.frame)),
  };
}
