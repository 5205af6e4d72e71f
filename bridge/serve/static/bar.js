// The bar: back, forward, reload, the address, the phones; and the question before a blocked site.
import { foreign, make, part } from "./dom.js";
import { call } from "./say.js";

/**
 * @param {import("./types.js").Send} send
 * @param {(serial: string) => void} changed another phone was chosen
 */
export function bar(send, changed) {
  const back = part("back", HTMLButtonElement);
  const forward = part("forward", HTMLButtonElement);
  const address = part("address", HTMLInputElement);
  const phones = part("phones", HTMLSelectElement);
  const phone = part("phone-name", HTMLElement);
  const notice = part("blocked", HTMLElement);
  const warn = part("warn", HTMLDialogElement);
  let url = "";
  let going = "";
  let serial = "";

  back.addEventListener("click", () => send({ t: "back" }));
  forward.addEventListener("click", () => send({ t: "forward" }));
  part("reload", HTMLButtonElement).addEventListener("click", () => send({ t: "reload" }));
  part("address-form", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    going = address.value.trim();
    if (going) send({ t: "go", url: going });
    part("keys", HTMLTextAreaElement).focus({ preventScroll: true });
  });
  address.addEventListener("focus", () => address.select());
  address.addEventListener("blur", () => {
    address.value = url;
  });
  address.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    address.value = url;
    address.select();
  });
  phones.addEventListener("change", () => {
    serial = phones.value;
    changed(serial);
    send({ t: "phone", serial });
  });
  warn.addEventListener("close", () => {
    if (warn.returnValue === "go") send({ t: "go", url: going, sure: true });
    warn.returnValue = "";
  });

  return {
    /** @type {import("./types.js").Ears} */
    ears: {
      welcome(message) {
        serial = message.serial ?? "";
      },
      page(message) {
        url = message.url === "about:blank" ? "" : message.url;
        if (document.activeElement !== address) address.value = url;
        back.disabled = !message.back;
        forward.disabled = !message.forward;
        notice.hidden = !message.blocked;
        if (message.blocked) call(notice.textContent ?? "");
        part("picture", HTMLCanvasElement).setAttribute(
          "aria-label",
          `Picture of the phone: ${message.title || message.url}`,
        );
      },
      phones(message) {
        const ready = message.phones.filter((each) => each.ready || each.serial === serial);
        const named = (/** @type {import("./types.js").Phone} */ each) =>
          `${each.model || each.serial} · ${each.transport.replace("wifi", "Wi-Fi").replace("usb", "USB")}`;
        phones.replaceChildren(
          ...ready.map((each) =>
            make("option", { value: each.serial, selected: each.serial === serial }, named(each)),
          ),
        );
        phones.hidden = ready.length < 2;
        phone.hidden = ready.length > 1;
        phone.replaceChildren(foreign(ready[0] ? named(ready[0]) : "No phone"));
      },
      warn(message) {
        going = message.url;
        part("warn-url", HTMLElement).replaceChildren(foreign(message.url));
        part("warn-rule", HTMLElement).textContent = message.rule;
        if (!warn.open) warn.showModal();
      },
    },
  };
}
