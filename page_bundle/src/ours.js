// Elements of ours that stand on a page for a while: they are in no answer, and no closed root of theirs is asked for.

/** @type {WeakSet<Element>} */
const elements = new WeakSet();

/** @param {Element} element */
export const claim = (element) => elements.add(element);

/** @param {Element} element */
export const isOurs = (element) => elements.has(element);
