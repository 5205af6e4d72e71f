// The size of a JPEG, read off its head. Pure.

const HEAD = 4096;

/**
 * @param {string} data base64
 * @returns {{ width: number, height: number } | null}
 */
export function size(data) {
  const raw = atob(data.slice(0, HEAD));
  let at = 2;
  while (at + 9 < raw.length && raw.charCodeAt(at) === 0xff) {
    const mark = raw.charCodeAt(at + 1);
    const word = (/** @type {number} */ from) =>
      raw.charCodeAt(from) * 256 + raw.charCodeAt(from + 1);
    if (mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark))
      return { height: word(at + 5), width: word(at + 7) };
    at += 2 + word(at + 2);
  }
  return null;
}
