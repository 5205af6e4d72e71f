// Trusted input as this realm sees it, from document start on, and the watch an act opens on it.
//
// Every frame has its own listeners, on window in the capture phase, so none of the page's runs
// before them. Frames of one origin report to the topmost bundle they can reach: that one holds the
// watch. A path is read inside the listener (it is empty afterwards); event objects are kept, since
// `defaultPrevented` is only known later. All listeners are passive: they must not slow scrolling.

import { context, DOC } from "./context.js";
import { composedContains } from "./dom.js";
import { Effects } from "./effects.js";
import { controlOf } from "./point.js";
import { describe } from "./rows.js";
import { throughClosed } from "./shadow.js";

const TOUCH = [
  "pointerdown",
  "touchstart",
  "pointerup",
  "touchend",
  "pointercancel",
  "mousedown",
  "click",
  "touchcancel",
  "dblclick",
  "contextmenu",
];
const KEYS = ["keydown", "keyup", "beforeinput", "input"];
const OTHER = ["wheel", "dragstart", "drop", "dragend"];

/** ms after touchend in which a click may still come: a double-tap zoom holds it back for 300. */
const CLICK_DELAY = 400;
const MOST_KEPT = 64;

/** A promise with its resolver, resolved at most once. */
export class Signal {
  constructor() {
    /** @type {() => void} */
    this.resolve = () => {};
    /** @type {Promise<void>} */
    this.promise = new Promise((resolve) => {
      this.resolve = resolve;
    });
  }
}

/**
 * What came of one touch, key or text, from the moment it was opened.
 * `landed` is judged when the finger comes down; `hit` is the row of what took it.
 */
export class Watch {
  /**
   * @param {string | null} token null while nobody asked for it
   * @param {(path: EventTarget[]) => boolean} lands whether a touch along this path is the wanted one
   * @param {Element | null} subject what the act is about
   */
  constructor(token, lands, subject) {
    this.token = token;
    this.lands = lands;
    this.subject = subject;
    /** @type {Record<string, number>} */
    this.seen = {};
    /** @type {Event[]} */
    this.kept = [];
    /** @type {"none" | "target" | "other"} */
    this.landed = "none";
    /** @type {import("./types.js").Row | null} */
    this.hit = null;
    /** Resolved inside the click capture, on pointercancel, or when no click came in time. */
    this.done = new Signal();
    /** Resolved one task after `done`: the page's own click handlers have run. */
    this.settled = new Signal();
    /** @type {((event: Event) => void) | null} */
    this.onevent = null;
    this.distance = 0;
    this.ended = false;
    /** How many taps are on their way. */
    this.taps = 1;
    /** What took the click, when that was not the wanted element. @type {import("./types.js").Row | null} */
    this.strayed = null;
    /** What it changes of the text that is seen. @type {Effects | null} */
    this.effects = null;
  }

  /** @param {Event} event */
  take(event) {
    this.seen[event.type] = (this.seen[event.type] ?? 0) + 1;
    if (this.kept.length < MOST_KEPT) this.kept.push(event);
    this.effects?.begin();
    if (event.type === "input" && this.effects) this.effects.stirred = true;
    this.onevent?.(event);
  }

  end() {
    if (this.ended) return;
    this.ended = true;
    this.done.resolve();
    setTimeout(() => this.settled.resolve(), 0);
  }

  /**
   * Whose menu a long press asked for: the page's own, or Chrome's, as the page let it be.
   * @returns {"page" | "chrome" | null}
   */
  get menu() {
    const asked = this.kept.find((event) => event.type === "contextmenu");
    return asked ? (asked.defaultPrevented ? "page" : "chrome") : null;
  }

  /** Whether a handler of the page has cancelled the touch, and so the click. */
  get prevented() {
    return this.kept.some(
      (event) => event.type.startsWith("touch") && event.cancelable && event.defaultPrevented,
    );
  }
}

/** The realm's listeners and its one open watch. */
class Ear {
  constructor() {
    this.watch = new Watch(null, () => false, null);
  }

  /**
   * Take in one trusted event of this frame or of one below it.
   * @param {Event} event
   * @param {EventTarget[]} told without what lies in closed shadow roots
   */
  hear(event, told) {
    const path = throughClosed(event, told);
    if (event.type === "pointerdown" && this.watch.ended && this.watch.token === null) {
      this.watch = new Watch(null, () => false, null);
    }
    const watch = this.watch;
    switch (event.type) {
      case "pointerdown":
      case "mousedown": // alone where a scroll bar may show: Chrome sends no pointer there, but a click
        if (watch.landed === "none") {
          watch.landed = watch.lands(path) ? "target" : "other";
          watch.hit = this.#row(path);
          this.#tell(watch, "pointerdown", watch.hit);
        }
        break;
      case "touchend":
        if ((watch.seen.touchend ?? 0) + 1 >= watch.taps)
          setTimeout(() => watch.end(), CLICK_DELAY);
        break;
      case "wheel":
        watch.distance += Math.abs(/** @type {WheelEvent} */ (event).deltaY || 0);
        watch.distance += Math.abs(/** @type {WheelEvent} */ (event).deltaX || 0);
        break;
    }
    watch.take(event);
    if (event.type === "click" && watch.landed === "target" && !watch.lands(path))
      watch.strayed ??= this.#row(path);
    if (event.type === "click") this.#tell(watch, event.type, watch.hit);
    if (event.type === "click" && (watch.seen.click ?? 0) >= watch.taps) watch.end();
    if (event.type === "pointercancel") watch.end();
  }

  /** @param {EventTarget[]} path */
  #row(path) {
    const element = firstElement(path);
    try {
      return element ? describe(controlOf(element), context()) : null;
    } catch {
      return null; // of a frame that has just come or gone
    }
  }

  /**
   * Say it to Python at once: the binding's message survives the document.
   * @param {Watch} watch
   * @param {string} type
   * @param {import("./types.js").Row | null} hit
   */
  #tell(watch, type, hit) {
    const seen = /** @type {((payload: string) => void) | undefined} */ (
      Reflect.get(globalThis, "__tapbridge_seen")
    );
    if (typeof seen !== "function") return;
    const { token, landed } = watch;
    seen(JSON.stringify({ token, type, doc: DOC, landed, hit }));
  }
}

/**
 * @param {EventTarget[]} path
 * @returns {Element | undefined}
 */
const firstElement = (path) =>
  /** @type {Element | undefined} */ (
    path.find((node) => "nodeType" in node && node.nodeType === 1)
  );

const ear = new Ear();

/**
 * The ear that holds the watch: that of the topmost frame of this origin, reached over such frames.
 * @returns {Pick<Ear, "hear">}
 */
function topEar() {
  /** @type {Pick<Ear, "hear">} */
  let found = ear;
  /** @type {Window} */
  let at = window;
  while (at.parent !== at) {
    at = at.parent;
    try {
      const above = Reflect.get(at, "__tapbridge");
      if (!above?.hear) break;
      found = above;
    } catch {
      break; // another origin
    }
  }
  return found;
}

/** @param {Event} event */
function onEvent(event) {
  if (event.isTrusted) topEar().hear(event, event.composedPath());
}

/** Name of an event of ours that no page can know. */
const PROBE = `tapbridge-${crypto.getRandomValues(new Uint32Array(4)).join("-")}`;
let armed = false;
let heard = false;
let overheard = true;

/** Whether all trusted input is heard here: false once the page has taken our listeners away. */
export const hearsAll = () => overheard;

/**
 * Listen from now on, in this window and the readable frames below it. Done at document start and
 * again with every plan: `document.open()` takes listeners away, and adding one twice adds it once.
 */
export function listen() {
  // a bundle evaluated again in the same document leaves the first one's listeners alone
  const first = Reflect.get(globalThis, "__tapbridge");
  if (first && first.hear !== hear) return;
  // gone by document.open(): the page's listeners may now come first, and let nothing through to ours
  if (armed) {
    heard = false;
    window.dispatchEvent(new Event(PROBE));
    if (!heard) overheard = false;
  } else armed = true;
  window.addEventListener(
    PROBE,
    () => {
      heard = true;
    },
    { once: true },
  );
  for (const type of [...TOUCH, ...KEYS, ...OTHER]) {
    window.addEventListener(type, onEvent, { capture: true, passive: true });
  }
}

/** For the bundles of frames below: take in what they heard. */
export const hear = ear.hear.bind(ear);

/**
 * Open a watch; the one before it is given up.
 * @param {(path: EventTarget[]) => boolean} lands
 * @param {Element | null} subject
 * @param {boolean} [reads] whether what it changes of the page's text is to be told
 */
export function openWatch(lands, subject, reads = true) {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  const token = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  ear.watch = new Watch(token, lands, subject);
  if (reads) ear.watch.effects = effectsOf(subject);
  return ear.watch;
}

/**
 * The watch of a token. Of a token that another document gave out: what this one saw, as gone astray.
 * @param {string} token
 */
export function watchOf(token) {
  const { watch } = ear;
  if (watch.token === token) return watch;
  const { seen, hit, strayed, prevented, menu, done, settled } = watch;
  const landed = watch.landed === "none" ? "none" : "other";
  const none = { subject: null, effects: null, kept: [] };
  return { seen, hit, strayed, prevented, menu, done, settled, landed, ...none };
}

/** @param {Element | null} subject */
function effectsOf(subject) {
  try {
    return new Effects(subject);
  } catch {
    return null; // of a frame that has just come or gone, or a page that is made to be endless
  }
}

/**
 * What an act changed of the text that is seen; null where that cannot be said.
 * @param {{effects: Effects | null}} watch
 * @param {boolean} [waits] whether changes that are under way are waited for
 */
export async function changesOf(watch, waits = true) {
  try {
    return (await watch.effects?.close(waits)) ?? null;
  } catch {
    return null;
  }
}

/**
 * Wait for a promise, at most so long.
 * @param {Promise<unknown>} promise
 * @param {number} ms
 * @returns {Promise<boolean>} whether it came in time
 */
export function within(promise, ms) {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms);
    promise.then(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}

/** @param {number} ms @returns {Promise<void>} */
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Whether a path passes an element, or a frame that lies in it.
 * @param {EventTarget[]} path
 * @param {Element} element
 */
export function passes(path, element) {
  if (path.includes(element)) return true;
  let view = firstElement(path)?.ownerDocument.defaultView;
  while (view?.frameElement) {
    if (composedContains(element, view.frameElement)) return true;
    view = view.frameElement.ownerDocument.defaultView;
  }
  return false;
}
