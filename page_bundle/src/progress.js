// What is under way on a page: bars, parts that say they are busy, what spins, and words of uploading and loading.
import { Spent } from "./budget.js";
import {
  attribute,
  composedChildren,
  composedParent,
  facts,
  isElement,
  isText,
  nodeValue,
  tag,
} from "./dom.js";
import { everywhere } from "./find.js";
import { clean, cut } from "./lines.js";
import { isTextSeen } from "./names.js";
import { gather } from "./remote.js";
import { describe, shownRole } from "./rows.js";

/** @typedef {import("./types.js").Row} Row */
/** @typedef {import("./types.js").Context} Context */

const SPINS =
  /(^|[^a-z])(spinner|spinning|loader|loading|preloader|throbber|skeleton|shimmer|progress)([^a-z]|$)/i;
const WORKS =
  /(^|[^\p{L}])(up|down)?load(ing|s)\b|\b(processing|importing|exporting|saving|sending|submitting|preparing|converting|installing|connecting|please wait|in progress|queued|buffering)\b|(^|[^\p{L}])(wird|werden) (ge|hoch|herunter)\p{L}+|bitte warten|lädt|cargando|subiendo|descargando|chargement|téléchargement|caricamento|carregando|загрузка|加载中|正在加载|読み込み中|로드 중/iu;
const PERCENT = /(^|[^\d.,])(100|\d{1,2})([.,]\d+)?\s?%/;
const PART = /\b\d+\s?(\/|of|von|de|из)\s?\d+\b/i;
const LONGEST = 120;
/** What says most comes first. */
const ORDER = ["progressbar", "busy", "spinner", "text"];

/** @param {Element} element @param {Context} ctx */
function spins(element, ctx) {
  const told = ["class", "id", "aria-label", "data-testid", "role"]
    .map((name) => attribute(element, name) ?? "")
    .join(" ");
  if (!SPINS.test(told.replace(/([a-z])([A-Z])/g, "$1 $2"))) return false;
  const moving = (/** @type {CSSStyleDeclaration} */ style) =>
    style.animationName !== "none" && style.animationPlayState.includes("running");
  if (moving(ctx.style(element))) return true;
  if (["::before", "::after"].some((part) => moving(getComputedStyle(element, part)))) return true;
  // the part that turns lies inside what is called so
  return composedChildren(element).some((child) => isElement(child) && moving(ctx.style(child)));
}

/** @param {Element} element @param {Context} ctx @returns {string} its own letters that are seen */
function ownText(element, ctx) {
  let text = "";
  for (const child of composedChildren(element))
    if (isText(child) && nodeValue(child).trim() !== "" && isTextSeen(child, element, ctx.sight))
      text += nodeValue(child);
  return clean(text);
}

/**
 * What an element says is under way.
 * @param {Element} element
 * @param {Context} ctx
 * @returns {Row | null}
 */
function taken(element, ctx) {
  const role = shownRole(element);
  /** @param {string} kind @param {string} [name] */
  const row = (kind, name) => {
    const made = describe(element, ctx, { role, focused: null, ref: () => kind !== "text" });
    made.role = kind;
    if (name !== undefined) made.name = name;
    return made;
  };
  if (role === "progressbar") return ctx.sight.isSeen(element) ? row("progressbar") : null;
  if (attribute(element, "aria-busy") === "true" && ctx.sight.isSeen(element)) {
    const name = ctx.names.of(element) || cut(ctx.names.seenText(element, 60), 60);
    return row("busy", name);
  }
  if (/^(body|html|script|style|option|input|textarea|select)$/.test(tag(element))) return null;
  if (spins(element, ctx) && ctx.sight.isSeen(element))
    return row("spinner", ctx.names.of(element) || cut(clean(ctx.names.seenText(element, 60)), 60));
  const text = ownText(element, ctx);
  if (text === "" || text.length > LONGEST || !WORKS.test(text)) return null;
  // a word alone may be a heading or a link ("Downloads"): with it stand dots, a share or a count
  const isUnderWay = /…|\.\.\.|wait|warten/i.test(text) || PERCENT.test(text) || PART.test(text);
  return isUnderWay && role !== "link" && role !== "heading" ? row("text", text) : null;
}

/** @type {Record<string, import("./types.js").Command>} */
export const commands = {
  async progress(args, ctx) {
    const most = args.most ?? 10;
    /** @type {Row[]} */
    const rows = [];
    let partial = false;
    /** @type {Set<Element>} */
    const inside = new Set();
    try {
      for (const element of everywhere(ctx, "*")) {
        const look = ctx.sight.look(element);
        if (look.gone || look.veiled) continue;
        const above = composedParent(element);
        const row = taken(element, ctx);
        const isWithin = above !== null && inside.has(above);
        // the parts of a bar or spinner say nothing of their own
        if (row && !(isWithin && row.role !== "progressbar")) rows.push(row);
        if (isWithin || (row && row.role !== "busy" && row.role !== "text")) inside.add(element);
      }
    } catch (error) {
      if (!(error instanceof Spent)) throw error;
      partial = true;
    }
    for (const outside of ctx.outside) {
      if (!ctx.sight.isSeen(outside.element)) continue;
      const value = await gather(outside, "progress", args, ctx);
      rows.push(...(value?.rows ?? []));
      if (value?.partial) partial = true;
    }
    rows.sort((one, other) => ORDER.indexOf(one.role) - ORDER.indexOf(other.role));
    const loading = facts(document).ready !== "complete";
    return { rows: rows.slice(0, most), total: rows.length, loading, partial };
  },
};
