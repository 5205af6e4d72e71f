// Refs (`e12`) and the elements they name. A ref stands as long as its element lives.
import { isConnected } from "./dom.js";
import { Fault } from "./fault.js";

export class Refs {
  /** @type {Map<string, WeakRef<Element>>} */
  #elements = new Map();
  /** @type {WeakMap<Element, string>} */
  #names = new WeakMap();
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
