// The frames of this realm and where they lie.
//
// A world may read only frames of its own origin (measured: see README.md); the bundle of a frame of
// another origin is asked by message (remote.js).

import {
  activeElement,
  documentOf,
  isEditableContent,
  layout,
  rect,
  selectAll,
  shadowRoot,
  tag,
} from "./dom.js";
import { Fault } from "./fault.js";

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
export function windowIn(element) {
  if (tag(element) === "iframe") return contentWindow.call(element);
  return /** @type {HTMLFrameElement} */ (element).contentWindow;
}

/** Most frames that are read, and characters of an address that are told: a page may make endless ones. */
const MOST_FRAMES = 200;
const LONGEST = 20000;

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
    if (!frame || frame.window.length === 0) continue;
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

/**
 * Where an iframe's content begins and how much larger it is drawn, in its document's client px.
 * @param {Element} element
 */
export function contentOf(element) {
  const outer = rect(element);
  const size = layout(element);
  const scaleX = size.offsetWidth ? outer.width / size.offsetWidth : 1;
  const scaleY = size.offsetHeight ? outer.height / size.offsetHeight : 1;
  const style = getComputedStyle(element);
  const left = size.clientLeft + (Number.parseFloat(style.paddingLeft) || 0);
  const top = size.clientTop + (Number.parseFloat(style.paddingTop) || 0);
  return { x: outer.x + left * scaleX, y: outer.y + top * scaleY, scaleX, scaleY };
}

/**
 * Carry a box from a frame's client px to the first frame's client px.
 * @param {import("./types.js").Box} box
 * @param {import("./types.js").Frame} frame
 * @param {import("./types.js").Frame[]} frames
 * @returns {import("./types.js").Box}
 */
export function toTop(box, frame, frames) {
  let { x, y, width, height } = box;
  /** @type {import("./types.js").Frame | undefined} */
  let at = frame;
  while (at?.element) {
    const { x: left, y: top, scaleX, scaleY } = contentOf(at.element);
    x = left + x * scaleX;
    y = top + y * scaleY;
    width *= scaleX;
    height *= scaleY;
    at = frames[at.parent];
  }
  return { x, y, width, height };
}

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
