// Hand a secret over to the field that was planned for it.
//
// Called in the very world of the field's document, which alone is given the value; nothing here may
// hand it on to another frame.
import { activeElement, documentOf, isConnected, rootOf } from "./dom.js";
import { Fault } from "./fault.js";
import { filled, kind, originOf, select, taskOf } from "./field.js";

const { focus } = HTMLElement.prototype;

/**
 * In one go: what is typed goes where the focus is, which a frame beside it could take between two commands.
 * @param {any} args `ticket` (the plan's token: not for handing on to frames), `value`, `origin`
 */
async function release({ ticket, value, origin }) {
  const task = taskOf(ticket);
  if (!task || !isConnected(task.field))
    throw new Fault("MOVED", "the page changed before the secret was typed");
  const element = task.field;
  const type = kind(element);
  if (originOf(element) !== origin) {
    const why = "the field is in a document of another origin than the secret's";
    throw new Fault("SECRET_NOT_RELEASABLE", why);
  }
  if (type !== "textarea" && type !== "content" && /[\r\n]/.test(value))
    throw new Fault("BAD_ARGUMENTS", "a one-line field takes no line break (submit presses Enter)");
  task.wanted = task.clear ? value : task.before + value;
  if (!task.set) {
    focus.call(element, { preventScroll: true });
    if (activeElement(/** @type {Document | ShadowRoot} */ (rootOf(element))) !== element)
      throw new Fault("MOVED", "the focus went elsewhere before the secret was typed");
    select(element, type, task.clear);
    documentOf(element).execCommand("insertText", false, value);
  }
  return await filled({ token: ticket });
}

export const commands = { release };
