// The way out for what a function in the page's own world has to say: an event that is named by a random word.
//
// The listener stands before the function begins, in the document that was judged; the answer carries that document's
// address as any other does. A page that finds the word can say what it likes: so it could by the function itself.

/** Characters of what is said: a result of 100,000, written twice as JSON. */
const MOST = 250_000;
/** ms that a listener stays when nobody asks for what it heard. */
const LONGEST = 60_000;

/** @type {Map<string, Promise<string>>} what is waited for, by its word */
const awaited = new Map();

/** @param {string} word */
function listenFor(word) {
  const promise = new Promise((/** @type {(said: string) => void} */ done) => {
    /** @param {Event} event */
    const hear = (event) => {
      event.stopImmediatePropagation();
      const { detail } = /** @type {CustomEvent} */ (event);
      done(typeof detail === "string" && detail.length <= MOST ? detail : "");
    };
    window.addEventListener(word, hear, { capture: true, once: true });
    setTimeout(() => {
      window.removeEventListener(word, hear, { capture: true });
      awaited.delete(word);
    }, LONGEST);
  });
  awaited.set(word, promise);
}

/** @type {Record<string, import("./types.js").Command>} */
export const commands = {
  /** Says whose site the document is, and begins to listen for a word, if one is given. */
  live_open({ word }) {
    if (typeof word === "string") listenFor(word);
    return { origin: self.origin };
  },
  /** Waits for what is said; null when nothing was within the ms. */
  async live_close({ word, ms }) {
    const late = new Promise((done) => setTimeout(done, ms, null));
    const said = await Promise.race([awaited.get(word) ?? null, late]);
    return { said };
  },
};
