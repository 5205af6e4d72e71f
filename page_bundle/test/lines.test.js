import assert from "node:assert/strict";
import test from "node:test";
import { BREAK, CELL, clean, cut, digest, GAP, join, LINE } from "../src/lines.js";

test("white space folds to one blank, and characters of no width part no word", () => {
  assert.equal(clean("  a\u00a0\n b\u200bc\u00ad "), "a bc");
});

test("a cut never leaves half a character", () => {
  assert.equal(cut("abc", 3), "abc");
  assert.equal(cut("ab😀cd", 4), "ab…");
});

test("blocks are lines, paragraphs have empty lines around them, cells a tab between", () => {
  assert.equal(join([LINE, "a ", "b", LINE, LINE, " ", LINE, "c", LINE]), "a b\nc");
  assert.equal(join([GAP, "a", GAP, LINE, "b"]), "a\n\nb");
  assert.equal(join([LINE, "1", CELL, "2", CELL, LINE, "3", CELL]), "1\t2\n3");
  assert.equal(join(["a", BREAK, "b", BREAK, BREAK, "c"]), "a\nb\n\nc");
});

test("kept white space stays, other blanks do not double", () => {
  assert.equal(join([GAP, { kept: "  x\n\ty" }, GAP]), "  x\n\ty");
  assert.equal(join(["a ", " ", " b"]), "a b");
});

test("the digest tells texts apart", () => {
  assert.match(digest(""), /^[0-9a-f]{8}$/);
  assert.equal(digest("abc"), digest("abc"));
  assert.notEqual(digest("abc"), digest("abd"));
});
