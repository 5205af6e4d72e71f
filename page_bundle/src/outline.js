// A page in outline: its regions and headings, its forms with the state of their fields, how much there
// is of what, and what the person has selected. What a field holds is never told, but for what a select shows.
import { Spent } from "./budget.js";
import {
  closest,
  composedParent,
  facts,
  isEditableContent,
  isElement,
  nodeValue,
  parentNode,
  tag,
  viewOf,
} from "./dom.js";
import { everywhere, isShown } from "./find.js";
import { isFrame } from "./frames.js";
import { clean, cut } from "./lines.js";
import { isTextSeen } from "./names.js";
import { gather } from "./remote.js";
import { inputType } from "./roles.js";
import { describe, heldBy, isInteractive, isSecret, settle, shownRole } from "./rows.js";
import { viewport } from "./view.js";

/** @typedef {import("./types.js").Row} Row */
/** @typedef {import("./types.js").Context} Context */
/** @typedef {{form: Row | null, fields: Row[]}} Form */

const REGIONS_LIMIT = 40;
const HEADINGS_LIMIT = 60;
const FIELDS_LIMIT = 200;
const FORMS_LIMIT = 30;
const HEADING_TEXT = 120;
const TEXT = 80;
const SELECT_VALUE = 60;
const SELECTION = 500;

const REGION = new Set(
  "alertdialog banner complementary contentinfo dialog main navigation region search".split(" "),
);
const FIELD =
  /^(checkbox|combobox|listbox|radio|searchbox|slider|spinbutton|switch|textbox|menuitemcheckbox|menuitemradio)$/;
const BUTTON = /^(button|menuitem|tab)$/;
/** States that an outline tells; who has the focus is a matter of the moment. */
const TELLING = new Set([
  ...["disabled", "checked", "mixed", "expanded", "collapsed", "selected", "current"],
  ...["required", "invalid", "readonly", "filled", "pressed"],
]);

/** @param {Element} element @param {string} role */
const isField = (element, role) =>
  FIELD.test(role) ||
  (tag(element) === "input" && !/^(hidden|submit|button|image|reset)$/.test(inputType(element))) ||
  /^(select|textarea)$/.test(tag(element));

/** @param {Row} row @param {number} limit @returns {Row} */
function brief(row, limit) {
  row.name = cut(row.name, limit);
  row.states = row.states.filter((state) => TELLING.has(state));
  row.value = null;
  return row;
}

/** @param {Element} element @param {string} role @param {Context} ctx @returns {Row} */
function field(element, role, ctx) {
  const row = describe(element, ctx, { role, focused: null });
  const value = row.value;
  brief(row, TEXT);
  if (tag(element) === "select") row.value = value === null ? null : cut(value, SELECT_VALUE);
  else if (
    !row.states.includes("filled") &&
    !/^(slider|spinbutton)$/.test(role) &&
    (isSecret(element) ? false : heldBy(element, role) !== null)
  )
    row.states.push("filled");
  return row;
}

class Outline {
  /** @type {Row[]} */
  regions = [];
  /** @type {Row[]} */
  headings = [];
  /** @type {Map<Element | null, Form>} */
  #forms = new Map();
  counts = { regions: 0, headings: 0, links: 0, buttons: 0, fields: 0, forms: 0, frames: 0 };
  #ctx;
  /** Rows of the regions, for what the next one lies in. @type {Map<Element, Row>} */
  #rows = new Map();

  /** @param {Context} ctx */
  constructor(ctx) {
    this.#ctx = ctx;
  }

  get forms() {
    return [...this.#forms.values()];
  }

  /** @param {Element} element */
  take(element) {
    const ctx = this.#ctx;
    const name = tag(element);
    if (name === "form") this.#form(element);
    const role = shownRole(element);
    if (isFrame(element)) this.counts.frames += 1;
    if (role === "" || role === "none") return;
    if (REGION.has(role) || isFrame(element) || (role === "form" && ctx.names.of(element) !== "")) {
      if (ctx.sight.isSeen(element)) this.#region(element, role);
    } else if (role === "heading") {
      if (!ctx.sight.isSeen(element)) return;
      const row = brief(
        describe(element, ctx, { role, focused: null, ref: () => false }),
        HEADING_TEXT,
      );
      if (row.name === "") return;
      this.counts.headings += 1;
      if (this.headings.length < HEADINGS_LIMIT) this.headings.push(row);
    } else if (isField(element, role)) {
      if (!isShown(element, ctx)) return;
      this.counts.fields += 1;
      if (this.counts.fields <= FIELDS_LIMIT) this.#field(element, role);
    } else if (role === "link" || BUTTON.test(role)) {
      if (!isInteractive(element, role, ctx) || !isShown(element, ctx)) return;
      if (role === "link") this.counts.links += 1;
      else this.counts.buttons += 1;
    }
  }

  /** @param {Element} element @param {string} role */
  #region(element, role) {
    if (role !== "iframe") this.counts.regions += 1;
    if (this.regions.length >= REGIONS_LIMIT) return;
    const holder = this.#holder(element);
    const depth = holder ? holder.depth + 1 : 0;
    const options = { role, focused: null, depth, box: true, ref: () => false };
    const row = brief(describe(element, this.#ctx, options), TEXT);
    this.#rows.set(element, row);
    this.#insert([row], holder);
  }

  /** @param {Element} element @returns {Row | undefined} of the region that it lies in, through readable frames */
  #holder(element) {
    let at = /** @type {Element | null} */ (element);
    while (at) {
      at = composedParent(at) ?? this.#ctx.frameOf(at).element;
      const row = at && this.#rows.get(at);
      if (row) return row;
    }
    return undefined;
  }

  /** @param {Row[]} rows @param {Row | undefined} holder what they come at the end of */
  #insert(rows, holder) {
    let place = this.regions.length;
    if (holder) {
      place = this.regions.indexOf(holder) + 1;
      while ((this.regions[place]?.depth ?? -1) > holder.depth) place += 1;
    }
    this.regions.splice(place, 0, ...rows.slice(0, REGIONS_LIMIT - this.regions.length));
  }

  /** @param {Element} element */
  #form(element) {
    if (!this.#ctx.sight.isSeen(element)) return;
    this.counts.forms += 1;
    if (this.#forms.size >= FORMS_LIMIT) return;
    const options = { role: "form", focused: null, ref: () => true };
    const form = brief(describe(element, this.#ctx, options), TEXT);
    this.#forms.set(element, { form, fields: [] });
  }

  /** @param {Element} element @param {string} role */
  #field(element, role) {
    const owner = formOf(element);
    const row = field(element, role, this.#ctx);
    let form = this.#forms.get(owner) ?? this.#forms.get(null);
    if (!form) {
      form = { form: null, fields: [] };
      this.#forms.set(null, form);
    }
    form.fields.push(row);
  }

  /** @param {Element} element an iframe of another origin @param {any} value what its own outline is */
  join(element, value) {
    const holder = this.#rows.get(element);
    const inner = [...(value.regions ?? [])];
    for (const row of inner) row.depth += holder ? holder.depth + 1 : 0;
    this.#insert(inner, holder);
    for (const row of value.headings ?? [])
      if (this.headings.length < HEADINGS_LIMIT) this.headings.push(row);
    for (const form of value.forms ?? [])
      if (this.#forms.size < FORMS_LIMIT) this.#forms.set(/** @type {any} */ ({}), form);
    for (const key of /** @type {(keyof Outline["counts"])[]} */ (Object.keys(this.counts)))
      this.counts[key] += Number(value.counts?.[key]) || 0;
  }
}

/** @param {Element} element @returns {Element | null} the form it belongs to */
function formOf(element) {
  if (/^(input|select|textarea)$/.test(tag(element)))
    return /** @type {HTMLInputElement} */ (element).form;
  return closest(element, "form");
}

/**
 * What the person has selected, as far as it is seen; never in a field.
 * @param {Context} ctx
 * @returns {Row | null}
 */
function selection(ctx) {
  for (const frame of ctx.searched) {
    const chosen = viewOf(frame.document)?.getSelection();
    if (!chosen || chosen.rangeCount === 0 || chosen.isCollapsed) continue;
    const text = clean(seenIn(chosen.getRangeAt(0), frame.document, ctx));
    if (text === "") continue;
    return settle(
      {
        ...{ ref: null, role: "selection", name: cut(text, SELECTION), depth: 0 },
        ...{ frame: frame.index, states: [], value: null, level: null },
        ...{ interactive: false, box: null },
      },
      frame,
    );
  }
  return null;
}

const { createTreeWalker } = Document.prototype;

/** @param {Range} range @param {Document} root @param {Context} ctx @returns {string} its text that is seen */
function seenIn(range, root, ctx) {
  const top = range.commonAncestorContainer;
  const walker = createTreeWalker.call(root, top, NodeFilter.SHOW_TEXT);
  const parts = [];
  let length = 0;
  for (
    let node = top.nodeType === 3 ? top : walker.nextNode();
    node && length <= SELECTION;
    node = walker.nextNode()
  ) {
    ctx.budget.spend();
    const parent = parentNode(node);
    if (!range.intersectsNode(node) || !isElement(parent) || isEditableContent(parent)) continue;
    if (!isTextSeen(/** @type {Text} */ (node), parent, ctx.sight)) continue;
    const whole = nodeValue(node);
    const from = node === range.startContainer ? range.startOffset : 0;
    const to = node === range.endContainer ? range.endOffset : whole.length;
    parts.push(whole.slice(from, to));
    length += to - from;
  }
  return parts.join(" ");
}

/** @type {Record<string, import("./types.js").Command>} */
export const commands = {
  async outline(args, ctx) {
    const outline = new Outline(ctx);
    let partial = ctx.full;
    /** @type {Row | null} */
    let chosen = null;
    try {
      chosen = selection(ctx);
      for (const element of everywhere(ctx, "*")) outline.take(element);
    } catch (error) {
      if (!(error instanceof Spent)) throw error;
      partial = true;
    }
    for (const outside of ctx.outside) {
      if (!ctx.sight.isSeen(outside.element)) continue;
      const value = await gather(outside, "outline", args, ctx);
      if (value) outline.join(outside.element, value);
      chosen ??= value?.selection ?? null;
      if (value?.partial) partial = true;
    }
    const { regions, headings, forms, counts } = outline;
    return {
      ...{ regions, headings, forms, counts, partial, selection: chosen },
      ...{ title: facts(document).title, viewport: viewport() },
    };
  },
};
