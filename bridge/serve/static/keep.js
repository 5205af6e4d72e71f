// The last minute, kept in this page's memory within a bound, and written out as a WebM when it is asked for.
import { drawRings } from "./rings.js";
import { webm } from "./webm.js";

/** @typedef {{ at: number, jpeg: Blob }} Kept */

const SECONDS = 60;
const APART_MS = 120; // so that a minute of a busy page stays small
const MOST_BYTES = 64 * 2 ** 20;
const KEY_MS = 4000; // a whole picture so often: a player can jump there
const BITS = 3_000_000;

/** Whether this browser can write it. */
export const canSave = "VideoEncoder" in globalThis;

export function lastMinute() {
  /** @type {Kept[]} */
  let kept = [];
  let bytes = 0;

  function trim() {
    const oldest = Date.now() - SECONDS * 1000;
    // what was to be seen when the minute began stays
    while (kept.length > 1 && ((kept[1]?.at ?? 0) < oldest || bytes > MOST_BYTES))
      bytes -= kept.shift()?.jpeg.size ?? 0;
  }

  return {
    /**
     * @param {number} at milliseconds since 1970
     * @param {Blob} jpeg
     */
    take(at, jpeg) {
      const last = kept.at(-1);
      if (last && at - last.at < APART_MS) {
        bytes += jpeg.size - last.jpeg.size;
        last.jpeg = jpeg; // the newest of a moment is the one that stays
      } else {
        kept.push({ at, jpeg });
        bytes += jpeg.size;
      }
      trim();
    },
    forget() {
      kept = [];
      bytes = 0;
    },
    /** How many pictures and bytes are kept. */
    size: () => ({ pictures: kept.length, bytes }),
    /**
     * @param {readonly import("./rings.js").Mark[]} marks drawn where they were
     * @returns {Promise<Blob | null>} null when there is nothing
     */
    async save(marks) {
      trim();
      return kept.length ? write([...kept], marks) : null;
    },
  };
}

/**
 * @param {Kept[]} pictures
 * @param {readonly import("./rings.js").Mark[]} marks
 */
async function write(pictures, marks) {
  const now = Date.now();
  const start = Math.max(pictures[0]?.at ?? now, now - SECONDS * 1000);
  /** @type {ImageBitmap | null} */
  let bitmap = await createImageBitmap(/** @type {Kept} */ (pictures.at(-1)).jpeg);
  const [width, height] = [bitmap.width & ~1, bitmap.height & ~1]; // VP8 halves them for colour
  bitmap.close();
  bitmap = null;
  const canvas = new OffscreenCanvas(width, height);
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d"));
  /** @type {import("./webm.js").Chunk[]} */
  const chunks = [];
  /** @type {unknown} */
  let wrong = null;
  const encoder = new VideoEncoder({
    output(chunk) {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      chunks.push({ data, ms: Math.round(chunk.timestamp / 1000), key: chunk.type === "key" });
    },
    error(problem) {
      wrong = problem;
    },
  });
  encoder.configure({ codec: "vp8", width, height, bitrate: BITS });

  let keyed = -KEY_MS;
  for (const at of moments(pictures, marks, start, now)) {
    while (pictures[0] && pictures[0].at <= Math.max(at, start)) {
      const next = /** @type {Kept} */ (pictures.shift());
      bitmap?.close();
      bitmap = await createImageBitmap(next.jpeg);
    }
    if (!bitmap) continue;
    const fit = Math.min(width / bitmap.width, height / bitmap.height);
    const [w, h] = [bitmap.width * fit, bitmap.height * fit];
    context.fillStyle = "black";
    context.fillRect(0, 0, width, height);
    context.drawImage(bitmap, (width - w) / 2, (height - h) / 2, w, h);
    drawRings(context, marks, at);
    const frame = new VideoFrame(canvas, { timestamp: (at - start) * 1000 });
    const keyFrame = at - start - keyed >= KEY_MS;
    if (keyFrame) keyed = at - start;
    encoder.encode(frame, { keyFrame });
    frame.close();
    while (encoder.encodeQueueSize > 8 && !wrong) await new Promise((done) => setTimeout(done, 5));
    if (wrong) throw wrong;
  }
  bitmap?.close();
  await encoder.flush();
  encoder.close();
  return webm(chunks, { width, height, ms: now - start });
}

/**
 * When a picture of the film is needed: where one came, while a ring moves, and at the end.
 * @param {readonly Kept[]} pictures
 * @param {readonly import("./rings.js").Mark[]} marks
 * @param {number} start
 * @param {number} end
 */
function moments(pictures, marks, start, end) {
  const all = new Set([start, end]);
  for (const { at } of pictures) if (at > start) all.add(at);
  for (const { at } of marks)
    for (let ms = 0; ms <= 1200; ms += 80) if (at + ms > start && at + ms < end) all.add(at + ms);
  return [...all].sort((a, b) => a - b);
}
