// A drag: where it begins and ends, and what came of it.
//
// drag_plan: plan at the element, spot at what it goes to; both must be on the screen together. dragged: how the
// element lies now, against how it lay when the finger came down. Python moves the finger between the two.

import { frame, rowIfThere, words } from "./act.js";
import { context } from "./context.js";
import {
  attribute,
  composedChildren,
  composedParent,
  isConnected,
  isElement,
  layout,
} from "./dom.js";
import { Fault } from "./fault.js";
import { boxOf } from "./frames.js";
import { hearsAll, Signal, watchOf, within } from "./listen.js";
import { controlOf, elementAt, holders, visibleBox } from "./point.js";
import { describe } from "./rows.js";

/** ms in which the end of the touch must be seen, and in which the page must come to rest. */
const LIFT_LIMIT = 1500;
const REST_LIMIT = 1500;
const FRAME_LIMIT = 250;
/** Frames without movement that count as rest. */
const STILL_FRAMES = 4;
const LIFTED = new Set(["touchend", "touchcancel", "pointerup", "dragend"]);

/**
 * @typedef {object} Lie how an element lies
 * @property {number} x of its box, less what was scrolled
 * @property {number} y
 * @property {number} left sum of what the boxes around it are scrolled by
 * @property {number} top
 * @property {Element | null} parent
 * @property {number} place among the elements beside it
 * @property {number} count
 */
/**
 * @typedef {object} Grip
 * @property {Element} element
 * @property {import("./types.js").Row} row
 * @property {Lie | null} before
 * @property {Element | null} within what held it
 * @property {Signal} lifted
 * @property {import("./types.js").Row | null} dropped what took the drop
 */
/** @type {WeakMap<object, Grip>} */
const grips = new WeakMap();

/**
 * Remember how an element lies that will be dragged.
 * @param {import("./listen.js").Watch} watch
 * @param {Element} element
 */
export function grip(watch, element) {
  const ctx = context();
  /** @type {Grip} */
  const task = {
    element,
    row: describe(element, ctx),
    before: lie(element),
    within: composedParent(element),
    lifted: new Signal(),
    dropped: null,
  };
  grips.set(watch, task);
  watch.onevent = (event) => {
    if (LIFTED.has(event.type)) task.lifted.resolve();
    if (event.type !== "drop") return;
    const [first] = /** @type {Element[]} */ (event.composedPath());
    try {
      task.dropped = first && isElement(first) ? describe(controlOf(first), context()) : null;
    } catch {
      // in a frame that has just gone
    }
  };
}

/**
 * @param {Element} element
 * @returns {Lie | null} null when it has left the page
 */
function lie(element) {
  if (!isConnected(element)) return null;
  const ctx = context();
  let left = 0;
  let top = 0;
  for (const each of holders(element)) {
    if (each === element) continue;
    const { scrollLeft, scrollTop } = layout(each);
    left += scrollLeft;
    top += scrollTop;
  }
  const box = boxOf(element, ctx);
  const parent = composedParent(element);
  const beside = parent ? composedChildren(parent).filter(isElement) : [];
  return {
    x: box.x + left,
    y: box.y + top,
    left,
    top,
    parent,
    place: beside.indexOf(element),
    count: beside.length,
  };
}

/**
 * @param {any} args `from` and `to`: a `target` each, or a `point` in visual-viewport px
 * @param {import("./types.js").Inner} ask
 */
export async function dragPlan({ from, to }, ask) {
  const start = await ask("plan", { ...from, grip: true });
  if (to.point) return { ...start, to: pointed(to.point) };
  const end = await ask("spot", { target: to.target, scroll: from.point ? null : "nearest" });
  // to bring in the one may have moved the other
  const again = from.point ? start : await ask("spot", { target: from.target }).catch(apart);
  return { ...start, x: again.x, y: again.y, to: end };
}

/** @param {unknown} error @returns {never} */
function apart(error) {
  if (error instanceof Fault && /^(NOT_VISIBLE|TAP_MISSED)$/.test(error.code)) {
    throw new Fault("NOT_VISIBLE", `both ends do not fit on the screen together: ${error.message}`);
  }
  throw error;
}

/** @param {{x: number, y: number}} at */
function pointed({ x, y }) {
  const view = visibleBox();
  const hit = elementAt(x + view.x, y + view.y);
  if (!(x >= 0 && y >= 0 && x < view.width && y < view.height) || !hit) {
    const size = `${Math.floor(view.width)} x ${Math.floor(view.height)}`;
    throw new Fault("TAP_MISSED", `${x},${y} is outside the visible part (${size})`);
  }
  return { x, y, element: describe(controlOf(hit), context()) };
}

/** @param {any} args */
async function dragged({ token, timeout_ms = LIFT_LIMIT }) {
  const watch = watchOf(token);
  const task = grips.get(watch);
  if (!task) throw new Fault("MOVED", "the page changed under the drag");
  await within(task.lifted.promise, timeout_ms);
  await rest(task.element);
  const ctx = context();
  const after = lie(task.element);
  const { before } = task;
  const holder = after?.parent ?? null;
  return {
    seen: { ...watch.seen },
    landed: watch.landed,
    hit: watch.hit,
    deaf: !hearsAll(),
    was: task.row,
    element: rowIfThere(task.element, ctx),
    moved: before && after ? [after.x - before.x, after.y - before.y].map(Math.round) : null,
    scrolled:
      before && after ? [after.left - before.left, after.top - before.top].map(Math.round) : null,
    place:
      after && before && (after.place !== before.place || holder !== task.within)
        ? {
            now: after.place + 1,
            of: after.count,
            inside: holder && holder !== task.within ? words(holder, ctx) : null,
          }
        : null,
    draggable: isDraggable(task.element),
    dropped: task.dropped,
    href: location.href,
  };
}

/**
 * Wait until an element lies still: what a page animates home, and what still scrolls.
 * @param {Element} element
 */
async function rest(element) {
  const until = performance.now() + REST_LIMIT;
  let last = "";
  for (let still = 0; still < STILL_FRAMES && performance.now() < until; still++) {
    await frame(FRAME_LIMIT).catch(() => {}); // a busy page draws late
    const at = lie(element);
    const now = at ? `${at.x},${at.y},${at.left},${at.top},${at.place}` : "gone";
    if (now !== last) still = 0;
    last = now;
  }
}

/** @param {Element} element */
function isDraggable(element) {
  for (let at = /** @type {Element | null} */ (element); at; at = composedParent(at))
    if (attribute(at, "draggable") === "true") return true;
  return false;
}

export const commands = { dragged };
