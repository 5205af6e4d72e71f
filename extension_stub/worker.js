// The extension's worker: keeps the link to the Bridge, and serves the extension's own pages.
//
// The browser may kill it at any moment. It comes back when a page speaks to it, or by its alarm, and
// begins anew from what is stored.
import { Link } from "./link.js";
import { rule } from "./sites.js";
import { Stage } from "./stage.js";
import * as store from "./store.js";

const ALARM = "link";

const link = new Link();
/** @type {readonly import("./sites.js").Rule[]} */
let rules = [];
/** @type {Map<string, { stage: Stage, tab: number | undefined }>} one page a phone */
const open = new Map();

const known = judge();

async function judge() {
  const read = await store.rules();
  rules = read.map(rule).filter((each) => each !== null);
  for (const { stage } of open.values()) stage.judge();
}

chrome.storage.onChanged.addListener((changes) => {
  if (changes.sites) judge();
});
chrome.alarms.create(ALARM, { periodInMinutes: 1 });
chrome.alarms.onAlarm.addListener(() => link.connect());
chrome.runtime.onStartup.addListener(() => link.connect());
chrome.runtime.onInstalled.addListener(() => link.connect());
chrome.runtime.onConnect.addListener((port) => {
  if (port.name.startsWith("phone:")) phone(port, port.name.slice(6));
  else if (port.name === "status") status(port);
});
link.connect();

/**
 * The page of a phone: the viewer's messages, and `done` for each that has a number.
 * @param {ChromePort} port
 * @param {string} serial
 */
function phone(port, serial) {
  /** @type {Stage | null} */
  let stage = null;
  let gone = false;
  const ready = known.then(() => {
    if (gone) return;
    open.get(serial)?.stage.close(); // the newest page of a phone has it
    stage = new Stage(
      link,
      serial,
      () => rules,
      (message) => port.postMessage(message),
    );
    open.set(serial, { stage, tab: port.sender?.tab?.id });
  });
  port.onMessage.addListener(async (message) => {
    const { seq, ...asked } = /** @type {{ seq?: number, t: string }} */ (message);
    await ready;
    await stage?.do(/** @type {import("./static/types.js").ToBridge} */ (asked));
    if (seq !== undefined && !gone) port.postMessage({ t: "done", seq });
  });
  port.onDisconnect.addListener(() => {
    gone = true;
    stage?.close();
    if (open.get(serial)?.stage === stage) open.delete(serial);
  });
}

/**
 * The small pages: told how things are; they pair, unpair, and open a phone's page.
 * @param {ChromePort} port
 */
function status(port) {
  const off = link.watch((told) => port.postMessage({ t: "status", ...told }));
  port.onDisconnect.addListener(off);
  port.onMessage.addListener(async (message) => {
    const asked = /** @type {{ t: string, code?: string, serial?: string }} */ (message);
    if (asked.t === "pair") await link.pair(asked.code ?? "");
    else if (asked.t === "unpair") await link.unpair();
    else if (asked.t === "connect") link.connect();
    else if (asked.t === "open" && asked.serial) await show(asked.serial);
  });
}

/**
 * Open a phone's page, or bring the one that is open to the front.
 * @param {string} serial
 */
async function show(serial) {
  const tab = open.get(serial)?.tab;
  if (tab !== undefined) await chrome.tabs.update(tab, { active: true });
  else await chrome.tabs.create({ url: `phone.html?serial=${encodeURIComponent(serial)}` });
}
