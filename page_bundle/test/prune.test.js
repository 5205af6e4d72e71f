import assert from "node:assert/strict";
import test from "node:test";
import { limitRows, prune } from "../src/prune.js";

/**
 * @param {string} role
 * @param {string} name
 * @param {...import("../src/snapshot.js").Branch} children
 * @returns {import("../src/snapshot.js").Branch}
 */
const branch = (role, name, ...children) => ({
  row: {
    ref: null,
    role,
    name,
    depth: 0,
    frame: 0,
    states: [],
    value: null,
    level: null,
    interactive: /^(button|link|textbox)$/.test(role),
    box: null,
  },
  children,
});

/** @param {...import("../src/snapshot.js").Branch} top */
const told = (...top) =>
  prune(top).map((row) => `${"  ".repeat(row.depth)}${row.role} ${row.name}`.trimEnd());

test("empty containers go", () => {
  assert.deepEqual(told(branch("main", "", branch("list", "", branch("listitem", "")))), []);
});

test("an item gives way to the one thing in it, and takes over text", () => {
  assert.deepEqual(
    told(
      branch(
        "list",
        "",
        branch("listitem", "", branch("link", "Home")),
        branch("listitem", "", branch("text", "plain")),
        branch("listitem", "", branch("text", "two"), branch("button", "things")),
      ),
    ),
    ["list", "  link Home", "  listitem plain", "  listitem", "    text two", "    button things"],
  );
});

test("a row of plain cells is one line, one with a button is not", () => {
  /** @param {string} text */
  const cell = (text) => branch("cell", "", branch("text", text));
  assert.deepEqual(
    told(
      branch(
        "table",
        "",
        branch("row", "", cell("Tea"), cell("3"), branch("cell", "")),
        branch("row", "", cell("Rice"), branch("cell", "", branch("button", "Buy"))),
      ),
    ),
    ["table", "  row Tea | 3 |", "  row", "    cell Rice", "    button Buy"],
  );
});

test("a heading that is all link is one line with its level", () => {
  const heading = branch("heading", "News", branch("link", "News"));
  heading.row.level = 3;
  assert.deepEqual(
    prune([heading]).map(({ role, name, level }) => [role, name, level]),
    [["link", "News", 3]],
  );
});

test("an image beside a row of the same name is left out", () => {
  assert.deepEqual(told(branch("img", "Tea"), branch("link", "Tea"), branch("img", "Rice")), [
    "link Tea",
    "img Rice",
  ]);
});

test("a limit drops text before what can be acted on", () => {
  const rows = prune([
    branch("text", "a"),
    branch("button", "b"),
    branch("text", "c"),
    branch("link", "d"),
  ]);
  assert.deepEqual(
    limitRows(rows, 3).map((row) => row.name),
    ["a", "b", "d"],
  );
  assert.deepEqual(
    limitRows(rows, 1).map((row) => row.name),
    ["b"],
  );
  assert.equal(limitRows(rows, 4), rows);
});

test("a limit drops text before what gives the page its shape", () => {
  const rows = prune([
    branch("text", "a"),
    branch("text", "b"),
    branch("heading", "c"),
    branch("button", "d"),
    branch("status", "e"),
    branch("heading", "f"),
  ]);
  const told = [5, 4, 3, 2, 1].map((most) =>
    limitRows(rows, most)
      .map((row) => row.name)
      .join(""),
  );
  assert.deepEqual(told, ["acdef", "cdef", "cde", "cd", "d"]);
});

test("a picture that is all of a link is what the link is called", () => {
  assert.deepEqual(told(branch("link", "", branch("img", "Tea"))), ["link Tea"]);
  assert.deepEqual(told(branch("link", "Shop", branch("img", "Tea"))), ["link Shop", "  img Tea"]);
});

test("cells side by side that only say something are one line, the others stay", () => {
  const row = branch(
    "row",
    "",
    branch("cell", "a"),
    branch("cell", "b"),
    branch("button", "Go"),
    branch("cell", "c"),
    branch("cell", "d"),
  );
  assert.deepEqual(told(row), ["row", "  cell a | b", "  button Go", "  cell c | d"]);
});

test("a header cell gives way to the button it holds, unless it has a state to tell", () => {
  const sorted = branch("columnheader", "", branch("button", "Date"));
  sorted.row.states = ["descending"];
  const plain = branch("columnheader", "", branch("button", "Name"));
  assert.deepEqual(told(plain, sorted), ["button Name", "columnheader", "  button Date"]);
});
