// What is said: to a screen reader by two live regions, to the eye by short notes that leave again.
import { icon, make, part } from "./dom.js";

const NOTE_SECONDS = 6;
const MOST_NOTES = 3;

/**
 * Let a screen reader say it when there is a pause.
 * @param {string} text
 */
export function say(text) {
  part("said", HTMLElement).textContent = text;
}

/**
 * Let a screen reader say it now.
 * @param {string} text
 */
export function call(text) {
  part("called", HTMLElement).textContent = text;
}

/**
 * Show a note for some seconds; it stays while the pointer is on it.
 * @param {string} text
 * @param {string} [hint] what to do about it
 */
export function note(text, hint = "") {
  const notes = part("notes", HTMLElement);
  const leave = make("button", { type: "button", class: "plain", "aria-label": "Dismiss" });
  leave.append(icon("close"));
  const body = make("p", {}, text);
  if (hint) body.append(make("span", { class: "hint" }, hint));
  const shown = make("div", { class: "note" }, body, leave);
  let timer = setTimeout(() => shown.remove(), NOTE_SECONDS * 1000);
  leave.addEventListener("click", () => shown.remove());
  shown.addEventListener("pointerenter", () => clearTimeout(timer));
  shown.addEventListener("pointerleave", () => {
    timer = setTimeout(() => shown.remove(), NOTE_SECONDS * 1000);
  });
  for (const each of [...notes.children])
    if (each.firstElementChild?.textContent === body.textContent) each.remove(); // said again
  notes.append(shown);
  while (notes.childElementCount > MOST_NOTES) notes.firstElementChild?.remove();
  call(hint ? `${text} ${hint}` : text);
}
