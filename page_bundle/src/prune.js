// From a tree of rows to few lines: empty containers go, containers of one thing give way to it,
// texts become the names of the items and cells that hold nothing else. Pure.

/** @typedef {import("./snapshot.js").Branch} Branch */

/** Containers that say nothing when they hold nothing. */
const EMPTY = new Set(
  `article banner complementary contentinfo feed form list listitem log main marquee menubar navigation region row
  search status table tablist toolbar grid treegrid tree radiogroup alert listbox`.split(/\s+/),
);
/** Containers that give way to the one thing they hold. */
const YIELDING = new Set(
  "article list listitem cell gridcell columnheader rowheader row".split(" "),
);
/** Containers that take over the text they hold. */
const TAKING = new Set([
  "listitem",
  "cell",
  "gridcell",
  "columnheader",
  "rowheader",
  "alert",
  "status",
  "article",
  "tooltip",
]);
const CELL = new Set(["cell", "gridcell", "columnheader", "rowheader"]);

/** @param {Branch} branch */
const isPlain = (branch) =>
  branch.children.length === 0 && !branch.row.interactive && branch.row.states.length === 0;

/** Cells beside one another that only say something make one line. @param {Branch} row changed here */
function joinCells(row) {
  const joined = /** @type {Branch[]} */ ([]);
  for (const cell of row.children) {
    const last = joined[joined.length - 1];
    const both = last && [last, cell].every((each) => each.row.role === "cell" && isPlain(each));
    if (last && both) last.row.name += ` | ${cell.row.name}`;
    else joined.push(cell);
  }
  row.children = joined;
}

/**
 * What becomes of a branch whose children are pruned already.
 * @param {Branch} branch
 * @returns {Branch[]} none, itself, or what it holds
 */
function settleBranch(branch) {
  const { row, children } = branch;
  if (row.interactive) {
    const picture = children.length === 1 ? children[0] : undefined;
    if (row.name === "" && picture?.row.role === "img" && isPlain(picture)) {
      // a picture that is all of a link: what it shows is what the link is called
      row.name = picture.row.name;
      branch.children = [];
    }
    return [branch];
  }
  const link = row.role === "heading" && children.length === 1 ? children[0] : undefined;
  if (link?.row.interactive && link.row.name === row.name) {
    // a heading that is all link: one line, with the level
    link.row.level = row.level;
    return [link];
  }
  const only = children.length === 1 ? children[0] : undefined;
  if (only?.row.role === "text" && TAKING.has(row.role) && row.name === "") {
    row.name = only.row.name;
    branch.children = [];
    return [branch];
  }
  if (children.length === 0 && EMPTY.has(row.role)) return row.name === "" ? [] : [branch];
  if (
    row.role === "row" &&
    children.length > 0 &&
    children.every((cell) => CELL.has(cell.row.role) && isPlain(cell))
  ) {
    row.name = children.map((cell) => cell.row.name).join(" | ");
    branch.children = [];
    return row.name.replace(/[ |]/g, "") === "" ? [] : [branch];
  }
  if (row.role === "row") joinCells(branch);
  if (only && row.name === "" && row.states.length === 0 && YIELDING.has(row.role)) return [only];
  return [branch];
}

/** @param {Branch[]} branches @returns {Branch[]} */
function pruneAll(branches) {
  return branches.flatMap((branch) => {
    branch.children = withoutEchoes(pruneAll(branch.children));
    return settleBranch(branch);
  });
}

/** An image beside a row of the same name says nothing of its own. @param {Branch[]} branches @returns {Branch[]} */
function withoutEchoes(branches) {
  return branches.filter(
    ({ row }, index) =>
      row.role !== "img" ||
      row.interactive ||
      !(branches[index - 1]?.row.name === row.name || branches[index + 1]?.row.name === row.name),
  );
}

/**
 * Rows with depths as a tree again.
 * @param {import("./types.js").Row[]} rows
 * @returns {Branch[]}
 */
export function treeOf(rows) {
  /** @type {Branch[]} */
  const top = [];
  /** @type {Branch[]} */
  const path = [];
  for (const row of rows) {
    const branch = { row, children: [] };
    path.length = Math.min(path.length, row.depth);
    (path[path.length - 1]?.children ?? top).push(branch);
    path.push(branch);
  }
  return top;
}

/**
 * Prune and flatten.
 * @param {Branch[]} top
 * @returns {import("./types.js").Row[]} in document order, each with its depth
 */
export function prune(top) {
  /** @type {import("./types.js").Row[]} */
  const rows = [];
  /** @param {Branch[]} branches @param {number} depth */
  const flatten = (branches, depth) => {
    for (const { row, children } of branches) {
      row.depth = depth;
      rows.push(row);
      flatten(children, depth + 1);
    }
  };
  flatten(withoutEchoes(pruneAll(top)), 0);
  return rows;
}

/** What outlives other rows that are not interactive; `render` in snapshot.py keeps the same. */
const HEADS = new Set(["heading", "alert", "dialog", "alertdialog", "status"]);

/**
 * Cut to a number of rows: interactive ones stay before headings and alerts, these before others.
 * @param {import("./types.js").Row[]} rows
 * @param {number} most
 */
export function limitRows(rows, most) {
  if (rows.length <= most) return rows;
  /** @param {import("./types.js").Row} row */
  const rank = (row) => (row.interactive ? 0 : HEADS.has(row.role) ? 1 : 2);
  const room = [0, 0, 0];
  for (const row of rows) room[rank(row)] = (room[rank(row)] ?? 0) + 1;
  let left = most;
  for (const [at, wanted] of room.entries()) {
    room[at] = Math.min(wanted, left);
    left -= room[at] ?? 0;
  }
  return rows.filter((row) => {
    const at = rank(row);
    room[at] = (room[at] ?? 0) - 1;
    return (room[at] ?? 0) >= 0;
  });
}
