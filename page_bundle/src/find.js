// From what the caller names to elements: text, role, label, placeholder, testid, css, ref, nth.
import {
  attribute,
  composedChildren,
  composedParent,
  documentElement,
  isElement,
  isText,
  nodeValue,
  rect,
  selectAll,
  shadowRoot,
  tag,
} from "./dom.js";
import { Fault } from "./fault.js";
import { clean, cut } from "./lines.js";
import { isTextSeen } from "./names.js";
import { gather } from "./remote.js";
import { inputType, isActive } from "./roles.js";
import { describe, shownRole } from "./rows.js";

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
const TEST_IDS = ["data-testid", "data-test-id", "data-test", "data-qa", "data-cy"];
/** How many candidates an ambiguous or missing target lists. */
const CANDIDATES = 8;

/** @param {string} text */
const fold = (text) => clean(text).toLowerCase();

/**
 * What the caller asked for, as words for a message.
 * @param {Target} target
 */
export function wording(target) {
  const parts = KEYS.filter((key) => target[key] !== undefined).map(
    (key) => `${key} ${JSON.stringify(target[key])}`,
  );
  if (target.nth !== undefined) parts.push(`nth ${target.nth}`);
  return parts.join(", ");
}

/**
 * Keep the whole matches if there are any, else the partial ones.
 * @template T
 * @param {T[]} list
 * @param {(item: T) => string} text folded
 * @param {string} wanted folded
 */
function best(list, text, wanted) {
  const fitting = list.filter((item) => text(item).includes(wanted));
  const whole = fitting.filter((item) => text(item) === wanted);
  return whole.length > 0 ? whole : fitting;
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
      if (!fitting || fitting.has(element)) found.push(element);
      const inner = shadowRoot(element);
      if (inner) search(inner);
    }
  };
  for (const frame of ctx.frames) search(frame.document);
  return found;
}

/**
 * The innermost elements whose visible text holds the words. Whole matches win over partial ones; a
 * match that is all the text of a link, button or the like around it stands for that.
 * @param {Context} ctx
 * @param {string} wanted
 * @param {Set<Element> | null} among only these, innermost among them
 */
function byText(ctx, wanted, among) {
  const needle = fold(wanted);
  /** @type {{element: Element, text: string}[]} */
  const found = [];
  /**
   * @param {Element} element
   * @returns {{text: string, hit: boolean}} visible text; whether the words were found at or below it
   */
  const visit = (element) => {
    const look = ctx.sight.look(element);
    if (look.gone || look.veiled) return { text: "", hit: false };
    const name = tag(element);
    if (/^(script|style|noscript|template|head|title)$/.test(name)) return { text: "", hit: false };
    let text = "";
    let hit = false;
    if (name === "input" || name === "textarea" || name === "select") text = fieldText(element);
    else if (name === "br") text = " ";
    else if (name === "img") text = attribute(element, "alt") ?? "";
    else {
      for (const child of composedChildren(element)) {
        if (isText(child)) {
          const letters = nodeValue(child);
          if (letters.trim() === "") text += " ";
          else if (isTextSeen(child, element, ctx.sight)) text += letters;
        } else if (isElement(child)) {
          const inner = visit(child);
          hit ||= inner.hit;
          text += /^inline/.test(ctx.style(child).display) ? inner.text : ` ${inner.text} `;
        }
      }
    }
    if (!hit && text.length >= needle.length && (!among || among.has(element))) {
      const folded = fold(text);
      if (folded.includes(needle)) {
        found.push({ element, text: folded });
        hit = true;
      }
    }
    return { text, hit };
  };
  for (const frame of ctx.frames) {
    const root = documentElement(frame.document);
    if (root) visit(root);
  }
  const kept = best(found, (item) => item.text, needle);
  return [...new Set(kept.map((item) => (among ? item.element : promote(item, ctx))))];
}

/** @param {Element} element a field @returns {string} what it shows, never a password */
function fieldText(element) {
  if (tag(element) === "select") {
    const select = /** @type {HTMLSelectElement} */ (element);
    return [...select.selectedOptions].map((option) => option.label).join(" ");
  }
  if (tag(element) === "input" && /^(submit|reset|button)$/.test(inputType(element)))
    return /** @type {HTMLInputElement} */ (element).value;
  return "";
}

/** @param {{element: Element, text: string}} item @param {Context} ctx */
function promote(item, ctx) {
  for (let at = /** @type {Element | null} */ (item.element); at; at = composedParent(at)) {
    if (!isActive(shownRole(at))) continue;
    return fold(ctx.names.seenText(at, item.text.length + 20)) === item.text ? at : item.element;
  }
  return item.element;
}

/**
 * All elements that fit, in document order, nth not applied.
 * @param {Target} target
 * @param {Context} ctx
 * @param {{hidden?: boolean}} [options] whether css and testid also give what nobody sees
 * @returns {Element[]}
 */
export function candidates(target, ctx, options = {}) {
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
  if (list === null) return byText(ctx, text, null);
  const wanted = fold(text);
  if (role !== undefined) return best(list, (element) => fold(ctx.names.of(element)), wanted);
  const fitting = byText(ctx, text, new Set(list));
  return fitting.length > 0
    ? fitting
    : best(list, (element) => fold(ctx.names.of(element)), wanted);
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
  const row = describe(element, ctx);
  // whether a frame's site may be read is judged later: of those, no words
  const inside = row.frame > 0 ? " in a frame" : "";
  const name = row.name === "" || inside ? "" : ` ${JSON.stringify(cut(row.name, 60))}`;
  return `${row.role}${name} [${row.ref}]${inside}`;
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
  if (nth === null && list.length > 1) {
    const shown = list
      .slice(0, CANDIDATES)
      .map((element, index) => `${index}: ${brief(element, ctx)}`);
    const more = list.length > CANDIDATES ? `; and ${list.length - CANDIDATES} more` : "";
    throw new Fault(
      "TARGET_AMBIGUOUS",
      `${list.length} elements fit ${wording(target)}: ${shown.join("; ")}${more}`,
    );
  }
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
      .map((element) => describe(element, ctx, { box: true }));
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
