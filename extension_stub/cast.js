// The picture of one tab: asked for while it is wanted, and how a place in it lies on the page.
import { size } from "./jpeg.js";

const MOST_MEASURES = 64;

/**
 * @typedef {import("./session.js").Tab} Tab
 * @typedef {import("./session.js").Session} Session
 */

export class Cast {
  /** @type {Map<number, { width: number, ratio: number, ack: number }>} */
  #measures = new Map();
  #number = 0;
  /** @type {string | null} the session that was asked for pictures */
  #runs = null;

  /**
   * Have pictures sent.
   * @param {Session} session
   * @param {Tab} tab
   * @param {boolean} wifi whether the phone is reached without a cable: then with less data
   */
  async start(session, tab, wifi) {
    const asked = await session.attach(tab); // anew where Chrome has let go of the old one
    if (this.#runs === asked) return;
    this.#runs = asked;
    try {
      await session.call(tab, "Page.startScreencast", {
        format: "jpeg",
        quality: wifi ? 40 : 60,
        maxWidth: wifi ? 540 : 720,
        maxHeight: 1600,
        everyNthFrame: 1,
      });
    } catch (why) {
      if (this.#runs === asked) this.#runs = null;
      throw why;
    }
  }

  /**
   * Have no more sent.
   * @param {Session | null} session
   * @param {Tab | null} tab
   */
  stop(session, tab) {
    if (this.#runs && tab?.session && session?.alive)
      session.call(tab, "Page.stopScreencast").catch(() => {});
    this.#runs = null;
  }

  /**
   * Take a picture in.
   * @param {any} params
   * @returns {import("./static/types.js").Head}
   */
  take({ data, metadata, sessionId }) {
    const { width, height } = size(data) ?? {
      width: metadata.deviceWidth,
      height: metadata.deviceHeight,
    };
    const scale = metadata.pageScaleFactor || 1;
    this.#number += 1;
    this.#measures.set(this.#number, {
      width: metadata.deviceWidth / scale,
      ratio: height / width,
      ack: sessionId,
    });
    if (this.#measures.size > MOST_MEASURES)
      this.#measures.delete(Number(this.#measures.keys().next().value));
    return { n: this.#number, width, height, scale, at: metadata.timestamp ?? Date.now() / 1000 };
  }

  /**
   * Tell the phone that a picture was drawn: then the next comes.
   * @param {Session | null} session
   * @param {Tab | null} tab
   * @param {number} n
   */
  drawn(session, tab, n) {
    const sessionId = this.#measures.get(n)?.ack;
    if (sessionId !== undefined && tab && session?.alive)
      session.call(tab, "Page.screencastFrameAck", { sessionId }).catch(() => {});
  }

  /**
   * Where on the page a place in a picture is, in CSS px of the visible part.
   * @param {{ fx: number, fy: number, n: number }} spot
   * @returns {[number, number]}
   */
  point({ fx, fy, n }) {
    const measure = this.#measures.get(n);
    return measure ? [fx * measure.width, fy * measure.width * measure.ratio] : [0, 0];
  }
}
