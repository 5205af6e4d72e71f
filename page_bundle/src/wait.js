// Waiting in the page: looked at on every change of the document and on a timer, never on an animation
// frame, which a hidden tab does not draw.
import { context } from "./context.js";
import { documentElement } from "./dom.js";
import { Fault } from "./fault.js";
import { candidates, isShown, targetOf, wording } from "./find.js";
import { clean } from "./lines.js";
import { countOutside } from "./remote.js";
import { Stillness } from "./stillness.js";
import { visibleText } from "./text.js";

/** ms between looks: styles change without any mutation. */
const PACE = 100;

/**
 * @typedef {object} Wish
 * @property {import("./types.js").Target | null} target
 * @property {string} state
 * @property {string | null} pageText
 * @property {string | null} url
 * @property {boolean} still
 */

/** @param {Record<string, any>} args @returns {Wish} */
function wishOf(args) {
  const target = targetOf(args);
  const named = Object.keys(target).length > 0;
  const wish = {
    target: named ? target : null,
    state: args.state ?? "visible",
    pageText: args.page_text ?? null,
    url: args.url ?? null,
    still: args.still === true,
  };
  if (!named && wish.pageText === null && wish.url === null && !wish.still)
    throw new Fault("INVALID_TARGET", "nothing to wait for");
  if (!["attached", "visible", "hidden", "detached"].includes(wish.state))
    throw new Fault("BAD_ARGUMENTS", `state ${JSON.stringify(wish.state)}`);
  return wish;
}

/**
 * What is still missing; "" when nothing is.
 * @param {Wish} wish
 * @param {Stillness | null} stillness
 * @param {Set<import("./types.js").Frame>} used where the frames of what was found are noted
 * @param {Element | null} within the iframe that was entered
 */
async function missing(wish, stillness, used, within) {
  const ctx = context(undefined, within);
  const parts = [];
  if (wish.url !== null && !location.href.includes(wish.url))
    parts.push(`the address has no ${wish.url}`);
  if (wish.target) {
    const list = elementsOf(wish.target, ctx);
    const nth = wish.target.nth;
    const chosen = nth === undefined ? list : list.slice(nth, nth + 1);
    for (const element of chosen) used.add(ctx.frameOf(element));
    const plain = nth === undefined && wish.target.ref === undefined;
    const outside = plain ? await countOutside(wish.target, ctx) : 0;
    for (const frame of ctx.used) used.add(frame);
    const seen = chosen.filter((element) => isShown(element, ctx)).length + outside;
    const reached = {
      attached: chosen.length + outside > 0,
      visible: seen > 0,
      hidden: seen === 0,
      detached: chosen.length + outside === 0,
    }[wish.state];
    if (!reached) parts.push(`${wording(wish.target)} is not ${wish.state}`);
  }
  if (wish.pageText !== null) {
    const root = documentElement(ctx.root);
    const text = root ? clean(visibleText(root, ctx)).toLowerCase() : "";
    if (!text.includes(clean(wish.pageText).toLowerCase()))
      parts.push(`the page does not show ${JSON.stringify(wish.pageText)}`);
  }
  if (stillness && !stillness.is) parts.push("the page does not lie still");
  return parts.join("; ");
}

/** @param {import("./types.js").Target} target @param {import("./types.js").Context} ctx */
function elementsOf(target, ctx) {
  try {
    return candidates(target, ctx, { hidden: true });
  } catch (error) {
    if (error instanceof Fault && error.code === "STALE_REF") return [];
    throw error;
  }
}

/** @type {Record<string, import("./types.js").Command>} */
export const commands = {
  async wait(args, ctx) {
    const wish = wishOf(args);
    const until = performance.now() + Math.max(0, args.timeout_ms ?? 5000);
    // a still page must be watched for a while first
    const stillness = wish.still ? new Stillness(ctx) : null;
    const told = (/** @type {string} */ what) => {
      stillness?.end();
      return { met: what === "", what, ...(stillness && { goes_on: stillness.goesOn }) };
    };
    const first = await missing(wish, stillness, ctx.used, ctx.within);
    if (first === "" || performance.now() >= until) return told(first);
    return new Promise((done, fail) => {
      let timer = 0;
      let cost = 0;
      let soon = false;
      let ended = false;
      const look = async () => {
        clearTimeout(timer);
        soon = true;
        if (ended) return;
        const began = performance.now();
        try {
          const what = await missing(wish, stillness, ctx.used, ctx.within);
          soon = false;
          const now = performance.now();
          cost = now - began;
          ended = what === "" || now >= until;
          if (ended) done(told(what));
          // a big page is looked at less often
          else timer = setTimeout(look, Math.min(Math.max(PACE, 3 * cost), until - now));
        } catch (error) {
          ended = true;
          stillness?.end();
          fail(error);
        }
        if (ended) observer.disconnect();
      };
      const observer = new MutationObserver(() => {
        if (soon || stillness) return;
        soon = true;
        clearTimeout(timer);
        timer = setTimeout(look, Math.min(Math.max(20, 3 * cost), until - performance.now()));
      });
      for (const frame of ctx.frames)
        observer.observe(frame.document, {
          subtree: true,
          childList: true,
          attributes: true,
          characterData: true,
        });
      timer = setTimeout(look, PACE);
    });
  },
};
