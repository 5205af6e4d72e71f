// What the extension keeps: who it is, its key, where the Bridge may be, and the person's blocked sites.

const PORTS = [8765, 8766, 8767];
const MOST_RULES = 500;

/** @param {string} name */
async function read(name) {
  return (await chrome.storage.local.get([name]))[name];
}

/** @returns {Promise<string>} names this installation; made at the first time */
export async function installId() {
  const known = await read("installId");
  if (typeof known === "string") return known;
  const made = hex(crypto.getRandomValues(new Uint8Array(16)));
  await chrome.storage.local.set({ installId: made });
  return made;
}

/** @returns {Promise<string | null>} what it proves itself by, hexadecimal */
export async function key() {
  const known = await read("key");
  return typeof known === "string" ? known : null;
}

/** @param {string} made */
export async function keepKey(made) {
  await chrome.storage.local.set({ key: made });
}

export async function forgetKey() {
  await chrome.storage.local.remove(["key"]);
}

/** @returns {Promise<number[]>} */
export async function ports() {
  const known = await read("ports");
  return Array.isArray(known) && known.length ? known.filter(Number.isInteger) : PORTS;
}

/** @param {number[]} wanted */
export async function keepPorts(wanted) {
  await chrome.storage.local.set({ ports: wanted });
}

/** @returns {Promise<string[]>} */
export async function rules() {
  const known = await read("sites");
  return Array.isArray(known) ? known.filter((each) => typeof each === "string") : [];
}

/** @param {string[]} wanted */
export async function keepRules(wanted) {
  await chrome.storage.local.set({ sites: wanted.slice(0, MOST_RULES) });
}

/** @param {Uint8Array} bytes */
export function hex(bytes) {
  return [...bytes].map((each) => each.toString(16).padStart(2, "0")).join("");
}

/** @param {string} text */
export function bytes(text) {
  return new Uint8Array((text.match(/../g) ?? []).map((each) => Number.parseInt(each, 16)));
}
