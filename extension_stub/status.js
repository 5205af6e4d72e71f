// What the small pages share: a port to the worker that comes back, and how things are, in words.

/** @typedef {import("./link.js").Status} Status */

/** @param {Status} status */
export function words({ how, reason, port, version }) {
  switch (how) {
    case "connected":
      return `Connected to the Bridge ${version} at port ${port}.`;
    case "unpaired":
      return "Not paired with the Bridge yet.";
    case "refused":
      return `The Bridge does not let this browser in: ${reason}`;
    default:
      return "Looking for the Bridge. It runs while something needs it: try `tapbridge view`.";
  }
}

/**
 * @param {(status: Status) => void} heard
 * @returns {(message: { t: string, code?: string, serial?: string }) => void} says something to the worker
 */
export function worker(heard) {
  /** @type {ChromePort} */
  let port;
  function open() {
    port = chrome.runtime.connect({ name: "status" });
    port.onMessage.addListener((message) => heard(/** @type {Status} */ (message)));
    port.onDisconnect.addListener(() => setTimeout(open, 500));
  }
  open();
  return (message) => port.postMessage(message);
}

/**
 * An element that the page has.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} kind
 */
export function part(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new TypeError(id);
  return found;
}
