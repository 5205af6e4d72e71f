// How a site is searched: its field, an address into which the words go, or a button behind which a field hides.
//
// Only the page itself counts, or the frame that was entered: what a frame in it offers to search is another site's.
import { attribute, closest, selectAll, tag, textContent } from "./dom.js";
import { everywhere, isShown } from "./find.js";
import { clean } from "./lines.js";
import { describe, isDisabled, isInteractive, isSecret, shownRole } from "./rows.js";

/** @typedef {import("./types.js").Context} Context */

const FIELDS =
  "input, textarea, [role=searchbox], [role=textbox], [role=combobox], [contenteditable]";
/** What searching is called, as a word or the beginning of one. */
const WORD =
  /(^|[^\p{L}])(search|such(e|en|begriff)\b|buscar|búsqueda|busca\b|pesquis|recherch|cerca\b|ricerca|zoek|szuk|hledat|sök|søg|søk|haku|hae\b|ara\b|поиск|найти|пошук|αναζήτηση)|検索|搜索|搜尋|搜寻|검색|بحث|חיפוש|खोज|ค้นหา/iu;
/** Names that such fields have. */
const NAMED =
  /^(q|query|qry|s|k|wd|kw|keywords?|search|searchterm|search_?(query|term|text|field|input|box)|term|nav-search-keywords|field-keywords|suche|buscar)$/i;
const TAKES_TEXT = /^(text|search|url|)$/;
/** What a field must score to count as the search. */
const ENOUGH = 4;
const SHY = /token|csrf|xsrf|auth|nonce|session|secret|key/i;
const MOST_HIDDEN = 64;
const MOST_LD = 20;
const LONGEST_LD = 100_000;
/** Where the words go in an address that is told. */
const HOLE = "{query}";
/** Stands there while the address is parsed. */
const PEG = "zz-the-words-zz";

/** @param {Element} element @returns {boolean} */
const takesText = (element) =>
  tag(element) !== "input" || TAKES_TEXT.test(attribute(element, "type")?.toLowerCase() ?? "");

/** @param {Element} element @param {Context} ctx */
function score(element, ctx) {
  let points = 0;
  if (shownRole(element) === "searchbox") points += 6;
  if (closest(element, "search, [role=search]")) points += 5;
  if (NAMED.test(attribute(element, "name") ?? "") || NAMED.test(attribute(element, "id") ?? ""))
    points += 4;
  const words = [
    ctx.names.of(element),
    ...["placeholder", "aria-label", "title"].map((name) => attribute(element, name) ?? ""),
  ];
  if (words.some((each) => WORD.test(each))) points += 4;
  if (attribute(element, "enterkeyhint") === "search") points += 3;
  const form = closest(element, "form");
  if (form && /search/i.test(`${attribute(form, "action")} ${attribute(form, "class")}`))
    points += 3;
  // the site's own stands at its top, not in the middle of a form for something else
  if (points >= ENOUGH && closest(element, "header, [role=banner]")) points += 1;
  return points;
}

/** @param {Context} ctx @returns {{element: Element, points: number, shown: boolean}[]} best first */
function rated(ctx) {
  const found = [];
  for (const element of everywhere(ctx, FIELDS)) {
    if (ctx.frameOf(element) !== ctx.searched[0] || !takesText(element)) continue;
    if (isDisabled(element) || isSecret(element)) continue;
    const points = score(element, ctx);
    if (points >= ENOUGH) found.push({ element, points, shown: isShown(element, ctx) });
  }
  return found.sort((one, other) => other.points - one.points);
}

/**
 * The fields that are the site's search as far as can be told: the best, and those as good as it.
 * @param {Context} ctx
 * @returns {Element[]}
 */
export function searchFields(ctx) {
  if (window.parent !== window) return [];
  const shown = rated(ctx).filter((each) => each.shown);
  const best = shown[0]?.points ?? 0;
  return shown.filter(({ points }) => points === best).map(({ element }) => element);
}

/** @param {Context} ctx @returns {Element[]} what may open a field */
function openers(ctx) {
  return everywhere(ctx, "button, a, summary, label, [role=button], [role=link], [onclick]").filter(
    (element) =>
      ctx.frameOf(element) === ctx.searched[0] &&
      WORD.test(ctx.names.of(element)) &&
      isInteractive(element, shownRole(element), ctx) &&
      isShown(element, ctx),
  );
}

/** @param {string} address @returns {URL | null} one of this site */
function ours(address) {
  try {
    const url = new URL(address, document.baseURI);
    return /^https?:$/.test(url.protocol) && url.host === location.host ? url : null;
  } catch {
    return null;
  }
}

/**
 * The address that a form without secrets and choices would go to.
 * @param {Element} field
 */
function addressOf(field) {
  const form = closest(field, "form");
  const name = attribute(field, "name");
  if (!form || !name || (attribute(form, "method") ?? "get").toLowerCase() !== "get") return null;
  const url = ours(attribute(form, "action") || location.href);
  if (!url) return null;
  url.search = "";
  url.hash = "";
  for (const other of selectAll(form, "input[type=hidden i][name]")) {
    const key = attribute(other, "name") ?? "";
    const { value } = /** @type {HTMLInputElement} */ (other);
    // what is for the form's own protection is told to nobody
    if (!SHY.test(key) && value.length <= MOST_HIDDEN) url.searchParams.append(key, value);
  }
  url.searchParams.append(name, PEG);
  return url.href.replace(PEG, HOLE);
}

/** @param {any} value @param {string[]} found addresses that JSON-LD names for searching this site */
function actions(value, found, depth = 0) {
  if (value === null || typeof value !== "object" || depth > 6 || found.length > MOST_LD) return;
  if (value["@type"] === "SearchAction") {
    const target = value.target?.urlTemplate ?? value.target;
    if (typeof target === "string") found.push(target);
  }
  for (const inner of Object.values(value)) actions(inner, found, depth + 1);
}

function described() {
  /** @type {string[]} */
  const found = [];
  for (const script of selectAll(document, 'script[type="application/ld+json"]').slice(0, MOST_LD))
    try {
      actions(JSON.parse(textContent(script).slice(0, LONGEST_LD)), found);
    } catch {
      // no JSON: it says nothing
    }
  return found.flatMap((template) => {
    const hole = /\{[^{}]*\}/.exec(template)?.[0];
    const url = hole && ours(template.replace(hole, PEG));
    if (!url) return [];
    const href = url.href.replace(PEG, HOLE);
    return href.includes(HOLE) && !/[{}]/.test(href.replace(HOLE, "")) ? [href] : [];
  });
}

/** @type {Record<string, import("./types.js").Command>} */
export const commands = {
  search(args, ctx) {
    const most = args.most ?? 5;
    const fields = rated(ctx);
    // an address would take the whole tab along, not the frame
    const framed = ctx.within !== null || window.parent !== window;
    const addresses = framed
      ? []
      : [...described(), ...fields.flatMap(({ element }) => addressOf(element) ?? [])];
    const shown = fields.filter((each) => each.shown).slice(0, most);
    return {
      fields: shown.map(({ element }) => describe(element, ctx)),
      openers: openers(ctx)
        .slice(0, most)
        .map((element) => describe(element, ctx)),
      addresses: [...new Set(addresses)].filter((each) => clean(each).length < 2000).slice(0, most),
    };
  },
};
