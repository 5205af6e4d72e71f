// Frames of another origin, as if they were read here: their rows join ours, their boxes and points
// are carried over, and a command about an element in one goes there.
import { frame, words } from "./act.js";
import { context, refs } from "./context.js";
import { activeElement } from "./dom.js";
import { FRAME_LIMIT, nudge } from "./drawn.js";
import { Fault } from "./fault.js";
import {
  isHomeAbroad,
  isShut,
  planeIn,
  pointFromTop,
  pointToTop,
  shutNow,
  toTop,
} from "./frames.js";
import { inward, outBox, outward } from "./plane.js";
import { elementAt, pointsOf, scrollIn, visibleBox } from "./point.js";
import { ask, greet, isApart, patienceNow } from "./relay.js";
import { settle } from "./rows.js";

/** @typedef {import("./types.js").Context} Context */
/** @typedef {import("./types.js").Row} Row */
/** @typedef {import("./types.js").Outside} Outside */

/** ms for a command that has no limit of its own. */
const LIMIT = 20000;
/** ms beyond a command's own limit, for the way. */
const WAY = 500;
/** Animation frames in which a frame that was scrolled must come to rest. */
const STILL_TRIES = 30;
const POINTS = new Set(["plan", "scroll_plan", "spot"]);
/** Commands that need the frame to be drawn. */
const ON_SCREEN = new Set([
  ..."plan scroll_plan spot field select scroll focus select_text highlight".split(" "),
]);

/** Where tokens were given out. @type {Map<string, Window>} */
const tokens = new Map();

/** Greetings of one call: all frames at once, each once. @type {WeakMap<Context, Map<Window, ReturnType<typeof greet>>>} */
const greetings = new WeakMap();

/** @param {Outside} outside @param {Context} ctx */
export function hello(outside, ctx) {
  let made = greetings.get(ctx);
  if (!made) {
    made = new Map(ctx.outside.map(({ window }) => [window, greet(window)]));
    greetings.set(ctx, made);
  }
  return made.get(outside.window) ?? greet(outside.window);
}

/**
 * How many elements of frames of another origin fit a target.
 * @param {import("./types.js").Target} target
 * @param {Context} ctx
 */
export async function countOutside(target, ctx) {
  let count = 0;
  for (const outside of ctx.outside) {
    if (!ctx.sight.isSeen(outside.element)) continue;
    count += (await gather(outside, "find", { target, limit: 1 }, ctx))?.total ?? 0;
  }
  return count;
}

/** The message never says where. */
export const blocked = () =>
  new Fault("SITE_BLOCKED", "this part of the page is on the blocked-sites list");

/**
 * Run a command that looks at all frames in one of another origin, unless its site is blocked.
 * @param {Outside} outside
 * @param {string} name
 * @param {Record<string, any>} args
 * @param {Context} ctx
 * @returns {Promise<any>} null when it is left out
 */
export async function gather(outside, name, args, ctx) {
  const there = await hello(outside, ctx);
  const { left } = ctx.budget;
  if (there === null || isShut(there.href) || left === 0) return null;
  try {
    return await askOutside(outside, name, { ...args, budget_ms: left }, ctx);
  } catch (error) {
    if (error instanceof Fault) return null; // it is going, or too large: the rest can be told all the same
    throw error;
  }
}

/**
 * Run a command in a frame of another origin and take its answer over.
 * @param {Outside} outside
 * @param {string} name
 * @param {Record<string, any>} args
 * @param {Context} ctx
 * @returns {Promise<any>} its value, in our coordinates, numbers and frames; null when nobody answers there
 */
export async function askOutside(outside, name, args, ctx) {
  const there = await hello(outside, ctx);
  if (there === null) return null;
  if (isShut(there.href)) throw blocked();
  const own = args.timeout_ms ?? args.budget_ms;
  const limit = typeof own === "number" ? own + WAY : LIMIT;
  const answer = await ask(
    outside.window,
    there.doc,
    {
      name,
      args: { ...args, ref_base: refs.last, shut: shutNow(), hello_ms: patienceNow() },
    },
    limit,
  );
  if (!answer) return null;
  if (typeof answer.last_ref === "number") refs.raise(answer.last_ref);
  const frames = framesOf(answer, outside);
  if (!answer.ok) {
    const top = frames[0];
    if (top) ctx.used.add(top);
    throw new Fault(String(answer.code), String(answer.message));
  }
  adopt(answer.value, outside, frames, ctx);
  const first = frames[0];
  if (first) ctx.used.add(first);
  return answer.value;
}

/**
 * The frames a remote answer names, hung below the iframe element.
 * @param {Record<string, any>} answer
 * @param {Outside} outside
 * @returns {import("./types.js").Frame[]}
 */
function framesOf(answer, outside) {
  /** @type {import("./types.js").Frame[]} */
  const frames = [];
  for (const { href, now, parent } of answer.frames ?? []) {
    const above = parent === null ? outside.frame : (frames[parent] ?? outside.frame);
    // only its address and place count: there is no document to hand
    frames.push({
      ...outside.frame,
      index: -1,
      parent: -1,
      above,
      document: /** @type {any} */ ({}),
      href: String(href),
      ...(now === undefined ? {} : { now: String(now) }),
    });
  }
  return frames;
}

/**
 * Make the rows inside a remote value ours.
 * @param {any} value
 * @param {Outside} outside
 * @param {import("./types.js").Frame[]} frames
 * @param {Context} ctx
 */
function adopt(value, outside, frames, ctx) {
  if (value === null || typeof value !== "object") return;
  if (typeof value.role === "string" && typeof value.frame === "number" && "ref" in value) {
    const holder = frames[value.frame];
    if (holder) settle(value, holder);
    if (value.ref) refs.lend(value.ref, outside.window);
    if (value.box) value.box = carryBox(value.box, outside, ctx);
    return;
  }
  if (typeof value.token === "string") {
    if (tokens.size > 100) tokens.clear();
    tokens.set(value.token, outside.window);
  }
  for (const inner of Object.values(value)) adopt(inner, outside, frames, ctx);
}

/** @param {[number, number, number, number]} box @param {Outside} outside @param {Context} ctx */
function carryBox([x, y, width, height], outside, ctx) {
  const box = carry({ x, y, width, height }, outside, ctx);
  return [box.x, box.y, box.width, box.height].map(Math.round);
}

/** @param {import("./types.js").Box} box in the frame's client px @param {Outside} outside @param {Context} ctx */
export function carry(box, outside, ctx) {
  return toTop(outBox(planeIn(outside.element, ctx.frames), box), outside.frame, ctx.frames);
}

/**
 * @param {import("./plane.js").Point} point client px of the first frame
 * @param {Outside} outside
 * @param {Context} ctx
 */
export function pointInto(point, outside, ctx) {
  const around = pointFromTop(point, outside.frame, ctx.frames);
  return inward(planeIn(outside.element, ctx.frames), around);
}

/**
 * Carry a planned point out of a frame, once the frame lies still, and make sure that a touch there meets it.
 * Into a frame of the page's own process that is held by one of another, Chrome adds how far the
 * page's visual viewport is moved (156; tests/page/test_apart.py): such a touch is not sent.
 * @param {{x: number, y: number, home?: boolean}} plan changed here
 * @param {Outside} outside
 * @param {boolean} again whether it can be scrolled elsewhere: what lies over it there may not lie over it then
 * @returns {Promise<boolean>} false when the point is outside the visible part; the plan is as it was then
 */
async function carryPoint(plan, outside, again) {
  let before = "";
  let point = { x: 0, y: 0 };
  let ctx = context();
  for (let tries = 0; tries < STILL_TRIES; tries++) {
    ctx = context();
    const around = outward(planeIn(outside.element, ctx.frames), plan);
    point = pointToTop(around, outside.frame, ctx.frames);
    const now = `${point.x},${point.y}`;
    if (now === before) break;
    before = now;
    await frame(FRAME_LIMIT);
  }
  const view = visibleBox();
  if (plan.home && isApart() && (Math.abs(view.x) >= 1 || Math.abs(view.y) >= 1)) {
    if (again) return false;
    throw new Fault(
      "TAP_MISSED",
      "Chrome sends touches astray into this frame (of the page's own site, in one of another site) " +
        "while the page is zoomed and moved aside; zoom it out first",
    );
  }
  const inView =
    point.x >= view.x &&
    point.y >= view.y &&
    point.x < view.x + view.width &&
    point.y < view.y + view.height;
  const hit = inView ? elementAt(point.x, point.y) : null;
  if (!hit) return false;
  if (hit !== outside.element) {
    if (again) return false;
    throw new Fault("COVERED", `the frame is covered by ${words(hit, ctx)}`);
  }
  plan.x = point.x - view.x;
  plan.y = point.y - view.y;
  return true;
}

/**
 * Bring a frame onto the screen: Chrome draws nothing in those of another origin that are off it.
 * @param {Outside} outside
 * @returns {Promise<boolean>} false where it was there already
 */
async function bringIn({ element }) {
  const ctx = context();
  if (pointsOf(element, ctx).length > 0) return false;
  scrollIn(element, "center", ctx);
  await frame(FRAME_LIMIT);
  await frame(FRAME_LIMIT);
  return true;
}

/**
 * The frame of another origin that a command is about; null when it is about this realm.
 * @param {string} name
 * @param {Record<string, any>} args
 * @param {import("./types.js").Target} target
 * @param {Context} ctx
 * @returns {Outside | null}
 */
function placeOf(name, args, target, ctx) {
  /** @param {Window | undefined} window */
  const of = (window) => ctx.outside.find((each) => each.window === window) ?? null;
  if (target.ref !== undefined) {
    const lent = refs.lentTo(target.ref);
    if (!lent) return null;
    const place = of(lent);
    if (!place) throw new Fault("STALE_REF", `${target.ref} is in a frame that is gone`);
    return place;
  }
  if (typeof args.token === "string") return of(tokens.get(args.token));
  if (Object.keys(target).length > 0) return null;
  if (args.point) {
    const view = visibleBox();
    const hit = elementAt(args.point.x + view.x, args.point.y + view.y);
    return ctx.outside.find((each) => each.element === hit) ?? null;
  }
  if (!/^(field|focused|pressed|submit_plan)$/.test(name)) return null;
  return ctx.outside.find((each) => activeElement(each.frame.document) === each.element) ?? null;
}

/**
 * Hand a command to the frame of another origin that it is about.
 * @param {string} name
 * @param {Record<string, any>} args
 * @param {import("./types.js").Target} target
 * @param {Context} ctx
 * @returns {Promise<{value: any} | null>} null when it is about this realm
 */
export async function forward(name, args, target, ctx) {
  if (ctx.outside.length === 0) return null;
  const place = placeOf(name, args, target, ctx);
  return place && { value: await handOver(place, name, args, ctx) };
}

/** A frame off the screen is not drawn: it can be scrolled there. @param {unknown} error */
function unlessUndrawn(error) {
  if (!(error instanceof Fault) || error.code !== "TAB_HIDDEN") throw error;
}

/**
 * @param {Outside} place
 * @param {string} name
 * @param {Record<string, any>} args
 * @param {Context} ctx
 */
export async function handOver(place, name, args, ctx) {
  const handed = { ...args };
  if (args.point) {
    const view = visibleBox();
    const point = { x: args.point.x + view.x, y: args.point.y + view.y };
    handed.point = pointInto(point, place, ctx);
  }
  const fresh = ON_SCREEN.has(name) && (await bringIn(place));
  // in a frame taller than the screen, what it shows need not be on the screen: then scroll all around it
  // (which the frame that holds this one may want as well)
  for (const outer of args.outer ? [true] : [false, true]) {
    const asked = askOutside(place, name, { ...handed, outer }, ctx);
    const value = await (outer ? asked : asked.catch(unlessUndrawn));
    if (value === undefined) continue;
    if (value === null)
      throw new Fault("PAGE_UNREACHABLE", "the frame's script world does not answer");
    if (POINTS.has(name) && isHomeAbroad()) value.home = true;
    if (POINTS.has(name) && (fresh || outer || value.undrawn)) await draw(place, value, ctx);
    if (!POINTS.has(name) || (await carryPoint(value, place, !outer))) return value;
  }
  throw new Fault("TAP_MISSED", "the element's place in its frame cannot be scrolled into sight");
}

/**
 * Wait until a frame that was just scrolled in is shown: touches go to the page around it until then. The topmost page
 * waits for all that is below it.
 * @param {Outside} place
 * @param {{token?: string, x: number, y: number, undrawn?: true}} value what was planned there
 * @param {Context} ctx
 */
async function draw(place, value, ctx) {
  if (window.parent !== window) {
    value.undrawn = true;
    await nudge(place.element);
    return;
  }
  delete value.undrawn;
  const { token, x, y } = value;
  const aside = { ...ctx, used: new Set() }; // nothing is read there
  await askOutside(place, "drawn", token ? { token } : { point: { x, y } }, aside);
  await nudge(place.element);
}

/**
 * Look for an element in the frames of another origin when this realm has none, and run the command there.
 * @param {string} name
 * @param {Record<string, any>} args
 * @param {import("./types.js").Target} target
 * @param {Context} ctx
 * @returns {Promise<{value: any} | null>} null when none has it
 */
export async function seek(name, args, target, ctx) {
  if (target.ref !== undefined) return null;
  /** @type {{outside: Outside, rows: Row[]}[]} */
  const found = [];
  const { nth, ...plain } = target;
  for (const outside of ctx.outside) {
    if (!ctx.sight.isSeen(outside.element)) continue;
    const value = await gather(outside, "find", { target: plain, limit: 50 }, ctx);
    if (value?.rows.length > 0) found.push({ outside, rows: value.rows });
  }
  // asked is not gone through: only the frame that has it counts
  ctx.used.clear();
  const all = found.flatMap(({ outside, rows }) => rows.map((row) => ({ outside, row })));
  const chosen = nth === undefined ? (all.length === 1 ? all[0] : undefined) : all[nth];
  if (!chosen) {
    if (all.length > 1 && nth === undefined) {
      const list = all.slice(0, 8).map(({ row }) => `${row.role} [${row.ref}] in a frame`);
      throw new Fault(
        "TARGET_AMBIGUOUS",
        `${all.length} elements in frames fit: ${list.join("; ")}`,
      );
    }
    return null;
  }
  const handed = { ...args, target: { ref: chosen.row.ref } };
  return { value: await handOver(chosen.outside, name, handed, ctx) };
}
