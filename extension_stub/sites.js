// The person's blocked sites as this extension keeps them: what a rule is, and whether an address fits one. Pure.

const MOST_CHARS = 200;
const HOST = /^(\[[0-9a-f:.]+\]|[^\s/:?#[\]@]+)(?::(\d{1,5}))?([/?].*)?$/i;

/**
 * @typedef {{ text: string, host: RegExp, port: string, path: RegExp | null }} Rule
 */

/**
 * Read a rule: a host, with port, path and query if wanted; `*` stands for anything.
 * @param {string} text
 * @returns {Rule | null} null when it is none
 */
export function rule(text) {
  const bare = text
    .trim()
    .replace(/^(https?|\*):\/\//i, "")
    .replace(/#.*$/, "")
    .replace(/^(\*\.|www\.)/i, "");
  const found = HOST.exec(bare);
  if (!found || bare.length > MOST_CHARS) return null;
  const [, name = "", port = "", rest = ""] = found;
  const host = named(name);
  if (!host || /^[*.]*$/.test(host) || Number(port) > 65_535) return null;
  const path = rest.replace(/\/+$/, "");
  return {
    text: `${host}${port && port !== "80" && port !== "443" ? `:${port}` : ""}${path}`,
    host: new RegExp(
      `^(?:.+\\.)?${starred(host, "[^.]*").replace(/\\\.\[\^\.\]\*$/, "\\..+")}$`,
      "i",
    ),
    port: port === "80" || port === "443" ? "" : port,
    path: path ? new RegExp(`^${starred(path.toLowerCase(), ".*")}(?:[/?&;].*)?$`, "s") : null,
  };
}

/**
 * A host as the browser spells it.
 * @param {string} name
 */
function named(name) {
  if (name.includes("*")) return /^[a-z0-9_*.-]+$/i.test(name) ? name.toLowerCase() : "";
  try {
    return new URL(`http://${name}/`).hostname.replace(/\.$/, "");
  } catch {
    return "";
  }
}

/**
 * @param {string} text
 * @param {string} any
 */
function starred(text, any) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, (each) => (each === "*" ? any : `\\${each}`));
}

/**
 * Say which rule an address is blocked by.
 * @param {string} address
 * @param {Iterable<Rule>} rules
 * @returns {string | null} null when it is not
 */
export function blockedBy(address, rules) {
  const inner = address.replace(/^(?:view-source:|blob:|filesystem:)+/i, "");
  /** @type {URL} */
  let url;
  try {
    url = new URL(inner);
  } catch {
    return inner ? "what cannot be read as an address" : null;
  }
  if (url.protocol === "data:" || url.protocol === "about:") return null;
  const host = url.hostname.replace(/\.$/, "");
  const path = (plain(url.pathname) + decoded(url.search)).toLowerCase();
  for (const each of rules) {
    if (!each.host.test(host)) continue;
    if (each.port && each.port !== url.port) continue;
    if (!each.path || each.path.test(path)) return each.text;
  }
  return null;
}

/**
 * With escapes of unreserved characters spelled out: `%61` is `a`, `%2F` stays.
 * @param {string} text
 */
function decoded(text) {
  return text.replace(/%([0-9a-f]{2})/gi, (whole, digits) => {
    const meant = String.fromCharCode(Number.parseInt(digits, 16));
    return /[a-z0-9._~-]/i.test(meant) ? meant : whole;
  });
}

/** @param {string} path */
const plain = (path) => decoded(path).replace(/\/{2,}/g, "/");
