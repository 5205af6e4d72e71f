// Press a key: give an element the focus, and see what the key did.
//
// focused comes before and pressed after; between the two Python sends the key.
import { awake, rowIfThere } from "./act.js";
import { context } from "./context.js";
import { focus } from "./field.js";
import { resolve } from "./find.js";
import { focusedElement } from "./frames.js";
import {
  changesOf,
  hearsAll,
  listen,
  openWatch,
  pause,
  Signal,
  watchOf,
  within,
} from "./listen.js";
import { inSight, scrollIn } from "./point.js";
import { describe } from "./rows.js";

/** @typedef {import("./types.js").Context} Context */

/** ms that a key may take to come up. */
const PRESSED_LIMIT = 300;
const MODIFIERS = new Set(["Alt", "Control", "Meta", "Shift"]);
/** The key's going up, by watch. @type {WeakMap<object, Signal>} */
const strokes = new WeakMap();

/**
 * @param {any} args a target, which is given the focus first, or none
 * @param {Context} ctx
 */
async function focused(args, ctx) {
  awake();
  listen();
  if (args.target) {
    const { element } = resolve(args.target, ctx);
    if (!inSight(element, ctx)) scrollIn(element, "center", ctx);
    await focus(element);
  }
  const fresh = context();
  const element = focusedElement(fresh);
  const watch = openWatch(() => false, element);
  const up = new Signal();
  strokes.set(watch, up);
  watch.onevent = (event) => {
    // a modifier goes up last of all, and is not the key
    if (event.type === "keyup" && !MODIFIERS.has(/** @type {KeyboardEvent} */ (event).key)) {
      up.resolve();
    }
  };
  return { element: element && describe(element, fresh), token: watch.token };
}

/** @param {any} args */
async function pressed({ token, timeout_ms = PRESSED_LIMIT }) {
  const watch = watchOf(token);
  await within(strokes.get(watch)?.promise ?? pause(timeout_ms), timeout_ms);
  await pause(0); // the page's own handlers have run
  const effects = await changesOf(watch);
  const ctx = context();
  return {
    effects,
    seen: { ...watch.seen },
    deaf: !hearsAll(),
    focus: rowIfThere(focusedElement(ctx), ctx),
    href: location.href,
  };
}

export const commands = { focused, pressed };
