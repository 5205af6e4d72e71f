// A frame around an element, and words beside it, for the person who looks at the phone.
//
// It is drawn in a closed shadow root, over everything, and takes no touch. A page can notice that there is
// something; what the words are it cannot read: they are no text of the document, not even for window.find().
import { awake, frame, words } from "./act.js";
import { documentElement, documentOf, rect, viewOf } from "./dom.js";
import { Fault } from "./fault.js";
import { resolve, targetOf } from "./find.js";
import { clean, cut } from "./lines.js";
import { claim } from "./ours.js";
import { boxesOf, scrollIn } from "./point.js";
import { gather } from "./remote.js";
import { describe } from "./rows.js";

/** At once in a document: a person sees no more, and the first gives way. */
const MOST = 12;
const LONGEST_NOTE = 200;

const { attachShadow, setAttribute } = Element.prototype;
const { append, remove } = Element.prototype;
const { createElement } = Document.prototype;
const showPopover = HTMLElement.prototype.showPopover;

/** What a page's own style sheets say of it does not count: an inner `!important` wins over theirs. */
const LOOK = `
  :host {
    all: initial !important; display: block !important; position: fixed !important;
    inset: 0 !important; width: auto !important; height: auto !important;
    contain: strict !important; pointer-events: none !important;
    z-index: 2147483647 !important; color-scheme: light !important;
  }
  .box {
    position: fixed; box-sizing: border-box; border-radius: 6px;
    border: 3px solid #d81b60; outline: 2px solid #fff;
  }
  .words::after {
    position: fixed; max-width: 90vw; padding: 2px 8px; border-radius: 4px; background: #d81b60;
    color: #fff; font: 14px/20px sans-serif; overflow-wrap: anywhere;
  }`;

/** Letters as style sheets hold them, whatever they are. @param {string} text */
const escaped = (text) =>
  [...text]
    .map((letter) => `\\${/** @type {number} */ (letter.codePointAt(0)).toString(16)} `)
    .join("");

/** ms for which a picture may be taken without them. */
const FRAME = 500;
const LONGEST_PICTURE = 10_000;
const HIDDEN = " :host { visibility: hidden !important } .box { visibility: hidden }";

/** @typedef {{off: () => void, veil: (on: boolean) => void}} Shown */
/** @type {Shown[]} */
const shown = [];
let veiled = 0;

/**
 * @param {Element} element
 * @param {string} note
 * @param {number} ms
 */
function show(element, note, ms) {
  const root = documentOf(element);
  const view = viewOf(root);
  const first = documentElement(root);
  if (!view || !first) throw new Fault("NOT_VISIBLE", "its document is shown in no window");
  const host = createElement.call(root, "div");
  claim(host);
  const shadow = attachShadow.call(host, { mode: "closed" });
  const sheet = new view.CSSStyleSheet();
  const place = note === "" ? "" : `.words::after { content: "${escaped(note)}" }`;
  sheet.replaceSync(LOOK + place);
  shadow.adoptedStyleSheets = [sheet];
  const box = createElement.call(root, "div");
  box.className = "box";
  const beside = createElement.call(root, "div");
  beside.className = "words";
  shadow.append(box, beside);
  setAttribute.call(host, "popover", "manual");
  append.call(first, host);
  try {
    showPopover.call(host);
  } catch {
    // not in the layer over everything: then over what lies lower
  }
  const placed = new view.CSSStyleSheet();
  shadow.adoptedStyleSheets = [sheet, placed];
  let at = "";
  let over = false;
  const follow = () => {
    if (over) return;
    const { left, top, width, height, bottom } = rect(element);
    const now = [left, top, width, height].map(Math.round).join();
    if (now !== at) {
      at = now;
      const under = top < 32;
      placed.replaceSync(
        `.box { left: ${left - 5}px; top: ${top - 5}px; width: ${width + 10}px; height: ${height + 10}px }
         .words::after { left: max(4px, ${left - 5}px); ${
           under ? `top: ${bottom + 8}px` : `bottom: calc(100% - ${top - 8}px)`
         } }`,
      );
    }
    view.requestAnimationFrame(follow);
  };
  const off = () => {
    if (over) return;
    over = true;
    clearTimeout(timer);
    view.removeEventListener("pagehide", off);
    remove.call(host);
    shown.splice(shown.indexOf(own), 1);
  };
  const own = {
    off,
    /** @param {boolean} on */
    veil: (on) => sheet.replaceSync(LOOK + place + (on ? HIDDEN : "")),
  };
  const timer = setTimeout(off, ms);
  view.addEventListener("pagehide", off);
  if (shown.length >= MOST) shown[0]?.off();
  shown.push(own);
  follow();
}

/** @param {boolean} on whether none is drawn */
const veil = (on) => {
  for (const each of shown) each.veil(on);
};

/** @type {Record<string, import("./types.js").Command>} */
export const commands = {
  highlight(args, ctx) {
    awake();
    const { element } = resolve(targetOf(args), ctx);
    if (boxesOf(element).length === 0 || ctx.style(element).visibility !== "visible")
      throw new Fault("NOT_VISIBLE", `${words(element, ctx)} is on the page but not drawn`);
    scrollIn(element, "center", ctx);
    show(element, cut(clean(args.note ?? ""), LONGEST_NOTE), args.duration_ms ?? 2000);
    return { element: describe(element, ctx) };
  },
  /** Before and after a picture of the page is taken: what is ours is not on it. */
  async conceal(args, ctx) {
    clearTimeout(veiled);
    veil(args.on);
    if (args.on) {
      veiled = setTimeout(veil, LONGEST_PICTURE, false);
      if (shown.length > 0) for (const _ of [1, 2]) await frame(FRAME);
    }
    for (const outside of ctx.outside) await gather(outside, "conceal", args, ctx);
    return { count: shown.length };
  },
};
