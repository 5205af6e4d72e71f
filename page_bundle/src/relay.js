// Talk with the bundles of frames that this world may not read (another origin), by message.
//
// A page must neither see nor forge it: the listener is in place before any script of the page and
// swallows our messages; each carries a keyed hash over the one document it is for, with a key that
// Python puts into our world and that is never sent. The answer goes over the message's own port and is
// sealed too, over the question: a page without our listener gets the message and its port, and could answer.
// A document that had scripts before us does not take part: its page could have been first.
import { DOC } from "./context.js";
import { documentElement } from "./dom.js";
import { brief } from "./frames.js";
import { siphash } from "./siphash.js";

/** ms in which a frame says that it is there; one without our listener never does. */
const HELLO_LIMIT = 120;
let patience = HELLO_LIMIT;

/**
 * How long frames are waited for from now on: one in a process of its own may be slow to begin.
 * @param {unknown} ms none: as usual
 */
export function bePatient(ms) {
  patience = typeof ms === "number" ? ms : HELLO_LIMIT;
}

/** The ms that frames are waited for. */
export const patienceNow = () => patience;

/** Whether a frame of the tab has a process of its own, as far as was told. */
export const isApart = () => patience > HELLO_LIMIT;

/** ms for which a silent frame is not greeted again: a page may have many (advertisements). */
const SILENCE = 3000;
const MARK = "tapbridge";
/** Characters of a message that are looked at: what is longer is none of ours. */
const LONGEST = 4_000_000;
const SEAL = /^[0-9a-f]{16}$/;

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

/** A question is asked once: an old answer does not fit it. */
const fresh = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), String).join(".");

/**
 * What an answer says, when it is one of ours to this question.
 * @param {string} secret
 * @param {string} question
 * @param {any} data
 * @returns {Answer | null}
 */
function opened(secret, question, data) {
  const answer = data?.[MARK];
  if (typeof answer !== "string" || data.seal !== seal(secret, `${question}\0${answer}`))
    return null;
  return JSON.parse(answer);
}

/**
 * Send one message and wait for its answer.
 * @param {Window} to
 * @param {Record<string, unknown>} content
 * @param {number} limit ms
 * @returns {Promise<Answer | null>} null when none came in time
 */
function send(to, content, limit) {
  const secret = key();
  if (!secret) return Promise.resolve(null);
  const text = JSON.stringify({ ...content, nonce: fresh() });
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish(null), limit);
    /** @param {Answer | null} answer */
    const finish = (answer) => {
      clearTimeout(timer);
      port1.close();
      resolve(answer);
    };
    port1.onmessage = ({ data }) => finish(opened(secret, text, data));
    // the document went away with its end of it (Chrome tells since 122; before, the limit ends it)
    port1.addEventListener("close", () => finish(null));
    to.postMessage({ [MARK]: text, seal: seal(secret, text) }, "*", [port2]);
  });
}

/**
 * How many windows are above one.
 * @param {Window} window
 */
function depthOf(window) {
  let depth = 0;
  for (let at = window; at.parent !== at; at = at.parent) depth += 1;
  return depth;
}

/** Until when a window counts as silent. @type {WeakMap<Window, number>} */
const silent = new WeakMap();

/**
 * Ask a frame whether its bundle takes part.
 * @param {Window} to
 * @returns {Promise<{doc: string, href: string} | null>} its document's id and address
 */
export async function greet(to) {
  if ((silent.get(to) ?? 0) > performance.now()) return null;
  const hello = await send(to, { hello: true }, patience);
  // a page could hand the question on to a frame below it, and pass for that
  if (hello && hello.depth === depthOf(to))
    return { doc: String(hello.doc), href: String(hello.href) };
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
      const text = data[MARK];
      // what costs nothing first: a page may send millions of these
      if (text.length > LONGEST || !SEAL.test(data.seal) || !isAbove(source)) return;
      const secret = key();
      if (!secret || data.seal !== seal(secret, text)) return;
      event.stopImmediatePropagation();
      const [port] = event.ports;
      /** @param {Answer} content */
      const reply = (content) => {
        const answer = JSON.stringify(content);
        port?.postMessage({ [MARK]: answer, seal: seal(secret, `${text}\0${answer}`) });
      };
      const content = JSON.parse(text);
      if (content.hello) reply({ doc: DOC, href: brief(location.href), depth: depthOf(window) });
      else if (content.doc === DOC) run(content.name, content.args).then(reply);
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
