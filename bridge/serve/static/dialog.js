// A dialog of the phone's page: it is in no picture, so it is shown here, and answered here.
import { foreign, part } from "./dom.js";
import { call } from "./say.js";

/** @type {Record<string, { title: string, yes: string, no?: string }>} */
const KINDS = {
  alert: { title: "The page says", yes: "OK" },
  confirm: { title: "The page asks", yes: "OK", no: "Cancel" },
  prompt: { title: "The page asks", yes: "OK", no: "Cancel" },
  beforeunload: { title: "Leave this page?", yes: "Leave", no: "Stay" },
};
const NO_WORDS = "What you have entered may not be kept.";

/** @param {import("./types.js").Send} send */
export function dialog(send) {
  const shown = part("asked", HTMLElement);
  const title = part("asked-title", HTMLElement);
  const text = part("asked-text", HTMLElement);
  const answer = part("asked-answer", HTMLInputElement);
  const yes = part("asked-yes", HTMLButtonElement);
  const no = part("asked-no", HTMLButtonElement);
  const keys = part("keys", HTMLTextAreaElement);

  part("asked-form", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    if (!answer.hidden) send({ t: "text", text: answer.value });
    send({ t: "key", key: "Enter" });
  });
  no.addEventListener("click", () => send({ t: "key", key: "Escape" }));
  shown.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.isComposing) return;
    event.preventDefault();
    send({ t: "key", key: "Escape" });
  });

  return {
    /** @type {import("./types.js").Ears} */
    ears: {
      dialog(message) {
        const held = shown.contains(document.activeElement);
        shown.hidden = !message.open;
        if (!message.open) {
          if (held) keys.focus({ preventScroll: true });
          return;
        }
        const kind = message.kind ?? "alert";
        const words = KINDS[kind] ?? { title: "The page asks", yes: "OK", no: "Cancel" };
        const said = message.text || (kind === "beforeunload" ? NO_WORDS : "");
        title.textContent = words.title;
        text.replaceChildren(foreign(said));
        yes.textContent = words.yes;
        no.textContent = words.no ?? "";
        no.hidden = !words.no;
        answer.hidden = kind !== "prompt";
        answer.value = message.default ?? "";
        call(`${words.title}: ${said}`);
        // who was at the picture goes on in the dialog; nobody else is taken from what they do
        if (document.activeElement !== keys && document.activeElement !== document.body) return;
        if (answer.hidden) yes.focus();
        else answer.select();
      },
    },
  };
}
