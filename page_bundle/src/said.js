// What the rows around a place say already, so that its own words need no line of their own. Pure.

/** @param {string} text */
const squash = (text) => text.replace(/[\s…]+/g, "").toLowerCase();

/** @param {string} text */
const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** @param {string} text @param {string[]} words @returns {boolean} whether its words stand among them in that order */
function isAmong(text, words) {
  let at = 0;
  const wanted = wordsOf(text);
  for (const word of wanted) {
    at = words.indexOf(word, at) + 1;
    if (at === 0) return false;
  }
  return wanted.length > 0;
}

export class Said {
  /** Of mere containers only the whole name counts. @type {{name: string, words: string[], parts: boolean}[]} */
  #names = [];

  /** Whether nothing is said. */
  get isEmpty() {
    return this.#names.length === 0;
  }

  /** Whether some row around counts in parts: it is acted on, or a heading. */
  get hasParts() {
    return this.#names.some(({ parts }) => parts);
  }

  /**
   * Go into what says so.
   * @param {string} name
   * @param {boolean} parts
   */
  push(name, parts) {
    this.#names.push({ name: squash(name), words: wordsOf(name), parts });
  }

  /** Leave it. */
  pop() {
    this.#names.pop();
  }

  /** @param {string} text */
  has(text) {
    const wanted = squash(text);
    return this.#names.some(({ name, words, parts }) =>
      parts ? name.includes(wanted) || isAmong(text, words) : name === wanted,
    );
  }
}
