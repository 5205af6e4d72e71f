// Frames whose site is blocked: what a picture must cover of them, and how touches stay out of them.
import { boxOf, isFrame, isShut } from "./frames.js";
import { elementAt, meet, visibleBox } from "./point.js";
import { askOutside, blocked, carry, gather, hello, pointInto } from "./remote.js";

/** @typedef {import("./types.js").Context} Context */

/**
 * Where the frames lie whose site is blocked, or that nobody answers for, in client px of the first frame.
 * @param {Context} ctx
 * @returns {Promise<import("./types.js").Box[]>}
 */
export async function veils(ctx) {
  const boxes = [];
  for (const outside of ctx.outside) {
    const whole = boxOf(outside.element, ctx);
    const there = await hello(outside, ctx);
    const inner = there && !isShut(there.href) ? await gather(outside, "veils", {}, ctx) : null;
    if (!inner) boxes.push(whole);
    for (const [x, y, width, height] of inner?.boxes ?? []) {
      const part = meet(carry({ x, y, width, height }, outside, ctx), whole);
      if (part) boxes.push(part);
    }
  }
  return boxes;
}

/** Where else a wheel may be turned, as shares of the visible part from its middle. */
const ASIDE = [0, 0.2, -0.2, 0.35, -0.35, 0.45, -0.45];

/**
 * Move a planned wheel aside from frames whose site is blocked.
 * @param {{x: number, y: number}} plan in visual-viewport px; changed here
 * @param {Context} ctx
 */
export async function steerClear(plan, ctx) {
  const view = visibleBox();
  const { x, y } = plan;
  for (const right of ASIDE)
    for (const down of ASIDE) {
      plan.x = Math.min(view.width - 1, Math.max(0, x + right * view.width));
      plan.y = Math.min(view.height - 1, Math.max(0, y + down * view.height));
      const free = await refuseShut({ x: plan.x + view.x, y: plan.y + view.y }, ctx).then(
        () => true,
        () => false,
      );
      if (free) return;
    }
  throw blocked();
}

/**
 * Refuse a touch that would land in a frame whose site is blocked.
 * @param {{x: number, y: number}} point client px of the first frame
 * @param {Context} ctx
 */
export async function refuseShut(point, ctx) {
  const hit = elementAt(point.x, point.y);
  if (!hit || !isFrame(hit)) return;
  const outside = ctx.outside.find((each) => each.element === hit);
  // one of this origin is gone into, unless it is shut
  if (!outside) throw blocked();
  const there = await hello(outside, ctx);
  // nobody knows whether a silent one is the blocked one
  if (there === null || isShut(there.href)) throw blocked();
  await askOutside(outside, "probe", { at: pointInto(point, outside, ctx) }, ctx);
}
