// The frames of this realm and where they lie.
//
// A world may read only frames of its own origin (measured: see README.md); the bundle of a frame of
// another origin is asked by message (remote.js).

import {
  activeElement,
  documentOf,
  isEditableContent,
  rect,
  selectAll,
  shadowRoot,
  tag,
} from "./dom.js";
import { Fault } from "./fault.js";
import { inward, outBox, outward, planeOf, turnOf } from "./plane.js";

const contentDocument = /** @type {(this: unknown) => Document | null} */ (
  Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, "contentDocument")?.get
);
const contentWindow = /** @type {(this: unknown) => (Window & typeof globalThis) | null} */ (
  Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, "contentWindow")?.get
);

/** @param {Element} element */
export const isFrame = (element) => tag(element) === "iframe" || tag(element) === "frame";

/**
 * The window inside an iframe, also of another origin.
 * @param {Element} element
 */
function windowIn(element) {
  if (tag(element) === "iframe") return contentWindow.call(element);
  return /** @type {HTMLFrameElement} */ (element).contentWindow;
}

/** Most frames that are read, and characters of an address that are told: a page may make endless ones. */
const MOST_FRAMES = 200;
const LONGEST = 20000;

/** Whether this realm is of the page's own origin, with a frame of another one around it. */
export function isHomeAbroad() {
  let abroad = false;
  for (let at = /** @type {Window} */ (window); at.parent !== at; at = at.parent) {
    const reached = isReached(at.parent);
    if (at.parent.parent === at.parent) return abroad && reached;
    abroad ||= !reached;
  }
  return false;
}

/** @param {Window} other */
function isReached(other) {
  try {
    return other.document !== undefined;
  } catch {
    return false;
  }
}

/** Addresses of frames whose site is blocked, as the caller knows them. @type {Set<string>} */
let shut = new Set();

/**
 * Close the frames at these addresses: they are neither read nor touched from now on.
 * @param {unknown} addresses
 */
export function shutFrames(addresses) {
  shut = new Set(Array.isArray(addresses) ? addresses : []);
}

/** The addresses that are closed. */
export const shutNow = () => [...shut];

/**
 * Whether an address is among the closed ones.
 * @param {string} href
 */
export const isShut = (href) => shut.has(href);

/**
 * An address as it is told and judged: of a data: address the contents do not count.
 * @param {string} href
 */
export const brief = (href) => href.slice(0, href.startsWith("data:") ? 100 : LONGEST);

/**
 * The document inside an iframe, if this world may read it and its site is not blocked.
 * @param {Element} element
 */
export function documentIn(element) {
  const inner =
    tag(element) === "iframe"
      ? contentDocument.call(element)
      : /** @type {HTMLFrameElement} */ (element).contentDocument;
  return inner && shut.size > 0 && isShut(brief(inner.location.href)) ? null : inner;
}

/**
 * All iframe elements of a document, also inside open shadow roots.
 * @param {Document | ShadowRoot} root
 * @param {import("./budget.js").Budget} budget
 * @param {Element[]} found
 */
function frameElements(root, budget, found = []) {
  for (const element of selectAll(root, "*")) {
    budget.spend();
    if (isFrame(element)) found.push(element);
    const inner = shadowRoot(element);
    if (inner) frameElements(inner, budget, found);
  }
  return found;
}

/**
 * The readable frames, the bundle's own window first, parents before children; and the iframes that are not.
 * @param {import("./budget.js").Budget} budget
 * @returns {{frames: import("./types.js").Frame[], outside: import("./types.js").Outside[], full: boolean}} full: there are more
 */
export function walkFrames(budget) {
  /** @type {import("./types.js").Frame[]} */
  const frames = [
    {
      index: 0,
      parent: -1,
      above: null,
      window,
      document,
      element: null,
      href: brief(document.location.href),
    },
  ];
  /** @type {import("./types.js").Outside[]} */
  const outside = [];
  for (let at = 0; at < frames.length; at++) {
    const frame = frames[at];
    if (!frame) continue; // window.length does not count those in shadow roots
    for (const element of frameElements(frame.document, budget)) {
      if (frames.length + outside.length >= MOST_FRAMES) return { frames, outside, full: true };
      const inner = documentIn(element);
      const view = /** @type {(Window & typeof globalThis) | null} */ (windowIn(element));
      if (!view) continue;
      const holder = /** @type {HTMLElement} */ (element);
      if (!inner) {
        outside.push({ element: holder, window: view, frame });
        continue;
      }
      frames.push({
        index: frames.length,
        parent: at,
        above: frame,
        window: view,
        document: inner,
        element: holder,
        href: brief(view.location.href),
      });
    }
  }
  return { frames, outside, full: false };
}

/** How frames are turned, for the length of a call. @type {WeakMap<import("./types.js").Frame[], Map<Element, import("./plane.js").Turn | null>>} */
const turns = new WeakMap();

/**
 * Where an iframe of one of these frames lies, as it is now.
 * @param {Element} element
 * @param {import("./types.js").Frame[]} frames
 */
export function planeIn(element, frames) {
  let known = turns.get(frames);
  if (!known) {
    known = new Map();
    turns.set(frames, known);
  }
  let turn = known.get(element);
  if (turn === undefined) {
    turn = turnOf(element);
    known.set(element, turn);
  }
  return planeOf(element, turn);
}

/**
 * The planes from a frame up to the first one, innermost first.
 * @param {import("./types.js").Frame} frame
 * @param {import("./types.js").Frame[]} frames
 */
function planes(frame, frames) {
  const list = [];
  for (
    let at = /** @type {import("./types.js").Frame | undefined} */ (frame);
    at?.element;
    at = frames[at.parent]
  )
    list.push(planeIn(at.element, frames));
  return list;
}

/**
 * Carry a box from a frame's client px to the first frame's client px.
 * @param {import("./types.js").Box} box
 * @param {import("./types.js").Frame} frame
 * @param {import("./types.js").Frame[]} frames
 * @returns {import("./types.js").Box} the upright box around it, where the frame is turned
 */
export function toTop(box, frame, frames) {
  const { x, y, width, height } = box;
  return planes(frame, frames).reduce((at, plane) => outBox(plane, at), { x, y, width, height });
}

/**
 * Carry a point from a frame's client px to the first frame's.
 * @param {import("./plane.js").Point} point
 * @param {import("./types.js").Frame} frame
 * @param {import("./types.js").Frame[]} frames
 */
export function pointToTop(point, frame, frames) {
  return planes(frame, frames).reduce((at, plane) => outward(plane, at), point);
}

/**
 * Carry a point from the first frame's client px into a frame.
 * @param {import("./plane.js").Point} point
 * @param {import("./types.js").Frame} frame
 * @param {import("./types.js").Frame[]} frames
 */
export function pointFromTop(point, frame, frames) {
  return planes(frame, frames).reduceRight((at, plane) => inward(plane, at), point);
}

/**
 * Whether a frame, or one around it, is drawn turned.
 * @param {import("./types.js").Frame} frame
 * @param {import("./types.js").Frame[]} frames
 */
export const isTurned = (frame, frames) => planes(frame, frames).some((plane) => plane.turned);

/**
 * An element's border box in the first frame's client px.
 * @param {Element} element
 * @param {import("./types.js").Context} ctx
 * @returns {import("./types.js").Box}
 */
export function boxOf(element, ctx) {
  return toTop(rect(element), ctx.frameOf(element), ctx.frames);
}

/**
 * The innermost focused element, through open shadow roots and readable frames. The body counts as none.
 * @param {import("./types.js").Context} ctx
 * @returns {Element | null}
 */
export function focusedElement(ctx) {
  /** @type {Document | ShadowRoot} */
  let root = ctx.frames[0]?.document ?? document;
  /** @type {Element | null} */
  let found = null;
  for (;;) {
    const active = activeElement(root);
    if (!active) return found;
    const name = tag(active);
    if (name === "body" || name === "html") {
      // a body with contenteditable is a field, and document.designMode makes one too
      return isEditableContent(active) ? active : found;
    }
    found = active;
    const inner = shadowRoot(active);
    const within = isFrame(active) ? documentIn(active) : null;
    if (inner) root = inner;
    else if (within) {
      found = null;
      root = within;
    } else return found;
  }
}

/**
 * Make the lookup from a node to its frame.
 * @param {import("./types.js").Frame[]} frames
 */
export function frameLookup(frames) {
  const byDocument = new Map(frames.map((frame) => [frame.document, frame]));
  /** @param {Node} node */
  return (node) => {
    const frame = byDocument.get(documentOf(node));
    if (!frame) throw new Fault("MOVED", "the frame that held the element is gone");
    return frame;
  };
}
