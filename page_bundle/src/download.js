// Fetch a file in the page, with its cookies, and hand it out in pieces.
//
// download_begin asks for it and gives the first piece; download_part the next one; download_end lets go.
// One at a time: a new one ends the one before it. The browser's rules for scripts hold (other origins must
// allow it); a blocked address is stopped on its way by the guard, redirects too.
import { tag } from "./dom.js";
import { Fault } from "./fault.js";
import { resolve, targetOf } from "./find.js";
import { brief } from "./frames.js";
import { openWatch, watchOf } from "./listen.js";
import { controlOf } from "./point.js";

/** @typedef {import("./types.js").Context} Context */
/** @typedef {{reader: ReadableStreamDefaultReader<Uint8Array> | null, rest: Uint8Array[], abort: AbortController, timer: ReturnType<typeof setTimeout> | null}} Open */

/** Bytes of a piece, about: what the network brings together is not cut. */
const PIECE = 1_000_000;
/** ms for the answer to begin, and for each piece of it. */
const LIMIT = 15_000;
/** ms after which one that nobody goes on with is given up. */
const IDLE = 60_000;
const LONGEST = 2000;

/** @type {WeakMap<object, Open>} */
const opened = new WeakMap();
/** @type {Open | null} */
let current = null;

/** @param {object} prototype @param {string} name @returns {(this: unknown) => any} */
const getter = (prototype, name) =>
  /** @type {any} */ (Object.getOwnPropertyDescriptor(prototype, name)?.get);
/** @type {Record<string, (this: unknown) => any>} */
const addresses = {
  a: getter(HTMLAnchorElement.prototype, "href"),
  area: getter(HTMLAreaElement.prototype, "href"),
  img: getter(HTMLImageElement.prototype, "currentSrc"),
  video: getter(HTMLMediaElement.prototype, "currentSrc"),
  audio: getter(HTMLMediaElement.prototype, "currentSrc"),
  embed: getter(HTMLEmbedElement.prototype, "src"),
  object: getter(HTMLObjectElement.prototype, "data"),
};
const suggested = getter(HTMLAnchorElement.prototype, "download");

/** @param {Open | null} open */
function drop(open) {
  if (!open) return;
  if (open.timer !== null) clearTimeout(open.timer);
  open.abort.abort();
  if (current === open) current = null;
}

/** @param {Open} open Give it up when nobody asks any more. */
function rest(open) {
  if (open.timer !== null) clearTimeout(open.timer);
  open.timer = setTimeout(() => drop(open), IDLE);
}

/**
 * The address of what an element leads to or shows.
 * @param {any} args
 * @param {Context} ctx
 */
function wanted(args, ctx) {
  if (typeof args.url === "string") return { url: args.url, name: "" };
  const { element } = resolve(targetOf(args), ctx);
  for (const each of [element, controlOf(element)]) {
    const url = addresses[tag(each)]?.call(each);
    if (url) return { url: String(url), name: tag(each) === "a" ? suggested.call(each) : "" };
  }
  throw new Fault("DOWNLOAD_FAILED", "the element is no link, picture, sound or film");
}

/**
 * @param {any} args `url`, or a target; `most`: bytes that are taken
 * @param {Context} ctx
 */
async function begin(args, ctx) {
  const { url, name } = wanted(args, ctx);
  if (!/^(https?|blob|data):/i.test(url))
    throw new Fault("DOWNLOAD_FAILED", "only web addresses, blob: and data: can be fetched");
  drop(current);
  const abort = new AbortController();
  /** @type {Open} */
  const open = { reader: null, rest: [], abort, timer: null };
  current = open;
  open.timer = setTimeout(() => drop(open), LIMIT);
  /** @type {Response} */
  let response;
  try {
    response = await fetch(url, { credentials: "include", signal: abort.signal });
  } catch {
    drop(open);
    throw new Fault("DOWNLOAD_FAILED", why(url));
  }
  const length = Number(response.headers.get("content-length") ?? "");
  const packed = response.headers.get("content-encoding");
  const size = length > 0 && !packed ? length : null;
  const refusal = !response.ok
    ? `the server answered ${response.status}`
    : size !== null && size > args.most
      ? `it has ${size} bytes, more than are taken`
      : "";
  if (refusal) {
    drop(open);
    throw new Fault("DOWNLOAD_FAILED", refusal);
  }
  open.reader = response.body?.getReader() ?? null;
  const watch = openWatch(() => false, null);
  opened.set(watch, open);
  return {
    token: watch.token,
    url: brief(response.url || url),
    type: (response.headers.get("content-type") ?? "").slice(0, LONGEST),
    disposition: (response.headers.get("content-disposition") ?? "").slice(0, LONGEST),
    name: name.slice(0, LONGEST),
    size,
    ...(await piece(open)),
  };
}

/** @param {string} url */
function why(url) {
  if (/^blob:/i.test(url)) return "the page has taken the file back, or it is another page's";
  const other = /^https?:/i.test(url) && new URL(url).origin !== location.origin;
  return other
    ? "it is of another origin, which does not allow this page's scripts to read it"
    : "the page could not fetch it: no connection, or its own rules forbid it";
}

/** @param {Open} open @returns {Promise<{data: string, done: boolean}>} */
async function piece(open) {
  if (open.timer !== null) clearTimeout(open.timer);
  open.timer = setTimeout(() => drop(open), LIMIT);
  /** @type {Uint8Array[]} */
  const parts = [];
  let size = 0;
  let done = open.reader === null;
  try {
    while (!done && size < PIECE) {
      const part = open.rest.pop() ?? (await nextOf(open));
      if (part === null) done = true;
      else if (size + part.length > PIECE) {
        // whatever comes together is cut: the debugger takes no endless answer
        parts.push(part.subarray(0, PIECE - size));
        open.rest.push(part.subarray(PIECE - size));
        size = PIECE;
      } else {
        parts.push(part);
        size += part.length;
      }
    }
  } catch {
    drop(open);
    throw new Fault("DOWNLOAD_FAILED", "it broke off on the way to the page");
  }
  if (done) drop(open);
  else rest(open);
  return { data: base64(parts), done };
}

/** @param {Open} open @returns {Promise<Uint8Array | null>} */
async function nextOf(open) {
  const { value, done } = await /** @type {ReadableStreamDefaultReader<Uint8Array>} */ (
    open.reader
  ).read();
  return done ? null : (value ?? new Uint8Array());
}

/** @param {Uint8Array[]} parts */
function base64(parts) {
  let text = "";
  for (const part of parts)
    for (let at = 0; at < part.length; at += 8192)
      text += String.fromCharCode(...part.subarray(at, at + 8192));
  return btoa(text);
}

/** @param {{token: string}} args */
function part({ token }) {
  const open = opened.get(watchOf(token));
  if (!open || open !== current) throw new Fault("MOVED", "the page changed before all was there");
  return piece(open);
}

/** @param {{token: string}} args */
function end({ token }) {
  drop(opened.get(watchOf(token)) ?? null);
  return {};
}

export const commands = { download_begin: begin, download_part: part, download_end: end };
