// Builds src/ into ../bridge/page/bundle.js. `--check` writes nothing and fails when that file is stale.
//
// The bundle's name is a hash of its sources and of the packages it is made with, so two builds of the
// same checkout give the same bytes, and Python can tell an old bundle in a page from its own.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const output = join(here, "..", "bridge", "page", "bundle.js");

/** @returns {string} eight hex digits */
function hashOfSources() {
  const hash = createHash("sha256");
  const names = readdirSync(join(here, "src")).filter((name) => name.endsWith(".js"));
  for (const name of ["../package.json", ...names.sort()]) {
    hash.update(`${name}\0`);
    hash.update(readFileSync(join(here, "src", name)));
    hash.update("\0");
  }
  return hash.digest("hex").slice(0, 8);
}

const hash = hashOfSources();
const licence = readFileSync(
  join(here, "node_modules", "dom-accessibility-api", "LICENSE.md"),
  "utf8",
);
const result = await build({
  absWorkingDir: here,
  entryPoints: ["src/main.js"],
  bundle: true,
  write: false,
  format: "iife",
  target: "chrome120",
  charset: "utf8",
  legalComments: "inline",
  minify: false,
  define: { TAPBRIDGE_HASH: JSON.stringify(hash) },
  banner: {
    js: `// tapbridge-bundle ${hash}
// Built from page_bundle/src by page_bundle/build.mjs. Do not edit.
/*! With dom-accessibility-api, whose licence is:

${licence.trim()}
*/`,
  },
  logLevel: "warning",
});
const text = result.outputFiles[0].text;

if (process.argv.includes("--check")) {
  let present = "";
  try {
    present = readFileSync(output, "utf8");
  } catch {
    // missing is stale
  }
  if (present !== text) {
    console.error("bridge/page/bundle.js is stale: run `node build.mjs` in page_bundle.");
    process.exit(1);
  }
} else {
  writeFileSync(output, text);
  console.log(`bridge/page/bundle.js  ${hash}  ${text.length} characters`);
}
