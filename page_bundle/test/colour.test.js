import assert from "node:assert/strict";
import test from "node:test";
import { BLACK, fromLch, hex, nearest, over, ratio, rounded, toLch, WHITE } from "../src/colour.js";

/** @param {number} r @param {number} g @param {number} b */
const rgb = (r, g, b, a = 1) => ({ r, g, b, a });

test("contrast is counted as WCAG counts it", () => {
  assert.equal(ratio(BLACK, WHITE), 21);
  assert.equal(ratio(WHITE, WHITE), 1);
  // the greys that people quote: #767676 is the palest that passes on white, #777777 fails
  assert.ok(ratio(rgb(0x76, 0x76, 0x76), WHITE) >= 4.5);
  assert.ok(ratio(rgb(0x77, 0x77, 0x77), WHITE) < 4.5);
});

test("what lets something through is seen over what is behind it", () => {
  assert.equal(hex(over(rgb(0, 0, 0, 0.5), WHITE)), "#808080");
  assert.equal(hex(over(rgb(255, 0, 0, 0.5), rgb(0, 0, 255, 0))), "#ff000080");
  assert.equal(over(rgb(9, 9, 9, 0), rgb(9, 9, 9, 0)).a, 0);
});

test("a colour goes to lightness, chroma and hue, and comes back", () => {
  for (let step = 0; step < 500; step++) {
    const color = rgb((step * 67) % 256, (step * 31) % 256, (step * 151) % 256);
    assert.deepEqual(fromLch(toLch(color)), rounded(color));
  }
  assert.equal(hex(fromLch({ l: 1.2, c: 0.3, h: 1 })), "#ffffff");
});

test("the nearest colour that passes does pass, and one step nearer does not", () => {
  for (let step = 0; step < 300; step++) {
    const ink = rgb((step * 67) % 256, (step * 31) % 256, (step * 151) % 256);
    const ground = rgb((step * 13) % 256, (step * 97) % 256, (step * 191) % 256);
    const found = nearest(ink, ground, 4.5);
    assert.ok(found, `${hex(ink)} on ${hex(ground)}: black or white always passes AA`);
    assert.ok(ratio(found, ground) >= 4.5);
    const { l } = toLch(found);
    const from = toLch(ink);
    if (ratio(fromLch(from), ground) >= 4.5) continue;
    const nearer = fromLch({ ...from, l: l + Math.sign(from.l - l) * 0.02 });
    assert.ok(ratio(nearer, ground) < 4.6, `${hex(ink)} on ${hex(ground)}: ${hex(nearer)}`);
  }
  assert.equal(nearest(BLACK, rgb(118, 118, 118), 7), null);
});
