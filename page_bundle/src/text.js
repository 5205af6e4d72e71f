// The visible text of the page or of one element, in lines as they are drawn, frames in their places.
//
// A long page is read in parts: when there is enough text, or the time is spent, reading stops before a
// node, and a later call goes on there. What is before it is not looked at again.
import { Spent } from "./budget.js";
import { DOC } from "./context.js";
import {
  composedChildren,
  composedParent,
  documentElement,
  documentOf,
  isConnected,
  isElement,
  isText,
  nodeValue,
  parentNode,
  tag,
} from "./dom.js";
import { Fault } from "./fault.js";
import { resolve, targetOf } from "./find.js";
import { documentIn, isFrame } from "./frames.js";
import { BREAK, CELL, digest, GAP, join, LINE } from "./lines.js";
import { isTextSeen } from "./names.js";
import { gather } from "./remote.js";
import { inputType } from "./roles.js";
import { describe, isSecret } from "./rows.js";

/** @typedef {import("./types.js").Context} Context */
/** @typedef {import("./lines.js").Piece} Piece */
/** @typedef {HTMLTextAreaElement | HTMLInputElement} WrittenField */

const SILENT = /^(script|style|noscript|template|head|title|select|textarea|input|datalist)$/;
const PARAGRAPH = /^(p|h[1-6]|pre|blockquote|table|ul|ol|dl)$/;

/** ms after which reading stops as soon as there is as much text as was asked for. */
const PATIENCE = 400;
/** Characters between places of a long page from which a reading can go on. */
const STRIDE = 1024;
/** Characters before a place that must read as they did when the cursor was given. */
const MEMORY = 256;
/** How far text may have moved since: a counter above it has one more digit. */
const SHIFT = 64;
/** Places to go on from that are remembered. */
const PLACES = 64;
const FRAME_TEXT = 200000;
const DEEPEST = 1500;

/** Where reading stopped. @type {Map<string, WeakRef<Node>>} */
const places = new Map();
let lastPlace = 0;

/** @param {Node} node @returns {string} its name for a cursor */
function remember(node) {
  for (const [name, known] of places) if (known.deref() === node) return name;
  lastPlace += 1;
  const name = `${DOC.slice(0, 6)}${lastPlace}`;
  places.set(name, new WeakRef(node));
  const oldest = places.keys().next().value;
  if (places.size > PLACES && oldest !== undefined) places.delete(oldest);
  return name;
}

/** @param {string | undefined} name @returns {Node | null} */
function placeNamed(name) {
  if (!name) return null;
  const node = places.get(name)?.deref();
  if (!node || !isConnected(node)) throw new Fault("STALE_REF", "the place to go on from is gone");
  return node;
}

/**
 * The visible text below an element; frames inside it are not read.
 * @param {Element} element
 * @param {Context} ctx
 */
export const visibleText = (element, ctx) => {
  const reading = new Reading(ctx, { frames: false });
  reading.read(element);
  return join(reading.out);
};

/** @param {Element} element @returns {element is WrittenField} a field that people write text into */
const isWritten = (element) =>
  tag(element) === "textarea" ||
  (tag(element) === "input" && /^(text|search|url|tel|email|number)$/.test(inputType(element)));

class Reading {
  /** @type {Piece[]} */
  out = [];
  /** Frames of another origin, and where in `out` their text belongs. @type {{element: Element, at: number}[]} */
  outside = [];
  /** The node before which it stopped. @type {Node | null} */
  stopped = null;
  /** Nodes on the way, and how much there was before each. @type {{node: Node, at: number}[]} */
  trail = [];
  /** The last node that gave words, and how much there was before it. @type {{node: Node, at: number} | null} */
  #worded = null;
  #passed = 0;
  #ctx;
  #frames;
  #enough;
  #began = performance.now();
  #length = 0;
  #depth = 0;
  /** Whether something lies too deep to be read. */
  deeper = false;
  /** The node that is being read, and how much there was before it. @type {{node: Node, at: number} | null} */
  #now = null;
  /** The nodes above the one to begin at. @type {Set<Node>} */
  #way = new Set();
  /** @type {Node | null} */
  #from = null;

  /**
   * @param {Context} ctx
   * @param {{frames: boolean, enough?: number}} options enough: characters that end a reading that takes long
   */
  constructor(ctx, { frames, enough = Number.POSITIVE_INFINITY }) {
    this.#ctx = ctx;
    this.#frames = frames;
    this.#enough = enough;
  }

  /**
   * @param {Element} root
   * @param {Node | null} [from] where to begin
   */
  read(root, from = null) {
    this.#from = from;
    for (let at = from; at && at !== root; ) {
      at = aboveOf(at, this.#ctx);
      if (at) this.#way.add(at);
    }
    try {
      if (isWritten(root) && !isSecret(root)) this.#field(root);
      else this.#element(root);
    } catch (error) {
      if (!(error instanceof Spent) && error !== ENOUGH) throw error;
      const now = this.#now;
      if (!now) throw error;
      this.out.length = now.at;
      this.trail = this.trail.filter(({ at }) => at < now.at);
      this.outside = this.outside.filter(({ at }) => at < now.at);
      this.stopped = now.node;
    }
  }

  /** @param {Node} node */
  #come(node) {
    this.#now = { node, at: this.out.length };
    if (this.#length >= this.#passed + STRIDE) {
      this.#passed = this.#length;
      this.trail.push(this.#now);
    }
    if (this.#length >= this.#enough && this.isLong) throw ENOUGH;
  }

  /** @param {Piece} piece */
  #put(piece) {
    this.out.push(piece);
    if (typeof piece === "string") this.#length += piece.length;
    else if (typeof piece === "object") this.#length += piece.kept.length;
  }

  /** What is written in a field that was asked for by itself. @param {WrittenField} at */
  #field(at) {
    const look = this.#ctx.sight.look(at);
    if (!look.gone && !look.veiled) this.#put({ kept: at.value });
  }

  /** @param {Element} at */
  #element(at) {
    const ctx = this.#ctx;
    const look = ctx.sight.look(at);
    const name = tag(at);
    if (look.gone || look.veiled || SILENT.test(name) || isSecret(at)) return;
    if (name === "br") {
      this.#put(BREAK);
      return;
    }
    const style = ctx.style(at);
    const inline = style.display.startsWith("inline") || style.display === "contents";
    const cell = style.display === "table-cell";
    const edge = PARAGRAPH.test(name) ? GAP : LINE;
    if (!inline && !cell) this.#put(edge);
    this.#depth += 1;
    if (this.#depth > DEEPEST) this.deeper = true;
    else if (isFrame(at)) this.#frame(at);
    else this.#children(at, style);
    this.#depth -= 1;
    if (cell) this.#put(CELL);
    else if (!inline) this.#put(edge);
  }

  /** @param {Element} at @param {CSSStyleDeclaration} style */
  #children(at, style) {
    const kept = style.whiteSpaceCollapse === "preserve" || style.whiteSpace.startsWith("pre");
    let skipping = this.#way.has(at);
    for (const child of composedChildren(at)) {
      if (skipping && child !== this.#from && !this.#way.has(child)) continue;
      skipping = false;
      this.#come(child);
      if (isText(child)) {
        const text = nodeValue(child);
        if (text.trim() === "") this.#put(kept ? { kept: text } : " ");
        else if (isTextSeen(child, at, this.#ctx.sight)) {
          this.#worded = this.#now;
          this.#put(kept ? { kept: text } : text.replace(/\s+/g, " "));
        }
      } else if (isElement(child)) this.#element(child);
    }
  }

  /** @param {Element} at */
  #frame(at) {
    if (!this.#frames || !this.#ctx.sight.isSeen(at)) return;
    const inner = documentIn(at);
    const root = inner && documentElement(inner);
    this.#put(LINE);
    if (root) {
      const frame = this.#ctx.frames.find(({ document }) => document === inner);
      if (!frame) return;
      this.#ctx.used.add(frame);
      this.#element(root);
    } else {
      this.outside.push({ element: at, at: this.out.length });
      this.#put({ kept: "" });
    }
    this.#put(LINE);
  }

  /** Whether it took so long that the next one better begins where this one ends. */
  get isLong() {
    return performance.now() - this.#began > PATIENCE;
  }

  /**
   * From where a reading goes on that ended so many characters before the end of what was read.
   * @param {number} rest
   * @returns {{place: Node, text: string, offset: number} | null} where to begin, and how far to go from there
   */
  goOn(rest) {
    for (const { node, at } of this.trail.toReversed()) {
      const text = join(this.out.slice(at));
      const offset = text.length - rest;
      if (offset >= MEMORY) return { place: node, text, offset };
    }
    // so little was read that its last words alone have to tell where the line ends
    if (rest > 0 || !this.#worded) return null;
    const text = join(this.out.slice(this.#worded.at));
    return text ? { place: this.#worded.node, text, offset: text.length } : null;
  }

  /** Read the frames of another origin into their places. */
  async gather() {
    let whole = true;
    for (const { element, at } of this.outside) {
      const place = this.#ctx.outside.find((each) => each.element === element);
      const value = place && (await gather(place, "text", { max_chars: FRAME_TEXT }, this.#ctx));
      if (typeof value?.text === "string") this.out[at] = { kept: value.text };
      if (value?.partial || value?.end < value?.length) whole = false;
    }
    return whole;
  }
}

/** Thrown when there is as much text as was asked for. */
const ENOUGH = new Error("enough");

/** @param {Node} node @param {Context} ctx @returns {Element | null} through shadow roots and readable frames */
function aboveOf(node, ctx) {
  const parent = composedParent(node);
  if (parent || parentNode(node) === null) return parent;
  return ctx.frames.find(({ document }) => document === documentOf(node))?.element ?? null;
}

/**
 * Eight hex digits for what stands before a place in a text.
 * @param {string} text
 * @param {number} at
 */
const before = (text, at) => digest(text.slice(Math.max(0, at - MEMORY), at));

/**
 * Where a place is now that was at `at` when what stood before it had that digest.
 * @param {string} text
 * @param {number} at
 * @param {string | undefined} wanted
 * @returns {number} -1 when it is nowhere near
 */
function placeNow(text, at, wanted) {
  if (!wanted) return Math.min(at, text.length);
  for (let shift = 0; shift <= SHIFT; shift++)
    for (const place of shift === 0 ? [at] : [at + shift, at - shift])
      if (place >= 0 && place <= text.length && before(text, place) === wanted) return place;
  return -1;
}

/** @type {Record<string, import("./types.js").Command>} */
export const commands = {
  async text(args, ctx) {
    const target = targetOf(args);
    const named = Object.keys(target).length > 0;
    const element = named ? resolve(target, ctx).element : documentElement(ctx.root);
    const most = Math.max(1, args.max_chars ?? 20000);
    const offset = Math.max(0, args.offset ?? 0);
    const reading = new Reading(ctx, { frames: true, enough: offset + most });
    /** @type {Node | null} */
    let from = null;
    try {
      from = placeNamed(args.place);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return { text: "", stale: true, length: 0 };
    }
    if (element) reading.read(element, from);
    const framesWhole = await reading.gather();
    const whole = join(reading.out);
    const start = placeNow(whole, offset, args.digest);
    if (start < 0) {
      if (reading.stopped !== null && whole.length < offset) throw new Spent();
      return { text: "", stale: true, length: whole.length };
    }
    let end = Math.min(whole.length, start + most);
    // never half a surrogate pair
    if (end < whole.length && /[\ud800-\udbff]/.test(whole.charAt(end - 1))) end += 1;
    const { stopped } = reading;
    const rest = whole.length - end;
    // where it only stopped, what is read next begins in the words before: else a line's end is lost
    const again = rest > 0 ? reading.isLong : stopped !== null && end > start;
    const on = again ? reading.goOn(rest) : null;
    return {
      text: whole.slice(start, end),
      left: rest,
      partial: stopped !== null || reading.deeper || !framesWhole,
      length: whole.length,
      cursor: cursorOf(),
      element: named && element ? describe(element, ctx) : null,
    };

    function cursorOf() {
      if (on) return `${on.offset}.${before(on.text, on.offset)}.${remember(on.place)}`;
      if (rest > 0) return `${end}.${before(whole, end)}${args.place ? `.${args.place}` : ""}`;
      return stopped && stopped !== from ? `0..${remember(stopped)}` : null;
    }
  },
};
