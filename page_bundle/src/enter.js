// The explicit way into a frame: while one is entered (`within`, its element's ref), what a command names
// or reads is in that frame alone. Refs reach everywhere all the same; so do the focus and points.
import { words } from "./act.js";
import { narrowed, refs } from "./context.js";
import { Fault } from "./fault.js";
import { resolve, targetOf } from "./find.js";
import { documentIn, isFrame } from "./frames.js";
import { askOutside, handOver } from "./remote.js";
import { describe } from "./rows.js";
import { viewport } from "./view.js";

/** @typedef {import("./types.js").Context} Context */

/** Commands that read a page as a whole when they name nothing. */
const READS = new Set(["snapshot", "outline", "text", "wait", "find", "search", "progress"]);

const gone = () =>
  new Fault("STALE_REF", "the frame that was entered is gone; page_frame with to=top leaves it");

/**
 * Carry out a command in the frame that was entered, when it is read elsewhere; or narrow what it is read in.
 * @param {string} name
 * @param {Record<string, any>} args
 * @param {Context} ctx
 * @returns {Promise<{ctx: Context} | {value: any}>}
 */
export async function inside(name, args, ctx) {
  const target = targetOf(args);
  const named = Object.keys(target).length > 0;
  if (typeof args.within !== "string" || target.ref !== undefined) return { ctx };
  if (!named && !READS.has(name)) return { ctx };
  const lent = refs.lentTo(args.within);
  if (lent) {
    const place = ctx.outside.find((each) => each.window === lent);
    if (!place) throw gone();
    return { value: whole(await handOver(place, name, args, ctx)) };
  }
  const holder = elementOf(args.within);
  if (documentIn(holder)) return { ctx: narrowed(ctx, holder) ?? ctx };
  const place = ctx.outside.find((each) => each.element === holder);
  if (!place) throw gone();
  return { value: whole(await handOver(place, name, { ...args, within: undefined }, ctx)) };
}

/** @param {string} ref */
function elementOf(ref) {
  try {
    return refs.element(ref);
  } catch {
    throw gone();
  }
}

/** Of the tab, not of the frame, is what is told of the window. @param {any} value */
function whole(value) {
  if (value?.viewport) value.viewport = viewport();
  return value;
}

/** @type {Record<string, import("./types.js").Command>} */
export const commands = {
  async enter(args, ctx) {
    const { element } = resolve(targetOf(args), ctx);
    if (!isFrame(element)) throw new Fault("INVALID_TARGET", `${words(element, ctx)} is no frame`);
    const inner = documentIn(element);
    const frame = inner && ctx.frames.find((each) => each.document === inner);
    if (frame) ctx.used.add(frame);
    else {
      const place = ctx.outside.find((each) => each.element === element);
      if (!place || (await askOutside(place, "where", {}, ctx)) === null)
        throw new Fault("PAGE_UNREACHABLE", "the frame's script world does not answer");
    }
    return { element: describe(element, ctx) };
  },
};
