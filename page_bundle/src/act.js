// Plan a touch, and tell what came of it.
//
// plan: resolve → refuse what takes no touch → scroll in → lie still on two frames → hit test → point.
// outcome: what the listeners saw of it (listen.js). Python sends the touch between the two.

import { context } from "./context.js";
import { attribute, facts, isConnected, isHtml, tag } from "./dom.js";
import { Fault } from "./fault.js";
import { resolve } from "./find.js";
import { focusedElement, toTop } from "./frames.js";
import { hearsAll, listen, openWatch, passes, watchOf, within } from "./listen.js";
import {
  boxesOf,
  controlOf,
  counts,
  elementAt,
  inSight,
  labelled,
  labelsOf,
  pointsOf,
  scrollIn,
  visibleBox,
  whyDisabled,
} from "./point.js";
import { describe } from "./rows.js";

/** @typedef {import("./types.js").Context} Context */

/** ms in which a page must draw two frames with the element in one place. */
const STILL_LIMIT = 2000;
const OUTCOME_LIMIT = 20000;
const MOST_WORDS = 60;
/** Where to scroll the element on each try: a bar over one place is not over another. */
const PLACES = /** @type {const} */ (["center", "end", "start"]);

/**
 * @param {any} args a target, or `point` in visual-viewport px
 * @param {Context} ctx
 */
async function plan(args, ctx) {
  awake();
  listen();
  if (args.point) return planPoint(args.point, ctx);
  let { element } = resolve(args.target ?? {}, ctx);
  element = standIn(element, ctx);
  refuseDisabled(element, ctx);
  const point = await approach(element);
  const fresh = context();
  const control = controlOf(element);
  const subject = labelled(control) ?? control;
  const watch = openWatch((path) => {
    const first = /** @type {Element | undefined} */ (path[0]);
    return passes(path, element) || (first?.nodeType === 1 && counts(first, element));
  }, subject);
  return answer(point, describe(subject, fresh), watch);
}

/**
 * @param {{x: number, y: number}} point
 * @param {import("./types.js").Row | null} element
 * @param {import("./listen.js").Watch} watch
 */
function answer(point, element, watch) {
  const view = visibleBox();
  return {
    x: point.x - view.x,
    y: point.y - view.y,
    element,
    token: watch.token,
    url: location.href,
  };
}

/**
 * @param {{x: number, y: number}} at
 * @param {Context} ctx
 */
function planPoint(at, ctx) {
  const view = visibleBox();
  if (!(at.x >= 0 && at.y >= 0 && at.x < view.width && at.y < view.height)) {
    const size = `${Math.floor(view.width)} x ${Math.floor(view.height)}`;
    throw new Fault("TAP_MISSED", `${at.x},${at.y} is outside the visible part (${size})`);
  }
  const point = { x: at.x + view.x, y: at.y + view.y };
  const hit = elementAt(point.x, point.y);
  if (!hit) throw new Fault("TAP_MISSED", `nothing of the page is at ${at.x},${at.y}`);
  const control = controlOf(hit);
  const watch = openWatch((path) => passes(path, control), control);
  return answer(point, describe(control, ctx), watch);
}

/** Refuse before any animation frame is waited for: a hidden tab draws none. */
export function awake() {
  if (facts(document).visibility !== "visible") {
    throw new Fault("TAB_HIDDEN", "the tab is not in front, or the screen is off");
  }
}

/**
 * The label that stands for a field which is itself not drawn (a styled checkbox).
 * @param {Element} element
 * @param {Context} ctx
 */
function standIn(element, ctx) {
  const drawn = boxesOf(element).some((box) => box.width > 2 && box.height > 2);
  if (drawn && ctx.style(element).visibility === "visible") return element;
  const label = labelsOf(element).find(
    (each) => boxesOf(each).length > 0 && ctx.style(each).visibility === "visible",
  );
  if (label) return label;
  if (boxesOf(element).length > 0 && ctx.style(element).visibility === "visible") return element;
  throw new Fault("NOT_VISIBLE", `${words(element, ctx)} is on the page but not drawn`);
}

/**
 * @param {Element} element
 * @param {Context} ctx
 */
function refuseDisabled(element, ctx) {
  const why = whyDisabled(element);
  if (why) throw new Fault("DISABLED", `${words(element, ctx)} is ${why}`);
}

/**
 * Scroll until a point of the element is met by a touch.
 * @param {Element} element
 * @returns {Promise<{x: number, y: number}>}
 */
async function approach(element) {
  let met = /** @type {Element | null} */ (null);
  let seen = false;
  const start = context();
  if (!inSight(element, start)) scrollIn(element, "center", start);
  for (const place of [null, ...PLACES]) {
    if (place && !scrollIn(element, place, context())) continue;
    await still(element);
    const ctx = context();
    for (const point of pointsOf(element, ctx)) {
      const hit = elementAt(point.x, point.y);
      if (hit && counts(hit, element)) return point;
      met ??= hit;
      seen = true;
    }
  }
  const ctx = context();
  const name = words(element, ctx);
  if (!seen) throw new Fault("NOT_VISIBLE", `${name} cannot be scrolled into sight`);
  if (ctx.style(element).pointerEvents === "none") {
    throw new Fault("DISABLED", `${name} takes no touches (pointer-events: none)`);
  }
  if (!met) throw new Fault("TAP_MISSED", `nothing of the page is where ${name} lies`);
  throw new Fault("COVERED", `${name} is covered by ${words(met, ctx)}`);
}

/**
 * Wait until the element has the same box on two animation frames in a row.
 * @param {Element} element
 */
async function still(element) {
  const until = performance.now() + STILL_LIMIT;
  await frame(STILL_LIMIT);
  let before = boxNow(element);
  for (;;) {
    await frame(STILL_LIMIT);
    const now = boxNow(element);
    if (same(before, now)) return;
    before = now;
    if (performance.now() > until) {
      throw new Fault("MOVED", `${words(element, context())} does not lie still`);
    }
  }
}

/** @param {Element} element */
function boxNow(element) {
  if (!isConnected(element))
    throw new Fault("MOVED", "the element left the page while it was sought");
  const ctx = context();
  const list = boxesOf(element);
  const first = list[0];
  return first ? toTop(first, ctx.frameOf(element), ctx.frames) : null;
}

/**
 * @param {import("./types.js").Box | null} one
 * @param {import("./types.js").Box | null} other
 */
function same(one, other) {
  if (!one || !other) return one === other;
  return (
    one.x === other.x &&
    one.y === other.y &&
    one.width === other.width &&
    one.height === other.height
  );
}

/**
 * The next animation frame.
 * @param {number} limit ms
 */
export async function frame(limit) {
  const drawn = new Promise((done) => requestAnimationFrame(done));
  if (!(await within(drawn, limit))) {
    throw new Fault("TAB_HIDDEN", "the page draws nothing: the screen may be off");
  }
}

/**
 * @param {any} args `after`: wait until the page's own click handlers have run
 * @returns {Promise<unknown>}
 */
async function outcome({ token, timeout_ms = OUTCOME_LIMIT, after = false }) {
  const watch = watchOf(token);
  await within(after ? watch.settled.promise : watch.done.promise, timeout_ms);
  const ctx = context();
  const { seen, landed, hit, prevented, strayed } = watch;
  const focus = focusedElement(ctx);
  return {
    seen: { ...seen },
    landed,
    hit,
    strayed,
    deaf: !hearsAll(),
    prevented,
    focus: focus && describe(focus, ctx),
    element: after ? rowIfThere(watch.subject, ctx) : null,
    href: location.href,
    closing: window.closed, // true from window.close() on, before the tab is gone
  };
}

/**
 * @param {Element | null} element
 * @param {Context} ctx
 */
export function rowIfThere(element, ctx) {
  return element && isConnected(element) ? describe(element, ctx) : null;
}

/**
 * An element in words, for a message: `button "Sign in"`, or `<div#banner> "We use cookies…"`.
 * @param {Element} element
 * @param {Context} ctx
 */
export function words(element, ctx) {
  const holder = /^(html|body)$/.test(tag(element)) ? ctx.frameOf(element).element : null;
  if (holder) return words(holder, ctx);
  const { role, name } = describe(element, ctx);
  if (name && role !== "generic") return `${role} "${cut(name)}"`;
  const id = isHtml(element) ? (attribute(element, "id") ?? "") : "";
  // what a page may write whole sentences in is told as its words, or not at all
  const plain = `<${tag(element).slice(0, MOST_WORDS)}${/^[\w-]{1,40}$/.test(id) ? `#${id}` : ""}>`;
  return name ? `${plain} "${cut(name)}"` : plain;
}

/** @param {string} text */
const cut = (text) => (text.length > MOST_WORDS ? `${text.slice(0, MOST_WORDS)}…` : text);

export const commands = { plan, outcome };
