// Refs (`e12`) and the elements they name. A ref stands as long as its element lives.
import { isConnected } from "./dom.js";
import { Fault } from "./fault.js";

export class Refs {
  /** @type {Map<string, WeakRef<Element>>} */
  #elements = new Map();
  /** @type {WeakMap<Element, string>} */
  #names = new WeakMap();
  /** Refs of elements in frames of another origin. @type {Map<string, Window>} */
  #lent = new Map();
  #last = 0;

  /** The highest number given out, or the base when none was. */
  get last() {
    return this.#last;
  }

  /**
   * Number from here on above a number used elsewhere in the tab.
   * @param {number} base
   */
  raise(base) {
    if (base > this.#last) this.#last = base;
  }

  /**
   * The element's ref, a new one when it has none.
   * @param {Element} element
   */
  give(element) {
    const known = this.#names.get(element);
    if (known) return known;
    this.#last += 1;
    const ref = `e${this.#last}`;
    this.#names.set(element, ref);
    this.#elements.set(ref, new WeakRef(element));
    return ref;
  }

  /**
   * Remember a ref that another frame's bundle gave out.
   * @param {string} ref
   * @param {Window} window
   */
  lend(ref, window) {
    this.#lent.set(ref, window);
  }

  /**
   * The window whose bundle knows the ref, when it is not ours.
   * @param {string} ref
   */
  lentTo(ref) {
    return this.#lent.get(ref);
  }

  /**
   * The element of a ref; throws STALE_REF when it is gone or was never given out here.
   * @param {string} ref
   */
  element(ref) {
    const element = this.#elements.get(ref)?.deref();
    if (!element || !isConnected(element)) {
      this.#elements.delete(ref);
      throw new Fault("STALE_REF", `${ref} is no longer on the page`);
    }
    return element;
  }
}
