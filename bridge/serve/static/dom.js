// Small words for making and finding elements. Text of pages only ever goes in as text.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Find an element that index.html has.
 * @template {Element} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
export function part(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`index.html has no ${kind.name} #${id}`);
  return found;
}

/**
 * Make an element.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | boolean | number | null | undefined>} [attributes] null and false are left out
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false)
      made.setAttribute(name, String(value));
  }
  made.append(...children);
  return made;
}

/**
 * Make a picture of the set in index.html. Screen readers do not see it.
 * @param {string} name
 */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#i-${name}`);
  svg.append(use);
  return svg;
}

/**
 * Words of a page: kept apart from ours, so that their writing direction does not turn ours around.
 * @param {string} text
 * @param {string} [kind] class
 */
export function foreign(text, kind) {
  return make("bdi", { class: kind }, text);
}

/**
 * A command to be run in a terminal, with a button that copies it.
 * @param {string} line
 */
export function copyable(line) {
  const button = make("button", { type: "button", class: "copy", "aria-label": `Copy ${line}` });
  button.append(icon("copy"));
  const text = make("code", {}, line);
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(line);
      button.replaceChildren(icon("check"));
    } catch {
      getSelection()?.selectAllChildren(text); // no clipboard: Ctrl-C does the rest
      return;
    }
    setTimeout(() => button.replaceChildren(icon("copy")), 1500);
  });
  return make("div", { class: "copyable" }, text, button);
}
