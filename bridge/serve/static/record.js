// Recording: from a press to the next as the canvas shows it, and the last minute afterwards. Both stay here until saved.
import { part } from "./dom.js";
import { canSave } from "./keep.js";
import { note, say } from "./say.js";

const KINDS = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"];
const FRAMES = 30;
const SLICE_MS = 1000;
const MOST_BYTES = 512 * 2 ** 20;

/**
 * Give the browser a file to keep.
 * @param {Blob} blob
 * @param {string} what
 */
export function save(blob, what) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  const now = new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString();
  link.href = url;
  link.download = `tapbridge-${what}-${now.slice(0, 19).replaceAll(":", "-")}.webm`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * @param {import("./picture.js").Picture} picture
 * @param {() => Promise<Blob | null>} minute writes the last minute
 */
export function recording(picture, minute) {
  const button = part("record", HTMLButtonElement);
  const time = part("record-time", HTMLElement);
  const last = part("minute", HTMLButtonElement);
  /** @type {MediaRecorder | null} */
  let recorder = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;

  /** @param {boolean} on */
  function show(on) {
    button.classList.toggle("on", on);
    button.setAttribute("aria-pressed", String(on));
    const words = on ? "Stop recording and save it" : "Record the picture";
    button.setAttribute("aria-label", words);
    button.title = words;
    time.hidden = !on;
  }

  function start() {
    const type = KINDS.find((kind) => MediaRecorder.isTypeSupported(kind));
    if (!type || picture.shown() === null) {
      note(type ? "There is no picture to record yet." : "This browser cannot record.");
      return;
    }
    /** @type {Blob[]} */
    const chunks = [];
    let bytes = 0;
    const began = Date.now();
    const stream = picture.canvas.captureStream(FRAMES);
    const mine = new MediaRecorder(stream, { mimeType: type });
    recorder = mine;
    mine.addEventListener("dataavailable", ({ data }) => {
      chunks.push(data);
      bytes += data.size;
      if (bytes > MOST_BYTES && mine.state === "recording") {
        note("The recording is as long as it can be, and was saved.");
        mine.stop();
      }
    });
    mine.addEventListener("stop", () => {
      for (const track of stream.getTracks()) track.stop();
      clearInterval(timer);
      recorder = null;
      show(false);
      say("The recording is saved.");
      if (bytes) save(new Blob(chunks, { type: "video/webm" }), "recording");
    });
    mine.start(SLICE_MS);
    timer = setInterval(() => {
      picture.redraw(); // a still page gives no frames; the film goes on
      const seconds = Math.floor((Date.now() - began) / 1000);
      time.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    }, 250);
    time.textContent = "0:00";
    show(true);
    say("Recording.");
  }

  show(false);
  // what is being recorded would be lost with the page
  addEventListener("beforeunload", (event) => {
    if (recorder) event.preventDefault();
  });
  button.addEventListener("click", () => {
    if (recorder) recorder.stop();
    else start();
  });
  last.hidden = !canSave;
  last.addEventListener("click", async () => {
    last.disabled = true;
    last.classList.add("busy");
    try {
      const blob = await minute();
      if (blob) {
        save(blob, "last-minute");
        say("The last minute is saved.");
      } else note("There is no picture to save yet.");
    } catch {
      note("The last minute could not be written by this browser.", "Record instead.");
    } finally {
      last.disabled = false;
      last.classList.remove("busy");
    }
  });
}
