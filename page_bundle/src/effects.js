// What an act changed of the text that is seen: what appeared, and what went away.
//
// Before an act all text that is drawn is noted, by its nodes; afterwards it is gone through again, where
// anything has changed. Changes are heard by observers, which no page can see. What kept changing before the
// act (a clock, a ticker) is none of its effects. Looks are bounded: a large page is compared where it changed.
import { context } from "./context.js";
import {
  activeElement,
  closest,
  composedContains,
  documentOf,
  has,
  isConnected,
  isText,
  nodeValue,
  parentNode,
} from "./dom.js";
import { cause, isHabit, learn } from "./habits.js";
import { clean, cut } from "./lines.js";
import { isTextSeen } from "./names.js";
import { describe, settle } from "./rows.js";
import {
  blockOf,
  holderOf,
  isDrawn,
  isMoving,
  isQuiet,
  labelOf,
  lookThrough,
  textsIn,
  wordsOf,
} from "./shown.js";

/** @typedef {import("./types.js").Context} Context */
/** @typedef {{text: string, parent: Element}} Known */
/** @typedef {import("./shown.js").Piece} Piece */

/** A page that is gone through in so many ms is gone through after every act; others where they changed. */
const CHEAP_MS = 4;
/** ms for which changes that are under way are waited for, and without any that end the wait. */
const LIMIT = 250;
const QUIET = 60;
/** ms after an act in which changes are still its own, and no habit of the page. */
const AFTERMATH = 500;
/** ms without a command after which a page is no longer listened to. */
const IDLE = 10_000;
const MOST_RECORDS = 2000;
/** Pieces that are looked at closely, and characters that are told. */
const MOST_PIECES = 80;
const TOLD = 300;
const TOLD_GONE = 120;
const LONGEST = 120;

const LOUD = "[role=alert], [role=alertdialog], [role=status], [role=log], [aria-live], output";
const HEARD = { subtree: true, childList: true, characterData: true, attributes: true };

/** @type {Effects | null} */
let open = null;
let acted = Number.NEGATIVE_INFINITY;
let idle = 0;
const observer = new MutationObserver(hear);

/** @param {number} ms @returns {Promise<void>} */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** @param {MutationRecord[]} records */
function hear(records) {
  if (open?.began) open.take(records);
  else {
    if (performance.now() - acted > AFTERMATH) learn(records);
    open?.absorb(records);
  }
}

/**
 * Listen to changes of the page for a while: from a command on, until none comes for some time.
 * @param {Context} ctx
 */
export function attend(ctx) {
  clearTimeout(idle);
  idle = setTimeout(() => observer.disconnect(), IDLE);
  for (const frame of ctx.frames) observer.observe(frame.document, HEARD);
}

/** The text of a page around one act. */
export class Effects {
  /** @param {Element | null} subject what the act is about */
  constructor(subject) {
    const ctx = context();
    this.subject = subject;
    this.began = false;
    this.ended = false;
    /** Whether something happened that no change of the document tells of. */
    this.stirred = Boolean(
      subject && (has(subject, "popovertarget") || has(subject, "commandfor")),
    );
    /** @type {MutationRecord[]} */
    this.records = [];
    /** What changes by itself, and did so meanwhile. @type {Set<Node>} */
    this.habitual = new Set();
    this.changed = 0;
    /** @type {Promise<any> | undefined} */
    this.closing = undefined;
    this.href = location.href;
    this.focus = activeElement(document);
    if (open && !open.ended) open.ended = true;
    hear(observer.takeRecords());
    open = this;
    attend(ctx);
    const began = performance.now();
    const look = lookThrough(ctx, (root) => observer.observe(root, HEARD));
    this.cheap = performance.now() - began < CHEAP_MS;
    this.whole = look.whole;
    /** @type {Map<Text, Known>} */
    this.before = new Map(look.pieces.map(({ node, text, parent }) => [node, { text, parent }]));
  }

  /** The act begins: what changes from now on may come of it. */
  begin() {
    if (this.began || this.ended) return;
    hear(observer.takeRecords());
    this.began = true;
  }

  /** Take in what changed before the act began. @param {MutationRecord[]} records */
  absorb(records) {
    for (const { type, target, addedNodes, removedNodes } of records.slice(0, MOST_RECORDS)) {
      for (const node of removedNodes) {
        if (isText(node)) this.before.delete(/** @type {Text} */ (node));
        else for (const { node: gone } of textsIn(node, [])) this.before.delete(gone);
      }
      for (const node of type === "childList" ? addedNodes : [target]) {
        for (const { node: text, parent } of textsIn(node, [])) {
          if (isConnected(text) && isDrawn(parent))
            this.before.set(text, { text: nodeValue(text), parent });
          else this.before.delete(text);
        }
      }
    }
  }

  /** @param {MutationRecord[]} records */
  take(records) {
    for (const record of records) {
      const by = cause(record);
      if (record.type !== "attributes" && isHabit(by)) this.habitual.add(by);
      if (record.type === "attributes" || !this.habitual.has(by)) this.changed = performance.now();
    }
    this.records.push(...records.slice(0, MOST_RECORDS - this.records.length));
  }

  /**
   * Wait, within bounds, for changes that are under way, and say what changed.
   * @param {boolean} [waits]
   */
  close(waits = true) {
    this.closing ??= this.#close(waits);
    return this.closing;
  }

  /** @param {boolean} waits */
  async #close(waits) {
    if (this.ended) return null;
    this.begin();
    for (let turn = 0; turn < 2; turn++) await pause(0); // what the page does right after its handlers
    const until = performance.now() + (waits ? LIMIT : 0);
    this.take(observer.takeRecords());
    for (;;) {
      const now = performance.now();
      const rest = this.changed + QUIET - now;
      if (this.changed === 0 || rest <= 0 || now >= until) break;
      await pause(Math.min(rest, until - now));
      this.take(observer.takeRecords());
    }
    let found = this.compare();
    while (found?.coming && performance.now() < until) {
      await pause(Math.min(QUIET, Math.max(1, until - performance.now())));
      this.take(observer.takeRecords());
      found = this.compare();
    }
    this.ended = true;
    acted = performance.now();
    if (open === this) open = null;
    this.before.clear();
    this.records = [];
    return found && { appeared: found.appeared, gone: found.gone, more: found.more };
  }

  compare() {
    const still =
      !this.changed &&
      !this.stirred &&
      !this.cheap &&
      location.href === this.href &&
      activeElement(document) === this.focus;
    if (still) return null; // a large page that nothing has happened to is not gone through
    const ctx = context();
    const { pieces, whole } = lookThrough(ctx, () => {});
    const causes = new Map();
    const removed = new Map();
    for (const record of this.records) {
      if (record.type === "characterData") causes.set(record.target, cause(record));
      for (const node of record.addedNodes) causes.set(node, record.target);
      for (const node of record.removedNodes) removed.set(node, record.target);
    }
    const known = this.whole && whole ? null : new Set(this.records.map((each) => each.target));
    /** @type {Piece[]} */
    const fresh = [];
    const parents = new Set();
    const now = new Set();
    pieces.forEach((piece) => {
      const { node, text, parent } = piece;
      now.add(node);
      const before = this.before.get(node);
      if (before?.text === text) return;
      if (!before && known && !isUnder(node, known)) return;
      parents.add(parent);
      if (!isHabitual(node, causes, this.habitual)) fresh.push(piece);
    });
    /** @type {Known[]} */
    const lost = [];
    for (const [node, was] of this.before) {
      if (now.has(node) || parents.has(was.parent)) continue;
      if (!whole && isConnected(node) && isDrawn(was.parent)) continue;
      if (!isHabitual(node, removed, this.habitual)) lost.push(was);
    }
    drawnAnew(fresh, lost);
    return { ...this.tell(fresh, pieces, ctx), ...tellGone(lost, ctx) };
  }

  /**
   * @param {Piece[]} fresh
   * @param {Piece[]} pieces all that are drawn, in their order
   * @param {Context} ctx
   */
  tell(fresh, pieces, ctx) {
    const subject = this.subject && isConnected(this.subject) ? this.subject : null;
    const named = subject ? clean(describe(subject, ctx).name) : "";
    const loud = fresh.filter(({ parent }) => closest(parent, LOUD));
    const rest = fresh.filter((each) => !loud.includes(each));
    const places = new Map(pieces.map(({ node }, index) => [node, index]));
    const holders = new Set();
    const appeared = [];
    let coming = false;
    let more = Math.max(0, fresh.length - MOST_PIECES);
    let length = 0;
    for (const { node, parent, text } of [...loud, ...rest].slice(0, MOST_PIECES)) {
      const holder = holderOf(parent, ctx);
      if (holders.has(holder) || isQuiet(parent)) continue;
      if (subject && composedContains(subject, parent) && named.includes(clean(text))) continue;
      if (!isTextSeen(node, parent, ctx.sight)) {
        coming ||= isMoving(parent);
        continue;
      }
      holders.add(holder);
      const words = cut(wordsOf(places.get(node) ?? 0, holder, pieces, ctx), LONGEST);
      if (length + words.length > TOLD) {
        more += 1;
        continue;
      }
      length += words.length;
      appeared.push(row(labelOf(holder), words, parent, ctx));
    }
    return { appeared, more, coming };
  }
}

/**
 * @param {Known[]} lost
 * @param {Context} ctx
 */
function tellGone(lost, ctx) {
  /** @type {Map<Element, string[]>} */
  const groups = new Map();
  for (const { text, parent } of lost.slice(0, MOST_PIECES)) {
    const holder = isConnected(parent) ? holderOf(parent, ctx) : blockOf(parent);
    groups.set(holder, [...(groups.get(holder) ?? []), text]);
  }
  const gone = [];
  let length = 0;
  for (const [holder, texts] of groups) {
    const words = cut(clean(texts.join(" ")), LONGEST);
    const frame = ctx.frames.find((each) => each.document === documentOf(holder));
    if (!frame || length + words.length > TOLD_GONE) continue;
    length += words.length;
    gone.push(settle(plainRow("text", words), frame));
  }
  return { gone };
}

/**
 * Leave out what went and came again: a list that was drawn anew.
 * @param {Piece[]} fresh changed here, and the other
 * @param {Known[]} lost
 */
function drawnAnew(fresh, lost) {
  /** @type {Map<string, number[]>} */
  const places = new Map();
  lost.forEach(({ text }, index) => {
    const key = clean(text);
    places.set(key, [...(places.get(key) ?? []), index]);
  });
  const again = new Set();
  const left = fresh.filter(({ text }) => {
    const index = places.get(clean(text))?.shift();
    if (index === undefined) return true;
    again.add(index);
    return false;
  });
  fresh.splice(0, fresh.length, ...left);
  const rest = lost.filter((_, index) => !again.has(index));
  lost.splice(0, lost.length, ...rest);
}

/**
 * Whether the change that brought or took a node was due anyway.
 * @param {Node} node
 * @param {Map<Node, Node>} causes
 * @param {Set<Node>} habitual what changed by itself
 */
function isHabitual(node, causes, habitual) {
  for (let at = /** @type {Node | null} */ (node); at; at = parentNode(at)) {
    const by = causes.get(at);
    if (by) return habitual.has(by);
  }
  return false;
}

/** @param {Node} node @param {Set<Node>} places */
function isUnder(node, places) {
  for (let at = /** @type {Node | null} */ (node); at; at = parentNode(at))
    if (places.has(at)) return true;
  return false;
}

/** @param {string} role @param {string} name @returns {import("./types.js").Row} */
const plainRow = (role, name) => ({
  ref: null,
  role,
  name,
  depth: 0,
  frame: 0,
  states: [],
  value: null,
  level: null,
  interactive: false,
  box: null,
});

/** @param {string} role @param {string} name @param {Element} at @param {Context} ctx */
const row = (role, name, at, ctx) => settle(plainRow(role, name), ctx.frameOf(at));
