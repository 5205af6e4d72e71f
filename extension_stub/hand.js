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
 * @typedef {{ method: string, params: Record<string, any> }} Step
 * @typedef {(method: string, params: Record<string, any>) => Promise<any>} Do
 */

export class Hand {
  /** @type {Step[]} */
  #waiting = [];
  #busy = false;
  #down = false;

  /**
   * @param {Do} act says it to the tab
   * @param {(why: unknown) => void} refused
   */
  constructor(act, refused) {
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
    if (kind === "start" && this.#down) this.touch("cancel", 0, 0);
    this.#down = !up;
    const params = { type: TOUCHES[kind], touchPoints: up ? [] : [{ x, y, id: 0 }] };
    const last = this.#waiting.at(-1);
    if (kind === "move" && last?.params.type === "touchMove") last.params = params;
    else this.#put({ method: "Input.dispatchTouchEvent", params });
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
    } else
      this.#put({
        method: "Input.dispatchMouseEvent",
        params: { type: "mouseWheel", x, y, deltaX, deltaY },
      });
  }

  /** @param {string} text */
  text(text) {
    for (const [at, line] of text.split(/\r\n|\r|\n/).entries()) {
      if (at) this.key("Enter", []);
      for (const part of line.match(new RegExp(`[^]{1,${CHUNK}}`, "gu")) ?? [])
        this.#put({ method: "Input.insertText", params: { text: part } }, true);
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
    this.#put({ method: "Input.dispatchKeyEvent", params: down }, true);
    this.#put({ method: "Input.dispatchKeyEvent", params: { type: "keyUp", ...shared } }, true);
  }

  /** Lift a finger that is down: nobody holds it any more. */
  release() {
    if (this.#down) this.touch("cancel", 0, 0);
  }

  /**
   * @param {Step} step
   * @param {boolean} [bounded] whether it is bounded by itself: a long text is one thing
   */
  #put(step, bounded = false) {
    if (!bounded && this.#waiting.length >= MOST_WAITING) return; // the phone does not keep up
    this.#waiting.push(step);
    this.#work();
  }

  async #work() {
    if (this.#busy) return;
    this.#busy = true;
    for (let step = this.#waiting.shift(); step; step = this.#waiting.shift()) {
      try {
        await this.act(step.method, step.params);
      } catch (why) {
        this.#waiting = [];
        this.refused(why);
      }
    }
    this.#busy = false;
  }
}
