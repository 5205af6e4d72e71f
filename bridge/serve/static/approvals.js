// What agents may only do when the person says so: a card for each question, with the time that is left.
import { foreign, make, part } from "./dom.js";
import { call } from "./say.js";

/** @typedef {import("./types.js").Question} Question */

const CHOICES = /** @type {const} */ ([
  ["no", "Decline", ""],
  ["once", "Allow once", "strong"],
  ["session", "Allow for the rest of this session", "quiet"],
]);

/** For so long no button takes a click, once it has come, or moved: it was meant for what was there before. */
const FRESH_MS = 600;

/**
 * @param {number} seconds
 */
export function left(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** @param {HTMLElement} card */
function freshen(card) {
  const now = String(performance.now());
  card.dataset.fresh = now;
  setTimeout(() => {
    if (card.dataset.fresh === now) delete card.dataset.fresh;
  }, FRESH_MS);
}

/**
 * @param {import("./types.js").Send} send
 * @param {() => void} bring show the cards
 * @param {() => void} done no card is left
 */
export function approvals(send, bring, done) {
  const list = part("approval-cards", HTMLElement);
  const empty = part("approvals-empty", HTMLElement);
  const count = part("approvals-count", HTMLElement);
  /** @type {Map<string | number, { card: HTMLElement, tick: () => void }>} */
  const open = new Map();
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;

  function changed() {
    count.textContent = String(open.size);
    count.hidden = open.size === 0;
    empty.hidden = open.size > 0;
    const bare = document.title.replace(/^\(\d+\) /, "");
    document.title = open.size ? `(${open.size}) ${bare}` : bare;
    clearInterval(timer);
    if (open.size)
      timer = setInterval(() => {
        for (const { tick } of open.values()) tick();
      }, 500);
  }

  /** @param {string | number} id */
  function drop(id) {
    const held = open.get(id)?.card.contains(document.activeElement);
    open.get(id)?.card.remove();
    open.delete(id);
    for (const { card } of open.values()) freshen(card); // they lie elsewhere now
    changed();
    if (held) part("tab-approvals", HTMLButtonElement).focus();
    if (!open.size) done();
  }

  /** @param {Question} question */
  function card(question) {
    const { id, client, tool, site, text, rules, asked, ends } = question;
    const time = make("span", { class: "time" });
    const bar = make("span", { class: "left", "aria-hidden": "true" });
    const title = make("h3", { id: `question-${id}` });
    title.append(foreign(client), " asks");
    const facts = make("p", { class: "facts" }, make("code", {}, tool));
    if (site) facts.append(" on ", foreign(site, "site"));
    const buttons = make("div", { class: "choices" });
    for (const [answer, words, kind] of CHOICES) {
      const button = make("button", { type: "button", class: kind || null }, words);
      button.addEventListener("click", () => {
        if (made.dataset.fresh) return;
        send({ t: "answer", id, answer });
        for (const each of buttons.querySelectorAll("button")) each.disabled = true;
      });
      buttons.append(button);
    }
    const made = make("article", { class: "card", "aria-labelledby": `question-${id}` });
    made.append(make("header", {}, title, time), make("p", { class: "ask" }, foreign(text)), facts);
    if (rules.length)
      made.append(
        make("p", { class: "why" }, `${rules.length > 1 ? "Rules" : "Rule"}: ${rules.join(", ")}`),
      );
    made.append(bar, buttons);
    const tick = () => {
      const rest = ends - Date.now() / 1000;
      time.textContent = left(rest);
      time.setAttribute("aria-label", `${left(rest)} left to answer`);
      const share = Math.min(1, Math.max(0, rest / Math.max(1, ends - asked)));
      bar.style.setProperty("--left", String(share));
      if (rest <= 0) for (const each of buttons.querySelectorAll("button")) each.disabled = true;
    };
    tick();
    return { card: made, tick };
  }

  return {
    /** @type {import("./types.js").Ears} */
    ears: {
      welcome() {
        for (const id of [...open.keys()]) drop(id);
      },
      question(message) {
        if (open.has(message.id)) return;
        const made = card(message);
        open.set(message.id, made);
        list.append(made.card);
        freshen(made.card);
        changed();
        bring();
        call(`${message.client} asks: ${message.text}`);
      },
      answered(message) {
        drop(message.id);
      },
      page(message) {
        const title = message.title || message.url || "Phone";
        document.title = `${open.size ? `(${open.size}) ` : ""}${title} · Tapbridge`;
      },
    },
  };
}
