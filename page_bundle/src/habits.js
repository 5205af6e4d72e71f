// What changes on a page by itself, again and again: a clock, a ticker.
import { parentNode } from "./dom.js";

/** ms by which a change may be late. */
const SLACK = 200;

/** When an element's text changed by itself: since when, at last, and how long after the time before. @type {WeakMap<Node, {first: number, last: number, gap: number}>} */
const habits = new WeakMap();

/** What has a habit of changing. @param {MutationRecord[]} records */
export function learn(records) {
  const now = performance.now();
  for (const target of new Set(records.filter(writes).map((each) => cause(each)))) {
    const before = habits.get(target);
    const first = before && (before.gap === 0 || isHabit(target)) ? before.first : now;
    habits.set(target, { first, last: now, gap: before ? now - before.last : 0 });
  }
}

/** Whether text may have come by it. @param {MutationRecord} record */
const writes = (record) =>
  record.type === "characterData" || (record.type === "childList" && record.addedNodes.length > 0);

/** @param {MutationRecord} record @returns {Node} the element whose text it changed */
export const cause = ({ type, target }) =>
  type === "characterData" ? (parentNode(target) ?? target) : target;

/**
 * Whether the next change of an element was due anyway.
 * @param {Node} node
 * @param {number} [age] ms for which it must have gone on
 */
export function isHabit(node, age = 0) {
  const habit = habits.get(node);
  const now = performance.now();
  return Boolean(
    habit && habit.gap > 0 && now - habit.last <= 3 * habit.gap + SLACK && now - habit.first >= age,
  );
}
