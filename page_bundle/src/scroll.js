// Scroll: at once to a place or an element, or by wheel, which Python turns.
//
// scroll_plan finds the box that a wheel at its middle would turn; scrolled waits until it lies still.
import { awake, words } from "./act.js";
import { context } from "./context.js";
import { layout } from "./dom.js";
import { Fault } from "./fault.js";
import { resolve } from "./find.js";
import { toTop } from "./frames.js";
import { listen, openWatch, pause, watchOf, within } from "./listen.js";
import { elementAt, holders, meet, pointsOf, scrollIn, visibleBox } from "./point.js";

/** @typedef {import("./types.js").Context} Context */

const SHARE = 0.85;
const SCROLLED_LIMIT = 3000;
const WHEEL_LIMIT = 1000;
/** ms without movement that count as still: a smooth scroll moves on every frame. */
const STILL = 100;
/** The same where nothing has moved yet. */
const NOT_MOVED = 400;
const STILL_FRAMES = 4;
const FRAME_LIMIT = 100;

/** @param {Document} document */
const pageOf = (document) => document.scrollingElement ?? document.documentElement;

/** Offsets of the page with the visual viewport's pan, in CSS px. */
function pageOffset() {
  const page = pageOf(document);
  const view = window.visualViewport;
  const { scrollWidth, scrollHeight } = layout(page);
  return {
    left: page.scrollLeft + (view?.offsetLeft ?? 0),
    top: page.scrollTop + (view?.offsetTop ?? 0),
    max_left: Math.max(0, scrollWidth - (view?.width ?? innerWidth)),
    max_top: Math.max(0, scrollHeight - (view?.height ?? innerHeight)),
  };
}

/**
 * @param {any} args one of `target`, `to` ("top", "bottom"), `x` and `y`
 * @param {Context} ctx
 */
async function scroll(args, ctx) {
  awake();
  const before = pageOffset();
  let moved = false;
  if (args.target) {
    const { element } = resolve(args.target, ctx);
    moved = scrollIn(element, "center", ctx);
    if (!pointsOf(element, context()).length) {
      throw new Fault("NOT_VISIBLE", `${words(element, ctx)} cannot be scrolled into sight`);
    }
  } else {
    const page = pageOf(document);
    const left = args.to ? before.left : (args.x ?? (args.y === undefined ? before.left : 0));
    const top =
      args.to === "top" ? 0 : args.to === "bottom" ? page.scrollHeight : (args.y ?? before.top);
    page.scrollTo({ left, top, behavior: "instant" });
    await pause(0);
  }
  const after = pageOffset();
  return { ...after, moved: moved || after.left !== before.left || after.top !== before.top };
}

/**
 * What a plan needs to tell afterwards whether anything moved.
 * @typedef {object} Turn
 * @property {Element[]} boxes everything that the wheel may turn, innermost first
 * @property {number[]} before
 */
/** @type {WeakMap<object, Turn>} */
const turns = new WeakMap();

/** @param {Element[]} boxes */
function offsets(boxes) {
  const page = pageOffset();
  return [page.left, page.top, ...boxes.flatMap((box) => [box.scrollLeft, box.scrollTop])];
}

/**
 * @param {any} args `direction` up, down, left or right; `target` inside what shall scroll
 * @param {Context} ctx
 */
async function scrollPlan(args, ctx) {
  awake();
  listen();
  const view = visibleBox();
  const middle = { x: view.x + view.width / 2, y: view.y + view.height / 2 };
  let start = elementAt(middle.x, middle.y) ?? document.documentElement;
  if (args.target) {
    start = resolve(args.target, ctx).element;
    if (!pointsOf(start, ctx).length) scrollIn(start, "center", ctx);
  }
  const across = args.direction === "left" || args.direction === "right";
  const boxes = [...holders(start)].filter((box) => scrolls(box, ctx));
  const own = boxes.find((box) => hasRoom(box, across));
  let seen = view;
  if (own) {
    const frame = ctx.frameOf(own);
    const { clientLeft, clientTop, clientWidth, clientHeight } = layout(own);
    const outer = own.getBoundingClientRect();
    const inside = isPage(own)
      ? { x: 0, y: 0, width: frame.window.innerWidth, height: frame.window.innerHeight }
      : {
          x: outer.x + clientLeft,
          y: outer.y + clientTop,
          width: clientWidth,
          height: clientHeight,
        };
    seen = meet(toTop(inside, frame, ctx.frames), view) ?? view;
  }
  const size = across ? seen.width : seen.height;
  const scale = window.visualViewport?.scale ?? 1; // a wheel moves a pinched page by so much less
  const watch = openWatch(() => false, own ?? null, false);
  turns.set(watch, { boxes, before: offsets(boxes) });
  return {
    x: seen.x + seen.width / 2 - view.x,
    y: seen.y + seen.height / 2 - view.y,
    amount: Math.max(1, Math.round(SHARE * size * scale)),
    token: watch.token,
  };
}

/** @param {Element} box */
const isPage = (box) => box === pageOf(box.ownerDocument);

/**
 * @param {Element} box
 * @param {boolean} across
 */
function hasRoom(box, across) {
  const size = layout(box);
  return across ? size.scrollWidth > size.clientWidth : size.scrollHeight > size.clientHeight;
}

/**
 * @param {Element} box
 * @param {Context} ctx
 */
function scrolls(box, ctx) {
  if (isPage(box)) return true;
  const { overflowX, overflowY } = ctx.style(box);
  return [overflowX, overflowY].some((each) => each === "auto" || each === "scroll");
}

/** @param {any} args */
async function scrolled({ token, timeout_ms = SCROLLED_LIMIT }) {
  const watch = watchOf(token);
  const turn = turns.get(watch);
  if (!turn) throw new Fault("MOVED", "the page changed before the wheel was turned");
  const began = performance.now();
  const first = turn.before.join();
  let last = first;
  let since = began; // when it last moved, or when the wheel was first seen
  let frames = 0; // drawn since then: a busy machine shows late what moved
  let turned = false;
  for (let now = began; now - began < timeout_ms; now = performance.now()) {
    if (await within(new Promise((done) => requestAnimationFrame(done)), FRAME_LIMIT)) frames++;
    const at = offsets(turn.boxes).join();
    const moved = at !== last;
    const seen = Boolean(watch.seen.wheel) || now - began > WHEEL_LIMIT;
    if (moved || (seen && !turned)) {
      since = now;
      frames = 0;
    }
    turned = seen;
    last = at;
    const still = last === first ? NOT_MOVED : STILL;
    if (turned && frames >= STILL_FRAMES && now - since >= still) break;
  }
  return { ...pageOffset(), moved: last !== first };
}

export const commands = { scroll, scroll_plan: scrollPlan, scrolled };
