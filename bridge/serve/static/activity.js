// What agents do: one row for each call, the newest on top, with how it went and how long it took.
import { foreign, icon, make, part } from "./dom.js";

const MOST_ROWS = 200;
const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });
const SAYS = { running: "under way", done: "done", failed: "failed" };
const ICONS = { running: "wait", done: "check", failed: "close" };

/**
 * How long something took, in few words.
 * @param {number} ms
 */
export function lasted(ms) {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`;
}

export function activity() {
  const list = part("activity-rows", HTMLElement);
  const empty = part("activity-empty", HTMLElement);
  const dot = part("activity-dot", HTMLElement);
  /** @type {Map<number | string, HTMLElement>} */
  const rows = new Map();
  /** @type {Set<number | string>} */
  const running = new Set();

  /** Begin anew: what was done on another phone is not shown beside this one. */
  function clear() {
    list.replaceChildren();
    rows.clear();
    running.clear();
    empty.hidden = false;
    dot.hidden = true;
  }

  return {
    clear,
    /** @type {import("./types.js").Ears} */
    ears: {
      welcome: clear,
      activity(message) {
        const row = rows.get(message.id) ?? make("li", {});
        const mark = make("span", {
          class: "mark",
          role: "img",
          "aria-label": SAYS[message.state],
        });
        mark.append(icon(ICONS[message.state]));
        const what = make("span", { class: "what" }, make("code", {}, message.tool));
        if (message.target) what.append(" ", foreign(message.target, "target"));
        if (message.code && message.state === "failed")
          what.append(make("span", { class: "code" }, message.code));
        const told = typeof message.ms === "number" && message.state !== "running";
        const took = make("span", { class: "took" }, told ? lasted(message.ms ?? 0) : "");
        row.className = `row ${message.state}`;
        row.title = `${message.client}, ${CLOCK.format(message.at * 1000)}`;
        row.replaceChildren(mark, what, took);
        if (message.state === "running") running.add(message.id);
        else running.delete(message.id);
        dot.hidden = running.size === 0;
        if (rows.has(message.id)) return;
        rows.set(message.id, row);
        list.prepend(row);
        empty.hidden = true;
        for (const [id, old] of rows) {
          if (rows.size <= MOST_ROWS) break;
          old.remove();
          rows.delete(id);
          running.delete(id);
        }
      },
    },
  };
}
