import assert from "node:assert/strict";
import test from "node:test";
import {
  blended,
  filterOpacity,
  isAlike,
  isClippedAway,
  isMaskedAway,
  parseColor,
  shadowColors,
} from "../src/paint.js";

/** @param {string} text */
const color = (text) => parseColor(text) ?? { r: -1, g: -1, b: -1, a: -1 };

test("computed colours are read, other colour spaces are not", () => {
  assert.deepEqual(parseColor("rgb(1, 2, 3)"), { r: 1, g: 2, b: 3, a: 1 });
  assert.deepEqual(parseColor("rgba(1, 2, 3, 0.5)"), { r: 1, g: 2, b: 3, a: 0.5 });
  assert.equal(parseColor("oklch(0.5 0.1 20)"), null);
});

test("ink alike its ground cannot be read, however near", () => {
  assert.ok(isAlike(color("rgb(255, 255, 255)"), color("rgb(250, 252, 255)")));
  assert.ok(isAlike(color("rgba(0, 0, 0, 0.02)"), color("rgb(255, 255, 255)")));
  assert.ok(!isAlike(color("rgb(200, 200, 200)"), color("rgb(255, 255, 255)")));
});

for (const [clip, path, away] of /** @type {const} */ ([
  ["auto", "none", false],
  ["rect(0px, 0px, 0px, 0px)", "none", true],
  ["rect(1px, 1px, 1px, 1px)", "none", true],
  ["rect(0px, 100px, 20px, 0px)", "none", false],
  ["rect(auto, auto, auto, auto)", "none", false],
  ["auto", "inset(50%)", true],
  ["auto", "inset(100% 0% 0% 0%)", true],
  ["auto", "inset(0% 10%)", false],
  ["auto", "inset(0px 50% 0px 50% round 4px)", true],
  ["auto", "circle(0px at 50% 50%)", true],
  ["auto", "circle(40% at 50% 50%)", false],
  ["auto", "polygon(0px 0px, 0px 0px, 0px 0px)", true],
  ["auto", "polygon(evenodd, 0% 50%, 100% 50%, 30% 50%)", true],
  ["auto", "polygon(0px 0px, 10px 0px, 0px 10px)", false],
]))
  test(`clip ${clip} with path ${path} leaves ${away ? "nothing" : "something"}`, () => {
    assert.equal(isClippedAway(clip, path), away);
  });

test("what a filter leaves is multiplied", () => {
  assert.equal(filterOpacity("none"), 1);
  assert.equal(filterOpacity("blur(2px) opacity(0.2) opacity(20%)").toFixed(2), "0.04");
});

test("a mask of clear colours only lets nothing through", () => {
  assert.ok(isMaskedAway("linear-gradient(rgba(0, 0, 0, 0), rgba(0, 0, 0, 0.01))"));
  assert.ok(!isMaskedAway("linear-gradient(rgb(0, 0, 0), rgba(0, 0, 0, 0))"));
  assert.ok(!isMaskedAway('url("a.png")'));
});

test("a shadow that is spread wider than the letters shows none", () => {
  assert.deepEqual(shadowColors("rgb(1, 2, 3) 0px 0px 30px", 16), []);
});

test("a colour is mixed with its ground as the mode says", () => {
  const [black, white, grey] = [
    color("rgb(0, 0, 0)"),
    color("rgb(255, 255, 255)"),
    color("rgb(9, 90, 200)"),
  ];
  assert.deepEqual(blended("screen", black, grey), grey);
  assert.deepEqual(blended("multiply", white, grey), grey);
  assert.deepEqual(blended("normal", white, grey), white);
});

test("shadows are told by their colours", () => {
  assert.deepEqual(shadowColors("none", 16), []);
  assert.deepEqual(shadowColors("rgba(0, 0, 0, 0) 0px 0px 0px, rgb(1, 2, 3) 1px 1px 1px", 16), [
    { r: 0, g: 0, b: 0, a: 0 },
    { r: 1, g: 2, b: 3, a: 1 },
  ]);
});
