// The lens: while a pick is open, what a person's finger does on the page is taken here and goes no
// further. Listeners lie on window in the capture phase from document start on, so none of the page's runs
// before them; they do nothing while no pick is open. A pick ends by itself when it is not renewed: a
// Bridge that died must not leave the page deaf. A moved finger scrolls as ever.
import { composedParent, facts, isConnected, rect, selectAll } from "./dom.js";
import { Fault } from "./fault.js";
import { hearsAll, listen } from "./listen.js";
import { controlOf, elementAt, visibleBox } from "./point.js";
import { gather } from "./remote.js";
import { describe, shownRole } from "./rows.js";
import { throughClosed } from "./shadow.js";

/** CSS px that a finger may move and still pick; beyond it scrolls. */
const SLOP = 6;
/** How many of the elements around the picked one are told. */
const PATH = 4;
/** ms that a finger is waited for which lies on an ended pick, and for the events behind its lifting. */
const LIFT = 3000;
const AFTER = 30;
/** Characters of the words of what has no name. */
const WORDS = 200;
const FINGER = [
  ..."pointerover pointerenter pointerdown pointermove pointerup pointercancel pointerout".split(
    " ",
  ),
  ..."pointerleave gotpointercapture lostpointercapture".split(" "),
  ..."mouseover mouseenter mousedown mousemove mouseup mouseout mouseleave".split(" "),
  ..."click auxclick dblclick contextmenu dragstart selectstart".split(" "),
  // prevented, no tap is made of it at all: nothing under the finger is :active for a moment
  "touchend",
];
/** Chrome would wait for us before each scroll if we might prevent these. */
const PASSIVE = ["touchstart", "touchmove", "touchcancel"];

/** @typedef {{x: number, y: number, moved: boolean}} Finger */

/** One pick, as long as it is open. */
class Pick {
  /** @param {string} token */
  constructor(token) {
    this.token = token;
    this.until = 0;
    this.ended = false;
    /** Those that are down. @type {Map<number, Finger>} */
    this.fingers = new Map();
    /** How many were down at once. */
    this.most = 0;
    /** What was picked. @type {Element | null} */
    this.element = null;
  }

  /**
   * Take in a finger's event.
   * @param {PointerEvent} event
   */
  take(event) {
    const { pointerId, clientX: x, clientY: y } = event;
    const finger = this.fingers.get(pointerId);
    switch (event.type) {
      case "pointerdown":
        if (this.fingers.size === 0) this.most = 0;
        this.fingers.set(pointerId, { x, y, moved: false });
        this.most = Math.max(this.most, this.fingers.size);
        break;
      case "pointermove":
        if (finger && Math.hypot(x - finger.x, y - finger.y) > SLOP) finger.moved = true;
        break;
      case "pointercancel":
        // Chrome has made a scroll or zoom of it, of all fingers
        this.fingers.clear();
        this.most = 0;
        break;
      case "pointerup":
        if (!finger || !this.fingers.delete(pointerId)) return;
        if (finger.moved || Math.hypot(x - finger.x, y - finger.y) > SLOP) this.most = 0;
        if (this.fingers.size > 0 || this.element) return;
        if (this.ended) {
          this.until = performance.now() + AFTER;
          return;
        }
        if (this.most > 1) tell(this.token, "cancelled");
        else if (this.most === 1) this.#choose(event);
    }
  }

  /** @param {PointerEvent} event */
  #choose(event) {
    const path = throughClosed(event, event.composedPath());
    const hit = path.find((node) => "nodeType" in node && node.nodeType === 1);
    if (!hit) return;
    this.element = /** @type {Element} */ (hit);
    tell(this.token, "picked");
  }
}

/** This window's own; frames of one origin go by the topmost one's. @type {Pick | null} */
let own = null;
/** The one before it, which may still be asked about. @type {Pick | null} */
let last = null;

/** The pick that is open in this window, or one that has ended under a finger, until that is lifted. */
export function lens() {
  if (own && performance.now() > own.until) end(own);
  return own ?? (last && performance.now() < last.until ? last : null);
}

/** @param {Pick} pick */
function end(pick) {
  pick.ended = true;
  // what has come down on it goes up on it, or the page would get half a tap
  pick.until = pick.fingers.size > 0 ? performance.now() + LIFT : 0;
  last = pick;
  own = null;
}

/** The pick that holds here: that of the topmost frame of this origin that has one. */
function open() {
  let found = lens();
  for (let at = /** @type {Window} */ (window); at.parent !== at; ) {
    at = at.parent;
    try {
      const above = Reflect.get(at, "__tapbridge");
      if (!above?.lens) break;
      found = above.lens() ?? found;
    } catch {
      break; // another origin
    }
  }
  return found;
}

/**
 * Say it to Python: no words of the page.
 * @param {string} token
 * @param {"picked" | "cancelled" | "hidden"} lens
 */
function tell(token, lens) {
  const seen = /** @type {((payload: string) => void) | undefined} */ (
    Reflect.get(globalThis, "__tapbridge_seen")
  );
  seen?.(JSON.stringify({ token, type: "lens", lens }));
}

/** @param {Event} event */
function onFinger(event) {
  if (!event.isTrusted) return;
  const pick = open();
  if (!pick) return;
  event.stopImmediatePropagation();
  if (event.cancelable && !PASSIVE.includes(event.type)) event.preventDefault();
  if (event.type.startsWith("pointer")) pick.take(/** @type {PointerEvent} */ (event));
}

function onHidden() {
  const pick = lens();
  if (pick && facts(document).visibility === "hidden") tell(pick.token, "hidden");
}

/** Lie over the page from now on, before its listeners and the other ones of ours. */
export function cover() {
  for (const type of FINGER)
    window.addEventListener(type, onFinger, { capture: true, passive: false });
  for (const type of PASSIVE)
    window.addEventListener(type, onFinger, { capture: true, passive: true });
  document.addEventListener("visibilitychange", onHidden, { capture: true });
}

/**
 * Open a pick, or hold it open for so long again.
 * @param {string} token
 * @param {number} ms 0 ends it
 */
export function hold(token, ms) {
  if (ms <= 0) {
    if (own?.token === token) end(own);
    return { deaf: false, hidden: false };
  }
  const pick = own !== null && own.token === token ? own : new Pick(token);
  own = pick;
  pick.until = performance.now() + ms;
  listen();
  cover(); // document.open() takes listeners away; adding one twice adds it once
  return { deaf: !hearsAll(), hidden: facts(document).visibility === "hidden" };
}

/**
 * What a person means by an element: the control that it is in, or itself; `up` times what is around it.
 * @param {Element} hit
 * @param {number} up
 */
function meant(hit, up) {
  let found = controlOf(hit);
  for (let at = composedParent(found); at && up > 0; at = composedParent(at)) {
    if (sameBox(at, found)) continue; // nobody would see a difference
    found = at;
    up -= 1;
  }
  return found;
}

/** @param {Element} one @param {Element} other */
function sameBox(one, other) {
  const a = rect(one);
  const b = rect(other);
  return (
    Math.abs(a.left - b.left) < 1 &&
    Math.abs(a.top - b.top) < 1 &&
    Math.abs(a.width - b.width) < 1 &&
    Math.abs(a.height - b.height) < 1
  );
}

/**
 * @param {Element} hit
 * @param {number} up
 * @param {import("./types.js").Context} ctx
 */
function shown(hit, up, ctx) {
  const element = meant(hit, up);
  ctx.used.add(ctx.frameOf(element));
  const around = [];
  for (let at = composedParent(element); at && around.length < PATH; at = composedParent(at)) {
    const role = shownRole(at);
    if (role !== "" && role !== "none" && role !== "generic" && role !== "presentation")
      around.push(describe(at, ctx, { ref: () => false, role }));
  }
  const count = selectAll(/** @type {any} */ (element), "*").length;
  const row = describe(element, ctx, { box: true });
  // what has no name is known by its words
  const plain = row.name === "" && !row.interactive && row.value === null;
  return { element: row, around, count, text: plain ? ctx.names.seenText(element, WORDS) : "" };
}

/** @type {Record<string, import("./types.js").Command>} */
export const commands = {
  /** What was picked on the phone; asked of the frames of other origins too. */
  async lens_taken(args, ctx) {
    const hit = [own, last].find((pick) => pick?.token === args.token)?.element;
    if (hit && isConnected(hit)) return shown(hit, 0, ctx);
    for (const outside of hit ? [] : ctx.outside) {
      const value = await gather(outside, "lens_taken", args, ctx);
      if (value?.element) return value;
    }
    throw new Fault("MOVED", "what was picked is no longer on the page");
  },

  /** What lies at a point of the visible part, or `up` steps around it. */
  lens_at({ point, up }, ctx) {
    const view = visibleBox();
    const hit = elementAt(point.x + view.x, point.y + view.y);
    if (!hit) throw new Fault("TARGET_NOT_FOUND", "nothing lies there");
    return shown(hit, up ?? 0, ctx);
  },
};
