// The link over a WebSocket: hello, JSON and pictures in, JSON out; comes back by itself when it was lost.

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 4000;
const HELLO_MS = 8000;
/** Closed for good: the token is not known. (Any other end is tried again.) */
const NOT_LET_IN = new Set([1008, 4401, 4403]);

/** @typedef {import("./types.js").Head} Head */

/**
 * Take a binary message apart: the length of its head in 4 bytes, the head as JSON, the JPEG.
 * @param {ArrayBuffer} data
 * @returns {{ head: Head, jpeg: Blob }}
 */
export function unpack(data) {
  const length = new DataView(data).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, length)));
  return { head, jpeg: new Blob([new Uint8Array(data, 4 + length)], { type: "image/jpeg" }) };
}

/**
 * Connect, and keep connected.
 * @param {string} url
 * @param {() => import("./types.js").ToBridge} hello the first message
 * @param {import("./types.js").Listener} listener
 * @returns {import("./types.js").Link}
 */
export function connect(url, hello, listener) {
  /** @type {WebSocket | null} */
  let socket = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let wait = FIRST_WAIT_MS;
  let welcome = false;

  function open() {
    clearTimeout(timer);
    const mine = new WebSocket(url);
    socket = mine;
    welcome = false;
    mine.binaryType = "arraybuffer";
    timer = setTimeout(() => mine.close(), HELLO_MS);
    mine.addEventListener("open", () => mine.send(JSON.stringify(hello())));
    mine.addEventListener("message", ({ data }) => {
      if (data instanceof ArrayBuffer) {
        const { head, jpeg } = unpack(data);
        listener.seen(head, jpeg);
        return;
      }
      const message = JSON.parse(data);
      if (message.t === "welcome") {
        clearTimeout(timer);
        welcome = true;
        wait = FIRST_WAIT_MS;
        listener.changed("open", "");
      }
      listener.heard(message);
    });
    mine.addEventListener("close", (event) => {
      clearTimeout(timer);
      if (socket !== mine) return;
      socket = null;
      if (NOT_LET_IN.has(event.code)) {
        listener.changed("refused", event.reason);
        return;
      }
      listener.changed("lost", event.reason);
      timer = setTimeout(open, wait); // quietly: that it is lost stays said until it is found
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    });
  }

  function again() {
    if (socket) return;
    listener.changed("trying", "");
    open();
  }

  addEventListener("online", again);
  open();
  return {
    send(message) {
      if (welcome && socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
    again,
  };
}
