// Plan a touch, and tell what came of it.
//
// plan: resolve → refuse what takes no touch → scroll in → lie still on two frames → hit test → point.
// outcome: what the listeners saw of it (listen.js). Python sends the touch between the two.

import { context } from "./context.js";
import { attribute, documentOf, facts, isConnected, isHtml, rect, tag } from "./dom.js";
import { grip } from "./drag.js";
import { Fault } from "./fault.js";
import { resolve } from "./find.js";
import { focusedElement, isHomeAbroad, toTop } from "./frames.js";
import { changesOf, hearsAll, listen, openWatch, passes, watchOf, within } from "./listen.js";
import {
  boxesOf,
  controlOf,
  counts,
  elementAt,
  gridOf,
  holders,
  inSight,
  labelled,
  labelsOf,
  pointsOf,
  scrollIn,
  visibleBox,
  whyDisabled,
} from "./point.js";
import { describe } from "./rows.js";
import { underKeyboard } from "./softkeys.js";
import { isCovered, noteFocus } from "./windowfocus.js";

/** @typedef {import("./types.js").Context} Context */

/** ms in which a page must draw two frames with the element in one place. */
const STILL_LIMIT = 2000;
/** ms in which an element that moves must stay about its place. */
const BEAT = 600;
const OUTCOME_LIMIT = 20000;
const animations = Document.prototype.getAnimations;
/** What moves an element when it is animated. */
const MOVING =
  /^(transform|translate|scale|rotate|offset|zoom|margin|padding|inset|top|right|bottom|left|m(in|ax)|width|height|font)/i;
const MOST_WORDS = 60;
/** Where to scroll the element on each try: a bar over one place is not over another. */
const PLACES = /** @type {const} */ (["center", "end", "start"]);

/**
 * @param {any} args a target, or `point` in visual-viewport px; `taps` that will come; `grip`: it will be
 *   dragged; `pinch`: two fingers will come
 * @param {Context} ctx
 */
async function plan(args, ctx) {
  awake();
  noteFocus();
  listen();
  if (args.point) return planPoint(args, ctx);
  const { element, point } = await seek(args.target ?? {}, ctx);
  const fresh = context();
  const control = controlOf(element);
  const subject = labelled(control) ?? control;
  const watch = openWatch((path) => {
    const first = /** @type {Element | undefined} */ (path[0]);
    return passes(path, element) || (first?.nodeType === 1 && counts(first, element));
  }, subject);
  return answer(point, describe(subject, fresh), watch, element, args);
}

/**
 * An element that takes a touch, and where. One that is named by what it shows is sought again when the
 * page draws it anew meanwhile; a ref names the one that is gone.
 * @param {import("./find.js").Target} target
 * @param {Context} ctx
 */
async function seek(target, ctx) {
  const until = performance.now() + STILL_LIMIT;
  let again = false;
  for (let at = ctx; ; at = context(undefined, ctx.within)) {
    let element = /** @type {Element | null} */ (null);
    try {
      element = standIn(resolve(target, at).element, at);
      refuseDisabled(element, at);
      return { element, point: await approach(element) };
    } catch (error) {
      const gone = element ? !isConnected(element) : again;
      if (!gone || target.ref || performance.now() > until) throw error;
      again = true;
    }
    await frame(STILL_LIMIT);
  }
}

/**
 * Where to touch the element that a drag shall end on; `scroll`: a place to bring it to first, or none.
 * @param {any} args
 * @param {Context} ctx
 */
async function spot(args, ctx) {
  awake();
  const element = standIn(resolve(args.target ?? {}, ctx).element, ctx);
  const point = await approach(element, args.scroll ? [args.scroll, "end", "start"] : []);
  const view = visibleBox();
  return { x: point.x - view.x, y: point.y - view.y, element: describe(element, context()) };
}

/**
 * @param {{x: number, y: number}} point
 * @param {import("./types.js").Row | null} element
 * @param {import("./listen.js").Watch} watch
 * @param {Element} under what is to be touched
 * @param {any} args
 */
function answer(point, element, watch, under, args) {
  const view = visibleBox();
  watch.taps = args.taps ?? 1;
  if (args.grip) grip(watch, under);
  return {
    ...(args.pinch ? room(point, under) : {}),
    x: point.x - view.x,
    y: point.y - view.y,
    element,
    token: watch.token,
    url: location.href,
    ...(isHomeAbroad() ? { home: true } : {}),
  };
}

/**
 * Whether the browser zooms by two fingers here, and how far they have room to each side.
 * @param {{x: number, y: number}} point
 * @param {Element} under
 */
function room(point, under) {
  const ctx = context();
  const [box] = boxesOf(under);
  const own = box && toTop(box, ctx.frameOf(under), ctx.frames);
  const view = visibleBox();
  const left = Math.max(view.x, own?.x ?? view.x);
  const top = Math.max(view.y, own?.y ?? view.y);
  const right = Math.min(view.x + view.width, own ? own.x + own.width : Infinity);
  const bottom = Math.min(view.y + view.height, own ? own.y + own.height : Infinity);
  return {
    across: Math.max(0, Math.min(point.x - left, right - point.x)),
    along: Math.max(0, Math.min(point.y - top, bottom - point.y)),
    zooms: [...holders(under)].every((each) =>
      /auto|manipulation|pinch-zoom/.test(ctx.style(each).touchAction),
    ),
  };
}

/**
 * @param {any} args
 * @param {Context} ctx
 */
function planPoint(args, ctx) {
  /** @type {{x: number, y: number}} */
  const at = args.point;
  const view = visibleBox();
  if (!(at.x >= 0 && at.y >= 0 && at.x < view.width && at.y < view.height)) {
    const size = `${Math.floor(view.width)} x ${Math.floor(view.height)}`;
    const why = underKeyboard(view.y + at.y) ? "; the soft keyboard is there" : "";
    throw new Fault("TAP_MISSED", `${at.x},${at.y} is outside the visible part (${size})${why}`);
  }
  const point = { x: at.x + view.x, y: at.y + view.y };
  const hit = elementAt(point.x, point.y);
  if (!hit) throw new Fault("TAP_MISSED", `nothing of the page is at ${at.x},${at.y}`);
  const control = controlOf(hit);
  const watch = openWatch((path) => passes(path, control), control);
  return answer(point, describe(control, ctx), watch, hit, args);
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
 * @param {readonly ScrollLogicalPosition[]} [places] where to scroll it, one after the other
 * @returns {Promise<{x: number, y: number}>}
 */
async function approach(element, places = PLACES) {
  let met = /** @type {Element | null} */ (null);
  let seen = false;
  const start = context();
  const [first] = places;
  if (first && !inSight(element, start)) scrollIn(element, first, start);
  for (const place of [null, ...places]) {
    if (place && !scrollIn(element, place, context())) continue;
    await still(element);
    const ctx = context();
    for (const point of pointsOf(element, ctx)) {
      const hit = elementAt(point.x, point.y);
      if (hit && counts(hit, element)) return point;
      met ??= hit;
      seen = true;
    }
    for (const point of seen ? gridOf(element, ctx) : []) {
      const hit = elementAt(point.x, point.y);
      if (hit && counts(hit, element)) return point;
    }
  }
  const ctx = context();
  const name = words(element, ctx);
  if (!seen) {
    const box = toTop(rect(element), ctx.frameOf(element), ctx.frames);
    if (underKeyboard(box.y + box.height / 2)) {
      throw new Fault("COVERED", `${name} is covered by the soft keyboard and cannot be scrolled`);
    }
    throw new Fault("NOT_VISIBLE", `${name} cannot be scrolled into sight`);
  }
  if (ctx.style(element).pointerEvents === "none") {
    throw new Fault("DISABLED", `${name} takes no touches (pointer-events: none)`);
  }
  if (!met) throw new Fault("TAP_MISSED", `nothing of the page is where ${name} lies`);
  throw new Fault("COVERED", `${name} is covered by ${words(met, ctx)}`);
}

/**
 * Wait until the element has the same box on two animation frames in a row, and no animation that ends soon moves it
 * on; or has long stayed about one centre: what beats like a heart is hit there.
 * @param {Element} element
 */
async function still(element) {
  const began = performance.now();
  await frame(STILL_LIMIT);
  const first = boxNow(element);
  let before = first;
  let stays = true;
  let times = 0;
  for (;;) {
    await frame(STILL_LIMIT);
    const now = boxNow(element);
    stays &&= isAbout(first, now);
    const passed = performance.now() - began;
    times = same(before, now) ? times + 1 : 0;
    if ((times && rests(element, times)) || (stays && passed > BEAT)) return;
    before = now;
    if (passed > STILL_LIMIT) {
      throw new Fault("MOVED", `${words(element, context())} does not lie still`);
    }
  }
}

/**
 * Whether an element that lay still so many times will: one that turns round lies as before for two frames, and one
 * that moves in steps for many.
 * @param {Element} element
 * @param {number} times
 */
function rests(element, times) {
  const around = new Set(holders(element));
  /** @type {Animation[]} */
  const all = animations.call(documentOf(element));
  return all.every(({ effect, playState, currentTime }) => {
    const { target } = /** @type {KeyframeEffect} */ (effect) ?? {};
    if (playState !== "running" || !target || !around.has(target)) return true;
    const frames = /** @type {KeyframeEffect} */ (effect).getKeyframes();
    if (!frames.some((each) => Object.keys(each).some((name) => MOVING.test(name)))) return true;
    const left = Number(effect?.getComputedTiming().endTime) - Number(currentTime);
    return left > STILL_LIMIT && times > 1;
  });
}

/**
 * @param {import("./types.js").Box | null} one
 * @param {import("./types.js").Box | null} other
 */
function isAbout(one, other) {
  if (!one || !other) return false;
  const right = one.x + one.width / 2 - other.x - other.width / 2;
  const down = one.y + one.height / 2 - other.y - other.height / 2;
  return Math.max(Math.abs(right), Math.abs(down)) < 2;
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
  const effects = after ? await changesOf(watch, Boolean(watch.seen.click)) : null;
  const ctx = context();
  const { seen, landed, hit, prevented, strayed, menu } = watch;
  const focus = focusedElement(ctx);
  return {
    seen: { ...seen },
    landed,
    hit,
    strayed,
    deaf: !hearsAll(),
    prevented,
    menu,
    focus: focus && describe(focus, ctx),
    element: after ? rowIfThere(watch.subject, ctx) : null,
    href: location.href,
    effects,
    covered: after && isCovered(),
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

export const commands = { plan, spot, outcome };
