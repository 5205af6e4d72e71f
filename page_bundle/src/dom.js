// DOM properties read through the prototypes' own getters.
//
// A form's named inputs hide the form's own properties in every world (`<input name="tagName">`), so
// nothing here reads a property of a page's node directly. Getters of one frame work on nodes of
// another, `instanceof` does not: kinds are told by nodeType, namespace and local name.

import { cut } from "./lines.js";

/**
 * @param {object} prototype
 * @param {string} name
 * @returns {(this: any) => any}
 */
function getter(prototype, name) {
  const found = Object.getOwnPropertyDescriptor(prototype, name)?.get;
  if (!found) throw new Error(`no getter ${name}`);
  return found;
}

const read = {
  nodeType: getter(Node.prototype, "nodeType"),
  parentNode: getter(Node.prototype, "parentNode"),
  firstChild: getter(Node.prototype, "firstChild"),
  nextSibling: getter(Node.prototype, "nextSibling"),
  isConnected: getter(Node.prototype, "isConnected"),
  ownerDocument: getter(Node.prototype, "ownerDocument"),
  textContent: getter(Node.prototype, "textContent"),
  nodeValue: getter(Node.prototype, "nodeValue"),
  localName: getter(Element.prototype, "localName"),
  namespaceURI: getter(Element.prototype, "namespaceURI"),
  shadowRoot: getter(Element.prototype, "shadowRoot"),
  assignedSlot: getter(Element.prototype, "assignedSlot"),
  host: getter(ShadowRoot.prototype, "host"),
  clientLeft: getter(Element.prototype, "clientLeft"),
  clientTop: getter(Element.prototype, "clientTop"),
  clientWidth: getter(Element.prototype, "clientWidth"),
  clientHeight: getter(Element.prototype, "clientHeight"),
  scrollWidth: getter(Element.prototype, "scrollWidth"),
  scrollHeight: getter(Element.prototype, "scrollHeight"),
  scrollLeft: getter(Element.prototype, "scrollLeft"),
  scrollTop: getter(Element.prototype, "scrollTop"),
  offsetWidth: getter(HTMLElement.prototype, "offsetWidth"),
  offsetHeight: getter(HTMLElement.prototype, "offsetHeight"),
  isContentEditable: getter(HTMLElement.prototype, "isContentEditable"),
  innerText: getter(HTMLElement.prototype, "innerText"),
};
const { contains: nodeContains, getRootNode: nodeRoot } = Node.prototype;
const {
  getAttribute,
  getAttributeNames: attributeNames,
  hasAttribute,
  getBoundingClientRect: rectOf,
  getClientRects: rectsOf,
  matches: elementMatches,
  closest: elementClosest,
  checkVisibility: elementCheckVisibility,
  querySelectorAll: elementSelectAll,
} = Element.prototype;
const { assignedNodes: slotNodes } = HTMLSlotElement.prototype;

const { querySelectorAll: documentSelectAll } = Document.prototype;
const { querySelectorAll: fragmentSelectAll } = DocumentFragment.prototype;
const activeOfDocument = getter(Document.prototype, "activeElement");
const activeOfShadow = getter(ShadowRoot.prototype, "activeElement");
const rootElement = getter(Document.prototype, "documentElement");
const defaultView = getter(Document.prototype, "defaultView");
const documentTitle = getter(Document.prototype, "title");
const visibilityState = getter(Document.prototype, "visibilityState");
const readyState = getter(Document.prototype, "readyState");
const { hasFocus: documentHasFocus, createRange } = Document.prototype;

const HTML = "http://www.w3.org/1999/xhtml";

/** @param {Node} node @returns {number} */
export const nodeType = (node) => read.nodeType.call(node);
/** @param {Node | null} node @returns {node is Element} */
export const isElement = (node) => node !== null && read.nodeType.call(node) === 1;
/** @param {Node} node @returns {node is Text} */
export const isText = (node) => read.nodeType.call(node) === 3;
/** @param {Node} node @returns {Node | null} */
export const parentNode = (node) => read.parentNode.call(node);
/** @param {Node} node @returns {Node | null} */
export const firstChild = (node) => read.firstChild.call(node);
/** @param {Node} node @returns {Node | null} */
export const nextSibling = (node) => read.nextSibling.call(node);
/** @param {Node} node @returns {boolean} */
export const isConnected = (node) => read.isConnected.call(node);
/** @param {Node} node @returns {Document} the node itself when it is a document */
export const documentOf = (node) => read.ownerDocument.call(node) ?? node;
/** @param {Node} node @returns {string} */
export const textContent = (node) => read.textContent.call(node) ?? "";
/** @param {Element} element @returns {string} its text in the lines in which it is drawn */
export const linesOf = (element) =>
  // biome-ignore lint/performance/useDomNodeTextContent: as it is drawn is what is wanted
  isHtml(element) ? (read.innerText.call(element) ?? "") : textContent(element);
/** @param {Node} node @returns {string} */
export const nodeValue = (node) => read.nodeValue.call(node) ?? "";
/** Closed roots that were handed in. @type {WeakMap<Element, ShadowRoot>} */
const closed = new WeakMap();
/** @param {ShadowRoot} root @returns {Element} */
export const hostOf = (root) => read.host.call(root);
/** @param {ShadowRoot} root */
export const learn = (root) => closed.set(hostOf(root), root);
/** @param {Element} element @returns {ShadowRoot | null} */
export const closedRoot = (element) => closed.get(element) ?? null;
/** @param {Element} element @returns {ShadowRoot | null} an open one, or a closed one that was handed in */
export const shadowRoot = (element) => read.shadowRoot.call(element) ?? closed.get(element) ?? null;
/** @param {Node} node @returns {HTMLSlotElement | null} */
const assignedSlot = (node) =>
  isElement(node) ? (read.assignedSlot.call(node) ?? closedSlot(node)) : null;

/** @param {Element} element @returns {HTMLSlotElement | null} in a closed root, where it does not say itself */
function closedSlot(element) {
  const parent = parentNode(element);
  const root = parent && isElement(parent) ? closed.get(parent) : undefined;
  if (!root) return null;
  const holds = (/** @type {Element} */ slot) =>
    slotNodes.call(/** @type {HTMLSlotElement} */ (slot)).includes(element);
  return /** @type {HTMLSlotElement | null} */ (selectAll(root, "slot").find(holds) ?? null);
}
/** @param {Element} element @returns {boolean} */
export const isHtml = (element) => read.namespaceURI.call(element) === HTML;
/** @param {Element} element @returns {string} local name; "svg:…" and the like outside HTML */
export const tag = (element) =>
  isHtml(element) ? read.localName.call(element) : `other:${read.localName.call(element)}`;
/** @param {Element} element @param {string} name @returns {string | null} */
export const attribute = (element, name) => getAttribute.call(element, name);
/** @param {Element} element @param {string} name @returns {boolean} */
export const has = (element, name) => hasAttribute.call(element, name);
/** @param {Element} element @returns {string[]} names and values of all attributes */
export const attributes = (element) =>
  attributeNames.call(element).flatMap((name) => [name, getAttribute.call(element, name) ?? ""]);
/** @param {Element} element @param {string} selector @returns {boolean} */
export const matches = (element, selector) => elementMatches.call(element, selector);
/** @param {Element} element @param {string} selector @returns {Element | null} */
export const closest = (element, selector) => elementClosest.call(element, selector);
/** @param {Element} element @returns {DOMRect} */
export const rect = (element) => rectOf.call(element);
/** @param {Element} element @returns {DOMRectList} */
export const rects = (element) => rectsOf.call(element);
/** @param {Node} outer @param {Node | null} inner @returns {boolean} within one tree */
export const contains = (outer, inner) => nodeContains.call(outer, inner);
/** @param {Node} node @returns {Node} */
export const rootOf = (node) => nodeRoot.call(node);
/** @param {Element} element @param {CheckVisibilityOptions} options @returns {boolean} */
export const checkVisibility = (element, options) => elementCheckVisibility.call(element, options);
/**
 * Images and forms named in a document hide the document's own methods too.
 * @param {Document | DocumentFragment | Element} root
 * @param {string} selector
 * @returns {Element[]}
 */
export function selectAll(root, selector) {
  const type = nodeType(root);
  const all = type === 1 ? elementSelectAll : type === 9 ? documentSelectAll : fragmentSelectAll;
  return [...all.call(root, selector)];
}
/** @param {Document | ShadowRoot} root @returns {Element | null} */
export const activeElement = (root) =>
  nodeType(root) === 9 ? activeOfDocument.call(root) : activeOfShadow.call(root);
/** @param {Document} root @returns {(Window & typeof globalThis) | null} */
export const viewOf = (root) => defaultView.call(root);
/** @param {Document} root @returns {Range} */
export const newRange = (root) => createRange.call(root);
/** What is told of a document as a whole. @param {Document} root */
export const facts = (root) => ({
  title: cut(/** @type {string} */ (documentTitle.call(root)), 1000),
  visibility: /** @type {DocumentVisibilityState} */ (visibilityState.call(root)),
  ready: /** @type {DocumentReadyState} */ (readyState.call(root)),
  focused: documentHasFocus.call(root),
});
/** @param {Document} root @returns {Element | null} */
export const documentElement = (root) => rootElement.call(root);
/** @param {Element} slot @returns {Node[]} */
const assignedNodes = (slot) =>
  slotNodes.call(/** @type {HTMLSlotElement} */ (slot), { flatten: true });
/** @param {Element} element @returns {boolean} */
export const isEditableContent = (element) =>
  isHtml(element) && Boolean(read.isContentEditable.call(element));

/**
 * Layout numbers of an element, untouched by names of inputs.
 * @param {Element} element
 */
export const layout = (element) => ({
  clientLeft: /** @type {number} */ (read.clientLeft.call(element)),
  clientTop: /** @type {number} */ (read.clientTop.call(element)),
  clientWidth: /** @type {number} */ (read.clientWidth.call(element)),
  clientHeight: /** @type {number} */ (read.clientHeight.call(element)),
  scrollWidth: /** @type {number} */ (read.scrollWidth.call(element)),
  scrollHeight: /** @type {number} */ (read.scrollHeight.call(element)),
  scrollLeft: /** @type {number} */ (read.scrollLeft.call(element)),
  scrollTop: /** @type {number} */ (read.scrollTop.call(element)),
  offsetWidth: /** @type {number} */ (isHtml(element) ? read.offsetWidth.call(element) : 0),
  offsetHeight: /** @type {number} */ (isHtml(element) ? read.offsetHeight.call(element) : 0),
});

/**
 * The parent as drawn: slot before light parent, host above a shadow root.
 * @param {Node} node
 * @returns {Element | null}
 */
export function composedParent(node) {
  const slot = assignedSlot(node);
  if (slot) return slot;
  const parent = parentNode(node);
  if (!parent) return null;
  if (isElement(parent)) return parent;
  // a document is 9, a shadow root 11 with a host
  return nodeType(parent) === 11 && "host" in parent ? read.host.call(parent) : null;
}

/**
 * The children as drawn: those of the open shadow root, and what is put into its slots.
 * @param {Node} node
 * @returns {Node[]}
 */
export function composedChildren(node) {
  /** @type {Node | null} */
  let from = node;
  if (isElement(node)) {
    const root = shadowRoot(node);
    if (root) from = root;
    else if (tag(node) === "slot") {
      const assigned = assignedNodes(node);
      if (assigned.length > 0) return assigned;
    }
  }
  const list = [];
  for (let child = firstChild(from); child; child = nextSibling(child)) list.push(child);
  return list;
}

/**
 * Whether inner is outer or lies below it, through shadow roots and slots, in one document.
 * @param {Element} outer
 * @param {Element | null} inner
 */
export function composedContains(outer, inner) {
  for (let at = inner; at; at = composedParent(at)) if (at === outer) return true;
  return false;
}
