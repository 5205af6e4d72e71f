// The person's list, as the page of a phone shows and changes it.
import { address } from "./address.js";
import { Failure } from "./link.js";
import { blockedBy, rule } from "./sites.js";
import * as store from "./store.js";

/**
 * Do what the page asks, and return what it is told.
 * @param {Extract<import("./static/types.js").ToBridge, { t: "sites" }>} asked
 * @returns {Promise<import("./static/types.js").FromBridge>}
 */
export async function list({ op, rule: text = "" }) {
  let known = await store.rules();
  if (op === "add") {
    const read = rule(text);
    if (!read) throw new Failure("BAD_ARGUMENTS", "That is no site.");
    known = [...known.filter((each) => each !== read.text), read.text];
    await store.keepRules(known);
  } else if (op === "remove") {
    known = known.filter((each) => each !== text);
    await store.keepRules(known);
  }
  const rules = known.map((each, at) => ({ line: at + 1, rule: each }));
  if (op !== "test") return { t: "sites", rules };
  const all = known.map(rule).filter((each) => each !== null);
  const fits = blockedBy(address(text), all);
  return { t: "sites", rules, test: { url: text, blocked: fits !== null, rule: fits } };
}
