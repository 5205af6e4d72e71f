// Put text into a field, and see what it holds then.
//
// field: focus, select what goes, say how the text gets in. Python types it with trusted input, then
// filled reads the field back. Pickers (date, colour, …) are native and unseen: their value is set here.
// A password's value never leaves.
import { awake, rowIfThere, words } from "./act.js";
import { context } from "./context.js";
import {
  attribute,
  composedParent,
  documentOf,
  has,
  isConnected,
  isEditableContent,
  selectAll,
  tag,
  viewOf,
} from "./dom.js";
import { Fault } from "./fault.js";
import { resolve } from "./find.js";
import { focusedElement } from "./frames.js";
import { cut } from "./lines.js";
import { changesOf, listen, openWatch, pause, Signal, watchOf, within } from "./listen.js";
import { boxesOf, inSight, labelled, scrollIn, whyDisabled } from "./point.js";
import { describe, isSecret } from "./rows.js";

/** @typedef {import("./types.js").Context} Context */

const FILLED_LIMIT = 2000;
/** ms that a page may take to commit what was typed, or to change it. */
const COMMIT_LIMIT = 500;
const STEP = 25;

const TYPED = new Set(["text", "search", "url", "tel", "email", "password", "number"]);
/** Types with a caret that scripts may place. */
export const WITH_CARET = new Set(["text", "search", "url", "tel", "password"]);
/** Types set in page, and the form of their value. */
const SET = new Map([
  ["date", "yyyy-mm-dd"],
  ["month", "yyyy-mm"],
  ["week", "yyyy-Www"],
  ["time", "hh:mm"],
  ["datetime-local", "yyyy-mm-ddThh:mm"],
  ["color", "#rrggbb"],
  ["range", "a number"],
]);

/**
 * What a watch needs to know of the field it is about.
 * @typedef {object} Task
 * @property {Element} field
 * @property {import("./types.js").Row} row as it was
 * @property {string} before
 * @property {string} wanted
 * @property {boolean} clear whether it replaces what is there
 * @property {string | null} atEnter the value when Enter went down
 * @property {string | null} set the field's type, while its value is still to be set
 * @property {Signal} input the text has arrived
 * @property {Signal} enter Enter has gone down
 */
/** @type {WeakMap<object, Task>} */
const tasks = new WeakMap();

/**
 * @param {any} args a target or none, `value`, `clear`; `sealed`: the value comes later, by `release`
 * @param {Context} ctx
 */
async function field(args, ctx) {
  awake();
  listen();
  const element = editable(args, ctx);
  const type = kind(element);
  if (!boxesOf(element).length || ctx.style(element).visibility !== "visible") {
    throw new Fault("NOT_VISIBLE", `${words(element, ctx)} is on the page but not drawn`);
  }
  if (!inSight(element, ctx)) scrollIn(element, "center", ctx);
  await focus(element);
  const before = textOf(element);
  const value = args.sealed ? "sealed" : String(args.value ?? "");
  const clear = args.clear ?? true;
  if (type !== "textarea" && type !== "content" && /[\r\n]/.test(value)) {
    throw new Fault("BAD_ARGUMENTS", "a one-line field takes no line break (submit presses Enter)");
  }
  const wanted = clear ? value : before + value;
  let mode = "insert";
  if (SET.has(type) || (!clear && before && TYPED.has(type) && !WITH_CARET.has(type))) {
    mode = "set"; // by filled, with the text: a plan that is lost has changed nothing
  } else if (value === "") {
    mode = clear && before !== "" ? "delete" : "none";
  }
  if (mode === "insert" || mode === "delete") {
    select(element, type, clear);
    await pause(0); // editors learn of the selection in a task of its own
  }
  const watch = openWatch(() => false, element);
  const row = describe(element, context());
  /** @type {Task} */
  const task = {
    field: element,
    row,
    before,
    wanted,
    clear,
    atEnter: null,
    set: mode === "set" ? type : null,
    input: new Signal(),
    enter: new Signal(),
  };
  tasks.set(watch, task);
  watch.onevent = (event) => {
    // an editor that takes the text itself lets no input event follow
    if (event.type.endsWith("input")) task.input.resolve();
    if (event.type === "keydown" && /** @type {KeyboardEvent} */ (event).key === "Enter") {
      task.atEnter ??= textOf(current(task));
      task.enter.resolve(); // at once: the navigation that may follow takes a later answer away
    }
  };
  return {
    mode,
    element: row,
    token: watch.token,
    before: isSecret(element) ? null : before,
    origin: originOf(element),
  };
}

/**
 * The editable element that is meant.
 * @param {any} args
 * @param {Context} ctx
 * @returns {Element}
 */
function editable(args, ctx) {
  const start = args.target ? resolve(args.target, ctx).element : focusedElement(ctx);
  if (!start) throw new Fault("NO_FOCUS", "no field has the focus and none was named");
  const element = fieldIn(start);
  if (!element)
    throw new Fault("NOT_EDITABLE", `${words(start, ctx)} takes no text${hintFor(start)}`);
  const why = whyDisabled(element);
  if (why) throw new Fault("DISABLED", `${words(element, ctx)} is ${why}`);
  if (has(element, "readonly") || attribute(element, "aria-readonly") === "true") {
    throw new Fault("NOT_EDITABLE", `${words(element, ctx)} is read-only`);
  }
  return element;
}

/**
 * The field that an element is, names (a label), lies in, or alone contains.
 * @param {Element} element
 * @returns {Element | null}
 */
export function fieldIn(element) {
  const own = labelled(element) ?? element;
  if (kind(own)) return own;
  if (isEditableContent(own)) return editingHost(own);
  const inner = selectAll(own, "input, textarea, [contenteditable]").filter((each) => kind(each));
  return inner.length === 1 ? (inner[0] ?? null) : null;
}

/** @param {Element} element */
export function editingHost(element) {
  let host = element;
  for (let at = composedParent(host); at && isEditableContent(at); at = composedParent(at))
    host = at;
  return host;
}

/**
 * How an element takes text: an input's type, "textarea", "content", or "" when it takes none.
 * @param {Element} element
 */
export function kind(element) {
  const name = tag(element);
  if (name === "textarea") return "textarea";
  if (name === "input") {
    const type = /** @type {HTMLInputElement} */ (element).type;
    return TYPED.has(type) || SET.has(type) ? type : "";
  }
  return isEditableContent(element) && editingHost(element) === element ? "content" : "";
}

/** @param {Element} element */
function hintFor(element) {
  if (tag(element) === "select") return ": use page_select";
  if (tag(element) === "input") {
    const { type } = /** @type {HTMLInputElement} */ (element);
    return type === "file" ? ": files are not typed" : ": tap it instead";
  }
  return "";
}

/**
 * The field's text as a person would say it. Line ends are \n; a rich editor's blanks are one each.
 * @param {Element} element
 */
function textOf(element) {
  if (kind(element) === "content" || !("value" in element)) {
    return plain(innerText.call(element) ?? "");
  }
  return String(element.value);
}

const innerText = /** @type {(this: unknown) => string} */ (
  Object.getOwnPropertyDescriptor(HTMLElement.prototype, "innerText")?.get
);
const { focus: giveFocus } = HTMLElement.prototype;

/** @param {string} text */
const plain = (text) =>
  text
    .replace(/[ \u00a0]+/g, " ")
    .replace(/\n+/g, "\n")
    .trim();

/**
 * @param {Element} element
 * @param {string} value
 * @param {string} now what it held when asked
 */
function holds(element, value, now = textOf(element)) {
  const lines = value.replace(/\r\n?/g, "\n");
  if (kind(element) === "content") return now === plain(lines);
  if (kind(element) === "textarea") return now === lines;
  return kind(element) === "color" ? now === value.toLowerCase() : now === value;
}

/**
 * Give an element the focus, as a tap would, without the soft keyboard.
 * @param {Element} element
 */
export async function focus(element) {
  giveFocus.call(element, { preventScroll: true });
  await pause(0); // a page may answer the focus by moving it or by drawing anew
  const ctx = context();
  const now = focusedElement(ctx);
  if (now === element || (now && editingHost(now) === element)) return;
  const where = now ? words(now, ctx) : "nothing";
  throw new Fault("ACTION_FAILED", `${words(element, ctx)} took no focus; ${where} has it`);
}

/**
 * Select what is to be replaced, or put the caret at the end.
 * @param {Element} element
 * @param {string} type
 * @param {boolean} all
 */
export function select(element, type, all) {
  if (type === "content") {
    const document = documentOf(element);
    document.execCommand("selectAll");
    if (!all) document.getSelection()?.collapseToEnd();
    return;
  }
  const field = /** @type {HTMLInputElement | HTMLTextAreaElement} */ (element);
  if (all) field.select();
  else if (type === "textarea" || WITH_CARET.has(type)) {
    field.setSelectionRange(field.value.length, field.value.length);
  }
}

const setInput = /** @type {(this: unknown, value: string) => void} */ (
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set
);

/**
 * Set a value with the events that a picker gives. A page's own setter on the element is passed by,
 * so a framework that watches it sees the change.
 * @param {HTMLInputElement} input
 * @param {string} value
 * @param {string} type
 */
function setValue(input, value, type) {
  const before = input.value;
  setInput.call(input, value);
  if (!holds(input, value)) {
    const now = input.value;
    setInput.call(input, before);
    const form = SET.get(type) ?? "another value";
    const limits =
      type === "range" ? ` from ${Number(input.min) || 0} to ${Number(input.max) || 100}` : "";
    const made = now ? ` (it became ${JSON.stringify(cut(now, 100))})` : "";
    throw new Fault("VALUE_NOT_TAKEN", `this ${type} field takes ${form}${limits}${made}`);
  }
  if (input.value === before) return;
  input.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

/**
 * The field now: a page may have drawn it anew, and then the new one has the focus.
 * @param {Task} task
 */
function current(task) {
  if (isConnected(task.field)) return task.field;
  const now = focusedElement(context());
  return (now && fieldIn(now)) ?? task.field;
}

/** @param {Element} element @returns {string | undefined} the origin of the document that holds it */
export const originOf = (element) => viewOf(documentOf(element))?.origin;

/**
 * What was planned under a token, for `release`.
 * @param {string} token
 */
export const taskOf = (token) => tasks.get(watchOf(token));

/**
 * @param {any} args `entered`: Enter follows, and the value is the one it met
 */
export async function filled({ token, timeout_ms = FILLED_LIMIT, entered = false }) {
  const watch = watchOf(token);
  const task = tasks.get(watch);
  if (!task) throw new Fault("MOVED", "the page changed before the text was typed");
  if (task.set) {
    const type = task.set;
    task.set = null;
    setValue(/** @type {HTMLInputElement} */ (current(task)), task.wanted, type);
  }
  const met = () => holds(current(task), task.wanted, task.atEnter ?? textOf(current(task)));
  if (entered) await within(task.enter.promise, timeout_ms);
  else {
    if (!met()) await within(task.input.promise, timeout_ms);
    await pause(0); // the page's own handlers have run
    for (let waited = 0; !met() && waited < COMMIT_LIMIT; waited += STEP) await pause(STEP);
  }
  const effects = entered ? null : await changesOf(watch);
  const element = current(task);
  const value = task.atEnter ?? textOf(element);
  const secret = isSecret(element);
  return {
    element: rowIfThere(element, context()) ?? task.row,
    value: secret ? null : value,
    changed: value !== task.before,
    matches: met(),
    effects,
    secret,
  };
}

/** What Enter changed, after the text that it followed. @param {any} args */
async function effects({ token, timeout_ms = FILLED_LIMIT }) {
  const watch = watchOf(token);
  const task = tasks.get(watch);
  if (task) await within(task.enter.promise, timeout_ms);
  await pause(0); // the page's own handlers have run
  return (await changesOf(watch)) ?? { appeared: [], gone: [], more: 0 };
}

export const commands = { field, filled, effects };
