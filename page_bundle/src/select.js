// Choose an option of a select. Its picker is native and unseen, so the choice is set in page, with the
// events that a person's choice gives.
import { awake, words } from "./act.js";
import { context } from "./context.js";
import { isConnected, matches, tag } from "./dom.js";
import { Fault } from "./fault.js";
import { resolve } from "./find.js";
import { changesOf, openWatch, pause } from "./listen.js";
import { boxesOf, inSight, labelled, scrollIn, whyDisabled } from "./point.js";
import { describe } from "./rows.js";

const MOST_OPTIONS = 20;

/** @param {string} text */
const plain = (text) => text.replace(/\s+/g, " ").trim();

/** @param {HTMLOptionElement} option */
const labelOf = (option) => plain(option.label || option.text);

/**
 * @param {any} args a target and one of `option` (visible text), `value`, `index`
 * @param {import("./types.js").Context} ctx
 */
async function select(args, ctx) {
  awake();
  const { element } = resolve(args.target ?? {}, ctx);
  const named = labelled(element) ?? element;
  if (tag(named) !== "select") {
    throw new Fault("NOT_A_SELECT", `${words(named, ctx)} is not a select`);
  }
  const box = /** @type {HTMLSelectElement} */ (named);
  const why = whyDisabled(box);
  if (why) throw new Fault("DISABLED", `${words(box, ctx)} is ${why}`);
  if (!boxesOf(box).length) throw new Fault("NOT_VISIBLE", `${words(box, ctx)} is not drawn`);
  const option = pick(box, args, words(box, ctx), (each) => !ctx.sight.look(each).gone);
  if (matches(option, ":disabled")) {
    throw new Fault("DISABLED", `the option "${labelOf(option)}" is disabled`);
  }
  if (!inSight(box, ctx)) scrollIn(box, "center", ctx);
  const watch = openWatch(() => false, box);
  watch.effects?.begin();
  box.focus({ preventScroll: true });
  if (!isChosen(box, option)) {
    for (const each of box.options) each.selected = each === option;
    box.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    box.dispatchEvent(new Event("change", { bubbles: true }));
    await pause(0); // a change handler may draw the select anew
  }
  if (watch.effects) watch.effects.stirred = true;
  const effects = await changesOf(watch);
  const fresh = context();
  const selected = [...box.selectedOptions].map(labelOf);
  if (isConnected(box) && !option.selected && isConnected(option)) {
    const now = selected.map((each) => `"${each}"`).join(", ") || "nothing";
    throw new Fault("VALUE_NOT_TAKEN", `the page put the select back: ${now} is selected`);
  }
  return {
    selected,
    effects,
    element: isConnected(box) ? describe(box, fresh) : describe(box, ctx),
  };
}

/**
 * @param {HTMLSelectElement} box
 * @param {HTMLOptionElement} option
 */
function isChosen(box, option) {
  return box.selectedOptions.length === 1 && box.selectedOptions[0] === option;
}

/**
 * The option that is meant: by index, by value, or by its text as seen, exactly, else in any case.
 * @param {HTMLSelectElement} box
 * @param {any} args
 * @param {string} name
 * @param {(option: HTMLOptionElement) => boolean} isOffered whether people see it in the list
 * @returns {HTMLOptionElement}
 */
function pick(box, args, name, isOffered) {
  const all = [...box.options].filter(isOffered);
  /** @type {HTMLOptionElement[]} */
  let fit = [];
  let asked = "";
  if (args.index !== undefined && args.index !== null) {
    asked = `index ${args.index}`;
    fit = all.filter((each) => each.index === args.index);
  } else if (args.value !== undefined && args.value !== null) {
    asked = `value "${args.value}"`;
    fit = all.filter((each) => each.value === args.value).slice(0, 1);
  } else {
    const text = plain(String(args.option ?? ""));
    asked = `"${text}"`;
    fit = all.filter((each) => labelOf(each) === text);
    if (!fit.length) {
      fit = all.filter((each) => labelOf(each).toLowerCase() === text.toLowerCase());
    }
  }
  const [only] = fit;
  if (!only) {
    const list = all.slice(0, MOST_OPTIONS).map((each) => `"${labelOf(each)}"`);
    const more = all.length > MOST_OPTIONS ? ` and ${all.length - MOST_OPTIONS} more` : "";
    throw new Fault(
      "OPTION_NOT_FOUND",
      `${name} has no option ${asked}, but ${list.join(", ")}${more}`,
    );
  }
  if (fit.length > 1) {
    const list = fit
      .slice(0, MOST_OPTIONS)
      .map((each) => `index ${each.index} value "${each.value}"`);
    throw new Fault("TARGET_AMBIGUOUS", `${fit.length} options read ${asked}: ${list.join(", ")}`);
  }
  return only;
}

export const commands = { select };
