// Send a form off, as its own button would: `requestSubmit`, so the page's handlers and the browser's checks run.
//
// submit_plan finds the form and names what it would not take; submit sends it. Both read the form through the
// prototype: fields named `elements` or `submit` hide its own.

import { awake, rowIfThere, words } from "./act.js";
import { context } from "./context.js";
import { closest, documentOf, isConnected, matches, selectAll, tag, viewOf } from "./dom.js";
import { Fault } from "./fault.js";
import { resolve } from "./find.js";
import { focusedElement } from "./frames.js";
import { cut } from "./lines.js";
import { changesOf, hearsAll, listen, openWatch, pause, watchOf } from "./listen.js";
import { labelled } from "./point.js";
import { describe } from "./rows.js";

/** @typedef {import("./types.js").Context} Context */

const MOST_NAMED = 3;

/** @param {string} name @returns {(this: unknown) => any} */
const getter = (name) =>
  /** @type {any} */ (Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, name)?.get);
const elementsOf = getter("elements");
const noValidateOf = getter("noValidate");
const methodOf = getter("method");
const { requestSubmit } = HTMLFormElement.prototype;

/** @typedef {{form: HTMLFormElement, button: HTMLElement | null}} Task */
/** @type {WeakMap<object, Task>} */
const tasks = new WeakMap();

/**
 * @param {any} args a target in the form or none: the focused field's form, else the first
 * @param {Context} ctx
 */
function submitPlan(args, ctx) {
  awake();
  listen();
  const named = args.target ? resolve(args.target, ctx).element : null;
  const form = named ? formOf(named) : (formOf(focusedElement(ctx)) ?? firstForm(ctx));
  if (!form) {
    const what = named ? `no form is around ${words(named, ctx)}` : "the page has no form";
    throw new Fault("TARGET_NOT_FOUND", what);
  }
  const button = buttonOf(form, named);
  if (button && matches(button, ":disabled")) {
    throw new Fault("DISABLED", `${words(button, ctx)}, which sends the form, is disabled`);
  }
  check(form, button, ctx);
  const watch = openWatch(() => false, form);
  tasks.set(watch, { form, button });
  return { element: describe(button ?? form, ctx), token: watch.token };
}

/**
 * @param {Element | null} element
 * @returns {HTMLFormElement | null}
 */
function formOf(element) {
  if (!element) return null;
  if (tag(element) === "form") return /** @type {HTMLFormElement} */ (element);
  const field = labelled(element) ?? element;
  const own = "form" in field ? field.form : null;
  const around = own ?? closest(field, "form");
  if (around) return /** @type {HTMLFormElement} */ (around);
  const inside = selectAll(element, "form");
  return inside.length === 1 ? /** @type {HTMLFormElement} */ (inside[0]) : null;
}

/** @param {Context} ctx @returns {HTMLFormElement | null} the first that can be seen */
function firstForm(ctx) {
  for (const frame of ctx.frames) {
    for (const form of selectAll(frame.document, "form")) {
      if (!ctx.sight.isSeen(form)) continue;
      ctx.used.add(frame);
      return /** @type {HTMLFormElement} */ (form);
    }
  }
  return null;
}

/** @param {HTMLFormElement} form @returns {HTMLElement[]} */
const fieldsOf = (form) => [...elementsOf.call(form)];

/** @param {Element} element */
const sends = (element) =>
  (tag(element) === "button" && /** @type {HTMLButtonElement} */ (element).type === "submit") ||
  (tag(element) === "input" &&
    /^(submit|image)$/.test(/** @type {HTMLInputElement} */ (element).type));

/**
 * The button that sends it: the one that was named, else the first, as Enter in a field would.
 * @param {HTMLFormElement} form
 * @param {Element | null} named
 */
function buttonOf(form, named) {
  const all = [...fieldsOf(form), ...selectAll(form, "input[type=image i]")];
  const own = all.find((each) => each === named && sends(each));
  return /** @type {HTMLElement | null} */ (own ?? all.find(sends) ?? null);
}

/**
 * Refuse what the browser would not send, and name it; the page hears nothing of it.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} button
 * @param {Context} ctx
 */
function check(form, button, ctx) {
  if (noValidateOf.call(form)) return;
  if (button && "formNoValidate" in button && button.formNoValidate) return;
  const wrong = fieldsOf(form).filter((each) => {
    const field = /** @type {HTMLInputElement} */ (each);
    return field.willValidate && !field.validity.valid;
  });
  if (wrong.length === 0) return;
  const told = wrong.slice(0, MOST_NAMED).map((each) => {
    const said = cut(/** @type {HTMLInputElement} */ (each).validationMessage, 200);
    return `${words(each, ctx)}: "${said.replace(/"/g, "'")}"`;
  });
  const more = wrong.length > MOST_NAMED ? ` and ${wrong.length - MOST_NAMED} more` : "";
  throw new Fault("FORM_INVALID", `${told.join("; ")}${more}`);
}

/** @param {any} args */
async function submit({ token }) {
  const watch = watchOf(token);
  const task = tasks.get(watch);
  if (!task || !isConnected(task.form)) {
    throw new Fault("MOVED", "the page changed before the form was sent");
  }
  const { form, button } = task;
  const view = viewOf(documentOf(form));
  /** @type {Event | null} */
  let sent = null;
  /** @param {Event} event */
  const hear = (event) => {
    sent = event;
  };
  const row = describe(form, context());
  const dialog = methodOf.call(form) === "dialog";
  watch.effects?.begin();
  view?.addEventListener("submit", hear, { capture: true });
  try {
    requestSubmit.call(form, button && isConnected(button) ? button : null);
  } finally {
    view?.removeEventListener("submit", hear, { capture: true });
  }
  await pause(0); // the page's own handlers have gone on
  const event = /** @type {Event | null} */ (sent);
  const effects = event?.defaultPrevented || dialog ? await changesOf(watch) : null;
  const ctx = context();
  return {
    submitted: event !== null,
    prevented: event?.defaultPrevented ?? false,
    dialog,
    effects,
    deaf: !hearsAll(),
    element: rowIfThere(form, ctx) ?? row,
    focus: rowIfThere(focusedElement(ctx), ctx),
    href: location.href,
  };
}

export const commands = { submit_plan: submitPlan, submit };
