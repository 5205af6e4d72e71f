// The person's hand on a tab: one thing after the other; moves that wait become the last of them, wheels add up.

const MOST_WAITING = 64;
const CHUNK = 64;
const TOUCHES = { start: "touchStart", move: "touchMove", end: "touchEnd", cancel: "touchCancel" };
const BITS = { alt: 1, ctrl: 2, meta: 4, shift: 8 };
/** @type {Record<string, [code: number, text?: string]>} */
const KEYS = {
  Enter: [13, "\r"],
  Backspace: [8],
  Delete: [46],
  Tab: [9],
  Escape: [27],
  Home: [36],
  End: [35],
  PageUp: [33],
  PageDown: [34],
  ArrowLeft: [37],
  ArrowUp: [38],
  ArrowRight: [39],
  ArrowDown: [40],
};

/**
 * @typedef {import("./session.js").Tab} Tab
 * @typedef {{ tab: Tab | null, method: string, params: Record<string, any>, quiet?: true }} Step
 * @typedef {(tab: Tab | null, method: string, params: Record<string, any>) => Promise<any>} Do
 */

export class Hand {
  /** @type {Step[]} */
  #waiting = [];
  #busy = false;
  /** Whether a finger is down, or will be by what waits. */
  #down = false;
  /** @type {Tab | null} the tab that it is on */
  #finger = null;
  /** @type {{ tab: Tab | null } | null} where one came down and was not lifted yet */
  #glass = null;

  /**
   * @param {() => Tab | null} place the tab that is shown: what is done goes there, also when another is shown by then
   * @param {Do} act says it to a tab
   * @param {(why: unknown) => void} refused
   */
  constructor(place, act, refused) {
    this.place = place;
    this.act = act;
    this.refused = refused;
  }

  /**
   * @param {"start" | "move" | "end" | "cancel"} kind
   * @param {number} x CSS px of the visible part
   * @param {number} y
   */
  touch(kind, x, y) {
    const up = kind === "end" || kind === "cancel";
    if (kind !== "start" && !this.#down) return;
    if (kind === "start") {
      if (this.#down) this.touch("cancel", 0, 0);
      if (this.#isFull) return; // the phone does not keep up
      this.#finger = this.place();
    }
    this.#down = !up;
    const params = { type: TOUCHES[kind], touchPoints: up ? [] : [{ x, y, id: 0 }] };
    const last = this.#waiting.at(-1);
    if (kind === "move" && last?.params.type === "touchMove") last.params = params;
    else if (kind !== "move" || !this.#isFull)
      this.#put({ tab: this.#finger, method: "Input.dispatchTouchEvent", params });
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} deltaX
   * @param {number} deltaY
   */
  wheel(x, y, deltaX, deltaY) {
    const last = this.#waiting.at(-1);
    if (last?.params.type === "mouseWheel") {
      last.params.deltaX += deltaX;
      last.params.deltaY += deltaY;
    } else if (!this.#isFull)
      this.#here("Input.dispatchMouseEvent", { type: "mouseWheel", x, y, deltaX, deltaY });
  }

  /** @param {string} text */
  text(text) {
    for (const [at, line] of text.split(/\r\n|\r|\n/).entries()) {
      if (at) this.key("Enter", []);
      for (const part of line.match(new RegExp(`[^]{1,${CHUNK}}`, "gu")) ?? [])
        this.#here("Input.insertText", { text: part }); // a long text is one thing: it is not bounded
    }
  }

  /**
   * @param {string} key
   * @param {readonly string[]} modifiers
   */
  key(key, modifiers) {
    const known = KEYS[key];
    if (!known) throw new TypeError(key);
    const [code, text] = known;
    const bits = modifiers.reduce((sum, each) => sum | (BITS[/** @type {"alt"} */ (each)] ?? 0), 0);
    const shared = { key, code: key, modifiers: bits, windowsVirtualKeyCode: code };
    const down = { type: text ? "keyDown" : "rawKeyDown", ...(text ? { text } : {}), ...shared };
    this.#here("Input.dispatchKeyEvent", down);
    this.#here("Input.dispatchKeyEvent", { type: "keyUp", ...shared });
  }

  /** Lift a finger that is down: nobody holds it any more. */
  release() {
    if (this.#down) this.touch("cancel", 0, 0);
  }

  /**
   * @param {string} method
   * @param {Record<string, any>} params
   */
  #here(method, params) {
    this.#put({ tab: this.place(), method, params });
  }

  get #isFull() {
    return this.#waiting.length >= MOST_WAITING;
  }

  /** @param {Step} step */
  #put(step) {
    this.#waiting.push(step);
    this.#work();
  }

  async #work() {
    if (this.#busy) return;
    this.#busy = true;
    for (let step = this.#waiting.shift(); step; step = this.#waiting.shift()) {
      const { tab, method, params, quiet } = step;
      if (params.type === TOUCHES.start) this.#glass = { tab };
      if (params.type === TOUCHES.end || params.type === TOUCHES.cancel) this.#glass = null;
      try {
        await this.act(tab, method, params);
      } catch (why) {
        this.#lift();
        if (!quiet) this.refused(why);
      }
    }
    this.#busy = false;
  }

  /** Something failed: what waits is not done, and no finger stays down. */
  #lift() {
    this.#waiting = [];
    this.#down = false;
    if (!this.#glass) return;
    const params = { type: TOUCHES.cancel, touchPoints: [] };
    const { tab } = this.#glass;
    this.#waiting.push({ tab, method: "Input.dispatchTouchEvent", params, quiet: true });
  }
}
