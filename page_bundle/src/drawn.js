// A frame of another origin that was just scrolled in: when touches get there, and not to the page around it.
import { frame } from "./act.js";
import { layout } from "./dom.js";
import { holders } from "./point.js";

/** ms within which a page that is drawn gets its next animation frame. */
export const FRAME_LIMIT = 2000;
/** Animation frames after which the first of them has been shown: Chrome begins none while two are on their way. */
const SHOWN = 4;

/** @type {(this: Element, to: ScrollToOptions) => void} */
const scrollTo = Element.prototype.scrollTo;

/** @type {Record<string, import("./types.js").Command>} */
export const commands = {
  /** Asked by the page around: come back when what is to be seen here now has been shown. */
  async drawn() {
    await shown();
    return {};
  },
};

/**
 * Scroll what holds a frame a pixel away and back. Where two frames lie in one another, Chrome (156) may have scrolled
 * the outer one before the inner one was drawn, and then sends it no touches until something scrolls again
 * (tests/page/test_apart.py).
 * @param {Element} element
 */
export async function nudge(element) {
  for (const holder of holders(element)) {
    const was = layout(holder).scrollTop;
    const move = (/** @type {number} */ top) => scrollTo.call(holder, { top, behavior: "instant" });
    move(was > 0 ? was - 1 : 1);
    if (layout(holder).scrollTop === was) continue;
    await shown();
    move(was);
    break;
  }
  await shown();
}

async function shown() {
  for (let drawn = 0; drawn < SHOWN; drawn++) await frame(FRAME_LIMIT);
}
