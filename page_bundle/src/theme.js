// How a page is made up: its colours and where they are, custom properties, fonts, surfaces, dark or light.
import { Spent } from "./budget.js";
import { COLOURFUL, DARK, hex, luminance, toLch } from "./colour.js";
import { context } from "./context.js";
import {
  attribute,
  composedChildren,
  documentElement,
  isHtml,
  isText,
  nodeValue,
  rect,
  selectAll,
  tag,
} from "./dom.js";
import { everywhere } from "./find.js";
import { Grounds } from "./grounds.js";
import { clean, cut } from "./lines.js";
import { isTextSeen } from "./names.js";
import { drawn, parseColor } from "./paint.js";
import { isDarkScheme } from "./paper.js";
import { gather } from "./remote.js";
import { describe, isInteractive, settle, shownRole } from "./rows.js";

/** @typedef {import("./types.js").Context} Context */
/** @typedef {import("./types.js").Frame} Frame */
/** @typedef {"text" | "background" | "border" | "accent"} Group */
/** @typedef {{count: number, where: Map<string, number>}} Use */

const PLACES = 3;
const LONGEST = 80;
const SIDES = ["Top", "Right", "Bottom", "Left"];
/** CSS px² from which a painted box counts as a surface. */
const SURFACE = 1500;

class Part {
  /** @type {Record<Group, Map<string, Use>>} */
  groups = { text: new Map(), background: new Map(), border: new Map(), accent: new Map() };
  /** @type {Map<string, {count: number, sizes: Set<number>, weights: Set<string>}>} */
  fonts = new Map();

  /** @param {Group} group @param {import("./paint.js").Color | null} color @param {string} where */
  add(group, color, where) {
    if (!color || color.a === 0) return;
    const name = hex(color);
    const uses = this.groups[group];
    const use = uses.get(name) ?? { count: 0, where: new Map() };
    uses.set(name, use);
    use.count += 1;
    use.where.set(where, (use.where.get(where) ?? 0) + 1);
  }

  /** @param {CSSStyleDeclaration} style */
  font(style) {
    const family = cut(clean(style.fontFamily), LONGEST);
    const use = this.fonts.get(family) ?? { count: 0, sizes: new Set(), weights: new Set() };
    this.fonts.set(family, use);
    use.count += 1;
    use.sizes.add(Math.round(Number.parseFloat(style.fontSize) * 10) / 10);
    use.weights.add(style.fontWeight);
  }

  /** @param {number} most of each group */
  told(most) {
    /** @param {Map<string, Use>} uses */
    const group = (uses) =>
      byCount(uses)
        .slice(0, most)
        .map(([color, { count, where }]) => ({
          ...{ color, count },
          where: [...where]
            .sort(([, a], [, b]) => b - a)
            .slice(0, PLACES)
            .map(([name]) => name),
        }));
    const fonts = byCount(this.fonts).slice(0, most);
    return {
      colours: Object.fromEntries(
        Object.entries(this.groups).map(([name, uses]) => [name, group(uses)]),
      ),
      fonts: fonts.map(([family, { count, sizes, weights }]) => ({
        ...{ family, count },
        sizes: [...sizes].sort((a, b) => a - b).slice(0, most),
        weights: [...weights].sort().slice(0, most),
      })),
    };
  }
}

/** @template {{count: number}} T @param {Map<string, T>} uses @returns {[string, T][]} */
const byCount = (uses) => [...uses].sort(([, a], [, b]) => b.count - a.count);

/** @param {Element} element @param {Context} ctx */
function hasLetters(element, ctx) {
  return composedChildren(element).some(
    (child) =>
      isText(child) && nodeValue(child).trim() !== "" && isTextSeen(child, element, ctx.sight),
  );
}

/** @param {CSSStyleDeclaration} style @returns {string[]} colours of the sides that are drawn */
function borders(style) {
  const sides = SIDES.flatMap((side) => {
    const at = (/** @type {string} */ what) => style[/** @type {any} */ (`border${side}${what}`)];
    const shown = Number.parseFloat(at("Width") ?? "0") > 0 && at("Style") !== "none";
    return shown ? [at("Color") ?? ""] : [];
  });
  return [...new Set(sides)];
}

/**
 * The custom properties on the first element of a document, colours first.
 * @param {Document} root
 * @param {number} most
 */
function tokens(root, most) {
  const first = documentElement(root);
  if (!first) return { tokens: [], token_count: 0 };
  const found = [];
  for (const [name, values] of first.computedStyleMap()) {
    if (!name.startsWith("--")) continue;
    const value = clean(String([...values][0] ?? ""));
    const isColour = value !== "" && value.length <= LONGEST && CSS.supports("color", value);
    const color = isColour && !/^current/i.test(value) ? drawn(value) : null;
    found.push({
      name: cut(name, LONGEST),
      value: cut(value, LONGEST),
      color: color && hex(color),
    });
  }
  found.sort((a, b) => Number(a.color === null) - Number(b.color === null));
  return { tokens: found.slice(0, most), token_count: found.length };
}

/** @param {Frame} frame @param {Part} part @param {Context} ctx @param {any} args */
function partOf(frame, part, ctx, args) {
  const root = frame.document;
  const ground = new Grounds(ctx).base(root);
  const first = documentElement(root);
  const meta = selectAll(root, "meta[name=theme-color i]")[0];
  return settle(
    {
      ...{ role: "document", ref: null, frame: frame.index },
      ...part.told(args.max_per_group ?? 8),
      ...tokens(root, args.max_tokens ?? 40),
      ground: hex(ground),
      dark: luminance(ground) < DARK,
      color_scheme: first ? ctx.style(first).colorScheme : "normal",
      dark_controls: isDarkScheme(root),
      theme_color: meta ? cut(clean(attribute(meta, "content") ?? ""), LONGEST) : null,
      prefers_dark: matchMedia("(prefers-color-scheme: dark)").matches,
    },
    frame,
  );
}

class Look {
  /** @type {Map<Frame, Part>} */
  parts = new Map();
  /** @type {{element: Element, area: number}[]} */
  surfaces = [];
  scanned = 0;
  #ctx;

  /** @param {Context} ctx */
  constructor(ctx) {
    this.#ctx = ctx;
    for (const frame of ctx.searched) this.parts.set(frame, new Part());
  }

  /** @param {Element} element */
  take(element) {
    const ctx = this.#ctx;
    const look = ctx.sight.look(element);
    if (look.gone || look.veiled || !look.drawn || !isHtml(element)) return;
    const part = this.parts.get(ctx.frameOf(element));
    const box = rect(element);
    if (!part || (box.width === 0 && box.height === 0)) return;
    this.scanned += 1;
    const style = ctx.style(element);
    const role = shownRole(element);
    const where = role === "" || role === "none" ? tag(element) : role;
    const back = parseColor(style.backgroundColor);
    const acts = isInteractive(element, role, ctx);
    const isColourful = (/** @type {typeof back} */ color) =>
      color !== null && color.a > 0.1 && toLch(color).c >= COLOURFUL;
    if (hasLetters(element, ctx)) {
      const ink = parseColor(style.color);
      part.add("text", ink, where);
      part.font(style);
      if (acts && isColourful(ink)) part.add("accent", ink, where);
    }
    part.add("background", back, where);
    if (acts && isColourful(back)) part.add("accent", back, where);
    if (style.accentColor !== "auto") part.add("accent", parseColor(style.accentColor), where);
    for (const side of borders(style)) part.add("border", parseColor(side), where);
    const area = box.width * box.height;
    const painted = (back?.a ?? 1) > 0 || style.backgroundImage !== "none";
    if (painted && area >= SURFACE) this.surfaces.push({ element, area });
  }

  /** @param {number} most @param {Context} ctx of this moment */
  surfacesTold(most, ctx) {
    return this.surfaces
      .sort((a, b) => b.area - a.area)
      .slice(0, most)
      .map(({ element }) => {
        const style = ctx.style(element);
        const back = parseColor(style.backgroundColor);
        const ink = parseColor(style.color);
        const [edge] = borders(style);
        const line = edge === undefined ? null : parseColor(edge);
        const image = style.backgroundImage;
        return {
          element: describe(element, ctx, { focused: null, box: true }),
          background: back && back.a > 0 ? hex(back) : null,
          image: image === "none" ? null : image.includes("url(") ? "picture" : "gradient",
          text: ink && hex(ink),
          border: line && hex(line),
          radius: cut(style.borderTopLeftRadius, 20),
          shadow: style.boxShadow !== "none",
        };
      });
  }
}

/** @type {Record<string, import("./types.js").Command>} */
export const commands = {
  async theme(args, ctx) {
    const limit = args.max_scan ?? 1200;
    const look = new Look(ctx);
    let partial = ctx.full;
    try {
      for (const element of everywhere(ctx, "*")) {
        if (look.scanned >= limit) {
          partial = true;
          break;
        }
        look.take(element);
      }
    } catch (error) {
      if (!(error instanceof Spent)) throw error;
      partial = true;
    }
    const most = args.max_surfaces ?? 20;
    const now = partial ? context() : ctx; // its time may be spent
    /** @type {any[]} */
    const parts = [...look.parts].map(([frame, part]) => partOf(frame, part, now, args));
    const surfaces = look.surfacesTold(most, now);
    let { scanned } = look;
    for (const outside of ctx.outside) {
      if (!ctx.sight.isSeen(outside.element)) continue;
      const left = { ...args, max_scan: Math.max(0, limit - scanned) };
      const value = await gather(outside, "theme", left, ctx);
      if (!value) continue;
      parts.push(...(value.parts ?? []));
      surfaces.push(...(value.surfaces ?? []));
      scanned += Number(value.scanned) || 0;
      if (value.partial) partial = true;
    }
    return { parts, surfaces: surfaces.slice(0, most), scanned, partial };
  },
};
