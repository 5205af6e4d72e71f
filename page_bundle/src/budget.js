// How long a command may keep the page's thread: a page that is made to be endless must not freeze itself,
// and the person's phone with it, by being read.
import { Fault } from "./fault.js";

/** ms of one look at the page. */
const LIMIT = 5000;
/** Spendings between two looks at the clock. */
const STRIDE = 64;

export class Budget {
  #until;
  #count = 0;

  /** @param {number} [limit] ms from now */
  constructor(limit = LIMIT) {
    this.#until = performance.now() + limit;
  }

  /** ms that are left. */
  get left() {
    return Math.max(0, this.#until - performance.now());
  }

  /** Called in every loop over a page's own things; throws when the time is spent. */
  spend() {
    this.#count += 1;
    if (this.#count % STRIDE === 0 && performance.now() > this.#until) throw new Spent();
  }
}

/** The page is too large to be gone through: what was read so far may still be told. */
export class Spent extends Fault {
  constructor() {
    super("TIMEOUT", "the page is too large to be gone through in time");
  }
}
