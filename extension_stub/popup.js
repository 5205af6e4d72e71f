// The popup: how things are, and a button for each phone.
import { part, words, worker } from "./status.js";

const phones = part("phones", HTMLUListElement);

const say = worker((status) => {
  part("status", HTMLParagraphElement).textContent = words(status);
  phones.replaceChildren(
    ...status.devices.map((each) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = `${each.model ?? each.serial} · ${each.ready ? "open" : each.state}`;
      button.disabled = !each.ready;
      button.dataset.serial = each.serial;
      button.addEventListener("click", () => say({ t: "open", serial: each.serial }));
      const row = document.createElement("li");
      row.append(button);
      return row;
    }),
  );
});
say({ t: "connect" });
part("options", HTMLButtonElement).addEventListener("click", () => {
  chrome.runtime.openOptionsPage();
});
