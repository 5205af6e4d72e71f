// Closed shadow roots. No script may ask for one, not ours either, and none hears of attachShadow; but
// Chrome tells the debugger of an element whether it holds one, when it is handed out. So this world names
// the elements that may hold one (suspects), and Python hands the roots in (adopt; bridge/page/shadow.py).
// From then on they are gone into as open ones are.
import { Budget, Spent } from "./budget.js";
import {
  activeElement,
  attributes,
  closedRoot,
  composedParent,
  firstChild,
  hostOf,
  isElement,
  isHtml,
  isText,
  learn,
  matches,
  nextSibling,
  nodeValue,
  rect,
  rects,
  selectAll,
  shadowRoot,
  tag,
} from "./dom.js";
import { shutFrames, walkFrames } from "./frames.js";
import { isOurs } from "./ours.js";
import { deepest } from "./point.js";

/** The elements besides custom ones that may hold a shadow root. */
const PLAIN =
  "article,aside,blockquote,body,div,footer,h1,h2,h3,h4,h5,h6,header,main,nav,p,section,span";
/** Characters that one look may cost on the way to Python. */
const ROOM = 50_000;
/** Of one element, beside its attributes. */
const EACH = 300;
/** ms that a look may take. */
const LIMIT = 500;
/** Elements with children that are asked about at one look: such a host is rare, and most elements are so. */
const FULL = 40;

/** How an element was when it was asked about. @type {WeakMap<Element, string>} */
const asked = new WeakMap();
/** Names of custom elements that were seen to hold closed roots. @type {Set<string>} */
const closing = new Set();

/** @typedef {{element: Element, rank: number, sign: string}} Suspect */

/** @param {Element} element what changes when a root is attached, mostly */
function signOf(element) {
  const { width, height } = rect(element);
  return `${width}x${height} ${matches(element, ":defined")}`;
}

/**
 * Whether it shows none of its own children: nothing in it, or nothing that has a place.
 * @param {Element} element
 */
function isBare(element) {
  for (let child = firstChild(element); child; child = nextSibling(child)) {
    if (isText(child) && nodeValue(child).trim() !== "") return false;
    if (isElement(child) && rects(child).length > 0) return false;
  }
  return true;
}

/**
 * The elements of a tree, and of the shadow trees in it, that may hold a closed root.
 * @param {Document | ShadowRoot} root
 * @param {Budget} budget
 * @param {Suspect[]} into
 * @param {Map<string, number>} counts of custom elements by name
 */
function look(root, budget, into, counts) {
  const plain = new Set(selectAll(root, PLAIN));
  for (const element of selectAll(root, "*")) {
    budget.spend();
    if (isOurs(element)) continue;
    const inner = shadowRoot(element);
    if (inner) {
      look(inner, budget, into, counts);
      continue;
    }
    const name = tag(element);
    const custom = name.includes("-") && isHtml(element);
    if (!custom && !(plain.has(element) && rects(element).length > 0)) continue;
    const sign = signOf(element);
    if (asked.get(element) === sign) continue;
    if (custom) {
      // the first of each kind before the second of any
      const rank = closing.has(name) ? 0 : (counts.get(name) ?? 0);
      counts.set(name, rank + 1);
      into.push({ element, rank, sign });
    } else into.push({ element, rank: isBare(element) ? 50 : 100, sign });
  }
}

/**
 * The elements that may hold a closed root and were not asked about as they are now, likely ones first.
 * @param {unknown} shut addresses of frames that are not gone into
 * @returns {Element[]}
 */
export function suspects(shut) {
  if (window.parent !== window && isReadable(window.parent)) return []; // asked for from there
  shutFrames(shut);
  /** @type {Suspect[]} */
  const found = [];
  try {
    const budget = new Budget(LIMIT);
    const counts = new Map();
    for (const { document } of walkFrames(budget).frames) look(document, budget, found, counts);
  } catch (error) {
    if (!(error instanceof Spent)) throw error;
  }
  found.sort((one, other) => one.rank - other.rank);
  const list = [];
  let room = ROOM;
  let full = FULL;
  for (const { element, rank, sign } of found) {
    const cost = EACH + attributes(element).reduce((sum, text) => sum + text.length, 0);
    if (cost > room) continue;
    if (rank === 100 && --full < 0) break;
    room -= cost;
    asked.set(element, sign);
    list.push(element);
  }
  return list;
}

/** @param {Window} other */
function isReadable(other) {
  try {
    return Boolean(other.document);
  } catch {
    return false;
  }
}

/**
 * Take closed roots in.
 * @param {ShadowRoot[]} roots
 */
export function adopt(roots) {
  for (const root of roots) {
    learn(root);
    const name = tag(hostOf(root));
    if (name.includes("-")) closing.add(name);
  }
}

/**
 * The path of an event with what lies in closed roots: Chrome leaves that out for listeners outside.
 * @param {Event} event
 * @param {EventTarget[]} path
 * @returns {EventTarget[]}
 */
export function throughClosed(event, path) {
  const host = path.find((node) => "nodeType" in node && node.nodeType === 1);
  const root = host && closedRoot(/** @type {Element} */ (host));
  if (!host || !root) return path;
  const { clientX: x, clientY: y } = /** @type {MouseEvent} */ (event);
  const hit = x === undefined ? activeElement(root) : deepest(root, x, y);
  const inner = [];
  for (let at = hit; at && at !== host; at = composedParent(at)) inner.push(at);
  return [...inner, ...path];
}
