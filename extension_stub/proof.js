// How the extension and the Bridge prove to each other that they have the same secret: a code once, then a key.
import { bytes, hex } from "./store.js";

const ROUNDS = 250_000;
const utf8 = new TextEncoder();

/**
 * What both sides said before the proofs.
 * @typedef {{ protocol: number, version: string, manifest: string, install: string, ours: string, theirs: string, port: number }} Said
 */

/** @param {string} code as a person typed it */
export function plain(code) {
  return code.toUpperCase().replace(/[^A-Z0-9]/g, "");
}

export function nonce() {
  return hex(crypto.getRandomValues(new Uint8Array(32)));
}

/** @param {string} text */
export async function sha256(text) {
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", utf8.encode(text))));
}

/**
 * Make a secret of a code; slow on purpose.
 * @param {string} code
 * @param {Said} said
 */
export async function stretched(code, said) {
  const key = await crypto.subtle.importKey("raw", utf8.encode(code), "PBKDF2", false, [
    "deriveBits",
  ]);
  const salt = utf8.encode(said.ours + said.theirs);
  const how = { name: "PBKDF2", hash: "SHA-256", salt, iterations: ROUNDS };
  return new Uint8Array(await crypto.subtle.deriveBits(how, key, 256));
}

/**
 * @param {Uint8Array<ArrayBuffer>} secret
 * @param {"extension" | "bridge" | "keystream"} who
 * @param {Said} said
 * @param {Uint8Array} [more]
 */
async function mac(secret, who, said, more = new Uint8Array()) {
  const key = await imported(secret);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, told(who, said, more)));
}

/** @param {Uint8Array<ArrayBuffer>} secret */
function imported(secret) {
  const how = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.importKey("raw", secret, how, false, ["sign", "verify"]);
}

/**
 * @param {string} who
 * @param {Said} said
 * @param {Uint8Array} more
 */
function told(who, said, more) {
  const { protocol, version, manifest, install, ours, theirs, port } = said;
  const parts = [String(protocol), version, manifest, install, ours, theirs, String(port)].map(
    (each) => utf8.encode(each),
  );
  const made = [...utf8.encode(`tapbridge ${who}\0`)];
  for (const part of parts) made.push(0, 0, part.length >> 8, part.length & 255, ...part);
  return new Uint8Array([...made, ...more]);
}

/**
 * What only one who has the secret can say.
 * @param {Uint8Array<ArrayBuffer>} secret
 * @param {Said} said
 */
export async function proof(secret, said) {
  return hex(await mac(secret, "extension", said));
}

/**
 * Whether the Bridge has the secret; compared by the browser, in constant time.
 * @param {Uint8Array<ArrayBuffer>} secret
 * @param {Said} said
 * @param {string} given
 * @param {string} veil the key that it handed over, hidden
 */
export async function isBridge(secret, said, given, veil) {
  const key = await imported(secret);
  return crypto.subtle.verify("HMAC", key, bytes(given), told("bridge", said, bytes(veil)));
}

/**
 * Show the key that the Bridge handed over.
 * @param {Uint8Array<ArrayBuffer>} secret
 * @param {Said} said
 * @param {string} veil
 */
export async function shown(secret, said, veil) {
  const stream = await mac(secret, "keystream", said);
  return hex(bytes(veil).map((each, at) => each ^ (stream[at] ?? 0)));
}
