// Whether a page lies still: no change of its document, nothing moved, nothing that is being moved to a place.
//
// What goes on for ever (a clock, an endless animation, a page that draws itself anew all the time) is left
// out of account, by what it did before or once it has gone on for a while: it must not be waited for.
import { cause, isHabit } from "./habits.js";

/** ms without a change that count as still. */
const QUIET = 300;
/** ms for which something may go on before it counts as endless, and how often it must have changed meanwhile. */
const ENDLESS = 1500;
const OFTEN = 8;
/** ms of an animation beyond which nobody waits for its end: a countdown, a slide show. */
const LONG = 10_000;
const HEARD = { subtree: true, childList: true, characterData: true, attributes: true };

const { getAnimations } = Document.prototype;

export class Stillness {
  /** @type {Map<unknown, {first: number, last: number, times: number}>} */
  #goings = new Map();
  #changed = performance.now();
  #observer = new MutationObserver((records) => {
    for (const target of new Set(records.map(cause))) this.#note(target, isHabit(target, ENDLESS));
  });
  /** @type {PerformanceObserver | null} */
  #shifts = null;
  /** @type {Document[]} */
  #documents;
  #onScroll = () => this.#note("scroll");

  /** @param {import("./types.js").Context} ctx */
  constructor(ctx) {
    this.#documents = ctx.frames.map((frame) => frame.document);
    for (const document of this.#documents) this.#observer.observe(document, HEARD);
    try {
      this.#shifts = new PerformanceObserver(() => this.#note("shift"));
      this.#shifts.observe({ type: "layout-shift" });
    } catch {
      this.#shifts = null; // a browser that tells of none
    }
    window.addEventListener("scroll", this.#onScroll, { capture: true, passive: true });
  }

  /**
   * Something has changed.
   * @param {unknown} what an element, or a kind of change
   * @param {boolean} [due] whether it does so all the time
   */
  #note(what, due = false) {
    const now = performance.now();
    const going = this.#goings.get(what);
    const goesOn = going !== undefined && now - going.last < QUIET;
    const first = goesOn ? going.first : now;
    const times = goesOn ? going.times + 1 : 1;
    if (this.#goings.size > 1000) this.#goings.clear();
    this.#goings.set(what, { first, last: now, times });
    if (!due && (now - first < ENDLESS || times < OFTEN)) this.#changed = now;
  }

  /** Whether it has been still for long enough. */
  get is() {
    for (const document of this.#documents) {
      let moves = false;
      try {
        moves = getAnimations.call(document).some(isOnItsWay);
      } catch {
        continue; // of a frame that is gone
      }
      if (moves) this.#note("animation");
    }
    return performance.now() - this.#changed >= QUIET;
  }

  /** Whether something went on all the while, and was left out of account. */
  get goesOn() {
    const now = performance.now();
    return [...this.#goings.values()].some(({ last }) => now - last < QUIET);
  }

  end() {
    this.#observer.disconnect();
    this.#shifts?.disconnect();
    window.removeEventListener("scroll", this.#onScroll, { capture: true });
  }
}

/** @param {Animation} animation @returns {boolean} it moves something, and will soon have done so */
function isOnItsWay(animation) {
  if (animation.playState !== "running") return false;
  const end = Number(animation.effect?.getComputedTiming().endTime ?? Infinity);
  return end < LONG && Number(animation.currentTime ?? 0) < end;
}
