// The only entry: the table of commands, and one call that never throws.
import { commands as act } from "./act.js";
import { context, DOC, refs } from "./context.js";
import { commands as contrast } from "./contrast.js";
import { commands as download } from "./download.js";
import { commands as drag, dragPlan } from "./drag.js";
import { commands as drawn } from "./drawn.js";
import { attend } from "./effects.js";
import { commands as enter, inside } from "./enter.js";
import { Fault } from "./fault.js";
import { commands as field } from "./field.js";
import { commands as find, resolve, targetOf } from "./find.js";
import { brief, shutFrames, shutNow } from "./frames.js";
import { commands as highlight } from "./highlight.js";
import { commands as key } from "./key.js";
import { cover, hold, lens, commands as lensing } from "./lens.js";
import { hear, listen } from "./listen.js";
import { commands as live } from "./live.js";
import { commands as marking } from "./marking.js";
import { commands as outline } from "./outline.js";
import { pinched, pinchPlan } from "./pinch.js";
import { scrollIn, visibleBox } from "./point.js";
import { commands as progress } from "./progress.js";
import { bePatient, serve } from "./relay.js";
import { commands as release } from "./release.js";
import { forward, seek } from "./remote.js";
import { commands as repaint } from "./repaint.js";
import { home, noteSecrets } from "./rows.js";
import { commands as scroll } from "./scroll.js";
import { commands as search } from "./search.js";
import { commands as select } from "./select.js";
import { adopt, suspects } from "./shadow.js";
import { commands as snapshot } from "./snapshot.js";
import { commands as submit } from "./submit.js";
import { commands as text } from "./text.js";
import { commands as theme } from "./theme.js";
import { fieldOf, lend, commands as upload } from "./upload.js";
import { refuseShut, steerClear, veils } from "./veil.js";
import { commands as view } from "./view.js";
import { commands as wait } from "./wait.js";

/** @type {Record<string, import("./types.js").Command>} */
const commands = {
  ...view,
  ...enter,
  ...snapshot,
  ...outline,
  ...progress,
  ...search,
  ...find,
  ...text,
  ...wait,
  ...act,
  ...field,
  ...key,
  ...release,
  ...scroll,
  ...select,
  ...drag,
  ...marking,
  ...lensing,
  ...submit,
  ...theme,
  ...contrast,
  ...repaint,
  ...highlight,
  ...upload,
  ...download,
  ...live,
  ...drawn,
  // both ends of a drag, and the frame of a pinch, may lie in frames of other origins
  drag_plan: (args, ctx) => dragPlan(args, inner(ctx)),
  pinch_plan: (args, ctx) => pinchPlan(args, inner(ctx)),
  pinched: (args, ctx) => pinched(args, inner(ctx)),
  async veils(_args, ctx) {
    const boxes = ctx.full ? [visibleBox()] : await veils(ctx);
    return { boxes: boxes.map(({ x, y, width, height }) => [x, y, width, height]) };
  },
  /** Asked by a frame above: whether a touch at `at` would land in a frame whose site is blocked. */
  probe: async ({ at }, ctx) => ({ free: (await refuseShut(at, ctx)) === undefined }),
};

/**
 * Commands that a command is made of, each run where it belongs.
 * @param {import("./types.js").Context} ctx
 * @returns {import("./types.js").Inner}
 */
const inner = (ctx) => async (name, args) => {
  const own = context(); // the one before it may have scrolled
  const value = await runClear(name, /** @type {any} */ (commands[name]), args, own);
  for (const frame of own.used) ctx.used.add(frame);
  return value;
};

/** Commands on the look of a whole page. */
const LOOKS = ["theme", "contrast", "repaint"];

/** Commands whose answer is drawn from all frames: their caller leaves out rows of blocked ones. */
const OVERALL = new Set(["snapshot", "outline", "progress", "find", ...LOOKS]);

/** Commands that gather over all frames themselves. */
const GATHERING = new Set([..."where conceal snapshot outline progress find".split(" "), ...LOOKS]);

/**
 * Run a command; a touch or wheel that it plans stays out of blocked frames.
 * @param {string} name
 * @param {import("./types.js").Command} command
 * @param {Record<string, any>} args
 * @param {import("./types.js").Context} ctx
 */
async function runClear(name, command, args, ctx) {
  const value = /** @type {any} */ (await run(name, command, args, ctx));
  if (shutNow().length === 0 || window.parent !== window) return value;
  const view = visibleBox();
  if (name === "plan" || name === "spot")
    await refuseShut({ x: value.x + view.x, y: value.y + view.y }, context());
  if (name === "scroll_plan") await steerClear(value, context());
  return value;
}

/**
 * Run a command where it belongs: here, or in the frame of another origin that it is about.
 * @param {string} name
 * @param {import("./types.js").Command} command
 * @param {Record<string, any>} args
 * @param {import("./types.js").Context} all
 */
async function run(name, command, args, all) {
  const entered = await inside(name, args, all);
  if ("value" in entered) return entered.value;
  const { ctx } = entered;
  const target = targetOf(args);
  if (!GATHERING.has(name) || target.ref !== undefined) {
    const forwarded = await forward(name, args, target, ctx);
    if (forwarded) return forwarded.value;
  }
  try {
    // asked by a frame above that could not see it: bring it onto the screen, frames around included
    if (args.outer && Object.keys(target).length > 0)
      scrollIn(resolve(target, ctx).element, "center", ctx);
    return await command(args, args.outer ? context(undefined, ctx.within) : ctx);
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== "TARGET_NOT_FOUND") throw error;
    const found = await seek(name, args, target, ctx);
    if (!found) throw error;
    return found.value;
  }
}

/**
 * Run a command; the answer is plain JSON and never an exception.
 * @param {string} name
 * @param {Record<string, unknown>} args
 */
async function call(name, args) {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (typeof args?.ref_base === "number") refs.raise(args.ref_base);
  /** @type {import("./types.js").Context | null} */
  let ctx = null;
  /** @type {Record<string, unknown>} */
  let answer;
  try {
    if (!command) throw new Fault("INTERNAL", `the page script has no command ${name}`);
    shutFrames(args?.shut);
    bePatient(args?.hello_ms);
    ctx = context(typeof args?.budget_ms === "number" ? args.budget_ms : undefined);
    attend(ctx);
    for (const frame of ctx.frames) noteSecrets(frame.document);
    answer = { ok: true, value: await runClear(name, command, args ?? {}, ctx) };
  } catch (error) {
    answer = { ok: false, ...told(name, error) };
  }
  answer.doc = { id: DOC, href: brief(location.href), origin: self.origin };
  answer.frames = framesOf(answer.value, ctx, OVERALL.has(name));
  answer.last_ref = refs.last;
  return answer;
}

/**
 * What is told of a failure. Of a defect of ours only the places in this script: its words may be the page's.
 * @param {string} name
 * @param {unknown} error
 */
function told(name, error) {
  if (error instanceof Fault) return { code: error.code, message: error.message };
  if (error instanceof RangeError)
    return { code: "TIMEOUT", message: "the page is nested too deep to be gone through" };
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const places = stack.split("\n").filter((line) => /^ {4}at /.test(line));
  const kind = error instanceof Error ? error.name : typeof error;
  return { code: "INTERNAL", message: `${name}: ${kind} ${places.slice(0, 8).join(" ").trim()}` };
}

/**
 * The frames an answer names. A snapshot or find went through all of them; others only through those
 * on the way to the elements they are about, so that a blocked frame beside them does not forbid it. Rows are
 * numbered to fit.
 * @param {unknown} value
 * @param {import("./types.js").Context | null} ctx
 * @param {boolean} all
 */
function framesOf(value, ctx, all) {
  if (!ctx) return [{ href: brief(location.href), parent: null }];
  const rows = rowsIn(value);
  /** @type {import("./types.js").Frame[]} */
  const list = all ? [...ctx.frames] : ctx.frames.slice(0, 1);
  /** @param {import("./types.js").Frame} frame @returns {number} its place, added with those above it */
  const place = (frame) => {
    const known = list.findIndex((each) => each.document === frame.document);
    if (known >= 0) return known;
    if (frame.above) place(frame.above);
    return list.push(frame) - 1;
  };
  for (const frame of ctx.used) place(frame);
  for (const row of rows) {
    const frame = home(row);
    if (frame) row.frame = place(frame);
  }
  return list.map((frame) => ({
    href: frame.href,
    // a document may be given another address while it is read: both are judged
    ...movedTo(frame),
    parent: frame.above ? place(frame.above) : null,
  }));
}

/** @param {import("./types.js").Frame} frame @returns {{now?: string}} */
function movedTo(frame) {
  if (frame.now !== undefined) return { now: frame.now };
  const there = frame.document.location ?? null;
  const now = there === null ? frame.href : brief(there.href);
  return now === frame.href ? {} : { now };
}

/** @param {unknown} value @returns {import("./types.js").Row[]} */
function rowsIn(value) {
  if (value === null || typeof value !== "object") return [];
  if (Array.isArray(value)) return value.flatMap(rowsIn);
  if (home(/** @type {import("./types.js").Row} */ (value)))
    return [/** @type {import("./types.js").Row} */ (value)];
  return Object.values(value).flatMap((inner) =>
    inner !== null && typeof inner === "object" ? rowsIn(inner) : [],
  );
}

const GLOBAL = "__tapbridge";
// installed again in a document that has it (a second session, runImmediately): the refs given out stay
if (!Object.hasOwn(globalThis, GLOBAL)) {
  Object.defineProperty(globalThis, GLOBAL, {
    value: Object.freeze({
      hash: TAPBRIDGE_HASH,
      call,
      hear,
      lens,
      hold,
      suspects,
      adopt,
      lend,
      fieldOf,
      commands: Object.keys(commands),
    }),
  });
  cover();
  listen();
  serve(call);
}
