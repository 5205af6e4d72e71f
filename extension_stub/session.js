// One phone's Chrome over the link: its tabs, a session on each that is used, and the person's list before and after.
import { Failure } from "./link.js";
import { blockedBy } from "./sites.js";

/**
 * @typedef {{ id: string, url: string, title: string, session: string | null, number: number }} Tab
 * @typedef {{ changed: () => void, event: (tab: Tab, method: string, params: any) => void, closed: (reason: string) => void }} Ears
 * @typedef {import("./sites.js").Rule} Rule
 */

const HEX = /^[0-9A-F]{32}$/i;
/** What leads away from a page, or says nothing of it: may be said on a blocked one too. */
const LEAVING = new Set(["Page.navigate", "Page.screencastFrameAck", "Page.stopScreencast"]);
/** What is heard of a blocked page: where the tab is, nothing of what is in it. */
const TOLD = new Set([
  ...["Page.frameNavigated", "Page.loadEventFired", "Page.javascriptDialogClosed"],
  "Page.screencastVisibilityChanged",
]);
const LOOK_MS = 2000;
const FRONT_TRIES = 4;
const FRONT_MS = 250;

export class Session {
  /** @type {Map<string, Tab>} */
  tabs = new Map();
  alive = true;
  #number = 0;
  /** @type {Map<string, Promise<string>>} */
  #attaching = new Map();

  /**
   * Open a phone.
   * @param {import("./link.js").Link} link
   * @param {string} serial
   * @param {() => readonly Rule[]} rules
   * @param {Ears} ears
   * @returns {Promise<Session>} rejects with a `Failure`
   */
  static async open(link, serial, rules, ears) {
    const made = new Session(link, serial, rules, ears);
    try {
      const { targets } = await link.ask("phoneOpen", { serial });
      for (const each of targets) made.#target(each);
      await made.#say("Target.setDiscoverTargets", { discover: true });
    } catch (why) {
      made.close();
      throw why;
    }
    return made;
  }

  /**
   * @param {import("./link.js").Link} link
   * @param {string} serial
   * @param {() => readonly Rule[]} rules
   * @param {Ears} ears
   */
  constructor(link, serial, rules, ears) {
    this.link = link;
    this.serial = serial;
    this.rules = rules;
    this.ears = ears;
    this.off = link.hear(serial, (frame) => this.#heard(frame));
  }

  /** Leave the phone. */
  close() {
    if (!this.alive) return;
    this.alive = false;
    this.off();
    this.link.leave(this.serial);
  }

  /**
   * Say something to a tab, or to the browser itself; checked before, and what came of it after.
   * @param {Tab | null} tab
   * @param {string} method
   * @param {Record<string, any>} [params]
   * @param {number} [timeoutMs]
   * @returns {Promise<any>} rejects with a `Failure`
   */
  async call(tab, method, params = {}, timeoutMs) {
    if (typeof params.url === "string") this.#check(params.url);
    const free = tab === null || LEAVING.has(method);
    const session = tab ? await this.attach(tab) : undefined;
    if (tab && !free) this.#check(tab.url);
    const answer = await this.#say(method, params, session, timeoutMs);
    if (tab && !free) this.#check(tab.url);
    return answer;
  }

  /**
   * Say which rule keeps a tab shut.
   * @param {Tab} tab
   */
  blocked(tab) {
    return blockedBy(tab.url, this.rules());
  }

  /**
   * Find the tab that is in front: the phone does not tell of its own accord.
   * @param {Tab | null} first asked alone at first
   * @returns {Promise<Tab | null>}
   */
  async front(first) {
    const known = first && this.tabs.has(first.id) ? await this.#visible(first) : false;
    if (known) return first;
    const rest = [...this.tabs.values()].filter((each) => each !== first);
    const seen = await Promise.all(rest.map((each) => this.#visible(each)));
    // a page that is busy does not answer, and may still be in front
    return rest[seen.indexOf(true)] ?? (known === null ? first : null);
  }

  /**
   * Go back (-1) or forward (1) in a tab's history; where there is nothing, stay.
   * @param {Tab | null} tab
   * @param {number} by
   */
  async step(tab, by) {
    if (!tab) return;
    const { entries, currentIndex } = await this.call(tab, "Page.getNavigationHistory");
    const to = entries[currentIndex + by];
    if (!to) return;
    this.#check(String(to.url));
    await this.call(tab, "Page.navigateToHistoryEntry", { entryId: to.id });
  }

  /**
   * Bring a tab to the front; Chrome may not hear it at first.
   * @param {string} targetId
   */
  async bring(targetId) {
    for (let at = 0; at < FRONT_TRIES; at += 1) {
      await this.call(null, "Target.activateTarget", { targetId });
      const tab = this.tabs.get(targetId) ?? null;
      if (tab && (await this.#visible(tab))) return;
      await new Promise((done) => setTimeout(done, FRONT_MS));
    }
  }

  /**
   * @param {Tab} tab
   * @returns {Promise<string>} its session
   */
  attach(tab) {
    if (tab.session) return Promise.resolve(tab.session);
    let made = this.#attaching.get(tab.id);
    if (!made) {
      made = this.#attach(tab).finally(() => this.#attaching.delete(tab.id));
      this.#attaching.set(tab.id, made);
    }
    return made;
  }

  /** @param {Tab} tab */
  async #attach(tab) {
    const { sessionId } = await this.#say("Target.attachToTarget", {
      targetId: tab.id,
      flatten: true,
    });
    tab.session = String(sessionId);
    this.#say("Page.enable", {}, tab.session).catch(() => {}); // a page that sleeps does not answer
    return tab.session;
  }

  /**
   * @param {Tab} tab
   * @returns {Promise<boolean | null>} null where it does not say
   */
  async #visible(tab) {
    try {
      const session = await this.attach(tab);
      // of the page nothing but this is asked, so it is asked of a blocked one too
      const told = await this.#say(
        "Runtime.evaluate",
        { expression: "document.visibilityState", returnByValue: true },
        session,
        LOOK_MS,
      );
      return told.result?.value === "visible";
    } catch (why) {
      if (why instanceof Failure && why.code === "PHONE_GONE") throw why;
      const code = why instanceof Failure ? why.code : "";
      // the Bridge lets nothing be asked of a page that it blocks; one that it blocks may be in front
      return code === "SITE_BLOCKED" || (code === "TIMEOUT" ? null : false);
    }
  }

  /**
   * @param {string} method
   * @param {Record<string, any>} params
   * @param {string} [sessionId]
   * @param {number} [timeoutMs]
   */
  #say(method, params, sessionId, timeoutMs) {
    if (!this.alive) return Promise.reject(new Failure("PHONE_GONE", "The phone is not open."));
    return this.link.ask("cdp", {
      serial: this.serial,
      method,
      params,
      ...(sessionId ? { sessionId } : {}),
      ...(timeoutMs ? { timeoutMs } : {}),
    });
  }

  /** @param {string} url */
  #check(url) {
    const rule = blockedBy(url, this.rules());
    if (rule !== null)
      throw new Failure("SITE_BLOCKED", `This site is on the extension's list: ${rule}.`);
  }

  /** @param {import("./link.js").Frame} frame */
  #heard(frame) {
    if (frame.t === "phoneClosed") {
      this.alive = false;
      this.off();
      this.ears.closed(String(frame.reason));
      return;
    }
    const { method, params = {}, sessionId } = frame;
    if (!sessionId) {
      this.#browser(String(method), params);
      return;
    }
    const tab = [...this.tabs.values()].find((each) => each.session === sessionId);
    if (!tab) return;
    if (method === "Page.frameNavigated" && !params.frame?.parentId) {
      tab.url = String(params.frame.url);
      this.ears.changed();
    }
    if (this.blocked(tab) !== null && !TOLD.has(String(method))) {
      if (method === "Page.screencastFrame")
        this.call(tab, "Page.screencastFrameAck", { sessionId: params.sessionId }).catch(() => {});
      return;
    }
    this.ears.event(tab, String(method), params);
  }

  /**
   * @param {string} method
   * @param {any} params
   */
  #browser(method, params) {
    if (method === "Target.targetCreated" || method === "Target.targetInfoChanged") {
      if (params.targetInfo?.type === "page") this.#target(params.targetInfo);
    } else if (method === "Target.targetDestroyed" || method === "Target.targetCrashed") {
      this.tabs.delete(String(params.targetId));
    } else if (method === "Target.detachedFromTarget") {
      for (const each of this.tabs.values())
        if (each.session === params.sessionId) each.session = null;
    } else return;
    this.ears.changed();
  }

  /** @param {{ targetId: string, url: string, title: string }} info */
  #target({ targetId, url, title }) {
    if (!HEX.test(targetId)) return; // the twin of a restored tab: it never answers
    const known = this.tabs.get(targetId);
    if (known) Object.assign(known, { url, title });
    else {
      this.#number += 1;
      this.tabs.set(targetId, { id: targetId, url, title, session: null, number: this.#number });
    }
  }
}
