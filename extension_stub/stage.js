// A phone as its page in this browser sees it: speaks the viewer's messages with the page, and DevTools with the phone.
import { address } from "./address.js";
import { Board } from "./board.js";
import { Cast } from "./cast.js";
import { Hand } from "./hand.js";
import { Failure } from "./link.js";
import { list } from "./list.js";
import { Session } from "./session.js";

const AGAIN_MS = 3000;
const CLOSED_MS = 300;
const TITLE_MS = 500;
const LOOK_MS = 2000;
/** After these the tab may be elsewhere, or be called otherwise. */
const MOVES = new Set([
  "Page.loadEventFired",
  "Page.frameNavigated",
  "Page.navigatedWithinDocument",
]);

/**
 * @typedef {import("./session.js").Tab} Tab
 * @typedef {import("./static/types.js").FromBridge} FromBridge
 * @typedef {import("./static/types.js").ToBridge} ToBridge
 */

/** @type {Record<string, string>} */
const REASONS = {
  unplugged: "The phone was unplugged.",
  "chrome-exited": "Chrome on the phone was closed.",
  "bridge-stopping": "The Bridge stops.",
  "bridge-gone": "The Bridge is gone.",
  taken: "Somebody else has taken the phone.",
};

export class Stage {
  /** @type {Session | null} */
  #session = null;
  /** @type {Tab | null} */
  #tab = null;
  #picture = new Cast();
  /** @type {Board} */
  #board;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #late;
  /** @type {Promise<void>} */
  #order = Promise.resolve();
  #watched = false;
  #ended = false;
  #opening = false;
  /** @type {{ text: string } | null} a dialog of the page, and what is typed into it */
  #dialog = null;

  /**
   * @param {import("./link.js").Link} link
   * @param {string} serial
   * @param {() => readonly import("./sites.js").Rule[]} rules
   * @param {(message: FromBridge | { t: "frame", head: import("./static/types.js").Head, data: string }) => void} tell
   */
  constructor(link, serial, rules, tell) {
    this.link = link;
    this.serial = serial;
    this.rules = rules;
    this.tell = tell;
    this.#board = new Board(tell);
    this.hand = new Hand(
      () => this.#tab,
      (tab, method, params) => this.#call(method, params, tab),
      (why) => this.#error(why),
    );
    tell({ t: "welcome", version: link.status.version, serial, viewer: "extension" });
    tell({ t: "steering", you: true, count: 1 });
    this.off = link.watch((status) => this.#link(status));
  }

  /** End it: its page is closed. */
  close() {
    this.#ended = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#late);
    this.off();
    this.hand.release();
    this.#session?.close();
    this.#session = null;
  }

  /**
   * Do what the page asks; resolves when it is done.
   * @param {ToBridge} message
   */
  async do(message) {
    try {
      await this.#do(message);
    } catch (why) {
      this.#error(why, message.t);
    }
  }

  /** Judge anew: the list has changed. */
  judge() {
    this.#page();
    this.#cast();
  }

  /** @param {ToBridge} message */
  async #do(message) {
    if (this.#dialog && (message.t === "text" || message.t === "compose")) {
      this.#dialog.text = message.text;
      return;
    }
    if (this.#dialog && message.t === "key" && ["Enter", "Escape"].includes(message.key)) {
      const accept = message.key === "Enter";
      const promptText = this.#dialog.text;
      await this.#call("Page.handleJavaScriptDialog", { accept, promptText });
      return;
    }
    switch (message.t) {
      case "watch":
      case "unwatch":
        this.#watched = message.t === "watch";
        this.#lookIn(LOOK_MS);
        if (!this.#watched) this.hand.release();
        return this.#cast();
      case "ack":
        return this.#picture.drawn(this.#session, this.#tab, message.n);
      case "touch": {
        const [x, y] = this.#picture.point(message);
        return this.hand.touch(message.kind, x, y);
      }
      case "wheel": {
        const [x, y] = this.#picture.point(message);
        return this.hand.wheel(x, y, message.dx, message.dy);
      }
      case "text":
      case "compose":
        return this.hand.text(message.text);
      case "key":
        return this.hand.key(message.key, message.modifiers ?? []);
      case "go": {
        const told = await this.#call("Page.navigate", { url: address(message.url) });
        if (told.errorText)
          throw new Failure("NAVIGATION_FAILED", `The page did not open: ${told.errorText}`);
        return;
      }
      case "back":
        return this.#here().step(this.#tab, -1);
      case "forward":
        return this.#here().step(this.#tab, 1);
      case "reload":
        await this.#call("Page.reload");
        return;
      case "tabs":
        return this.#page(true);
      case "new": {
        const { targetId } = await this.#here().call(null, "Target.createTarget", {
          url: "about:blank",
        });
        await this.#here().bring(String(targetId));
        return this.#soon();
      }
      case "switch":
        await this.#here().bring(this.#numbered(message.tab).id);
        return this.#soon();
      case "close":
        await this.#here().call(null, "Target.closeTarget", {
          targetId: this.#numbered(message.tab).id,
        });
        return;
      case "open":
        await this.link.ask("phoneLaunch", { serial: this.serial });
        return this.#open();
      case "reconnect":
        this.link.connect();
        return this.#open();
      case "sites":
        this.tell(await list(message));
        return;
      case "phone":
      case "steer":
      case "hello":
        return;
      default:
        throw new Failure("UNSUPPORTED", "The extension cannot do that; the viewer can.");
    }
  }

  /** @param {import("./link.js").Status} status */
  #link(status) {
    const phones = status.devices.map((each) => ({ ...each, model: each.model ?? "" }));
    this.#board.once({ t: "phones", phones: phones.filter((each) => each.serial === this.serial) });
    if (this.#session?.alive) return;
    if (status.how === "connected") {
      if (status.devices.some((each) => each.serial === this.serial && each.ready)) this.#open();
      else this.#state("no_phone", `${this.serial} is not ready.`);
      return;
    }
    const words = {
      unpaired: "This browser is not paired. Open the extension's options.",
      refused: `The Bridge does not let this browser in: ${status.reason}`,
      connecting: "Looking for the Bridge.",
      connected: "",
    };
    this.#state(status.how === "connecting" ? "connecting" : "ended", words[status.how]);
  }

  async #open() {
    if (this.#ended || this.#opening || this.#session?.alive) return;
    this.#opening = true;
    clearTimeout(this.#timer);
    try {
      const opened = await Session.open(this.link, this.serial, this.rules, {
        changed: () => this.#changed(),
        event: (tab, method, params) => this.#event(tab, method, params),
        closed: (reason) => this.#closed(reason),
      });
      if (this.#ended) {
        opened.close();
        return;
      }
      this.#session = opened;
      const followed = this.#order.then(() => this.#follow());
      this.#order = followed.catch(() => {});
      await followed;
    } catch (why) {
      this.#refused(why);
    } finally {
      this.#opening = false;
    }
  }

  /** @param {unknown} why */
  #refused(why) {
    const { code, message } = why instanceof Failure ? why : new Failure("", String(why));
    this.#session?.close();
    this.#session = null;
    if (code === "CHROME_NOT_RUNNING") this.#state("chrome_closed", "");
    else if (this.link.status.how === "connected") this.#state("ended", message);
    if (code === "CHROME_NOT_RUNNING" || code === "PHONE_GONE")
      this.#timer = setTimeout(
        () => this.link.status.how === "connected" && this.#open(),
        AGAIN_MS,
      );
  }

  /** @param {string} reason */
  #closed(reason) {
    this.#session = null;
    this.#tab = null;
    this.#picture.stop(null, null);
    this.#board.forget();
    this.#asks(null);
    this.#state(reason === "chrome-exited" ? "chrome_closed" : "ended", REASONS[reason] ?? reason);
  }

  #changed() {
    if (this.#tab && !this.#session?.tabs.has(this.#tab.id))
      setTimeout(() => this.#soon(), CLOSED_MS);
    this.#page();
    this.#cast();
  }

  #soon() {
    this.#order = this.#order.then(() => this.#follow()).catch((why) => this.#error(why));
  }

  /** Show the tab that is in front. */
  async #follow() {
    const session = this.#session;
    if (!session?.alive) return;
    if (this.#dialog) return; // a page with a dialog does not say whether it is in front
    const found = await session.front(this.#tab);
    if (!found) {
      this.#state(
        "connecting",
        "Chrome shows no page: the screen may be dark, or another app or the tab switcher in front.",
      );
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#soon(), 1000);
      return;
    }
    if (found !== this.#tab) {
      this.hand.release();
      this.#picture.stop(session, this.#tab);
      this.#tab = found;
      this.#asks(null);
    }
    await this.#cast();
    this.#state("live", "");
    await this.#page(true);
  }

  /** Have pictures sent while somebody looks, and the page may be seen. */
  async #cast() {
    const [session, tab] = [this.#session, this.#tab];
    if (!session?.alive || !tab) return;
    if (!this.#watched || session.blocked(tab) !== null) {
      this.#picture.stop(session, tab);
      return;
    }
    const wifi = this.link.status.devices.some(
      (each) => each.serial === this.serial && each.transport === "wifi",
    );
    await this.#picture.start(session, tab, wifi).catch((why) => this.#error(why));
  }

  /**
   * @param {Tab} tab
   * @param {string} method
   * @param {any} params
   */
  #event(tab, method, params) {
    if (tab !== this.#tab) return;
    if (method === "Page.javascriptDialogOpening") {
      this.#asks({ text: String(params.defaultPrompt ?? "") }, params);
    } else if (method === "Page.javascriptDialogClosed") this.#asks(null);
    else if (method === "Page.screencastFrame") {
      this.tell({ t: "frame", head: this.#picture.take(params), data: params.data });
    } else if (method === "Page.screencastVisibilityChanged" && !params.visible) this.#soon();
    else if (MOVES.has(method)) {
      this.#page(true);
      this.#lookIn(TITLE_MS); // its title comes after
    }
  }

  /**
   * @param {{ text: string } | null} dialog
   * @param {any} [params]
   */
  #asks(dialog, params) {
    this.#dialog = dialog;
    if (!dialog) this.#board.once({ t: "dialog", open: false });
    else {
      const [kind, text] = [String(params.type), String(params.message)];
      this.#board.once({ t: "dialog", open: true, kind, text, default: dialog.text });
    }
  }

  /**
   * @param {string} method
   * @param {Record<string, any>} [params]
   * @param {Tab | null} [tab]
   */
  #call(method, params, tab = this.#tab) {
    if (!tab) return Promise.reject(new Failure("PHONE_GONE", "No page of it is shown."));
    return this.#here().call(tab, method, params);
  }

  /** Ask where the page is, again and again while somebody looks: of a title nothing tells. @param {number} ms */
  #lookIn(ms) {
    clearTimeout(this.#late);
    if (this.#ended || !this.#watched) return;
    this.#late = setTimeout(() => {
      this.#page(true);
      this.#lookIn(LOOK_MS);
    }, ms);
  }

  #here() {
    if (!this.#session?.alive) throw new Failure("PHONE_GONE", "The phone is not open.");
    return this.#session;
  }

  /** @param {number} number */
  #numbered(number) {
    const found = [...this.#here().tabs.values()].find((each) => each.number === number);
    if (!found) throw new Failure("TAB_NOT_FOUND", "That tab is not there any more.");
    return found;
  }

  /** @param {boolean} [asked] whether to ask how far back and forward it goes */
  async #page(asked = false) {
    const [session, tab] = [this.#session, this.#tab];
    if (session?.alive && tab) await this.#board.page(session, tab, () => tab === this.#tab, asked);
  }

  /**
   * @param {import("./static/types.js").StateName} state
   * @param {string} reason
   */
  #state(state, reason) {
    this.#board.once({ t: "state", state, ...(reason ? { reason } : {}) });
  }

  /**
   * @param {unknown} why
   * @param {string} [re]
   */
  #error(why, re) {
    const { code, message, hint } =
      why instanceof Failure ? why : new Failure("INTERNAL", String(why));
    if (!this.#ended) this.tell({ t: "error", code, message, hint, ...(re ? { re } : {}) });
  }
}
