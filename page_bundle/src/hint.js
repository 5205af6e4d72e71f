// What the markup calls a thing to tap that has no name: an icon's class or file, a test id, where a link
// leads. Nobody sees or hears it: it is told as a hint, never as a name.
import { attribute, selectAll, tag } from "./dom.js";

const TAPPED = /^(button|link|menuitem|tab|)$/;
/** Attributes by which a page names things for its tests. */
export const TEST_IDS = ["data-testid", "data-test-id", "data-test", "data-qa", "data-cy"];
/** Words as people write them: no hash, no key, no number of an order. */
const WORDLY = /^(?!.*\d{4})\p{L}[\p{L}\d _.:-]{1,39}$/u;
const ICON =
  /(?:^|[-_])(?:icons?|ico|fa|bi|mdi|ri|ti|feather|lucide|glyphicon|octicon)[-_]+([a-z][a-z\d_-]+)$/i;
/** What icons' classes say of size, style and turn. */
const STYLE =
  /^(?:xs|sm|md|lg|xl|\dx|fw|spin|pulse|solid|regular|light|brands?|small|medium|large|button|btn|only|wrapper|container|left|right|inner|svg)$/i;
/** Elements looked at below one that has no name. */
const MOST = 12;

/** @param {string | null} text */
const wordly = (text) => (text !== null && WORDLY.test(text.trim()) ? text.trim() : "");

/** @param {string | null} address @returns {string} the last part of its path, without an ending */
function fileOf(address) {
  const path = (address ?? "").replace(/[?#].*$/s, "");
  if (/^[a-z]+:(?!\/\/)/i.test(path)) return ""; // data:, javascript:
  const parts = path.replace(/^[a-z]+:\/\/[^/]*/i, "").split("/");
  return wordly((parts.filter(Boolean).pop() ?? "").replace(/\.\w+$/, ""));
}

/** @param {Element} element @returns {string} what its class says it is an icon of */
function iconOf(element) {
  for (const each of (attribute(element, "class") ?? "").split(/\s+/)) {
    const [, icon] = ICON.exec(each) ?? [];
    if (icon && !STYLE.test(icon)) return wordly(icon);
  }
  return "";
}

/** @param {Element} element @returns {string} */
function drawing(element) {
  const name = tag(element);
  if (name === "img") return fileOf(attribute(element, "src"));
  if (name !== "other:use") return "";
  const to = attribute(element, "href") ?? attribute(element, "xlink:href") ?? "";
  return wordly(to.slice(to.indexOf("#") + 1));
}

/**
 * @param {Element} element that has no name
 * @param {string} role as shown
 * @returns {string} "" where the markup says nothing either
 */
export function hintOf(element, role) {
  if (!TAPPED.test(role)) return "";
  const all = [element, ...[...selectAll(element, "*")].slice(0, MOST)];
  /** @param {(each: Element) => string} told */
  const first = (told) => {
    for (const each of all) {
      const word = told(each);
      if (word) return word;
    }
    return "";
  };
  const own = (/** @type {string} */ name) => wordly(attribute(element, name));
  return (
    first((each) => TEST_IDS.map((name) => wordly(attribute(each, name))).find(Boolean) ?? "") ||
    first((each) => wordly(attribute(each, "data-icon"))) ||
    first(iconOf) ||
    first(drawing) ||
    own("name") ||
    own("id") ||
    (role === "link" ? fileOf(attribute(element, "href")) : "")
  );
}
