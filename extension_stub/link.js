// The link to the Bridge: finds it, proves both sides, keeps it, and pairs requests with their answers.
import * as prove from "./proof.js";
import * as store from "./store.js";

const PROTOCOL = 23;
const MIN_DAEMON = 23;
const HANDSHAKE_MS = 5000;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
const SILENT_MS = 45_000; // the Bridge asks every 20 s whether we are there

/**
 * @typedef {{ serial: string, model: string | null, transport: string, state: string, ready: boolean }} Device
 * @typedef {"unpaired" | "connecting" | "connected" | "refused"} How
 * @typedef {{ how: How, reason: string, port: number | null, version: string, devices: Device[] }} Status
 * @typedef {{ t: string, id?: string, serial?: string, result?: { ok: boolean, data?: any, error?: Fault }, [name: string]: any }} Frame
 * @typedef {{ code: string, message: string, hint?: string }} Fault
 */

/** What a request failed by. */
export class Failure extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {string} [hint]
   */
  constructor(code, message, hint = "") {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

export class Link {
  /** @type {Status} */
  status = { how: "connecting", reason: "", port: null, version: "", devices: [] };
  /** @type {Set<(status: Status) => void>} */
  #watching = new Set();
  /** @type {Map<string, Set<(frame: Frame) => void>>} */
  #phones = new Map();
  /** @type {Map<string, { serial: string, done: (data: any) => void, fail: (why: Failure) => void }>} */
  #asked = new Map();
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Promise<void> | null} */
  #trying = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #again;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #silent;
  #wait = FIRST_WAIT_MS;
  #number = 0;

  /**
   * Be told of the status, now and whenever it changes.
   * @param {(status: Status) => void} heard
   * @returns {() => void} ends it
   */
  watch(heard) {
    this.#watching.add(heard);
    heard(this.status);
    return () => this.#watching.delete(heard);
  }

  /**
   * Hear the events of one phone, and what ends it (`phoneClosed`).
   * @param {string} serial
   * @param {(frame: Frame) => void} heard
   * @returns {() => void} ends it
   */
  hear(serial, heard) {
    const all = this.#phones.get(serial) ?? new Set();
    this.#phones.set(serial, all.add(heard));
    return () => all.delete(heard);
  }

  /** Connect now, unless it is connected or about to be. */
  connect() {
    if (this.#socket) return;
    this.#trying ??= this.#try(null).finally(() => {
      this.#trying = null;
    });
  }

  /**
   * Be known to the Bridge by a code.
   * @param {string} code
   */
  async pair(code) {
    await this.#trying;
    this.#drop("pairing");
    this.#trying = this.#try(prove.plain(code)).finally(() => {
      this.#trying = null;
    });
    await this.#trying;
    return this.status.how === "connected";
  }

  /** Be known no more. */
  async unpair() {
    await store.forgetKey();
    this.#drop("not paired any more");
    this.#tell({ how: "unpaired", reason: "", port: null, devices: [] });
  }

  /**
   * Ask the Bridge.
   * @param {"phoneOpen" | "cdp" | "phoneLaunch"} t
   * @param {{ serial: string, [name: string]: any }} fields
   * @returns {Promise<any>} rejects with a `Failure`
   */
  ask(t, fields) {
    const socket = this.#socket;
    if (!socket) return Promise.reject(new Failure("PHONE_GONE", "The Bridge is not there."));
    this.#number += 1;
    const id = String(this.#number);
    return new Promise((done, fail) => {
      this.#asked.set(id, { serial: fields.serial, done, fail });
      socket.send(JSON.stringify({ t, id, ...fields }));
    });
  }

  /** @param {string} serial */
  leave(serial) {
    this.#socket?.send(JSON.stringify({ t: "phoneClose", id: "", serial }));
  }

  /** @param {Partial<Status>} news */
  #tell(news) {
    this.status = { ...this.status, ...news };
    for (const heard of this.#watching) heard(this.status);
  }

  /** @param {string | null} code */
  async #try(code) {
    clearTimeout(this.#again);
    const key = await store.key();
    if (!code && !key) {
      this.#tell({ how: "unpaired", reason: "" });
      return;
    }
    this.#tell({ how: "connecting", reason: "" });
    let reason = "";
    for (const port of await store.ports()) {
      const said = await this.#shake(port, code, key);
      if (said === null) return;
      reason = said || reason;
    }
    this.#tell({ how: reason ? "refused" : "connecting", reason });
    if (!code) this.#later();
  }

  #later() {
    clearTimeout(this.#again);
    this.#again = setTimeout(() => this.connect(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
  }

  /**
   * Try one port.
   * @param {number} port
   * @param {string | null} code
   * @param {string | null} key
   * @returns {Promise<string | null>} null when it is the Bridge; else why not, as far as it said
   */
  async #shake(port, code, key) {
    const manifest = await (await fetch(chrome.runtime.getURL("manifest.json"))).text();
    const hello = {
      t: "hello",
      mode: code ? "pair" : "key",
      protocolVersion: PROTOCOL,
      minDaemonProtocol: MIN_DAEMON,
      extensionVersion: chrome.runtime.getManifest().version,
      manifestHash: await prove.sha256(manifest),
      installId: await store.installId(),
      nonce: prove.nonce(),
    };
    return new Promise((settle) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/extension`);
      const limit = setTimeout(() => socket.close(), HANDSHAKE_MS);
      /** @type {prove.Said | null} */
      let said = null;
      /** @type {Uint8Array<ArrayBuffer> | null} */
      let secret = null;

      /** @param {string | null} how */
      const end = (how) => {
        clearTimeout(limit);
        settle(how);
      };
      /** @param {Frame} frame */
      const heard = async (frame) => {
        if (frame.t === "challenge" && !said) {
          said = {
            protocol: PROTOCOL,
            version: hello.extensionVersion,
            manifest: hello.manifestHash,
            install: hello.installId,
            ours: hello.nonce,
            theirs: String(frame.nonce),
            port,
          };
          secret = code ? await prove.stretched(code, said) : store.bytes(key ?? "");
          socket.send(JSON.stringify({ t: "proof", proof: await prove.proof(secret, said) }));
        } else if (frame.t === "welcome" && said && secret) {
          const veil = code ? String(frame.key) : "";
          if (!(await prove.isBridge(secret, said, String(frame.proof), veil))) {
            socket.close();
            end("what answers there is not the Bridge");
            return;
          }
          if (code) await store.keepKey(await prove.shown(secret, said, veil));
          socket.onmessage = ({ data }) => this.#heard(socket, JSON.parse(data));
          socket.onclose = ({ reason }) => this.#lost(socket, reason);
          this.#socket = socket;
          this.#wait = FIRST_WAIT_MS;
          this.#listen(socket);
          this.#tell({ how: "connected", reason: "", port, version: String(frame.version) });
          end(null);
        } else {
          this.#heard(socket, frame); // it came while the welcome was looked at
        }
      };
      let order = Promise.resolve();
      socket.onopen = () => socket.send(JSON.stringify(hello));
      socket.onmessage = ({ data }) => {
        order = order.then(() => heard(JSON.parse(data))).catch(() => socket.close());
      };
      socket.onclose = ({ reason }) => end(reason);
    });
  }

  /** @param {WebSocket} socket */
  #listen(socket) {
    clearTimeout(this.#silent);
    this.#silent = setTimeout(() => socket.close(), SILENT_MS);
  }

  /**
   * @param {WebSocket} socket
   * @param {Frame} frame
   */
  #heard(socket, frame) {
    if (this.#socket !== socket) return;
    this.#listen(socket);
    const { t, id = "", serial = "", result } = frame;
    if (t === "ping") socket.send('{"t":"pong"}');
    if (t === "androidInfo" && result)
      this.#tell({ devices: result.ok ? result.data.devices : [] });
    if (t === "cdpEvent" || t === "phoneClosed") {
      if (t === "phoneClosed") this.#fail(serial, `The phone is gone: ${frame.reason}.`);
      for (const heard of [...(this.#phones.get(serial) ?? [])]) heard(frame);
    }
    const asked = this.#asked.get(id);
    if (!asked || !result) return;
    this.#asked.delete(id);
    const { ok, data, error } = result;
    if (ok) asked.done(data);
    else asked.fail(new Failure(error?.code ?? "", error?.message ?? "", error?.hint));
  }

  /**
   * @param {string | null} serial of one phone; all when null
   * @param {string} why
   */
  #fail(serial, why) {
    for (const [id, asked] of [...this.#asked]) {
      if (serial !== null && asked.serial !== serial) continue;
      this.#asked.delete(id);
      asked.fail(new Failure("PHONE_GONE", why));
    }
  }

  /**
   * @param {WebSocket} socket
   * @param {string} reason
   */
  #lost(socket, reason) {
    if (this.#socket !== socket) return;
    this.#drop(reason);
    this.#tell({ how: "connecting", reason, port: null, devices: [] });
    this.#later();
  }

  /** @param {string} why */
  #drop(why) {
    const socket = this.#socket;
    this.#socket = null;
    clearTimeout(this.#silent);
    clearTimeout(this.#again);
    socket?.close();
    this.#fail(null, why || "The Bridge is gone.");
    for (const [serial, all] of this.#phones)
      for (const heard of [...all]) heard({ t: "phoneClosed", serial, reason: "bridge-gone" });
  }
}
