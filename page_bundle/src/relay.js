// Talk with the bundles of frames that this world may not read (another origin), by message.
//
// A page must neither see nor forge it: the listener is in place before any script of the page and
// swallows our messages; each carries a keyed hash over the one document it is for, with a key that
// Python puts into our world and that is never sent; the answer goes over the message's own port.
// A document that had scripts before us does not take part: its page could have been first.
import { DOC } from "./context.js";
import { documentElement } from "./dom.js";
import { siphash } from "./siphash.js";

/** ms in which a frame says that it is there; one without our listener never does. */
const HELLO_LIMIT = 120;
/** ms for which a silent frame is not greeted again: a page may have many (advertisements). */
const SILENCE = 3000;
const MARK = "tapbridge";

/** @typedef {{name: string, args: Record<string, unknown>}} Call */
/** @typedef {Record<string, any>} Answer */

const early = documentElement(document) === null;
const encoder = new TextEncoder();

/** @returns {string | null} 32 hex digits, put into this world before the bundle */
function key() {
  const found = Reflect.get(globalThis, "__tapbridge_key");
  return typeof found === "string" && /^[0-9a-f]{32}$/.test(found) ? found : null;
}

/**
 * @param {string} secret
 * @param {string} text
 */
const seal = (secret, text) => siphash(secret, encoder.encode(text));

/**
 * Send one message and wait for its answer.
 * @param {Window} to
 * @param {unknown} content
 * @param {number} limit ms
 * @returns {Promise<Answer | null>} null when none came in time
 */
function send(to, content, limit) {
  const secret = key();
  if (!secret) return Promise.resolve(null);
  const text = JSON.stringify(content);
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish(null), limit);
    /** @param {Answer | null} answer */
    const finish = (answer) => {
      clearTimeout(timer);
      port1.close();
      resolve(answer);
    };
    port1.onmessage = (event) => finish(event.data);
    to.postMessage({ [MARK]: text, seal: seal(secret, text) }, "*", [port2]);
  });
}

/** Until when a window counts as silent. @type {WeakMap<Window, number>} */
const silent = new WeakMap();

/**
 * Ask a frame whether its bundle takes part.
 * @param {Window} to
 * @returns {Promise<string | null>} its document's id
 */
export async function greet(to) {
  if ((silent.get(to) ?? 0) > performance.now()) return null;
  const hello = await send(to, { hello: true }, HELLO_LIMIT);
  if (typeof hello?.doc === "string") return hello.doc;
  silent.set(to, performance.now() + SILENCE);
  return null;
}

/**
 * Run a command in another frame's bundle.
 * @param {Window} to
 * @param {string} doc as it answered to the greeting
 * @param {Call} call
 * @param {number} limit ms
 * @returns {Promise<Answer | null>} its whole answer; null when the document is gone
 */
export const ask = (to, doc, call, limit) => send(to, { doc, ...call }, limit);

/**
 * Answer the bundles of the frames above.
 * @param {(name: string, args: Record<string, unknown>) => Promise<Answer>} run
 */
export function serve(run) {
  if (!early || window.parent === window) return;
  window.addEventListener(
    "message",
    (event) => {
      const { data, source } = event;
      if (!data || typeof data !== "object" || typeof data[MARK] !== "string") return;
      const secret = key();
      if (!secret || data.seal !== seal(secret, data[MARK]) || !isAbove(source)) return;
      event.stopImmediatePropagation();
      const port = event.ports[0];
      const content = JSON.parse(data[MARK]);
      if (content.hello) port?.postMessage({ doc: DOC });
      else if (content.doc === DOC)
        run(content.name, content.args).then((answer) => port?.postMessage(answer));
    },
    { capture: true },
  );
}

/** @param {MessageEventSource | null} source */
function isAbove(source) {
  for (let at = /** @type {Window} */ (window); at.parent !== at; at = at.parent)
    if (at.parent === source) return true;
  return false;
}
