// Rings where an agent has tapped, drawn on the picture so that a recording has them too.

/** @typedef {{ id: number | string, at: number, fx: number, fy: number, state: "running" | "done" | "failed" }} Mark */

const RING_MS = 1100;
const LONGEST_MS = 10_000; // of a tap whose end never came
const NEWS_MS = 2000; // what is over for longer is told to who comes later, and was no news
const MOST = 32;
const COLOURS = { running: "240 150 60", done: "240 150 60", failed: "220 60 50" };

/**
 * Draw the marks that are to be seen at a moment.
 * @param {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} context
 * @param {readonly Mark[]} marks
 * @param {number} now milliseconds since 1970
 * @param {boolean} [still] without movement
 */
export function drawRings(context, marks, now, still = false) {
  const { width, height } = context.canvas;
  const unit = Math.min(width, height);
  for (const mark of marks) {
    const passed = (now - mark.at) / RING_MS;
    if (passed < 0 || passed >= 1) continue;
    const grown = still ? 0.5 : 1 - (1 - passed) ** 3;
    const alpha = still ? 0.9 : 1 - passed;
    const colour = COLOURS[mark.state];
    const [x, y] = [mark.fx * width, mark.fy * height];
    context.beginPath();
    context.arc(x, y, unit * (0.03 + 0.06 * grown), 0, 2 * Math.PI);
    context.lineWidth = unit * 0.01;
    context.strokeStyle = `rgb(${colour} / ${alpha})`;
    context.stroke();
    context.beginPath();
    context.arc(x, y, unit * 0.025, 0, 2 * Math.PI);
    context.fillStyle = `rgb(${colour} / ${0.85 * alpha})`;
    context.fill();
    context.lineWidth = unit * 0.006;
    context.strokeStyle = `rgb(255 255 255 / ${0.9 * alpha})`;
    context.stroke();
  }
}

/**
 * Keep marks, and have the picture redrawn while one is to be seen.
 * @param {() => void} redraw
 */
export function rings(redraw) {
  /** @type {Mark[]} */
  let marks = [];
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let moving = false;

  function live() {
    const now = Date.now();
    return marks.filter((mark) => now - mark.at < RING_MS);
  }

  function step() {
    redraw();
    moving = live().length > 0;
    if (moving) requestAnimationFrame(step);
  }

  return {
    /** @type {import("./types.js").Ears} */
    ears: {
      activity({ id, at, ms, state, fx, fy }) {
        const known = marks.find((mark) => mark.id === id);
        if (known) {
          known.state = state;
          if (state !== "running" && Date.now() - known.at > RING_MS / 2) known.at = Date.now();
        } else if (state !== "running" && Date.now() - at * 1000 - (ms ?? 0) > NEWS_MS) {
          return;
        } else if (typeof fx === "number" && typeof fy === "number") {
          marks = [...marks.slice(1 - MOST), { id, at: Date.now(), fx, fy, state }];
        } else return;
        if (!moving) {
          moving = true;
          requestAnimationFrame(step);
        }
      },
    },
    /** @param {CanvasRenderingContext2D} context */
    over(context) {
      drawRings(context, marks, Date.now(), still.matches);
    },
    /** Of the last minute, for a recording of it. */
    all() {
      const oldest = Date.now() - 60_000 - LONGEST_MS;
      marks = marks.filter((mark) => mark.at > oldest);
      return marks.map((mark) => ({ ...mark }));
    },
  };
}
