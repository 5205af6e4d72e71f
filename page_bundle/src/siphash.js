// SipHash-2-4, a keyed hash: who does not know the key cannot make one. Pure.
// https://www.aumasson.jp/siphash/siphash.pdf
//
// The four 64-bit words are pairs of 32-bit halves, low one first: BigInt is 20 times slower, and
// answers of some hundred kB are sealed too.

const ROTATIONS = /** @type {const} */ ([13, 32, 16, 21, 17]);

class Words {
  /** @param {Uint32Array} key four halves */
  constructor(key) {
    const [a = 0, b = 0, c = 0, d = 0] = key;
    /** v0 to v3. */
    this.v = Uint32Array.of(
      a ^ 0x70736575,
      b ^ 0x736f6d65,
      c ^ 0x6e646f6d,
      d ^ 0x646f7261,
      a ^ 0x6e657261,
      b ^ 0x6c796765,
      c ^ 0x79746573,
      d ^ 0x74656462,
    );
  }

  /** @param {number} to @param {number} from indices of low halves */
  #add(to, from) {
    const { v } = this;
    const low = /** @type {number} */ (v[to]) + /** @type {number} */ (v[from]);
    v[to] = low;
    v[to + 1] =
      /** @type {number} */ (v[to + 1]) +
      /** @type {number} */ (v[from + 1]) +
      (low > 0xffffffff ? 1 : 0);
  }

  /** @param {number} at @param {number} bits */
  #turn(at, bits) {
    const { v } = this;
    let low = /** @type {number} */ (v[at]);
    let high = /** @type {number} */ (v[at + 1]);
    if (bits === 32) [low, high] = [high, low];
    else
      [low, high] = [
        (low << bits) | (high >>> (32 - bits)),
        (high << bits) | (low >>> (32 - bits)),
      ];
    v[at] = low;
    v[at + 1] = high;
  }

  /** @param {number} to @param {number} from @param {number} bits */
  #mix(to, from, bits) {
    const { v } = this;
    this.#add(to, from);
    this.#turn(from, bits);
    v[from] = /** @type {number} */ (v[from]) ^ /** @type {number} */ (v[to]);
    v[from + 1] = /** @type {number} */ (v[from + 1]) ^ /** @type {number} */ (v[to + 1]);
  }

  /** @param {number} rounds */
  stir(rounds) {
    const [a, b, c, d, e] = ROTATIONS;
    for (let round = 0; round < rounds; round++) {
      this.#mix(0, 2, a);
      this.#turn(0, b);
      this.#mix(4, 6, c);
      this.#mix(0, 6, d);
      this.#mix(4, 2, e);
      this.#turn(4, b);
    }
  }

  /** @param {number} low @param {number} high */
  take(low, high) {
    const { v } = this;
    v[6] = /** @type {number} */ (v[6]) ^ low;
    v[7] = /** @type {number} */ (v[7]) ^ high;
    this.stir(2);
    v[0] = /** @type {number} */ (v[0]) ^ low;
    v[1] = /** @type {number} */ (v[1]) ^ high;
  }
}

/**
 * @param {string} key 32 hex digits
 * @param {Uint8Array} bytes
 * @returns {string} 16 hex digits
 */
export function siphash(key, bytes) {
  const secret = new DataView(new ArrayBuffer(16));
  for (let at = 0; at < 16; at++)
    secret.setUint8(at, Number.parseInt(key.slice(2 * at, 2 * at + 2), 16));
  const words = new Words(
    Uint32Array.from({ length: 4 }, (_, at) => secret.getUint32(4 * at, true)),
  );
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const whole = bytes.length - (bytes.length % 8);
  for (let at = 0; at < whole; at += 8)
    words.take(view.getUint32(at, true), view.getUint32(at + 4, true));
  const rest = new DataView(new ArrayBuffer(8));
  for (let at = whole; at < bytes.length; at++) rest.setUint8(at - whole, view.getUint8(at));
  rest.setUint8(7, bytes.length & 0xff);
  words.take(rest.getUint32(0, true), rest.getUint32(4, true));
  const { v } = words;
  v[4] = /** @type {number} */ (v[4]) ^ 0xff;
  words.stir(4);
  /** @param {0 | 1} half */
  const folded = (half) => [0, 2, 4, 6].reduce((sum, at) => sum ^ (v[at + half] ?? 0), 0) >>> 0;
  return [folded(1), folded(0)].map((half) => half.toString(16).padStart(8, "0")).join("");
}
