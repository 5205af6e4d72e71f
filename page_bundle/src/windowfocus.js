// Signs of something native over the page: a permission sheet, a share sheet, a picker. Chrome tells a page
// nothing of those, but takes the window's focus from it while they are there; the tab stays visible.
import { facts } from "./dom.js";

let had = false;

/** Take note of whether the page has the window's focus. */
export function noteFocus() {
  had ||= facts(document).focused;
}

/** Whether the page had the window's focus, and is without it though it is still to be seen. */
export function isCovered() {
  const { focused, visibility } = facts(document);
  if (focused) had = true;
  return had && !focused && visibility === "visible";
}
