// The side panel: three views of which one is shown, chosen like tabs; it can be put away.
import { part } from "./dom.js";

const VIEWS = /** @type {const} */ (["activity", "approvals", "sites"]);
const KEPT = "tapbridge.panel";
const NARROW = "(max-width: 820px) and (orientation: portrait), (max-width: 560px)";

/** @typedef {(typeof VIEWS)[number]} View */

export function panel() {
  const body = document.body;
  const toggle = part("panel-toggle", HTMLButtonElement);
  const tabs = VIEWS.map((view) => part(`tab-${view}`, HTMLButtonElement));
  /** @type {View} */
  let shown = "activity";
  /** @type {View | null} */
  let before = null; // what was shown before a view came forward by itself

  /** @param {View} view */
  function show(view) {
    shown = view;
    before = null;
    for (const [index, name] of VIEWS.entries()) {
      const chosen = name === view;
      tabs[index]?.setAttribute("aria-selected", String(chosen));
      if (tabs[index]) tabs[index].tabIndex = chosen ? 0 : -1;
      part(name, HTMLElement).hidden = !chosen;
    }
  }

  /** @param {boolean} open */
  function put(open) {
    body.classList.toggle("no-panel", !open);
    toggle.setAttribute("aria-expanded", String(open));
    toggle.setAttribute("aria-label", open ? "Hide the panel" : "Show the panel");
    toggle.title = open ? "Hide the panel" : "Show the panel";
  }

  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener("click", () => show(VIEWS[index] ?? "activity"));
    tab.addEventListener("keydown", (event) => {
      const last = tabs.length - 1;
      const to = {
        ArrowRight: index === last ? 0 : index + 1,
        ArrowLeft: index === 0 ? last : index - 1,
        Home: 0,
        End: last,
      }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      show(VIEWS[to] ?? "activity");
      tabs[to]?.focus();
    });
  }
  toggle.addEventListener("click", () => {
    const open = body.classList.contains("no-panel");
    sessionStorage.setItem(KEPT, open ? "open" : "away");
    put(open);
  });
  const kept = sessionStorage.getItem(KEPT);
  put(kept ? kept === "open" : !matchMedia(NARROW).matches);
  show("activity");

  return {
    /**
     * Bring a view forward, unless that would take away what the person is writing in.
     * @param {View} view
     */
    bring(view) {
      if (
        document.activeElement instanceof HTMLInputElement &&
        part("panel", HTMLElement).contains(document.activeElement)
      )
        return;
      const was = before ?? shown;
      put(true);
      show(view);
      if (was !== view) before = was;
    },
    /** Go back to what was shown before a view came forward, if it is still that. */
    yield() {
      if (before) show(before);
    },
  };
}
