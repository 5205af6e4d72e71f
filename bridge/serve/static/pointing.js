// The pointer on the picture becomes a finger: press, drag, long press, wheel. Under the lens it aims instead.

/** @typedef {{ fx: number, fy: number, n: number }} Spot */

const STRAY_PX = 6; // a press that strays further is no pick any more
const LINE_PX = 40;
const BACK_BUTTON = 3;
const FORWARD_BUTTON = 4;

/**
 * @param {import("./picture.js").Picture} picture
 * @param {object} to
 * @param {import("./types.js").Send} to.send
 * @param {() => boolean} to.may whether this page steers the phone
 * @param {ReturnType<typeof import("./lens.js").lens>} to.lens
 * @param {(x: number, y: number) => void} to.pressed where a press began, in the window
 */
export function pointing(picture, { send, may, lens, pressed }) {
  const { canvas } = picture;
  /** @type {{ id: number, x: number, y: number, down: boolean } | null} */
  let finger = null;
  /** @type {Spot | null} */
  let going = null; // the last place moved to that was not told yet
  /** @type {{ spot: Spot, dx: number, dy: number } | null} */
  let rolled = null;
  /** @type {Spot | null} */
  let aimed = null;
  let asked = false;

  /**
   * @param {{ clientX: number, clientY: number }} event
   * @returns {Spot | null}
   */
  function spot({ clientX, clientY }) {
    const n = picture.shown();
    return n === null ? null : { ...picture.fraction(clientX, clientY), n };
  }

  // what moves is told once per drawn frame of this page: only its last place matters
  function soon() {
    if (asked) return;
    asked = true;
    requestAnimationFrame(flush);
  }

  function flush() {
    asked = false;
    if (going) send({ t: "touch", kind: "move", ...going });
    if (rolled) send({ t: "wheel", ...rolled.spot, dx: rolled.dx, dy: rolled.dy });
    if (aimed) send({ t: "lens", op: "aim", ...aimed });
    going = rolled = aimed = null;
  }

  /**
   * @param {"end" | "cancel"} kind
   * @param {{ clientX: number, clientY: number }} event
   */
  function lift(kind, event) {
    const at = spot(event);
    const was = finger;
    finger = null;
    flush();
    if (was?.down) send({ t: "touch", kind, ...(at ?? { fx: 0, fy: 0, n: 0 }) });
    else if (was && at && kind === "end") send({ t: "lens", op: "pick", ...at });
  }

  canvas.addEventListener("pointerdown", (event) => {
    const at = spot(event);
    if (event.button !== 0 || !event.isPrimary || !at || !may()) return;
    event.preventDefault();
    canvas.setPointerCapture(event.pointerId);
    pressed(event.clientX, event.clientY);
    finger = { id: event.pointerId, x: event.clientX, y: event.clientY, down: !lens.on() };
    if (finger.down) send({ t: "touch", kind: "start", ...at });
  });
  canvas.addEventListener("pointermove", (event) => {
    const at = spot(event);
    if (!at) return;
    if (finger?.id === event.pointerId) {
      if (
        !finger.down &&
        Math.hypot(event.clientX - finger.x, event.clientY - finger.y) > STRAY_PX
      ) {
        finger.down = true; // a drag after all: the page is to be moved, not picked from
        const began = spot({ clientX: finger.x, clientY: finger.y });
        if (began) send({ t: "touch", kind: "start", ...began });
      }
      if (finger.down) going = at;
    } else if (lens.on() && may() && lens.aims(event.clientX, event.clientY)) aimed = at;
    soon();
  });
  canvas.addEventListener("pointerup", (event) => {
    if (finger?.id === event.pointerId) lift("end", event);
  });
  for (const name of /** @type {const} */ (["pointercancel", "lostpointercapture"]))
    canvas.addEventListener(name, (event) => {
      if (finger?.id === event.pointerId) lift("cancel", event);
    });

  canvas.addEventListener(
    "wheel",
    (event) => {
      if (event.ctrlKey) return; // the browser's own zoom, also a pinch on a touchpad
      event.preventDefault();
      const at = spot(event);
      if (!at || !may()) return;
      const unit = [1, LINE_PX, canvas.clientHeight][event.deltaMode] ?? 1;
      rolled = {
        spot: at,
        dx: (rolled?.dx ?? 0) + event.deltaX * unit,
        dy: (rolled?.dy ?? 0) + event.deltaY * unit,
      };
      soon();
    },
    { passive: false },
  );
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  // a mouse's own back and forward are the phone's here; they must not leave this page
  canvas.addEventListener("mouseup", (event) => {
    if (event.button !== BACK_BUTTON && event.button !== FORWARD_BUTTON) return;
    event.preventDefault();
    if (may()) send({ t: event.button === BACK_BUTTON ? "back" : "forward" });
  });

  return {
    /** Let go: the page is hidden, or another steers now. */
    release() {
      if (finger?.down) lift("cancel", { clientX: finger.x, clientY: finger.y });
      finger = null;
    },
  };
}
