// What a command is handed: the frames as they are now, and caches that live as long as the call.
import { Budget } from "./budget.js";
import { frameLookup, walkFrames } from "./frames.js";
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
 * @returns {import("./types.js").Context}
 */
export function context(limit) {
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
  return {
    frames,
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
}
