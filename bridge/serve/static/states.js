// What lies over the picture while there is none: why, what to do about it, and a button where we can do it.
import { copyable, foreign, icon, make, part } from "./dom.js";
import { say } from "./say.js";

/**
 * @typedef {object} Words
 * @property {string} icon
 * @property {string} title
 * @property {string} text
 * @property {boolean} [busy]
 * @property {[string, import("./types.js").ToBridge | null]} [act] a button; null connects again
 * @property {string[]} [lines] commands to copy
 *
 * @typedef {import("./types.js").StateName | "trying" | "lost" | "refused"} Shown
 */

/** @type {Record<Exclude<Shown, "live" | "blocked">, Words>} */
const WORDS = {
  trying: { icon: "link", title: "Connecting", text: "Looking for the Bridge…", busy: true },
  lost: {
    icon: "link",
    title: "The Bridge is not there",
    text: "It leaves when nothing needs it. This page comes back by itself as soon as it runs again.",
    act: ["Try now", null],
    lines: ["tapbridge view"],
  },
  refused: {
    icon: "key",
    title: "This page needs a fresh link",
    text: "A link works once, for one browser tab. Make another one in a terminal:",
    lines: ["tapbridge view"],
  },
  connecting: { icon: "phone", title: "Connecting", text: "Reaching the phone…", busy: true },
  no_phone: {
    icon: "phone",
    title: "No phone yet",
    text: "Connect one; this list follows what happens.",
  },
  chrome_closed: {
    icon: "globe",
    title: "Chrome is closed",
    text: "The phone is there. Its Chrome is not running.",
    act: ["Open Chrome", { t: "open" }],
  },
  asleep: {
    icon: "moon",
    title: "The phone is asleep",
    text: "A dark screen draws nothing. If the phone is locked, unlock it by hand.",
    act: ["Wake it", { t: "wake" }],
  },
  off: {
    icon: "power",
    title: "Off",
    text: "The phone is not watched now.",
    act: ["Connect", { t: "reconnect" }],
  },
  ended: {
    icon: "power",
    title: "The session has ended",
    text: "",
    act: ["Reconnect", { t: "reconnect" }],
  },
};
const MARKS = { ok: "check", bad: "close", wait: "wait" };
const SAYS = { ok: "fine", bad: "missing", wait: "waiting" };

/**
 * @param {import("./types.js").Send} send
 * @param {() => void} again
 */
export function states(send, again) {
  const overlay = part("overlay", HTMLElement);
  /** @type {string} */
  let before = "";
  /** @type {string} */
  let name = "";

  /** @param {import("./types.js").Check} check */
  function line(check) {
    const mark = make("span", { class: "mark", role: "img", "aria-label": SAYS[check.mark] });
    mark.append(icon(MARKS[check.mark]));
    const label = make("span", { class: "label" }, check.label);
    const value = make("span", { class: "value" }, foreign(check.value));
    const row = make("li", { class: check.mark }, mark, label, value);
    if (check.fix?.length) {
      const fixes = make("div", { class: "fix" });
      fixes.append(...check.fix.map(copyable));
      row.append(fixes);
    }
    return row;
  }

  /**
   * @param {Shown} state
   * @param {string} [reason]
   * @param {import("./types.js").Check[]} [checks]
   */
  function show(state, reason = "", checks = []) {
    const told = JSON.stringify([state, reason, checks]);
    if (told === before) return;
    before = told;
    document.body.dataset.state = state;
    const live = state === "live" || state === "blocked";
    part("moves", HTMLElement).inert = !live;
    if (live) {
      if (name && name !== state) say("The phone's picture is live.");
      name = state;
      overlay.hidden = true;
      overlay.replaceChildren();
      return;
    }
    const words = WORDS[state];
    const held = overlay.contains(document.activeElement);
    const badge = make("span", { class: words.busy ? "emblem busy" : "emblem" });
    badge.append(icon(words.icon));
    const title = make("h2", {}, words.title);
    const inside = make("div", { class: "inside" }, badge, title);
    const text = reason || words.text;
    if (text) inside.append(make("p", {}, text));
    if (checks.length) {
      const rows = make("ul", { class: "checks" });
      rows.append(...checks.map(line));
      inside.append(rows);
    }
    for (const each of words.lines ?? []) inside.append(copyable(each));
    if (words.act) {
      const [says, message] = words.act;
      const button = make("button", { type: "button", class: "strong" }, says);
      button.addEventListener("click", () => {
        if (message) send(message);
        else again();
        button.disabled = true;
        setTimeout(() => {
          button.disabled = false;
        }, 2000);
      });
      inside.append(button);
    }
    overlay.replaceChildren(inside);
    overlay.hidden = false;
    if (held) overlay.querySelector("button")?.focus();
    if (name !== state) say(`${words.title}. ${text}`);
    name = state;
  }

  return {
    show,
    live: () => name === "live" || name === "blocked",
    /** @type {import("./types.js").Ears} */
    ears: { state: ({ state, reason, checks }) => show(state, reason, checks) },
  };
}
