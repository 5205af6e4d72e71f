// A WebM file around VP8 chunks: just so much of Matroska as a player needs, with its length and places to jump to.

/** @typedef {{ data: Uint8Array<ArrayBuffer>, ms: number, key: boolean }} Chunk */
/** @typedef {Uint8Array<ArrayBuffer>} Bytes */

const CLUSTER_MS = 30_000; // a block counts from its cluster in 16 bits

/**
 * @param {...Bytes} parts
 * @returns {Bytes}
 */
function join(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * An unsigned number in as many bytes as it needs, or as asked for.
 * @param {number} value
 * @param {number} [bytes]
 */
function whole(value, bytes = 0) {
  const out = [];
  for (let rest = value; rest > 0 || out.length < Math.max(1, bytes); rest = Math.floor(rest / 256))
    out.unshift(rest % 256);
  return new Uint8Array(out);
}

/** @param {number} value */
function real(value) {
  const out = new Uint8Array(8);
  new DataView(out.buffer).setFloat64(0, value);
  return out;
}

/** @param {string} text */
function ascii(text) {
  return new Uint8Array([...text].map((each) => each.charCodeAt(0)));
}

/**
 * An element: its id, its length in 8 bytes, what is in it.
 * @param {number} id
 * @param {...Bytes} inside
 */
function element(id, ...inside) {
  const body = join(...inside);
  const size = whole(body.length, 8);
  size[0] = 0x01;
  return join(whole(id), size, body);
}

/**
 * @param {readonly Chunk[]} chunks in order of time, the first a whole picture
 * @param {{ width: number, height: number, ms: number }} about
 */
export function webm(chunks, { width, height, ms }) {
  const head = element(
    0x1a45dfa3,
    element(0x4286, whole(1)), // version of EBML
    element(0x42f7, whole(1)),
    element(0x42f2, whole(4)),
    element(0x42f3, whole(8)),
    element(0x4282, ascii("webm")),
    element(0x4287, whole(4)),
    element(0x4285, whole(2)),
  );
  const info = element(
    0x1549a966,
    element(0x2ad7b1, whole(1_000_000)), // times are in milliseconds
    element(0x4489, real(ms)),
    element(0x4d80, ascii("Tapbridge")),
    element(0x5741, ascii("Tapbridge")),
  );
  const track = element(
    0x1654ae6b,
    element(
      0xae,
      element(0xd7, whole(1)), // number
      element(0x73c5, whole(1)), // uid
      element(0x83, whole(1)), // video
      element(0x86, ascii("V_VP8")),
      element(0xe0, element(0xb0, whole(width)), element(0xba, whole(height))),
    ),
  );
  /** @type {Bytes[]} */
  const clusters = [];
  /** @type {Bytes[]} */
  const cues = [];
  let place = info.length + track.length;
  for (const group of grouped(chunks)) {
    const start = group[0]?.ms ?? 0;
    const blocks = group.map((chunk) => {
      const about = new Uint8Array([0x81, 0, 0, chunk.key ? 0x80 : 0]);
      new DataView(about.buffer).setInt16(1, chunk.ms - start);
      return element(0xa3, about, chunk.data);
    });
    const cluster = element(0x1f43b675, element(0xe7, whole(start)), ...blocks);
    const spot = element(0xb7, element(0xf7, whole(1)), element(0xf1, whole(place)));
    cues.push(element(0xbb, element(0xb3, whole(start)), spot));
    clusters.push(cluster);
    place += cluster.length;
  }
  const segment = element(0x18538067, info, track, ...clusters, element(0x1c53bb6b, ...cues));
  return new Blob([head, segment], { type: "video/webm" });
}

/**
 * A cluster begins with a whole picture, so that a player can begin there.
 * @param {readonly Chunk[]} chunks
 */
function grouped(chunks) {
  /** @type {Chunk[][]} */
  const groups = [];
  for (const chunk of chunks) {
    const group = groups.at(-1);
    const full = group?.[0] && chunk.ms - group[0].ms >= CLUSTER_MS;
    if (!group || chunk.key || full) groups.push([chunk]);
    else group.push(chunk);
  }
  return groups;
}
