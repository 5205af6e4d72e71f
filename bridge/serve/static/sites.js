// The person's list of blocked sites: read, added to, taken from, and tried with an address.
import { foreign, icon, make, part } from "./dom.js";

/** @param {import("./types.js").Send} send */
export function sites(send) {
  const list = part("sites-rows", HTMLElement);
  const empty = part("sites-empty", HTMLElement);
  const add = part("site-add", HTMLInputElement);
  const test = part("site-test", HTMLInputElement);
  const verdict = part("site-verdict", HTMLElement);
  let tested = "";

  part("site-add-form", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    const rule = add.value.trim();
    if (!rule) return;
    send({ t: "sites", op: "add", rule });
    add.value = "";
  });
  part("site-test-form", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    tested = test.value.trim();
    if (tested) send({ t: "sites", op: "test", rule: tested });
  });
  part("tab-sites", HTMLButtonElement).addEventListener("click", () =>
    send({ t: "sites", op: "list" }),
  );

  /** @param {import("./types.js").Rule} rule */
  function row(rule) {
    const remove = make("button", {
      type: "button",
      class: "plain",
      "aria-label": `Remove ${rule.rule}`,
    });
    remove.append(icon("close"));
    remove.addEventListener("click", () => send({ t: "sites", op: "remove", rule: rule.rule }));
    const text = make("span", { class: "rule" }, foreign(rule.rule));
    if (rule.note) text.append(make("span", { class: "why" }, foreign(rule.note)));
    return make("li", {}, text, remove);
  }

  return {
    /** @type {import("./types.js").Ears} */
    ears: {
      sites(message) {
        const held = list.contains(document.activeElement);
        list.replaceChildren(...message.rules.map(row));
        empty.hidden = message.rules.length > 0;
        if (held) add.focus();
        const told = message.test;
        if (!told) return;
        const blocked = told.blocked ?? Boolean(told.rule);
        verdict.className = blocked ? "verdict bad" : "verdict ok";
        verdict.replaceChildren(
          icon(blocked ? "shield" : "check"),
          make("span", {}, told.text ?? (blocked ? `Blocked by ${told.rule}` : "Not blocked")),
        );
      },
    },
  };
}
