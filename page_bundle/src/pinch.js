// A pinch: where two fingers go, and how large the page is drawn afterwards.
//
// The browser zooms where `touch-action` lets it; elsewhere (a map) the page takes the fingers itself.

import { frame } from "./act.js";
import { visibleBox } from "./point.js";

const REST_LIMIT = 1500;
const FRAME_LIMIT = 250;
const STILL_FRAMES = 4;
/** ms in which the page must have seen the fingers go. */
const SEEN_LIMIT = 700;

const scaleNow = () => window.visualViewport?.scale ?? 1;

/**
 * @param {any} args a `target`, or none for the middle of what is seen
 * @param {import("./types.js").Inner} ask
 */
export async function pinchPlan({ target }, ask) {
  const view = visibleBox();
  const middle = { x: view.width / 2, y: view.height / 2 };
  const at = target ? { target } : { point: middle };
  return { ...(await ask("plan", { ...at, pinch: true })), scale: scaleNow() };
}

/**
 * @param {any} args `of`: the plan's token; `fingers`: the page was given two fingers
 * @param {import("./types.js").Inner} ask
 */
export async function pinched({ of, fingers }, ask) {
  const outcome = fingers ? await ask("outcome", { token: of, timeout_ms: SEEN_LIMIT }) : null;
  const until = performance.now() + REST_LIMIT;
  let last = scaleNow();
  for (let still = 0; still < STILL_FRAMES && performance.now() < until; still++) {
    await frame(FRAME_LIMIT).catch(() => {}); // a busy page draws late
    if (scaleNow() !== last) still = 0;
    last = scaleNow();
  }
  return { scale: last, seen: outcome?.seen ?? {}, deaf: outcome?.deaf ?? false };
}
