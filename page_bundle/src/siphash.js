// SipHash-2-4, a keyed hash for short messages: who does not know the key cannot make one. Pure.
// https://www.aumasson.jp/siphash/siphash.pdf

const MASK = (1n << 64n) - 1n;

/** @param {bigint} value @param {bigint} bits */
const turn = (value, bits) => ((value << bits) | (value >> (64n - bits))) & MASK;

/** @param {Uint8Array} bytes @param {number} from @param {number} count little-endian */
function word(bytes, from, count) {
  let value = 0n;
  for (let index = count - 1; index >= 0; index--)
    value = (value << 8n) | BigInt(bytes[from + index] ?? 0);
  return value;
}

/**
 * @param {string} key 32 hex digits
 * @param {Uint8Array} bytes
 * @returns {string} 16 hex digits
 */
export function siphash(key, bytes) {
  const secret = Uint8Array.from({ length: 16 }, (_, at) =>
    Number.parseInt(key.slice(2 * at, 2 * at + 2), 16),
  );
  const k0 = word(secret, 0, 8);
  const k1 = word(secret, 8, 8);
  let v0 = k0 ^ 0x736f6d6570736575n;
  let v1 = k1 ^ 0x646f72616e646f6dn;
  let v2 = k0 ^ 0x6c7967656e657261n;
  let v3 = k1 ^ 0x7465646279746573n;
  /** @param {number} rounds */
  const stir = (rounds) => {
    for (let round = 0; round < rounds; round++) {
      v0 = (v0 + v1) & MASK;
      v1 = turn(v1, 13n) ^ v0;
      v0 = turn(v0, 32n);
      v2 = (v2 + v3) & MASK;
      v3 = turn(v3, 16n) ^ v2;
      v0 = (v0 + v3) & MASK;
      v3 = turn(v3, 21n) ^ v0;
      v2 = (v2 + v1) & MASK;
      v1 = turn(v1, 17n) ^ v2;
      v2 = turn(v2, 32n);
    }
  };
  /** @param {bigint} value */
  const take = (value) => {
    v3 ^= value;
    stir(2);
    v0 ^= value;
  };
  const whole = bytes.length - (bytes.length % 8);
  for (let at = 0; at < whole; at += 8) take(word(bytes, at, 8));
  take((BigInt(bytes.length & 0xff) << 56n) | word(bytes, whole, bytes.length % 8));
  v2 ^= 0xffn;
  stir(4);
  return (v0 ^ v1 ^ v2 ^ v3).toString(16).padStart(16, "0");
}
