// A phone's page: the viewer's own modules, over a port to the extension's worker.
import { view } from "./static/app.js";

const AGAIN_MS = 500;
/** What a person waits for: lost with the worker, they hear of it. */
const AWAITED = new Set(["go", "back", "forward", "reload", "new", "switch", "close", "open"]);
const GONE = {
  code: "PHONE_GONE",
  message: "The extension's worker was stopped in the middle; it may have happened.",
  hint: "Look before you repeat it.",
};

const serial = new URLSearchParams(location.search).get("serial") ?? "";

const page = await (await fetch("static/index.html")).text();
const made = new DOMParser().parseFromString(page, "text/html");
document.body.append(...made.body.childNodes);
document.title = `${serial} · Tapbridge`;
// here it is this browser's own list
put(".lead", "This browser shows nothing of these sites, and goes to none of them.");
put("#blocked", "This site is on this browser's list of blocked sites. Nothing of it is shown.");

/**
 * @param {string} css
 * @param {string} words
 */
function put(css, words) {
  const found = document.querySelector(css);
  if (found) found.textContent = words;
}

/** @param {string} data base64 */
function jpeg(data) {
  const raw = Uint8Array.from(atob(data), (each) => each.charCodeAt(0));
  return new Blob([raw], { type: "image/jpeg" });
}

/** What is shown of a page that is shut: nothing. */
async function grey() {
  const canvas = new OffscreenCanvas(360, 780);
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.fillStyle = "gray";
  context.fillRect(0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: "image/jpeg" });
}

/**
 * @param {import("./static/types.js").Listener} listener
 * @returns {import("./static/types.js").Link}
 */
function join(listener) {
  /** @type {ChromePort | null} */
  let port = null;
  /** @type {Map<number, string>} */
  const awaited = new Map();
  let seq = 0;

  function open() {
    const mine = chrome.runtime.connect({ name: `phone:${serial}` });
    port = mine;
    mine.onMessage.addListener((said) => {
      const message = /** @type {any} */ (said);
      if (message.t === "frame") listener.seen(message.head, jpeg(message.data));
      else if (message.t === "done") awaited.delete(message.seq);
      else {
        if (message.t === "welcome") listener.changed("open", "");
        listener.heard(message);
        if (message.t === "page" && message.blocked)
          grey().then((blob) =>
            listener.seen({ n: 0, width: 360, height: 780, scale: 1, at: Date.now() / 1000 }, blob),
          );
      }
    });
    mine.onDisconnect.addListener(() => {
      if (port !== mine) return;
      port = null;
      for (const re of awaited.values()) listener.heard({ t: "error", ...GONE, re });
      awaited.clear();
      listener.changed("lost", "The extension's worker was stopped.");
      setTimeout(again, AGAIN_MS);
    });
  }

  function again() {
    if (port) return;
    listener.changed("trying", "");
    open();
  }

  open();
  return {
    send(message) {
      if (!port) return;
      if (AWAITED.has(message.t)) {
        seq += 1;
        awaited.set(seq, message.t);
        port.postMessage({ ...message, seq });
      } else port.postMessage(message);
    },
    again,
  };
}

view(join);
document.getElementById("tab-sites")?.click();
