// The list of the phone's tabs, under the button that counts them.
import { foreign, icon, make, part } from "./dom.js";

/** @param {import("./types.js").Send} send */
export function tabs(send) {
  const button = part("tabs-button", HTMLButtonElement);
  const count = part("tabs-count", HTMLElement);
  const list = part("tabs", HTMLElement);
  const rows = part("tabs-rows", HTMLElement);

  part("tab-new", HTMLButtonElement).addEventListener("click", () => {
    send({ t: "new" });
    list.hidePopover();
  });
  list.addEventListener("beforetoggle", (event) => {
    if (event.newState !== "open") return;
    send({ t: "tabs" });
    const box = button.getBoundingClientRect();
    list.style.top = `${box.bottom + 6}px`;
    list.style.right = `${Math.max(8, innerWidth - box.right)}px`;
  });
  list.addEventListener("toggle", (event) => {
    button.setAttribute("aria-expanded", String(event.newState === "open"));
    if (event.newState !== "open") return;
    const active = list.querySelector("[aria-current]") ?? list.querySelector("button");
    if (active instanceof HTMLElement) active.focus();
  });

  /** @param {import("./types.js").Tab} tab */
  function row(tab) {
    const go = make("button", {
      type: "button",
      class: "tab",
      "aria-current": tab.active && "page",
    });
    const host = /^[a-z]+:\/\/([^/]*)/i.exec(tab.url)?.[1] ?? tab.url;
    go.append(foreign(tab.title || tab.url || "New tab", "title"));
    go.append(foreign(tab.asleep ? `${host} · asleep` : host, "host"));
    go.addEventListener("click", () => {
      send({ t: "switch", tab: tab.tab });
      list.hidePopover();
    });
    const shut = make("button", {
      type: "button",
      class: "plain",
      "aria-label": `Close ${tab.title || tab.url}`,
    });
    shut.append(icon("close"));
    shut.addEventListener("click", () => send({ t: "close", tab: tab.tab }));
    return make("li", {}, go, shut);
  }

  return {
    /** @type {import("./types.js").Ears} */
    ears: {
      tabs(message) {
        const held = list.contains(document.activeElement);
        count.textContent = String(message.tabs.length);
        button.setAttribute("aria-label", `Tabs, ${message.tabs.length} open`);
        rows.replaceChildren(...message.tabs.map(row));
        if (held && !list.contains(document.activeElement))
          part("tab-new", HTMLButtonElement).focus();
      },
    },
  };
}
