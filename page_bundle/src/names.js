// What an element is called: the accessible name, as far as people see it.
import { computeAccessibleName } from "dom-accessibility-api";
import {
  attribute,
  composedChildren,
  documentOf,
  isElement,
  isHtml,
  isText,
  newRange,
  nodeValue,
  selectAll,
  tag,
  textContent,
} from "./dom.js";
import { isDotted } from "./effect.js";
import { Fault } from "./fault.js";
import { clean, cut } from "./lines.js";
import { isActive, roleOf } from "./roles.js";
import { isSecret } from "./rows.js";

/** Longer names say nothing more about which element it is. */
const NAME_LIMIT = 200;

/**
 * Names of the elements of one call.
 */
export class Names {
  /** @type {Map<Element, string>} */
  #known = new Map();
  /** @type {import("./visible.js").Sight} */
  #sight;
  /** @type {(element: Element) => CSSStyleDeclaration} */
  #style;

  /** What secret fields hold that a page names something by. @type {Map<Document, string[]>} */
  #guarded = new Map();

  /**
   * @param {(element: Element) => CSSStyleDeclaration} style
   * @param {import("./visible.js").Sight} sight
   */
  constructor(style, sight) {
    this.#style = style;
    this.#sight = sight;
  }

  /**
   * The name, at most NAME_LIMIT characters; "" for none.
   * @param {Element} element
   * @returns {string}
   */
  of(element) {
    const known = this.#known.get(element);
    if (known !== undefined) return known;
    const name = cut(this.#compute(element), NAME_LIMIT);
    this.#known.set(element, name);
    return name;
  }

  /** @param {Element} element */
  #compute(element) {
    // without what nobody sees; if nothing is left (an icon with a label for screen readers), with it
    const seen = this.#accessible(element, true);
    if (seen && this.#mixesUnseen(element)) return clean(this.seenText(element, NAME_LIMIT));
    return seen || this.#accessible(element, false) || this.#fallback(element);
  }

  /** Whether words of its own that nobody sees stand beside others that are seen. @param {Element} element */
  #mixesUnseen(element) {
    if (["aria-label", "aria-labelledby", "alt"].some((name) => attribute(element, name)))
      return false;
    const own = [...composedChildren(element)].filter(
      (each) => isText(each) && nodeValue(each).trim(),
    );
    return (
      own.some((each) => !isTextSeen(/** @type {Text} */ (each), element, this.#sight)) &&
      this.seenText(element, 1) !== ""
    );
  }

  /** Whether it holds words and none of them is seen, nor anything else that could name. @param {Element} element */
  isUnread(element) {
    if (textContent(element).trim() === "" || this.seenText(element, 1) !== "") return false;
    const others = "img, svg, input, select, textarea, [aria-label], [aria-labelledby], [title]";
    return selectAll(element, others).length === 0 && attribute(element, "aria-label") === null;
  }

  /** @param {Element} element @param {boolean} seenOnly */
  #accessible(element, seenOnly) {
    const label = clean(attribute(element, "aria-label") ?? "");
    // a field is not named by its contents, and a password field always shows dots
    const isField = /^(input|textarea|select)$/.test(tag(element));
    if (label === "" && !isField && isDotted(this.#style(element))) return "";
    try {
      const name = clean(
        computeAccessibleName(element, {
          computedStyleSupportsPseudoElements: true,
          getComputedStyle: (at, pseudo) => this.#styleFor(at, pseudo, element, seenOnly),
        }),
      );
      return this.#guardedOf(documentOf(element)).some((secret) => name.includes(secret))
        ? label
        : name;
    } catch (error) {
      if (error instanceof Fault) throw error;
      // a form inside whose inputs are named like DOM methods
      return label;
    }
  }

  /**
   * What the secret fields hold by which a page names others (aria-labelledby): it is in no name.
   * @param {Document} root
   */
  #guardedOf(root) {
    let found = this.#guarded.get(root);
    if (found) return found;
    const ids = new Set();
    for (const each of selectAll(root, "[aria-labelledby]"))
      for (const id of (attribute(each, "aria-labelledby") ?? "").split(/\s+/)) ids.add(id);
    found = [];
    for (const each of ids.size > 0 ? selectAll(root, "[id]") : []) {
      if (!ids.has(attribute(each, "id")) || !isSecret(each)) continue;
      const held = "value" in each ? String(each.value) : textContent(each);
      if (clean(held) !== "") found.push(clean(held));
    }
    this.#guarded.set(root, found);
    return found;
  }

  /**
   * @param {Element} element
   * @param {string | null | undefined} pseudo
   * @param {Element} subject the named element
   * @param {boolean} seenOnly below it, unseen counts as hidden
   * @returns {CSSStyleDeclaration}
   */
  #styleFor(element, pseudo, subject, seenOnly) {
    if (pseudo) {
      const drawn = getComputedStyle(element, pseudo);
      const silent = drawn.content === "none" || drawn.content === "normal";
      return silent || this.#sight.showsWords(element, drawn)
        ? drawn
        : disguise(drawn, "content", "none");
    }
    const style = this.#style(element);
    if (!isHtml(element)) return style;
    if (element !== subject && (isDotted(style) || isSecret(element)))
      return disguise(style, "visibility", "hidden");
    if (seenOnly && element !== subject) {
      const look = this.#sight.look(element);
      const nothing = look.clip && look.clip.right - look.clip.left <= 1;
      if (look.veiled || nothing || this.isUnread(element))
        return disguise(style, "visibility", "hidden");
    }
    // a picture or a line break parts the words around it, as in Chrome
    return /^(br|img)$/.test(tag(element)) ? disguise(style, "display", "inline-block") : style;
  }

  /** @param {Element} element */
  #fallback(element) {
    const name = tag(element);
    if (name === "input" || name === "textarea" || attribute(element, "contenteditable") !== null) {
      const hint = attribute(element, "placeholder") ?? attribute(element, "aria-placeholder");
      if (hint) return clean(hint);
    }
    if (name === "other:svg") {
      const title = selectAll(element, "title")[0];
      return title ? clean(textContent(title)) : "";
    }
    if (name === "iframe") return clean(attribute(element, "name") ?? "");
    if (name === "input" || name === "select" || name === "textarea") return "";
    const role = roleOf(element);
    // an anchor without an address is named by what it shows, should it be a link all the same
    if (!isActive(role) && role !== "heading" && name !== "a") return "";
    // a button whose only content is hidden from screen readers still shows something
    return clean(this.seenText(element, NAME_LIMIT));
  }

  /**
   * The visible text below an element, in one line.
   * @param {Element} element
   * @param {number} limit stop after about that many characters
   */
  seenText(element, limit) {
    const parts = /** @type {string[]} */ ([]);
    let length = 0;
    const sight = this.#sight;
    /** @param {Node} node */
    const visit = (node) => {
      for (const child of composedChildren(node)) {
        if (length > limit) return;
        if (isText(child)) {
          const text = nodeValue(child);
          if (text.trim() && isElement(node) && isTextSeen(child, node, sight)) {
            parts.push(text);
            length += text.length;
          }
        } else if (isElement(child) && !sight.look(child).gone) visit(child);
      }
    };
    if (!sight.look(element).gone) visit(element);
    return parts.join(" ");
  }
}

/** @type {Record<"visibility" | "display" | "content", WeakMap<CSSStyleDeclaration, CSSStyleDeclaration>>} */
const disguises = { visibility: new WeakMap(), display: new WeakMap(), content: new WeakMap() };

/**
 * A style that says what the true one does, but for one property.
 * @param {CSSStyleDeclaration} style
 * @param {"visibility" | "display" | "content"} property
 * @param {string} value
 */
function disguise(style, property, value) {
  let made = disguises[property].get(style);
  if (!made) {
    made = /** @type {CSSStyleDeclaration} */ (
      /** @type {unknown} */ ({
        display: style.display,
        visibility: style.visibility,
        [property]: value,
        /** @param {string} name */
        getPropertyValue: (name) => (name === property ? value : style.getPropertyValue(name)),
      })
    );
    disguises[property].set(style, made);
  }
  return made;
}

const range = newRange(document);

/**
 * Whether the letters of a text node can be seen.
 * @param {Text} node
 * @param {Element} parent as drawn
 * @param {import("./visible.js").Sight} sight
 */
export function isTextSeen(node, parent, sight) {
  const look = sight.look(parent);
  if (look.gone || look.veiled || look.skips || !look.drawn) return false;
  const own = documentOf(node) === document ? range : newRange(documentOf(node));
  own.selectNodeContents(node);
  const box = own.getBoundingClientRect();
  return sight.shows(parent, box) && sight.isLegible(parent, box);
}
