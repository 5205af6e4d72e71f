// The soft keyboard, as far as a page can know of it: it is native, and DevTools says nothing about it.
//
// As a rule it makes the visual viewport lower than the layout viewport and nothing less wide. A page may
// have it lie over its contents instead (the VirtualKeyboard API); then its box is told, to secure pages only.

import { context } from "./context.js";
import { attribute, isEditableContent, tag } from "./dom.js";
import { focusedElement } from "./frames.js";

/** Share of its height that the visible part keeps for certain without a keyboard: bars take less. */
const LEAST = 0.85;
const UNTYPED = /^(button|checkbox|color|file|image|radio|range|reset|submit)$/;

/** The top of a keyboard that lies over the page, in client px of the first frame, or null. */
export function overlaidFrom() {
  const keyboard = /** @type {any} */ (navigator).virtualKeyboard;
  const box = keyboard?.boundingRect;
  return box && box.height > 0 ? /** @type {number} */ (box.y) : null;
}

/**
 * Whether the soft keyboard lies at this height.
 * @param {number} y client px of the first frame
 */
export function underKeyboard(y) {
  const over = overlaidFrom();
  if (over !== null && y >= over) return true;
  const view = window.visualViewport;
  if (!view || !innerWidth || !innerHeight || !typing()) return false;
  const zoom = view.width / innerWidth; // a pinch makes both sides smaller by as much
  const whole = innerHeight * zoom;
  const bottom = view.offsetTop + view.height;
  return view.height < LEAST * whole && y >= bottom && y < view.offsetTop + whole + 1;
}

/** Whether a field has the focus that a keyboard is shown for. */
function typing() {
  const field = focusedElement(context());
  if (!field) return false;
  const name = tag(field);
  if (name === "input") return !UNTYPED.test((attribute(field, "type") ?? "").toLowerCase());
  return name === "textarea" || isEditableContent(field);
}
