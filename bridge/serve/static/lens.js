// The lens: an agent asks to be shown something. Hover aims, a press picks, arrow-up goes wider, Escape ends it.
import { foreign, part } from "./dom.js";
import { call } from "./say.js";

const STRAY_PX = 6; // so near to where it aimed, the lens stays on what it was widened to

/**
 * @param {import("./types.js").Send} send
 * @param {() => boolean} may whether this page steers the phone: only then it points
 */
export function lens(send, may) {
  const box = part("aim", HTMLElement);
  const label = part("aim-name", HTMLElement);
  const banner = part("lens", HTMLElement);
  const named = part("lens-name", HTMLElement);
  let on = false;
  let wide = false;
  let [left, top] = [0, 0];

  function wider() {
    wide = true;
    send({ t: "lens", op: "wider" });
  }

  part("lens-cancel", HTMLButtonElement).addEventListener("click", () =>
    send({ t: "lens", op: "cancel" }),
  );
  part("lens-wider", HTMLButtonElement).addEventListener("click", wider);
  // before the field over the picture, which would send these keys to the phone
  document.addEventListener(
    "keydown",
    (event) => {
      if (!on || !may() || event.isComposing) return;
      const typing = event.target instanceof HTMLInputElement;
      if (event.key === "Escape") send({ t: "lens", op: "cancel" });
      else if (event.key === "ArrowUp" && !typing) wider();
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );

  return {
    on: () => on,
    /**
     * Whether a place of the pointer is to be aimed at: a hand that trembles does not undo "wider".
     * @param {number} x
     * @param {number} y
     */
    aims(x, y) {
      if (wide && Math.hypot(x - left, y - top) <= STRAY_PX) return false;
      wide = false;
      [left, top] = [x, y];
      return true;
    },
    /** @type {import("./types.js").Ears} */
    ears: {
      lens(message) {
        if (message.on && !on)
          call("An agent asks you to point at something. Press it on the picture, Escape cancels.");
        if (message.on !== on) wide = false;
        on = message.on;
        banner.hidden = !on;
        document.body.classList.toggle("aiming", on);
        box.hidden = !on || !message.box;
        const name = message.name ?? "";
        label.replaceChildren(foreign(name));
        named.replaceChildren(foreign(name || "nothing yet"));
        if (!message.box) return;
        const [fx, fy, fw, fh] = message.box;
        box.style.left = `${fx * 100}%`;
        box.style.top = `${fy * 100}%`;
        box.style.width = `${fw * 100}%`;
        box.style.height = `${fh * 100}%`;
        box.classList.toggle("low", fy < 0.06);
        box.classList.toggle("right", fx + fw / 2 > 0.5);
      },
    },
  };
}
