// Where an element can be touched, and what a touch there would meet.
//
// Points are client px of the first frame; Python gets them less the visual viewport's offset.
import {
  attribute,
  composedChildren,
  composedContains,
  composedParent,
  documentOf,
  has,
  isElement,
  isHtml,
  layout,
  matches,
  rect,
  rects,
  shadowRoot,
  tag,
} from "./dom.js";
import { documentIn, isFrame, isTurned, pointToTop, toTop } from "./frames.js";
import { inward, outBox, planeOf } from "./plane.js";
import { overlaidFrom } from "./softkeys.js";

/** @typedef {import("./types.js").Box} Box */
/** @typedef {import("./types.js").Context} Context */

const { scrollIntoView: intoView } = Element.prototype;

const CONTROL =
  "a[href], area[href], button, input, select, textarea, summary, option, label, " +
  "[role=button], [role=link], [role=checkbox], [role=radio], [role=switch], [role=tab], " +
  "[role=menuitem], [role=menuitemcheckbox], [role=menuitemradio], [role=option], [role=treeitem]";

/**
 * What a touch on an element acts on: the innermost control around it, else itself.
 * @param {Element} element
 */
export function controlOf(element) {
  for (let at = /** @type {Element | null} */ (element); at; at = composedParent(at)) {
    if (matches(at, CONTROL)) return at;
  }
  return element;
}

/**
 * The field of a label.
 * @param {Element} element
 * @returns {Element | null}
 */
export function labelled(element) {
  return tag(element) === "label" ? /** @type {HTMLLabelElement} */ (element).control : null;
}

/**
 * Why an element takes no touch, in words, or "".
 * @param {Element} element
 */
export function whyDisabled(element) {
  const control = controlOf(element);
  const field = labelled(control) ?? control;
  if (isHtml(field) && matches(field, ":disabled")) return "disabled";
  for (let at = /** @type {Element | null} */ (control); at; at = above(at)) {
    if (has(at, "inert")) return "inert";
    if (attribute(at, "aria-disabled") === "true") return "marked aria-disabled";
  }
  return "";
}

/**
 * The parent as drawn, going on from a document to the frame that holds it.
 * @param {Element} element
 * @returns {Element | null}
 */
function above(element) {
  const parent = composedParent(element);
  if (parent) return parent;
  const view = documentOf(element).defaultView;
  try {
    return view === window ? null : (view?.frameElement ?? null);
  } catch {
    return null;
  }
}

/**
 * The innermost element at a point, through open shadow roots and readable frames.
 * @param {number} x
 * @param {number} y
 * @returns {Element | null}
 */
export function elementAt(x, y) {
  let found = null;
  /** @type {Document | null} */
  let inside = document;
  while (inside) {
    const at = deepest(inside, x, y);
    if (!at) return found;
    found = at;
    inside = isFrame(at) ? documentIn(at) : null;
    if (inside) {
      ({ x, y } = inward(planeOf(at), { x, y }));
    }
  }
  return found;
}

/**
 * The innermost element at a point of one document, through shadow roots.
 * @param {Document | ShadowRoot} root
 * @param {number} x
 * @param {number} y
 */
export function deepest(root, x, y) {
  let found = root.elementFromPoint(x, y);
  while (found) {
    const within = shadowRoot(found)?.elementFromPoint(x, y) ?? null;
    if (!within || within === found) break;
    found = within;
  }
  return found;
}

/**
 * Whether a touch that meets `hit` is a touch on `target`: it is in it, belongs to the same control,
 * or one is the label of the other.
 * @param {Element | null} hit
 * @param {Element} target
 */
export function counts(hit, target) {
  if (!hit) return false;
  if (contains(target, hit)) return true;
  const wanted = controlOf(target);
  const met = controlOf(hit);
  if (wanted === met && matches(wanted, CONTROL)) return true;
  return labelled(met) === wanted || labelled(wanted) === met;
}

/**
 * Whether inner lies in outer, through shadow roots and frames.
 * @param {Element} outer
 * @param {Element} inner
 */
function contains(outer, inner) {
  /** @type {Element | null} */
  let at = inner;
  while (at) {
    if (composedContains(outer, at)) return true;
    if (documentOf(at) === documentOf(outer)) return false;
    at = above(rootElement(at));
  }
  return false;
}

/** @param {Element} element */
function rootElement(element) {
  let at = element;
  for (let next = composedParent(at); next; next = composedParent(at)) at = next;
  return at;
}

/**
 * Where to touch an element as it lies now: the centre of what is to be seen of it, then that of its
 * single boxes (a link broken over lines has its union's centre beside it).
 * @param {Element} element
 * @param {Context} ctx
 * @returns {{x: number, y: number}[]} none when nothing of it is in sight
 */
export function pointsOf(element, ctx) {
  const clip = clipOf(element, ctx);
  const list = boxesOf(element);
  const whole = list.length === 1 ? list : [rect(element), ...list];
  const points = [];
  for (const each of whole) {
    const seen = meet(toTop(each, ctx.frameOf(element), ctx.frames), clip);
    if (seen) points.push({ x: seen.x + seen.width / 2, y: seen.y + seen.height / 2 });
  }
  return points;
}

/** Where else in a box to touch, as shares of it. */
const SHARES = [0.5, 0.2, 0.8, 0.05, 0.95];
/** Boxes of one element that are looked through, the largest first. */
const MOST_BOXES = 4;

/**
 * The points of a grid over what is to be seen of an element: something may lie over its middle.
 * @param {Element} element
 * @param {Context} ctx
 * @returns {Generator<{x: number, y: number}>}
 */
export function* gridOf(element, ctx) {
  const frame = ctx.frameOf(element);
  const clip = clipOf(element, ctx);
  const turned = isTurned(frame, ctx.frames);
  const area = (/** @type {Box} */ { width, height }) => width * height;
  const largest = boxesOf(element).sort((one, other) => area(other) - area(one));
  for (const own of largest.slice(0, MOST_BOXES)) {
    // the upright box around a turned one is larger than it
    const box = turned ? own : meet(toTop(own, frame, ctx.frames), clip);
    if (!box) continue;
    for (const down of SHARES)
      for (const right of SHARES) {
        const at = { x: box.x + right * box.width, y: box.y + down * box.height };
        const point = turned ? pointToTop(at, frame, ctx.frames) : at;
        if (meet({ ...point, width: 0.01, height: 0.01 }, clip)) yield point;
      }
  }
}

/**
 * An element's own boxes that have a size; those of its children where it has none itself.
 * @param {Element} element
 * @returns {DOMRect[]}
 */
export function boxesOf(element) {
  const own = [...rects(element)].filter((each) => each.width > 0 && each.height > 0);
  if (own.length > 0) return own;
  const list = [];
  for (const child of composedChildren(element)) {
    if (isElement(child)) list.push(...boxesOf(child));
  }
  return list;
}

/**
 * Whether all of the element that a touch needs is in sight: the centre of its box.
 * @param {Element} element
 * @param {Context} ctx
 */
export function inSight(element, ctx) {
  const clip = clipOf(element, ctx);
  const box = toTop(rect(element), ctx.frameOf(element), ctx.frames);
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  return x >= clip.x && x < clip.x + clip.width && y >= clip.y && y < clip.y + clip.height;
}

/**
 * The labels of a field, over the prototype (a form's inputs may hide its properties).
 * @param {Element} element
 * @returns {Element[]}
 */
export function labelsOf(element) {
  const list = isHtml(element) && "labels" in element && element.labels;
  return list ? [.../** @type {NodeListOf<HTMLLabelElement>} */ (list)] : [];
}

/**
 * Bring an element to a place on the screen, at once, in everything that scrolls around it.
 * @param {Element} element
 * @param {ScrollLogicalPosition} place
 * @param {Context} ctx
 * @returns {boolean} whether it moved
 */
export function scrollIn(element, place, ctx) {
  const frame = ctx.frameOf(element);
  const where = () => [toTop(rect(element), frame, ctx.frames), visibleBox()];
  const before = where();
  intoView.call(element, { block: place, inline: "center", behavior: "instant" });
  return where().some((box, at) => box.x !== before[at]?.x || box.y !== before[at]?.y);
}

/** The visual viewport in client px, less a keyboard that lies over it. */
export function visibleBox() {
  const view = window.visualViewport;
  if (!view) return { x: 0, y: 0, width: innerWidth, height: innerHeight };
  const over = overlaidFrom();
  const room = over === null ? view.height : Math.max(0, over - view.offsetTop);
  const height = Math.min(view.height, room);
  return { x: view.offsetLeft, y: view.offsetTop, width: view.width, height };
}

/**
 * What may be seen where an element lies: the visual viewport, less what frames and scrolling boxes
 * around it cut off.
 * @param {Element} element
 * @param {Context} ctx
 * @returns {Box}
 */
function clipOf(element, ctx) {
  const nothing = { x: 0, y: 0, width: 0, height: 0 };
  /** @type {Box} */
  let clip = visibleBox();
  let place = "static"; // of the last box that is not cut by everything around it
  for (let at = /** @type {Element | null} */ (element); at; at = above(at)) {
    const style = ctx.style(at);
    const holds = style.position !== "static" || style.transform !== "none";
    if (at !== element) {
      const frame = ctx.frameOf(at);
      if (isFrame(at)) {
        clip = meet(toTop(insideOf(at, style), frame, ctx.frames), clip) ?? nothing;
        place = "static";
      } else if (escapes(place, style, holds)) {
        continue;
      } else if (cuts(at, style)) {
        clip = meet(toTop(rect(at), frame, ctx.frames), clip) ?? nothing;
      }
    }
    if (holds) place = style.position;
  }
  return clip;
}

/**
 * Whether a box so placed is held by something further out, and not cut here.
 * @param {string} place
 * @param {CSSStyleDeclaration} style
 * @param {boolean} holds
 */
function escapes(place, style, holds) {
  if (place === "fixed") return style.transform === "none";
  return place === "absolute" && !holds;
}

/**
 * The content box of a frame, in its own document's client px.
 * @param {Element} frame
 * @param {CSSStyleDeclaration} style
 */
function insideOf(frame, style) {
  const { clientWidth, clientHeight } = layout(frame);
  const pad = (/** @type {string} */ side) => Number.parseFloat(side) || 0;
  return outBox(planeOf(frame), {
    x: 0,
    y: 0,
    width: clientWidth - pad(style.paddingLeft) - pad(style.paddingRight),
    height: clientHeight - pad(style.paddingTop) - pad(style.paddingBottom),
  });
}

/**
 * @param {Element} element
 * @param {CSSStyleDeclaration} style
 */
function cuts(element, style) {
  const name = tag(element);
  if (name === "html" || name === "body") return false; // their overflow is the viewport's
  return style.overflowX !== "visible" || style.overflowY !== "visible";
}

/**
 * @param {Box} one
 * @param {Box} other
 * @returns {Box | null} null when they do not meet
 */
export function meet(one, other) {
  const x = Math.max(one.x, other.x);
  const y = Math.max(one.y, other.y);
  const width = Math.min(one.x + one.width, other.x + other.width) - x;
  const height = Math.min(one.y + one.height, other.y + other.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

/**
 * The holders of an element that may scroll, innermost first, over frames.
 * @param {Element} element
 */
export function* holders(element) {
  for (let at = /** @type {Element | null} */ (element); at; at = above(at)) {
    if (isElement(at)) yield at;
  }
}
