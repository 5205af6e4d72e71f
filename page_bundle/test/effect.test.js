import assert from "node:assert/strict";
import { test } from "node:test";
import { isBlurredAway, plainGradient } from "../src/effect.js";

test("filters that leave nothing to read are told from those that do", () => {
  for (const filter of ["blur(8px)", "contrast(0)", "brightness(0)", "grayscale(1) blur(20px)"])
    assert.equal(isBlurredAway(filter, "16px"), true, filter);
  for (const filter of ["none", "blur(1px)", "contrast(1.2)", "brightness(0.9)", "grayscale(1)"])
    assert.equal(isBlurredAway(filter, "16px"), false, filter);
});

test("a gradient of one colour is plain, one of two or of a picture is not", () => {
  const white = { r: 255, g: 255, b: 255, a: 1 };
  assert.deepEqual(plainGradient("linear-gradient(rgb(255, 255, 255), rgb(254, 254, 254))"), white);
  for (const image of [
    "linear-gradient(rgb(255, 255, 255), rgb(0, 0, 0))",
    "linear-gradient(rgba(255, 255, 255, 0.4), rgba(255, 255, 255, 0.4))",
    'url("x.png"), linear-gradient(rgb(255, 255, 255), rgb(255, 255, 255))',
    "none",
  ])
    assert.equal(plainGradient(image), null, image);
});
