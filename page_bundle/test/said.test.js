// What is said already, without a page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Said } from "../src/said.js";

test("a button's name says its parts, and words of it in their order", () => {
  const said = new Said();
  said.push("Add Wireless Mouse to cart", true);
  assert.ok(said.has("wireless  mouse"));
  assert.ok(said.has("Add to cart"));
  assert.ok(!said.has("to cart Add"));
  assert.ok(!said.has("Later"));
  assert.ok(!said.has("cartoon"));
});

test("of a container only the whole name counts, and what was left says nothing", () => {
  const said = new Said();
  said.push("Your cart", false);
  assert.ok(!said.hasParts);
  assert.ok(said.has("your cart"));
  assert.ok(!said.has("cart"));
  said.pop();
  assert.ok(said.isEmpty);
  assert.ok(!said.has("your cart"));
});
