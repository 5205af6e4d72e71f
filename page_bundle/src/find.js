// From what the caller names to elements: text, role, label, placeholder, testid, css, ref, nth.
import { best, byText, fold } from "./bytext.js";
import { attribute, composedParent, rect, selectAll, shadowRoot, tag } from "./dom.js";
import { Fault } from "./fault.js";
import { TEST_IDS } from "./hint.js";
import { clean, cut } from "./lines.js";
import { isOurs } from "./ours.js";
import { gather } from "./remote.js";
import { inputType, isActive } from "./roles.js";
import { describe, shownRole } from "./rows.js";
import { searchFields } from "./search.js";

/** @typedef {import("./types.js").Context} Context */
/** @typedef {import("./types.js").Target} Target */

const KEYS = /** @type {const} */ ([
  "ref",
  "text",
  "role",
  "label",
  "placeholder",
  "testid",
  "css",
]);
/** What may give a name that is not among the words that are seen. */
const NAMING = "[aria-label], [aria-labelledby], [title], svg title";
/** How many candidates an ambiguous or missing target lists. */
const CANDIDATES = 8;

/**
 * What the caller asked for, as words for a message.
 * @param {Target} target
 */
export function wording(target) {
  const parts = KEYS.filter((key) => target[key] !== undefined).map(
    (key) => `${key} ${JSON.stringify(target[key])}`,
  );
  if (target.search === true) parts.push("a search");
  if (target.nth !== undefined) parts.push(`nth ${target.nth}`);
  return parts.join(", ");
}

/**
 * Every element of the readable frames, in document order, open shadow roots included.
 * @param {Context} ctx
 * @param {string} selector
 * @returns {Element[]}
 */
export function everywhere(ctx, selector) {
  /** @type {Element[]} */
  const found = [];
  const plain = selector === "*";
  /** @param {Document | ShadowRoot} root */
  const search = (root) => {
    const fitting = plain ? null : new Set(selectAll(root, selector));
    for (const element of selectAll(root, "*")) {
      ctx.budget.spend();
      if (isOurs(element)) continue;
      if (!fitting || fitting.has(element)) found.push(element);
      const inner = shadowRoot(element);
      if (inner) search(inner);
    }
  };
  for (const frame of ctx.searched) search(frame.document);
  return found;
}

/**
 * All elements that fit, in document order, nth not applied.
 * @param {Target} target
 * @param {Context} ctx
 * @param {{hidden?: boolean}} [options] whether css and testid also give what nobody sees
 * @returns {Element[]}
 */
export function candidates(target, ctx, options = {}) {
  if (target.search === true) return searchFields(ctx);
  const named = KEYS.filter((key) => target[key] !== undefined);
  for (const key of named)
    if (typeof target[key] !== "string" || clean(target[key] ?? "") === "")
      throw new Fault("INVALID_TARGET", `${key} is empty`);
  if (named.length === 0) throw new Fault("INVALID_TARGET", "nothing names an element");
  if (target.ref !== undefined) {
    if (named.length > 1)
      throw new Fault(
        "INVALID_TARGET",
        `a ref stands alone, not with ${named.slice(1).join(", ")}`,
      );
    return [byRef(target.ref, ctx)];
  }
  const { css, testid, role, label, placeholder, text } = target;
  /** @type {Element[] | null} */
  let list = null;
  /** @param {() => Element[]} all @param {(element: Element) => boolean} keep */
  const narrow = (all, keep) => {
    list = (list ?? all()).filter(keep);
  };
  if (css !== undefined) list = byCss(css, ctx);
  if (testid !== undefined) {
    narrow(
      () => everywhere(ctx, TEST_IDS.map((name) => `[${name}]`).join(",")),
      (element) => TEST_IDS.some((name) => attribute(element, name) === testid),
    );
  }
  const byMarkup = list !== null && role === undefined && label === undefined && text === undefined;
  if (placeholder !== undefined) {
    narrow(
      () => everywhere(ctx, "[placeholder], [aria-placeholder]"),
      () => true,
    );
    list = best(list ?? [], placeholderOf, fold(placeholder));
  }
  if (role !== undefined) {
    const wanted = fold(role);
    narrow(
      () => everywhere(ctx, "*"),
      (element) => fitsRole(element, wanted),
    );
  }
  if (label !== undefined) {
    narrow(
      () => everywhere(ctx, "*"),
      (element) => isLabelled(element),
    );
    list = best(list ?? [], (element) => fold(ctx.names.of(element)), fold(label));
  }
  if (list && !(options.hidden && byMarkup)) {
    const seen = list.filter((element) => isShown(element, ctx));
    // named by markup alone, something unseen is still an answer (its box tells the caller)
    list = seen.length > 0 || !byMarkup ? seen : list;
  }
  if (text === undefined) return list ?? [];
  if (list === null) {
    const reading = byText(ctx, text, null);
    return reading.length > 0 ? reading : byName(ctx, text);
  }
  const wanted = fold(text);
  if (role !== undefined) return best(list, (element) => fold(ctx.names.of(element)), wanted);
  const fitting = byText(ctx, text, new Set(list));
  return fitting.length > 0
    ? fitting
    : best(list, (element) => fold(ctx.names.of(element)), wanted);
}

/**
 * Things to act on that are called so where nothing shows the words: icons with a name for screen readers.
 * @param {Context} ctx
 * @param {string} wanted
 */
function byName(ctx, wanted) {
  /** @type {Set<Element>} */
  const acting = new Set();
  for (const each of everywhere(ctx, NAMING)) {
    let at = /** @type {Element | null} */ (each);
    while (at && !isActive(shownRole(at))) at = composedParent(at);
    if (at && isShown(at, ctx)) acting.add(at);
  }
  return best([...acting], (element) => fold(ctx.names.of(element)), fold(wanted));
}

/**
 * Seen, or a native field that a styled label stands for (opacity 0 over a drawn box).
 * @param {Element} element
 * @param {Context} ctx
 */
export function isShown(element, ctx) {
  return ctx.sight.isSeen(element) || isStyledField(element, ctx);
}

/**
 * A checkbox, radio button, file field or select that the page draws itself, the true one lying over it unseen.
 * @param {Element} element
 * @param {Context} ctx
 */
export function isStyledField(element, ctx) {
  const name = tag(element);
  if (
    name !== "select" &&
    !(name === "input" && /^(checkbox|radio|file|range|color|date)$/.test(inputType(element)))
  )
    return false;
  const look = ctx.sight.look(element);
  if (look.gone) return false;
  for (const label of /** @type {HTMLInputElement} */ (element).labels ?? [])
    if (ctx.sight.isSeen(label)) return true;
  const parent = composedParent(element);
  // unseen by its own style only, and with an area that can be touched
  if (!parent || !ctx.sight.isSeen(parent)) return false;
  const box = rect(element);
  return box.width > 4 && box.height > 4 && ctx.sight.look(parent).drawn && look.drawn;
}

/** @param {Element} element */
const placeholderOf = (element) =>
  fold(attribute(element, "placeholder") ?? attribute(element, "aria-placeholder") ?? "");

/** @param {Element} element @param {string} wanted */
function fitsRole(element, wanted) {
  const role = shownRole(element);
  if (role === wanted) return true;
  if (wanted === "image") return role === "img";
  // people say textbox for every field that takes text
  return wanted === "textbox" && role === "searchbox";
}

/** @param {Element} element whether a label can name it */
function isLabelled(element) {
  if (/^(input|select|textarea|meter|progress|output)$/.test(tag(element)))
    return tag(element) !== "input" || inputType(element) !== "hidden";
  const role = shownRole(element);
  return /^(textbox|searchbox|combobox|listbox|checkbox|radio|switch|slider|spinbutton)$/.test(
    role,
  );
}

/** @param {string} css @param {Context} ctx */
function byCss(css, ctx) {
  try {
    document.createDocumentFragment().querySelector(css);
  } catch {
    throw new Fault("INVALID_TARGET", `${JSON.stringify(css)} is no CSS selector`);
  }
  return everywhere(ctx, css);
}

/** @param {string} ref @param {Context} ctx */
function byRef(ref, ctx) {
  const element = ctx.refs.element(ref);
  try {
    ctx.frameOf(element);
  } catch {
    throw new Fault("STALE_REF", `${ref} is in a frame that is gone`);
  }
  return element;
}

/**
 * A candidate in few words, with its ref.
 * @param {Element} element
 * @param {Context} ctx
 */
export function brief(element, ctx) {
  const row = describe(element, ctx, { words: true });
  // whether a frame's site may be read is judged later: of those, no words
  const inside = row.frame > 0 ? " in a frame" : "";
  const name = row.name === "" || inside ? "" : ` ${JSON.stringify(cut(row.name, 60))}`;
  const hint = row.hint && !inside ? ` hint ${JSON.stringify(row.hint)}` : "";
  return `${row.role}${name} [${row.ref}]${hint}${inside}`;
}

/**
 * Say that several elements could be meant, and list them with their refs.
 * @param {Element[]} list
 * @param {string} what
 * @param {Context} ctx
 */
export function ambiguous(list, what, ctx) {
  const shown = list
    .slice(0, CANDIDATES)
    .map((element, index) => `${index}: ${brief(element, ctx)}`);
  const more = list.length > CANDIDATES ? `; and ${list.length - CANDIDATES} more` : "";
  return new Fault("TARGET_AMBIGUOUS", `${what}: ${shown.join("; ")}${more}`);
}

/**
 * The one element a target names.
 * @param {Target} target
 * @param {Context} ctx
 * @returns {{element: Element, frame: import("./types.js").Frame}}
 */
export function resolve(target, ctx) {
  const list = candidates(target, ctx);
  const nth = target.nth ?? null;
  if (list.length === 0) throw new Fault("TARGET_NOT_FOUND", `nothing fits ${wording(target)}`);
  if (nth !== null && (nth < 0 || nth >= list.length))
    throw new Fault(
      "TARGET_NOT_FOUND",
      `${list.length} ${list.length === 1 ? "fits" : "fit"} ${wording({ ...target, nth: /** @type {any} */ (undefined) })}, counted from 0; there is no nth ${nth}`,
    );
  if (nth === null && list.length > 1)
    throw ambiguous(list, `${list.length} elements fit ${wording(target)}`, ctx);
  const element = /** @type {Element} */ (list[nth ?? 0]);
  const frame = ctx.frameOf(element);
  ctx.used.add(frame);
  return { element, frame };
}

/**
 * The target among a command's arguments: under `target`, or beside the others.
 * @param {Record<string, any>} args
 * @returns {Target}
 */
export function targetOf(args) {
  if (args.target) return args.target;
  const target = /** @type {Record<string, any>} */ ({});
  for (const key of [...KEYS, "nth"])
    if (args[key] !== undefined && args[key] !== null) target[key] = args[key];
  return target;
}

/** @type {Record<string, import("./types.js").Command>} */
export const commands = {
  async find(args, ctx) {
    const { nth, ...target } = targetOf(args);
    const limit = args.limit ?? 20;
    const list = candidates(target, ctx);
    let rows = list
      .slice(0, Math.max(limit, (nth ?? 0) + 1))
      .map((element) => describe(element, ctx, { box: true, words: true }));
    let total = list.length;
    for (const outside of target.ref === undefined ? ctx.outside : []) {
      if (!ctx.sight.isSeen(outside.element)) continue;
      const value = await gather(outside, "find", { target, limit }, ctx);
      rows.push(...(value?.rows ?? []));
      total += value?.total ?? 0;
    }
    rows = nth === undefined ? rows.slice(0, limit) : rows.slice(nth, nth + 1);
    return { rows, total };
  },
};
