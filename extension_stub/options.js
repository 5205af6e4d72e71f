// The options: pair, the person's own blocked sites, and where the Bridge listens.
import { rule } from "./sites.js";
import { part, words, worker } from "./status.js";
import * as store from "./store.js";

const code = part("code", HTMLInputElement);
const rules = part("rules", HTMLTextAreaElement);
const ports = part("ports", HTMLInputElement);

const say = worker((status) => {
  document.body.dataset.how = status.how;
  part("status", HTMLParagraphElement).textContent = words(status);
  part("unpair", HTMLButtonElement).hidden = status.how === "unpaired";
});
say({ t: "connect" });

part("pair", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  say({ t: "pair", code: code.value });
  code.value = "";
});
part("unpair", HTMLButtonElement).addEventListener("click", () => say({ t: "unpair" }));

part("sites", HTMLFormElement).addEventListener("submit", async (event) => {
  event.preventDefault();
  const lines = rules.value.split("\n").filter((each) => each.trim());
  const bad = lines.filter((each) => rule(each) === null);
  const said = part("sites-said", HTMLParagraphElement);
  if (bad.length) {
    said.textContent = `Nothing was saved. No site: ${bad.join(", ")}`;
    return;
  }
  const kept = [...new Set(lines.map((each) => rule(each)?.text ?? ""))];
  await store.keepRules(kept);
  rules.value = kept.join("\n");
  said.textContent = "Saved.";
});

part("ports-form", HTMLFormElement).addEventListener("submit", async (event) => {
  event.preventDefault();
  const wanted = ports.value.split(/[\s,]+/).filter(Boolean);
  const said = part("ports-said", HTMLParagraphElement);
  if (!wanted.every((each) => /^\d{1,5}$/.test(each) && Number(each) < 65_536)) {
    said.textContent = "Nothing was saved: a port is a number up to 65535.";
    return;
  }
  await store.keepPorts(wanted.map(Number));
  ports.value = (await store.ports()).join(", ");
  said.textContent = "Saved.";
  say({ t: "connect" });
});

rules.value = (await store.rules()).join("\n");
ports.value = (await store.ports()).join(", ");
