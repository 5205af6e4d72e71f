// Hand files to a field, as if a person had chosen them, or drop them on an element.
//
// upload_plan finds the field and refuses what it does not take; upload_part takes the bytes of large
// files; upload makes files of them in this world, which the page gets to see as its own, and tells what the
// field holds a while later. A field that no tap may open (Chrome's chooser is native) need not be seen.
import { rowIfThere, words } from "./act.js";
import { fold } from "./bytext.js";
import { context } from "./context.js";
import {
  attribute,
  closest,
  has,
  isConnected,
  matches,
  rect,
  selectAll,
  shadowRoot,
  tag,
  textContent,
} from "./dom.js";
import { Fault } from "./fault.js";
import { ambiguous, everywhere, resolve, targetOf, wording } from "./find.js";
import { cut } from "./lines.js";
import { openWatch, pause, watchOf } from "./listen.js";
import { controlOf, labelled, scrollIn } from "./point.js";
import { inputType } from "./roles.js";
import { describe } from "./rows.js";

/** @typedef {import("./types.js").Context} Context */
/** @typedef {{name: string, type: string, modified: number, size: number, data?: string}} Parcel */
/** @typedef {{element: HTMLElement, drop: boolean, parts: Map<number, Map<number, Uint8Array>>}} Task */

/** ms after which the field is read back: a page may take files out again, or put others in. */
const SETTLE = 300;
const MOST_TOLD = 20;
const FILE_FIELD = "input[type=file i]";

/** @param {string} name */
const property = (name) => Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, name);
const filesOf = /** @type {(this: unknown) => FileList | null} */ (property("files")?.get);
const setFiles = /** @type {(this: unknown, files: FileList) => void} */ (property("files")?.set);

/** @type {WeakMap<object, Task>} */
const tasks = new WeakMap();
/** A field that is in no document, handed in by the debugger. @type {Element | null} */
let lent = null;

/** @param {Element} element a field for which the page asked Chrome for a chooser */
export function lend(element) {
  lent = element;
}

/**
 * The field of a plan, for the debugger.
 * @param {string} token
 */
export const fieldOf = (token) => tasks.get(watchOf(token))?.element ?? null;

/**
 * @param {any} args a target, or none: the page's only file field; `files` (names and types); `drop`; `lent`
 * @param {Context} ctx
 */
function uploadPlan(args, ctx) {
  const element = args.lent ? lent : named(args, ctx);
  lent = null;
  if (!element) throw new Fault("MOVED", "the page changed before the files were handed over");
  const found = args.drop ? null : fieldFor(element);
  const about = /** @type {HTMLElement} */ (found ?? element);
  const watch = openWatch(() => false, about);
  if (found) refuse(found, args.files, ctx);
  else if (!args.drop) return { element: row(controlOf(element), ctx), token: "", field: false };
  tasks.set(watch, { element: about, drop: Boolean(args.drop), parts: new Map() });
  return { element: row(about, ctx), token: watch.token, field: true };
}

/**
 * @param {Element} element
 * @param {Context} ctx
 * @returns {import("./types.js").Row} also of what is in no document
 */
function row(element, ctx) {
  if (isConnected(element)) return describe(element, ctx);
  return {
    ref: null,
    role: "button",
    name: "",
    depth: 0,
    frame: 0,
    states: [],
    value: null,
    level: null,
    interactive: true,
    box: null,
  };
}

/**
 * @param {any} args
 * @param {Context} ctx
 * @returns {Element}
 */
function named(args, ctx) {
  const target = targetOf(args);
  if (Object.keys(target).length === 0) {
    const all = everywhere(ctx, FILE_FIELD);
    if (all.length === 1 && all[0]) return used(all[0], ctx);
    if (all.length === 0) throw new Fault("TARGET_NOT_FOUND", "the page has no file field");
    throw ambiguous(all, `there are ${all.length} file fields`, ctx);
  }
  try {
    return resolve(target, ctx).element;
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== "TARGET_NOT_FOUND") throw error;
    const wanted = fold(target.label ?? "");
    const unseen = everywhere(ctx, FILE_FIELD).filter(
      (each) => wanted !== "" && namesOf(each).includes(wanted),
    );
    if (!unseen[0] || Object.keys(target).length > 1) throw error;
    if (unseen.length > 1)
      throw ambiguous(unseen, `${unseen.length} file fields fit ${wording(target)}`, ctx);
    return used(unseen[0], ctx);
  }
}

const labelsOf = /** @type {(this: unknown) => NodeListOf<HTMLElement> | null} */ (
  property("labels")?.get
);

/** @param {Element} field one that is not drawn, and so has no name as it is told */
function namesOf(field) {
  const labels = [...(labelsOf.call(field) ?? [])].map(textContent);
  const own = ["aria-label", "title", "name"].map((name) => attribute(field, name) ?? "");
  return [...labels, ...own].map(fold);
}

/** @param {Element} element @param {Context} ctx */
function used(element, ctx) {
  ctx.used.add(ctx.frameOf(element));
  return element;
}

/** @param {Element} element */
const isField = (element) => tag(element) === "input" && inputType(element) === "file";

/**
 * The file field that an element is, is the label of, or holds as the only one.
 * @param {Element} element
 * @returns {HTMLInputElement | null}
 */
function fieldFor(element) {
  const label = closest(element, "label");
  for (const each of [element, labelled(element), label && labelled(label)])
    if (each && isField(each)) return /** @type {HTMLInputElement} */ (each);
  const inside = [...selectAll(element, FILE_FIELD)];
  const root = shadowRoot(element);
  if (root) inside.push(...selectAll(root, FILE_FIELD));
  return inside.length === 1 ? /** @type {HTMLInputElement} */ (inside[0]) : null;
}

/**
 * Refuse what a person could not choose for the field either.
 * @param {HTMLInputElement} field
 * @param {{name: string, type: string}[]} files
 * @param {Context} ctx
 */
function refuse(field, files, ctx) {
  const name = isConnected(field) ? words(field, ctx) : "the file field";
  if (matches(field, ":disabled")) throw new Fault("DISABLED", `${name} is disabled`);
  if (has(field, "webkitdirectory"))
    throw new Fault("UPLOAD_REFUSED", `${name} takes a whole folder, which is not handed over`);
  if (files.length > 1 && !has(field, "multiple"))
    throw new Fault("UPLOAD_REFUSED", `${name} takes one file, not ${files.length}`);
  const accept = attribute(field, "accept") ?? "";
  const wrong = files.find((file) => !accepts(accept, file));
  if (wrong) {
    const taken = cut(accept.trim(), 200).replace(/"/g, "'");
    throw new Fault("UPLOAD_REFUSED", `${name} takes "${taken}", not '${wrong.name}'`);
  }
}

/**
 * @param {string} accept
 * @param {{name: string, type: string}} file
 */
function accepts(accept, { name, type }) {
  const sorts = accept
    .toLowerCase()
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");
  const ending = name.toLowerCase();
  return (
    sorts.length === 0 ||
    sorts.some((sort) => {
      if (sort.startsWith(".")) return ending.endsWith(sort);
      if (sort === "*/*" || sort === "*") return true;
      return sort.endsWith("/*") ? type.startsWith(sort.slice(0, -1)) : type === sort;
    })
  );
}

/** @param {string} base64 */
const bytes = (base64) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));

/** @param {string} token @returns {Task} */
function taskOf(token) {
  const task = tasks.get(watchOf(token));
  if (!task) throw new Fault("MOVED", "the page changed before the files were handed over");
  return task;
}

/** @param {{token: string, file: number, at: number, data: string}} args a piece of a file, from a byte on */
function uploadPart({ token, file, at, data }) {
  const { parts } = taskOf(token);
  const own = parts.get(file) ?? new Map();
  parts.set(file, own.set(at, bytes(data)));
  return {};
}

/**
 * @param {Task} task
 * @param {Parcel} parcel
 * @param {number} number
 */
function made(task, parcel, number) {
  const parts = [...(task.parts.get(number) ?? new Map()).entries()];
  const pieces = parts.sort(([one], [other]) => one - other).map(([, piece]) => piece);
  if (parcel.data !== undefined) pieces.push(bytes(parcel.data));
  const file = new File(pieces, parcel.name, { type: parcel.type, lastModified: parcel.modified });
  if (file.size !== parcel.size)
    throw new Fault("MOVED", "not all of the file reached the page; nothing was handed over");
  return file;
}

/** @param {{token: string, files: Parcel[]}} args */
async function upload({ token, files }) {
  const task = taskOf(token);
  const transfer = new DataTransfer();
  files.forEach((each, number) => {
    transfer.items.add(made(task, each, number));
  });
  task.parts.clear();
  if (task.drop) return drop(task.element, transfer);
  give(task.element, transfer.files);
  return uploaded({ token });
}

/**
 * @param {Element} field
 * @param {FileList} files
 */
function give(field, files) {
  setFiles.call(field, files);
  field.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

/**
 * What a field holds, once the page has had time to change it.
 * @param {{token: string, read?: boolean}} args `read`: try whether the page may read them
 */
async function uploaded({ token, read }) {
  const { element } = taskOf(token);
  await pause(SETTLE);
  const files = [...(filesOf.call(element) ?? [])];
  let unreadable = null;
  for (const file of read ? files : []) unreadable ??= await whyUnreadable(file);
  if (unreadable !== null) give(element, new DataTransfer().files);
  return { ...told(element), files: files.slice(0, MOST_TOLD).map(brief), unreadable };
}

/** @param {File} file @returns {Promise<string | null>} */
async function whyUnreadable(file) {
  try {
    await file.slice(0, 1).arrayBuffer();
    return file.size === 0 ? "it is empty, or may not be read" : null;
  } catch (error) {
    return error instanceof DOMException ? error.name : "it may not be read";
  }
}

/** @param {File} file */
const brief = ({ name, size, type }) => ({ name: cut(name, 300), size, type });

/** @param {Element} element */
function told(element) {
  const there = isConnected(element);
  return { there, element: rowIfThere(element, context()), dropped: false, href: location.href };
}

/**
 * Drop files on an element. The events are not trusted: no script can make those.
 * @param {HTMLElement} element
 * @param {DataTransfer} dataTransfer
 */
async function drop(element, dataTransfer) {
  scrollIn(element, "center", context());
  const box = rect(element);
  const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
  /** @param {string} type @returns {boolean} whether the page took the event */
  const send = (type) =>
    !element.dispatchEvent(
      new DragEvent(type, { ...at, bubbles: true, cancelable: true, composed: true, dataTransfer }),
    );
  send("dragenter");
  if (!send("dragover")) {
    send("dragleave");
    throw new Fault(
      "NO_EFFECT",
      `the page lets nothing be dropped on ${words(element, context())}`,
    );
  }
  send("drop");
  await pause(SETTLE);
  return { ...told(element), files: [...dataTransfer.files].map(brief), dropped: true };
}

export const commands = {
  upload_plan: uploadPlan,
  upload_part: uploadPart,
  upload,
  uploaded,
};
