// What a phone's page is told of the tab and the others; nothing is told twice.

/**
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("./session.js").Tab} Tab
 * @typedef {import("./static/types.js").FromBridge} FromBridge
 */

export class Board {
  /** @type {Map<string, string>} */
  #told = new Map();
  /** @type {[back: boolean, forward: boolean]} */
  #moves = [false, false];

  /** @param {(message: FromBridge) => void} tell */
  constructor(tell) {
    this.tell = tell;
  }

  /** @param {FromBridge} message sent unless the last of its kind said the same */
  once(message) {
    const now = JSON.stringify(message);
    if (this.#told.get(message.t) === now) return;
    this.#told.set(message.t, now);
    this.tell(message);
  }

  /** All is to be told again. */
  forget() {
    this.#told.clear();
    this.#moves = [false, false];
  }

  /**
   * Tell where the tab is, and which others there are.
   * @param {Session} session
   * @param {Tab} tab
   * @param {() => boolean} isShown whether it is still the one
   * @param {boolean} asked whether to ask how far back and forward it goes
   */
  async page(session, tab, isShown, asked) {
    const shut = session.blocked(tab) !== null;
    /** @type {[back: boolean, forward: boolean]} */
    let moves = asked ? [false, false] : this.#moves;
    if (asked && !shut) {
      try {
        const told = await session.call(tab, "Page.getNavigationHistory");
        moves = [told.currentIndex > 0, told.currentIndex < told.entries.length - 1];
        const entry = told.entries[told.currentIndex];
        if (entry) Object.assign(tab, { url: String(entry.url), title: String(entry.title) });
      } catch {
        // it is on its way
      }
    }
    this.#moves = moves;
    if (!isShown()) return;
    const [back, forward] = moves;
    const { url, number } = tab;
    const title = shut ? "" : tab.title;
    this.once({ t: "page", tab: number, url, title, back, forward, blocked: shut });
    const tabs = [...session.tabs.values()].map((each) => ({
      tab: each.number,
      title: session.blocked(each) === null ? each.title : "",
      url: each.url,
      active: each === tab,
    }));
    this.once({ t: "tabs", tabs });
  }
}
