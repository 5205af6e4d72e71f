// Other colours for a page, for the person's view alone: dark, light, or some of its colours exchanged.
//
// First its grounds are given theirs, then letters those that stand out from what is behind them then. What comes
// onto the page later is seen to as well. How the colours are laid over it: coat.js.
import { Coat } from "./coat.js";
import {
  BLACK,
  COLOURFUL,
  css,
  DARK,
  luminance,
  nearest,
  over,
  ratio,
  toLch,
  WHITE,
} from "./colour.js";
import { context } from "./context.js";
import { LEVELS, sampleOf } from "./contrast.js";
import {
  attribute,
  documentElement,
  isConnected,
  isElement,
  isHtml,
  layout,
  parentNode,
  rect,
  selectAll,
  shadowRoot,
  tag,
} from "./dom.js";
import { Fault } from "./fault.js";
import { everywhere } from "./find.js";
import { Grounds, stopsOf } from "./grounds.js";
import { isOurs } from "./ours.js";
import { COLOR, parseColor } from "./paint.js";
import { Change, wishOf } from "./palette.js";
import { isDarkScheme } from "./paper.js";
import { gather } from "./remote.js";
import { shownRole } from "./rows.js";
import { Swatches } from "./swatch.js";

/** @typedef {import("./types.js").Context} Context */
/** @typedef {import("./paint.js").Color} Color */
/** @typedef {import("./palette.js").Wish} Wish */

/** Elements of a page that is painted anew. */
const MOST = 12000;
/** Of those that come later, at once; and ms between two looks at them. */
const LATER = 500;
const PACE = 150;
/** CSS px up to which a drawing counts as a sign. */
const ICON = 64;
const SHAPE = /^other:(path|circle|ellipse|rect|polygon|polyline|line|text|tspan|use)$/;
const DRAWN = ["fill", "stroke"];
/** The words in a field that is empty. */
const HINT = "::placeholder";
const LINE = ["borderTopColor", "borderRightColor", "borderBottomColor", "borderLeftColor"];

/** What the page wears now, and who sees to what comes later. @type {{coat: Coat, stop: () => void} | null} */
let worn = null;

/** Take everything off. @returns {number} how many elements were painted */
function takeOff() {
  const off = worn;
  worn = null;
  if (!off) return 0;
  off.stop();
  const { size } = off.coat;
  off.coat.takeOff();
  return size;
}

/** @typedef {{sample: import("./contrast.js").Sample, ink: Color, isLink: boolean, name: string}} Letters name: of the property, or HINT */

/** @typedef {Map<Document, Change>} Changes */

/**
 * Dress the documents of this realm.
 * @param {Wish} wish
 * @param {Context} ctx
 */
async function dress(wish, ctx) {
  const coat = new Coat();
  const before = new Grounds(ctx);
  /** @type {Changes} */
  const changes = new Map();
  for (const { document: root } of ctx.frames)
    changes.set(root, new Change(wish, before.base(root)));
  const found = everywhere(ctx, "*").filter((element) => !ctx.sight.look(element).gone);
  // half of it dressed, the other half could not be read
  if (found.length > MOST)
    throw new Fault("TIMEOUT", "the page has too many elements to be painted anew");
  const letters = lettersOf(found, ctx);
  try {
    for (const { document: root } of ctx.frames) {
      const first = documentElement(root);
      const change = changes.get(root);
      if (first && change) firstOf(first, root, change, wish, coat);
    }
    paint(found, letters, changes, wish, coat);
  } catch (error) {
    coat.takeOff(); // dark grounds under dark letters are worse than none
    throw error;
  }
  const stop = follow(changes, (later) => {
    // what is new stands on what was dressed: its colours are the page's own, or taken from there
    coat.takeOff(later);
    const now = context();
    paint(later, lettersOf(later, now), changes, wish, coat);
  });
  worn = { coat, stop };
  await coat.fadeIn(wish.transition);
  return { painted: coat.size, partial: ctx.full };
}

/** @param {Element[]} elements @param {Context} ctx @returns {Letters[]} */
function lettersOf(elements, ctx) {
  const grounds = new Grounds(ctx);
  return elements.flatMap((element) => {
    if (!isHtml(element)) return strokesOf(element, ctx);
    const sample = sampleOf(element, ctx, true);
    const ink = sample && grounds.ink(element);
    const isLink = shownRole(element) === "link";
    const hint = sample && attribute(element, "placeholder") ? hintInk(element) : null;
    return [
      ...(sample && ink ? [{ sample, ink, isLink, name: "color" }] : []),
      ...(sample && hint ? [{ sample, ink: hint, isLink, name: HINT }] : []),
    ];
  });
}

/** @param {Element} element */
const hintInk = (element) => parseColor(getComputedStyle(element, HINT).color);

/**
 * What a small drawing is drawn with: it says something as letters do, and must be seen as large ones are.
 * @param {Element} element
 * @param {Context} ctx
 * @returns {Letters[]}
 */
function strokesOf(element, ctx) {
  const box = rect(element);
  if (box.width > ICON || box.height > ICON || !ctx.sight.look(element).drawn) return [];
  const style = ctx.style(element);
  const names = tag(element) === "other:svg" ? ["color"] : SHAPE.test(tag(element)) ? DRAWN : [];
  return names.flatMap((name) => {
    const ink = parseColor(style[/** @type {any} */ (name)] ?? "");
    const sample = { element, box, large: true, size: 0, bold: false };
    return ink && ink.a > 0 && toLch(ink).c < COLOURFUL
      ? [{ sample, ink, isLink: false, name }]
      : [];
  });
}

/**
 * @param {Element[]} elements
 * @param {Letters[]} letters of them
 * @param {Changes} changes
 * @param {Wish} wish
 * @param {Coat} coat
 */
function paint(elements, letters, changes, wish, coat) {
  grounds(elements, changes, wish, coat);
  coat.insist(elements);
  inks(letters, changes, wish, coat);
  coat.insist(elements);
}

/**
 * Hear of elements that come, or are shown or named otherwise, and have them painted.
 * @param {Changes} changes
 * @param {(elements: Element[]) => void} later
 * @returns {() => void} stops it
 */
function follow(changes, later) {
  /** @type {Set<Element>} */
  let fresh = new Set();
  let timer = 0;
  let pace = PACE;
  const catchUp = () => {
    timer = 0;
    const began = performance.now();
    /** @type {Set<Element>} */
    const all = new Set();
    /** @param {Element | ShadowRoot} root */
    const add = (root) => {
      if (isElement(root)) all.add(root);
      const inner = isElement(root) ? shadowRoot(root) : null;
      if (inner) add(inner);
      for (const each of selectAll(root, "*")) {
        if (all.size >= LATER) return;
        if (!all.has(each)) add(each);
      }
    };
    for (const each of fresh) if (isConnected(each)) add(each);
    fresh = new Set();
    try {
      const known = context();
      later(
        [...all].filter(
          (element) =>
            tag(element) !== "html" && !isOurs(element) && known.sight.look(element).gone === false,
        ),
      );
    } catch (error) {
      if (!(error instanceof Fault)) throw error; // its frame went, or it takes too long
    }
    observer.takeRecords(); // our own
    // a page that is always at it is not held up
    pace = Math.max(PACE, 5 * (performance.now() - began));
  };
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records)
      for (const node of type === "childList" ? addedNodes : [target]) {
        const element = isElement(node) ? node : parentNode(node);
        if (element && isElement(element) && fresh.size < LATER) fresh.add(element);
      }
    if (fresh.size > 0 && timer === 0) timer = setTimeout(catchUp, pace);
  });
  const heard = {
    ...{ childList: true, subtree: true, attributes: true },
    attributeFilter: ["class", "style", "hidden", "open"],
  };
  for (const root of changes.keys()) {
    observer.observe(root, heard);
    for (const element of selectAll(root, "*")) {
      const inner = shadowRoot(element);
      if (inner) observer.observe(inner, heard);
    }
  }
  return () => {
    observer.disconnect();
    clearTimeout(timer);
  };
}

/** @param {Element} first @param {Document} root @param {Change} change @param {Wish} wish @param {Coat} coat */
function firstOf(first, root, change, wish, coat) {
  /** @type {Record<string, string>} */
  const laid = { ...wish.tokens };
  if (change.to && isDarkScheme(root) !== (change.to === "dark")) laid.colorScheme = change.to;
  coat.lay(first, laid);
  const ctx = context();
  // what the page paints nothing on is the browser's own paper
  if (css(new Grounds(ctx).base(root)) !== css(change.ground))
    coat.lay(first, { backgroundColor: css(change.ground) });
}

/** @param {Element[]} elements @param {Changes} changes @param {Wish} wish @param {Coat} coat */
function grounds(elements, changes, wish, coat) {
  const ctx = context();
  const swatches = new Swatches(ctx);
  /** @type {[Element, Record<string, string>][]} */
  const all = [];
  for (const element of elements) {
    const change = changes.get(ctx.frameOf(element).document);
    if (!change || tag(element) === "html") continue;
    const style = ctx.style(element);
    const role = shownRole(element);
    const acts = /^(button|link|tab|menuitem|switch|checkbox)$/.test(role);
    /** @type {Record<string, string>} */
    const laid = {};
    /** @param {string} name @param {string} now @param {boolean} used */
    const put = (name, now, used) => {
      const color = parseColor(now);
      if (!color) return;
      const then = css(change.back(color, used));
      if (then !== css(color)) laid[name] = then;
    };
    if (wish.saturation !== 1 || !swatches.has(element, acts))
      put("backgroundColor", style.backgroundColor, acts);
    const image = style.backgroundImage;
    if (image !== "none" && stopsOf(image)) {
      const then = image.replace(COLOR, (stop) => {
        const color = parseColor(stop);
        return color ? css(change.back(color, false)) : stop;
      });
      if (then !== image) laid.backgroundImage = then;
    }
    const { offsetWidth, clientWidth, offsetHeight, clientHeight } = layout(element);
    if (offsetWidth !== clientWidth || offsetHeight !== clientHeight)
      for (const side of LINE) put(side, style[/** @type {any} */ (side)] ?? "", false);
    all.push([element, laid]);
  }
  // all are read before any is laid: Chrome works out the page's styles once
  for (const [element, laid] of all) coat.lay(element, laid);
}

/**
 * Give letters a colour that stands out from what is behind them now.
 * @param {Letters[]} letters
 * @param {Changes} changes
 * @param {Wish} wish
 * @param {Coat} coat
 */
function inks(letters, changes, wish, coat) {
  const ctx = context();
  const after = new Grounds(ctx);
  /** @type {[Element, Record<string, string>, string | null][]} */
  const all = [];
  for (const { sample, ink, isLink, name } of letters) {
    const { element, box, large } = sample;
    const change = changes.get(ctx.frameOf(element).document);
    if (!change) continue;
    const needed = wish.contrast ?? /** @type {number} */ (LEVELS.AA[large ? 1 : 0]);
    const color = legible(element, change.ink(ink, isLink), box, needed, after, change);
    const style = ctx.style(element);
    if (name === HINT) {
      const was = hintInk(element);
      if (was && css(was) !== css(color)) all.push([element, { color: css(color) }, HINT]);
      continue;
    }
    const now = isHtml(element)
      ? after.ink(element)
      : parseColor(style[/** @type {any} */ (name)] ?? "");
    if (!now || css(now) === css(color)) continue;
    const laid = /** @type {Record<string, string>} */ ({ [name]: css(color) });
    if (isHtml(element) && style.getPropertyValue("-webkit-text-fill-color") !== style.color)
      laid.webkitTextFillColor = css(color);
    all.push([element, laid, null]);
  }
  for (const [element, laid, part] of all) coat.lay(element, laid, part);
}

/**
 * The colour itself where it stands out enough, else one of its hue that does.
 * @param {Element} element
 * @param {Color} color
 * @param {DOMRect} box
 * @param {number} needed
 * @param {Grounds} grounds
 * @param {Change} change
 */
function legible(element, color, box, needed, grounds, change) {
  if (!change.cares) return color;
  /** @param {Color} tried @returns {number | null} null where it cannot be told */
  const reached = (tried) => {
    const seen = grounds.under(element, tried, box);
    if (!("why" in seen)) return ratio(seen.ink, seen.ground);
    const stops = (seen.stops ?? []).filter(({ a }) => a > 0.5);
    return stops.length > 0 ? Math.min(...stops.map((stop) => ratio(tried, stop))) : null;
  };
  const own = reached(color);
  if (own === null || own >= needed) return color;
  const seen = grounds.under(element, color, box);
  const ink = "why" in seen ? color : over(color, seen.ground);
  const near = "why" in seen ? null : nearest(ink, seen.ground, needed);
  const tried = [change.turned(ink), ...(near ? [near] : []), WHITE, BLACK];
  const best = () => tried.sort((a, b) => (reached(b) ?? 0) - (reached(a) ?? 0))[0] ?? color;
  return tried.find((each) => (reached(each) ?? 0) >= needed) ?? best();
}

/** @type {Record<string, import("./types.js").Command>} */
export const commands = {
  async repaint(args, ctx) {
    const wish = wishOf(args);
    const off = takeOff();
    /** @type {{painted: number, partial: boolean}} */
    let done = { painted: 0, partial: false };
    // taken off, the page is another one
    if (args.mode === "revert") done.painted = off;
    else done = await dress(wish, off > 0 ? context() : ctx);
    let documents = ctx.frames.length;
    for (const outside of ctx.outside) {
      const value = await gather(outside, "repaint", args, ctx);
      if (!value) continue;
      done.painted += Number(value.painted) || 0;
      documents += Number(value.documents) || 0;
      if (value.partial) done.partial = true;
    }
    const ground = new Grounds(context()).base(document);
    return { ...done, documents, dark: luminance(ground) < DARK };
  },
};
