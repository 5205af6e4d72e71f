// The text that is drawn on a page, piece by piece, and what a piece is part of.
import {
  attribute,
  checkVisibility,
  closest,
  composedParent,
  documentElement,
  firstChild,
  has,
  isElement,
  isText,
  nextSibling,
  nodeValue,
  parentNode,
  shadowRoot,
  tag,
} from "./dom.js";
import { clean } from "./lines.js";
import { isTextSeen } from "./names.js";
import { roleOf } from "./roles.js";

/** @typedef {import("./types.js").Context} Context */
/** @typedef {{node: Text, text: string, parent: Element}} Piece */

/** Nodes and ms of one look at the page, and nodes of one at a part of it. */
const MOST_NODES = 30_000;
const MOST_PART = 2000;
const LOOK_MS = 25;
/** Pieces to each side of one that are read as one with it. */
const MOST_BESIDE = 80;
const SILENT = /^(script|style|noscript|template|head|title|select|textarea|datalist|iframe)$/;
const BLOCK = /^(button|a|li|td|th|label|summary|option|output|p|h[1-6]|dt|dd)$/;
const NAMED = new Set("alert alertdialog status log dialog menu tooltip listbox".split(" "));
/** Ancestors whose role says what a text is. */
const AROUND = 6;
const { getAnimations } = Element.prototype;

/**
 * The text that is drawn.
 * @param {Context} ctx
 * @param {(root: ShadowRoot) => void} meet told of each shadow root
 * @returns {{pieces: Piece[], whole: boolean}}
 */
export function lookThrough(ctx, meet) {
  const until = performance.now() + LOOK_MS;
  /** @type {Piece[]} */
  const pieces = [];
  /** @type {Map<Element, boolean>} */
  const drawn = new Map();
  const left = { nodes: MOST_NODES, until };
  for (const frame of ctx.frames) {
    const root = documentElement(frame.document);
    if (!root || (frame.element && !isDrawn(frame.element))) continue;
    for (const piece of textsIn(root, [], left, meet)) {
      let shown = drawn.get(piece.parent);
      if (shown === undefined) {
        shown = isDrawn(piece.parent);
        drawn.set(piece.parent, shown);
      }
      if (shown) pieces.push(piece);
    }
  }
  return { pieces, whole: left.nodes > 0 };
}

/**
 * The text nodes at and below a node that hold words, those in shadow roots too.
 * @param {Node} root
 * @param {Piece[]} found
 * @param {{nodes: number, until: number}} [left]
 * @param {(root: ShadowRoot) => void} [meet]
 */
export function textsIn(
  root,
  found,
  left = { nodes: MOST_PART, until: Infinity },
  meet = () => {},
) {
  /** @type {Node[]} */
  const stack = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (left.nodes <= 0) break;
    left.nodes -= 1;
    if (left.nodes % 256 === 0 && performance.now() > left.until) left.nodes = 0;
    if (isText(node)) {
      const text = nodeValue(node);
      const parent = parentElement(node);
      if (parent && /\S/.test(text) && !SILENT.test(tag(parent)))
        found.push({ node: /** @type {Text} */ (node), text, parent });
      continue;
    }
    const children = [];
    for (let child = firstChild(node); child; child = nextSibling(child)) children.push(child);
    if (isElement(node)) {
      if (SILENT.test(tag(node))) continue;
      const inner = shadowRoot(node);
      if (inner) {
        meet(inner);
        children.push(inner);
      }
    }
    for (let at = children.length - 1; at >= 0; at--)
      stack.push(/** @type {Node} */ (children[at]));
  }
  return found;
}

/** @param {Node} node @returns {Element | null} its parent, or the host where that is a shadow root */
function parentElement(node) {
  const parent = parentNode(node);
  if (!parent) return null;
  return isElement(parent) ? parent : composedParent(node);
}

/** @param {Element} element */
export const isDrawn = (element) =>
  checkVisibility(element, { opacityProperty: true, visibilityProperty: true });

/**
 * What a text reads as one with: the block, or the control, that it is in.
 * @param {Element} element
 * @param {Context} ctx
 */
export function holderOf(element, ctx) {
  let at = element;
  while (!BLOCK.test(tag(at)) && !isSaid(at) && /^(inline|contents)/.test(ctx.style(at).display)) {
    const above = composedParent(at);
    if (!above) break;
    at = above;
  }
  return at;
}

/** Whether a page says what it is: a message, a control. @param {Element} element */
const isSaid = (element) => has(element, "role") || has(element, "aria-live");

/** The same of what is drawn no more. @param {Element} element */
export function blockOf(element) {
  let at = element;
  while (/^(span|b|i|em|strong|small|a|code|mark|u|s|sub|sup|time)$/.test(tag(at))) {
    const above = composedParent(at);
    if (!above) break;
    at = above;
  }
  return at;
}

/**
 * All words of a holder, around one of its pieces.
 * @param {number} place
 * @param {Element} holder
 * @param {Piece[]} pieces
 * @param {Context} ctx
 */
export function wordsOf(place, holder, pieces, ctx) {
  const isIn = (/** @type {number} */ at) => {
    const piece = pieces[at];
    return (
      piece &&
      holderOf(piece.parent, ctx) === holder &&
      isTextSeen(piece.node, piece.parent, ctx.sight)
    );
  };
  let from = place;
  let to = place;
  while (place - from < MOST_BESIDE && isIn(from - 1)) from -= 1;
  while (to - place < MOST_BESIDE && isIn(to + 1)) to += 1;
  return clean(
    pieces
      .slice(from, to + 1)
      .map(({ text }) => text)
      .join(" "),
  );
}

/** @param {Element} holder @returns {string} the role that says what kind of message it is, or "text" */
export function labelOf(holder) {
  let at = /** @type {Element | null} */ (holder);
  for (let steps = 0; at && steps < AROUND; steps++, at = composedParent(at)) {
    const role = tag(at) === "dialog" ? "dialog" : roleOf(at);
    if (NAMED.has(role)) return role;
    const live = attribute(at, "aria-live");
    if (live && live !== "off") return live === "assertive" ? "alert" : "status";
  }
  return "text";
}

/** Whether a page says itself that what changes there is of no account: a clock, a ticker. @param {Element} element */
export function isQuiet(element) {
  const live = closest(element, "[aria-live], [role=timer], [role=marquee], marquee");
  if (!live) return false;
  return has(live, "aria-live") ? attribute(live, "aria-live") === "off" : true;
}

/** Whether something is being moved or faded in there, and will come to an end. @param {Element} element */
export function isMoving(element) {
  let at = /** @type {Element | null} */ (element);
  for (; at; at = composedParent(at)) {
    const runs = getAnimations
      .call(at)
      .some(
        (each) =>
          each.playState === "running" &&
          Number.isFinite(each.effect?.getComputedTiming().endTime ?? Infinity),
      );
    if (runs) return true;
  }
  return false;
}
