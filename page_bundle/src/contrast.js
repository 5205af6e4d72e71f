// Whether text stands out enough from what is behind it, as WCAG 2.2 asks (1.4.3 and 1.4.6).
//
// Text that nobody sees is left out, and so is what is disabled. Where no plain colour is behind it no number is
// made up: it counts as unknown.
import { Spent } from "./budget.js";
import { hex, nearest, over, ratio } from "./colour.js";
import { context } from "./context.js";
import {
  closest,
  composedChildren,
  composedContains,
  documentOf,
  isText,
  newRange,
  nodeValue,
  rect,
  tag,
} from "./dom.js";
import { everywhere, resolve, targetOf } from "./find.js";
import { Grounds } from "./grounds.js";
import { clean, cut } from "./lines.js";
import { isTextSeen } from "./names.js";
import { gather } from "./remote.js";
import { inputType } from "./roles.js";
import { describe, isDisabled } from "./rows.js";

/** @typedef {import("./types.js").Context} Context */
/** @typedef {import("./paint.js").Color} Color */
/** @typedef {{element: Element, box: DOMRect, large: boolean, size: number, bold: boolean}} Sample */

/** 18 pt, and 14 pt for bold letters, in CSS px. */
const LARGE = 24;
const LARGE_BOLD = 14 / 0.75;
const BOLD = 700;
/** Characters by which text is told that has no name. */
const WORDS = 60;
/** What each level needs, of text and of large text. */
export const LEVELS = { AA: [4.5, 3], AAA: [7, 4.5] };
const TEXT_INPUT =
  /^(text|search|email|url|tel|number|password|submit|button|reset|date|time|month|week|datetime-local|)$/;

/**
 * Where the first letters of its own are that are seen.
 * @param {Element} element
 * @param {Context} ctx
 * @param {boolean} blank also where letters would be in a field, or are of the colour of what is behind them
 * @returns {DOMRect | null}
 */
function letters(element, ctx, blank) {
  const name = tag(element);
  if (/^(input|textarea|select)$/.test(name)) {
    if (name === "input" && !TEXT_INPUT.test(inputType(element))) return null;
    const field = /** @type {HTMLInputElement} */ (element);
    return (blank || field.value !== "") && ctx.sight.isSeen(element) ? rect(element) : null;
  }
  for (const child of composedChildren(element)) {
    if (!isText(child) || nodeValue(child).trim() === "") continue;
    const range = newRange(documentOf(child));
    range.selectNodeContents(child);
    const box = range.getBoundingClientRect();
    const there = blank ? ctx.sight.shows(element, box) : isTextSeen(child, element, ctx.sight);
    if (there) return box;
  }
  return null;
}

/** @param {Element} element whether it, or what it is the label of, cannot be used */
function isIdle(element) {
  if (isDisabled(element)) return true;
  const label = closest(element, "label");
  const control = label && /** @type {HTMLLabelElement} */ (label).control;
  return control ? isDisabled(control) : false;
}

/**
 * An element as a sample, when it has letters of its own that count.
 * @param {Element} element
 * @param {Context} ctx
 * @param {boolean} [blank] whether it counts also where nobody sees letters now
 * @returns {Sample | null}
 */
export function sampleOf(element, ctx, blank = false) {
  const box = letters(element, ctx, blank);
  if (!box || isIdle(element)) return null;
  const style = ctx.style(element);
  const size = Number.parseFloat(style.fontSize);
  const bold = Number(style.fontWeight) >= BOLD;
  return { element, box, size, bold, large: size >= LARGE || (bold && size >= LARGE_BOLD) };
}

class Audit {
  /** @type {Map<string, any>} */
  #failures = new Map();
  /** @type {Map<string, any>} */
  #unknown = new Map();
  counts = { samples: 0, passed: 0, failed: 0, unclear: 0 };
  #ctx;
  #grounds;
  #needs;

  /** @param {Context} ctx @param {number[]} needs */
  constructor(ctx, needs) {
    this.#ctx = ctx;
    this.#grounds = new Grounds(ctx);
    this.#needs = needs;
  }

  /** @param {Sample} sample */
  take({ element, box, large, size, bold }) {
    this.counts.samples += 1;
    const ink = this.#grounds.ink(element);
    const seen = ink ? this.#grounds.under(element, ink, box) : { why: "letters of no one colour" };
    if ("why" in seen) {
      this.counts.unclear += 1;
      this.#note(this.#unknown, seen.why, element, { why: seen.why });
      return;
    }
    const needed = /** @type {number} */ (this.#needs[large ? 1 : 0]);
    const reached = ratio(seen.ink, seen.ground);
    if (reached >= needed) {
      this.counts.passed += 1;
      return;
    }
    this.counts.failed += 1;
    const [one, other] = [hex(seen.ink), hex(seen.ground)];
    const frame = this.#ctx.frameOf(element).index;
    this.#note(this.#failures, `${one} ${other} ${needed} ${frame}`, element, {
      ...{ ink: one, ground: other, needed, size, bold },
      // never rounded up: 4.499 is not 4.5
      ratio: Math.floor(reached * 100) / 100,
      suggestion: this.#suggestion(element, seen, box, needed),
    });
  }

  /**
   * The nearest colour for its letters that would pass; null where none does.
   * @param {Element} element
   * @param {import("./grounds.js").Pair} seen
   * @param {DOMRect} box
   * @param {number} needed
   */
  #suggestion(element, seen, box, needed) {
    const found = nearest(over(seen.ink, seen.ground), seen.ground, needed);
    if (!found) return null;
    // what fades the element fades that colour too
    const then = this.#grounds.under(element, found, box);
    return "why" in then || ratio(then.ink, then.ground) < needed ? null : hex(found);
  }

  /** @param {Map<string, any>} into @param {string} key @param {Element} element @param {object} told */
  #note(into, key, element, told) {
    const known = into.get(key);
    if (known) known.count += 1;
    else into.set(key, { element, ...told, count: 1 });
  }

  /** @param {Map<string, any>} found @param {number} most @param {Context} ctx */
  #told(found, most, ctx) {
    return [...found.values()].slice(0, most).map((each) => {
      const row = describe(each.element, ctx, { focused: null });
      if (row.name === "" && row.value === null)
        row.name = cut(clean(ctx.names.seenText(each.element, WORDS)), WORDS);
      return { ...each, element: row };
    });
  }

  /** @param {number} most @param {Context} ctx of this moment */
  result(most, ctx) {
    const worst = [...this.#failures].sort(([, a], [, b]) => a.ratio - b.ratio);
    return {
      failures: this.#told(new Map(worst), most, ctx),
      unknown: this.#told(this.#unknown, 8, ctx),
      ...this.counts,
      kinds: this.#failures.size,
    };
  }
}

/** @type {Record<string, import("./types.js").Command>} */
export const commands = {
  async contrast(args, ctx) {
    const target = targetOf(args);
    const within = Object.keys(target).length > 0 ? resolve(target, ctx).element : null;
    const most = args.max_failures ?? 20;
    const limit = args.max_samples ?? 400;
    const audit = new Audit(ctx, LEVELS[args.level === "AAA" ? "AAA" : "AA"]);
    let partial = ctx.full;
    try {
      for (const element of everywhere(ctx, "*")) {
        if (within && !composedContains(within, element)) continue;
        const sample = sampleOf(element, ctx);
        if (!sample) continue;
        if (audit.counts.samples >= limit) {
          partial = true;
          break;
        }
        audit.take(sample);
      }
    } catch (error) {
      if (!(error instanceof Spent)) throw error;
      partial = true;
    }
    /** @type {any} */
    const result = audit.result(most, partial ? context() : ctx);
    for (const outside of within ? [] : ctx.outside) {
      if (!ctx.sight.isSeen(outside.element)) continue;
      const left = { ...args, max_samples: Math.max(0, limit - result.samples) };
      const value = await gather(outside, "contrast", left, ctx);
      if (!value) continue;
      for (const key of ["samples", "passed", "failed", "unclear", "kinds"])
        result[key] = (result[key] ?? 0) + (Number(value[key]) || 0);
      result.failures.push(...(value.failures ?? []));
      result.unknown.push(...(value.unknown ?? []));
      if (value.partial) partial = true;
    }
    result.failures = result.failures
      .sort((/** @type {any} */ a, /** @type {any} */ b) => a.ratio - b.ratio)
      .slice(0, most);
    return { ...result, partial };
  },
};
