// The phone's picture on the canvas: the newest frame wins, and each is acknowledged once it is drawn.

/** @typedef {import("./types.js").Head} Head */

const PHONE_RATIO = 9 / 19.5; // until the first frame tells

/**
 * @typedef {object} Picture
 * @property {HTMLCanvasElement} canvas
 * @property {(head: Head, jpeg: Blob) => void} take a frame that came
 * @property {() => number | null} shown which frame is to be seen; null before the first
 * @property {() => void} redraw draw it again, with what `over` puts on it
 * @property {() => void} forget show nothing: another phone's picture must not stay
 * @property {(x: number, y: number) => { fx: number, fy: number }} fraction of a place in the window, held to the picture
 */

/**
 * @param {HTMLCanvasElement} canvas
 * @param {object} told
 * @param {(n: number) => void} told.drawn a frame is on the canvas, or was left out for a newer one
 * @param {(head: Head, jpeg: Blob) => void} told.kept a frame was drawn: for the last minute
 * @param {(context: CanvasRenderingContext2D) => void} told.over draws what lies over the picture
 * @returns {Picture}
 */
export function paint(canvas, { drawn, kept, over }) {
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  /** @type {{ head: Head, jpeg: Blob } | null} */
  let next = null;
  /** @type {ImageBitmap | null} */
  let bitmap = null;
  /** @type {number | null} */
  let number = null;
  let busy = false;
  let age = 0;

  /** @param {number} ratio */
  function shape(ratio) {
    const phone = canvas.closest(".phone");
    if (!(phone instanceof HTMLElement)) return;
    phone.style.setProperty("--ratio", String(ratio));
    phone.classList.toggle("wide", ratio > 1);
  }

  function redraw() {
    if (!bitmap) return;
    context.drawImage(bitmap, 0, 0);
    over(context);
  }

  async function work() {
    if (busy) return;
    busy = true;
    while (next) {
      const { head, jpeg } = next;
      const born = age;
      next = null;
      try {
        const made = await createImageBitmap(jpeg);
        if (born !== age) {
          made.close();
        } else {
          bitmap?.close();
          bitmap = made;
          number = head.n;
          if (canvas.width !== made.width || canvas.height !== made.height) {
            canvas.width = made.width;
            canvas.height = made.height;
            shape(made.width / made.height);
          }
          canvas.dataset.frame = String(head.n);
          redraw();
          kept(head, jpeg);
        }
      } catch {
        // a broken picture: the one before stays
      }
      drawn(head.n);
    }
    busy = false;
  }

  shape(PHONE_RATIO);
  return {
    canvas,
    take(head, jpeg) {
      if (next) drawn(next.head.n);
      next = { head, jpeg };
      work();
    },
    shown: () => number,
    redraw,
    forget() {
      age += 1;
      next = null;
      bitmap?.close();
      bitmap = null;
      number = null;
      delete canvas.dataset.frame;
      context.clearRect(0, 0, canvas.width, canvas.height);
    },
    fraction(x, y) {
      const box = canvas.getBoundingClientRect();
      const held = (/** @type {number} */ value) => Math.min(1, Math.max(0, value));
      return { fx: held((x - box.left) / box.width), fy: held((y - box.top) / box.height) };
    },
  };
}
