// tapbridge-bundle a0414c0e
// Built from page_bundle/src by page_bundle/build.mjs. Do not edit.
/*! With dom-accessibility-api, whose licence is:

MIT License

Copyright (c) 2020 Sebastian Silbermann

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
*/
"use strict";
(() => {
  // src/fault.js
  var Fault = class extends Error {
    /**
     * @param {string} code a key of CODES in bridge/errors.py
     * @param {string} message what happened, naming what and listing at most 8 candidates
     */
    constructor(code, message) {
      super(message);
      this.code = code;
    }
  };

  // src/budget.js
  var LIMIT = 5e3;
  var STRIDE = 64;
  var Budget = class {
    #until;
    #count = 0;
    /** @param {number} [limit] ms from now */
    constructor(limit = LIMIT) {
      this.#until = performance.now() + limit;
    }
    /** ms that are left. */
    get left() {
      return Math.max(0, this.#until - performance.now());
    }
    /** Called in every loop over a page's own things; throws when the time is spent. */
    spend() {
      this.#count += 1;
      if (this.#count % STRIDE === 0 && performance.now() > this.#until) throw new Spent();
    }
  };
  var Spent = class extends Fault {
    constructor() {
      super("TIMEOUT", "the page is too large to be gone through in time");
    }
  };

  // src/lines.js
  var UNSEEN = /[\u200b\u2060\ufeff\u00ad]/;
  var ALL_UNSEEN = new RegExp(UNSEEN, "g");
  var isUnseen = (letter) => UNSEEN.test(letter);
  var clean = (text) => text.replace(ALL_UNSEEN, "").replace(/\s+/g, " ").trim();
  function cut(text, limit) {
    if (text.length <= limit) return text;
    return `${text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, "")}…`;
  }
  var LINE = 1;
  var GAP = 2;
  var CELL = 3;
  var BREAK = 4;
  function join(pieces2) {
    const parts = [];
    let ends = 0;
    let tab = false;
    const isSpaced = () => /\s$/.test(parts[parts.length - 1] ?? "");
    const trim = () => {
      while (parts.length > 0) {
        const last2 = (
          /** @type {string} */
          parts.pop().trimEnd()
        );
        if (last2 === "") continue;
        parts.push(last2);
        return;
      }
    };
    for (const piece2 of pieces2) {
      if (typeof piece2 === "number") {
        if (piece2 === CELL) tab = true;
        else ends = piece2 === BREAK ? Math.min(2, ends + 1) : Math.max(ends, piece2);
        continue;
      }
      let letters2 = typeof piece2 === "string" ? piece2 : piece2.kept;
      const isFirst = parts.length === 0;
      if (letters2.trim() === "" && (ends > 0 || tab || isFirst || typeof piece2 === "string")) {
        if (ends === 0 && !tab && !isFirst && !isSpaced()) parts.push(" ");
        continue;
      }
      if (ends > 0 || tab) {
        trim();
        if (ends === 0) parts.push("	");
        else if (parts.length > 0) parts.push("\n".repeat(ends));
      }
      if (typeof piece2 === "string" && (parts.length === 0 || isSpaced()))
        letters2 = letters2.trimStart();
      if (letters2 !== "") parts.push(letters2);
      ends = 0;
      tab = false;
    }
    trim();
    return parts.join("");
  }
  function digest(text) {
    let hash = 2166136261;
    for (let index = 0; index < text.length; index++) {
      hash ^= text.charCodeAt(index);
      hash = Math.imul(hash, 16777619);
    }
    return (hash >>> 0).toString(16).padStart(8, "0");
  }

  // src/dom.js
  function getter(prototype, name) {
    const found = Object.getOwnPropertyDescriptor(prototype, name)?.get;
    if (!found) throw new Error(`no getter ${name}`);
    return found;
  }
  var read = {
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
    innerText: getter(HTMLElement.prototype, "innerText")
  };
  var { contains: nodeContains, getRootNode: nodeRoot } = Node.prototype;
  var {
    getAttribute,
    getAttributeNames: attributeNames,
    hasAttribute,
    getBoundingClientRect: rectOf,
    getClientRects: rectsOf,
    matches: elementMatches,
    closest: elementClosest,
    checkVisibility: elementCheckVisibility,
    querySelectorAll: elementSelectAll
  } = Element.prototype;
  var { assignedNodes: slotNodes } = HTMLSlotElement.prototype;
  var { querySelectorAll: documentSelectAll } = Document.prototype;
  var { querySelectorAll: fragmentSelectAll } = DocumentFragment.prototype;
  var activeOfDocument = getter(Document.prototype, "activeElement");
  var activeOfShadow = getter(ShadowRoot.prototype, "activeElement");
  var rootElement = getter(Document.prototype, "documentElement");
  var defaultView = getter(Document.prototype, "defaultView");
  var documentTitle = getter(Document.prototype, "title");
  var visibilityState = getter(Document.prototype, "visibilityState");
  var readyState = getter(Document.prototype, "readyState");
  var { hasFocus: documentHasFocus, createRange } = Document.prototype;
  var HTML = "http://www.w3.org/1999/xhtml";
  var nodeType = (node) => read.nodeType.call(node);
  var isElement = (node) => node !== null && read.nodeType.call(node) === 1;
  var isText = (node) => read.nodeType.call(node) === 3;
  var parentNode = (node) => read.parentNode.call(node);
  var firstChild = (node) => read.firstChild.call(node);
  var nextSibling = (node) => read.nextSibling.call(node);
  var isConnected = (node) => read.isConnected.call(node);
  var documentOf = (node) => read.ownerDocument.call(node) ?? node;
  var textContent = (node) => read.textContent.call(node) ?? "";
  var linesOf = (element) => (
    // biome-ignore lint/performance/useDomNodeTextContent: as it is drawn is what is wanted
    isHtml(element) ? read.innerText.call(element) ?? "" : textContent(element)
  );
  var nodeValue = (node) => read.nodeValue.call(node) ?? "";
  var closed = /* @__PURE__ */ new WeakMap();
  var hostOf = (root) => read.host.call(root);
  var learn = (root) => closed.set(hostOf(root), root);
  var closedRoot = (element) => closed.get(element) ?? null;
  var shadowRoot = (element) => read.shadowRoot.call(element) ?? closed.get(element) ?? null;
  var assignedSlot = (node) => isElement(node) ? read.assignedSlot.call(node) ?? closedSlot(node) : null;
  function closedSlot(element) {
    const parent = parentNode(element);
    const root = parent && isElement(parent) ? closed.get(parent) : void 0;
    if (!root) return null;
    const holds2 = (slot) => slotNodes.call(
      /** @type {HTMLSlotElement} */
      slot
    ).includes(element);
    return (
      /** @type {HTMLSlotElement | null} */
      selectAll(root, "slot").find(holds2) ?? null
    );
  }
  var isHtml = (element) => read.namespaceURI.call(element) === HTML;
  var tag = (element) => isHtml(element) ? read.localName.call(element) : `other:${read.localName.call(element)}`;
  var attribute = (element, name) => getAttribute.call(element, name);
  var has = (element, name) => hasAttribute.call(element, name);
  var attributes = (element) => attributeNames.call(element).flatMap((name) => [name, getAttribute.call(element, name) ?? ""]);
  var matches = (element, selector) => elementMatches.call(element, selector);
  var closest = (element, selector) => elementClosest.call(element, selector);
  var rect = (element) => rectOf.call(element);
  var rects = (element) => rectsOf.call(element);
  var rootOf = (node) => nodeRoot.call(node);
  var checkVisibility = (element, options) => elementCheckVisibility.call(element, options);
  function selectAll(root, selector) {
    const type = nodeType(root);
    const all = type === 1 ? elementSelectAll : type === 9 ? documentSelectAll : fragmentSelectAll;
    return [...all.call(root, selector)];
  }
  var activeElement = (root) => nodeType(root) === 9 ? activeOfDocument.call(root) : activeOfShadow.call(root);
  var viewOf = (root) => defaultView.call(root);
  var newRange = (root) => createRange.call(root);
  var facts = (root) => ({
    title: cut(
      /** @type {string} */
      documentTitle.call(root),
      1e3
    ),
    visibility: (
      /** @type {DocumentVisibilityState} */
      visibilityState.call(root)
    ),
    ready: (
      /** @type {DocumentReadyState} */
      readyState.call(root)
    ),
    focused: documentHasFocus.call(root)
  });
  var documentElement = (root) => rootElement.call(root);
  var assignedNodes = (slot) => slotNodes.call(
    /** @type {HTMLSlotElement} */
    slot,
    { flatten: true }
  );
  var isEditableContent = (element) => isHtml(element) && Boolean(read.isContentEditable.call(element));
  var layout = (element) => ({
    clientLeft: (
      /** @type {number} */
      read.clientLeft.call(element)
    ),
    clientTop: (
      /** @type {number} */
      read.clientTop.call(element)
    ),
    clientWidth: (
      /** @type {number} */
      read.clientWidth.call(element)
    ),
    clientHeight: (
      /** @type {number} */
      read.clientHeight.call(element)
    ),
    scrollWidth: (
      /** @type {number} */
      read.scrollWidth.call(element)
    ),
    scrollHeight: (
      /** @type {number} */
      read.scrollHeight.call(element)
    ),
    scrollLeft: (
      /** @type {number} */
      read.scrollLeft.call(element)
    ),
    scrollTop: (
      /** @type {number} */
      read.scrollTop.call(element)
    ),
    offsetWidth: (
      /** @type {number} */
      isHtml(element) ? read.offsetWidth.call(element) : 0
    ),
    offsetHeight: (
      /** @type {number} */
      isHtml(element) ? read.offsetHeight.call(element) : 0
    )
  });
  function composedParent(node) {
    const slot = assignedSlot(node);
    if (slot) return slot;
    const parent = parentNode(node);
    if (!parent) return null;
    if (isElement(parent)) return parent;
    return nodeType(parent) === 11 && "host" in parent ? read.host.call(parent) : null;
  }
  function composedChildren(node) {
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
  function composedContains(outer, inner2) {
    for (let at = inner2; at; at = composedParent(at)) if (at === outer) return true;
    return false;
  }

  // src/plane.js
  function matrixOf(style) {
    const { transform, rotate, scale } = style;
    if (transform === "none" && rotate === "none" && scale === "none") return null;
    const own2 = new DOMMatrix();
    if (rotate !== "none") own2.multiplySelf(rotation(rotate));
    if (scale !== "none") {
      const [x = 1, y = x] = scale.split(/\s+/).map(Number.parseFloat);
      own2.scaleSelf(x, y);
    }
    if (transform !== "none") own2.multiplySelf(new DOMMatrix(transform));
    return own2;
  }
  var AXES = (
    /** @type {Record<string, [number, number, number]>} */
    {
      x: [1, 0, 0],
      y: [0, 1, 0],
      z: [0, 0, 1]
    }
  );
  function rotation(rotate) {
    const parts = rotate.split(/\s+/);
    const angle = Number.parseFloat(parts.pop() ?? "0");
    const [x, y, z] = AXES[parts[0] ?? "z"] ?? parts.map(Number.parseFloat);
    return new DOMMatrix().rotateAxisAngle(x ?? 0, y ?? 0, z ?? 0, angle);
  }
  function turnOf(element) {
    let whole2 = null;
    for (let at = (
      /** @type {Element | null} */
      element
    ); at; at = composedParent(at)) {
      const style = getComputedStyle(at);
      const own2 = at !== element && style.display === "inline" ? null : matrixOf(style);
      if (whole2 && style.transformStyle !== "preserve-3d") whole2 = flat(whole2);
      if (own2) whole2 = whole2 ? own2.multiply(whole2) : own2;
    }
    if (!whole2 || upright(whole2) && whole2.a > 0 && whole2.d > 0) return null;
    return { a: whole2.a, b: whole2.b, c: whole2.c, d: whole2.d };
  }
  var flat = (matrix) => new DOMMatrix([matrix.a, matrix.b, matrix.c, matrix.d, 0, 0]);
  var upright = (matrix) => Math.abs(matrix.b) < 1e-6 && Math.abs(matrix.c) < 1e-6;
  function planeOf(element, turn = turnOf(element)) {
    const outer = rect(element);
    const size = layout(element);
    const style = getComputedStyle(element);
    const left = size.clientLeft + (Number.parseFloat(style.paddingLeft) || 0);
    const top = size.clientTop + (Number.parseFloat(style.paddingTop) || 0);
    const { offsetWidth: width, offsetHeight: height } = size;
    if (!turn || !width || !height) {
      const a = width ? outer.width / width : 1;
      const d = height ? outer.height / height : 1;
      return { a, b: 0, c: 0, d, x: outer.x + left * a, y: outer.y + top * d, turned: false };
    }
    const zoom = outer.width / (Math.abs(turn.a) * width + Math.abs(turn.c) * height) || 1;
    const plane = {
      a: turn.a * zoom,
      b: turn.b * zoom,
      c: turn.c * zoom,
      d: turn.d * zoom,
      x: 0,
      y: 0,
      turned: true
    };
    const corner = outward(plane, { x: left - width / 2, y: top - height / 2 });
    plane.x = outer.x + outer.width / 2 + corner.x;
    plane.y = outer.y + outer.height / 2 + corner.y;
    return plane;
  }
  function outward(plane, { x, y }) {
    return { x: plane.x + plane.a * x + plane.c * y, y: plane.y + plane.b * x + plane.d * y };
  }
  function inward(plane, { x, y }) {
    const whole2 = plane.a * plane.d - plane.b * plane.c || 1;
    const right = x - plane.x;
    const down = y - plane.y;
    return {
      x: (plane.d * right - plane.c * down) / whole2,
      y: (plane.a * down - plane.b * right) / whole2
    };
  }
  function outBox(plane, { x, y, width, height }) {
    const corners = [
      { x, y },
      { x: x + width, y },
      { x, y: y + height },
      { x: x + width, y: y + height }
    ].map((corner) => outward(plane, corner));
    const left = Math.min(...corners.map((corner) => corner.x));
    const upper = Math.min(...corners.map((corner) => corner.y));
    return {
      x: left,
      y: upper,
      width: Math.max(...corners.map((corner) => corner.x)) - left,
      height: Math.max(...corners.map((corner) => corner.y)) - upper
    };
  }

  // src/frames.js
  var contentDocument = (
    /** @type {(this: unknown) => Document | null} */
    Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, "contentDocument")?.get
  );
  var contentWindow = (
    /** @type {(this: unknown) => (Window & typeof globalThis) | null} */
    Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, "contentWindow")?.get
  );
  var isFrame = (element) => tag(element) === "iframe" || tag(element) === "frame";
  function windowIn(element) {
    if (tag(element) === "iframe") return contentWindow.call(element);
    return (
      /** @type {HTMLFrameElement} */
      element.contentWindow
    );
  }
  var MOST_FRAMES = 200;
  var LONGEST = 2e4;
  function isHomeAbroad() {
    let abroad = false;
    for (let at = (
      /** @type {Window} */
      window
    ); at.parent !== at; at = at.parent) {
      const reached = isReached(at.parent);
      if (at.parent.parent === at.parent) return abroad && reached;
      abroad ||= !reached;
    }
    return false;
  }
  function isReached(other) {
    try {
      return other.document !== void 0;
    } catch {
      return false;
    }
  }
  var shut = /* @__PURE__ */ new Set();
  function shutFrames(addresses2) {
    shut = new Set(Array.isArray(addresses2) ? addresses2 : []);
  }
  var shutNow = () => [...shut];
  var isShut = (href) => shut.has(href);
  var brief = (href) => href.slice(0, href.startsWith("data:") ? 100 : LONGEST);
  function documentIn(element) {
    const inner2 = tag(element) === "iframe" ? contentDocument.call(element) : (
      /** @type {HTMLFrameElement} */
      element.contentDocument
    );
    return inner2 && shut.size > 0 && isShut(brief(inner2.location.href)) ? null : inner2;
  }
  function frameElements(root, budget, found = []) {
    for (const element of selectAll(root, "*")) {
      budget.spend();
      if (isFrame(element)) found.push(element);
      const inner2 = shadowRoot(element);
      if (inner2) frameElements(inner2, budget, found);
    }
    return found;
  }
  function walkFrames(budget) {
    const frames = [
      {
        index: 0,
        parent: -1,
        above: null,
        window,
        document,
        element: null,
        href: brief(document.location.href)
      }
    ];
    const outside = [];
    for (let at = 0; at < frames.length; at++) {
      const frame2 = frames[at];
      if (!frame2) continue;
      for (const element of frameElements(frame2.document, budget)) {
        if (frames.length + outside.length >= MOST_FRAMES) return { frames, outside, full: true };
        const inner2 = documentIn(element);
        const view = (
          /** @type {(Window & typeof globalThis) | null} */
          windowIn(element)
        );
        if (!view) continue;
        const holder = (
          /** @type {HTMLElement} */
          element
        );
        if (!inner2) {
          outside.push({ element: holder, window: view, frame: frame2 });
          continue;
        }
        frames.push({
          index: frames.length,
          parent: at,
          above: frame2,
          window: view,
          document: inner2,
          element: holder,
          href: brief(view.location.href)
        });
      }
    }
    return { frames, outside, full: false };
  }
  var turns = /* @__PURE__ */ new WeakMap();
  function planeIn(element, frames) {
    let known = turns.get(frames);
    if (!known) {
      known = /* @__PURE__ */ new Map();
      turns.set(frames, known);
    }
    let turn = known.get(element);
    if (turn === void 0) {
      turn = turnOf(element);
      known.set(element, turn);
    }
    return planeOf(element, turn);
  }
  function planes(frame2, frames) {
    const list = [];
    for (let at = (
      /** @type {import("./types.js").Frame | undefined} */
      frame2
    ); at?.element; at = frames[at.parent])
      list.push(planeIn(at.element, frames));
    return list;
  }
  function toTop(box, frame2, frames) {
    const { x, y, width, height } = box;
    return planes(frame2, frames).reduce((at, plane) => outBox(plane, at), { x, y, width, height });
  }
  function pointToTop(point, frame2, frames) {
    return planes(frame2, frames).reduce((at, plane) => outward(plane, at), point);
  }
  function pointFromTop(point, frame2, frames) {
    return planes(frame2, frames).reduceRight((at, plane) => inward(plane, at), point);
  }
  var isTurned = (frame2, frames) => planes(frame2, frames).some((plane) => plane.turned);
  function boxOf(element, ctx) {
    return toTop(rect(element), ctx.frameOf(element), ctx.frames);
  }
  function focusedElement(ctx) {
    let root = ctx.frames[0]?.document ?? document;
    let found = null;
    for (; ; ) {
      const active = activeElement(root);
      if (!active) return found;
      const name = tag(active);
      if (name === "body" || name === "html") {
        return isEditableContent(active) ? active : found;
      }
      found = active;
      const inner2 = shadowRoot(active);
      const within2 = isFrame(active) ? documentIn(active) : null;
      if (inner2) root = inner2;
      else if (within2) {
        found = null;
        root = within2;
      } else return found;
    }
  }
  function frameLookup(frames) {
    const byDocument = new Map(frames.map((frame2) => [frame2.document, frame2]));
    return (node) => {
      const frame2 = byDocument.get(documentOf(node));
      if (!frame2) throw new Fault("MOVED", "the frame that held the element is gone");
      return frame2;
    };
  }

  // node_modules/dom-accessibility-api/dist/polyfills/array.from.mjs
  var toStr = Object.prototype.toString;
  function isCallable(fn) {
    return typeof fn === "function" || toStr.call(fn) === "[object Function]";
  }
  function toInteger(value) {
    var number = Number(value);
    if (isNaN(number)) {
      return 0;
    }
    if (number === 0 || !isFinite(number)) {
      return number;
    }
    return (number > 0 ? 1 : -1) * Math.floor(Math.abs(number));
  }
  var maxSafeInteger = Math.pow(2, 53) - 1;
  function toLength(value) {
    var len = toInteger(value);
    return Math.min(Math.max(len, 0), maxSafeInteger);
  }
  function arrayFrom(arrayLike, mapFn) {
    var C = Array;
    var items = Object(arrayLike);
    if (arrayLike == null) {
      throw new TypeError("Array.from requires an array-like object - not null or undefined");
    }
    if (typeof mapFn !== "undefined") {
      if (!isCallable(mapFn)) {
        throw new TypeError("Array.from: when provided, the second argument must be a function");
      }
    }
    var len = toLength(items.length);
    var A = isCallable(C) ? Object(new C(len)) : new Array(len);
    var k = 0;
    var kValue;
    while (k < len) {
      kValue = items[k];
      if (mapFn) {
        A[k] = mapFn(kValue, k);
      } else {
        A[k] = kValue;
      }
      k += 1;
    }
    A.length = len;
    return A;
  }

  // node_modules/dom-accessibility-api/dist/polyfills/SetLike.mjs
  function _typeof(o) {
    "@babel/helpers - typeof";
    return _typeof = "function" == typeof Symbol && "symbol" == typeof Symbol.iterator ? function(o2) {
      return typeof o2;
    } : function(o2) {
      return o2 && "function" == typeof Symbol && o2.constructor === Symbol && o2 !== Symbol.prototype ? "symbol" : typeof o2;
    }, _typeof(o);
  }
  function _classCallCheck(instance, Constructor) {
    if (!(instance instanceof Constructor)) {
      throw new TypeError("Cannot call a class as a function");
    }
  }
  function _defineProperties(target, props) {
    for (var i = 0; i < props.length; i++) {
      var descriptor = props[i];
      descriptor.enumerable = descriptor.enumerable || false;
      descriptor.configurable = true;
      if ("value" in descriptor) descriptor.writable = true;
      Object.defineProperty(target, _toPropertyKey(descriptor.key), descriptor);
    }
  }
  function _createClass(Constructor, protoProps, staticProps) {
    if (protoProps) _defineProperties(Constructor.prototype, protoProps);
    if (staticProps) _defineProperties(Constructor, staticProps);
    Object.defineProperty(Constructor, "prototype", { writable: false });
    return Constructor;
  }
  function _defineProperty(obj, key2, value) {
    key2 = _toPropertyKey(key2);
    if (key2 in obj) {
      Object.defineProperty(obj, key2, { value, enumerable: true, configurable: true, writable: true });
    } else {
      obj[key2] = value;
    }
    return obj;
  }
  function _toPropertyKey(t) {
    var i = _toPrimitive(t, "string");
    return "symbol" == _typeof(i) ? i : i + "";
  }
  function _toPrimitive(t, r) {
    if ("object" != _typeof(t) || !t) return t;
    var e = t[Symbol.toPrimitive];
    if (void 0 !== e) {
      var i = e.call(t, r || "default");
      if ("object" != _typeof(i)) return i;
      throw new TypeError("@@toPrimitive must return a primitive value.");
    }
    return ("string" === r ? String : Number)(t);
  }
  var SetLike = /* @__PURE__ */ (function() {
    function SetLike2() {
      var items = arguments.length > 0 && arguments[0] !== void 0 ? arguments[0] : [];
      _classCallCheck(this, SetLike2);
      _defineProperty(this, "items", void 0);
      this.items = items;
    }
    return _createClass(SetLike2, [{
      key: "add",
      value: function add(value) {
        if (this.has(value) === false) {
          this.items.push(value);
        }
        return this;
      }
    }, {
      key: "clear",
      value: function clear() {
        this.items = [];
      }
    }, {
      key: "delete",
      value: function _delete(value) {
        var previousLength = this.items.length;
        this.items = this.items.filter(function(item) {
          return item !== value;
        });
        return previousLength !== this.items.length;
      }
    }, {
      key: "forEach",
      value: function forEach(callbackfn) {
        var _this = this;
        this.items.forEach(function(item) {
          callbackfn(item, item, _this);
        });
      }
    }, {
      key: "has",
      value: function has2(value) {
        return this.items.indexOf(value) !== -1;
      }
    }, {
      key: "size",
      get: function get() {
        return this.items.length;
      }
    }]);
  })();
  var SetLike_default = typeof Set === "undefined" ? Set : SetLike;

  // node_modules/dom-accessibility-api/dist/getRole.mjs
  function getLocalName(element) {
    var _element$localName;
    return (
      // eslint-disable-next-line no-restricted-properties -- actual guard for environments without localName
      (_element$localName = element.localName) !== null && _element$localName !== void 0 ? _element$localName : (
        // eslint-disable-next-line no-restricted-properties -- required for the fallback
        element.tagName.toLowerCase()
      )
    );
  }
  var localNameToRoleMappings = {
    article: "article",
    aside: "complementary",
    button: "button",
    datalist: "listbox",
    dd: "definition",
    details: "group",
    dialog: "dialog",
    dt: "term",
    fieldset: "group",
    figure: "figure",
    // WARNING: Only with an accessible name
    form: "form",
    footer: "contentinfo",
    h1: "heading",
    h2: "heading",
    h3: "heading",
    h4: "heading",
    h5: "heading",
    h6: "heading",
    header: "banner",
    hr: "separator",
    html: "document",
    legend: "legend",
    li: "listitem",
    math: "math",
    main: "main",
    menu: "list",
    nav: "navigation",
    ol: "list",
    optgroup: "group",
    // WARNING: Only in certain context
    option: "option",
    output: "status",
    progress: "progressbar",
    // WARNING: Only with an accessible name
    section: "region",
    summary: "button",
    table: "table",
    tbody: "rowgroup",
    textarea: "textbox",
    tfoot: "rowgroup",
    // WARNING: Only in certain context
    td: "cell",
    th: "columnheader",
    thead: "rowgroup",
    tr: "row",
    ul: "list"
  };
  var prohibitedAttributes = {
    caption: /* @__PURE__ */ new Set(["aria-label", "aria-labelledby"]),
    code: /* @__PURE__ */ new Set(["aria-label", "aria-labelledby"]),
    deletion: /* @__PURE__ */ new Set(["aria-label", "aria-labelledby"]),
    emphasis: /* @__PURE__ */ new Set(["aria-label", "aria-labelledby"]),
    generic: /* @__PURE__ */ new Set(["aria-label", "aria-labelledby", "aria-roledescription"]),
    insertion: /* @__PURE__ */ new Set(["aria-label", "aria-labelledby"]),
    none: /* @__PURE__ */ new Set(["aria-label", "aria-labelledby"]),
    paragraph: /* @__PURE__ */ new Set(["aria-label", "aria-labelledby"]),
    presentation: /* @__PURE__ */ new Set(["aria-label", "aria-labelledby"]),
    strong: /* @__PURE__ */ new Set(["aria-label", "aria-labelledby"]),
    subscript: /* @__PURE__ */ new Set(["aria-label", "aria-labelledby"]),
    superscript: /* @__PURE__ */ new Set(["aria-label", "aria-labelledby"])
  };
  function hasGlobalAriaAttributes(element, role) {
    return [
      "aria-atomic",
      "aria-busy",
      "aria-controls",
      "aria-current",
      "aria-description",
      "aria-describedby",
      "aria-details",
      // "disabled",
      "aria-dropeffect",
      // "errormessage",
      "aria-flowto",
      "aria-grabbed",
      // "haspopup",
      "aria-hidden",
      // "invalid",
      "aria-keyshortcuts",
      "aria-label",
      "aria-labelledby",
      "aria-live",
      "aria-owns",
      "aria-relevant",
      "aria-roledescription"
    ].some(function(attributeName) {
      var _prohibitedAttributes;
      return element.hasAttribute(attributeName) && !((_prohibitedAttributes = prohibitedAttributes[role]) !== null && _prohibitedAttributes !== void 0 && _prohibitedAttributes.has(attributeName));
    });
  }
  function ignorePresentationalRole(element, implicitRole) {
    return hasGlobalAriaAttributes(element, implicitRole);
  }
  function getRole(element) {
    var explicitRole = getExplicitRole(element);
    if (explicitRole === null || presentationRoles.indexOf(explicitRole) !== -1) {
      var implicitRole = getImplicitRole(element);
      if (presentationRoles.indexOf(explicitRole || "") === -1 || ignorePresentationalRole(element, implicitRole || "")) {
        return implicitRole;
      }
    }
    return explicitRole;
  }
  function getImplicitRole(element) {
    var mappedByTag = localNameToRoleMappings[getLocalName(element)];
    if (mappedByTag !== void 0) {
      return mappedByTag;
    }
    switch (getLocalName(element)) {
      case "a":
      case "area":
      case "link":
        if (element.hasAttribute("href")) {
          return "link";
        }
        break;
      case "img":
        if (element.getAttribute("alt") === "" && !ignorePresentationalRole(element, "img")) {
          return "presentation";
        }
        return "img";
      case "input": {
        var _ref = element, type = _ref.type;
        switch (type) {
          case "button":
          case "image":
          case "reset":
          case "submit":
            return "button";
          case "checkbox":
          case "radio":
            return type;
          case "range":
            return "slider";
          case "email":
          case "tel":
          case "text":
          case "url":
            if (element.hasAttribute("list")) {
              return "combobox";
            }
            return "textbox";
          case "search":
            if (element.hasAttribute("list")) {
              return "combobox";
            }
            return "searchbox";
          case "number":
            return "spinbutton";
          default:
            return null;
        }
      }
      case "select":
        if (element.hasAttribute("multiple") || element.size > 1) {
          return "listbox";
        }
        return "combobox";
    }
    return null;
  }
  function getExplicitRole(element) {
    var role = element.getAttribute("role");
    if (role !== null) {
      var explicitRole = role.trim().split(" ")[0];
      if (explicitRole.length > 0) {
        return explicitRole;
      }
    }
    return null;
  }

  // node_modules/dom-accessibility-api/dist/util.mjs
  var presentationRoles = ["presentation", "none"];
  function isElement2(node) {
    return node !== null && node.nodeType === node.ELEMENT_NODE;
  }
  function isHTMLTableCaptionElement(node) {
    return isElement2(node) && getLocalName(node) === "caption";
  }
  function isHTMLInputElement(node) {
    return isElement2(node) && getLocalName(node) === "input";
  }
  function isHTMLOptGroupElement(node) {
    return isElement2(node) && getLocalName(node) === "optgroup";
  }
  function isHTMLSelectElement(node) {
    return isElement2(node) && getLocalName(node) === "select";
  }
  function isHTMLTableElement(node) {
    return isElement2(node) && getLocalName(node) === "table";
  }
  function isHTMLTextAreaElement(node) {
    return isElement2(node) && getLocalName(node) === "textarea";
  }
  function safeWindow(node) {
    var _ref = node.ownerDocument === null ? node : node.ownerDocument, defaultView2 = _ref.defaultView;
    if (defaultView2 === null) {
      throw new TypeError("no window available");
    }
    return defaultView2;
  }
  function isHTMLFieldSetElement(node) {
    return isElement2(node) && getLocalName(node) === "fieldset";
  }
  function isHTMLLegendElement(node) {
    return isElement2(node) && getLocalName(node) === "legend";
  }
  function isHTMLSlotElement(node) {
    return isElement2(node) && getLocalName(node) === "slot";
  }
  function isSVGElement(node) {
    return isElement2(node) && node.ownerSVGElement !== void 0;
  }
  function isSVGSVGElement(node) {
    return isElement2(node) && getLocalName(node) === "svg";
  }
  function isSVGTitleElement(node) {
    return isSVGElement(node) && getLocalName(node) === "title";
  }
  function queryIdRefs(node, attributeName) {
    if (isElement2(node) && node.hasAttribute(attributeName)) {
      var ids = node.getAttribute(attributeName).split(" ");
      var root = node.getRootNode ? node.getRootNode() : node.ownerDocument;
      return ids.map(function(id) {
        return root.getElementById(id);
      }).filter(
        function(element) {
          return element !== null;
        }
        // TODO: why does this not narrow?
      );
    }
    return [];
  }
  function hasAnyConcreteRoles(node, roles) {
    if (isElement2(node)) {
      return roles.indexOf(getRole(node)) !== -1;
    }
    return false;
  }

  // node_modules/dom-accessibility-api/dist/accessible-name-and-description.mjs
  function asFlatString(s) {
    return s.trim().replace(/\s\s+/g, " ");
  }
  function isHidden(node, getComputedStyleImplementation) {
    if (!isElement2(node)) {
      return false;
    }
    if (node.hasAttribute("hidden") || node.getAttribute("aria-hidden") === "true") {
      return true;
    }
    var style = getComputedStyleImplementation(node);
    return style.getPropertyValue("display") === "none" || style.getPropertyValue("visibility") === "hidden";
  }
  function isControl(node) {
    return hasAnyConcreteRoles(node, ["button", "combobox", "listbox", "textbox"]) || hasAbstractRole(node, "range");
  }
  function hasAbstractRole(node, role) {
    if (!isElement2(node)) {
      return false;
    }
    switch (role) {
      case "range":
        return hasAnyConcreteRoles(node, ["meter", "progressbar", "scrollbar", "slider", "spinbutton"]);
      default:
        throw new TypeError("No knowledge about abstract role '".concat(role, "'. This is likely a bug :("));
    }
  }
  function querySelectorAllSubtree(element, selectors) {
    var elements2 = arrayFrom(element.querySelectorAll(selectors));
    queryIdRefs(element, "aria-owns").forEach(function(root) {
      elements2.push.apply(elements2, arrayFrom(root.querySelectorAll(selectors)));
    });
    return elements2;
  }
  function querySelectedOptions(listbox) {
    if (isHTMLSelectElement(listbox)) {
      return listbox.selectedOptions || querySelectorAllSubtree(listbox, "[selected]");
    }
    return querySelectorAllSubtree(listbox, '[aria-selected="true"]');
  }
  function isMarkedPresentational(node) {
    return hasAnyConcreteRoles(node, presentationRoles);
  }
  function isNativeHostLanguageTextAlternativeElement(node) {
    return isHTMLTableCaptionElement(node);
  }
  function allowsNameFromContent(node) {
    return hasAnyConcreteRoles(node, ["button", "cell", "checkbox", "columnheader", "gridcell", "heading", "label", "legend", "link", "menuitem", "menuitemcheckbox", "menuitemradio", "option", "radio", "row", "rowheader", "switch", "tab", "tooltip", "treeitem"]);
  }
  function isDescendantOfNativeHostLanguageTextAlternativeElement(node) {
    return false;
  }
  function getValueOfTextbox(element) {
    if (isHTMLInputElement(element) || isHTMLTextAreaElement(element)) {
      return element.value;
    }
    return element.textContent || "";
  }
  function getTextualContent(declaration) {
    var content = declaration.getPropertyValue("content");
    if (/^["'].*["']$/.test(content)) {
      return content.slice(1, -1);
    }
    return "";
  }
  function isLabelableElement(element) {
    var localName = getLocalName(element);
    return localName === "button" || localName === "input" && element.getAttribute("type") !== "hidden" || localName === "meter" || localName === "output" || localName === "progress" || localName === "select" || localName === "textarea";
  }
  function findLabelableElement(element) {
    if (isLabelableElement(element)) {
      return element;
    }
    var labelableElement = null;
    element.childNodes.forEach(function(childNode) {
      if (labelableElement === null && isElement2(childNode)) {
        var descendantLabelableElement = findLabelableElement(childNode);
        if (descendantLabelableElement !== null) {
          labelableElement = descendantLabelableElement;
        }
      }
    });
    return labelableElement;
  }
  function getControlOfLabel(label) {
    if (label.control !== void 0) {
      return label.control;
    }
    var htmlFor = label.getAttribute("for");
    if (htmlFor !== null) {
      return label.ownerDocument.getElementById(htmlFor);
    }
    return findLabelableElement(label);
  }
  function getLabels(element) {
    var labelsProperty = element.labels;
    if (labelsProperty === null) {
      return labelsProperty;
    }
    if (labelsProperty !== void 0) {
      return arrayFrom(labelsProperty);
    }
    if (!isLabelableElement(element)) {
      return null;
    }
    var document2 = element.ownerDocument;
    return arrayFrom(document2.querySelectorAll("label")).filter(function(label) {
      return getControlOfLabel(label) === element;
    });
  }
  function getSlotContents(slot) {
    var assignedNodes2 = slot.assignedNodes();
    if (assignedNodes2.length === 0) {
      return arrayFrom(slot.childNodes);
    }
    return assignedNodes2;
  }
  function computeTextAlternative(root) {
    var options = arguments.length > 1 && arguments[1] !== void 0 ? arguments[1] : {};
    var consultedNodes = new SetLike_default();
    var computedStyles = typeof Map === "undefined" ? void 0 : /* @__PURE__ */ new Map();
    var window2 = safeWindow(root);
    var _options$compute = options.compute, compute = _options$compute === void 0 ? "name" : _options$compute, _options$computedStyl = options.computedStyleSupportsPseudoElements, computedStyleSupportsPseudoElements = _options$computedStyl === void 0 ? options.getComputedStyle !== void 0 : _options$computedStyl, _options$getComputedS = options.getComputedStyle, uncachedGetComputedStyle = _options$getComputedS === void 0 ? window2.getComputedStyle.bind(window2) : _options$getComputedS, _options$hidden = options.hidden, hidden = _options$hidden === void 0 ? false : _options$hidden;
    var getComputedStyle2 = function getComputedStyle3(el, pseudoElement) {
      if (pseudoElement !== void 0) {
        throw new Error("use uncachedGetComputedStyle directly for pseudo elements");
      }
      if (computedStyles === void 0) {
        return uncachedGetComputedStyle(el);
      }
      var cachedStyles = computedStyles.get(el);
      if (cachedStyles) {
        return cachedStyles;
      }
      var style = uncachedGetComputedStyle(el, pseudoElement);
      computedStyles.set(el, style);
      return style;
    };
    function computeMiscTextAlternative(node, context2) {
      var accumulatedText = "";
      if (isElement2(node) && computedStyleSupportsPseudoElements) {
        var pseudoBefore = uncachedGetComputedStyle(node, "::before");
        var beforeContent = getTextualContent(pseudoBefore);
        accumulatedText = "".concat(beforeContent, " ").concat(accumulatedText);
      }
      var childNodes = isHTMLSlotElement(node) ? getSlotContents(node) : arrayFrom(node.childNodes).concat(queryIdRefs(node, "aria-owns"));
      childNodes.forEach(function(child) {
        var result = computeTextAlternative2(child, {
          isEmbeddedInLabel: context2.isEmbeddedInLabel,
          isReferenced: false,
          recursion: true
        });
        var display = isElement2(child) ? getComputedStyle2(child).getPropertyValue("display") : "inline";
        var separator = display !== "inline" ? " " : "";
        accumulatedText += "".concat(separator).concat(result).concat(separator);
      });
      if (isElement2(node) && computedStyleSupportsPseudoElements) {
        var pseudoAfter = uncachedGetComputedStyle(node, "::after");
        var afterContent = getTextualContent(pseudoAfter);
        accumulatedText = "".concat(accumulatedText, " ").concat(afterContent);
      }
      return accumulatedText.trim();
    }
    function useAttribute(element, attributeName) {
      var attribute2 = element.getAttributeNode(attributeName);
      if (attribute2 !== null && !consultedNodes.has(attribute2) && attribute2.value.trim() !== "") {
        consultedNodes.add(attribute2);
        return attribute2.value;
      }
      return null;
    }
    function computeTooltipAttributeValue(node) {
      if (!isElement2(node)) {
        return null;
      }
      return useAttribute(node, "title");
    }
    function computeElementTextAlternative(node) {
      if (!isElement2(node)) {
        return null;
      }
      if (isHTMLFieldSetElement(node)) {
        consultedNodes.add(node);
        var children = arrayFrom(node.childNodes);
        for (var i = 0; i < children.length; i += 1) {
          var child = children[i];
          if (isHTMLLegendElement(child)) {
            return computeTextAlternative2(child, {
              isEmbeddedInLabel: false,
              isReferenced: false,
              recursion: false
            });
          }
        }
      } else if (isHTMLTableElement(node)) {
        consultedNodes.add(node);
        var _children = arrayFrom(node.childNodes);
        for (var _i = 0; _i < _children.length; _i += 1) {
          var _child = _children[_i];
          if (isHTMLTableCaptionElement(_child)) {
            return computeTextAlternative2(_child, {
              isEmbeddedInLabel: false,
              isReferenced: false,
              recursion: false
            });
          }
        }
      } else if (isSVGSVGElement(node)) {
        consultedNodes.add(node);
        var _children2 = arrayFrom(node.childNodes);
        for (var _i2 = 0; _i2 < _children2.length; _i2 += 1) {
          var _child2 = _children2[_i2];
          if (isSVGTitleElement(_child2)) {
            return _child2.textContent;
          }
        }
        return null;
      } else if (getLocalName(node) === "img" || getLocalName(node) === "area") {
        var nameFromAlt = useAttribute(node, "alt");
        if (nameFromAlt !== null) {
          return nameFromAlt;
        }
      } else if (isHTMLOptGroupElement(node)) {
        var nameFromLabel = useAttribute(node, "label");
        if (nameFromLabel !== null) {
          return nameFromLabel;
        }
      }
      if (isHTMLInputElement(node) && (node.type === "button" || node.type === "submit" || node.type === "reset")) {
        var nameFromValue = useAttribute(node, "value");
        if (nameFromValue !== null) {
          return nameFromValue;
        }
        if (node.type === "submit") {
          return "Submit";
        }
        if (node.type === "reset") {
          return "Reset";
        }
      }
      var labels = getLabels(node);
      if (labels !== null && labels.length !== 0) {
        consultedNodes.add(node);
        return arrayFrom(labels).map(function(element) {
          return computeTextAlternative2(element, {
            isEmbeddedInLabel: true,
            isReferenced: false,
            recursion: true
          });
        }).filter(function(label) {
          return label.length > 0;
        }).join(" ");
      }
      if (isHTMLInputElement(node) && node.type === "image") {
        var _nameFromAlt = useAttribute(node, "alt");
        if (_nameFromAlt !== null) {
          return _nameFromAlt;
        }
        var nameFromTitle = useAttribute(node, "title");
        if (nameFromTitle !== null) {
          return nameFromTitle;
        }
        return "Submit Query";
      }
      if (hasAnyConcreteRoles(node, ["button"])) {
        var nameFromSubTree = computeMiscTextAlternative(node, {
          isEmbeddedInLabel: false,
          isReferenced: false
        });
        if (nameFromSubTree !== "") {
          return nameFromSubTree;
        }
      }
      return null;
    }
    function computeTextAlternative2(current3, context2) {
      if (consultedNodes.has(current3)) {
        return "";
      }
      if (!hidden && isHidden(current3, getComputedStyle2) && !context2.isReferenced) {
        consultedNodes.add(current3);
        return "";
      }
      var labelAttributeNode = isElement2(current3) ? current3.getAttributeNode("aria-labelledby") : null;
      var labelElements = labelAttributeNode !== null && !consultedNodes.has(labelAttributeNode) ? queryIdRefs(current3, "aria-labelledby") : [];
      if (compute === "name" && !context2.isReferenced && labelElements.length > 0) {
        consultedNodes.add(labelAttributeNode);
        return labelElements.map(function(element) {
          return computeTextAlternative2(element, {
            isEmbeddedInLabel: context2.isEmbeddedInLabel,
            isReferenced: true,
            // this isn't recursion as specified, otherwise we would skip
            // `aria-label` in
            // <input id="myself" aria-label="foo" aria-labelledby="myself"
            recursion: false
          });
        }).join(" ");
      }
      var skipToStep2E = context2.recursion && isControl(current3) && compute === "name";
      if (!skipToStep2E) {
        var ariaLabel = (isElement2(current3) && current3.getAttribute("aria-label") || "").trim();
        if (ariaLabel !== "" && compute === "name") {
          consultedNodes.add(current3);
          return ariaLabel;
        }
        if (!isMarkedPresentational(current3)) {
          var elementTextAlternative = computeElementTextAlternative(current3);
          if (elementTextAlternative !== null) {
            consultedNodes.add(current3);
            return elementTextAlternative;
          }
        }
      }
      if (hasAnyConcreteRoles(current3, ["menu"])) {
        consultedNodes.add(current3);
        return "";
      }
      if (skipToStep2E || context2.isEmbeddedInLabel || context2.isReferenced) {
        if (hasAnyConcreteRoles(current3, ["combobox", "listbox"])) {
          consultedNodes.add(current3);
          var selectedOptions = querySelectedOptions(current3);
          if (selectedOptions.length === 0) {
            return isHTMLInputElement(current3) ? current3.value : "";
          }
          return arrayFrom(selectedOptions).map(function(selectedOption) {
            return computeTextAlternative2(selectedOption, {
              isEmbeddedInLabel: context2.isEmbeddedInLabel,
              isReferenced: false,
              recursion: true
            });
          }).join(" ");
        }
        if (hasAbstractRole(current3, "range")) {
          consultedNodes.add(current3);
          if (current3.hasAttribute("aria-valuetext")) {
            return current3.getAttribute("aria-valuetext");
          }
          if (current3.hasAttribute("aria-valuenow")) {
            return current3.getAttribute("aria-valuenow");
          }
          return current3.getAttribute("value") || "";
        }
        if (hasAnyConcreteRoles(current3, ["textbox"])) {
          consultedNodes.add(current3);
          return getValueOfTextbox(current3);
        }
      }
      if (allowsNameFromContent(current3) || isElement2(current3) && context2.isReferenced || isNativeHostLanguageTextAlternativeElement(current3) || isDescendantOfNativeHostLanguageTextAlternativeElement(current3)) {
        var accumulatedText2F = computeMiscTextAlternative(current3, {
          isEmbeddedInLabel: context2.isEmbeddedInLabel,
          isReferenced: false
        });
        if (accumulatedText2F !== "") {
          consultedNodes.add(current3);
          return accumulatedText2F;
        }
      }
      if (current3.nodeType === current3.TEXT_NODE) {
        consultedNodes.add(current3);
        return current3.textContent || "";
      }
      if (context2.recursion) {
        consultedNodes.add(current3);
        return computeMiscTextAlternative(current3, {
          isEmbeddedInLabel: context2.isEmbeddedInLabel,
          isReferenced: false
        });
      }
      var tooltipAttributeValue = computeTooltipAttributeValue(current3);
      if (tooltipAttributeValue !== null) {
        consultedNodes.add(current3);
        return tooltipAttributeValue;
      }
      consultedNodes.add(current3);
      return "";
    }
    return asFlatString(computeTextAlternative2(root, {
      isEmbeddedInLabel: false,
      // by spec computeAccessibleDescription starts with the referenced elements as roots
      isReferenced: compute === "description",
      recursion: false
    }));
  }

  // node_modules/dom-accessibility-api/dist/accessible-name.mjs
  function prohibitsNaming(node) {
    return hasAnyConcreteRoles(node, ["caption", "code", "deletion", "emphasis", "generic", "insertion", "none", "paragraph", "presentation", "strong", "subscript", "superscript"]);
  }
  function computeAccessibleName(root) {
    var options = arguments.length > 1 && arguments[1] !== void 0 ? arguments[1] : {};
    if (prohibitsNaming(root)) {
      return "";
    }
    return computeTextAlternative(root, options);
  }

  // src/paint.js
  var FAINT = 0.05;
  function isClippedAway(clip, path) {
    const old = /^rect\(([^)]*)\)$/.exec(clip)?.[1];
    if (old) {
      const [top = 0, right = 0, bottom = 0, left = 0] = old.split(/[\s,]+/).map(Number.parseFloat);
      if (right - left <= 1 || bottom - top <= 1) return true;
    }
    const inset = /^inset\(([^)]*)\)/.exec(path)?.[1];
    if (inset) {
      const parts = inset.split(" round ")[0]?.trim().split(/\s+/) ?? [];
      const [top, right = top, bottom = top, left = right] = parts;
      return isWhole(top, bottom) || isWhole(left, right);
    }
    const corners = /^polygon\(([^)]*)\)/.exec(path)?.[1]?.replace(/^(evenodd|nonzero),/, "");
    if (corners && [0, 1].some((side) => new Set(sidesOf(corners, side)).size === 1)) return true;
    return /^(circle|ellipse)\(0(px|%)?[\s)]/.test(path);
  }
  var sidesOf = (corners, side) => corners.split(",").map((corner) => corner.trim().split(/\s+/)[side] ?? "");
  function filterOpacity(filter) {
    if (filter === "none" || !filter.includes("opacity(")) return 1;
    let left = 1;
    for (const [, value = "1", percent] of filter.matchAll(/opacity\(([\d.e+-]+)(%)?\)/g))
      left *= Math.min(1, Number(value) / (percent ? 100 : 1));
    return left;
  }
  var COLOR = /\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([^()]*\)/g;
  function isMaskedAway(mask) {
    if (!mask || mask === "none" || mask.includes("url(")) return false;
    const colors2 = mask.match(COLOR) ?? [];
    return colors2.length > 0 && colors2.every((color) => (parseColor(color)?.a ?? 1) < FAINT);
  }
  function shadowColors(shadow, size) {
    if (shadow === "none") return [];
    const colors2 = shadow.match(COLOR) ?? [];
    const lengths = shadow.split(COLOR).slice(1);
    const isSharp = (each) => (Number.parseFloat(each?.trim().split(/\s+/)[2] ?? "0") || 0) < size / 2;
    return colors2.filter((_, at) => isSharp(lengths[at])).map(parseColor);
  }
  var MIXES = {
    multiply: (over2, under) => over2 * under,
    screen: (over2, under) => over2 + under - over2 * under,
    darken: Math.min,
    lighten: Math.max,
    "plus-lighter": (over2, under) => Math.min(1, over2 + under),
    difference: (over2, under) => Math.abs(over2 - under),
    exclusion: (over2, under) => over2 + under - 2 * over2 * under,
    "color-dodge": (over2, under) => under === 0 ? 0 : Math.min(1, under / (1 - over2 || 1e-9)),
    "color-burn": (over2, under) => under === 1 ? 1 : 1 - Math.min(1, (1 - under) / (over2 || 1e-9))
  };
  function blended(mode, over2, under) {
    const mix = MIXES[mode];
    if (!mix) return over2;
    const channel = (name) => 255 * mix(over2[name] / 255, under[name] / 255);
    return { r: channel("r"), g: channel("g"), b: channel("b"), a: over2.a };
  }
  function isWhole(one, other) {
    if (!one?.endsWith("%") || !other?.endsWith("%")) return false;
    return Number.parseFloat(one) + Number.parseFloat(other) >= 99;
  }
  function parseColor(text) {
    const known = colors.get(text);
    if (known !== void 0) return known;
    const parsed = readColor(text);
    if (colors.size > 500) colors.clear();
    colors.set(text, parsed);
    return parsed;
  }
  var colors = /* @__PURE__ */ new Map();
  var canvas;
  function drawn(text) {
    if (canvas === void 0)
      canvas = typeof OffscreenCanvas === "undefined" ? null : new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    if (!canvas) return null;
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0, a = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return { r, g, b, a: a / 255 };
  }
  function readColor(text) {
    const inner2 = /^rgba?\(([^)]*)\)$/.exec(text)?.[1];
    if (!inner2) return text.match(COLOR) ? drawn(text) : null;
    const [r = 0, g = 0, b = 0, a = 1] = inner2.split(/[\s,/]+/).map(Number);
    return { r, g, b, a };
  }
  function isAlike(ink, ground) {
    const a = ink.a;
    const far = Math.max(
      Math.abs(ink.r - ground.r),
      Math.abs(ink.g - ground.g),
      Math.abs(ink.b - ground.b)
    );
    return far * a <= 10;
  }

  // src/effect.js
  var COLOR2 = /\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([^()]*\)/g;
  var holdsFixed = (style) => [
    style.transform,
    style.translate,
    style.rotate,
    style.scale,
    style.perspective,
    style.filter
  ].some((each) => each && each !== "none") || (style.backdropFilter || "none") !== "none" || /paint|layout|strict|content/.test(style.contain) || /transform|filter|perspective/.test(style.willChange);
  function isBlurredAway(filter, size) {
    if (filter === "none") return false;
    for (const [, name = "", value = "0"] of filter.matchAll(/(\w+)\(([\d.e+-]+)/g)) {
      const amount = Number(value);
      if (name === "blur" && amount >= 0.4 * Number.parseFloat(size)) return true;
      if (name === "contrast" && amount < 0.05) return true;
      if (name === "brightness" && (amount < 0.02 || amount > 50)) return true;
    }
    return false;
  }
  function plainGradient(image) {
    if (image.includes("url(") || !image.includes("gradient(")) return null;
    const colors2 = (image.match(COLOR2) ?? []).map(parseColor);
    const [first] = colors2;
    if (!first || first.a <= 0.95) return null;
    return colors2.every((each) => each && each.a > 0.95 && isAlike(each, first)) ? first : null;
  }
  function turnOf2(style) {
    const own2 = style.transform === "none" ? new DOMMatrix() : new DOMMatrix(style.transform);
    const [x = 0, y = 0, z = 1, angle] = axisOf(style.rotate);
    return angle === void 0 ? own2 : new DOMMatrix().rotateAxisAngle(x, y, z, angle).multiply(own2);
  }
  function axisOf(rotate) {
    const parts = /^(?:(x|y|z)|(-?[\d.]+) (-?[\d.]+) (-?[\d.]+))? ?(-?[\d.]+)deg$/.exec(rotate ?? "");
    if (!parts) return [];
    const [, name, x = "0", y = "0", z = "1", angle = "0"] = parts;
    const axis = name ? [name === "x", name === "y", name === "z"] : [x, y, z];
    return [...axis.map(Number), Number(angle)];
  }
  var isDotted = (style) => !["", "none"].includes(style.getPropertyValue("-webkit-text-security"));

  // src/roles.js
  var ARIA = new Set(
    `alert alertdialog application article banner blockquote button caption cell checkbox code columnheader
  combobox complementary contentinfo definition deletion dialog directory document emphasis feed figure form
  generic grid gridcell group heading img image insertion link list listbox listitem log main mark marquee math
  menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation
  progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider
  spinbutton status strong subscript suggestion superscript switch tab table tablist tabpanel term textbox time
  timer toolbar tooltip tree treegrid treeitem`.split(/\s+/)
  );
  var ACTIVE = new Set(
    `button checkbox color combobox date datetime gridcell link listbox menuitem menuitemcheckbox menuitemradio
  month option radio searchbox slider spinbutton switch tab textbox time treeitem week`.split(
      /\s+/
    )
  );
  var INPUT = {
    button: "button",
    checkbox: "checkbox",
    color: "color",
    date: "date",
    "datetime-local": "datetime",
    file: "button",
    image: "button",
    month: "month",
    number: "spinbutton",
    radio: "radio",
    range: "slider",
    reset: "button",
    submit: "button",
    time: "time",
    week: "week"
  };
  var LISTED_INPUT = /* @__PURE__ */ new Set(["email", "search", "tel", "text", "url"]);
  var TAG = {
    address: "group",
    article: "article",
    blockquote: "blockquote",
    button: "button",
    caption: "caption",
    code: "code",
    datalist: "listbox",
    dd: "definition",
    del: "deletion",
    details: "group",
    dfn: "term",
    dialog: "dialog",
    dt: "term",
    em: "emphasis",
    fieldset: "group",
    figure: "figure",
    form: "form",
    h1: "heading",
    h2: "heading",
    h3: "heading",
    h4: "heading",
    h5: "heading",
    h6: "heading",
    hgroup: "group",
    hr: "separator",
    html: "document",
    iframe: "iframe",
    frame: "iframe",
    ins: "insertion",
    main: "main",
    mark: "mark",
    math: "math",
    menu: "list",
    meter: "meter",
    nav: "navigation",
    ol: "list",
    optgroup: "group",
    option: "option",
    output: "status",
    p: "paragraph",
    progress: "progressbar",
    search: "search",
    strong: "strong",
    sub: "subscript",
    sup: "superscript",
    table: "table",
    tbody: "rowgroup",
    textarea: "textbox",
    tfoot: "rowgroup",
    thead: "rowgroup",
    time: "time",
    ul: "list",
    "other:svg": "img",
    "other:math": "math"
  };
  var GLOBAL_ARIA = `[aria-atomic], [aria-busy], [aria-controls], [aria-current], [aria-describedby],
  [aria-details], [aria-dropeffect], [aria-flowto], [aria-grabbed], [aria-keyshortcuts], [aria-label],
  [aria-labelledby], [aria-live], [aria-owns], [aria-relevant], [aria-roledescription]`;
  var SECTIONING = "article, aside, main, nav, section";
  var SECTIONING_ROLES = /* @__PURE__ */ new Set(["article", "complementary", "main", "navigation", "region"]);
  function inputType(element) {
    const type = (attribute(element, "type") ?? "text").trim().toLowerCase();
    return type in INPUT || LISTED_INPUT.has(type) || type === "hidden" || type === "password" ? type : "text";
  }
  function firstRole(value) {
    for (const token of (value ?? "").toLowerCase().split(/\s+/)) {
      if (!ARIA.has(token)) continue;
      if (token === "image") return "img";
      return token === "presentation" ? "none" : token;
    }
    return null;
  }
  function isNamed(element) {
    return Boolean(
      (attribute(element, "aria-label") ?? "").trim() || attribute(element, "aria-labelledby") || (attribute(element, "title") ?? "").trim()
    );
  }
  function isFocusable(element) {
    if (has(element, "tabindex") && Number.isInteger(Number(attribute(element, "tabindex"))))
      return true;
    switch (tag(element)) {
      case "a":
      case "area":
        return has(element, "href");
      case "input":
        return inputType(element) !== "hidden" && !has(element, "disabled");
      case "button":
      case "select":
      case "textarea":
        return !has(element, "disabled");
      case "iframe":
        return true;
      case "summary":
        return isSummary(element);
      case "audio":
      case "video":
        return has(element, "controls");
      default:
        return isEditingHost(element);
    }
  }
  function isSummary(element) {
    const details = parentNode(element);
    if (!isElement(details) || tag(details) !== "details") return false;
    return selectAll(details, ":scope > summary")[0] === element;
  }
  function isEditingHost(element) {
    const value = attribute(element, "contenteditable");
    if (value === null || value.toLowerCase() === "false") return false;
    if (!isEditableContent(element)) return false;
    const parent = composedParent(element);
    return !parent || !isEditableContent(parent);
  }
  function isPageLandmark(element) {
    for (let at = composedParent(element); at; at = composedParent(at)) {
      if (matches(at, SECTIONING)) return false;
      const role = firstRole(attribute(at, "role"));
      if (role && SECTIONING_ROLES.has(role)) return false;
    }
    return true;
  }
  function cellKind(element) {
    const table = closest(element, "table");
    const role = table ? firstRole(attribute(table, "role")) : null;
    if (role === "grid" || role === "treegrid") return "gridcell";
    return role === "none" ? "" : "cell";
  }
  function headerKind(element) {
    const kind2 = cellKind(element);
    if (!kind2) return "";
    const scope = (attribute(element, "scope") ?? "").toLowerCase();
    if (scope === "col" || scope === "colgroup") return "columnheader";
    if (scope === "row" || scope === "rowgroup") return "rowheader";
    const row3 = closest(element, "tr");
    if (closest(element, "thead")) return "columnheader";
    for (let cell = row3?.firstElementChild; cell; cell = cell.nextElementSibling)
      if (tag(cell) === "td") return "rowheader";
    return "columnheader";
  }
  function inputRole(element) {
    const type = inputType(element);
    if (type === "hidden") return "";
    const known = INPUT[type];
    if (known) return known;
    if (LISTED_INPUT.has(type) && isListed(element)) return "combobox";
    return type === "search" ? "searchbox" : "textbox";
  }
  function isListed(element) {
    const list = (
      /** @type {HTMLInputElement} */
      element.list
    );
    return Boolean(list);
  }
  function nativeRole(element) {
    const name = tag(element);
    switch (name) {
      case "a":
      case "area":
        return has(element, "href") ? "link" : "";
      case "aside":
        return "complementary";
      case "header":
        return isPageLandmark(element) ? "banner" : "";
      case "footer":
        return isPageLandmark(element) ? "contentinfo" : "";
      case "form":
      case "section":
        if (!isNamed(element)) return "";
        return name === "form" ? "form" : "region";
      case "img":
        return attribute(element, "alt") === "" && !isNamed(element) ? "none" : "img";
      case "input":
        return inputRole(element);
      case "li": {
        const parent = composedParent(element);
        const within2 = parent ? firstRole(attribute(parent, "role")) : null;
        return within2 === "none" ? "" : "listitem";
      }
      case "select": {
        const size = Number(attribute(element, "size") ?? 0);
        return has(element, "multiple") || size > 1 ? "listbox" : "combobox";
      }
      case "summary":
        return isSummary(element) ? "button" : "";
      case "tr":
        return cellKind(element) ? "row" : "";
      case "td":
        return cellKind(element);
      case "th":
        return headerKind(element);
      default:
        return TAG[name] ?? "";
    }
  }
  function roleOf(element) {
    const asked2 = firstRole(attribute(element, "role"));
    if (asked2 === null) return nativeRole(element);
    if (asked2 === "none") {
      return isFocusable(element) || matches(element, GLOBAL_ARIA) ? nativeRole(element) : "none";
    }
    if ((asked2 === "region" || asked2 === "form") && !isNamed(element)) return nativeRole(element);
    return asked2 === "generic" ? "" : asked2;
  }
  var isActive = (role) => ACTIVE.has(role);
  function levelOf(element, role) {
    if (role !== "heading") return null;
    const asked2 = Number.parseInt(attribute(element, "aria-level") ?? "", 10);
    if (asked2 > 0) return asked2;
    const digit = /^h([1-6])$/.exec(tag(element))?.[1];
    return digit ? Number(digit) : 2;
  }

  // src/hint.js
  var TAPPED = /^(button|link|menuitem|tab|)$/;
  var TEST_IDS = ["data-testid", "data-test-id", "data-test", "data-qa", "data-cy"];
  var WORDLY = new RegExp("^(?!.*\\d{4})\\p{L}[\\p{L}\\d _.:-]{1,39}$", "u");
  var ICON = /(?:^|[-_])(?:icons?|ico|fa|bi|mdi|ri|ti|feather|lucide|glyphicon|octicon)[-_]+([a-z][a-z\d_-]+)$/i;
  var STYLE = /^(?:xs|sm|md|lg|xl|\dx|fw|spin|pulse|solid|regular|light|brands?|small|medium|large|button|btn|only|wrapper|container|left|right|inner|svg)$/i;
  var MOST = 12;
  var wordly = (text) => text !== null && WORDLY.test(text.trim()) ? text.trim() : "";
  function fileOf(address) {
    const path = (address ?? "").replace(/[?#].*$/s, "");
    if (/^[a-z]+:(?!\/\/)/i.test(path)) return "";
    const parts = path.replace(/^[a-z]+:\/\/[^/]*/i, "").split("/");
    return wordly((parts.filter(Boolean).pop() ?? "").replace(/\.\w+$/, ""));
  }
  function iconOf(element) {
    for (const each of (attribute(element, "class") ?? "").split(/\s+/)) {
      const [, icon] = ICON.exec(each) ?? [];
      if (icon && !STYLE.test(icon)) return wordly(icon);
    }
    return "";
  }
  function drawing(element) {
    const name = tag(element);
    if (name === "img") return fileOf(attribute(element, "src"));
    if (name !== "other:use") return "";
    const to = attribute(element, "href") ?? attribute(element, "xlink:href") ?? "";
    return wordly(to.slice(to.indexOf("#") + 1));
  }
  function hintOf(element, role) {
    if (!TAPPED.test(role)) return "";
    const all = [element, ...[...selectAll(element, "*")].slice(0, MOST)];
    const first = (told4) => {
      for (const each of all) {
        const word = told4(each);
        if (word) return word;
      }
      return "";
    };
    const own2 = (name) => wordly(attribute(element, name));
    return first((each) => TEST_IDS.map((name) => wordly(attribute(each, name))).find(Boolean) ?? "") || first((each) => wordly(attribute(each, "data-icon"))) || first(iconOf) || first(drawing) || own2("name") || own2("id") || (role === "link" ? fileOf(attribute(element, "href")) : "");
  }

  // src/rows.js
  var VALUE_LIMIT = 200;
  var secrets = /* @__PURE__ */ new WeakSet();
  function isSecret(element) {
    if (secrets.has(element)) return true;
    const name = tag(element);
    const hides = name === "input" && (inputType(element) === "password" || /\b(current|new)-password\b/i.test(attribute(element, "autocomplete") ?? "")) || (isField(element) || isEditableContent(element) || has(element, "role")) && isDotted(getComputedStyle(element));
    if (hides) secrets.add(element);
    return hides;
  }
  function noteSecrets(root) {
    for (const element of selectAll(root, "input[type=password i]")) secrets.add(element);
  }
  function shownRole(element) {
    const role = roleOf(element);
    if (isEditingHost(element) && (role === "" || role === "none" || !isActive(role)))
      return "textbox";
    const name = tag(element);
    if (role === "" && (name === "video" || name === "audio" || name === "canvas")) return name;
    if (role === "" && name === "a" && isLinkByScript(element)) return "link";
    return role;
  }
  function isLinkByScript(element) {
    if (has(element, "onclick")) return true;
    const parent = composedParent(element);
    return getComputedStyle(element).cursor === "pointer" && !(parent && getComputedStyle(parent).cursor === "pointer");
  }
  function isInteractive(element, role, ctx) {
    if (isActive(role)) return role !== "gridcell" || isFocusable(element) || has(element, "onclick");
    const name = tag(element);
    if (name === "body" || name === "html" || name === "iframe" || name === "frame") return false;
    if (isFocusable(element))
      return attribute(element, "tabindex") !== "-1" || name === "audio" || name === "video";
    if (has(element, "onclick")) return true;
    return hasPointer(element, ctx);
  }
  function hasPointer(element, ctx) {
    if (ctx.style(element).cursor !== "pointer") return false;
    const parent = composedParent(element);
    if (parent && ctx.style(parent).cursor === "pointer") return false;
    if (tag(element) === "label" && /** @type {HTMLLabelElement} */
    element.control) return false;
    return !matches(element, ":has(a[href], button, input, select, textarea, summary)");
  }
  var isField = (element) => /^(input|textarea|select)$/.test(tag(element));
  function isDisabled2(element) {
    if (/^(button|input|select|textarea|optgroup|option|fieldset)$/.test(tag(element))) {
      if (matches(element, ":disabled")) return true;
    }
    for (let at = (
      /** @type {Element | null} */
      element
    ); at; at = composedParent(at)) {
      if (attribute(at, "aria-disabled") === "true") return true;
      if (has(at, "inert")) return true;
    }
    return false;
  }
  function statesOf(element, role, focused2) {
    const states = [];
    const name = tag(element);
    const aria = (key2) => (attribute(element, `aria-${key2}`) ?? "").trim().toLowerCase();
    if (isDisabled2(element)) states.push("disabled");
    if (name === "input" && /^(checkbox|radio)$/.test(inputType(element))) {
      const box = (
        /** @type {HTMLInputElement} */
        element
      );
      if (box.indeterminate) states.push("mixed");
      else if (box.checked) states.push("checked");
    } else if (/^(checkbox|radio|switch|menuitemcheckbox|menuitemradio|option|treeitem)$/.test(role)) {
      if (aria("checked") === "true") states.push("checked");
      else if (aria("checked") === "mixed") states.push("mixed");
    }
    if (aria("pressed") === "true") states.push("pressed");
    else if (aria("pressed") === "mixed") states.push("mixed");
    const expanded = expandedOf(element, name, aria("expanded"));
    if (expanded !== null) states.push(expanded ? "expanded" : "collapsed");
    if (name === "option" ? (
      /** @type {HTMLOptionElement} */
      element.selected
    ) : aria("selected") === "true")
      states.push("selected");
    const sort = aria("sort");
    if (sort === "ascending" || sort === "descending") states.push(sort);
    const current3 = aria("current");
    if (current3 && current3 !== "false") states.push("current");
    if (isField(element) ? matches(element, ":required") : aria("required") === "true")
      states.push("required");
    const invalid = aria("invalid");
    if (invalid && invalid !== "false") states.push("invalid");
    else if (isField(element) && matches(element, ":user-invalid")) states.push("invalid");
    if (isReadOnly(element, name, aria("readonly"))) states.push("readonly");
    if (element === focused2) states.push("focused");
    return states;
  }
  function expandedOf(element, name, aria) {
    if (name === "summary") {
      const details = closest(element, "details");
      return details ? has(details, "open") : null;
    }
    if (aria === "true") return true;
    return aria === "false" ? false : null;
  }
  function isReadOnly(element, name, aria) {
    if (aria === "true") return true;
    return (name === "textarea" || name === "input") && /** @type {HTMLInputElement} */
    element.readOnly;
  }
  function chosen(select3) {
    return [...select3.selectedOptions].map((option) => clean(option.label));
  }
  function heldBy(element, role) {
    if (isSecret(element)) return null;
    const name = tag(element);
    let value = "";
    if (name === "select") value = chosen(
      /** @type {HTMLSelectElement} */
      element
    ).join(", ");
    else if (name === "input") {
      const field3 = (
        /** @type {HTMLInputElement} */
        element
      );
      const type = inputType(element);
      if (type === "file") value = [...field3.files ?? []].map((file) => file.name).join(", ");
      else if (!/^(checkbox|radio|button|submit|reset|image|hidden)$/.test(type)) value = field3.value;
    } else if (name === "textarea") value = /** @type {HTMLTextAreaElement} */
    element.value;
    else if (name === "progress" || name === "meter") {
      const meter = (
        /** @type {HTMLProgressElement} */
        element
      );
      const isOpen = name === "progress" && !has(element, "value");
      value = isOpen ? "" : `${meter.value}/${meter.max}`;
    } else if (isEditingHost(element)) value = linesOf(element);
    else if (/^(slider|spinbutton|progressbar|meter|scrollbar|separator)$/.test(role))
      value = attribute(element, "aria-valuetext") ?? attribute(element, "aria-valuenow") ?? "";
    else if (role === "combobox" || role === "textbox" || role === "searchbox")
      value = isActive(nativeRole(element)) ? "" : clean(textContent(element));
    else return null;
    value = cut(clean(value), VALUE_LIMIT);
    return value === "" ? null : value;
  }
  var homes = /* @__PURE__ */ new WeakMap();
  var home = (row3) => homes.get(row3);
  function settle(row3, frame2) {
    homes.set(row3, frame2);
    return row3;
  }
  function describe(element, ctx, options = {}) {
    const role = options.role ?? shownRole(element);
    const focused2 = options.focused === void 0 ? focusedElement(ctx) : options.focused;
    const interactive = isInteractive(element, role, ctx);
    const states = statesOf(element, role, focused2);
    if (isSecret(element) && /** @type {HTMLInputElement} */
    element.value) states.push("filled");
    let box = null;
    if (options.box) {
      const { x, y, width, height } = boxOf(element, ctx);
      box = /** @type {[number, number, number, number]} */
      [x, y, width, height].map(Math.round);
    }
    const frame2 = ctx.frameOf(element);
    const name = ctx.names.of(element) || plainName(element, role, ctx, options.words);
    const hint = interactive && name === "" ? hintOf(element, role) : "";
    const row3 = {
      ref: options.ref && !options.ref(interactive) ? null : ctx.refs.give(element),
      role: role || "generic",
      name,
      depth: options.depth ?? 0,
      frame: frame2.index,
      states,
      value: heldBy(element, role),
      level: levelOf(element, role),
      interactive,
      box,
      ...hint && { hint }
    };
    return settle(row3, frame2);
  }
  function plainName(element, role, ctx, words2 = false) {
    if (isField(element) || role === "iframe") return "";
    if (role !== "" && (!words2 || heldBy(element, role) !== null || isSecret(element))) return "";
    return cut(clean(ctx.names.seenText(element, 80)), 80);
  }

  // src/names.js
  var NAME_LIMIT = 200;
  var Names = class {
    /** @type {Map<Element, string>} */
    #known = /* @__PURE__ */ new Map();
    /** @type {import("./visible.js").Sight} */
    #sight;
    /** @type {(element: Element) => CSSStyleDeclaration} */
    #style;
    /** What secret fields hold that a page names something by. @type {Map<Document, string[]>} */
    #guarded = /* @__PURE__ */ new Map();
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
      if (known !== void 0) return known;
      const name = cut(this.#compute(element), NAME_LIMIT);
      this.#known.set(element, name);
      return name;
    }
    /** @param {Element} element */
    #compute(element) {
      const seen = this.#accessible(element, true);
      if (seen && this.#mixesUnseen(element)) return clean(this.seenText(element, NAME_LIMIT));
      return seen || this.#accessible(element, false) || this.#fallback(element);
    }
    /** Whether words of its own that nobody sees stand beside others that are seen. @param {Element} element */
    #mixesUnseen(element) {
      if (["aria-label", "aria-labelledby", "alt"].some((name) => attribute(element, name)))
        return false;
      const own2 = [...composedChildren(element)].filter(
        (each) => isText(each) && nodeValue(each).trim()
      );
      return own2.some((each) => !isTextSeen(
        /** @type {Text} */
        each,
        element,
        this.#sight
      )) && this.seenText(element, 1) !== "";
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
      const isField4 = /^(input|textarea|select)$/.test(tag(element));
      if (label === "" && !isField4 && isDotted(this.#style(element))) return "";
      try {
        const name = clean(
          computeAccessibleName(element, {
            computedStyleSupportsPseudoElements: true,
            getComputedStyle: (at, pseudo) => this.#styleFor(at, pseudo, element, seenOnly)
          })
        );
        return this.#guardedOf(documentOf(element)).some((secret) => name.includes(secret)) ? label : name;
      } catch (error) {
        if (error instanceof Fault) throw error;
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
      const ids = /* @__PURE__ */ new Set();
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
        const drawn2 = getComputedStyle(element, pseudo);
        const silent2 = drawn2.content === "none" || drawn2.content === "normal";
        return silent2 || this.#sight.showsWords(element, drawn2) ? drawn2 : disguise(drawn2, "content", "none");
      }
      const style = this.#style(element);
      if (!isHtml(element)) return style;
      if (element !== subject && (isDotted(style) || isSecret(element)))
        return disguise(style, "visibility", "hidden");
      if (seenOnly && element !== subject) {
        const look2 = this.#sight.look(element);
        const nothing = look2.clip && look2.clip.right - look2.clip.left <= 1;
        if (look2.veiled || nothing || this.isUnread(element))
          return disguise(style, "visibility", "hidden");
      }
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
      if (!isActive(role) && role !== "heading" && name !== "a") return "";
      return clean(this.seenText(element, NAME_LIMIT));
    }
    /**
     * The visible text below an element, in one line.
     * @param {Element} element
     * @param {number} limit stop after about that many characters
     */
    seenText(element, limit) {
      const parts = (
        /** @type {string[]} */
        []
      );
      let length = 0;
      const sight = this.#sight;
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
  };
  var disguises = { visibility: /* @__PURE__ */ new WeakMap(), display: /* @__PURE__ */ new WeakMap(), content: /* @__PURE__ */ new WeakMap() };
  function disguise(style, property3, value) {
    let made2 = disguises[property3].get(style);
    if (!made2) {
      made2 = /** @type {CSSStyleDeclaration} */
      /** @type {unknown} */
      {
        display: style.display,
        visibility: style.visibility,
        [property3]: value,
        /** @param {string} name */
        getPropertyValue: (name) => name === property3 ? value : style.getPropertyValue(name)
      };
      disguises[property3].set(style, made2);
    }
    return made2;
  }
  var range = newRange(document);
  function isTextSeen(node, parent, sight) {
    const look2 = sight.look(parent);
    if (look2.gone || look2.veiled || look2.skips || !look2.drawn) return false;
    const own2 = documentOf(node) === document ? range : newRange(documentOf(node));
    own2.selectNodeContents(node);
    const box = own2.getBoundingClientRect();
    return sight.shows(parent, box) && sight.isLegible(parent, box);
  }

  // src/refs.js
  var Refs = class {
    /** @type {Map<string, WeakRef<Element>>} */
    #elements = /* @__PURE__ */ new Map();
    /** @type {WeakMap<Element, string>} */
    #names = /* @__PURE__ */ new WeakMap();
    /** Refs of elements in frames of another origin. @type {Map<string, Window>} */
    #lent = /* @__PURE__ */ new Map();
    #last = 0;
    /** The highest number given out, or the base when none was. */
    get last() {
      return this.#last;
    }
    /**
     * Number from here on above a number used elsewhere in the tab.
     * @param {number} base
     */
    raise(base) {
      if (base > this.#last) this.#last = base;
    }
    /**
     * The element's ref, a new one when it has none.
     * @param {Element} element
     */
    give(element) {
      const known = this.#names.get(element);
      if (known) return known;
      this.#last += 1;
      const ref = `e${this.#last}`;
      this.#names.set(element, ref);
      this.#elements.set(ref, new WeakRef(element));
      return ref;
    }
    /**
     * Remember a ref that another frame's bundle gave out.
     * @param {string} ref
     * @param {Window} window
     */
    lend(ref, window2) {
      this.#lent.set(ref, window2);
    }
    /**
     * The window whose bundle knows the ref, when it is not ours.
     * @param {string} ref
     */
    lentTo(ref) {
      return this.#lent.get(ref);
    }
    /**
     * The element of a ref; throws STALE_REF when it is gone or was never given out here.
     * @param {string} ref
     */
    element(ref) {
      const element = this.#elements.get(ref)?.deref();
      if (!element || !isConnected(element)) {
        this.#elements.delete(ref);
        throw new Fault("STALE_REF", `${ref} is no longer on the page`);
      }
      return element;
    }
  };

  // src/laid.js
  var MOST2 = 200;
  var MOST_LOOKED = 1e4;
  var SLACK = 2;
  var isWhole2 = (style) => style.opacity !== "1" || style.transform !== "none" || style.filter !== "none" || style.isolation === "isolate" || style.mixBlendMode !== "normal" || /fixed|sticky/.test(style.position);
  function isOpaque(style) {
    if (style.visibility !== "visible" || Number(style.opacity) < 0.95) return false;
    if (style.clipPath !== "none" || style.maskImage !== "none" || style.filter !== "none")
      return false;
    if (style.mixBlendMode !== "normal" || /[1-9]/.test(style.borderTopLeftRadius)) return false;
    if (!/^(none|matrix\([^,]+, 0, 0, )/.test(style.transform)) return false;
    if (isBlurredAway(style.backdropFilter || "none", style.fontSize)) return true;
    return (parseColor(style.backgroundColor)?.a ?? 0) > 0.95;
  }
  var Covers = class {
    /** @type {Map<Document, Cover[]>} */
    #known = /* @__PURE__ */ new Map();
    #style;
    #budget;
    /**
     * @param {(element: Element) => CSSStyleDeclaration} style
     * @param {import("./budget.js").Budget} budget
     */
    constructor(style, budget) {
      this.#style = style;
      this.#budget = budget;
    }
    /**
     * Whether a ground lies over all of a box.
     * @param {Element} element the text's parent
     * @param {Edges} box
     * @param {boolean} sunk whether a z-index puts it below what is around it
     */
    hides(element, box, sunk) {
      if (sunk && this.#isBehindItsOwn(element, box)) return true;
      const found = this.#in(documentOf(element)).filter(
        ({ edges }) => edges.left <= box.left + SLACK && edges.right >= box.right - SLACK && edges.top <= box.top + SLACK && edges.bottom >= box.bottom - SLACK
      );
      if (found.length === 0) return false;
      const layers = this.#layers(element);
      const scroller = this.#scroller(element);
      return found.some(
        (cover2) => cover2.scroller === scroller && !composedContains(cover2.element, element) && isAbove(cover2.layers, layers)
      );
    }
    /** Below the ground of a box it lies in, by a negative z-index. @param {Element} element @param {Edges} box */
    #isBehindItsOwn(element, box) {
      const layers = this.#layers(element);
      const last2 = layers.findLastIndex(({ z }) => z < 0);
      if (last2 < 0) return false;
      const holder = layers.slice(0, last2).findLast(({ holds: holds2 }) => holds2)?.element ?? null;
      const from = (
        /** @type {Layer} */
        layers[last2].element
      );
      for (let at = composedParent(from); at && at !== holder; at = composedParent(at)) {
        if (/^(html|body)$/.test(tag(at))) return false;
        const edges = rect(at);
        if (isOpaque(this.#style(at)) && edges.top <= box.top && edges.bottom >= box.bottom)
          return true;
      }
      return false;
    }
    /** @param {Document} root @returns {Cover[]} */
    #in(root) {
      let found = this.#known.get(root);
      if (found) return found;
      found = [];
      this.#known.set(root, found);
      if (!documentElement(root)) return found;
      const all = selectAll(root, "*");
      for (const element of all.length > MOST_LOOKED ? [] : all) {
        const style = this.#style(element);
        if (style.position !== "absolute" && style.position !== "relative") continue;
        if (!isOpaque(style) || this.#isFixed(element)) continue;
        const edges = rect(element);
        if (edges.width < 4 || edges.height < 4) continue;
        found.push({
          element,
          edges,
          layers: this.#layers(element),
          scroller: this.#scroller(element)
        });
        if (found.length >= MOST2) break;
      }
      return found;
    }
    /** In what is fixed, or seen only as far as something around it lets. @param {Element} element */
    #isFixed(element) {
      for (let at = composedParent(element); at; at = composedParent(at)) {
        const style = this.#style(at);
        if (/fixed|sticky/.test(style.position) || style.display === "none") return true;
        if (Number(style.opacity) < 0.95 || style.clipPath !== "none") return true;
        if (tag(at) !== "body" && tag(at) !== "html" && style.overflowX !== "visible") {
          const [own2, outer] = [rect(element), rect(at)];
          if (own2.top < outer.top - SLACK || own2.bottom > outer.bottom + SLACK) return true;
        }
      }
      return false;
    }
    /** The box that scrolls it, or null for the page. @param {Element} element */
    #scroller(element) {
      for (let at = composedParent(element); at; at = composedParent(at)) {
        this.#budget.spend();
        const style = this.#style(at);
        if (/auto|scroll/.test(style.overflowY + style.overflowX) && !/^(html|body)$/.test(tag(at)))
          return at;
      }
      return null;
    }
    /** @param {Element} element @returns {Layer[]} */
    #layers(element) {
      const chain = [];
      for (let at = (
        /** @type {Element | null} */
        element
      ); at; at = composedParent(at))
        chain.push(at);
      const layers = [];
      for (const at of chain.reverse()) {
        const style = this.#style(at);
        const placed = style.position !== "static";
        const whole2 = isWhole2(style);
        if (!placed && !whole2) continue;
        const own2 = placed && style.zIndex !== "auto";
        const before2 = layers[layers.length - 1];
        if (before2 && !before2.holds) layers.pop();
        layers.push({ z: own2 ? Number(style.zIndex) : 0, element: at, holds: own2 || whole2 });
      }
      return layers;
    }
  };
  function isAbove(one, other) {
    for (let at = 0; at < one.length; at++) {
      const [mine, theirs] = [one[at], other[at]];
      if (!mine) return false;
      if (!theirs) return mine.z >= 0;
      if (mine.element === theirs.element) continue;
      if (mine.z !== theirs.z) return mine.z > theirs.z;
      return Boolean(
        theirs.element.compareDocumentPosition(mine.element) & Node.DOCUMENT_POSITION_FOLLOWING
      );
    }
    return false;
  }

  // src/painted.js
  var Painted = class {
    /** What may lie behind text, below a ground. @type {Map<Element, Paint[]>} */
    #found = /* @__PURE__ */ new Map();
    #style;
    #budget;
    /**
     * @param {(element: Element) => CSSStyleDeclaration} style
     * @param {import("./budget.js").Budget} budget
     */
    constructor(style, budget) {
      this.#style = style;
      this.#budget = budget;
    }
    /**
     * Whether a picture or a positioned ground lies behind the text, above the plain colour.
     * @param {Element} element
     * @param {Element | null} owner
     * @param {Edges} box
     * @param {import("./paint.js").Color} ink
     */
    isBetween(element, owner, box, ink) {
      for (let at = (
        /** @type {Element | null} */
        element
      ); at && at !== owner; at = composedParent(at))
        if (this.#hasPaintedPseudo(at)) return true;
      if (owner && this.#hasPaintedPseudo(owner)) return true;
      const root = owner ?? documentElement(documentOf(element));
      if (!root) return false;
      return this.#paintedIn(root).some(({ color, edges, drawing: drawing2 }) => {
        this.#budget.spend();
        if (color && isAlike(ink, color)) return false;
        return isSome(meet(edges, box)) && !(drawing2 && composedContains(drawing2, element));
      });
    }
    /**
     * Pictures and positioned grounds below an element.
     * @param {Element} root
     */
    #paintedIn(root) {
      let found = this.#found.get(root);
      if (found) return found;
      found = [];
      this.#found.set(root, found);
      for (const other of selectAll(root, "*")) {
        const media = /^(img|video|canvas|iframe|other:svg|other:image|other:rect|other:path)$/.test(
          tag(other)
        );
        const style = this.#style(other);
        if (style.visibility !== "visible" || Number(style.opacity) <= FAINT) continue;
        let color = null;
        if (!media) {
          if (style.position === "static") continue;
          if (style.backgroundImage === "none") {
            color = parseColor(style.backgroundColor);
            if ((color?.a ?? 1) < FAINT) continue;
          }
        }
        const drawing2 = tag(other) === "other:svg" ? other : null;
        found.push({ color, edges: rect(other), drawing: drawing2 });
      }
      return found;
    }
    /** @param {Element} element */
    #hasPaintedPseudo(element) {
      for (const pseudo of ["::before", "::after"]) {
        const style = getComputedStyle(element, pseudo);
        if (style.content === "none" || style.content === "normal") continue;
        if (style.backgroundImage !== "none") return true;
        if ((parseColor(style.backgroundColor)?.a ?? 1) > FAINT) return true;
      }
      return false;
    }
  };

  // src/paper.js
  var PAPER = { light: 255, dark: 18 };
  function isDarkScheme(root) {
    const first = documentElement(root);
    if (!first) return false;
    let words2 = getComputedStyle(first).colorScheme;
    if (words2 === "normal") {
      const meta = selectAll(root, "meta[name=color-scheme i]")[0];
      words2 = meta ? attribute(meta, "content") ?? "" : "";
    }
    if (!/\bdark\b/.test(words2)) return false;
    return !/\blight\b/.test(words2) || matchMedia("(prefers-color-scheme: dark)").matches;
  }
  function paper(root) {
    const shade = isDarkScheme(root) ? PAPER.dark : PAPER.light;
    return { r: shade, g: shade, b: shade, a: 1 };
  }
  var onPaper = (root) => ({ color: paper(root), owner: null });

  // src/visible.js
  var UNDRAWN = /^other:(defs|symbol|clipPath|mask|pattern|marker|metadata|desc|title)$/;
  var SMALL_FRAME = 4;
  function meet(a, b) {
    if (!b) return a;
    return {
      left: Math.max(a.left, b.left),
      top: Math.max(a.top, b.top),
      right: Math.min(a.right, b.right),
      bottom: Math.min(a.bottom, b.bottom)
    };
  }
  var isSome = (edges) => edges.right - edges.left > 1 && edges.bottom - edges.top > 1;
  var Sight = class {
    /** @type {Map<Element, Look>} */
    #looks = /* @__PURE__ */ new Map();
    /** @type {Map<Element, Ground | null>} */
    #grounds = /* @__PURE__ */ new Map();
    /** @type {(element: Element) => CSSStyleDeclaration} */
    #style;
    /** @type {(document: Document) => Element | null} */
    #holder;
    /** @type {import("./budget.js").Budget} */
    #budget;
    #covers;
    #painted;
    /**
     * @param {(element: Element) => CSSStyleDeclaration} style
     * @param {(document: Document) => Element | null} holder the iframe element around a document
     * @param {import("./budget.js").Budget} budget
     */
    constructor(style, holder, budget) {
      this.#style = style;
      this.#holder = holder;
      this.#budget = budget;
      this.#covers = new Covers(style, budget);
      this.#painted = new Painted(style, budget);
    }
    /** @param {Element} element @returns {Look} */
    look(element) {
      this.#budget.spend();
      const known = this.#looks.get(element);
      if (known) return known;
      const chain = [];
      for (let at = (
        /** @type {Element | null} */
        element
      ); at; at = composedParent(at)) {
        if (this.#looks.has(at)) break;
        chain.push(at);
      }
      for (let index = chain.length - 1; index >= 0; index--) {
        const at = (
          /** @type {Element} */
          chain[index]
        );
        this.#looks.set(at, this.#lookAt(at));
      }
      return (
        /** @type {Look} */
        this.#looks.get(element)
      );
    }
    /** @param {Element} element @returns {Look} */
    #lookAt(element) {
      const parent = composedParent(element);
      const above2 = parent ? this.#looks.get(parent) : void 0;
      if (above2?.gone) return above2;
      const style = this.#style(element);
      if (style.display === "none" || UNDRAWN.test(tag(element)))
        return { ...above2 ?? this.#root(element), gone: true };
      const from = above2 ?? this.#root(element);
      if (from.gone) return from;
      if (from.skips && !(parent && tag(parent) === "details" && isSummary(element)))
        return { ...from, gone: true };
      const placed = style.position;
      const position = placed === "fixed" && this.#isHeld(parent) ? "absolute" : placed;
      const fixed = from.fixed || position === "fixed";
      const opacity = from.opacity * Number(style.opacity) * filterOpacity(style.filter);
      const veiled2 = from.veiled || opacity < FAINT || isClippedAway(style.clip, style.clipPath) || isMaskedAway(style.maskImage) || isBlurredAway(style.filter, style.fontSize) || style.backfaceVisibility === "hidden" && this.#isTurnedAway(element);
      const look2 = {
        gone: false,
        veiled: veiled2,
        opacity,
        drawn: style.visibility === "visible",
        clip: from.clip,
        clipAbsolute: from.clipAbsolute,
        origin: from.origin,
        skips: style.getPropertyValue("content-visibility") === "hidden" || tag(element) === "details" && !has(element, "open"),
        fixed,
        sunk: from.sunk || style.zIndex.startsWith("-")
      };
      if (position === "fixed") {
        look2.clip = null;
        look2.clipAbsolute = null;
        look2.origin = { left: 0, top: 0 };
      } else if (position === "absolute") look2.clip = from.clipAbsolute;
      const cuts2 = style.overflowX !== "visible" || style.overflowY !== "visible";
      if (cuts2 && parent && style.display !== "inline" && style.display !== "contents") {
        if (tag(element) !== "body") this.#cut(element, style, look2);
      } else if (position !== "static") look2.clipAbsolute = look2.clip;
      return look2;
    }
    /** Whether what is fixed below stays with this box and not with the window. @param {Element | null} from */
    #isHeld(from) {
      for (let at = from; at; at = composedParent(at)) if (holdsFixed(this.#style(at))) return true;
      return false;
    }
    /** Whether it shows its back, with all that turns it. @param {Element} element */
    #isTurnedAway(element) {
      let turn = new DOMMatrix();
      for (let at = (
        /** @type {Element | null} */
        element
      ); at; at = composedParent(at)) {
        const style = this.#style(at);
        if (at !== element && style.transformStyle !== "preserve-3d") break;
        turn = turnOf2(style).multiply(turn);
      }
      return turn.m33 < 0;
    }
    /** @param {Element} element @param {CSSStyleDeclaration} style @param {Look} look changed here */
    #cut(element, style, look2) {
      const box = rect(element);
      const seen = meet(box, look2.clip);
      const size = layout(element);
      const scrolls2 = /auto|scroll/.test(style.overflowY) && size.scrollHeight > size.clientHeight || /auto|scroll/.test(style.overflowX) && size.scrollWidth > size.clientWidth;
      if (scrolls2 && isSome(seen)) {
        look2.clip = null;
        look2.origin = { left: box.left - size.scrollLeft, top: box.top - size.scrollTop };
      } else {
        look2.clip = seen;
      }
      if (style.position !== "static") look2.clipAbsolute = look2.clip;
    }
    /** @param {Element} element the first of its document @returns {Look} */
    #root(element) {
      const holder = this.#holder(documentOf(element));
      const outer = holder ? this.look(holder) : null;
      const view = viewOf(documentOf(element));
      const far = view && this.#style(element).direction === "rtl" ? Number.NEGATIVE_INFINITY : 0;
      return {
        gone: outer?.gone ?? false,
        veiled: holder && outer ? outer.veiled || this.#isShut(holder, outer) : false,
        opacity: outer?.opacity ?? 1,
        drawn: true,
        clip: null,
        clipAbsolute: null,
        origin: { left: far || -(view?.scrollX ?? 0), top: -(view?.scrollY ?? 0) },
        skips: false,
        fixed: false,
        sunk: false
      };
    }
    /** Whether a frame shows nothing of what is in it. @param {Element} holder @param {Look} look */
    #isShut(holder, look2) {
      const { clientWidth: across, clientHeight: along } = layout(holder);
      return Math.min(across, along) <= SMALL_FRAME || !this.isSeen(holder) || this.#covers.hides(holder, rect(holder), look2.sunk);
    }
    /**
     * Whether a box of the element's content could be seen, scrolling allowed.
     * @param {Element} element
     * @param {Edges} box client px of its document
     */
    shows(element, box) {
      const look2 = this.look(element);
      if (look2.gone || look2.veiled || !look2.drawn) return false;
      if (box.right - box.left <= 0 || box.bottom - box.top <= 0) return false;
      if (box.right <= look2.origin.left || box.bottom <= look2.origin.top) return false;
      if (look2.fixed) {
        const view = viewOf(documentOf(element));
        if (view && (box.left >= view.innerWidth || box.top >= view.innerHeight)) return false;
      }
      return !look2.clip || isSome(meet(box, look2.clip));
    }
    /**
     * Whether the element itself is seen: an area, nothing that hides it, reachable.
     * @param {Element} element
     */
    isSeen(element) {
      return this.shows(element, rect(element)) || this.#hasSeenContents(element);
    }
    /** @param {Element} element one that has no box of its own (display: contents, or floats only) */
    #hasSeenContents(element) {
      const look2 = this.look(element);
      if (look2.gone || look2.veiled) return false;
      const box = rect(element);
      if (box.width > 0 && box.height > 0) return false;
      for (const child of selectAll(element, "*")) if (this.shows(child, rect(child))) return true;
      return false;
    }
    /**
     * Whether the letters of an element stand out from what is behind them.
     * @param {Element} element the text's parent
     * @param {Edges} box of the text
     */
    isLegible(element, box) {
      const style = this.#style(element);
      const size = Number.parseFloat(style.fontSize);
      if (size < 2 || box.bottom - box.top < 2) return false;
      const cut3 = meet(box, this.look(element).clip);
      if (cut3.bottom - cut3.top < 0.3 * Math.min(size, box.bottom - box.top)) return false;
      if (isDotted(style) || this.#covers.hides(element, box, this.look(element).sunk)) return false;
      const ink = this.#ink(element, style);
      if (!ink) return true;
      const ground = this.#ground(element);
      const shadows = shadowColors(style.textShadow, size);
      const blend = ground && this.#blend(element, ground.owner);
      const stands = (color) => !ground || !isAlike(blend ? blended(blend, color, ground.color) : color, ground.color);
      if (shadows.some((color) => !color || color.a >= FAINT && stands(color))) return true;
      if (ink.a < FAINT) return this.#isCutOut(style, ground);
      if (!ground || stands(ink)) return true;
      return this.#painted.isBetween(element, ground.owner, box, ink);
    }
    /**
     * What letters are drawn with; null when that is not one plain colour.
     * @param {Element} element
     * @param {CSSStyleDeclaration} style
     */
    #ink(element, style) {
      if (isHtml(element))
        return parseColor(style.getPropertyValue("-webkit-text-fill-color") || style.color);
      const nothing = { r: 0, g: 0, b: 0, a: 0 };
      const { fill, stroke } = style;
      const filled2 = fill === "none" ? nothing : parseColor(fill);
      const drawn2 = stroke === "none" ? nothing : parseColor(stroke);
      if (!filled2 || !drawn2) return null;
      const color = { ...filled2, a: filled2.a * Number(style.fillOpacity) };
      const line = { ...drawn2, a: drawn2.a * Number(style.strokeOpacity) };
      return color.a < FAINT ? line : color;
    }
    /**
     * Whether the words of a pseudo element are seen, as far as its own style tells.
     * @param {Element} element
     * @param {CSSStyleDeclaration} style of the pseudo element
     */
    showsWords(element, style) {
      const away = (length) => Number.parseFloat(length) < -500;
      if (style.display === "none" || style.visibility !== "visible") return false;
      if (Number(style.opacity) < FAINT || Number.parseFloat(style.fontSize) < 2) return false;
      if (away(style.textIndent) || isClippedAway(style.clip, style.clipPath)) return false;
      if (style.position !== "static" && (away(style.left) || away(style.top))) return false;
      const ink = parseColor(style.color);
      if (!ink || style.backgroundImage !== "none") return true;
      const own2 = parseColor(style.backgroundColor);
      const ground = own2 && own2.a > FAINT ? { color: own2, owner: null } : this.#ground(element);
      return ink.a >= FAINT && !(ground && isAlike(ink, ground.color));
    }
    /** How an element is mixed with its ground; "" for laid over it. @param {Element} element @param {Element | null} owner */
    #blend(element, owner) {
      for (let at = (
        /** @type {Element | null} */
        element
      ); at && at !== owner; at = composedParent(at)) {
        const mode = this.#style(at).mixBlendMode;
        if (mode !== "normal") return mode;
      }
      return "";
    }
    /**
     * Whether letters without colour are cut out of a ground that is seen.
     * @param {CSSStyleDeclaration} style
     * @param {Ground | null} ground
     */
    #isCutOut(style, ground) {
      const clip = style.getPropertyValue("-webkit-background-clip") || style.backgroundClip;
      if (!clip.includes("text")) return false;
      const plain4 = plainGradient(style.backgroundImage);
      if (style.backgroundImage !== "none" && !plain4) return true;
      const color = plain4 ?? parseColor(style.backgroundColor);
      return !color || color.a >= FAINT && !(ground && isAlike(color, ground.color));
    }
    /**
     * The plain colour behind an element; null when it is not plain.
     * @param {Element} element
     * @returns {Ground | null}
     */
    #ground(element) {
      const passed = [];
      let ground;
      for (let at = (
        /** @type {Element | null} */
        element
      ); at; at = composedParent(at)) {
        ground = this.#grounds.get(at);
        if (ground === void 0) {
          passed.push(at);
          ground = this.#ownGround(at);
        }
        if (ground !== void 0) break;
      }
      const found = ground === void 0 ? onPaper(documentOf(element)) : ground;
      for (const each of passed) this.#grounds.set(each, found);
      return found;
    }
    /** @param {Element} element @returns {Ground | null | undefined} undefined: what is behind it shows through */
    #ownGround(element) {
      const style = this.#style(element);
      if ((style.backgroundClip || "").includes("text")) return void 0;
      const plain4 = plainGradient(style.backgroundImage);
      if (style.backgroundImage !== "none" && !plain4) return null;
      const color = plain4 ?? parseColor(style.backgroundColor);
      if (!color) return null;
      if (color.a > 0.95) return { color, owner: element };
      if (color.a > FAINT) return null;
      return /^(button|input|select|textarea|img|video|canvas)$/.test(tag(element)) ? null : void 0;
    }
  };

  // src/context.js
  var DOC = Array.from(
    crypto.getRandomValues(new Uint8Array(8)),
    (byte2) => byte2.toString(16).padStart(2, "0")
  ).join("");
  var refs = new Refs();
  function context(limit, within2 = null) {
    const budget = new Budget(limit);
    const { frames, outside, full } = walkFrames(budget);
    const styles = /* @__PURE__ */ new Map();
    const style = (element) => {
      budget.spend();
      let found = styles.get(element);
      if (!found) {
        found = getComputedStyle(element);
        styles.set(element, found);
      }
      return found;
    };
    const holders2 = new Map(frames.map((frame2) => [frame2.document, frame2.element]));
    const sight = new Sight(style, (inner2) => holders2.get(inner2) ?? null, budget);
    const whole2 = {
      frames,
      searched: frames,
      root: document,
      within: null,
      outside,
      full,
      budget,
      style,
      frameOf: frameLookup(frames),
      refs,
      used: /* @__PURE__ */ new Set(),
      sight,
      names: new Names(style, sight)
    };
    return within2 ? narrowed(whole2, within2) ?? whole2 : whole2;
  }
  function narrowed(ctx, within2) {
    const inner2 = documentIn(within2);
    const frame2 = inner2 && ctx.frames.find((each) => each.document === inner2);
    if (!frame2) return null;
    const isIn = (at) => {
      for (; at; at = at.above) if (at === frame2) return true;
      return false;
    };
    ctx.used.add(frame2);
    return {
      ...ctx,
      within: within2,
      root: frame2.document,
      searched: ctx.frames.filter(isIn),
      outside: ctx.outside.filter((each) => isIn(each.frame))
    };
  }

  // src/habits.js
  var SLACK2 = 200;
  var habits = /* @__PURE__ */ new WeakMap();
  function learn2(records) {
    const now = performance.now();
    for (const target of new Set(records.filter(writes).map((each) => cause(each)))) {
      const before2 = habits.get(target);
      const first = before2 && (before2.gap === 0 || isHabit(target)) ? before2.first : now;
      habits.set(target, { first, last: now, gap: before2 ? now - before2.last : 0 });
    }
  }
  var writes = (record) => record.type === "characterData" || record.type === "childList" && record.addedNodes.length > 0;
  var cause = ({ type, target }) => type === "characterData" ? parentNode(target) ?? target : target;
  function isHabit(node, age = 0) {
    const habit = habits.get(node);
    const now = performance.now();
    return Boolean(
      habit && habit.gap > 0 && now - habit.last <= 3 * habit.gap + SLACK2 && now - habit.first >= age
    );
  }

  // src/shown.js
  var MOST_NODES = 3e4;
  var MOST_PART = 2e3;
  var LOOK_MS = 25;
  var MOST_BESIDE = 80;
  var SILENT = /^(script|style|noscript|template|head|title|select|textarea|datalist|iframe)$/;
  var BLOCK = /^(button|a|li|td|th|label|summary|option|output|p|h[1-6]|dt|dd)$/;
  var NAMED = new Set("alert alertdialog status log dialog menu tooltip listbox".split(" "));
  var AROUND = 6;
  var { getAnimations } = Element.prototype;
  function lookThrough(ctx, meet3) {
    const until = performance.now() + LOOK_MS;
    const pieces2 = [];
    const drawn2 = /* @__PURE__ */ new Map();
    const left = { nodes: MOST_NODES, until };
    for (const frame2 of ctx.frames) {
      const root = documentElement(frame2.document);
      if (!root || frame2.element && !isDrawn(frame2.element)) continue;
      for (const piece2 of textsIn(root, [], left, meet3)) {
        let shown4 = drawn2.get(piece2.parent);
        if (shown4 === void 0) {
          shown4 = isDrawn(piece2.parent);
          drawn2.set(piece2.parent, shown4);
        }
        if (shown4) pieces2.push(piece2);
      }
    }
    return { pieces: pieces2, whole: left.nodes > 0 };
  }
  function textsIn(root, found, left = { nodes: MOST_PART, until: Infinity }, meet3 = () => {
  }) {
    const stack = [root];
    for (let node = stack.pop(); node; node = stack.pop()) {
      if (left.nodes <= 0) break;
      left.nodes -= 1;
      if (left.nodes % 256 === 0 && performance.now() > left.until) left.nodes = 0;
      if (isText(node)) {
        const text = nodeValue(node);
        const parent = parentElement(node);
        if (parent && /\S/.test(text) && !SILENT.test(tag(parent)))
          found.push({ node: (
            /** @type {Text} */
            node
          ), text, parent });
        continue;
      }
      const children = [];
      for (let child = firstChild(node); child; child = nextSibling(child)) children.push(child);
      if (isElement(node)) {
        if (SILENT.test(tag(node))) continue;
        const inner2 = shadowRoot(node);
        if (inner2) {
          meet3(inner2);
          children.push(inner2);
        }
      }
      for (let at = children.length - 1; at >= 0; at--)
        stack.push(
          /** @type {Node} */
          children[at]
        );
    }
    return found;
  }
  function parentElement(node) {
    const parent = parentNode(node);
    if (!parent) return null;
    return isElement(parent) ? parent : composedParent(node);
  }
  var isDrawn = (element) => checkVisibility(element, { opacityProperty: true, visibilityProperty: true });
  function holderOf(element, ctx) {
    let at = element;
    while (!BLOCK.test(tag(at)) && !isSaid(at) && /^(inline|contents)/.test(ctx.style(at).display)) {
      const above2 = composedParent(at);
      if (!above2) break;
      at = above2;
    }
    return at;
  }
  var isSaid = (element) => has(element, "role") || has(element, "aria-live");
  function blockOf(element) {
    let at = element;
    while (/^(span|b|i|em|strong|small|a|code|mark|u|s|sub|sup|time)$/.test(tag(at))) {
      const above2 = composedParent(at);
      if (!above2) break;
      at = above2;
    }
    return at;
  }
  function wordsOf(place2, holder, pieces2, ctx) {
    const isIn = (at) => {
      const piece2 = pieces2[at];
      return piece2 && holderOf(piece2.parent, ctx) === holder && isTextSeen(piece2.node, piece2.parent, ctx.sight);
    };
    let from = place2;
    let to = place2;
    while (place2 - from < MOST_BESIDE && isIn(from - 1)) from -= 1;
    while (to - place2 < MOST_BESIDE && isIn(to + 1)) to += 1;
    return clean(
      pieces2.slice(from, to + 1).map(({ text }) => text).join(" ")
    );
  }
  function labelOf(holder) {
    let at = (
      /** @type {Element | null} */
      holder
    );
    for (let steps = 0; at && steps < AROUND; steps++, at = composedParent(at)) {
      const role = tag(at) === "dialog" ? "dialog" : roleOf(at);
      if (NAMED.has(role)) return role;
      const live = attribute(at, "aria-live");
      if (live && live !== "off") return live === "assertive" ? "alert" : "status";
    }
    return "text";
  }
  function isQuiet(element) {
    const live = closest(element, "[aria-live], [role=timer], [role=marquee], marquee");
    if (!live) return false;
    return has(live, "aria-live") ? attribute(live, "aria-live") === "off" : true;
  }
  function isMoving(element) {
    let at = (
      /** @type {Element | null} */
      element
    );
    for (; at; at = composedParent(at)) {
      const runs = getAnimations.call(at).some(
        (each) => each.playState === "running" && Number.isFinite(each.effect?.getComputedTiming().endTime ?? Infinity)
      );
      if (runs) return true;
    }
    return false;
  }

  // src/effects.js
  var CHEAP_MS = 4;
  var LIMIT2 = 250;
  var QUIET = 60;
  var AFTERMATH = 500;
  var IDLE = 1e4;
  var MOST_RECORDS = 2e3;
  var MOST_PIECES = 80;
  var TOLD = 300;
  var TOLD_GONE = 120;
  var LONGEST2 = 120;
  var LOUD = "[role=alert], [role=alertdialog], [role=status], [role=log], [aria-live], output";
  var HEARD = { subtree: true, childList: true, characterData: true, attributes: true };
  var open = null;
  var acted = Number.NEGATIVE_INFINITY;
  var idle = 0;
  var observer = new MutationObserver(hear);
  var pause = (ms) => new Promise((resolve2) => setTimeout(resolve2, ms));
  function hear(records) {
    if (open?.began) open.take(records);
    else {
      if (performance.now() - acted > AFTERMATH) learn2(records);
      open?.absorb(records);
    }
  }
  function attend(ctx) {
    clearTimeout(idle);
    idle = setTimeout(() => observer.disconnect(), IDLE);
    for (const frame2 of ctx.frames) observer.observe(frame2.document, HEARD);
  }
  var Effects = class {
    /** @param {Element | null} subject what the act is about */
    constructor(subject) {
      const ctx = context();
      this.subject = subject;
      this.began = false;
      this.ended = false;
      this.stirred = Boolean(
        subject && (has(subject, "popovertarget") || has(subject, "commandfor"))
      );
      this.records = [];
      this.habitual = /* @__PURE__ */ new Set();
      this.changed = 0;
      this.closing = void 0;
      this.href = location.href;
      this.focus = activeElement(document);
      if (open && !open.ended) open.ended = true;
      hear(observer.takeRecords());
      open = this;
      attend(ctx);
      const began = performance.now();
      const look2 = lookThrough(ctx, (root) => observer.observe(root, HEARD));
      this.cheap = performance.now() - began < CHEAP_MS;
      this.whole = look2.whole;
      this.before = new Map(look2.pieces.map(({ node, text, parent }) => [node, { text, parent }]));
    }
    /** The act begins: what changes from now on may come of it. */
    begin() {
      if (this.began || this.ended) return;
      hear(observer.takeRecords());
      this.began = true;
    }
    /** Take in what changed before the act began. @param {MutationRecord[]} records */
    absorb(records) {
      for (const { type, target, addedNodes, removedNodes } of records.slice(0, MOST_RECORDS)) {
        for (const node of removedNodes) {
          if (isText(node)) this.before.delete(
            /** @type {Text} */
            node
          );
          else for (const { node: gone2 } of textsIn(node, [])) this.before.delete(gone2);
        }
        for (const node of type === "childList" ? addedNodes : [target]) {
          for (const { node: text, parent } of textsIn(node, [])) {
            if (isConnected(text) && isDrawn(parent))
              this.before.set(text, { text: nodeValue(text), parent });
            else this.before.delete(text);
          }
        }
      }
    }
    /** @param {MutationRecord[]} records */
    take(records) {
      for (const record of records) {
        const by = cause(record);
        if (record.type !== "attributes" && isHabit(by)) this.habitual.add(by);
        if (record.type === "attributes" || !this.habitual.has(by)) this.changed = performance.now();
      }
      this.records.push(...records.slice(0, MOST_RECORDS - this.records.length));
    }
    /**
     * Wait, within bounds, for changes that are under way, and say what changed.
     * @param {boolean} [waits]
     */
    close(waits = true) {
      this.closing ??= this.#close(waits);
      return this.closing;
    }
    /** @param {boolean} waits */
    async #close(waits) {
      if (this.ended) return null;
      this.begin();
      for (let turn = 0; turn < 2; turn++) await pause(0);
      const until = performance.now() + (waits ? LIMIT2 : 0);
      this.take(observer.takeRecords());
      for (; ; ) {
        const now = performance.now();
        const rest4 = this.changed + QUIET - now;
        if (this.changed === 0 || rest4 <= 0 || now >= until) break;
        await pause(Math.min(rest4, until - now));
        this.take(observer.takeRecords());
      }
      let found = this.compare();
      while (found?.coming && performance.now() < until) {
        await pause(Math.min(QUIET, Math.max(1, until - performance.now())));
        this.take(observer.takeRecords());
        found = this.compare();
      }
      this.ended = true;
      acted = performance.now();
      if (open === this) open = null;
      this.before.clear();
      this.records = [];
      return found && { appeared: found.appeared, gone: found.gone, more: found.more };
    }
    compare() {
      const still2 = !this.changed && !this.stirred && !this.cheap && location.href === this.href && activeElement(document) === this.focus;
      if (still2) return null;
      const ctx = context();
      const { pieces: pieces2, whole: whole2 } = lookThrough(ctx, () => {
      });
      const causes = /* @__PURE__ */ new Map();
      const removed = /* @__PURE__ */ new Map();
      for (const record of this.records) {
        if (record.type === "characterData") causes.set(record.target, cause(record));
        for (const node of record.addedNodes) causes.set(node, record.target);
        for (const node of record.removedNodes) removed.set(node, record.target);
      }
      const known = this.whole && whole2 ? null : new Set(this.records.map((each) => each.target));
      const fresh2 = [];
      const parents = /* @__PURE__ */ new Set();
      const now = /* @__PURE__ */ new Set();
      pieces2.forEach((piece2) => {
        const { node, text, parent } = piece2;
        now.add(node);
        const before2 = this.before.get(node);
        if (before2?.text === text) return;
        if (!before2 && known && !isUnder(node, known)) return;
        parents.add(parent);
        if (!isHabitual(node, causes, this.habitual)) fresh2.push(piece2);
      });
      const lost = [];
      for (const [node, was] of this.before) {
        if (now.has(node) || parents.has(was.parent)) continue;
        if (!whole2 && isConnected(node) && isDrawn(was.parent)) continue;
        if (!isHabitual(node, removed, this.habitual)) lost.push(was);
      }
      drawnAnew(fresh2, lost);
      return { ...this.tell(fresh2, pieces2, ctx), ...tellGone(lost, ctx) };
    }
    /**
     * @param {Piece[]} fresh
     * @param {Piece[]} pieces all that are drawn, in their order
     * @param {Context} ctx
     */
    tell(fresh2, pieces2, ctx) {
      const subject = this.subject && isConnected(this.subject) ? this.subject : null;
      const named2 = subject ? clean(describe(subject, ctx).name) : "";
      const loud = fresh2.filter(({ parent }) => closest(parent, LOUD));
      const rest4 = fresh2.filter((each) => !loud.includes(each));
      const places2 = new Map(pieces2.map(({ node }, index) => [node, index]));
      const holders2 = /* @__PURE__ */ new Set();
      const appeared = [];
      let coming = false;
      let more = Math.max(0, fresh2.length - MOST_PIECES);
      let length = 0;
      for (const { node, parent, text } of [...loud, ...rest4].slice(0, MOST_PIECES)) {
        const holder = holderOf(parent, ctx);
        if (holders2.has(holder) || isQuiet(parent)) continue;
        if (subject && composedContains(subject, parent) && named2.includes(clean(text))) continue;
        if (!isTextSeen(node, parent, ctx.sight)) {
          coming ||= isMoving(parent);
          continue;
        }
        holders2.add(holder);
        const words2 = cut(wordsOf(places2.get(node) ?? 0, holder, pieces2, ctx), LONGEST2);
        if (length + words2.length > TOLD) {
          more += 1;
          continue;
        }
        length += words2.length;
        appeared.push(row(labelOf(holder), words2, parent, ctx));
      }
      return { appeared, more, coming };
    }
  };
  function tellGone(lost, ctx) {
    const groups = /* @__PURE__ */ new Map();
    for (const { text, parent } of lost.slice(0, MOST_PIECES)) {
      const holder = isConnected(parent) ? holderOf(parent, ctx) : blockOf(parent);
      groups.set(holder, [...groups.get(holder) ?? [], text]);
    }
    const gone2 = [];
    let length = 0;
    for (const [holder, texts] of groups) {
      const words2 = cut(clean(texts.join(" ")), LONGEST2);
      const frame2 = ctx.frames.find((each) => each.document === documentOf(holder));
      if (!frame2 || length + words2.length > TOLD_GONE) continue;
      length += words2.length;
      gone2.push(settle(plainRow("text", words2), frame2));
    }
    return { gone: gone2 };
  }
  function drawnAnew(fresh2, lost) {
    const places2 = /* @__PURE__ */ new Map();
    lost.forEach(({ text }, index) => {
      const key2 = clean(text);
      places2.set(key2, [...places2.get(key2) ?? [], index]);
    });
    const again = /* @__PURE__ */ new Set();
    const left = fresh2.filter(({ text }) => {
      const index = places2.get(clean(text))?.shift();
      if (index === void 0) return true;
      again.add(index);
      return false;
    });
    fresh2.splice(0, fresh2.length, ...left);
    const rest4 = lost.filter((_, index) => !again.has(index));
    lost.splice(0, lost.length, ...rest4);
  }
  function isHabitual(node, causes, habitual) {
    for (let at = (
      /** @type {Node | null} */
      node
    ); at; at = parentNode(at)) {
      const by = causes.get(at);
      if (by) return habitual.has(by);
    }
    return false;
  }
  function isUnder(node, places2) {
    for (let at = (
      /** @type {Node | null} */
      node
    ); at; at = parentNode(at))
      if (places2.has(at)) return true;
    return false;
  }
  var plainRow = (role, name) => ({
    ref: null,
    role,
    name,
    depth: 0,
    frame: 0,
    states: [],
    value: null,
    level: null,
    interactive: false,
    box: null
  });
  var row = (role, name, at, ctx) => settle(plainRow(role, name), ctx.frameOf(at));

  // src/softkeys.js
  var LEAST = 0.85;
  var UNTYPED = /^(button|checkbox|color|file|image|radio|range|reset|submit)$/;
  function overlaidFrom() {
    const keyboard = (
      /** @type {any} */
      navigator.virtualKeyboard
    );
    const box = keyboard?.boundingRect;
    return box && box.height > 0 ? (
      /** @type {number} */
      box.y
    ) : null;
  }
  function underKeyboard(y) {
    const over2 = overlaidFrom();
    if (over2 !== null && y >= over2) return true;
    const view = window.visualViewport;
    if (!view || !innerWidth || !innerHeight || !typing()) return false;
    const zoom = view.width / innerWidth;
    const whole2 = innerHeight * zoom;
    const bottom = view.offsetTop + view.height;
    return view.height < LEAST * whole2 && y >= bottom && y < view.offsetTop + whole2 + 1;
  }
  function typing() {
    const field3 = focusedElement(context());
    if (!field3) return false;
    const name = tag(field3);
    if (name === "input") return !UNTYPED.test((attribute(field3, "type") ?? "").toLowerCase());
    return name === "textarea" || isEditableContent(field3);
  }

  // src/point.js
  var { scrollIntoView: intoView } = Element.prototype;
  var CONTROL = "a[href], area[href], button, input, select, textarea, summary, option, label, [role=button], [role=link], [role=checkbox], [role=radio], [role=switch], [role=tab], [role=menuitem], [role=menuitemcheckbox], [role=menuitemradio], [role=option], [role=treeitem]";
  function controlOf(element) {
    for (let at = (
      /** @type {Element | null} */
      element
    ); at; at = composedParent(at)) {
      if (matches(at, CONTROL)) return at;
    }
    return element;
  }
  function labelled(element) {
    return tag(element) === "label" ? (
      /** @type {HTMLLabelElement} */
      element.control
    ) : null;
  }
  function whyDisabled(element) {
    const control = controlOf(element);
    const field3 = labelled(control) ?? control;
    if (isHtml(field3) && matches(field3, ":disabled")) return "disabled";
    for (let at = (
      /** @type {Element | null} */
      control
    ); at; at = above(at)) {
      if (has(at, "inert")) return "inert";
      if (attribute(at, "aria-disabled") === "true") return "marked aria-disabled";
    }
    return "";
  }
  function above(element) {
    const parent = composedParent(element);
    if (parent) return parent;
    const view = documentOf(element).defaultView;
    try {
      return view === window ? null : view?.frameElement ?? null;
    } catch {
      return null;
    }
  }
  function elementAt(x, y) {
    let found = null;
    let inside2 = document;
    while (inside2) {
      const at = deepest(inside2, x, y);
      if (!at) return found;
      found = at;
      inside2 = isFrame(at) ? documentIn(at) : null;
      if (inside2) {
        ({ x, y } = inward(planeOf(at), { x, y }));
      }
    }
    return found;
  }
  function deepest(root, x, y) {
    let found = root.elementFromPoint(x, y);
    while (found) {
      const within2 = shadowRoot(found)?.elementFromPoint(x, y) ?? null;
      if (!within2 || within2 === found) break;
      found = within2;
    }
    return found;
  }
  function counts(hit, target) {
    if (!hit) return false;
    if (contains(target, hit)) return true;
    const wanted2 = controlOf(target);
    const met = controlOf(hit);
    if (wanted2 === met && matches(wanted2, CONTROL)) return true;
    return labelled(met) === wanted2 || labelled(wanted2) === met;
  }
  function contains(outer, inner2) {
    let at = inner2;
    while (at) {
      if (composedContains(outer, at)) return true;
      if (documentOf(at) === documentOf(outer)) return false;
      at = above(rootElement2(at));
    }
    return false;
  }
  function rootElement2(element) {
    let at = element;
    for (let next = composedParent(at); next; next = composedParent(at)) at = next;
    return at;
  }
  function pointsOf(element, ctx) {
    const clip = clipOf(element, ctx);
    const list = boxesOf(element);
    const whole2 = list.length === 1 ? list : [rect(element), ...list];
    const points = [];
    for (const each of whole2) {
      const seen = meet2(toTop(each, ctx.frameOf(element), ctx.frames), clip);
      if (seen) points.push({ x: seen.x + seen.width / 2, y: seen.y + seen.height / 2 });
    }
    return points;
  }
  var SHARES = [0.5, 0.2, 0.8, 0.05, 0.95];
  var MOST_BOXES = 4;
  function* gridOf(element, ctx) {
    const frame2 = ctx.frameOf(element);
    const clip = clipOf(element, ctx);
    const turned = isTurned(frame2, ctx.frames);
    const area = ({ width, height }) => width * height;
    const largest = boxesOf(element).sort((one, other) => area(other) - area(one));
    for (const own2 of largest.slice(0, MOST_BOXES)) {
      const box = turned ? own2 : meet2(toTop(own2, frame2, ctx.frames), clip);
      if (!box) continue;
      for (const down of SHARES)
        for (const right of SHARES) {
          const at = { x: box.x + right * box.width, y: box.y + down * box.height };
          const point = turned ? pointToTop(at, frame2, ctx.frames) : at;
          if (meet2({ ...point, width: 0.01, height: 0.01 }, clip)) yield point;
        }
    }
  }
  function boxesOf(element) {
    const own2 = [...rects(element)].filter((each) => each.width > 0 && each.height > 0);
    if (own2.length > 0) return own2;
    const list = [];
    for (const child of composedChildren(element)) {
      if (isElement(child)) list.push(...boxesOf(child));
    }
    return list;
  }
  function inSight(element, ctx) {
    const clip = clipOf(element, ctx);
    const box = toTop(rect(element), ctx.frameOf(element), ctx.frames);
    const x = box.x + box.width / 2;
    const y = box.y + box.height / 2;
    return x >= clip.x && x < clip.x + clip.width && y >= clip.y && y < clip.y + clip.height;
  }
  function labelsOf(element) {
    const list = isHtml(element) && "labels" in element && element.labels;
    return list ? [.../** @type {NodeListOf<HTMLLabelElement>} */
    list] : [];
  }
  function scrollIn(element, place2, ctx) {
    const frame2 = ctx.frameOf(element);
    const where = () => [toTop(rect(element), frame2, ctx.frames), visibleBox()];
    const before2 = where();
    intoView.call(element, { block: place2, inline: "center", behavior: "instant" });
    return where().some((box, at) => box.x !== before2[at]?.x || box.y !== before2[at]?.y);
  }
  function visibleBox() {
    const view = window.visualViewport;
    if (!view) return { x: 0, y: 0, width: innerWidth, height: innerHeight };
    const over2 = overlaidFrom();
    const room2 = over2 === null ? view.height : Math.max(0, over2 - view.offsetTop);
    const height = Math.min(view.height, room2);
    return { x: view.offsetLeft, y: view.offsetTop, width: view.width, height };
  }
  function clipOf(element, ctx) {
    const nothing = { x: 0, y: 0, width: 0, height: 0 };
    let clip = visibleBox();
    let place2 = "static";
    for (let at = (
      /** @type {Element | null} */
      element
    ); at; at = above(at)) {
      const style = ctx.style(at);
      const holds2 = style.position !== "static" || style.transform !== "none";
      if (at !== element) {
        const frame2 = ctx.frameOf(at);
        if (isFrame(at)) {
          clip = meet2(toTop(insideOf(at, style), frame2, ctx.frames), clip) ?? nothing;
          place2 = "static";
        } else if (escapes(place2, style, holds2)) {
          continue;
        } else if (cuts(at, style)) {
          clip = meet2(toTop(rect(at), frame2, ctx.frames), clip) ?? nothing;
        }
      }
      if (holds2) place2 = style.position;
    }
    return clip;
  }
  function escapes(place2, style, holds2) {
    if (place2 === "fixed") return style.transform === "none";
    return place2 === "absolute" && !holds2;
  }
  function insideOf(frame2, style) {
    const { clientWidth, clientHeight } = layout(frame2);
    const pad = (side) => Number.parseFloat(side) || 0;
    return outBox(planeOf(frame2), {
      x: 0,
      y: 0,
      width: clientWidth - pad(style.paddingLeft) - pad(style.paddingRight),
      height: clientHeight - pad(style.paddingTop) - pad(style.paddingBottom)
    });
  }
  function cuts(element, style) {
    const name = tag(element);
    if (name === "html" || name === "body") return false;
    return style.overflowX !== "visible" || style.overflowY !== "visible";
  }
  function meet2(one, other) {
    const x = Math.max(one.x, other.x);
    const y = Math.max(one.y, other.y);
    const width = Math.min(one.x + one.width, other.x + other.width) - x;
    const height = Math.min(one.y + one.height, other.y + other.height) - y;
    return width > 0 && height > 0 ? { x, y, width, height } : null;
  }
  function* holders(element) {
    for (let at = (
      /** @type {Element | null} */
      element
    ); at; at = above(at)) {
      if (isElement(at)) yield at;
    }
  }

  // src/ours.js
  var elements = /* @__PURE__ */ new WeakSet();
  var claim = (element) => elements.add(element);
  var isOurs = (element) => elements.has(element);

  // src/shadow.js
  var PLAIN = "article,aside,blockquote,body,div,footer,h1,h2,h3,h4,h5,h6,header,main,nav,p,section,span";
  var ROOM = 5e4;
  var EACH = 300;
  var LIMIT3 = 500;
  var FULL = 40;
  var asked = /* @__PURE__ */ new WeakMap();
  var closing = /* @__PURE__ */ new Set();
  function signOf(element) {
    const { width, height } = rect(element);
    return `${width}x${height} ${matches(element, ":defined")}`;
  }
  function isBare(element) {
    for (let child = firstChild(element); child; child = nextSibling(child)) {
      if (isText(child) && nodeValue(child).trim() !== "") return false;
      if (isElement(child) && rects(child).length > 0) return false;
    }
    return true;
  }
  function look(root, budget, into, counts2) {
    const plain4 = new Set(selectAll(root, PLAIN));
    for (const element of selectAll(root, "*")) {
      budget.spend();
      if (isOurs(element)) continue;
      const inner2 = shadowRoot(element);
      if (inner2) {
        look(inner2, budget, into, counts2);
        continue;
      }
      const name = tag(element);
      const custom = name.includes("-") && isHtml(element);
      if (!custom && !(plain4.has(element) && rects(element).length > 0)) continue;
      const sign = signOf(element);
      if (asked.get(element) === sign) continue;
      if (custom) {
        const rank = closing.has(name) ? 0 : counts2.get(name) ?? 0;
        counts2.set(name, rank + 1);
        into.push({ element, rank, sign });
      } else into.push({ element, rank: isBare(element) ? 50 : 100, sign });
    }
  }
  function suspects(shut2) {
    if (window.parent !== window && isReadable(window.parent)) return [];
    shutFrames(shut2);
    const found = [];
    try {
      const budget = new Budget(LIMIT3);
      const counts2 = /* @__PURE__ */ new Map();
      for (const { document: document2 } of walkFrames(budget).frames) look(document2, budget, found, counts2);
    } catch (error) {
      if (!(error instanceof Spent)) throw error;
    }
    found.sort((one, other) => one.rank - other.rank);
    const list = [];
    let room2 = ROOM;
    let full = FULL;
    for (const { element, rank, sign } of found) {
      const cost = EACH + attributes(element).reduce((sum, text) => sum + text.length, 0);
      if (cost > room2) continue;
      if (rank === 100 && --full < 0) break;
      room2 -= cost;
      asked.set(element, sign);
      list.push(element);
    }
    return list;
  }
  function isReadable(other) {
    try {
      return Boolean(other.document);
    } catch {
      return false;
    }
  }
  function adopt(roots) {
    for (const root of roots) {
      learn(root);
      const name = tag(hostOf(root));
      if (name.includes("-")) closing.add(name);
    }
  }
  function throughClosed(event, path) {
    const host = path.find((node) => "nodeType" in node && node.nodeType === 1);
    const root = host && closedRoot(
      /** @type {Element} */
      host
    );
    if (!host || !root) return path;
    const { clientX: x, clientY: y } = (
      /** @type {MouseEvent} */
      event
    );
    const hit = x === void 0 ? activeElement(root) : deepest(root, x, y);
    const inner2 = [];
    for (let at = hit; at && at !== host; at = composedParent(at)) inner2.push(at);
    return [...inner2, ...path];
  }

  // src/listen.js
  var TOUCH = [
    "pointerdown",
    "touchstart",
    "pointerup",
    "touchend",
    "pointercancel",
    "mousedown",
    "click",
    "touchcancel",
    "dblclick",
    "contextmenu"
  ];
  var KEYS = ["keydown", "keyup", "beforeinput", "input"];
  var OTHER = ["wheel", "dragstart", "drop", "dragend"];
  var CLICK_DELAY = 400;
  var MOST_KEPT = 64;
  var Signal = class {
    constructor() {
      this.resolve = () => {
      };
      this.promise = new Promise((resolve2) => {
        this.resolve = resolve2;
      });
    }
  };
  var Watch = class {
    /**
     * @param {string | null} token null while nobody asked for it
     * @param {(path: EventTarget[]) => boolean} lands whether a touch along this path is the wanted one
     * @param {Element | null} subject what the act is about
     */
    constructor(token, lands, subject) {
      this.token = token;
      this.lands = lands;
      this.subject = subject;
      this.seen = {};
      this.kept = [];
      this.landed = "none";
      this.hit = null;
      this.done = new Signal();
      this.settled = new Signal();
      this.onevent = null;
      this.distance = 0;
      this.ended = false;
      this.taps = 1;
      this.strayed = null;
      this.effects = null;
    }
    /** @param {Event} event */
    take(event) {
      this.seen[event.type] = (this.seen[event.type] ?? 0) + 1;
      if (this.kept.length < MOST_KEPT) this.kept.push(event);
      this.effects?.begin();
      if (event.type === "input" && this.effects) this.effects.stirred = true;
      this.onevent?.(event);
    }
    end() {
      if (this.ended) return;
      this.ended = true;
      this.done.resolve();
      setTimeout(() => this.settled.resolve(), 0);
    }
    /**
     * Whose menu a long press asked for: the page's own, or Chrome's, as the page let it be.
     * @returns {"page" | "chrome" | null}
     */
    get menu() {
      const asked2 = this.kept.find((event) => event.type === "contextmenu");
      return asked2 ? asked2.defaultPrevented ? "page" : "chrome" : null;
    }
    /** Whether a handler of the page has cancelled the touch, and so the click. */
    get prevented() {
      return this.kept.some(
        (event) => event.type.startsWith("touch") && event.cancelable && event.defaultPrevented
      );
    }
  };
  var Ear = class {
    constructor() {
      this.watch = new Watch(null, () => false, null);
    }
    /**
     * Take in one trusted event of this frame or of one below it.
     * @param {Event} event
     * @param {EventTarget[]} told without what lies in closed shadow roots
     */
    hear(event, told4) {
      const path = throughClosed(event, told4);
      if (event.type === "pointerdown" && this.watch.ended && this.watch.token === null) {
        this.watch = new Watch(null, () => false, null);
      }
      const watch = this.watch;
      switch (event.type) {
        case "pointerdown":
        case "mousedown":
          if (watch.landed === "none") {
            watch.landed = watch.lands(path) ? "target" : "other";
            watch.hit = this.#row(path);
            this.#tell(watch, "pointerdown", watch.hit);
          }
          break;
        case "touchend":
          if ((watch.seen.touchend ?? 0) + 1 >= watch.taps)
            setTimeout(() => watch.end(), CLICK_DELAY);
          break;
        case "wheel":
          watch.distance += Math.abs(
            /** @type {WheelEvent} */
            event.deltaY || 0
          );
          watch.distance += Math.abs(
            /** @type {WheelEvent} */
            event.deltaX || 0
          );
          break;
      }
      watch.take(event);
      if (event.type === "click" && watch.landed === "target" && !watch.lands(path))
        watch.strayed ??= this.#row(path);
      if (event.type === "click") this.#tell(watch, event.type, watch.hit);
      if (event.type === "click" && (watch.seen.click ?? 0) >= watch.taps) watch.end();
      if (event.type === "pointercancel") watch.end();
    }
    /** @param {EventTarget[]} path */
    #row(path) {
      const element = firstElement(path);
      try {
        return element ? describe(controlOf(element), context()) : null;
      } catch {
        return null;
      }
    }
    /**
     * Say it to Python at once: the binding's message survives the document.
     * @param {Watch} watch
     * @param {string} type
     * @param {import("./types.js").Row | null} hit
     */
    #tell(watch, type, hit) {
      const seen = (
        /** @type {((payload: string) => void) | undefined} */
        Reflect.get(globalThis, "__tapbridge_seen")
      );
      if (typeof seen !== "function") return;
      const { token, landed } = watch;
      seen(JSON.stringify({ token, type, doc: DOC, landed, hit }));
    }
  };
  var firstElement = (path) => (
    /** @type {Element | undefined} */
    path.find((node) => "nodeType" in node && node.nodeType === 1)
  );
  var ear = new Ear();
  function topEar() {
    let found = ear;
    let at = window;
    while (at.parent !== at) {
      at = at.parent;
      try {
        const above2 = Reflect.get(at, "__tapbridge");
        if (!above2?.hear) break;
        found = above2;
      } catch {
        break;
      }
    }
    return found;
  }
  function onEvent(event) {
    if (event.isTrusted) topEar().hear(event, event.composedPath());
  }
  var PROBE = `tapbridge-${crypto.getRandomValues(new Uint32Array(4)).join("-")}`;
  var armed = false;
  var heard = false;
  var overheard = true;
  var hearsAll = () => overheard;
  function listen() {
    const first = Reflect.get(globalThis, "__tapbridge");
    if (first && first.hear !== hear2) return;
    if (armed) {
      heard = false;
      window.dispatchEvent(new Event(PROBE));
      if (!heard) overheard = false;
    } else armed = true;
    window.addEventListener(
      PROBE,
      () => {
        heard = true;
      },
      { once: true }
    );
    for (const type of [...TOUCH, ...KEYS, ...OTHER]) {
      window.addEventListener(type, onEvent, { capture: true, passive: true });
    }
  }
  var hear2 = ear.hear.bind(ear);
  function openWatch(lands, subject, reads = true) {
    const bytes2 = crypto.getRandomValues(new Uint8Array(6));
    const token = Array.from(bytes2, (byte2) => byte2.toString(16).padStart(2, "0")).join("");
    ear.watch = new Watch(token, lands, subject);
    if (reads) ear.watch.effects = effectsOf(subject);
    return ear.watch;
  }
  function watchOf(token) {
    const { watch } = ear;
    if (watch.token === token) return watch;
    const { seen, hit, strayed, prevented, menu, done, settled } = watch;
    const landed = watch.landed === "none" ? "none" : "other";
    const none = { subject: null, effects: null, kept: [] };
    return { seen, hit, strayed, prevented, menu, done, settled, landed, ...none };
  }
  function effectsOf(subject) {
    try {
      return new Effects(subject);
    } catch {
      return null;
    }
  }
  async function changesOf(watch, waits = true) {
    try {
      return await watch.effects?.close(waits) ?? null;
    } catch {
      return null;
    }
  }
  function within(promise, ms) {
    return new Promise((resolve2) => {
      const timer = setTimeout(() => resolve2(false), ms);
      promise.then(() => {
        clearTimeout(timer);
        resolve2(true);
      });
    });
  }
  var pause2 = (ms) => new Promise((resolve2) => setTimeout(resolve2, ms));
  function passes(path, element) {
    if (path.includes(element)) return true;
    let view = firstElement(path)?.ownerDocument.defaultView;
    while (view?.frameElement) {
      if (composedContains(element, view.frameElement)) return true;
      view = view.frameElement.ownerDocument.defaultView;
    }
    return false;
  }

  // src/drag.js
  var LIFT_LIMIT = 1500;
  var REST_LIMIT = 1500;
  var FRAME_LIMIT = 250;
  var STILL_FRAMES = 4;
  var LIFTED = /* @__PURE__ */ new Set(["touchend", "touchcancel", "pointerup", "dragend"]);
  var grips = /* @__PURE__ */ new WeakMap();
  function grip(watch, element) {
    const ctx = context();
    const task = {
      element,
      row: describe(element, ctx),
      before: lie(element),
      within: composedParent(element),
      lifted: new Signal(),
      dropped: null
    };
    grips.set(watch, task);
    watch.onevent = (event) => {
      if (LIFTED.has(event.type)) task.lifted.resolve();
      if (event.type !== "drop") return;
      const [first] = (
        /** @type {Element[]} */
        event.composedPath()
      );
      try {
        task.dropped = first && isElement(first) ? describe(controlOf(first), context()) : null;
      } catch {
      }
    };
  }
  function lie(element) {
    if (!isConnected(element)) return null;
    const ctx = context();
    let left = 0;
    let top = 0;
    for (const each of holders(element)) {
      if (each === element) continue;
      const { scrollLeft, scrollTop } = layout(each);
      left += scrollLeft;
      top += scrollTop;
    }
    const box = boxOf(element, ctx);
    const parent = composedParent(element);
    const beside = parent ? composedChildren(parent).filter(isElement) : [];
    return {
      x: box.x + left,
      y: box.y + top,
      left,
      top,
      parent,
      place: beside.indexOf(element),
      count: beside.length
    };
  }
  async function dragPlan({ from, to }, ask2) {
    const start = await ask2("plan", { ...from, grip: true });
    if (to.point) return { ...start, to: pointed(to.point) };
    const end3 = await ask2("spot", { target: to.target, scroll: from.point ? null : "nearest" });
    const again = from.point ? start : await ask2("spot", { target: from.target }).catch(apart);
    return { ...start, x: again.x, y: again.y, to: end3 };
  }
  function apart(error) {
    if (error instanceof Fault && /^(NOT_VISIBLE|TAP_MISSED)$/.test(error.code)) {
      throw new Fault("NOT_VISIBLE", `both ends do not fit on the screen together: ${error.message}`);
    }
    throw error;
  }
  function pointed({ x, y }) {
    const view = visibleBox();
    const hit = elementAt(x + view.x, y + view.y);
    if (!(x >= 0 && y >= 0 && x < view.width && y < view.height) || !hit) {
      const size = `${Math.floor(view.width)} x ${Math.floor(view.height)}`;
      throw new Fault("TAP_MISSED", `${x},${y} is outside the visible part (${size})`);
    }
    return { x, y, element: describe(controlOf(hit), context()) };
  }
  async function dragged({ token, timeout_ms = LIFT_LIMIT }) {
    const watch = watchOf(token);
    const task = grips.get(watch);
    if (!task) throw new Fault("MOVED", "the page changed under the drag");
    await within(task.lifted.promise, timeout_ms);
    await rest(task.element);
    const ctx = context();
    const after = lie(task.element);
    const { before: before2 } = task;
    const holder = after?.parent ?? null;
    return {
      seen: { ...watch.seen },
      landed: watch.landed,
      hit: watch.hit,
      deaf: !hearsAll(),
      was: task.row,
      element: rowIfThere(task.element, ctx),
      moved: before2 && after ? [after.x - before2.x, after.y - before2.y].map(Math.round) : null,
      scrolled: before2 && after ? [after.left - before2.left, after.top - before2.top].map(Math.round) : null,
      place: after && before2 && (after.place !== before2.place || holder !== task.within) ? {
        now: after.place + 1,
        of: after.count,
        inside: holder && holder !== task.within ? words(holder, ctx) : null
      } : null,
      draggable: isDraggable(task.element),
      dropped: task.dropped,
      href: location.href
    };
  }
  async function rest(element) {
    const until = performance.now() + REST_LIMIT;
    let last2 = "";
    for (let still2 = 0; still2 < STILL_FRAMES && performance.now() < until; still2++) {
      await frame(FRAME_LIMIT).catch(() => {
      });
      const at = lie(element);
      const now = at ? `${at.x},${at.y},${at.left},${at.top},${at.place}` : "gone";
      if (now !== last2) still2 = 0;
      last2 = now;
    }
  }
  function isDraggable(element) {
    for (let at = (
      /** @type {Element | null} */
      element
    ); at; at = composedParent(at))
      if (attribute(at, "draggable") === "true") return true;
    return false;
  }
  var commands = { dragged };

  // src/bytext.js
  var fold = (text) => clean(text).toLowerCase();
  function best(list, text, wanted2) {
    const fitting = list.filter((item) => text(item).includes(wanted2));
    const whole2 = fitting.filter((item) => text(item) === wanted2);
    return whole2.length > 0 ? whole2 : fitting;
  }
  function byText(ctx, wanted2, among) {
    const needle = fold(wanted2);
    const found = [];
    const visit = (element) => {
      const look2 = ctx.sight.look(element);
      if (look2.gone || look2.veiled) return { text: "", hit: false };
      const name = tag(element);
      if (/^(script|style|noscript|template|head|title)$/.test(name)) return { text: "", hit: false };
      let text = "";
      let hit = false;
      if (name === "input" || name === "textarea" || name === "select") text = fieldText(element);
      else if (name === "br") text = " ";
      else if (name === "img")
        text = ctx.sight.isSeen(element) ? attribute(element, "alt") ?? "" : "";
      else {
        for (const child of composedChildren(element)) {
          if (isText(child)) {
            const letters2 = nodeValue(child);
            if (letters2.trim() === "") text += " ";
            else if (isTextSeen(child, element, ctx.sight)) text += letters2;
          } else if (isElement(child)) {
            const inner2 = visit(child);
            hit ||= inner2.hit;
            text += /^inline/.test(ctx.style(child).display) ? inner2.text : ` ${inner2.text} `;
          }
        }
      }
      if (!hit && text.length >= needle.length && (!among || among.has(element))) {
        const folded = fold(text);
        if (folded.includes(needle)) {
          found.push({ element, text: folded });
          hit = true;
        }
      }
      return { text, hit };
    };
    for (const frame2 of ctx.searched) {
      const root = documentElement(frame2.document);
      if (root) visit(root);
    }
    const kept = best(found, (item) => item.text, needle);
    return [...new Set(kept.map((item) => among ? item.element : promote(item, ctx)))];
  }
  function fieldText(element) {
    if (tag(element) === "select") {
      const select3 = (
        /** @type {HTMLSelectElement} */
        element
      );
      return [...select3.selectedOptions].map((option) => option.label).join(" ");
    }
    if (tag(element) === "input" && /^(submit|reset|button)$/.test(inputType(element)))
      return (
        /** @type {HTMLInputElement} */
        element.value
      );
    return "";
  }
  function promote(item, ctx) {
    for (let at = (
      /** @type {Element | null} */
      item.element
    ); at; at = composedParent(at)) {
      if (!isActive(shownRole(at))) continue;
      return fold(ctx.names.seenText(at, item.text.length + 20)) === item.text ? at : item.element;
    }
    return item.element;
  }

  // src/drawn.js
  var FRAME_LIMIT2 = 2e3;
  var SHOWN = 4;
  var scrollTo = Element.prototype.scrollTo;
  var commands2 = {
    /** Asked by the page around: come back when what is to be seen here now has been shown. */
    async drawn() {
      await shown();
      return {};
    }
  };
  async function nudge(element) {
    for (const holder of holders(element)) {
      const was = layout(holder).scrollTop;
      const move = (top) => scrollTo.call(holder, { top, behavior: "instant" });
      move(was > 0 ? was - 1 : 1);
      if (layout(holder).scrollTop === was) continue;
      await shown();
      move(was);
      break;
    }
    await shown();
  }
  async function shown() {
    for (let drawn2 = 0; drawn2 < SHOWN; drawn2++) await frame(FRAME_LIMIT2);
  }

  // src/siphash.js
  var ROTATIONS = (
    /** @type {const} */
    [13, 32, 16, 21, 17]
  );
  var Words = class {
    /** @param {Uint32Array} key four halves */
    constructor(key2) {
      const [a = 0, b = 0, c = 0, d = 0] = key2;
      this.v = Uint32Array.of(
        a ^ 1886610805,
        b ^ 1936682341,
        c ^ 1852075885,
        d ^ 1685025377,
        a ^ 1852142177,
        b ^ 1819895653,
        c ^ 2037671283,
        d ^ 1952801890
      );
    }
    /** @param {number} to @param {number} from indices of low halves */
    #add(to, from) {
      const { v } = this;
      const low = (
        /** @type {number} */
        v[to] + /** @type {number} */
        v[from]
      );
      v[to] = low;
      v[to + 1] = /** @type {number} */
      v[to + 1] + /** @type {number} */
      v[from + 1] + (low > 4294967295 ? 1 : 0);
    }
    /** @param {number} at @param {number} bits */
    #turn(at, bits) {
      const { v } = this;
      let low = (
        /** @type {number} */
        v[at]
      );
      let high = (
        /** @type {number} */
        v[at + 1]
      );
      if (bits === 32) [low, high] = [high, low];
      else
        [low, high] = [
          low << bits | high >>> 32 - bits,
          high << bits | low >>> 32 - bits
        ];
      v[at] = low;
      v[at + 1] = high;
    }
    /** @param {number} to @param {number} from @param {number} bits */
    #mix(to, from, bits) {
      const { v } = this;
      this.#add(to, from);
      this.#turn(from, bits);
      v[from] = /** @type {number} */
      v[from] ^ /** @type {number} */
      v[to];
      v[from + 1] = /** @type {number} */
      v[from + 1] ^ /** @type {number} */
      v[to + 1];
    }
    /** @param {number} rounds */
    stir(rounds) {
      const [a, b, c, d, e] = ROTATIONS;
      for (let round = 0; round < rounds; round++) {
        this.#mix(0, 2, a);
        this.#turn(0, b);
        this.#mix(4, 6, c);
        this.#mix(0, 6, d);
        this.#mix(4, 2, e);
        this.#turn(4, b);
      }
    }
    /** @param {number} low @param {number} high */
    take(low, high) {
      const { v } = this;
      v[6] = /** @type {number} */
      v[6] ^ low;
      v[7] = /** @type {number} */
      v[7] ^ high;
      this.stir(2);
      v[0] = /** @type {number} */
      v[0] ^ low;
      v[1] = /** @type {number} */
      v[1] ^ high;
    }
  };
  function siphash(key2, bytes2) {
    const secret = new DataView(new ArrayBuffer(16));
    for (let at = 0; at < 16; at++)
      secret.setUint8(at, Number.parseInt(key2.slice(2 * at, 2 * at + 2), 16));
    const words2 = new Words(
      Uint32Array.from({ length: 4 }, (_, at) => secret.getUint32(4 * at, true))
    );
    const view = new DataView(bytes2.buffer, bytes2.byteOffset, bytes2.byteLength);
    const whole2 = bytes2.length - bytes2.length % 8;
    for (let at = 0; at < whole2; at += 8)
      words2.take(view.getUint32(at, true), view.getUint32(at + 4, true));
    const rest4 = new DataView(new ArrayBuffer(8));
    for (let at = whole2; at < bytes2.length; at++) rest4.setUint8(at - whole2, view.getUint8(at));
    rest4.setUint8(7, bytes2.length & 255);
    words2.take(rest4.getUint32(0, true), rest4.getUint32(4, true));
    const { v } = words2;
    v[4] = /** @type {number} */
    v[4] ^ 255;
    words2.stir(4);
    const folded = (half) => [0, 2, 4, 6].reduce((sum, at) => sum ^ (v[at + half] ?? 0), 0) >>> 0;
    return [folded(1), folded(0)].map((half) => half.toString(16).padStart(8, "0")).join("");
  }

  // src/relay.js
  var HELLO_LIMIT = 120;
  var patience = HELLO_LIMIT;
  function bePatient(ms) {
    patience = typeof ms === "number" ? ms : HELLO_LIMIT;
  }
  var patienceNow = () => patience;
  var isApart = () => patience > HELLO_LIMIT;
  var SILENCE = 3e3;
  var MARK = "tapbridge";
  var LONGEST3 = 4e6;
  var SEAL = /^[0-9a-f]{16}$/;
  var early = documentElement(document) === null;
  var encoder = new TextEncoder();
  function key() {
    const found = Reflect.get(globalThis, "__tapbridge_key");
    return typeof found === "string" && /^[0-9a-f]{32}$/.test(found) ? found : null;
  }
  var seal = (secret, text) => siphash(secret, encoder.encode(text));
  var fresh = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), String).join(".");
  function opened(secret, question, data) {
    const answer2 = data?.[MARK];
    if (typeof answer2 !== "string" || data.seal !== seal(secret, `${question}\0${answer2}`))
      return null;
    return JSON.parse(answer2);
  }
  function send(to, content, limit) {
    const secret = key();
    if (!secret) return Promise.resolve(null);
    const text = JSON.stringify({ ...content, nonce: fresh() });
    const { port1, port2 } = new MessageChannel();
    return new Promise((resolve2) => {
      const timer = setTimeout(() => finish(null), limit);
      const finish = (answer2) => {
        clearTimeout(timer);
        port1.close();
        resolve2(answer2);
      };
      port1.onmessage = ({ data }) => finish(opened(secret, text, data));
      port1.addEventListener("close", () => finish(null));
      to.postMessage({ [MARK]: text, seal: seal(secret, text) }, "*", [port2]);
    });
  }
  function depthOf(window2) {
    let depth = 0;
    for (let at = window2; at.parent !== at; at = at.parent) depth += 1;
    return depth;
  }
  var silent = /* @__PURE__ */ new WeakMap();
  async function greet(to) {
    if ((silent.get(to) ?? 0) > performance.now()) return null;
    const hello2 = await send(to, { hello: true }, patience);
    if (hello2 && hello2.depth === depthOf(to))
      return { doc: String(hello2.doc), href: String(hello2.href) };
    silent.set(to, performance.now() + SILENCE);
    return null;
  }
  var ask = (to, doc, call2, limit) => send(to, { doc, ...call2 }, limit);
  function serve(run2) {
    if (!early || window.parent === window) return;
    window.addEventListener(
      "message",
      (event) => {
        const { data, source } = event;
        if (!data || typeof data !== "object" || typeof data[MARK] !== "string") return;
        const text = data[MARK];
        if (text.length > LONGEST3 || !SEAL.test(data.seal) || !isAbove2(source)) return;
        const secret = key();
        if (!secret || data.seal !== seal(secret, text)) return;
        event.stopImmediatePropagation();
        const [port] = event.ports;
        const reply = (content2) => {
          const answer2 = JSON.stringify(content2);
          port?.postMessage({ [MARK]: answer2, seal: seal(secret, `${text}\0${answer2}`) });
        };
        const content = JSON.parse(text);
        if (content.hello) reply({ doc: DOC, href: brief(location.href), depth: depthOf(window) });
        else if (content.doc === DOC) run2(content.name, content.args).then(reply);
      },
      { capture: true }
    );
  }
  function isAbove2(source) {
    for (let at = (
      /** @type {Window} */
      window
    ); at.parent !== at; at = at.parent)
      if (at.parent === source) return true;
    return false;
  }

  // src/remote.js
  var LIMIT4 = 2e4;
  var WAY = 500;
  var STILL_TRIES = 30;
  var POINTS = /* @__PURE__ */ new Set(["plan", "scroll_plan", "spot"]);
  var ON_SCREEN = /* @__PURE__ */ new Set([
    ..."plan scroll_plan spot field select scroll focus select_text highlight".split(" ")
  ]);
  var tokens = /* @__PURE__ */ new Map();
  var greetings = /* @__PURE__ */ new WeakMap();
  function hello(outside, ctx) {
    let made2 = greetings.get(ctx);
    if (!made2) {
      made2 = new Map(ctx.outside.map(({ window: window2 }) => [window2, greet(window2)]));
      greetings.set(ctx, made2);
    }
    return made2.get(outside.window) ?? greet(outside.window);
  }
  async function countOutside(target, ctx) {
    let count = 0;
    for (const outside of ctx.outside) {
      if (!ctx.sight.isSeen(outside.element)) continue;
      count += (await gather(outside, "find", { target, limit: 1 }, ctx))?.total ?? 0;
    }
    return count;
  }
  var blocked = () => new Fault("SITE_BLOCKED", "this part of the page is on the blocked-sites list");
  async function gather(outside, name, args, ctx) {
    const there = await hello(outside, ctx);
    const { left } = ctx.budget;
    if (there === null || isShut(there.href) || left === 0) return null;
    try {
      return await askOutside(outside, name, { ...args, budget_ms: left }, ctx);
    } catch (error) {
      if (error instanceof Fault) return null;
      throw error;
    }
  }
  async function askOutside(outside, name, args, ctx) {
    const there = await hello(outside, ctx);
    if (there === null) return null;
    if (isShut(there.href)) throw blocked();
    const own2 = args.timeout_ms ?? args.budget_ms;
    const limit = typeof own2 === "number" ? own2 + WAY : LIMIT4;
    const answer2 = await ask(
      outside.window,
      there.doc,
      {
        name,
        args: { ...args, ref_base: refs.last, shut: shutNow(), hello_ms: patienceNow() }
      },
      limit
    );
    if (!answer2) return null;
    if (typeof answer2.last_ref === "number") refs.raise(answer2.last_ref);
    const frames = framesOf(answer2, outside);
    if (!answer2.ok) {
      const top = frames[0];
      if (top) ctx.used.add(top);
      throw new Fault(String(answer2.code), String(answer2.message));
    }
    adopt2(answer2.value, outside, frames, ctx);
    const first = frames[0];
    if (first) ctx.used.add(first);
    return answer2.value;
  }
  function framesOf(answer2, outside) {
    const frames = [];
    for (const { href, now, parent } of answer2.frames ?? []) {
      const above2 = parent === null ? outside.frame : frames[parent] ?? outside.frame;
      frames.push({
        ...outside.frame,
        index: -1,
        parent: -1,
        above: above2,
        document: (
          /** @type {any} */
          {}
        ),
        href: String(href),
        ...now === void 0 ? {} : { now: String(now) }
      });
    }
    return frames;
  }
  function adopt2(value, outside, frames, ctx) {
    if (value === null || typeof value !== "object") return;
    if (typeof value.role === "string" && typeof value.frame === "number" && "ref" in value) {
      const holder = frames[value.frame];
      if (holder) settle(value, holder);
      if (value.ref) refs.lend(value.ref, outside.window);
      if (value.box) value.box = carryBox(value.box, outside, ctx);
      return;
    }
    if (typeof value.token === "string") {
      if (tokens.size > 100) tokens.clear();
      tokens.set(value.token, outside.window);
    }
    for (const inner2 of Object.values(value)) adopt2(inner2, outside, frames, ctx);
  }
  function carryBox([x, y, width, height], outside, ctx) {
    const box = carry({ x, y, width, height }, outside, ctx);
    return [box.x, box.y, box.width, box.height].map(Math.round);
  }
  function carry(box, outside, ctx) {
    return toTop(outBox(planeIn(outside.element, ctx.frames), box), outside.frame, ctx.frames);
  }
  function pointInto(point, outside, ctx) {
    const around = pointFromTop(point, outside.frame, ctx.frames);
    return inward(planeIn(outside.element, ctx.frames), around);
  }
  async function carryPoint(plan2, outside, again) {
    let before2 = "";
    let point = { x: 0, y: 0 };
    let ctx = context();
    for (let tries = 0; tries < STILL_TRIES; tries++) {
      ctx = context();
      const around = outward(planeIn(outside.element, ctx.frames), plan2);
      point = pointToTop(around, outside.frame, ctx.frames);
      const now = `${point.x},${point.y}`;
      if (now === before2) break;
      before2 = now;
      await frame(FRAME_LIMIT2);
    }
    const view = visibleBox();
    if (plan2.home && isApart() && (Math.abs(view.x) >= 1 || Math.abs(view.y) >= 1)) {
      if (again) return false;
      throw new Fault(
        "TAP_MISSED",
        "Chrome sends touches astray into this frame (of the page's own site, in one of another site) while the page is zoomed and moved aside; zoom it out first"
      );
    }
    const inView = point.x >= view.x && point.y >= view.y && point.x < view.x + view.width && point.y < view.y + view.height;
    const hit = inView ? elementAt(point.x, point.y) : null;
    if (!hit) return false;
    if (hit !== outside.element) {
      if (again) return false;
      throw new Fault("COVERED", `the frame is covered by ${words(hit, ctx)}`);
    }
    plan2.x = point.x - view.x;
    plan2.y = point.y - view.y;
    return true;
  }
  async function bringIn({ element }) {
    const ctx = context();
    if (pointsOf(element, ctx).length > 0) return false;
    scrollIn(element, "center", ctx);
    await frame(FRAME_LIMIT2);
    await frame(FRAME_LIMIT2);
    return true;
  }
  function placeOf(name, args, target, ctx) {
    const of = (window2) => ctx.outside.find((each) => each.window === window2) ?? null;
    if (target.ref !== void 0) {
      const lent2 = refs.lentTo(target.ref);
      if (!lent2) return null;
      const place2 = of(lent2);
      if (!place2) throw new Fault("STALE_REF", `${target.ref} is in a frame that is gone`);
      return place2;
    }
    if (typeof args.token === "string") return of(tokens.get(args.token));
    if (Object.keys(target).length > 0) return null;
    if (args.point) {
      const view = visibleBox();
      const hit = elementAt(args.point.x + view.x, args.point.y + view.y);
      return ctx.outside.find((each) => each.element === hit) ?? null;
    }
    if (!/^(field|focused|pressed|submit_plan)$/.test(name)) return null;
    return ctx.outside.find((each) => activeElement(each.frame.document) === each.element) ?? null;
  }
  async function forward(name, args, target, ctx) {
    if (ctx.outside.length === 0) return null;
    const place2 = placeOf(name, args, target, ctx);
    return place2 && { value: await handOver(place2, name, args, ctx) };
  }
  function unlessUndrawn(error) {
    if (!(error instanceof Fault) || error.code !== "TAB_HIDDEN") throw error;
  }
  async function handOver(place2, name, args, ctx) {
    const handed = { ...args };
    if (args.point) {
      const view = visibleBox();
      const point = { x: args.point.x + view.x, y: args.point.y + view.y };
      handed.point = pointInto(point, place2, ctx);
    }
    const fresh2 = ON_SCREEN.has(name) && await bringIn(place2);
    for (const outer of args.outer ? [true] : [false, true]) {
      const asked2 = askOutside(place2, name, { ...handed, outer }, ctx);
      const value = await (outer ? asked2 : asked2.catch(unlessUndrawn));
      if (value === void 0) continue;
      if (value === null)
        throw new Fault("PAGE_UNREACHABLE", "the frame's script world does not answer");
      if (POINTS.has(name) && isHomeAbroad()) value.home = true;
      if (POINTS.has(name) && (fresh2 || outer || value.undrawn)) await draw(place2, value, ctx);
      if (!POINTS.has(name) || await carryPoint(value, place2, !outer)) return value;
    }
    throw new Fault("TAP_MISSED", "the element's place in its frame cannot be scrolled into sight");
  }
  async function draw(place2, value, ctx) {
    if (window.parent !== window) {
      value.undrawn = true;
      await nudge(place2.element);
      return;
    }
    delete value.undrawn;
    const { token, x, y } = value;
    const aside = { ...ctx, used: /* @__PURE__ */ new Set() };
    await askOutside(place2, "drawn", token ? { token } : { point: { x, y } }, aside);
    await nudge(place2.element);
  }
  async function seek(name, args, target, ctx) {
    if (target.ref !== void 0) return null;
    const found = [];
    const { nth, ...plain4 } = target;
    for (const outside of ctx.outside) {
      if (!ctx.sight.isSeen(outside.element)) continue;
      const value = await gather(outside, "find", { target: plain4, limit: 50 }, ctx);
      if (value?.rows.length > 0) found.push({ outside, rows: value.rows });
    }
    ctx.used.clear();
    const all = found.flatMap(({ outside, rows }) => rows.map((row3) => ({ outside, row: row3 })));
    const chosen2 = nth === void 0 ? all.length === 1 ? all[0] : void 0 : all[nth];
    if (!chosen2) {
      if (all.length > 1 && nth === void 0) {
        const list = all.slice(0, 8).map(({ row: row3 }) => `${row3.role} [${row3.ref}] in a frame`);
        throw new Fault(
          "TARGET_AMBIGUOUS",
          `${all.length} elements in frames fit: ${list.join("; ")}`
        );
      }
      return null;
    }
    const handed = { ...args, target: { ref: chosen2.row.ref } };
    return { value: await handOver(chosen2.outside, name, handed, ctx) };
  }

  // src/search.js
  var FIELDS = "input, textarea, [role=searchbox], [role=textbox], [role=combobox], [contenteditable]";
  var WORD = /(^|[^\p{L}])(search|such(e|en|begriff)\b|buscar|búsqueda|busca\b|pesquis|recherch|cerca\b|ricerca|zoek|szuk|hledat|sök|søg|søk|haku|hae\b|ara\b|поиск|найти|пошук|αναζήτηση)|検索|搜索|搜尋|搜寻|검색|بحث|חיפוש|खोज|ค้นหา/iu;
  var NAMED2 = /^(q|query|qry|s|k|wd|kw|keywords?|search|searchterm|search_?(query|term|text|field|input|box)|term|nav-search-keywords|field-keywords|suche|buscar)$/i;
  var TAKES_TEXT = /^(text|search|url|)$/;
  var ENOUGH = 4;
  var SHY = /token|csrf|xsrf|auth|nonce|session|secret|key/i;
  var MOST_HIDDEN = 64;
  var MOST_LD = 20;
  var LONGEST_LD = 1e5;
  var HOLE = "{query}";
  var PEG = "zz-the-words-zz";
  var takesText = (element) => tag(element) !== "input" || TAKES_TEXT.test(attribute(element, "type")?.toLowerCase() ?? "");
  function score(element, ctx) {
    let points = 0;
    if (shownRole(element) === "searchbox") points += 6;
    if (closest(element, "search, [role=search]")) points += 5;
    if (NAMED2.test(attribute(element, "name") ?? "") || NAMED2.test(attribute(element, "id") ?? ""))
      points += 4;
    const words2 = [
      ctx.names.of(element),
      ...["placeholder", "aria-label", "title"].map((name) => attribute(element, name) ?? "")
    ];
    if (words2.some((each) => WORD.test(each))) points += 4;
    if (attribute(element, "enterkeyhint") === "search") points += 3;
    const form = closest(element, "form");
    if (form && /search/i.test(`${attribute(form, "action")} ${attribute(form, "class")}`))
      points += 3;
    if (points >= ENOUGH && closest(element, "header, [role=banner]")) points += 1;
    return points;
  }
  function rated(ctx) {
    const found = [];
    for (const element of everywhere(ctx, FIELDS)) {
      if (ctx.frameOf(element) !== ctx.searched[0] || !takesText(element)) continue;
      if (isDisabled2(element) || isSecret(element)) continue;
      const points = score(element, ctx);
      if (points >= ENOUGH) found.push({ element, points, shown: isShown(element, ctx) });
    }
    return found.sort((one, other) => other.points - one.points);
  }
  function searchFields(ctx) {
    if (window.parent !== window) return [];
    const shown4 = rated(ctx).filter((each) => each.shown);
    const best2 = shown4[0]?.points ?? 0;
    return shown4.filter(({ points }) => points === best2).map(({ element }) => element);
  }
  function openers(ctx) {
    return everywhere(ctx, "button, a, summary, label, [role=button], [role=link], [onclick]").filter(
      (element) => ctx.frameOf(element) === ctx.searched[0] && WORD.test(ctx.names.of(element)) && isInteractive(element, shownRole(element), ctx) && isShown(element, ctx)
    );
  }
  function ours(address) {
    try {
      const url = new URL(address, document.baseURI);
      return /^https?:$/.test(url.protocol) && url.host === location.host ? url : null;
    } catch {
      return null;
    }
  }
  function addressOf(field3) {
    const form = closest(field3, "form");
    const name = attribute(field3, "name");
    if (!form || !name || (attribute(form, "method") ?? "get").toLowerCase() !== "get") return null;
    const url = ours(attribute(form, "action") || location.href);
    if (!url) return null;
    url.search = "";
    url.hash = "";
    for (const other of selectAll(form, "input[type=hidden i][name]")) {
      const key2 = attribute(other, "name") ?? "";
      const { value } = (
        /** @type {HTMLInputElement} */
        other
      );
      if (!SHY.test(key2) && value.length <= MOST_HIDDEN) url.searchParams.append(key2, value);
    }
    url.searchParams.append(name, PEG);
    return url.href.replace(PEG, HOLE);
  }
  function actions(value, found, depth = 0) {
    if (value === null || typeof value !== "object" || depth > 6 || found.length > MOST_LD) return;
    if (value["@type"] === "SearchAction") {
      const target = value.target?.urlTemplate ?? value.target;
      if (typeof target === "string") found.push(target);
    }
    for (const inner2 of Object.values(value)) actions(inner2, found, depth + 1);
  }
  function described() {
    const found = [];
    for (const script of selectAll(document, 'script[type="application/ld+json"]').slice(0, MOST_LD))
      try {
        actions(JSON.parse(textContent(script).slice(0, LONGEST_LD)), found);
      } catch {
      }
    return found.flatMap((template) => {
      const hole = /\{[^{}]*\}/.exec(template)?.[0];
      const url = hole && ours(template.replace(hole, PEG));
      if (!url) return [];
      const href = url.href.replace(PEG, HOLE);
      return href.includes(HOLE) && !/[{}]/.test(href.replace(HOLE, "")) ? [href] : [];
    });
  }
  var commands3 = {
    search(args, ctx) {
      const most = args.most ?? 5;
      const fields = rated(ctx);
      const framed = ctx.within !== null || window.parent !== window;
      const addresses2 = framed ? [] : [...described(), ...fields.flatMap(({ element }) => addressOf(element) ?? [])];
      const shown4 = fields.filter((each) => each.shown).slice(0, most);
      return {
        fields: shown4.map(({ element }) => describe(element, ctx)),
        openers: openers(ctx).slice(0, most).map((element) => describe(element, ctx)),
        addresses: [...new Set(addresses2)].filter((each) => clean(each).length < 2e3).slice(0, most)
      };
    }
  };

  // src/find.js
  var KEYS2 = (
    /** @type {const} */
    [
      "ref",
      "text",
      "role",
      "label",
      "placeholder",
      "testid",
      "css"
    ]
  );
  var NAMING = "[aria-label], [aria-labelledby], [title], svg title";
  var CANDIDATES = 8;
  function wording(target) {
    const parts = KEYS2.filter((key2) => target[key2] !== void 0).map(
      (key2) => `${key2} ${JSON.stringify(target[key2])}`
    );
    if (target.search === true) parts.push("a search");
    if (target.nth !== void 0) parts.push(`nth ${target.nth}`);
    return parts.join(", ");
  }
  function everywhere(ctx, selector) {
    const found = [];
    const plain4 = selector === "*";
    const search2 = (root) => {
      const fitting = plain4 ? null : new Set(selectAll(root, selector));
      for (const element of selectAll(root, "*")) {
        ctx.budget.spend();
        if (isOurs(element)) continue;
        if (!fitting || fitting.has(element)) found.push(element);
        const inner2 = shadowRoot(element);
        if (inner2) search2(inner2);
      }
    };
    for (const frame2 of ctx.searched) search2(frame2.document);
    return found;
  }
  function candidates(target, ctx, options = {}) {
    if (target.search === true) return searchFields(ctx);
    const named2 = KEYS2.filter((key2) => target[key2] !== void 0);
    for (const key2 of named2)
      if (typeof target[key2] !== "string" || clean(target[key2] ?? "") === "")
        throw new Fault("INVALID_TARGET", `${key2} is empty`);
    if (named2.length === 0) throw new Fault("INVALID_TARGET", "nothing names an element");
    if (target.ref !== void 0) {
      if (named2.length > 1)
        throw new Fault(
          "INVALID_TARGET",
          `a ref stands alone, not with ${named2.slice(1).join(", ")}`
        );
      return [byRef(target.ref, ctx)];
    }
    const { css: css2, testid, role, label, placeholder, text } = target;
    let list = null;
    const narrow = (all, keep) => {
      list = (list ?? all()).filter(keep);
    };
    if (css2 !== void 0) list = byCss(css2, ctx);
    if (testid !== void 0) {
      narrow(
        () => everywhere(ctx, TEST_IDS.map((name) => `[${name}]`).join(",")),
        (element) => TEST_IDS.some((name) => attribute(element, name) === testid)
      );
    }
    const byMarkup = list !== null && role === void 0 && label === void 0 && text === void 0;
    if (placeholder !== void 0) {
      narrow(
        () => everywhere(ctx, "[placeholder], [aria-placeholder]"),
        () => true
      );
      list = best(list ?? [], placeholderOf, fold(placeholder));
    }
    if (role !== void 0) {
      const wanted3 = fold(role);
      narrow(
        () => everywhere(ctx, "*"),
        (element) => fitsRole(element, wanted3)
      );
    }
    if (label !== void 0) {
      narrow(
        () => everywhere(ctx, "*"),
        (element) => isLabelled(element)
      );
      list = best(list ?? [], (element) => fold(ctx.names.of(element)), fold(label));
    }
    if (list && !(options.hidden && byMarkup)) {
      const seen = list.filter((element) => isShown(element, ctx));
      list = seen.length > 0 || !byMarkup ? seen : list;
    }
    if (text === void 0) return list ?? [];
    if (list === null) {
      const reading = byText(ctx, text, null);
      return reading.length > 0 ? reading : byName(ctx, text);
    }
    const wanted2 = fold(text);
    if (role !== void 0) return best(list, (element) => fold(ctx.names.of(element)), wanted2);
    const fitting = byText(ctx, text, new Set(list));
    return fitting.length > 0 ? fitting : best(list, (element) => fold(ctx.names.of(element)), wanted2);
  }
  function byName(ctx, wanted2) {
    const acting = /* @__PURE__ */ new Set();
    for (const each of everywhere(ctx, NAMING)) {
      let at = (
        /** @type {Element | null} */
        each
      );
      while (at && !isActive(shownRole(at))) at = composedParent(at);
      if (at && isShown(at, ctx)) acting.add(at);
    }
    return best([...acting], (element) => fold(ctx.names.of(element)), fold(wanted2));
  }
  function isShown(element, ctx) {
    return ctx.sight.isSeen(element) || isStyledField(element, ctx);
  }
  function isStyledField(element, ctx) {
    const name = tag(element);
    if (name !== "select" && !(name === "input" && /^(checkbox|radio|file|range|color|date)$/.test(inputType(element))))
      return false;
    const look2 = ctx.sight.look(element);
    if (look2.gone) return false;
    for (
      const label of
      /** @type {HTMLInputElement} */
      element.labels ?? []
    )
      if (ctx.sight.isSeen(label)) return true;
    const parent = composedParent(element);
    if (!parent || !ctx.sight.isSeen(parent)) return false;
    const box = rect(element);
    return box.width > 4 && box.height > 4 && ctx.sight.look(parent).drawn && look2.drawn;
  }
  var placeholderOf = (element) => fold(attribute(element, "placeholder") ?? attribute(element, "aria-placeholder") ?? "");
  function fitsRole(element, wanted2) {
    const role = shownRole(element);
    if (role === wanted2) return true;
    if (wanted2 === "image") return role === "img";
    return wanted2 === "textbox" && role === "searchbox";
  }
  function isLabelled(element) {
    if (/^(input|select|textarea|meter|progress|output)$/.test(tag(element)))
      return tag(element) !== "input" || inputType(element) !== "hidden";
    const role = shownRole(element);
    return /^(textbox|searchbox|combobox|listbox|checkbox|radio|switch|slider|spinbutton)$/.test(
      role
    );
  }
  function byCss(css2, ctx) {
    try {
      document.createDocumentFragment().querySelector(css2);
    } catch {
      throw new Fault("INVALID_TARGET", `${JSON.stringify(css2)} is no CSS selector`);
    }
    return everywhere(ctx, css2);
  }
  function byRef(ref, ctx) {
    const element = ctx.refs.element(ref);
    try {
      ctx.frameOf(element);
    } catch {
      throw new Fault("STALE_REF", `${ref} is in a frame that is gone`);
    }
    return element;
  }
  function brief2(element, ctx) {
    const row3 = describe(element, ctx, { words: true });
    const inside2 = row3.frame > 0 ? " in a frame" : "";
    const name = row3.name === "" || inside2 ? "" : ` ${JSON.stringify(cut(row3.name, 60))}`;
    const hint = row3.hint && !inside2 ? ` hint ${JSON.stringify(row3.hint)}` : "";
    return `${row3.role}${name} [${row3.ref}]${hint}${inside2}`;
  }
  function ambiguous(list, what, ctx) {
    const shown4 = list.slice(0, CANDIDATES).map((element, index) => `${index}: ${brief2(element, ctx)}`);
    const more = list.length > CANDIDATES ? `; and ${list.length - CANDIDATES} more` : "";
    return new Fault("TARGET_AMBIGUOUS", `${what}: ${shown4.join("; ")}${more}`);
  }
  function resolve(target, ctx) {
    const list = candidates(target, ctx);
    const nth = target.nth ?? null;
    if (list.length === 0) throw new Fault("TARGET_NOT_FOUND", `nothing fits ${wording(target)}`);
    if (nth !== null && (nth < 0 || nth >= list.length))
      throw new Fault(
        "TARGET_NOT_FOUND",
        `${list.length} ${list.length === 1 ? "fits" : "fit"} ${wording({ ...target, nth: (
          /** @type {any} */
          void 0
        ) })}, counted from 0; there is no nth ${nth}`
      );
    if (nth === null && list.length > 1)
      throw ambiguous(list, `${list.length} elements fit ${wording(target)}`, ctx);
    const element = (
      /** @type {Element} */
      list[nth ?? 0]
    );
    const frame2 = ctx.frameOf(element);
    ctx.used.add(frame2);
    return { element, frame: frame2 };
  }
  function targetOf(args) {
    if (args.target) return args.target;
    const target = (
      /** @type {Record<string, any>} */
      {}
    );
    for (const key2 of [...KEYS2, "nth"])
      if (args[key2] !== void 0 && args[key2] !== null) target[key2] = args[key2];
    return target;
  }
  var commands4 = {
    async find(args, ctx) {
      const { nth, ...target } = targetOf(args);
      const limit = args.limit ?? 20;
      const list = candidates(target, ctx);
      let rows = list.slice(0, Math.max(limit, (nth ?? 0) + 1)).map((element) => describe(element, ctx, { box: true, words: true }));
      let total = list.length;
      for (const outside of target.ref === void 0 ? ctx.outside : []) {
        if (!ctx.sight.isSeen(outside.element)) continue;
        const value = await gather(outside, "find", { target, limit }, ctx);
        rows.push(...value?.rows ?? []);
        total += value?.total ?? 0;
      }
      rows = nth === void 0 ? rows.slice(0, limit) : rows.slice(nth, nth + 1);
      return { rows, total };
    }
  };

  // src/windowfocus.js
  var had = false;
  function noteFocus() {
    had ||= facts(document).focused;
  }
  function isCovered() {
    const { focused: focused2, visibility } = facts(document);
    if (focused2) had = true;
    return had && !focused2 && visibility === "visible";
  }

  // src/act.js
  var STILL_LIMIT = 2e3;
  var BEAT = 600;
  var OUTCOME_LIMIT = 2e4;
  var animations = Document.prototype.getAnimations;
  var MOVING = /^(transform|translate|scale|rotate|offset|zoom|margin|padding|inset|top|right|bottom|left|m(in|ax)|width|height|font)/i;
  var MOST_WORDS = 60;
  var PLACES = (
    /** @type {const} */
    ["center", "end", "start"]
  );
  async function plan(args, ctx) {
    awake();
    noteFocus();
    listen();
    if (args.point) return planPoint(args, ctx);
    const { element, point } = await seek2(args.target ?? {}, ctx);
    const fresh2 = context();
    const control = controlOf(element);
    const subject = labelled(control) ?? control;
    const watch = openWatch((path) => {
      const first = (
        /** @type {Element | undefined} */
        path[0]
      );
      return passes(path, element) || first?.nodeType === 1 && counts(first, element);
    }, subject);
    return answer(point, describe(subject, fresh2), watch, element, args);
  }
  async function seek2(target, ctx) {
    const until = performance.now() + STILL_LIMIT;
    let again = false;
    for (let at = ctx; ; at = context(void 0, ctx.within)) {
      let element = (
        /** @type {Element | null} */
        null
      );
      try {
        element = standIn(resolve(target, at).element, at);
        refuseDisabled(element, at);
        return { element, point: await approach(element) };
      } catch (error) {
        const gone2 = element ? !isConnected(element) : again;
        if (!gone2 || target.ref || performance.now() > until) throw error;
        again = true;
      }
      await frame(STILL_LIMIT);
    }
  }
  async function spot(args, ctx) {
    awake();
    const element = standIn(resolve(args.target ?? {}, ctx).element, ctx);
    const point = await approach(element, args.scroll ? [args.scroll, "end", "start"] : []);
    const view = visibleBox();
    return { x: point.x - view.x, y: point.y - view.y, element: describe(element, context()) };
  }
  function answer(point, element, watch, under, args) {
    const view = visibleBox();
    watch.taps = args.taps ?? 1;
    if (args.grip) grip(watch, under);
    return {
      ...args.pinch ? room(point, under) : {},
      x: point.x - view.x,
      y: point.y - view.y,
      element,
      token: watch.token,
      url: location.href,
      ...isHomeAbroad() ? { home: true } : {}
    };
  }
  function room(point, under) {
    const ctx = context();
    const [box] = boxesOf(under);
    const own2 = box && toTop(box, ctx.frameOf(under), ctx.frames);
    const view = visibleBox();
    const left = Math.max(view.x, own2?.x ?? view.x);
    const top = Math.max(view.y, own2?.y ?? view.y);
    const right = Math.min(view.x + view.width, own2 ? own2.x + own2.width : Infinity);
    const bottom = Math.min(view.y + view.height, own2 ? own2.y + own2.height : Infinity);
    return {
      across: Math.max(0, Math.min(point.x - left, right - point.x)),
      along: Math.max(0, Math.min(point.y - top, bottom - point.y)),
      zooms: [...holders(under)].every(
        (each) => /auto|manipulation|pinch-zoom/.test(ctx.style(each).touchAction)
      )
    };
  }
  function planPoint(args, ctx) {
    const at = args.point;
    const view = visibleBox();
    if (!(at.x >= 0 && at.y >= 0 && at.x < view.width && at.y < view.height)) {
      const size = `${Math.floor(view.width)} x ${Math.floor(view.height)}`;
      const why2 = underKeyboard(view.y + at.y) ? "; the soft keyboard is there" : "";
      throw new Fault("TAP_MISSED", `${at.x},${at.y} is outside the visible part (${size})${why2}`);
    }
    const point = { x: at.x + view.x, y: at.y + view.y };
    const hit = elementAt(point.x, point.y);
    if (!hit) throw new Fault("TAP_MISSED", `nothing of the page is at ${at.x},${at.y}`);
    const control = controlOf(hit);
    const watch = openWatch((path) => passes(path, control), control);
    return answer(point, describe(control, ctx), watch, hit, args);
  }
  function awake() {
    if (facts(document).visibility !== "visible") {
      throw new Fault("TAB_HIDDEN", "the tab is not in front, or the screen is off");
    }
  }
  function standIn(element, ctx) {
    const drawn2 = boxesOf(element).some((box) => box.width > 2 && box.height > 2);
    if (drawn2 && ctx.style(element).visibility === "visible") return element;
    const label = labelsOf(element).find(
      (each) => boxesOf(each).length > 0 && ctx.style(each).visibility === "visible"
    );
    if (label) return label;
    if (boxesOf(element).length > 0 && ctx.style(element).visibility === "visible") return element;
    throw new Fault("NOT_VISIBLE", `${words(element, ctx)} is on the page but not drawn`);
  }
  function refuseDisabled(element, ctx) {
    const why2 = whyDisabled(element);
    if (why2) throw new Fault("DISABLED", `${words(element, ctx)} is ${why2}`);
  }
  async function approach(element, places2 = PLACES) {
    let met = (
      /** @type {Element | null} */
      null
    );
    let seen = false;
    const start = context();
    const [first] = places2;
    if (first && !inSight(element, start)) scrollIn(element, first, start);
    for (const place2 of [null, ...places2]) {
      if (place2 && !scrollIn(element, place2, context())) continue;
      await still(element);
      const ctx2 = context();
      for (const point of pointsOf(element, ctx2)) {
        const hit = elementAt(point.x, point.y);
        if (hit && counts(hit, element)) return point;
        met ??= hit;
        seen = true;
      }
      for (const point of seen ? gridOf(element, ctx2) : []) {
        const hit = elementAt(point.x, point.y);
        if (hit && counts(hit, element)) return point;
      }
    }
    const ctx = context();
    const name = words(element, ctx);
    if (!seen) {
      const box = toTop(rect(element), ctx.frameOf(element), ctx.frames);
      if (underKeyboard(box.y + box.height / 2)) {
        throw new Fault("COVERED", `${name} is covered by the soft keyboard and cannot be scrolled`);
      }
      throw new Fault("NOT_VISIBLE", `${name} cannot be scrolled into sight`);
    }
    if (ctx.style(element).pointerEvents === "none") {
      throw new Fault("DISABLED", `${name} takes no touches (pointer-events: none)`);
    }
    if (!met) throw new Fault("TAP_MISSED", `nothing of the page is where ${name} lies`);
    throw new Fault("COVERED", `${name} is covered by ${words(met, ctx)}`);
  }
  async function still(element) {
    const began = performance.now();
    await frame(STILL_LIMIT);
    const first = boxNow(element);
    let before2 = first;
    let stays = true;
    let times = 0;
    for (; ; ) {
      await frame(STILL_LIMIT);
      const now = boxNow(element);
      stays &&= isAbout(first, now);
      const passed = performance.now() - began;
      times = same(before2, now) ? times + 1 : 0;
      if (times && rests(element, times) || stays && passed > BEAT) return;
      before2 = now;
      if (passed > STILL_LIMIT) {
        throw new Fault("MOVED", `${words(element, context())} does not lie still`);
      }
    }
  }
  function rests(element, times) {
    const around = new Set(holders(element));
    const all = animations.call(documentOf(element));
    return all.every(({ effect, playState, currentTime }) => {
      const { target } = (
        /** @type {KeyframeEffect} */
        effect ?? {}
      );
      if (playState !== "running" || !target || !around.has(target)) return true;
      const frames = (
        /** @type {KeyframeEffect} */
        effect.getKeyframes()
      );
      if (!frames.some((each) => Object.keys(each).some((name) => MOVING.test(name)))) return true;
      const left = Number(effect?.getComputedTiming().endTime) - Number(currentTime);
      return left > STILL_LIMIT && times > 1;
    });
  }
  function isAbout(one, other) {
    if (!one || !other) return false;
    const right = one.x + one.width / 2 - other.x - other.width / 2;
    const down = one.y + one.height / 2 - other.y - other.height / 2;
    return Math.max(Math.abs(right), Math.abs(down)) < 2;
  }
  function boxNow(element) {
    if (!isConnected(element))
      throw new Fault("MOVED", "the element left the page while it was sought");
    const ctx = context();
    const list = boxesOf(element);
    const first = list[0];
    return first ? toTop(first, ctx.frameOf(element), ctx.frames) : null;
  }
  function same(one, other) {
    if (!one || !other) return one === other;
    return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
  }
  async function frame(limit) {
    const drawn2 = new Promise((done) => requestAnimationFrame(done));
    if (!await within(drawn2, limit)) {
      throw new Fault("TAB_HIDDEN", "the page draws nothing: the screen may be off");
    }
  }
  async function outcome({ token, timeout_ms = OUTCOME_LIMIT, after = false }) {
    const watch = watchOf(token);
    await within(after ? watch.settled.promise : watch.done.promise, timeout_ms);
    const effects2 = after ? await changesOf(watch, Boolean(watch.seen.click)) : null;
    const ctx = context();
    const { seen, landed, hit, prevented, strayed, menu } = watch;
    const focus4 = focusedElement(ctx);
    return {
      seen: { ...seen },
      landed,
      hit,
      strayed,
      deaf: !hearsAll(),
      prevented,
      menu,
      focus: focus4 && describe(focus4, ctx),
      element: after ? rowIfThere(watch.subject, ctx) : null,
      href: location.href,
      effects: effects2,
      covered: after && isCovered(),
      closing: window.closed
      // true from window.close() on, before the tab is gone
    };
  }
  function rowIfThere(element, ctx) {
    return element && isConnected(element) ? describe(element, ctx) : null;
  }
  function words(element, ctx) {
    const holder = /^(html|body)$/.test(tag(element)) ? ctx.frameOf(element).element : null;
    if (holder) return words(holder, ctx);
    const { role, name } = describe(element, ctx);
    if (name && role !== "generic") return `${role} "${cut2(name)}"`;
    const id = isHtml(element) ? attribute(element, "id") ?? "" : "";
    const plain4 = `<${tag(element).slice(0, MOST_WORDS)}${/^[\w-]{1,40}$/.test(id) ? `#${id}` : ""}>`;
    return name ? `${plain4} "${cut2(name)}"` : plain4;
  }
  var cut2 = (text) => text.length > MOST_WORDS ? `${text.slice(0, MOST_WORDS)}…` : text;
  var commands5 = { plan, spot, outcome };

  // src/colour.js
  var CLEAR = { r: 0, g: 0, b: 0, a: 0 };
  var WHITE = { r: 255, g: 255, b: 255, a: 1 };
  var BLACK = { r: 0, g: 0, b: 0, a: 1 };
  var COLOURFUL = 0.06;
  var DARK = 0.18;
  var STEPS = 14;
  function linear(channel) {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }
  function encoded(light) {
    const share = light <= 31308e-7 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
    return share * 255;
  }
  var luminance = ({ r, g, b }) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  function ratio(one, other) {
    const [a, b] = [luminance(one), luminance(other)];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  }
  function over(top, under) {
    const a = top.a + under.a * (1 - top.a);
    if (a === 0) return CLEAR;
    const mixed = (key2) => (top[key2] * top.a + under[key2] * under.a * (1 - top.a)) / a;
    return { r: mixed("r"), g: mixed("g"), b: mixed("b"), a };
  }
  var faded = (color, share) => ({ ...color, a: color.a * share });
  function rounded({ r, g, b, a }) {
    return { r: byte(r), g: byte(g), b: byte(b), a };
  }
  var byte = (channel) => Math.min(255, Math.max(0, Math.round(channel)));
  function hex(color) {
    const { r, g, b, a } = rounded(color);
    const parts = a < 1 ? [r, g, b, byte(a * 255)] : [r, g, b];
    return `#${parts.map((part2) => part2.toString(16).padStart(2, "0")).join("")}`;
  }
  function css(color) {
    const { r, g, b, a } = rounded(color);
    return a < 1 ? `rgba(${r}, ${g}, ${b}, ${Math.round(a * 1e3) / 1e3})` : `rgb(${r}, ${g}, ${b})`;
  }
  function toLch(color) {
    const [r, g, b] = [linear(color.r), linear(color.g), linear(color.b)];
    const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    const one = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
    const other = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
    return {
      l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
      c: Math.hypot(one, other),
      h: Math.atan2(other, one)
    };
  }
  function channels({ l, c, h }) {
    const [one, other] = [c * Math.cos(h), c * Math.sin(h)];
    const long = (l + 0.3963377774 * one + 0.2158037573 * other) ** 3;
    const middle = (l - 0.1055613458 * one - 0.0638541728 * other) ** 3;
    const short = (l - 0.0894841775 * one - 1.291485548 * other) ** 3;
    return [
      encoded(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short),
      encoded(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short),
      encoded(-0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short)
    ];
  }
  function fromLch({ l, c, h }) {
    if (l >= 1) return WHITE;
    if (l <= 0) return BLACK;
    const fits = (chroma2) => channels({ l, c: chroma2, h }).every((each) => each >= -0.5 && each <= 255.5);
    let chroma = c;
    if (!fits(c)) {
      let low = 0;
      for (let step = 0, high = c; step < STEPS; step++) {
        const middle = (low + high) / 2;
        if (fits(middle)) low = middle;
        else high = middle;
      }
      chroma = low;
    }
    const [r, g, b] = channels({ l, c: chroma, h });
    return rounded({ r, g, b, a: 1 });
  }
  function nearest(ink, ground, needed) {
    const own2 = toLch(ink);
    const behind = toLch(ground).l;
    const at = (l) => fromLch({ ...own2, l });
    let best2 = null;
    for (const end3 of [0, 1]) {
      if (ratio(at(end3), ground) < needed) continue;
      let passes2 = end3;
      let fails = end3 === 1 ? Math.max(own2.l, behind) : Math.min(own2.l, behind);
      for (let step = 0; step < STEPS; step++) {
        const middle = (passes2 + fails) / 2;
        if (ratio(at(middle), ground) >= needed) passes2 = middle;
        else fails = middle;
      }
      const far = Math.abs(passes2 - own2.l);
      if (!best2 || far < best2.far) best2 = { color: at(passes2), far };
    }
    return best2?.color ?? null;
  }
  function anyColour(text) {
    const words2 = text.trim();
    if (/^(inherit|initial|unset|revert|revert-layer|currentcolor)$|var\(|currentcolor/i.test(words2))
      return null;
    if (!CSS.supports("color", words2)) return null;
    return drawn(words2);
  }

  // src/grounds.js
  var MEDIA = /^(img|video|canvas|iframe|embed|object|other:svg)$/;
  var { compareDocumentPosition } = Node.prototype;
  function pictureOf(image) {
    const stops = stopsOf(image);
    return stops ? { why: "a background gradient", stops: stops.flatMap((each) => parseColor(each) ?? []) } : { why: "a background picture" };
  }
  var stopsOf = (image) => /url\(|image-set\(|cross-fade\(|element\(/.test(image) ? null : image.match(COLOR) ?? [];
  var SLAB = 200;
  var TALL = 50;
  var slabsOf = (box) => [Math.floor(box.top / SLAB), Math.floor(box.bottom / SLAB)];
  var Grounds = class {
    #ctx;
    /** @type {Map<Document, Map<number | null, Painter[]>>} */
    #painters = /* @__PURE__ */ new Map();
    /** @type {Map<Element, boolean>} */
    #pseudos = /* @__PURE__ */ new Map();
    /** @param {Context} ctx */
    constructor(ctx) {
      this.#ctx = ctx;
    }
    /**
     * The colour of an element's letters, before anything is laid under it; null when it is no plain one.
     * @param {Element} element
     * @returns {Color | null}
     */
    ink(element) {
      if (!isHtml(element)) return null;
      const style = this.#ctx.style(element);
      const clip = style.getPropertyValue("-webkit-background-clip") || style.backgroundClip;
      if (clip.includes("text")) return null;
      return parseColor(style.getPropertyValue("-webkit-text-fill-color") || style.color);
    }
    /**
     * What is seen of letters of that ink in an element, and of what is behind them.
     * @param {Element} element
     * @param {Color} ink
     * @param {DOMRect} box of the letters
     * @returns {Pair | Unknown}
     */
    under(element, ink, box) {
      const ctx = this.#ctx;
      let text = ink;
      let ground = CLEAR;
      let owner = null;
      let at = (
        /** @type {Element} */
        element
      );
      for (; ; ) {
        const style = ctx.style(at);
        if (style.mixBlendMode !== "normal") return { why: "a blend of colours" };
        if (style.filter !== "none") return { why: "a filter" };
        if (style.maskImage && style.maskImage !== "none") return { why: "a mask" };
        if (ground.a < 1) {
          if (style.getPropertyValue("backdrop-filter") !== "none") return { why: "a filter" };
          if (style.backgroundImage !== "none") return pictureOf(style.backgroundImage);
          if (this.#hasLayer(at)) return { why: "a layer of ::before or ::after" };
          const back = parseColor(style.backgroundColor);
          if (!back) return { why: "a colour that is not known" };
          text = over(text, back);
          ground = over(ground, back);
          if (ground.a === 1) owner = at;
        }
        const opacity = Number(style.opacity);
        if (opacity < 1) {
          text = faded(text, opacity);
          ground = faded(ground, opacity);
          owner = null;
        }
        const above2 = composedParent(at);
        if (above2) {
          at = above2;
          continue;
        }
        const root = documentOf(at);
        const holder = ctx.frames.find((frame2) => frame2.document === root)?.element ?? null;
        if (holder && isDarkScheme(root) === isDarkScheme(documentOf(holder))) {
          if (ground.a === 1 && Number(ctx.sight.look(holder).opacity) === 1) break;
          at = holder;
          continue;
        }
        if (!holder && window.parent !== window && ground.a < 1)
          return { why: "what is behind the frame" };
        text = over(text, paper(root));
        ground = over(ground, paper(root));
        break;
      }
      const between = this.#between(element, owner, box);
      return between ? { why: between } : { ink: text, ground };
    }
    /** @param {Element} element whether ::before or ::after paint a layer of their own that may lie behind its text */
    #hasLayer(element) {
      let found = this.#pseudos.get(element);
      if (found !== void 0) return found;
      found = ["::before", "::after"].some((part2) => {
        const style = getComputedStyle(element, part2);
        if (style.content === "none" || style.content === "normal") return false;
        if (style.position !== "absolute" && style.position !== "fixed") return false;
        if (style.backgroundImage !== "none") return true;
        return (parseColor(style.backgroundColor)?.a ?? 1) > 0;
      });
      this.#pseudos.set(element, found);
      return found;
    }
    /**
     * What lies between letters and the plain colour behind them; "" for nothing.
     * @param {Element} element
     * @param {Element | null} owner of the colour
     * @param {DOMRect} box
     */
    #between(element, owner, box) {
      for (const painter of this.#paintersNear(documentOf(element), box)) {
        this.#ctx.budget.spend();
        const { element: other, box: area } = painter;
        const apart2 = area.right <= box.left + 1 || area.left >= box.right - 1 || area.bottom <= box.top + 1 || area.top >= box.bottom - 1;
        if (apart2 || composedContains(other, element) || composedContains(element, other)) continue;
        const follows = compareDocumentPosition.call(other, element) & 4;
        if (!follows && !painter.behind) continue;
        if (owner && !composedContains(owner, other)) {
          if (!painter.positioned || this.#rises(element, other)) continue;
        }
        return MEDIA.test(tag(other)) ? "a picture behind it" : "something that lies behind it";
      }
      return "";
    }
    /** @param {Element} element @param {Element} other whether it, or what is around it, is placed over what comes before */
    #rises(element, other) {
      for (let at = (
        /** @type {Element | null} */
        element
      ); at; at = composedParent(at)) {
        if (composedContains(at, other)) return false;
        if (this.#ctx.style(at).position !== "static") return true;
      }
      return false;
    }
    /**
     * Pictures and placed boxes near a box. They are kept by where they lie: a page may have thousands.
     * @param {Document} root
     * @param {DOMRect} box
     */
    #paintersNear(root, box) {
      let slabs = this.#painters.get(root);
      if (!slabs) {
        slabs = /* @__PURE__ */ new Map();
        for (const painter of this.#paintersIn(root)) {
          const [first2, last3] = slabsOf(painter.box);
          const tall = last3 - first2 > TALL;
          for (let at = first2; at <= (tall ? first2 : last3); at++) {
            const slab = slabs.get(tall ? null : at) ?? [];
            slab.push(painter);
            slabs.set(tall ? null : at, slab);
          }
        }
        this.#painters.set(root, slabs);
      }
      const near = new Set(slabs.get(null) ?? []);
      const [first, last2] = slabsOf(box);
      for (let at = first; at <= last2; at++) for (const each of slabs.get(at) ?? []) near.add(each);
      return near;
    }
    /** @param {Document} root @returns {Painter[]} */
    #paintersIn(root) {
      const found = [];
      for (const element of selectAll(root, "*")) {
        const style = this.#ctx.style(element);
        const { position } = style;
        if (position === "fixed" || position === "sticky") continue;
        if (style.visibility !== "visible" || Number(style.opacity) === 0) continue;
        const media = MEDIA.test(tag(element));
        if (!media) {
          if (position === "static") continue;
          const clear = (parseColor(style.backgroundColor)?.a ?? 1) === 0;
          if (style.backgroundImage === "none" && clear) continue;
        }
        const box = rect(element);
        if (box.width < 2 || box.height < 2) continue;
        found.push({
          ...{ element, box, positioned: position !== "static" },
          behind: Number.parseInt(style.zIndex, 10) < 0
        });
      }
      return found;
    }
    /** @param {Document} root @returns {Color} what the page as a whole stands on */
    base(root) {
      const view = viewOf(root);
      let ground = CLEAR;
      const first = documentElement(root);
      const body = first && selectAll(first, "body")[0];
      for (const element of view ? [body, first] : []) {
        if (!element) continue;
        const back = parseColor(this.#ctx.style(element).backgroundColor);
        if (back) ground = over(ground, back);
      }
      return over(ground, paper(root));
    }
  };

  // src/contrast.js
  var LARGE = 24;
  var LARGE_BOLD = 14 / 0.75;
  var BOLD = 700;
  var WORDS = 60;
  var LEVELS = { AA: [4.5, 3], AAA: [7, 4.5] };
  var TEXT_INPUT = /^(text|search|email|url|tel|number|password|submit|button|reset|date|time|month|week|datetime-local|)$/;
  function letters(element, ctx, blank) {
    const name = tag(element);
    if (/^(input|textarea|select)$/.test(name)) {
      if (name === "input" && !TEXT_INPUT.test(inputType(element))) return null;
      const field3 = (
        /** @type {HTMLInputElement} */
        element
      );
      return (blank || field3.value !== "") && ctx.sight.isSeen(element) ? rect(element) : null;
    }
    for (const child of composedChildren(element)) {
      if (!isText(child) || nodeValue(child).trim() === "") continue;
      const range2 = newRange(documentOf(child));
      range2.selectNodeContents(child);
      const box = range2.getBoundingClientRect();
      const there = blank ? ctx.sight.shows(element, box) : isTextSeen(child, element, ctx.sight);
      if (there) return box;
    }
    return null;
  }
  function isIdle(element) {
    if (isDisabled2(element)) return true;
    const label = closest(element, "label");
    const control = label && /** @type {HTMLLabelElement} */
    label.control;
    return control ? isDisabled2(control) : false;
  }
  function sampleOf(element, ctx, blank = false) {
    const box = letters(element, ctx, blank);
    if (!box || isIdle(element)) return null;
    const style = ctx.style(element);
    const size = Number.parseFloat(style.fontSize);
    const bold = Number(style.fontWeight) >= BOLD;
    return { element, box, size, bold, large: size >= LARGE || bold && size >= LARGE_BOLD };
  }
  var Audit = class {
    /** @type {Map<string, any>} */
    #failures = /* @__PURE__ */ new Map();
    /** @type {Map<string, any>} */
    #unknown = /* @__PURE__ */ new Map();
    counts = { samples: 0, passed: 0, failed: 0, unclear: 0 };
    #ctx;
    #grounds;
    #needs;
    /** @param {Context} ctx @param {number[]} needs */
    constructor(ctx, needs) {
      this.#ctx = ctx;
      this.#grounds = new Grounds(ctx);
      this.#needs = needs;
    }
    /** @param {Sample} sample */
    take({ element, box, large, size, bold }) {
      this.counts.samples += 1;
      const ink = this.#grounds.ink(element);
      const seen = ink ? this.#grounds.under(element, ink, box) : { why: "letters of no one colour" };
      if ("why" in seen) {
        this.counts.unclear += 1;
        this.#note(this.#unknown, seen.why, element, { why: seen.why });
        return;
      }
      const needed = (
        /** @type {number} */
        this.#needs[large ? 1 : 0]
      );
      const reached = ratio(seen.ink, seen.ground);
      if (reached >= needed) {
        this.counts.passed += 1;
        return;
      }
      this.counts.failed += 1;
      const [one, other] = [hex(seen.ink), hex(seen.ground)];
      const frame2 = this.#ctx.frameOf(element).index;
      this.#note(this.#failures, `${one} ${other} ${needed} ${frame2}`, element, {
        ...{ ink: one, ground: other, needed, size, bold },
        // never rounded up: 4.499 is not 4.5
        ratio: Math.floor(reached * 100) / 100,
        suggestion: this.#suggestion(element, seen, box, needed)
      });
    }
    /**
     * The nearest colour for its letters that would pass; null where none does.
     * @param {Element} element
     * @param {import("./grounds.js").Pair} seen
     * @param {DOMRect} box
     * @param {number} needed
     */
    #suggestion(element, seen, box, needed) {
      const found = nearest(over(seen.ink, seen.ground), seen.ground, needed);
      if (!found) return null;
      const then = this.#grounds.under(element, found, box);
      return "why" in then || ratio(then.ink, then.ground) < needed ? null : hex(found);
    }
    /** @param {Map<string, any>} into @param {string} key @param {Element} element @param {object} told */
    #note(into, key2, element, told4) {
      const known = into.get(key2);
      if (known) known.count += 1;
      else into.set(key2, { element, ...told4, count: 1 });
    }
    /** @param {Map<string, any>} found @param {number} most @param {Context} ctx */
    #told(found, most, ctx) {
      return [...found.values()].slice(0, most).map((each) => {
        const row3 = describe(each.element, ctx, { focused: null });
        if (row3.name === "" && row3.value === null)
          row3.name = cut(clean(ctx.names.seenText(each.element, WORDS)), WORDS);
        return { ...each, element: row3 };
      });
    }
    /** @param {number} most @param {Context} ctx of this moment */
    result(most, ctx) {
      const worst = [...this.#failures].sort(([, a], [, b]) => a.ratio - b.ratio);
      return {
        failures: this.#told(new Map(worst), most, ctx),
        unknown: this.#told(this.#unknown, 8, ctx),
        ...this.counts,
        kinds: this.#failures.size
      };
    }
  };
  var commands6 = {
    async contrast(args, ctx) {
      const target = targetOf(args);
      const within2 = Object.keys(target).length > 0 ? resolve(target, ctx).element : null;
      const most = args.max_failures ?? 20;
      const limit = args.max_samples ?? 400;
      const audit = new Audit(ctx, LEVELS[args.level === "AAA" ? "AAA" : "AA"]);
      let partial = ctx.full;
      try {
        for (const element of everywhere(ctx, "*")) {
          if (within2 && !composedContains(within2, element)) continue;
          const sample = sampleOf(element, ctx);
          if (!sample) continue;
          if (audit.counts.samples >= limit) {
            partial = true;
            break;
          }
          audit.take(sample);
        }
      } catch (error) {
        if (!(error instanceof Spent)) throw error;
        partial = true;
      }
      const result = audit.result(most, partial ? context() : ctx);
      for (const outside of within2 ? [] : ctx.outside) {
        if (!ctx.sight.isSeen(outside.element)) continue;
        const left = { ...args, max_samples: Math.max(0, limit - result.samples) };
        const value = await gather(outside, "contrast", left, ctx);
        if (!value) continue;
        for (const key2 of ["samples", "passed", "failed", "unclear", "kinds"])
          result[key2] = (result[key2] ?? 0) + (Number(value[key2]) || 0);
        result.failures.push(...value.failures ?? []);
        result.unknown.push(...value.unknown ?? []);
        if (value.partial) partial = true;
      }
      result.failures = result.failures.sort((a, b) => a.ratio - b.ratio).slice(0, most);
      return { ...result, partial };
    }
  };

  // src/download.js
  var PIECE = 1e6;
  var LIMIT5 = 15e3;
  var IDLE2 = 6e4;
  var LONGEST4 = 2e3;
  var opened2 = /* @__PURE__ */ new WeakMap();
  var current = null;
  var getter2 = (prototype, name) => (
    /** @type {any} */
    Object.getOwnPropertyDescriptor(prototype, name)?.get
  );
  var addresses = {
    a: getter2(HTMLAnchorElement.prototype, "href"),
    area: getter2(HTMLAreaElement.prototype, "href"),
    img: getter2(HTMLImageElement.prototype, "currentSrc"),
    video: getter2(HTMLMediaElement.prototype, "currentSrc"),
    audio: getter2(HTMLMediaElement.prototype, "currentSrc"),
    embed: getter2(HTMLEmbedElement.prototype, "src"),
    object: getter2(HTMLObjectElement.prototype, "data")
  };
  var suggested = getter2(HTMLAnchorElement.prototype, "download");
  function drop(open3) {
    if (!open3) return;
    if (open3.timer !== null) clearTimeout(open3.timer);
    open3.abort.abort();
    if (current === open3) current = null;
  }
  function rest2(open3) {
    if (open3.timer !== null) clearTimeout(open3.timer);
    open3.timer = setTimeout(() => drop(open3), IDLE2);
  }
  function wanted(args, ctx) {
    if (typeof args.url === "string") return { url: args.url, name: "" };
    const { element } = resolve(targetOf(args), ctx);
    for (const each of [element, controlOf(element)]) {
      const url = addresses[tag(each)]?.call(each);
      if (url) return { url: String(url), name: tag(each) === "a" ? suggested.call(each) : "" };
    }
    throw new Fault("DOWNLOAD_FAILED", "the element is no link, picture, sound or film");
  }
  async function begin(args, ctx) {
    const { url, name } = wanted(args, ctx);
    if (!/^(https?|blob|data):/i.test(url))
      throw new Fault("DOWNLOAD_FAILED", "only web addresses, blob: and data: can be fetched");
    drop(current);
    const abort = new AbortController();
    const open3 = { reader: null, rest: [], abort, timer: null };
    current = open3;
    open3.timer = setTimeout(() => drop(open3), LIMIT5);
    let response;
    try {
      response = await fetch(url, { credentials: "include", signal: abort.signal });
    } catch {
      drop(open3);
      throw new Fault("DOWNLOAD_FAILED", why(url));
    }
    const length = Number(response.headers.get("content-length") ?? "");
    const packed = response.headers.get("content-encoding");
    const size = length > 0 && !packed ? length : null;
    const refusal = !response.ok ? `the server answered ${response.status}` : size !== null && size > args.most ? `it has ${size} bytes, more than are taken` : "";
    if (refusal) {
      drop(open3);
      throw new Fault("DOWNLOAD_FAILED", refusal);
    }
    open3.reader = response.body?.getReader() ?? null;
    const watch = openWatch(() => false, null);
    opened2.set(watch, open3);
    return {
      token: watch.token,
      url: brief(response.url || url),
      type: (response.headers.get("content-type") ?? "").slice(0, LONGEST4),
      disposition: (response.headers.get("content-disposition") ?? "").slice(0, LONGEST4),
      name: name.slice(0, LONGEST4),
      size,
      ...await piece(open3)
    };
  }
  function why(url) {
    if (/^blob:/i.test(url)) return "the page has taken the file back, or it is another page's";
    const other = /^https?:/i.test(url) && new URL(url).origin !== location.origin;
    return other ? "it is of another origin, which does not allow this page's scripts to read it" : "the page could not fetch it: no connection, or its own rules forbid it";
  }
  async function piece(open3) {
    if (open3.timer !== null) clearTimeout(open3.timer);
    open3.timer = setTimeout(() => drop(open3), LIMIT5);
    const parts = [];
    let size = 0;
    let done = open3.reader === null;
    try {
      while (!done && size < PIECE) {
        const part2 = open3.rest.pop() ?? await nextOf(open3);
        if (part2 === null) done = true;
        else if (size + part2.length > PIECE) {
          parts.push(part2.subarray(0, PIECE - size));
          open3.rest.push(part2.subarray(PIECE - size));
          size = PIECE;
        } else {
          parts.push(part2);
          size += part2.length;
        }
      }
    } catch {
      drop(open3);
      throw new Fault("DOWNLOAD_FAILED", "it broke off on the way to the page");
    }
    if (done) drop(open3);
    else rest2(open3);
    return { data: base64(parts), done };
  }
  async function nextOf(open3) {
    const { value, done } = await /** @type {ReadableStreamDefaultReader<Uint8Array>} */
    open3.reader.read();
    return done ? null : value ?? new Uint8Array();
  }
  function base64(parts) {
    let text = "";
    for (const part2 of parts)
      for (let at = 0; at < part2.length; at += 8192)
        text += String.fromCharCode(...part2.subarray(at, at + 8192));
    return btoa(text);
  }
  function part({ token }) {
    const open3 = opened2.get(watchOf(token));
    if (!open3 || open3 !== current) throw new Fault("MOVED", "the page changed before all was there");
    return piece(open3);
  }
  function end({ token }) {
    drop(opened2.get(watchOf(token)) ?? null);
    return {};
  }
  var commands7 = { download_begin: begin, download_part: part, download_end: end };

  // src/view.js
  function viewport() {
    const view = window.visualViewport;
    const root = documentElement(document);
    const page = root ? layout(root) : null;
    return {
      width: view?.width ?? innerWidth,
      height: view?.height ?? innerHeight,
      scale: view?.scale ?? 1,
      left: view?.offsetLeft ?? 0,
      top: view?.offsetTop ?? 0,
      page_left: view?.pageLeft ?? scrollX,
      page_top: view?.pageTop ?? scrollY,
      layout_width: innerWidth,
      layout_height: innerHeight,
      page_width: page?.scrollWidth ?? innerWidth,
      page_height: page?.scrollHeight ?? innerHeight,
      dpr: devicePixelRatio
    };
  }
  function status() {
    const [load] = performance.getEntriesByType("navigation");
    return (
      /** @type {PerformanceNavigationTiming | undefined} */
      load?.responseStatus ?? 0
    );
  }
  var commands8 = {
    where() {
      const { title, visibility, focused: focused2 } = facts(document);
      return { title, visibility, focused: focused2, status: status(), viewport: viewport() };
    }
  };

  // src/enter.js
  var READS = /* @__PURE__ */ new Set(["snapshot", "outline", "text", "wait", "find", "search", "progress"]);
  var gone = () => new Fault("STALE_REF", "the frame that was entered is gone; page_frame with to=top leaves it");
  async function inside(name, args, ctx) {
    const target = targetOf(args);
    const named2 = Object.keys(target).length > 0;
    if (typeof args.within !== "string" || target.ref !== void 0) return { ctx };
    if (!named2 && !READS.has(name)) return { ctx };
    const lent2 = refs.lentTo(args.within);
    if (lent2) {
      const place3 = ctx.outside.find((each) => each.window === lent2);
      if (!place3) throw gone();
      return { value: whole(await handOver(place3, name, args, ctx)) };
    }
    const holder = elementOf(args.within);
    if (documentIn(holder)) return { ctx: narrowed(ctx, holder) ?? ctx };
    const place2 = ctx.outside.find((each) => each.element === holder);
    if (!place2) throw gone();
    return { value: whole(await handOver(place2, name, { ...args, within: void 0 }, ctx)) };
  }
  function elementOf(ref) {
    try {
      return refs.element(ref);
    } catch {
      throw gone();
    }
  }
  function whole(value) {
    if (value?.viewport) value.viewport = viewport();
    return value;
  }
  var commands9 = {
    async enter(args, ctx) {
      const { element } = resolve(targetOf(args), ctx);
      if (!isFrame(element)) throw new Fault("INVALID_TARGET", `${words(element, ctx)} is no frame`);
      const inner2 = documentIn(element);
      const frame2 = inner2 && ctx.frames.find((each) => each.document === inner2);
      if (frame2) ctx.used.add(frame2);
      else {
        const place2 = ctx.outside.find((each) => each.element === element);
        if (!place2 || await askOutside(place2, "where", {}, ctx) === null)
          throw new Fault("PAGE_UNREACHABLE", "the frame's script world does not answer");
      }
      return { element: describe(element, ctx) };
    }
  };

  // src/field.js
  var FILLED_LIMIT = 2e3;
  var COMMIT_LIMIT = 500;
  var STEP = 25;
  var TYPED = /* @__PURE__ */ new Set(["text", "search", "url", "tel", "email", "password", "number"]);
  var WITH_CARET = /* @__PURE__ */ new Set(["text", "search", "url", "tel", "password"]);
  var SET = /* @__PURE__ */ new Map([
    ["date", "yyyy-mm-dd"],
    ["month", "yyyy-mm"],
    ["week", "yyyy-Www"],
    ["time", "hh:mm"],
    ["datetime-local", "yyyy-mm-ddThh:mm"],
    ["color", "#rrggbb"],
    ["range", "a number"]
  ]);
  var tasks = /* @__PURE__ */ new WeakMap();
  async function field(args, ctx) {
    awake();
    listen();
    const element = editable(args, ctx);
    const type = kind(element);
    if (!boxesOf(element).length || ctx.style(element).visibility !== "visible") {
      throw new Fault("NOT_VISIBLE", `${words(element, ctx)} is on the page but not drawn`);
    }
    if (!inSight(element, ctx)) scrollIn(element, "center", ctx);
    await focus(element);
    const before2 = textOf(element);
    const value = args.sealed ? "sealed" : String(args.value ?? "");
    const clear = args.clear ?? true;
    if (type !== "textarea" && type !== "content" && /[\r\n]/.test(value)) {
      throw new Fault("BAD_ARGUMENTS", "a one-line field takes no line break (submit presses Enter)");
    }
    const wanted2 = clear ? value : before2 + value;
    let mode = "insert";
    if (SET.has(type) || !clear && before2 && TYPED.has(type) && !WITH_CARET.has(type)) {
      mode = "set";
    } else if (value === "") {
      mode = clear && before2 !== "" ? "delete" : "none";
    }
    if (mode === "insert" || mode === "delete") {
      select(element, type, clear);
      await pause2(0);
    }
    const watch = openWatch(() => false, element);
    const row3 = describe(element, context());
    const task = {
      field: element,
      row: row3,
      before: before2,
      wanted: wanted2,
      clear,
      atEnter: null,
      set: mode === "set" ? type : null,
      input: new Signal(),
      enter: new Signal()
    };
    tasks.set(watch, task);
    watch.onevent = (event) => {
      if (event.type.endsWith("input")) task.input.resolve();
      if (event.type === "keydown" && /** @type {KeyboardEvent} */
      event.key === "Enter") {
        task.atEnter ??= textOf(current2(task));
        task.enter.resolve();
      }
    };
    return {
      mode,
      element: row3,
      token: watch.token,
      before: isSecret(element) ? null : before2,
      origin: originOf(element)
    };
  }
  function editable(args, ctx) {
    const start = args.target ? resolve(args.target, ctx).element : focusedElement(ctx);
    if (!start) throw new Fault("NO_FOCUS", "no field has the focus and none was named");
    const element = fieldIn(start);
    if (!element)
      throw new Fault("NOT_EDITABLE", `${words(start, ctx)} takes no text${hintFor(start)}`);
    const why2 = whyDisabled(element);
    if (why2) throw new Fault("DISABLED", `${words(element, ctx)} is ${why2}`);
    if (has(element, "readonly") || attribute(element, "aria-readonly") === "true") {
      throw new Fault("NOT_EDITABLE", `${words(element, ctx)} is read-only`);
    }
    return element;
  }
  function fieldIn(element) {
    const own2 = labelled(element) ?? element;
    if (kind(own2)) return own2;
    if (isEditableContent(own2)) return editingHost(own2);
    const inner2 = selectAll(own2, "input, textarea, [contenteditable]").filter((each) => kind(each));
    return inner2.length === 1 ? inner2[0] ?? null : null;
  }
  function editingHost(element) {
    let host = element;
    for (let at = composedParent(host); at && isEditableContent(at); at = composedParent(at))
      host = at;
    return host;
  }
  function kind(element) {
    const name = tag(element);
    if (name === "textarea") return "textarea";
    if (name === "input") {
      const type = (
        /** @type {HTMLInputElement} */
        element.type
      );
      return TYPED.has(type) || SET.has(type) ? type : "";
    }
    return isEditableContent(element) && editingHost(element) === element ? "content" : "";
  }
  function hintFor(element) {
    if (tag(element) === "select") return ": use page_select";
    if (tag(element) === "input") {
      const { type } = (
        /** @type {HTMLInputElement} */
        element
      );
      return type === "file" ? ": files are not typed" : ": tap it instead";
    }
    return "";
  }
  function textOf(element) {
    if (kind(element) === "content" || !("value" in element)) {
      return plain(innerText.call(element) ?? "");
    }
    return String(element.value);
  }
  var innerText = (
    /** @type {(this: unknown) => string} */
    Object.getOwnPropertyDescriptor(HTMLElement.prototype, "innerText")?.get
  );
  var { focus: giveFocus } = HTMLElement.prototype;
  var plain = (text) => text.replace(/[ \u00a0]+/g, " ").replace(/\n+/g, "\n").trim();
  function holds(element, value, now = textOf(element)) {
    const lines = value.replace(/\r\n?/g, "\n");
    if (kind(element) === "content") return now === plain(lines);
    if (kind(element) === "textarea") return now === lines;
    return kind(element) === "color" ? now === value.toLowerCase() : now === value;
  }
  async function focus(element) {
    giveFocus.call(element, { preventScroll: true });
    await pause2(0);
    const ctx = context();
    const now = focusedElement(ctx);
    if (now === element || now && editingHost(now) === element) return;
    const where = now ? words(now, ctx) : "nothing";
    throw new Fault("ACTION_FAILED", `${words(element, ctx)} took no focus; ${where} has it`);
  }
  function select(element, type, all) {
    if (type === "content") {
      const document2 = documentOf(element);
      document2.execCommand("selectAll");
      if (!all) document2.getSelection()?.collapseToEnd();
      return;
    }
    const field3 = (
      /** @type {HTMLInputElement | HTMLTextAreaElement} */
      element
    );
    if (all) field3.select();
    else if (type === "textarea" || WITH_CARET.has(type)) {
      field3.setSelectionRange(field3.value.length, field3.value.length);
    }
  }
  var setInput = (
    /** @type {(this: unknown, value: string) => void} */
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set
  );
  function setValue(input, value, type) {
    const before2 = input.value;
    setInput.call(input, value);
    if (!holds(input, value)) {
      const now = input.value;
      setInput.call(input, before2);
      const form = SET.get(type) ?? "another value";
      const limits = type === "range" ? ` from ${Number(input.min) || 0} to ${Number(input.max) || 100}` : "";
      const made2 = now ? ` (it became ${JSON.stringify(cut(now, 100))})` : "";
      throw new Fault("VALUE_NOT_TAKEN", `this ${type} field takes ${form}${limits}${made2}`);
    }
    if (input.value === before2) return;
    input.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }
  function current2(task) {
    if (isConnected(task.field)) return task.field;
    const now = focusedElement(context());
    return (now && fieldIn(now)) ?? task.field;
  }
  var originOf = (element) => viewOf(documentOf(element))?.origin;
  var taskOf = (token) => tasks.get(watchOf(token));
  async function filled({ token, timeout_ms = FILLED_LIMIT, entered = false }) {
    const watch = watchOf(token);
    const task = tasks.get(watch);
    if (!task) throw new Fault("MOVED", "the page changed before the text was typed");
    if (task.set) {
      const type = task.set;
      task.set = null;
      setValue(
        /** @type {HTMLInputElement} */
        current2(task),
        task.wanted,
        type
      );
    }
    const met = () => holds(current2(task), task.wanted, task.atEnter ?? textOf(current2(task)));
    if (entered) await within(task.enter.promise, timeout_ms);
    else {
      if (!met()) await within(task.input.promise, timeout_ms);
      await pause2(0);
      for (let waited = 0; !met() && waited < COMMIT_LIMIT; waited += STEP) await pause2(STEP);
    }
    const effects2 = entered ? null : await changesOf(watch);
    const element = current2(task);
    const value = task.atEnter ?? textOf(element);
    const secret = isSecret(element);
    return {
      element: rowIfThere(element, context()) ?? task.row,
      value: secret ? null : value,
      changed: value !== task.before,
      matches: met(),
      effects: effects2,
      secret
    };
  }
  async function effects({ token, timeout_ms = FILLED_LIMIT }) {
    const watch = watchOf(token);
    const task = tasks.get(watch);
    if (task) await within(task.enter.promise, timeout_ms);
    await pause2(0);
    return await changesOf(watch) ?? { appeared: [], gone: [], more: 0 };
  }
  var commands10 = { field, filled, effects };

  // src/highlight.js
  var MOST3 = 12;
  var LONGEST_NOTE = 200;
  var { attachShadow, setAttribute } = Element.prototype;
  var { append, remove } = Element.prototype;
  var { createElement } = Document.prototype;
  var showPopover = HTMLElement.prototype.showPopover;
  var LOOK = `
  :host {
    all: initial !important; display: block !important; position: fixed !important;
    inset: 0 !important; width: auto !important; height: auto !important;
    contain: strict !important; pointer-events: none !important;
    z-index: 2147483647 !important; color-scheme: light !important;
  }
  .box {
    position: fixed; box-sizing: border-box; border-radius: 6px;
    border: 3px solid #d81b60; outline: 2px solid #fff;
  }
  .words::after {
    position: fixed; max-width: 90vw; padding: 2px 8px; border-radius: 4px; background: #d81b60;
    color: #fff; font: 14px/20px sans-serif; overflow-wrap: anywhere;
  }`;
  var escaped = (text) => [...text].map((letter) => `\\${/** @type {number} */
  letter.codePointAt(0).toString(16)} `).join("");
  var FRAME = 500;
  var LONGEST_PICTURE = 1e4;
  var HIDDEN = " :host { visibility: hidden !important } .box { visibility: hidden }";
  var shown2 = [];
  var veiled = 0;
  function show(element, note, ms) {
    const root = documentOf(element);
    const view = viewOf(root);
    const first = documentElement(root);
    if (!view || !first) throw new Fault("NOT_VISIBLE", "its document is shown in no window");
    const host = createElement.call(root, "div");
    claim(host);
    const shadow = attachShadow.call(host, { mode: "closed" });
    const sheet = new view.CSSStyleSheet();
    const place2 = note === "" ? "" : `.words::after { content: "${escaped(note)}" }`;
    sheet.replaceSync(LOOK + place2);
    shadow.adoptedStyleSheets = [sheet];
    const box = createElement.call(root, "div");
    box.className = "box";
    const beside = createElement.call(root, "div");
    beside.className = "words";
    shadow.append(box, beside);
    setAttribute.call(host, "popover", "manual");
    append.call(first, host);
    try {
      showPopover.call(host);
    } catch {
    }
    const placed = new view.CSSStyleSheet();
    shadow.adoptedStyleSheets = [sheet, placed];
    let at = "";
    let over2 = false;
    const follow2 = () => {
      if (over2) return;
      const { left, top, width, height, bottom } = rect(element);
      const now = [left, top, width, height].map(Math.round).join();
      if (now !== at) {
        at = now;
        const under = top < 32;
        placed.replaceSync(
          `.box { left: ${left - 5}px; top: ${top - 5}px; width: ${width + 10}px; height: ${height + 10}px }
         .words::after { left: max(4px, ${left - 5}px); ${under ? `top: ${bottom + 8}px` : `bottom: calc(100% - ${top - 8}px)`} }`
        );
      }
      view.requestAnimationFrame(follow2);
    };
    const off = () => {
      if (over2) return;
      over2 = true;
      clearTimeout(timer);
      view.removeEventListener("pagehide", off);
      remove.call(host);
      shown2.splice(shown2.indexOf(own2), 1);
    };
    const own2 = {
      off,
      /** @param {boolean} on */
      veil: (on) => sheet.replaceSync(LOOK + place2 + (on ? HIDDEN : ""))
    };
    const timer = setTimeout(off, ms);
    view.addEventListener("pagehide", off);
    if (shown2.length >= MOST3) shown2[0]?.off();
    shown2.push(own2);
    follow2();
  }
  var veil = (on) => {
    for (const each of shown2) each.veil(on);
  };
  var commands11 = {
    highlight(args, ctx) {
      awake();
      const { element } = resolve(targetOf(args), ctx);
      if (boxesOf(element).length === 0 || ctx.style(element).visibility !== "visible")
        throw new Fault("NOT_VISIBLE", `${words(element, ctx)} is on the page but not drawn`);
      scrollIn(element, "center", ctx);
      show(element, cut(clean(args.note ?? ""), LONGEST_NOTE), args.duration_ms ?? 2e3);
      return { element: describe(element, ctx) };
    },
    /** Before and after a picture of the page is taken: what is ours is not on it. */
    async conceal(args, ctx) {
      clearTimeout(veiled);
      veil(args.on);
      if (args.on) {
        veiled = setTimeout(veil, LONGEST_PICTURE, false);
        if (shown2.length > 0) for (const _ of [1, 2]) await frame(FRAME);
      }
      for (const outside of ctx.outside) await gather(outside, "conceal", args, ctx);
      return { count: shown2.length };
    }
  };

  // src/key.js
  var PRESSED_LIMIT = 300;
  var MODIFIERS = /* @__PURE__ */ new Set(["Alt", "Control", "Meta", "Shift"]);
  var strokes = /* @__PURE__ */ new WeakMap();
  async function focused(args, ctx) {
    awake();
    listen();
    if (args.target) {
      const { element: element2 } = resolve(args.target, ctx);
      if (!inSight(element2, ctx)) scrollIn(element2, "center", ctx);
      await focus(element2);
    }
    const fresh2 = context();
    const element = focusedElement(fresh2);
    const watch = openWatch(() => false, element);
    const up = new Signal();
    strokes.set(watch, up);
    watch.onevent = (event) => {
      if (event.type === "keyup" && !MODIFIERS.has(
        /** @type {KeyboardEvent} */
        event.key
      )) {
        up.resolve();
      }
    };
    return { element: element && describe(element, fresh2), token: watch.token };
  }
  async function pressed({ token, timeout_ms = PRESSED_LIMIT }) {
    const watch = watchOf(token);
    await within(strokes.get(watch)?.promise ?? pause2(timeout_ms), timeout_ms);
    await pause2(0);
    const effects2 = await changesOf(watch);
    const ctx = context();
    return {
      effects: effects2,
      seen: { ...watch.seen },
      deaf: !hearsAll(),
      focus: rowIfThere(focusedElement(ctx), ctx),
      href: location.href
    };
  }
  var commands12 = { focused, pressed };

  // src/lens.js
  var SLOP = 6;
  var PATH = 4;
  var LIFT = 3e3;
  var AFTER = 30;
  var WORDS2 = 200;
  var FINGER = [
    ..."pointerover pointerenter pointerdown pointermove pointerup pointercancel pointerout".split(
      " "
    ),
    ..."pointerleave gotpointercapture lostpointercapture".split(" "),
    ..."mouseover mouseenter mousedown mousemove mouseup mouseout mouseleave".split(" "),
    ..."click auxclick dblclick contextmenu dragstart selectstart".split(" "),
    // prevented, no tap is made of it at all: nothing under the finger is :active for a moment
    "touchend"
  ];
  var PASSIVE = ["touchstart", "touchmove", "touchcancel"];
  var Pick = class {
    /** @param {string} token */
    constructor(token) {
      this.token = token;
      this.until = 0;
      this.ended = false;
      this.fingers = /* @__PURE__ */ new Map();
      this.most = 0;
      this.element = null;
    }
    /**
     * Take in a finger's event.
     * @param {PointerEvent} event
     */
    take(event) {
      const { pointerId, clientX: x, clientY: y } = event;
      const finger = this.fingers.get(pointerId);
      switch (event.type) {
        case "pointerdown":
          if (this.fingers.size === 0) this.most = 0;
          this.fingers.set(pointerId, { x, y, moved: false });
          this.most = Math.max(this.most, this.fingers.size);
          break;
        case "pointermove":
          if (finger && Math.hypot(x - finger.x, y - finger.y) > SLOP) finger.moved = true;
          break;
        case "pointercancel":
          this.fingers.clear();
          this.most = 0;
          break;
        case "pointerup":
          if (!finger || !this.fingers.delete(pointerId)) return;
          if (finger.moved || Math.hypot(x - finger.x, y - finger.y) > SLOP) this.most = 0;
          if (this.fingers.size > 0 || this.element) return;
          if (this.ended) {
            this.until = performance.now() + AFTER;
            return;
          }
          if (this.most > 1) tell(this.token, "cancelled");
          else if (this.most === 1) this.#choose(event);
      }
    }
    /** @param {PointerEvent} event */
    #choose(event) {
      const path = throughClosed(event, event.composedPath());
      const hit = path.find((node) => "nodeType" in node && node.nodeType === 1);
      if (!hit) return;
      this.element = /** @type {Element} */
      hit;
      tell(this.token, "picked");
    }
  };
  var own = null;
  var last = null;
  function lens() {
    if (own && performance.now() > own.until) end2(own);
    return own ?? (last && performance.now() < last.until ? last : null);
  }
  function end2(pick2) {
    pick2.ended = true;
    pick2.until = pick2.fingers.size > 0 ? performance.now() + LIFT : 0;
    last = pick2;
    own = null;
  }
  function open2() {
    let found = lens();
    for (let at = (
      /** @type {Window} */
      window
    ); at.parent !== at; ) {
      at = at.parent;
      try {
        const above2 = Reflect.get(at, "__tapbridge");
        if (!above2?.lens) break;
        found = above2.lens() ?? found;
      } catch {
        break;
      }
    }
    return found;
  }
  function tell(token, lens2) {
    const seen = (
      /** @type {((payload: string) => void) | undefined} */
      Reflect.get(globalThis, "__tapbridge_seen")
    );
    seen?.(JSON.stringify({ token, type: "lens", lens: lens2 }));
  }
  function onFinger(event) {
    if (!event.isTrusted) return;
    const pick2 = open2();
    if (!pick2) return;
    event.stopImmediatePropagation();
    if (event.cancelable && !PASSIVE.includes(event.type)) event.preventDefault();
    if (event.type.startsWith("pointer")) pick2.take(
      /** @type {PointerEvent} */
      event
    );
  }
  function onHidden() {
    const pick2 = lens();
    if (pick2 && facts(document).visibility === "hidden") tell(pick2.token, "hidden");
  }
  function cover() {
    for (const type of FINGER)
      window.addEventListener(type, onFinger, { capture: true, passive: false });
    for (const type of PASSIVE)
      window.addEventListener(type, onFinger, { capture: true, passive: true });
    document.addEventListener("visibilitychange", onHidden, { capture: true });
  }
  function hold(token, ms) {
    if (ms <= 0) {
      if (own?.token === token) end2(own);
      return { deaf: false, hidden: false };
    }
    const pick2 = own !== null && own.token === token ? own : new Pick(token);
    own = pick2;
    pick2.until = performance.now() + ms;
    listen();
    cover();
    return { deaf: !hearsAll(), hidden: facts(document).visibility === "hidden" };
  }
  function meant(hit, up) {
    let found = controlOf(hit);
    for (let at = composedParent(found); at && up > 0; at = composedParent(at)) {
      if (sameBox(at, found)) continue;
      found = at;
      up -= 1;
    }
    return found;
  }
  function sameBox(one, other) {
    const a = rect(one);
    const b = rect(other);
    return Math.abs(a.left - b.left) < 1 && Math.abs(a.top - b.top) < 1 && Math.abs(a.width - b.width) < 1 && Math.abs(a.height - b.height) < 1;
  }
  function shown3(hit, up, ctx) {
    const element = meant(hit, up);
    ctx.used.add(ctx.frameOf(element));
    const around = [];
    for (let at = composedParent(element); at && around.length < PATH; at = composedParent(at)) {
      const role = shownRole(at);
      if (role !== "" && role !== "none" && role !== "generic" && role !== "presentation")
        around.push(describe(at, ctx, { ref: () => false, role }));
    }
    const count = selectAll(
      /** @type {any} */
      element,
      "*"
    ).length;
    const row3 = describe(element, ctx, { box: true });
    const plain4 = row3.name === "" && !row3.interactive && row3.value === null;
    return { element: row3, around, count, text: plain4 ? ctx.names.seenText(element, WORDS2) : "" };
  }
  var commands13 = {
    /** What was picked on the phone; asked of the frames of other origins too. */
    async lens_taken(args, ctx) {
      const hit = [own, last].find((pick2) => pick2?.token === args.token)?.element;
      if (hit && isConnected(hit)) return shown3(hit, 0, ctx);
      for (const outside of hit ? [] : ctx.outside) {
        const value = await gather(outside, "lens_taken", args, ctx);
        if (value?.element) return value;
      }
      throw new Fault("MOVED", "what was picked is no longer on the page");
    },
    /** What lies at a point of the visible part, or `up` steps around it. */
    lens_at({ point, up }, ctx) {
      const view = visibleBox();
      const hit = elementAt(point.x + view.x, point.y + view.y);
      if (!hit) throw new Fault("TARGET_NOT_FOUND", "nothing lies there");
      return shown3(hit, up ?? 0, ctx);
    }
  };

  // src/live.js
  var MOST4 = 25e4;
  var LONGEST5 = 6e4;
  var awaited = /* @__PURE__ */ new Map();
  function listenFor(word) {
    const promise = new Promise((done) => {
      const hear3 = (event) => {
        event.stopImmediatePropagation();
        const { detail } = (
          /** @type {CustomEvent} */
          event
        );
        done(typeof detail === "string" && detail.length <= MOST4 ? detail : "");
      };
      window.addEventListener(word, hear3, { capture: true, once: true });
      setTimeout(() => {
        window.removeEventListener(word, hear3, { capture: true });
        awaited.delete(word);
      }, LONGEST5);
    });
    awaited.set(word, promise);
  }
  var commands14 = {
    /** Says whose site the document is, and begins to listen for a word, if one is given. */
    live_open({ word }) {
      if (typeof word === "string") listenFor(word);
      return { origin: self.origin };
    },
    /** Waits for what is said; null when nothing was within the ms. */
    async live_close({ word, ms }) {
      const late = new Promise((done) => setTimeout(done, ms, null));
      const said = await Promise.race([awaited.get(word) ?? null, late]);
      return { said };
    }
  };

  // src/text.js
  var SILENT2 = /^(script|style|noscript|template|head|title|select|textarea|input|datalist)$/;
  var PARAGRAPH = /^(p|h[1-6]|pre|blockquote|table|ul|ol|dl)$/;
  var PATIENCE = 400;
  var STRIDE2 = 1024;
  var MEMORY = 256;
  var SHIFT = 64;
  var PLACES2 = 64;
  var FRAME_TEXT = 2e5;
  var DEEPEST = 1500;
  var places = /* @__PURE__ */ new Map();
  var lastPlace = 0;
  function remember(node) {
    for (const [name2, known] of places) if (known.deref() === node) return name2;
    lastPlace += 1;
    const name = `${DOC.slice(0, 6)}${lastPlace}`;
    places.set(name, new WeakRef(node));
    const oldest = places.keys().next().value;
    if (places.size > PLACES2 && oldest !== void 0) places.delete(oldest);
    return name;
  }
  function placeNamed(name) {
    if (!name) return null;
    const node = places.get(name)?.deref();
    if (!node || !isConnected(node)) throw new Fault("STALE_REF", "the place to go on from is gone");
    return node;
  }
  var visibleText = (element, ctx) => {
    const reading = new Reading(ctx, { frames: false });
    reading.read(element);
    return join(reading.out);
  };
  var isWritten = (element) => tag(element) === "textarea" || tag(element) === "input" && /^(text|search|url|tel|email|number)$/.test(inputType(element));
  var Reading = class {
    /** @type {Piece[]} */
    out = [];
    /** Frames of another origin, and where in `out` their text belongs. @type {{element: Element, at: number}[]} */
    outside = [];
    /** The node before which it stopped. @type {Node | null} */
    stopped = null;
    /** Nodes on the way, and how much there was before each. @type {{node: Node, at: number}[]} */
    trail = [];
    /** The last node that gave words, and how much there was before it. @type {{node: Node, at: number} | null} */
    #worded = null;
    #passed = 0;
    #ctx;
    #frames;
    #enough;
    #began = performance.now();
    #length = 0;
    #depth = 0;
    /** Whether something lies too deep to be read. */
    deeper = false;
    /** The node that is being read, and how much there was before it. @type {{node: Node, at: number} | null} */
    #now = null;
    /** The nodes above the one to begin at. @type {Set<Node>} */
    #way = /* @__PURE__ */ new Set();
    /** @type {Node | null} */
    #from = null;
    /**
     * @param {Context} ctx
     * @param {{frames: boolean, enough?: number}} options enough: characters that end a reading that takes long
     */
    constructor(ctx, { frames, enough = Number.POSITIVE_INFINITY }) {
      this.#ctx = ctx;
      this.#frames = frames;
      this.#enough = enough;
    }
    /**
     * @param {Element} root
     * @param {Node | null} [from] where to begin
     */
    read(root, from = null) {
      this.#from = from;
      for (let at = from; at && at !== root; ) {
        at = aboveOf(at, this.#ctx);
        if (at) this.#way.add(at);
      }
      try {
        if (isWritten(root) && !isSecret(root)) this.#field(root);
        else this.#element(root);
      } catch (error) {
        if (!(error instanceof Spent) && error !== ENOUGH2) throw error;
        const now = this.#now;
        if (!now) throw error;
        this.out.length = now.at;
        this.trail = this.trail.filter(({ at }) => at < now.at);
        this.outside = this.outside.filter(({ at }) => at < now.at);
        this.stopped = now.node;
      }
    }
    /** @param {Node} node */
    #come(node) {
      this.#now = { node, at: this.out.length };
      if (this.#length >= this.#passed + STRIDE2) {
        this.#passed = this.#length;
        this.trail.push(this.#now);
      }
      if (this.#length >= this.#enough && this.isLong) throw ENOUGH2;
    }
    /** @param {Piece} piece */
    #put(piece2) {
      this.out.push(piece2);
      if (typeof piece2 === "string") this.#length += piece2.length;
      else if (typeof piece2 === "object") this.#length += piece2.kept.length;
    }
    /** What is written in a field that was asked for by itself. @param {WrittenField} at */
    #field(at) {
      const look2 = this.#ctx.sight.look(at);
      if (!look2.gone && !look2.veiled) this.#put({ kept: at.value });
    }
    /** @param {Element} at */
    #element(at) {
      const ctx = this.#ctx;
      const look2 = ctx.sight.look(at);
      const name = tag(at);
      if (look2.gone || look2.veiled || SILENT2.test(name) || isSecret(at)) return;
      if (name === "br") {
        this.#put(BREAK);
        return;
      }
      const style = ctx.style(at);
      const inline = style.display.startsWith("inline") || style.display === "contents";
      const cell = style.display === "table-cell";
      const edge = PARAGRAPH.test(name) ? GAP : LINE;
      if (!inline && !cell) this.#put(edge);
      this.#depth += 1;
      if (this.#depth > DEEPEST) this.deeper = true;
      else if (isFrame(at)) this.#frame(at);
      else this.#children(at, style);
      this.#depth -= 1;
      if (cell) this.#put(CELL);
      else if (!inline) this.#put(edge);
    }
    /** @param {Element} at @param {CSSStyleDeclaration} style */
    #children(at, style) {
      const kept = style.whiteSpaceCollapse === "preserve" || style.whiteSpace.startsWith("pre");
      let skipping = this.#way.has(at);
      for (const child of composedChildren(at)) {
        if (skipping && child !== this.#from && !this.#way.has(child)) continue;
        skipping = false;
        this.#come(child);
        if (isText(child)) {
          const text = nodeValue(child);
          if (text.trim() === "") this.#put(kept ? { kept: text } : " ");
          else if (isTextSeen(child, at, this.#ctx.sight)) {
            this.#worded = this.#now;
            this.#put(kept ? { kept: text } : text.replace(/\s+/g, " "));
          }
        } else if (isElement(child)) this.#element(child);
      }
    }
    /** @param {Element} at */
    #frame(at) {
      if (!this.#frames || !this.#ctx.sight.isSeen(at)) return;
      const inner2 = documentIn(at);
      const root = inner2 && documentElement(inner2);
      this.#put(LINE);
      if (root) {
        const frame2 = this.#ctx.frames.find(({ document: document2 }) => document2 === inner2);
        if (!frame2) return;
        this.#ctx.used.add(frame2);
        this.#element(root);
      } else {
        this.outside.push({ element: at, at: this.out.length });
        this.#put({ kept: "" });
      }
      this.#put(LINE);
    }
    /** Whether it took so long that the next one better begins where this one ends. */
    get isLong() {
      return performance.now() - this.#began > PATIENCE;
    }
    /**
     * From where a reading goes on that ended so many characters before the end of what was read.
     * @param {number} rest
     * @returns {{place: Node, text: string, offset: number} | null} where to begin, and how far to go from there
     */
    goOn(rest4) {
      for (const { node, at } of this.trail.toReversed()) {
        const text2 = join(this.out.slice(at));
        const offset = text2.length - rest4;
        if (offset >= MEMORY) return { place: node, text: text2, offset };
      }
      if (rest4 > 0 || !this.#worded) return null;
      const text = join(this.out.slice(this.#worded.at));
      return text ? { place: this.#worded.node, text, offset: text.length } : null;
    }
    /** Read the frames of another origin into their places. */
    async gather() {
      let whole2 = true;
      for (const { element, at } of this.outside) {
        const place2 = this.#ctx.outside.find((each) => each.element === element);
        const value = place2 && await gather(place2, "text", { max_chars: FRAME_TEXT }, this.#ctx);
        if (typeof value?.text === "string") this.out[at] = { kept: value.text };
        if (value?.partial || value?.end < value?.length) whole2 = false;
      }
      return whole2;
    }
  };
  var ENOUGH2 = new Error("enough");
  function aboveOf(node, ctx) {
    const parent = composedParent(node);
    if (parent || parentNode(node) === null) return parent;
    return ctx.frames.find(({ document: document2 }) => document2 === documentOf(node))?.element ?? null;
  }
  var before = (text, at) => digest(text.slice(Math.max(0, at - MEMORY), at));
  function placeNow(text, at, wanted2) {
    if (!wanted2) return Math.min(at, text.length);
    for (let shift = 0; shift <= SHIFT; shift++)
      for (const place2 of shift === 0 ? [at] : [at + shift, at - shift])
        if (place2 >= 0 && place2 <= text.length && before(text, place2) === wanted2) return place2;
    return -1;
  }
  var commands15 = {
    async text(args, ctx) {
      const target = targetOf(args);
      const named2 = Object.keys(target).length > 0;
      const element = named2 ? resolve(target, ctx).element : documentElement(ctx.root);
      const most = Math.max(1, args.max_chars ?? 2e4);
      const offset = Math.max(0, args.offset ?? 0);
      const reading = new Reading(ctx, { frames: true, enough: offset + most });
      let from = null;
      try {
        from = placeNamed(args.place);
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        return { text: "", stale: true, length: 0 };
      }
      if (element) reading.read(element, from);
      const framesWhole = await reading.gather();
      const whole2 = join(reading.out);
      const start = placeNow(whole2, offset, args.digest);
      if (start < 0) {
        if (reading.stopped !== null && whole2.length < offset) throw new Spent();
        return { text: "", stale: true, length: whole2.length };
      }
      let end3 = Math.min(whole2.length, start + most);
      if (end3 < whole2.length && /[\ud800-\udbff]/.test(whole2.charAt(end3 - 1))) end3 += 1;
      const { stopped } = reading;
      const rest4 = whole2.length - end3;
      const again = rest4 > 0 ? reading.isLong : stopped !== null && end3 > start;
      const on = again ? reading.goOn(rest4) : null;
      return {
        text: whole2.slice(start, end3),
        left: rest4,
        partial: stopped !== null || reading.deeper || !framesWhole,
        length: whole2.length,
        cursor: cursorOf(),
        element: named2 && element ? describe(element, ctx) : null
      };
      function cursorOf() {
        if (on) return `${on.offset}.${before(on.text, on.offset)}.${remember(on.place)}`;
        if (rest4 > 0) return `${end3}.${before(whole2, end3)}${args.place ? `.${args.place}` : ""}`;
        return stopped && stopped !== from ? `0..${remember(stopped)}` : null;
      }
    }
  };

  // src/marking.js
  var TOLD2 = 500;
  var SILENT3 = /^(script|style|noscript|template|head|title|select|datalist)$/;
  async function focus2(args, ctx) {
    awake();
    const { element: named2 } = resolve(args.target ?? {}, ctx);
    const element = fieldIn(named2) ?? labelled(named2) ?? named2;
    ready(element, ctx);
    await focus(element);
    const type = kind(element);
    const placed = type ? place(element, type, args.caret ?? "end") : false;
    await pause2(0);
    return { element: describe(element, context()), caret: placed ? args.caret ?? "end" : null };
  }
  function ready(element, ctx) {
    const why2 = whyDisabled(element);
    if (why2) throw new Fault("DISABLED", `${words(element, ctx)} is ${why2}`);
    if (!boxesOf(element).length || ctx.style(element).visibility !== "visible") {
      throw new Fault("NOT_VISIBLE", `${words(element, ctx)} is on the page but not drawn`);
    }
    if (!inSight(element, ctx)) scrollIn(element, "center", ctx);
  }
  function place(element, type, where) {
    if (type === "content") {
      const range2 = newRange(documentOf(element));
      range2.selectNodeContents(element);
      if (where !== "all") range2.collapse(where === "start");
      mark(range2);
      return true;
    }
    const field3 = (
      /** @type {HTMLInputElement} */
      element
    );
    if (where === "all") {
      field3.select();
      return true;
    }
    if (type !== "textarea" && !WITH_CARET.has(type)) return false;
    const at = where === "start" ? 0 : field3.value.length;
    field3.setSelectionRange(at, at);
    return true;
  }
  function mark(range2) {
    const selection2 = documentOf(range2.startContainer).getSelection();
    selection2?.setBaseAndExtent(
      range2.startContainer,
      range2.startOffset,
      range2.endContainer,
      range2.endOffset
    );
    return selection2;
  }
  async function selectText(args, ctx) {
    awake();
    if (args.search !== void 0) return search(args, ctx);
    const { element: named2 } = resolve(args.target ?? {}, ctx);
    const element = fieldIn(named2) ?? named2;
    if (!boxesOf(element).length) {
      throw new Fault("NOT_VISIBLE", `${words(element, ctx)} is on the page but not drawn`);
    }
    if (!inSight(element, ctx)) scrollIn(element, "center", ctx);
    const type = kind(element);
    if (type && type !== "content") return markField(element, 0, Infinity);
    if (type) await focus(element);
    const range2 = newRange(documentOf(element));
    range2.selectNodeContents(element);
    return markRange(range2, element, visibleText(element, context()));
  }
  async function markField(element, from, to) {
    const field3 = (
      /** @type {HTMLInputElement} */
      element
    );
    const ctx = context();
    const why2 = whyDisabled(element);
    if (why2) throw new Fault("DISABLED", `${words(element, ctx)} is ${why2}`);
    if (!inSight(element, ctx)) scrollIn(element, "center", ctx);
    await focus(element);
    const value = field3.value;
    const end3 = Math.min(to, value.length);
    if (from === 0 && end3 === value.length) field3.select();
    else if (WITH_CARET.has(kind(element)) || kind(element) === "textarea")
      field3.setSelectionRange(from, end3);
    else throw new Fault("UNSUPPORTED", `${words(element, ctx)} lets no part of it be selected`);
    return told(element, isSecret(element) ? null : value.slice(from, end3), end3 - from);
  }
  function markRange(range2, element, text) {
    const selection2 = mark(range2);
    if (!selection2 || selection2.isCollapsed || String(selection2).trim() === "") {
      throw new Fault("ACTION_FAILED", `nothing of ${words(element, context())} can be selected`);
    }
    return told(element, text, text.length);
  }
  function told(element, text, length) {
    return {
      element: describe(element, context()),
      text: text === null ? null : cut(text, TOLD2),
      length,
      count: 0
    };
  }
  function pieces(ctx) {
    const all = [];
    const fresh2 = () => ({ text: "", nodes: [], offsets: [], field: null });
    let open3 = fresh2();
    const close = () => {
      if (open3.text) all.push(open3);
      open3 = fresh2();
    };
    const add = (letters2, node) => {
      let out = "";
      for (let at = 0; at < letters2.length; at++) {
        const letter = letters2.charAt(at);
        if (isUnseen(letter)) continue;
        const blank = /\s/.test(letter);
        const last2 = (out || open3.text).slice(-1);
        if (blank && (last2 === " " || last2 === "")) continue;
        out += blank ? " " : letter;
        open3.nodes.push(node);
        open3.offsets.push(at);
      }
      open3.text += out;
    };
    const visit = (at) => {
      const look2 = ctx.sight.look(at);
      const name = tag(at);
      if (look2.gone || look2.veiled || SILENT3.test(name)) return;
      if (name === "input" || name === "textarea") {
        close();
        if (kind(at) && !isSecret(at)) {
          open3.field = at;
          add(
            /** @type {HTMLInputElement} */
            at.value,
            null
          );
          close();
        }
        return;
      }
      if (isSecret(at)) return;
      const inline = /^(inline|contents)/.test(ctx.style(at).display) && name !== "br";
      if (!inline) close();
      for (const child of composedChildren(at)) {
        if (isElement(child)) visit(child);
        else if (isText(child) && isTextSeen(child, at, ctx.sight)) add(nodeValue(child), child);
      }
      if (!inline) close();
    };
    for (const frame2 of ctx.frames) {
      const root = documentElement(frame2.document);
      if (root) visit(root);
      close();
    }
    return all;
  }
  function lowered(text) {
    const whole2 = text.toLowerCase();
    if (whole2.length === text.length) return { text: whole2, places: null };
    let small = "";
    let from = 0;
    const places2 = [];
    for (const letter of text) {
      const made2 = letter.toLowerCase();
      for (let at = 0; at < made2.length; at++) places2.push(from + Math.min(at, letter.length - 1));
      small += made2;
      from += letter.length;
    }
    return { text: small, places: places2 };
  }
  async function search(args, ctx) {
    const wanted2 = fold(String(args.search));
    if (!wanted2) throw new Fault("BAD_ARGUMENTS", "search is empty");
    let left = Number(args.occurrence ?? 0);
    let count = 0;
    for (const piece2 of pieces(ctx)) {
      const { text, places: places2 } = lowered(piece2.text);
      for (let at = text.indexOf(wanted2); at >= 0; at = text.indexOf(wanted2, at + wanted2.length)) {
        count++;
        const last2 = at + wanted2.length - 1;
        if (left-- === 0) return markFound(piece2, places2?.[at] ?? at, places2?.[last2] ?? last2);
      }
    }
    for (const outside of ctx.outside) {
      if (!ctx.sight.isSeen(outside.element)) continue;
      const asked2 = { search: wanted2, occurrence: left, inner: true };
      const value = await gather(outside, "select_text", asked2, ctx);
      if (value?.element) return value;
      count += value?.count ?? 0;
      left -= value?.count ?? 0;
    }
    if (args.inner) return { element: null, text: null, length: 0, count };
    const many = count === 0 ? "is nowhere on the page" : `stands there only ${count} times`;
    throw new Fault("TARGET_NOT_FOUND", `"${wanted2.slice(0, 100)}" ${many}`);
  }
  async function markFound(piece2, at, last2) {
    const from = piece2.offsets[at] ?? 0;
    const to = (piece2.offsets[last2] ?? 0) + 1;
    if (piece2.field) return markField(piece2.field, from, to);
    const first = (
      /** @type {Text} */
      piece2.nodes[at]
    );
    const end3 = (
      /** @type {Text} */
      piece2.nodes[last2]
    );
    const holder = (
      /** @type {Element} */
      composedParent(first)
    );
    if (rootOf(first) !== rootOf(end3)) {
      throw new Fault("UNSUPPORTED", "the words run over parts that cannot be selected together");
    }
    const range2 = newRange(documentOf(first));
    range2.setStart(first, from);
    range2.setEnd(end3, to);
    const ctx = context();
    const box = toTop(range2.getBoundingClientRect(), ctx.frameOf(holder), ctx.frames);
    if (!meet2(box, visibleBox())) scrollIn(holder, "center", ctx);
    if (isEditableContent(holder)) await focus(editingHost(holder));
    return markRange(range2, holder, piece2.text.slice(at, last2 + 1));
  }
  var commands16 = { focus: focus2, select_text: selectText };

  // src/outline.js
  var REGIONS_LIMIT = 40;
  var HEADINGS_LIMIT = 60;
  var FIELDS_LIMIT = 200;
  var FORMS_LIMIT = 30;
  var HEADING_TEXT = 120;
  var TEXT = 80;
  var SELECT_VALUE = 60;
  var SELECTION = 500;
  var REGION = new Set(
    "alertdialog banner complementary contentinfo dialog main navigation region search".split(" ")
  );
  var FIELD = /^(checkbox|combobox|listbox|radio|searchbox|slider|spinbutton|switch|textbox|menuitemcheckbox|menuitemradio)$/;
  var BUTTON = /^(button|menuitem|tab)$/;
  var TELLING = /* @__PURE__ */ new Set([
    ...["disabled", "checked", "mixed", "expanded", "collapsed", "selected", "current"],
    ...["required", "invalid", "readonly", "filled", "pressed"]
  ]);
  var isField2 = (element, role) => FIELD.test(role) || tag(element) === "input" && !/^(hidden|submit|button|image|reset)$/.test(inputType(element)) || /^(select|textarea)$/.test(tag(element));
  function brief3(row3, limit) {
    row3.name = cut(row3.name, limit);
    row3.states = row3.states.filter((state) => TELLING.has(state));
    row3.value = null;
    return row3;
  }
  function field2(element, role, ctx) {
    const row3 = describe(element, ctx, { role, focused: null });
    const value = row3.value;
    brief3(row3, TEXT);
    if (tag(element) === "select") row3.value = value === null ? null : cut(value, SELECT_VALUE);
    else if (!row3.states.includes("filled") && !/^(slider|spinbutton)$/.test(role) && (isSecret(element) ? false : heldBy(element, role) !== null))
      row3.states.push("filled");
    return row3;
  }
  var Outline = class {
    /** @type {Row[]} */
    regions = [];
    /** @type {Row[]} */
    headings = [];
    /** @type {Map<Element | null, Form>} */
    #forms = /* @__PURE__ */ new Map();
    counts = { regions: 0, headings: 0, links: 0, buttons: 0, fields: 0, forms: 0, frames: 0 };
    #ctx;
    /** Rows of the regions, for what the next one lies in. @type {Map<Element, Row>} */
    #rows = /* @__PURE__ */ new Map();
    /** @param {Context} ctx */
    constructor(ctx) {
      this.#ctx = ctx;
    }
    get forms() {
      return [...this.#forms.values()];
    }
    /** @param {Element} element */
    take(element) {
      const ctx = this.#ctx;
      const name = tag(element);
      if (name === "form") this.#form(element);
      const role = shownRole(element);
      if (isFrame(element)) this.counts.frames += 1;
      if (role === "" || role === "none") return;
      if (REGION.has(role) || isFrame(element) || role === "form" && ctx.names.of(element) !== "") {
        if (ctx.sight.isSeen(element)) this.#region(element, role);
      } else if (role === "heading") {
        if (!ctx.sight.isSeen(element)) return;
        const row3 = brief3(
          describe(element, ctx, { role, focused: null, ref: () => false }),
          HEADING_TEXT
        );
        if (row3.name === "") return;
        this.counts.headings += 1;
        if (this.headings.length < HEADINGS_LIMIT) this.headings.push(row3);
      } else if (isField2(element, role)) {
        if (!isShown(element, ctx)) return;
        this.counts.fields += 1;
        if (this.counts.fields <= FIELDS_LIMIT) this.#field(element, role);
      } else if (role === "link" || BUTTON.test(role)) {
        if (!isInteractive(element, role, ctx) || !isShown(element, ctx)) return;
        if (role === "link") this.counts.links += 1;
        else this.counts.buttons += 1;
      }
    }
    /** @param {Element} element @param {string} role */
    #region(element, role) {
      if (role !== "iframe") this.counts.regions += 1;
      if (this.regions.length >= REGIONS_LIMIT) return;
      const holder = this.#holder(element);
      const depth = holder ? holder.depth + 1 : 0;
      const options = { role, focused: null, depth, box: true, ref: () => false };
      const row3 = brief3(describe(element, this.#ctx, options), TEXT);
      this.#rows.set(element, row3);
      this.#insert([row3], holder);
    }
    /** @param {Element} element @returns {Row | undefined} of the region that it lies in, through readable frames */
    #holder(element) {
      let at = (
        /** @type {Element | null} */
        element
      );
      while (at) {
        at = composedParent(at) ?? this.#ctx.frameOf(at).element;
        const row3 = at && this.#rows.get(at);
        if (row3) return row3;
      }
      return void 0;
    }
    /** @param {Row[]} rows @param {Row | undefined} holder what they come at the end of */
    #insert(rows, holder) {
      let place2 = this.regions.length;
      if (holder) {
        place2 = this.regions.indexOf(holder) + 1;
        while ((this.regions[place2]?.depth ?? -1) > holder.depth) place2 += 1;
      }
      this.regions.splice(place2, 0, ...rows.slice(0, REGIONS_LIMIT - this.regions.length));
    }
    /** @param {Element} element */
    #form(element) {
      if (!this.#ctx.sight.isSeen(element)) return;
      this.counts.forms += 1;
      if (this.#forms.size >= FORMS_LIMIT) return;
      const options = { role: "form", focused: null, ref: () => true };
      const form = brief3(describe(element, this.#ctx, options), TEXT);
      this.#forms.set(element, { form, fields: [] });
    }
    /** @param {Element} element @param {string} role */
    #field(element, role) {
      const owner = formOf(element);
      const row3 = field2(element, role, this.#ctx);
      let form = this.#forms.get(owner) ?? this.#forms.get(null);
      if (!form) {
        form = { form: null, fields: [] };
        this.#forms.set(null, form);
      }
      form.fields.push(row3);
    }
    /** @param {Element} element an iframe of another origin @param {any} value what its own outline is */
    join(element, value) {
      const holder = this.#rows.get(element);
      const inner2 = [...value.regions ?? []];
      for (const row3 of inner2) row3.depth += holder ? holder.depth + 1 : 0;
      this.#insert(inner2, holder);
      for (const row3 of value.headings ?? [])
        if (this.headings.length < HEADINGS_LIMIT) this.headings.push(row3);
      for (const form of value.forms ?? [])
        if (this.#forms.size < FORMS_LIMIT) this.#forms.set(
          /** @type {any} */
          {},
          form
        );
      for (
        const key2 of
        /** @type {(keyof Outline["counts"])[]} */
        Object.keys(this.counts)
      )
        this.counts[key2] += Number(value.counts?.[key2]) || 0;
    }
  };
  function formOf(element) {
    if (/^(input|select|textarea)$/.test(tag(element)))
      return (
        /** @type {HTMLInputElement} */
        element.form
      );
    return closest(element, "form");
  }
  function selection(ctx) {
    for (const frame2 of ctx.searched) {
      const chosen2 = viewOf(frame2.document)?.getSelection();
      if (!chosen2 || chosen2.rangeCount === 0 || chosen2.isCollapsed) continue;
      const text = clean(seenIn(chosen2.getRangeAt(0), frame2.document, ctx));
      if (text === "") continue;
      return settle(
        {
          ...{ ref: null, role: "selection", name: cut(text, SELECTION), depth: 0 },
          ...{ frame: frame2.index, states: [], value: null, level: null },
          ...{ interactive: false, box: null }
        },
        frame2
      );
    }
    return null;
  }
  var { createTreeWalker } = Document.prototype;
  function seenIn(range2, root, ctx) {
    const top = range2.commonAncestorContainer;
    const walker = createTreeWalker.call(root, top, NodeFilter.SHOW_TEXT);
    const parts = [];
    let length = 0;
    for (let node = top.nodeType === 3 ? top : walker.nextNode(); node && length <= SELECTION; node = walker.nextNode()) {
      ctx.budget.spend();
      const parent = parentNode(node);
      if (!range2.intersectsNode(node) || !isElement(parent) || isEditableContent(parent)) continue;
      if (!isTextSeen(
        /** @type {Text} */
        node,
        parent,
        ctx.sight
      )) continue;
      const whole2 = nodeValue(node);
      const from = node === range2.startContainer ? range2.startOffset : 0;
      const to = node === range2.endContainer ? range2.endOffset : whole2.length;
      parts.push(whole2.slice(from, to));
      length += to - from;
    }
    return parts.join(" ");
  }
  var commands17 = {
    async outline(args, ctx) {
      const outline = new Outline(ctx);
      let partial = ctx.full;
      let chosen2 = null;
      try {
        chosen2 = selection(ctx);
        for (const element of everywhere(ctx, "*")) outline.take(element);
      } catch (error) {
        if (!(error instanceof Spent)) throw error;
        partial = true;
      }
      for (const outside of ctx.outside) {
        if (!ctx.sight.isSeen(outside.element)) continue;
        const value = await gather(outside, "outline", args, ctx);
        if (value) outline.join(outside.element, value);
        chosen2 ??= value?.selection ?? null;
        if (value?.partial) partial = true;
      }
      const { regions, headings, forms, counts: counts2 } = outline;
      return {
        ...{ regions, headings, forms, counts: counts2, partial, selection: chosen2 },
        ...{ title: facts(document).title, viewport: viewport() }
      };
    }
  };

  // src/pinch.js
  var REST_LIMIT2 = 1500;
  var FRAME_LIMIT3 = 250;
  var STILL_FRAMES2 = 4;
  var SEEN_LIMIT = 700;
  var scaleNow = () => window.visualViewport?.scale ?? 1;
  async function pinchPlan({ target }, ask2) {
    const view = visibleBox();
    const middle = { x: view.width / 2, y: view.height / 2 };
    const at = target ? { target } : { point: middle };
    return { ...await ask2("plan", { ...at, pinch: true }), scale: scaleNow() };
  }
  async function pinched({ of, fingers }, ask2) {
    const outcome2 = fingers ? await ask2("outcome", { token: of, timeout_ms: SEEN_LIMIT }) : null;
    const until = performance.now() + REST_LIMIT2;
    let last2 = scaleNow();
    for (let still2 = 0; still2 < STILL_FRAMES2 && performance.now() < until; still2++) {
      await frame(FRAME_LIMIT3).catch(() => {
      });
      if (scaleNow() !== last2) still2 = 0;
      last2 = scaleNow();
    }
    return { scale: last2, seen: outcome2?.seen ?? {}, deaf: outcome2?.deaf ?? false };
  }

  // src/progress.js
  var SPINS = /(^|[^a-z])(spinner|spinning|loader|loading|preloader|throbber|skeleton|shimmer|progress)([^a-z]|$)/i;
  var WORKS = new RegExp("(^|[^\\p{L}])(up|down)?load(ing|s)\\b|\\b(processing|importing|exporting|saving|sending|submitting|preparing|converting|installing|connecting|please wait|in progress|queued|buffering)\\b|(^|[^\\p{L}])(wird|werden) (ge|hoch|herunter)\\p{L}+|bitte warten|lädt|cargando|subiendo|descargando|chargement|téléchargement|caricamento|carregando|загрузка|加载中|正在加载|読み込み中|로드 중", "iu");
  var PERCENT = /(^|[^\d.,])(100|\d{1,2})([.,]\d+)?\s?%/;
  var PART = /\b\d+\s?(\/|of|von|de|из)\s?\d+\b/i;
  var LONGEST6 = 120;
  var ORDER = ["progressbar", "busy", "spinner", "text"];
  function spins(element, ctx) {
    const told4 = ["class", "id", "aria-label", "data-testid", "role"].map((name) => attribute(element, name) ?? "").join(" ");
    if (!SPINS.test(told4.replace(/([a-z])([A-Z])/g, "$1 $2"))) return false;
    const moving = (style) => style.animationName !== "none" && style.animationPlayState.includes("running");
    if (moving(ctx.style(element))) return true;
    if (["::before", "::after"].some((part2) => moving(getComputedStyle(element, part2)))) return true;
    return composedChildren(element).some((child) => isElement(child) && moving(ctx.style(child)));
  }
  function ownText(element, ctx) {
    let text = "";
    for (const child of composedChildren(element))
      if (isText(child) && nodeValue(child).trim() !== "" && isTextSeen(child, element, ctx.sight))
        text += nodeValue(child);
    return clean(text);
  }
  function taken(element, ctx) {
    const role = shownRole(element);
    const row3 = (kind2, name) => {
      const made2 = describe(element, ctx, { role, focused: null, ref: () => kind2 !== "text" });
      made2.role = kind2;
      if (name !== void 0) made2.name = name;
      return made2;
    };
    if (role === "progressbar") return ctx.sight.isSeen(element) ? row3("progressbar") : null;
    if (attribute(element, "aria-busy") === "true" && ctx.sight.isSeen(element)) {
      const name = ctx.names.of(element) || cut(ctx.names.seenText(element, 60), 60);
      return row3("busy", name);
    }
    if (/^(body|html|script|style|option|input|textarea|select)$/.test(tag(element))) return null;
    if (spins(element, ctx) && ctx.sight.isSeen(element))
      return row3("spinner", ctx.names.of(element) || cut(clean(ctx.names.seenText(element, 60)), 60));
    const text = ownText(element, ctx);
    if (text === "" || text.length > LONGEST6 || !WORKS.test(text)) return null;
    const isUnderWay = /…|\.\.\.|wait|warten/i.test(text) || PERCENT.test(text) || PART.test(text);
    return isUnderWay && role !== "link" && role !== "heading" ? row3("text", text) : null;
  }
  var commands18 = {
    async progress(args, ctx) {
      const most = args.most ?? 10;
      const rows = [];
      let partial = false;
      const inside2 = /* @__PURE__ */ new Set();
      try {
        for (const element of everywhere(ctx, "*")) {
          const look2 = ctx.sight.look(element);
          if (look2.gone || look2.veiled) continue;
          const above2 = composedParent(element);
          const row3 = taken(element, ctx);
          const isWithin = above2 !== null && inside2.has(above2);
          if (row3 && !(isWithin && row3.role !== "progressbar")) rows.push(row3);
          if (isWithin || row3 && row3.role !== "busy" && row3.role !== "text") inside2.add(element);
        }
      } catch (error) {
        if (!(error instanceof Spent)) throw error;
        partial = true;
      }
      for (const outside of ctx.outside) {
        if (!ctx.sight.isSeen(outside.element)) continue;
        const value = await gather(outside, "progress", args, ctx);
        rows.push(...value?.rows ?? []);
        if (value?.partial) partial = true;
      }
      rows.sort((one, other) => ORDER.indexOf(one.role) - ORDER.indexOf(other.role));
      const loading = facts(document).ready !== "complete";
      return { rows: rows.slice(0, most), total: rows.length, loading, partial };
    }
  };

  // src/release.js
  var { focus: focus3 } = HTMLElement.prototype;
  async function release({ ticket, value, origin }) {
    const task = taskOf(ticket);
    if (!task || !isConnected(task.field))
      throw new Fault("MOVED", "the page changed before the secret was typed");
    const element = task.field;
    const type = kind(element);
    if (originOf(element) !== origin) {
      const why2 = "the field is in a document of another origin than the secret's";
      throw new Fault("SECRET_NOT_RELEASABLE", why2);
    }
    if (type !== "textarea" && type !== "content" && /[\r\n]/.test(value))
      throw new Fault("BAD_ARGUMENTS", "a one-line field takes no line break (submit presses Enter)");
    task.wanted = task.clear ? value : task.before + value;
    if (!task.set) {
      focus3.call(element, { preventScroll: true });
      if (activeElement(
        /** @type {Document | ShadowRoot} */
        rootOf(element)
      ) !== element)
        throw new Fault("MOVED", "the focus went elsewhere before the secret was typed");
      select(element, type, task.clear);
      documentOf(element).execCommand("insertText", false, value);
    }
    return await filled({ token: ticket });
  }
  var commands19 = { release };

  // src/coat.js
  var EVER = 1e10;
  var { animate, setAttribute: setAttribute2, removeAttribute } = Element.prototype;
  var styleOf = Object.getOwnPropertyDescriptor(HTMLElement.prototype, "style")?.get;
  function rest3(animation, end3) {
    animation.pause();
    animation.currentTime = end3;
  }
  function plain2(text) {
    const color = parseColor(text);
    return color ? css(color) : text;
  }
  var property = (name) => name.startsWith("--") ? name : name.replace(/^webkit/, "-webkit").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  var Coat = class {
    /** @type {Map<Element, Worn>} */
    #worn = /* @__PURE__ */ new Map();
    /** How many elements wear something. */
    get size() {
      return this.#worn.size;
    }
    /** @param {Element} element @param {Record<string, string>} colours @param {string | null} [part] a pseudo element of it */
    lay(element, colours, part2 = null) {
      if (Object.keys(colours).length === 0) return;
      const timing = { duration: 1, endDelay: EVER, fill: (
        /** @type {const} */
        "both"
      ) };
      const animation = animate.call(element, colours, { ...timing, pseudoElement: part2 });
      rest3(animation, 1);
      const known = this.#worn.get(element) ?? { wanted: {}, animations: [], off: [] };
      this.#worn.set(element, known);
      if (part2 === null) Object.assign(known.wanted, colours);
      known.animations.push(animation);
    }
    /** Say in their own style what a page does not let be laid over them. @param {Iterable<Element>} elements */
    insist(elements2) {
      for (const element of elements2) {
        const known = this.#worn.get(element);
        if (!known) continue;
        const now = getComputedStyle(element);
        for (const [name, wanted2] of Object.entries(known.wanted)) {
          const is = now.getPropertyValue(property(name)).trim();
          if (is === wanted2 || plain2(is) === plain2(wanted2)) continue;
          const off = force(element, property(name), wanted2);
          if (off) known.off.push(off);
        }
      }
    }
    /** @param {Iterable<Element>} [elements] all, when none are named */
    takeOff(elements2 = [...this.#worn.keys()]) {
      for (const element of elements2) {
        const known = this.#worn.get(element);
        if (!known) continue;
        this.#worn.delete(element);
        for (const each of known.animations) each.cancel();
        for (const each of known.off.reverse()) each();
      }
    }
    /** @param {number} ms let the colours come in slowly, and wait for it */
    async fadeIn(ms) {
      if (ms <= 0) return;
      const all = [...this.#worn.values()].flatMap(({ animations: animations2 }) => animations2);
      for (const each of all) {
        each.effect?.updateTiming({ duration: ms });
        each.currentTime = 0;
        each.play();
      }
      await pause2(ms);
      for (const each of all) if (each.playState !== "idle") rest3(each, ms);
    }
  };
  function force(element, name, value) {
    if (!isHtml(element)) return null;
    const style = (
      /** @type {CSSStyleDeclaration} */
      styleOf?.call(element)
    );
    const before2 = attribute(element, "style");
    const had2 = has(element, "style");
    const [was, how] = [style.getPropertyValue(name), style.getPropertyPriority(name)];
    style.setProperty(name, value, "important");
    const then = attribute(element, "style");
    return () => {
      if (attribute(element, "style") === then) {
        if (had2) setAttribute2.call(element, "style", before2 ?? "");
        else removeAttribute.call(element, "style");
      } else if (was === "") style.removeProperty(name);
      else style.setProperty(name, was, how);
    };
  }

  // src/palette.js
  var GROUND = { dark: 0.2, light: 0.985 };
  var SPREAD = 0.45;
  var WRONG = { dark: 0.6, light: 0.5 };
  var WRONG_COLOURFUL = { dark: 0.75, light: 0.25 };
  var COLOURFUL_GROUND = { dark: 0.45, light: 0.85 };
  function wishOf(args) {
    const colour = (name) => {
      if (args[name] === void 0 || args[name] === null) return null;
      const color = anyColour(String(args[name]));
      if (!color || color.a < 1)
        throw new Fault("BAD_ARGUMENTS", `${name} is no opaque colour that style sheets know`);
      return color;
    };
    const tokens3 = args.tokens ?? {};
    const ground = colour("background");
    const light = ground ? luminance(ground) : args.target_luminance ?? null;
    if (light !== null && args.mode !== "keep" && light < DARK !== (args.mode === "dark"))
      throw new Fault("BAD_ARGUMENTS", `the ground asked for is not ${args.mode}`);
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    return {
      mode: args.mode,
      ...{ background: ground, text: colour("text"), accent: colour("accent") },
      luminance: args.target_luminance ?? null,
      saturation: args.saturation ?? 1,
      contrast: args.contrast ?? null,
      tokens: tokens3,
      transition: calm ? 0 : args.transition_ms ?? 200
    };
  }
  var Change = class {
    /** @type {"dark" | "light" | null} */
    #to;
    #wish;
    /** Lightness of its ground. */
    #target;
    #base;
    /** @param {Wish} wish @param {Color} base the ground of the page as it was */
    constructor(wish, base) {
      this.#wish = wish;
      this.#base = base;
      const light = wish.background ? luminance(wish.background) : wish.luminance;
      if (wish.mode !== "keep") this.#to = wish.mode;
      else if (light === null || light < DARK === luminance(base) < DARK) this.#to = null;
      else this.#to = light < DARK ? "dark" : "light";
      this.#target = this.#to ? GROUND[this.#to] : toLch(base).l;
      if (wish.background) this.#target = toLch(wish.background).l;
      else if (wish.luminance !== null) this.#target = Math.cbrt(wish.luminance);
    }
    /** Which side the page's colours go to; null: they stay on theirs. */
    get to() {
      return this.#to;
    }
    /** Whether letters that stand out too little are given another colour: with a few tokens, only those are set. */
    get cares() {
      const { mode, contrast, background, text, luminance: asked2 } = this.#wish;
      return mode !== "keep" || contrast !== null || asked2 !== null || Boolean(background ?? text);
    }
    /** @param {Color} ink @returns {Color} as it is on the other side: what was nearly black is nearly white */
    turned(ink) {
      const own2 = toLch(ink);
      if (this.#to === null) return ink;
      return fromLch({ ...own2, l: this.#to === "dark" ? 1 - own2.l * 0.35 : (1 - own2.l) * 0.5 + 0.1 });
    }
    /** The ground of the page as it shall be. */
    get ground() {
      const { background, luminance: asked2 } = this.#wish;
      if (background) return background;
      const own2 = toLch(this.#base);
      const sits = this.#to ? !this.#isWrong(own2) : true;
      const stays = asked2 === null && sits;
      if (stays && this.#wish.saturation === 1) return this.#base;
      return fromLch({ ...own2, l: stays ? own2.l : this.#target, c: this.#saturated(own2.c) });
    }
    /** @param {number} chroma */
    #saturated(chroma) {
      return chroma * this.#wish.saturation;
    }
    /** @param {import("./colour.js").Lch} lch */
    #isWrong({ l, c }) {
      if (!this.#to) return false;
      const limit = (c >= COLOURFUL ? WRONG_COLOURFUL : WRONG)[this.#to];
      return this.#to === "dark" ? l > limit : l < limit;
    }
    /** @param {Color} color of a ground or line @param {boolean} acts it is that of something to be used @returns {Color} */
    back(color, acts) {
      if (color.a === 0) return color;
      const own2 = toLch(color);
      if (acts && own2.c >= COLOURFUL && this.#wish.accent) return faded(this.#wish.accent, color.a);
      if (css({ ...color, a: 1 }) === css(this.#base)) return faded(this.ground, color.a);
      let { l } = own2;
      if (this.#isWrong(own2)) {
        if (own2.c >= COLOURFUL) l = COLOURFUL_GROUND[this.#to === "dark" ? "dark" : "light"];
        else {
          const away = Math.abs(toLch(this.#base).l - l) * SPREAD;
          l = this.#to === "dark" ? this.#target + away : this.#target - away;
        }
      }
      if (l === own2.l && this.#wish.saturation === 1) return color;
      return { ...fromLch({ ...own2, l, c: this.#saturated(own2.c) }), a: color.a };
    }
    /** @param {Color} ink @param {boolean} isLink @returns {Color} what it would be, whatever is behind it */
    ink(ink, isLink) {
      const own2 = toLch(ink);
      const { accent, text, saturation } = this.#wish;
      if (accent && isLink && own2.c >= COLOURFUL) return accent;
      if (text && own2.c < COLOURFUL) return text;
      if (saturation === 1) return ink;
      return { ...fromLch({ ...own2, c: this.#saturated(own2.c) }), a: ink.a };
    }
  };

  // src/swatch.js
  var [LEAST2, MOST5] = [6, 64];
  var LEVELS2 = 3;
  var KIN = 60;
  var NAME = /^[a-z][a-z\d-]*$/;
  var NEVER = /^(input|textarea|select|img|canvas|video|iframe)$/;
  var isColourful = (color) => color !== null && toLch(color).c >= COLOURFUL;
  var Swatches = class {
    #ctx;
    /** @type {WeakMap<Element, Map<string, boolean>>} */
    #known = /* @__PURE__ */ new WeakMap();
    /** @param {import("./types.js").Context} ctx */
    constructor(ctx) {
      this.#ctx = ctx;
    }
    /**
     * @param {Element} element
     * @param {boolean} acts it is to be used, and so may be painted for that alone
     * @returns {boolean} it is a colourful one, or one among several of its size and of different colours
     */
    has(element, acts) {
      const size = this.#sizeOf(element);
      if (!size) return false;
      if (!acts && isColourful(this.#of(element))) return true;
      let at = composedParent(element);
      for (let level = 0; at && level < LEVELS2; level++, at = composedParent(at))
        if (this.#holds(at, size)) return true;
      return false;
    }
    /** @param {Element} holder @param {string} size */
    #holds(holder, size) {
      let known = this.#known.get(holder);
      if (!known) {
        known = /* @__PURE__ */ new Map();
        this.#known.set(holder, known);
      }
      let told4 = known.get(size);
      if (told4 === void 0) {
        const kin = [...selectAll(holder, size.split(" ")[0] ?? "*")].slice(0, KIN);
        const colours = kin.filter((each) => this.#sizeOf(each) === size).map((each) => this.#of(each));
        const several = new Set(colours.map((color) => color && css(color))).size > 1;
        told4 = several && colours.some(isColourful);
        known.set(size, told4);
      }
      return told4;
    }
    /** @param {Element} element */
    #of(element) {
      return parseColor(this.#ctx.style(element).backgroundColor);
    }
    /** @param {Element} element @returns {string} its tag and size, where nothing but a colour is in it */
    #sizeOf(element) {
      const name = tag(element);
      if (!NAME.test(name) || NEVER.test(name)) return "";
      const color = this.#of(element);
      if (!color || color.a < 0.5 || this.#ctx.style(element).backgroundImage !== "none") return "";
      if (selectAll(element, "*").length > 0 || textContent(element).trim() !== "") return "";
      const { width, height } = rect(element);
      const [least, most] = [Math.min(width, height), Math.max(width, height)];
      return least >= LEAST2 && most <= MOST5 ? `${name} ${Math.round(width)}x${Math.round(height)}` : "";
    }
  };

  // src/repaint.js
  var MOST6 = 12e3;
  var LATER = 500;
  var PACE = 150;
  var ICON2 = 64;
  var SHAPE = /^other:(path|circle|ellipse|rect|polygon|polyline|line|text|tspan|use)$/;
  var DRAWN = ["fill", "stroke"];
  var HINT = "::placeholder";
  var LINE2 = ["borderTopColor", "borderRightColor", "borderBottomColor", "borderLeftColor"];
  var worn = null;
  function takeOff() {
    const off = worn;
    worn = null;
    if (!off) return 0;
    off.stop();
    const { size } = off.coat;
    off.coat.takeOff();
    return size;
  }
  async function dress(wish, ctx) {
    const coat = new Coat();
    const before2 = new Grounds(ctx);
    const changes = /* @__PURE__ */ new Map();
    for (const { document: root } of ctx.frames)
      changes.set(root, new Change(wish, before2.base(root)));
    const found = everywhere(ctx, "*").filter((element) => !ctx.sight.look(element).gone);
    if (found.length > MOST6)
      throw new Fault("TIMEOUT", "the page has too many elements to be painted anew");
    const letters2 = lettersOf(found, ctx);
    try {
      for (const { document: root } of ctx.frames) {
        const first = documentElement(root);
        const change = changes.get(root);
        if (first && change) firstOf(first, root, change, wish, coat);
      }
      paint(found, letters2, changes, wish, coat);
    } catch (error) {
      coat.takeOff();
      throw error;
    }
    const stop = follow(changes, (later) => {
      coat.takeOff(later);
      const now = context();
      paint(later, lettersOf(later, now), changes, wish, coat);
    });
    worn = { coat, stop };
    await coat.fadeIn(wish.transition);
    return { painted: coat.size, partial: ctx.full };
  }
  function lettersOf(elements2, ctx) {
    const grounds2 = new Grounds(ctx);
    return elements2.flatMap((element) => {
      if (!isHtml(element)) return strokesOf(element, ctx);
      const sample = sampleOf(element, ctx, true);
      const ink = sample && grounds2.ink(element);
      const isLink = shownRole(element) === "link";
      const hint = sample && attribute(element, "placeholder") ? hintInk(element) : null;
      return [
        ...sample && ink ? [{ sample, ink, isLink, name: "color" }] : [],
        ...sample && hint ? [{ sample, ink: hint, isLink, name: HINT }] : []
      ];
    });
  }
  var hintInk = (element) => parseColor(getComputedStyle(element, HINT).color);
  function strokesOf(element, ctx) {
    const box = rect(element);
    if (box.width > ICON2 || box.height > ICON2 || !ctx.sight.look(element).drawn) return [];
    const style = ctx.style(element);
    const names = tag(element) === "other:svg" ? ["color"] : SHAPE.test(tag(element)) ? DRAWN : [];
    return names.flatMap((name) => {
      const ink = parseColor(style[
        /** @type {any} */
        name
      ] ?? "");
      const sample = { element, box, large: true, size: 0, bold: false };
      return ink && ink.a > 0 && toLch(ink).c < COLOURFUL ? [{ sample, ink, isLink: false, name }] : [];
    });
  }
  function paint(elements2, letters2, changes, wish, coat) {
    grounds(elements2, changes, wish, coat);
    coat.insist(elements2);
    inks(letters2, changes, wish, coat);
    coat.insist(elements2);
  }
  function follow(changes, later) {
    let fresh2 = /* @__PURE__ */ new Set();
    let timer = 0;
    let pace = PACE;
    const catchUp = () => {
      timer = 0;
      const began = performance.now();
      const all = /* @__PURE__ */ new Set();
      const add = (root) => {
        if (isElement(root)) all.add(root);
        const inner2 = isElement(root) ? shadowRoot(root) : null;
        if (inner2) add(inner2);
        for (const each of selectAll(root, "*")) {
          if (all.size >= LATER) return;
          if (!all.has(each)) add(each);
        }
      };
      for (const each of fresh2) if (isConnected(each)) add(each);
      fresh2 = /* @__PURE__ */ new Set();
      try {
        const known = context();
        later(
          [...all].filter(
            (element) => tag(element) !== "html" && !isOurs(element) && known.sight.look(element).gone === false
          )
        );
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
      }
      observer2.takeRecords();
      pace = Math.max(PACE, 5 * (performance.now() - began));
    };
    const observer2 = new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records)
        for (const node of type === "childList" ? addedNodes : [target]) {
          const element = isElement(node) ? node : parentNode(node);
          if (element && isElement(element) && fresh2.size < LATER) fresh2.add(element);
        }
      if (fresh2.size > 0 && timer === 0) timer = setTimeout(catchUp, pace);
    });
    const heard2 = {
      ...{ childList: true, subtree: true, attributes: true },
      attributeFilter: ["class", "style", "hidden", "open"]
    };
    for (const root of changes.keys()) {
      observer2.observe(root, heard2);
      for (const element of selectAll(root, "*")) {
        const inner2 = shadowRoot(element);
        if (inner2) observer2.observe(inner2, heard2);
      }
    }
    return () => {
      observer2.disconnect();
      clearTimeout(timer);
    };
  }
  function firstOf(first, root, change, wish, coat) {
    const laid = { ...wish.tokens };
    if (change.to && isDarkScheme(root) !== (change.to === "dark")) laid.colorScheme = change.to;
    coat.lay(first, laid);
    const ctx = context();
    if (css(new Grounds(ctx).base(root)) !== css(change.ground))
      coat.lay(first, { backgroundColor: css(change.ground) });
  }
  function grounds(elements2, changes, wish, coat) {
    const ctx = context();
    const swatches = new Swatches(ctx);
    const all = [];
    for (const element of elements2) {
      const change = changes.get(ctx.frameOf(element).document);
      if (!change || tag(element) === "html") continue;
      const style = ctx.style(element);
      const role = shownRole(element);
      const acts = /^(button|link|tab|menuitem|switch|checkbox)$/.test(role);
      const laid = {};
      const put = (name, now, used2) => {
        const color = parseColor(now);
        if (!color) return;
        const then = css(change.back(color, used2));
        if (then !== css(color)) laid[name] = then;
      };
      if (wish.saturation !== 1 || !swatches.has(element, acts))
        put("backgroundColor", style.backgroundColor, acts);
      const image = style.backgroundImage;
      if (image !== "none" && stopsOf(image)) {
        const then = image.replace(COLOR, (stop) => {
          const color = parseColor(stop);
          return color ? css(change.back(color, false)) : stop;
        });
        if (then !== image) laid.backgroundImage = then;
      }
      const { offsetWidth, clientWidth, offsetHeight, clientHeight } = layout(element);
      if (offsetWidth !== clientWidth || offsetHeight !== clientHeight)
        for (const side of LINE2) put(side, style[
          /** @type {any} */
          side
        ] ?? "", false);
      all.push([element, laid]);
    }
    for (const [element, laid] of all) coat.lay(element, laid);
  }
  function inks(letters2, changes, wish, coat) {
    const ctx = context();
    const after = new Grounds(ctx);
    const all = [];
    for (const { sample, ink, isLink, name } of letters2) {
      const { element, box, large } = sample;
      const change = changes.get(ctx.frameOf(element).document);
      if (!change) continue;
      const needed = wish.contrast ?? /** @type {number} */
      LEVELS.AA[large ? 1 : 0];
      const color = legible(element, change.ink(ink, isLink), box, needed, after, change);
      const style = ctx.style(element);
      if (name === HINT) {
        const was = hintInk(element);
        if (was && css(was) !== css(color)) all.push([element, { color: css(color) }, HINT]);
        continue;
      }
      const now = isHtml(element) ? after.ink(element) : parseColor(style[
        /** @type {any} */
        name
      ] ?? "");
      if (!now || css(now) === css(color)) continue;
      const laid = (
        /** @type {Record<string, string>} */
        { [name]: css(color) }
      );
      if (isHtml(element) && style.getPropertyValue("-webkit-text-fill-color") !== style.color)
        laid.webkitTextFillColor = css(color);
      all.push([element, laid, null]);
    }
    for (const [element, laid, part2] of all) coat.lay(element, laid, part2);
  }
  function legible(element, color, box, needed, grounds2, change) {
    if (!change.cares) return color;
    const reached = (tried2) => {
      const seen2 = grounds2.under(element, tried2, box);
      if (!("why" in seen2)) return ratio(seen2.ink, seen2.ground);
      const stops = (seen2.stops ?? []).filter(({ a }) => a > 0.5);
      return stops.length > 0 ? Math.min(...stops.map((stop) => ratio(tried2, stop))) : null;
    };
    const own2 = reached(color);
    if (own2 === null || own2 >= needed) return color;
    const seen = grounds2.under(element, color, box);
    const ink = "why" in seen ? color : over(color, seen.ground);
    const near = "why" in seen ? null : nearest(ink, seen.ground, needed);
    const tried = [change.turned(ink), ...near ? [near] : [], WHITE, BLACK];
    const best2 = () => tried.sort((a, b) => (reached(b) ?? 0) - (reached(a) ?? 0))[0] ?? color;
    return tried.find((each) => (reached(each) ?? 0) >= needed) ?? best2();
  }
  var commands20 = {
    async repaint(args, ctx) {
      const wish = wishOf(args);
      const off = takeOff();
      let done = { painted: 0, partial: false };
      if (args.mode === "revert") done.painted = off;
      else done = await dress(wish, off > 0 ? context() : ctx);
      let documents = ctx.frames.length;
      for (const outside of ctx.outside) {
        const value = await gather(outside, "repaint", args, ctx);
        if (!value) continue;
        done.painted += Number(value.painted) || 0;
        documents += Number(value.documents) || 0;
        if (value.partial) done.partial = true;
      }
      const ground = new Grounds(context()).base(document);
      return { ...done, documents, dark: luminance(ground) < DARK };
    }
  };

  // src/scroll.js
  var SHARE = 0.85;
  var SCROLLED_LIMIT = 3e3;
  var WHEEL_LIMIT = 1e3;
  var STILL = 100;
  var NOT_MOVED = 400;
  var STILL_FRAMES3 = 4;
  var FRAME_LIMIT4 = 100;
  var pageOf = (document2) => document2.scrollingElement ?? document2.documentElement;
  function pageOffset() {
    const page = pageOf(document);
    const view = window.visualViewport;
    const { scrollWidth, scrollHeight } = layout(page);
    return {
      left: page.scrollLeft + (view?.offsetLeft ?? 0),
      top: page.scrollTop + (view?.offsetTop ?? 0),
      max_left: Math.max(0, scrollWidth - (view?.width ?? innerWidth)),
      max_top: Math.max(0, scrollHeight - (view?.height ?? innerHeight))
    };
  }
  async function scroll(args, ctx) {
    awake();
    const before2 = pageOffset();
    let moved = false;
    if (args.target) {
      const { element } = resolve(args.target, ctx);
      moved = scrollIn(element, "center", ctx);
      if (!pointsOf(element, context()).length) {
        throw new Fault("NOT_VISIBLE", `${words(element, ctx)} cannot be scrolled into sight`);
      }
    } else {
      const page = pageOf(document);
      const left = args.to ? before2.left : args.x ?? (args.y === void 0 ? before2.left : 0);
      const top = args.to === "top" ? 0 : args.to === "bottom" ? page.scrollHeight : args.y ?? before2.top;
      page.scrollTo({ left, top, behavior: "instant" });
      await pause2(0);
    }
    const after = pageOffset();
    return { ...after, moved: moved || after.left !== before2.left || after.top !== before2.top };
  }
  var turns2 = /* @__PURE__ */ new WeakMap();
  function offsets(boxes) {
    const page = pageOffset();
    return [page.left, page.top, ...boxes.flatMap((box) => [box.scrollLeft, box.scrollTop])];
  }
  async function scrollPlan(args, ctx) {
    awake();
    listen();
    const view = visibleBox();
    const middle = { x: view.x + view.width / 2, y: view.y + view.height / 2 };
    let start = elementAt(middle.x, middle.y) ?? document.documentElement;
    if (args.target) {
      start = resolve(args.target, ctx).element;
      if (!pointsOf(start, ctx).length) scrollIn(start, "center", ctx);
    }
    const across = args.direction === "left" || args.direction === "right";
    const boxes = [...holders(start)].filter((box) => scrolls(box, ctx));
    const own2 = boxes.find((box) => hasRoom(box, across));
    let seen = view;
    if (own2) {
      const frame2 = ctx.frameOf(own2);
      const { clientLeft, clientTop, clientWidth, clientHeight } = layout(own2);
      const outer = own2.getBoundingClientRect();
      const inside2 = isPage(own2) ? { x: 0, y: 0, width: frame2.window.innerWidth, height: frame2.window.innerHeight } : {
        x: outer.x + clientLeft,
        y: outer.y + clientTop,
        width: clientWidth,
        height: clientHeight
      };
      seen = meet2(toTop(inside2, frame2, ctx.frames), view) ?? view;
    }
    const size = across ? seen.width : seen.height;
    const scale = window.visualViewport?.scale ?? 1;
    const watch = openWatch(() => false, own2 ?? null, false);
    turns2.set(watch, { boxes, before: offsets(boxes) });
    return {
      x: seen.x + seen.width / 2 - view.x,
      y: seen.y + seen.height / 2 - view.y,
      amount: Math.max(1, Math.round(SHARE * size * scale)),
      token: watch.token
    };
  }
  var isPage = (box) => box === pageOf(box.ownerDocument);
  function hasRoom(box, across) {
    const size = layout(box);
    return across ? size.scrollWidth > size.clientWidth : size.scrollHeight > size.clientHeight;
  }
  function scrolls(box, ctx) {
    if (isPage(box)) return true;
    const { overflowX, overflowY } = ctx.style(box);
    return [overflowX, overflowY].some((each) => each === "auto" || each === "scroll");
  }
  async function scrolled({ token, timeout_ms = SCROLLED_LIMIT }) {
    const watch = watchOf(token);
    const turn = turns2.get(watch);
    if (!turn) throw new Fault("MOVED", "the page changed before the wheel was turned");
    const began = performance.now();
    const first = turn.before.join();
    let last2 = first;
    let since = began;
    let frames = 0;
    let turned = false;
    for (let now = began; now - began < timeout_ms; now = performance.now()) {
      if (await within(new Promise((done) => requestAnimationFrame(done)), FRAME_LIMIT4)) frames++;
      const at = offsets(turn.boxes).join();
      const moved = at !== last2;
      const seen = Boolean(watch.seen.wheel) || now - began > WHEEL_LIMIT;
      if (moved || seen && !turned) {
        since = now;
        frames = 0;
      }
      turned = seen;
      last2 = at;
      const still2 = last2 === first ? NOT_MOVED : STILL;
      if (turned && frames >= STILL_FRAMES3 && now - since >= still2) break;
    }
    return { ...pageOffset(), moved: last2 !== first };
  }
  var commands21 = { scroll, scroll_plan: scrollPlan, scrolled };

  // src/select.js
  var MOST_OPTIONS = 20;
  var plain3 = (text) => text.replace(/\s+/g, " ").trim();
  var labelOf2 = (option) => plain3(option.label || option.text);
  async function select2(args, ctx) {
    awake();
    const { element } = resolve(args.target ?? {}, ctx);
    const named2 = labelled(element) ?? element;
    if (tag(named2) !== "select") {
      throw new Fault("NOT_A_SELECT", `${words(named2, ctx)} is not a select`);
    }
    const box = (
      /** @type {HTMLSelectElement} */
      named2
    );
    const why2 = whyDisabled(box);
    if (why2) throw new Fault("DISABLED", `${words(box, ctx)} is ${why2}`);
    if (!boxesOf(box).length) throw new Fault("NOT_VISIBLE", `${words(box, ctx)} is not drawn`);
    const option = pick(box, args, words(box, ctx), (each) => !ctx.sight.look(each).gone);
    if (matches(option, ":disabled")) {
      throw new Fault("DISABLED", `the option "${labelOf2(option)}" is disabled`);
    }
    if (!inSight(box, ctx)) scrollIn(box, "center", ctx);
    const watch = openWatch(() => false, box);
    watch.effects?.begin();
    box.focus({ preventScroll: true });
    if (!isChosen(box, option)) {
      for (const each of box.options) each.selected = each === option;
      box.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
      box.dispatchEvent(new Event("change", { bubbles: true }));
      await pause2(0);
    }
    if (watch.effects) watch.effects.stirred = true;
    const effects2 = await changesOf(watch);
    const fresh2 = context();
    const selected = [...box.selectedOptions].map(labelOf2);
    if (isConnected(box) && !option.selected && isConnected(option)) {
      const now = selected.map((each) => `"${each}"`).join(", ") || "nothing";
      throw new Fault("VALUE_NOT_TAKEN", `the page put the select back: ${now} is selected`);
    }
    return {
      selected,
      effects: effects2,
      element: isConnected(box) ? describe(box, fresh2) : describe(box, ctx)
    };
  }
  function isChosen(box, option) {
    return box.selectedOptions.length === 1 && box.selectedOptions[0] === option;
  }
  function pick(box, args, name, isOffered) {
    const all = [...box.options].filter(isOffered);
    let fit = [];
    let asked2 = "";
    if (args.index !== void 0 && args.index !== null) {
      asked2 = `index ${args.index}`;
      fit = all.filter((each) => each.index === args.index);
    } else if (args.value !== void 0 && args.value !== null) {
      asked2 = `value "${args.value}"`;
      fit = all.filter((each) => each.value === args.value).slice(0, 1);
    } else {
      const text = plain3(String(args.option ?? ""));
      asked2 = `"${text}"`;
      fit = all.filter((each) => labelOf2(each) === text);
      if (!fit.length) {
        fit = all.filter((each) => labelOf2(each).toLowerCase() === text.toLowerCase());
      }
    }
    const [only] = fit;
    if (!only) {
      const list = all.slice(0, MOST_OPTIONS).map((each) => `"${labelOf2(each)}"`);
      const more = all.length > MOST_OPTIONS ? ` and ${all.length - MOST_OPTIONS} more` : "";
      throw new Fault(
        "OPTION_NOT_FOUND",
        `${name} has no option ${asked2}, but ${list.join(", ")}${more}`
      );
    }
    if (fit.length > 1) {
      const list = fit.slice(0, MOST_OPTIONS).map((each) => `index ${each.index} value "${each.value}"`);
      throw new Fault("TARGET_AMBIGUOUS", `${fit.length} options read ${asked2}: ${list.join(", ")}`);
    }
    return only;
  }
  var commands22 = { select: select2 };

  // src/prune.js
  var EMPTY = new Set(
    `article banner complementary contentinfo feed form list listitem log main marquee menubar navigation region row
  search status table tablist toolbar grid treegrid tree radiogroup alert listbox`.split(/\s+/)
  );
  var YIELDING = new Set(
    "article list listitem cell gridcell columnheader rowheader row".split(" ")
  );
  var TAKING = /* @__PURE__ */ new Set([
    "listitem",
    "cell",
    "gridcell",
    "columnheader",
    "rowheader",
    "alert",
    "status",
    "article",
    "tooltip"
  ]);
  var CELL2 = /* @__PURE__ */ new Set(["cell", "gridcell", "columnheader", "rowheader"]);
  var isPlain = (branch) => branch.children.length === 0 && !branch.row.interactive && branch.row.states.length === 0;
  function joinCells(row3) {
    const joined = (
      /** @type {Branch[]} */
      []
    );
    for (const cell of row3.children) {
      const last2 = joined[joined.length - 1];
      const both = last2 && [last2, cell].every((each) => each.row.role === "cell" && isPlain(each));
      if (last2 && both) last2.row.name += ` | ${cell.row.name}`;
      else joined.push(cell);
    }
    row3.children = joined;
  }
  function settleBranch(branch) {
    const { row: row3, children } = branch;
    if (row3.interactive) {
      const picture = children.length === 1 ? children[0] : void 0;
      if (row3.name === "" && picture?.row.role === "img" && isPlain(picture)) {
        row3.name = picture.row.name;
        branch.children = [];
      }
      return [branch];
    }
    const link = row3.role === "heading" && children.length === 1 ? children[0] : void 0;
    if (link?.row.interactive && link.row.name === row3.name) {
      link.row.level = row3.level;
      return [link];
    }
    const only = children.length === 1 ? children[0] : void 0;
    if (only?.row.role === "text" && TAKING.has(row3.role) && row3.name === "") {
      row3.name = only.row.name;
      branch.children = [];
      return [branch];
    }
    if (children.length === 0 && EMPTY.has(row3.role)) return row3.name === "" ? [] : [branch];
    if (row3.role === "row" && children.length > 0 && children.every((cell) => CELL2.has(cell.row.role) && isPlain(cell))) {
      row3.name = children.map((cell) => cell.row.name).join(" | ");
      branch.children = [];
      return row3.name.replace(/[ |]/g, "") === "" ? [] : [branch];
    }
    if (row3.role === "row") joinCells(branch);
    if (only && row3.name === "" && row3.states.length === 0 && YIELDING.has(row3.role)) return [only];
    return [branch];
  }
  function pruneAll(branches) {
    return branches.flatMap((branch) => {
      branch.children = withoutEchoes(pruneAll(branch.children));
      return settleBranch(branch);
    });
  }
  function withoutEchoes(branches) {
    return branches.filter(
      ({ row: row3 }, index) => row3.role !== "img" || row3.interactive || !(branches[index - 1]?.row.name === row3.name || branches[index + 1]?.row.name === row3.name)
    );
  }
  function treeOf(rows) {
    const top = [];
    const path = [];
    for (const row3 of rows) {
      const branch = { row: row3, children: [] };
      path.length = Math.min(path.length, row3.depth);
      (path[path.length - 1]?.children ?? top).push(branch);
      path.push(branch);
    }
    return top;
  }
  function prune(top) {
    const rows = [];
    const flatten = (branches, depth) => {
      for (const { row: row3, children } of branches) {
        row3.depth = depth;
        rows.push(row3);
        flatten(children, depth + 1);
      }
    };
    flatten(withoutEchoes(pruneAll(top)), 0);
    return rows;
  }
  var HEADS = /* @__PURE__ */ new Set(["heading", "alert", "dialog", "alertdialog", "status"]);
  function limitRows(rows, most) {
    if (rows.length <= most) return rows;
    const rank = (row3) => row3.interactive ? 0 : HEADS.has(row3.role) ? 1 : 2;
    const room2 = [0, 0, 0];
    for (const row3 of rows) room2[rank(row3)] = (room2[rank(row3)] ?? 0) + 1;
    let left = most;
    for (const [at, wanted2] of room2.entries()) {
      room2[at] = Math.min(wanted2, left);
      left -= room2[at] ?? 0;
    }
    return rows.filter((row3) => {
      const at = rank(row3);
      room2[at] = (room2[at] ?? 0) - 1;
      return (room2[at] ?? 0) >= 0;
    });
  }

  // src/said.js
  var squash = (text) => text.replace(/[\s…]+/g, "").toLowerCase();
  var wordsOf2 = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  function isAmong(text, words2) {
    let at = 0;
    const wanted2 = wordsOf2(text);
    for (const word of wanted2) {
      at = words2.indexOf(word, at) + 1;
      if (at === 0) return false;
    }
    return wanted2.length > 0;
  }
  var Said = class {
    /** Of mere containers only the whole name counts. @type {{name: string, words: string[], parts: boolean}[]} */
    #names = [];
    /** Whether nothing is said. */
    get isEmpty() {
      return this.#names.length === 0;
    }
    /** Whether some row around counts in parts: it is acted on, or a heading. */
    get hasParts() {
      return this.#names.some(({ parts }) => parts);
    }
    /**
     * Go into what says so.
     * @param {string} name
     * @param {boolean} parts
     */
    push(name, parts) {
      this.#names.push({ name: squash(name), words: wordsOf2(name), parts });
    }
    /** Leave it. */
    pop() {
      this.#names.pop();
    }
    /** @param {string} text */
    has(text) {
      const wanted2 = squash(text);
      return this.#names.some(
        ({ name, words: words2, parts }) => parts ? name.includes(wanted2) || isAmong(text, words2) : name === wanted2
      );
    }
  };

  // src/snapshot.js
  var SILENT4 = /^(script|style|noscript|template|head|title|meta|link|datalist|other:(defs|style|title|desc|metadata))$/;
  var SHAPE2 = new Set(
    `alert alertdialog article banner cell columnheader complementary contentinfo dialog feed form grid
  gridcell list listbox listitem log main marquee menu menubar meter navigation progressbar radiogroup region
  row rowheader search status table tablist toolbar tooltip tree treegrid`.split(/\s+/)
  );
  var NAMED_SHAPE = /* @__PURE__ */ new Set([
    "figure",
    "group",
    "tabpanel",
    "application",
    "math",
    "canvas",
    "video",
    "audio"
  ]);
  var NAMED_BY_CONTENT = /* @__PURE__ */ new Set([
    "cell",
    "columnheader",
    "gridcell",
    "row",
    "rowheader",
    "tooltip"
  ]);
  var DIVIDER = /^[\s|·•/\\,;:.›»>()–—-]*$/;
  var HELD = /* @__PURE__ */ new Set(["alertdialog", "dialog", "iframe", "img", "video", "audio", "canvas"]);
  var TEXT_LIMIT = 1e3;
  var OF_PARTS = ':has(:not(svg, svg *, img:not([alt]), img[alt=""]))';
  var OPTIONS_LIMIT = 12;
  var DEEPEST2 = 1500;
  function isDot(element) {
    const { width, height } = rect(element);
    return width > 0 && height > 0 && (width < 3 || height < 3);
  }
  var Walk = class {
    /** @type {import("./types.js").Context} */
    #ctx;
    #boxes;
    #focused;
    #said = new Said();
    /** Elements that label a field, and the field's name. @type {Map<Element, string>} */
    #labels = /* @__PURE__ */ new Map();
    #text = "";
    /** @type {{element: Element, into: Branch[]} | null} */
    #textAt = null;
    #depth = 0;
    /** Rows of iframes of another origin. @type {{element: Element, branch: Branch}[]} */
    outside = [];
    /** Whether part of the page was left out: too deep, or the time was spent. */
    cut = false;
    /** @type {Map<Element, boolean>} */
    #layoutTables = /* @__PURE__ */ new Map();
    /**
     * @param {import("./types.js").Context} ctx
     * @param {boolean} boxes
     */
    constructor(ctx, boxes) {
      this.#ctx = ctx;
      this.#boxes = boxes;
      this.#focused = focusedElement(ctx);
    }
    /** @param {Document} root @param {Branch[]} into */
    document(root, into) {
      for (const element of selectAll(root, "[aria-labelledby]")) this.#noteLabels(element, root);
      const first = modalOf(root) ?? documentElement(root);
      if (first) this.element(first, into);
      this.#flush();
    }
    /** @param {Element} element @param {Document} root */
    #noteLabels(element, root) {
      if (!/^(input|select|textarea)$/.test(tag(element)) && !isInteractive(element, shownRole(element), this.#ctx))
        return;
      for (const id of (attribute(element, "aria-labelledby") ?? "").split(/\s+/)) {
        this.#ctx.budget.spend();
        const label = id && selectAll(root, `#${CSS.escape(id)}`)[0];
        if (label) this.#labels.set(label, this.#ctx.names.of(element));
      }
    }
    /** @param {Element} element @param {Branch[]} into */
    element(element, into) {
      if (SILENT4.test(tag(element))) return;
      if (this.#depth >= DEEPEST2) {
        this.cut = true;
        return;
      }
      if (tag(element) === "br") this.#text += " ";
      const ctx = this.#ctx;
      const look2 = ctx.sight.look(element);
      if (look2.gone) return;
      this.#depth += 1;
      const inline = isInline(ctx.style(element));
      if (!inline) this.#flush();
      const branch = look2.veiled ? this.#veiledRow(element) : this.#row(element);
      if (branch) {
        this.#flush();
        into.push(branch);
      }
      const said = this.#push(element, branch);
      this.#inside(element, branch, branch ? branch.children : into);
      if (said) this.#said.pop();
      if (branch || !inline) this.#flush();
      this.#depth -= 1;
    }
    /** @param {Element} element @param {Branch | null} branch @returns {boolean} whether a name was added */
    #push(element, branch) {
      const names = [branch?.row.name, this.#labels.get(element), branch?.row.value];
      if (tag(element) === "label") {
        const control = (
          /** @type {HTMLLabelElement} */
          element.control
        );
        if (control && isShown(control, this.#ctx)) names.push(this.#ctx.names.of(control));
      }
      const name = names.filter(Boolean).join(" ");
      if (name === "") return false;
      const parts = branch === null || branch.row.interactive || branch.row.role === "heading";
      this.#said.push(name, parts);
      return true;
    }
    /** A field in an unseen place that a label or a drawing stands for. @param {Element} element */
    #veiledRow(element) {
      return isStyledField(element, this.#ctx) ? this.#describe(element, shownRole(element)) : null;
    }
    /** @param {Element} element @returns {Branch | null} */
    #row(element) {
      const ctx = this.#ctx;
      const role = shownRole(element);
      if (isInteractive(element, role, ctx)) {
        if (!isShown(element, ctx)) return null;
        if (role === "" && !this.#isWorth(element)) return null;
        return this.#describe(element, role);
      }
      if (role === "heading" && !this.#said.isEmpty && this.#said.has(ctx.names.of(element)))
        return null;
      if (role === "heading" && ctx.names.isUnread(element)) return null;
      if (role === "heading" || role === "iframe") {
        if (!ctx.sight.isSeen(element) || role === "iframe" && isDot(element)) return null;
        return this.#describe(element, role);
      }
      if (role === "img") {
        const name = ctx.names.of(element);
        if (name === "" || this.#said.has(name) || !ctx.sight.isSeen(element)) return null;
        if (isDot(element)) return null;
        return this.#describe(element, role);
      }
      if (SHAPE2.has(role)) {
        if (this.#isLayout(element, role)) return null;
        const branch = this.#describe(element, role);
        if (NAMED_BY_CONTENT.has(role) && !isLabelled2(element)) branch.row.name = "";
        return branch;
      }
      if (NAMED_SHAPE.has(role) && ctx.names.of(element) !== "") return this.#describe(element, role);
      return null;
    }
    /** @param {Element} element @param {string} role a table that only places things, or a part of one */
    #isLayout(element, role) {
      if (!/^(table|row|cell)$/.test(role) || has(element, "role")) return false;
      const table = closest(element, "table");
      if (!table) return false;
      const known = this.#layoutTables.get(table);
      const layout2 = known ?? isLayoutTable(table);
      if (known === void 0) this.#layoutTables.set(table, layout2);
      return layout2;
    }
    /** A plain element that can be focused or clicked: worth a line when it says what it is. @param {Element} element */
    #isWorth(element) {
      const named2 = this.#ctx.names.of(element);
      if (named2.length > 0 && isLabelled2(element)) return true;
      const short = this.#ctx.names.seenText(element, 90);
      if (clean(short) === "") return this.#isSign(element);
      const style = this.#ctx.style(element);
      if (style.cursor === "pointer" || has(element, "onclick")) return true;
      const scrolls2 = /auto|scroll/.test(style.overflowX + style.overflowY);
      return !scrolls2 && short.length <= 90;
    }
    /** Without words, and yet for people: an icon to tap, a handle to move. @param {Element} element */
    #isSign(element) {
      if (matches(element, OF_PARTS)) return false;
      if (has(element, "onclick") || has(element, "tabindex")) return true;
      const style = this.#ctx.style(element);
      return matches(element, ":has(*)") || style.backgroundImage !== "none" || style.content.startsWith("url") || ["::before", "::after"].some((part2) => isDrawn2(getComputedStyle(element, part2)));
    }
    /** @param {Element} element @param {string} role @returns {Branch} */
    #describe(element, role) {
      const row3 = describe(element, this.#ctx, {
        role,
        focused: this.#focused,
        box: this.#boxes,
        ref: (interactive) => interactive || HELD.has(role)
      });
      return { row: row3, children: [] };
    }
    /** @param {Element} element @param {Branch | null} branch @param {Branch[]} into */
    #inside(element, branch, into) {
      const name = tag(element);
      if (name === "select") {
        if (branch) this.#options(
          /** @type {HTMLSelectElement} */
          element,
          branch
        );
        return;
      }
      if (name === "input" || name === "textarea" || branch?.row.role === "textbox") return;
      if (isFrame(element)) {
        const inner2 = documentIn(element);
        if (!inner2 && branch) this.outside.push({ element, branch });
        if (!inner2 || !branch) return;
        const said = this.#said;
        this.#said = new Said();
        this.document(inner2, into);
        this.#said = said;
        return;
      }
      for (const child of composedChildren(element)) {
        if (isText(child)) this.#take(child, element, into);
        else if (isElement(child)) this.element(child, into);
      }
    }
    /** @param {HTMLSelectElement} select @param {Branch} branch */
    #options(select3, branch) {
      const all = [...select3.options].filter((each) => !this.#ctx.sight.look(each).gone);
      if (branch.row.role === "listbox") {
        for (const option of all.slice(0, 50)) branch.children.push(this.#describe(option, "option"));
        return;
      }
      const labels = all.slice(0, OPTIONS_LIMIT).map((option) => cut(clean(option.label), 40));
      const more = all.length - labels.length;
      const name = labels.join(" | ") + (more > 0 ? ` | +${more}` : "");
      if (name) branch.children.push(this.#plain("options", name, select3));
    }
    /** @param {Text} node @param {Element} parent @param {Branch[]} into */
    #take(node, parent, into) {
      const text = nodeValue(node);
      if (text.trim() === "") {
        if (this.#text) this.#text += " ";
        return;
      }
      if (this.#said.hasParts && !/[\p{L}\p{N}]/u.test(text)) return;
      if (this.#said.has(text) || !isTextSeen(node, parent, this.#ctx.sight)) return;
      const struck = this.#ctx.style(parent).textDecorationLine.includes("line-through");
      this.#text += struck ? text.replace(/^(\s*)(.*\S)(\s*)$/s, "$1~~$2~~$3") : text;
      this.#textAt ??= { element: parent, into };
    }
    /** Close the run of text. */
    #flush() {
      const at = this.#textAt;
      const text = cut(clean(this.#text), TEXT_LIMIT);
      this.#text = "";
      this.#textAt = null;
      if (at && !DIVIDER.test(text)) at.into.push(this.#plain("text", text, at.element));
    }
    /** @param {string} role @param {string} name @param {Element} element @returns {Branch} */
    #plain(role, name, element) {
      const frame2 = this.#ctx.frameOf(element);
      const row3 = {
        ref: null,
        role,
        name,
        depth: 0,
        frame: frame2.index,
        states: [],
        value: null,
        level: null,
        interactive: false,
        box: null
      };
      if (this.#boxes) {
        const { x, y, width, height } = boxOf(element, this.#ctx);
        row3.box = /** @type {[number, number, number, number]} */
        [x, y, width, height].map(Math.round);
      }
      return { row: settle(row3, frame2), children: [] };
    }
  };
  function isLayoutTable(table) {
    if (has(table, "role") || selectAll(table, "th, caption, thead").length > 0) return false;
    if (selectAll(table, "table, input, select, textarea, button").length > 0) return true;
    return selectAll(table, "tr").length < 2 || selectAll(table, "tr > td + td").length === 0;
  }
  var isDrawn2 = ({ content }) => content !== "none" && content !== "normal" && content !== '""';
  var isLabelled2 = (element) => has(element, "aria-label") || has(element, "aria-labelledby") || has(element, "title");
  var isInline = (style) => style.display.startsWith("inline") || style.display === "contents";
  function modalOf(root) {
    const open3 = selectAll(root, "dialog:modal");
    return open3[open3.length - 1] ?? null;
  }
  var commands23 = {
    async snapshot(args, ctx) {
      const top = [];
      const walk = new Walk(ctx, args.boxes === true);
      try {
        walk.document(ctx.root, top);
      } catch (error) {
        if (!(error instanceof Spent)) throw error;
        walk.cut = true;
      }
      for (const { element, branch } of walk.outside) {
        const place2 = ctx.outside.find((each) => each.element === element);
        const value = place2 && await gather(place2, "snapshot", args, ctx);
        if (value) branch.children = treeOf(value.rows);
        if (value?.partial) walk.cut = true;
      }
      const rows = prune(top);
      return {
        rows: limitRows(rows, args.max_rows ?? 3e3),
        total: rows.length,
        partial: walk.cut,
        title: facts(document).title,
        viewport: viewport()
      };
    }
  };

  // src/submit.js
  var MOST_NAMED = 3;
  var getter3 = (name) => (
    /** @type {any} */
    Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, name)?.get
  );
  var elementsOf = getter3("elements");
  var noValidateOf = getter3("noValidate");
  var methodOf = getter3("method");
  var { requestSubmit } = HTMLFormElement.prototype;
  var tasks2 = /* @__PURE__ */ new WeakMap();
  function submitPlan(args, ctx) {
    awake();
    listen();
    const named2 = args.target ? resolve(args.target, ctx).element : null;
    const form = named2 ? formOf2(named2) : formOf2(focusedElement(ctx)) ?? firstForm(ctx);
    if (!form) {
      const what = named2 ? `no form is around ${words(named2, ctx)}` : "the page has no form";
      throw new Fault("TARGET_NOT_FOUND", what);
    }
    const button = buttonOf(form, named2);
    if (button && matches(button, ":disabled")) {
      throw new Fault("DISABLED", `${words(button, ctx)}, which sends the form, is disabled`);
    }
    check(form, button, ctx);
    const watch = openWatch(() => false, form);
    tasks2.set(watch, { form, button });
    return { element: describe(button ?? form, ctx), token: watch.token };
  }
  function formOf2(element) {
    if (!element) return null;
    if (tag(element) === "form") return (
      /** @type {HTMLFormElement} */
      element
    );
    const field3 = labelled(element) ?? element;
    const own2 = "form" in field3 ? field3.form : null;
    const around = own2 ?? closest(field3, "form");
    if (around) return (
      /** @type {HTMLFormElement} */
      around
    );
    const inside2 = selectAll(element, "form");
    return inside2.length === 1 ? (
      /** @type {HTMLFormElement} */
      inside2[0]
    ) : null;
  }
  function firstForm(ctx) {
    for (const frame2 of ctx.frames) {
      for (const form of selectAll(frame2.document, "form")) {
        if (!ctx.sight.isSeen(form)) continue;
        ctx.used.add(frame2);
        return (
          /** @type {HTMLFormElement} */
          form
        );
      }
    }
    return null;
  }
  var fieldsOf = (form) => [...elementsOf.call(form)];
  var sends = (element) => tag(element) === "button" && /** @type {HTMLButtonElement} */
  element.type === "submit" || tag(element) === "input" && /^(submit|image)$/.test(
    /** @type {HTMLInputElement} */
    element.type
  );
  function buttonOf(form, named2) {
    const all = [...fieldsOf(form), ...selectAll(form, "input[type=image i]")];
    const own2 = all.find((each) => each === named2 && sends(each));
    return (
      /** @type {HTMLElement | null} */
      own2 ?? all.find(sends) ?? null
    );
  }
  function check(form, button, ctx) {
    if (noValidateOf.call(form)) return;
    if (button && "formNoValidate" in button && button.formNoValidate) return;
    const wrong = fieldsOf(form).filter((each) => {
      const field3 = (
        /** @type {HTMLInputElement} */
        each
      );
      return field3.willValidate && !field3.validity.valid;
    });
    if (wrong.length === 0) return;
    const told4 = wrong.slice(0, MOST_NAMED).map((each) => {
      const said = cut(
        /** @type {HTMLInputElement} */
        each.validationMessage,
        200
      );
      return `${words(each, ctx)}: "${said.replace(/"/g, "'")}"`;
    });
    const more = wrong.length > MOST_NAMED ? ` and ${wrong.length - MOST_NAMED} more` : "";
    throw new Fault("FORM_INVALID", `${told4.join("; ")}${more}`);
  }
  async function submit({ token }) {
    const watch = watchOf(token);
    const task = tasks2.get(watch);
    if (!task || !isConnected(task.form)) {
      throw new Fault("MOVED", "the page changed before the form was sent");
    }
    const { form, button } = task;
    const view = viewOf(documentOf(form));
    let sent = null;
    const hear3 = (event2) => {
      sent = event2;
    };
    const row3 = describe(form, context());
    const dialog = methodOf.call(form) === "dialog";
    watch.effects?.begin();
    view?.addEventListener("submit", hear3, { capture: true });
    try {
      requestSubmit.call(form, button && isConnected(button) ? button : null);
    } finally {
      view?.removeEventListener("submit", hear3, { capture: true });
    }
    await pause2(0);
    const event = (
      /** @type {Event | null} */
      sent
    );
    const effects2 = event?.defaultPrevented || dialog ? await changesOf(watch) : null;
    const ctx = context();
    return {
      submitted: event !== null,
      prevented: event?.defaultPrevented ?? false,
      dialog,
      effects: effects2,
      deaf: !hearsAll(),
      element: rowIfThere(form, ctx) ?? row3,
      focus: rowIfThere(focusedElement(ctx), ctx),
      href: location.href
    };
  }
  var commands24 = { submit_plan: submitPlan, submit };

  // src/theme.js
  var PLACES3 = 3;
  var LONGEST7 = 80;
  var SIDES = ["Top", "Right", "Bottom", "Left"];
  var SURFACE = 1500;
  var Part = class {
    /** @type {Record<Group, Map<string, Use>>} */
    groups = { text: /* @__PURE__ */ new Map(), background: /* @__PURE__ */ new Map(), border: /* @__PURE__ */ new Map(), accent: /* @__PURE__ */ new Map() };
    /** @type {Map<string, {count: number, sizes: Set<number>, weights: Set<string>}>} */
    fonts = /* @__PURE__ */ new Map();
    /** @param {Group} group @param {import("./paint.js").Color | null} color @param {string} where */
    add(group, color, where) {
      if (!color || color.a === 0) return;
      const name = hex(color);
      const uses = this.groups[group];
      const use = uses.get(name) ?? { count: 0, where: /* @__PURE__ */ new Map() };
      uses.set(name, use);
      use.count += 1;
      use.where.set(where, (use.where.get(where) ?? 0) + 1);
    }
    /** @param {CSSStyleDeclaration} style */
    font(style) {
      const family = cut(clean(style.fontFamily), LONGEST7);
      const use = this.fonts.get(family) ?? { count: 0, sizes: /* @__PURE__ */ new Set(), weights: /* @__PURE__ */ new Set() };
      this.fonts.set(family, use);
      use.count += 1;
      use.sizes.add(Math.round(Number.parseFloat(style.fontSize) * 10) / 10);
      use.weights.add(style.fontWeight);
    }
    /** @param {number} most of each group */
    told(most) {
      const group = (uses) => byCount(uses).slice(0, most).map(([color, { count, where }]) => ({
        ...{ color, count },
        where: [...where].sort(([, a], [, b]) => b - a).slice(0, PLACES3).map(([name]) => name)
      }));
      const fonts = byCount(this.fonts).slice(0, most);
      return {
        colours: Object.fromEntries(
          Object.entries(this.groups).map(([name, uses]) => [name, group(uses)])
        ),
        fonts: fonts.map(([family, { count, sizes, weights }]) => ({
          ...{ family, count },
          sizes: [...sizes].sort((a, b) => a - b).slice(0, most),
          weights: [...weights].sort().slice(0, most)
        }))
      };
    }
  };
  var byCount = (uses) => [...uses].sort(([, a], [, b]) => b.count - a.count);
  function hasLetters(element, ctx) {
    return composedChildren(element).some(
      (child) => isText(child) && nodeValue(child).trim() !== "" && isTextSeen(child, element, ctx.sight)
    );
  }
  function borders(style) {
    const sides = SIDES.flatMap((side) => {
      const at = (what) => style[
        /** @type {any} */
        `border${side}${what}`
      ];
      const shown4 = Number.parseFloat(at("Width") ?? "0") > 0 && at("Style") !== "none";
      return shown4 ? [at("Color") ?? ""] : [];
    });
    return [...new Set(sides)];
  }
  function tokens2(root, most) {
    const first = documentElement(root);
    if (!first) return { tokens: [], token_count: 0 };
    const found = [];
    for (const [name, values] of first.computedStyleMap()) {
      if (!name.startsWith("--")) continue;
      const value = clean(String([...values][0] ?? ""));
      const isColour = value !== "" && value.length <= LONGEST7 && CSS.supports("color", value);
      const color = isColour && !/^current/i.test(value) ? drawn(value) : null;
      found.push({
        name: cut(name, LONGEST7),
        value: cut(value, LONGEST7),
        color: color && hex(color)
      });
    }
    found.sort((a, b) => Number(a.color === null) - Number(b.color === null));
    return { tokens: found.slice(0, most), token_count: found.length };
  }
  function partOf(frame2, part2, ctx, args) {
    const root = frame2.document;
    const ground = new Grounds(ctx).base(root);
    const first = documentElement(root);
    const meta = selectAll(root, "meta[name=theme-color i]")[0];
    return settle(
      {
        ...{ role: "document", ref: null, frame: frame2.index },
        ...part2.told(args.max_per_group ?? 8),
        ...tokens2(root, args.max_tokens ?? 40),
        ground: hex(ground),
        dark: luminance(ground) < DARK,
        color_scheme: first ? ctx.style(first).colorScheme : "normal",
        dark_controls: isDarkScheme(root),
        theme_color: meta ? cut(clean(attribute(meta, "content") ?? ""), LONGEST7) : null,
        prefers_dark: matchMedia("(prefers-color-scheme: dark)").matches
      },
      frame2
    );
  }
  var Look = class {
    /** @type {Map<Frame, Part>} */
    parts = /* @__PURE__ */ new Map();
    /** @type {{element: Element, area: number}[]} */
    surfaces = [];
    scanned = 0;
    #ctx;
    /** @param {Context} ctx */
    constructor(ctx) {
      this.#ctx = ctx;
      for (const frame2 of ctx.searched) this.parts.set(frame2, new Part());
    }
    /** @param {Element} element */
    take(element) {
      const ctx = this.#ctx;
      const look2 = ctx.sight.look(element);
      if (look2.gone || look2.veiled || !look2.drawn || !isHtml(element)) return;
      const part2 = this.parts.get(ctx.frameOf(element));
      const box = rect(element);
      if (!part2 || box.width === 0 && box.height === 0) return;
      this.scanned += 1;
      const style = ctx.style(element);
      const role = shownRole(element);
      const where = role === "" || role === "none" ? tag(element) : role;
      const back = parseColor(style.backgroundColor);
      const acts = isInteractive(element, role, ctx);
      const isColourful2 = (color) => color !== null && color.a > 0.1 && toLch(color).c >= COLOURFUL;
      if (hasLetters(element, ctx)) {
        const ink = parseColor(style.color);
        part2.add("text", ink, where);
        part2.font(style);
        if (acts && isColourful2(ink)) part2.add("accent", ink, where);
      }
      part2.add("background", back, where);
      if (acts && isColourful2(back)) part2.add("accent", back, where);
      if (style.accentColor !== "auto") part2.add("accent", parseColor(style.accentColor), where);
      for (const side of borders(style)) part2.add("border", parseColor(side), where);
      const area = box.width * box.height;
      const painted = (back?.a ?? 1) > 0 || style.backgroundImage !== "none";
      if (painted && area >= SURFACE) this.surfaces.push({ element, area });
    }
    /** @param {number} most @param {Context} ctx of this moment */
    surfacesTold(most, ctx) {
      return this.surfaces.sort((a, b) => b.area - a.area).slice(0, most).map(({ element }) => {
        const style = ctx.style(element);
        const back = parseColor(style.backgroundColor);
        const ink = parseColor(style.color);
        const [edge] = borders(style);
        const line = edge === void 0 ? null : parseColor(edge);
        const image = style.backgroundImage;
        return {
          element: describe(element, ctx, { focused: null, box: true }),
          background: back && back.a > 0 ? hex(back) : null,
          image: image === "none" ? null : image.includes("url(") ? "picture" : "gradient",
          text: ink && hex(ink),
          border: line && hex(line),
          radius: cut(style.borderTopLeftRadius, 20),
          shadow: style.boxShadow !== "none"
        };
      });
    }
  };
  var commands25 = {
    async theme(args, ctx) {
      const limit = args.max_scan ?? 1200;
      const look2 = new Look(ctx);
      let partial = ctx.full;
      try {
        for (const element of everywhere(ctx, "*")) {
          if (look2.scanned >= limit) {
            partial = true;
            break;
          }
          look2.take(element);
        }
      } catch (error) {
        if (!(error instanceof Spent)) throw error;
        partial = true;
      }
      const most = args.max_surfaces ?? 20;
      const now = partial ? context() : ctx;
      const parts = [...look2.parts].map(([frame2, part2]) => partOf(frame2, part2, now, args));
      const surfaces = look2.surfacesTold(most, now);
      let { scanned } = look2;
      for (const outside of ctx.outside) {
        if (!ctx.sight.isSeen(outside.element)) continue;
        const left = { ...args, max_scan: Math.max(0, limit - scanned) };
        const value = await gather(outside, "theme", left, ctx);
        if (!value) continue;
        parts.push(...value.parts ?? []);
        surfaces.push(...value.surfaces ?? []);
        scanned += Number(value.scanned) || 0;
        if (value.partial) partial = true;
      }
      return { parts, surfaces: surfaces.slice(0, most), scanned, partial };
    }
  };

  // src/upload.js
  var SETTLE = 300;
  var MOST_TOLD = 20;
  var FILE_FIELD = "input[type=file i]";
  var property2 = (name) => Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, name);
  var filesOf = (
    /** @type {(this: unknown) => FileList | null} */
    property2("files")?.get
  );
  var setFiles = (
    /** @type {(this: unknown, files: FileList) => void} */
    property2("files")?.set
  );
  var tasks3 = /* @__PURE__ */ new WeakMap();
  var lent = null;
  function lend(element) {
    lent = element;
  }
  var fieldOf = (token) => tasks3.get(watchOf(token))?.element ?? null;
  function uploadPlan(args, ctx) {
    const element = args.lent ? lent : named(args, ctx);
    lent = null;
    if (!element) throw new Fault("MOVED", "the page changed before the files were handed over");
    const found = args.drop ? null : fieldFor(element);
    const about = (
      /** @type {HTMLElement} */
      found ?? element
    );
    const watch = openWatch(() => false, about);
    if (found) refuse(found, args.files, ctx);
    else if (!args.drop) return { element: row2(controlOf(element), ctx), token: "", field: false };
    tasks3.set(watch, { element: about, drop: Boolean(args.drop), parts: /* @__PURE__ */ new Map() });
    return { element: row2(about, ctx), token: watch.token, field: true };
  }
  function row2(element, ctx) {
    if (isConnected(element)) return describe(element, ctx);
    return {
      ref: null,
      role: "button",
      name: "",
      depth: 0,
      frame: 0,
      states: [],
      value: null,
      level: null,
      interactive: true,
      box: null
    };
  }
  function named(args, ctx) {
    const target = targetOf(args);
    if (Object.keys(target).length === 0) {
      const all = everywhere(ctx, FILE_FIELD);
      if (all.length === 1 && all[0]) return used(all[0], ctx);
      if (all.length === 0) throw new Fault("TARGET_NOT_FOUND", "the page has no file field");
      throw ambiguous(all, `there are ${all.length} file fields`, ctx);
    }
    try {
      return resolve(target, ctx).element;
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== "TARGET_NOT_FOUND") throw error;
      const wanted2 = fold(target.label ?? "");
      const unseen = everywhere(ctx, FILE_FIELD).filter(
        (each) => wanted2 !== "" && namesOf(each).includes(wanted2)
      );
      if (!unseen[0] || Object.keys(target).length > 1) throw error;
      if (unseen.length > 1)
        throw ambiguous(unseen, `${unseen.length} file fields fit ${wording(target)}`, ctx);
      return used(unseen[0], ctx);
    }
  }
  var labelsOf2 = (
    /** @type {(this: unknown) => NodeListOf<HTMLElement> | null} */
    property2("labels")?.get
  );
  function namesOf(field3) {
    const labels = [...labelsOf2.call(field3) ?? []].map(textContent);
    const own2 = ["aria-label", "title", "name"].map((name) => attribute(field3, name) ?? "");
    return [...labels, ...own2].map(fold);
  }
  function used(element, ctx) {
    ctx.used.add(ctx.frameOf(element));
    return element;
  }
  var isField3 = (element) => tag(element) === "input" && inputType(element) === "file";
  function fieldFor(element) {
    const label = closest(element, "label");
    for (const each of [element, labelled(element), label && labelled(label)])
      if (each && isField3(each)) return (
        /** @type {HTMLInputElement} */
        each
      );
    const inside2 = [...selectAll(element, FILE_FIELD)];
    const root = shadowRoot(element);
    if (root) inside2.push(...selectAll(root, FILE_FIELD));
    return inside2.length === 1 ? (
      /** @type {HTMLInputElement} */
      inside2[0]
    ) : null;
  }
  function refuse(field3, files, ctx) {
    const name = isConnected(field3) ? words(field3, ctx) : "the file field";
    if (matches(field3, ":disabled")) throw new Fault("DISABLED", `${name} is disabled`);
    if (has(field3, "webkitdirectory"))
      throw new Fault("UPLOAD_REFUSED", `${name} takes a whole folder, which is not handed over`);
    if (files.length > 1 && !has(field3, "multiple"))
      throw new Fault("UPLOAD_REFUSED", `${name} takes one file, not ${files.length}`);
    const accept = attribute(field3, "accept") ?? "";
    const wrong = files.find((file) => !accepts(accept, file));
    if (wrong) {
      const taken2 = cut(accept.trim(), 200).replace(/"/g, "'");
      throw new Fault("UPLOAD_REFUSED", `${name} takes "${taken2}", not '${wrong.name}'`);
    }
  }
  function accepts(accept, { name, type }) {
    const sorts = accept.toLowerCase().split(",").map((each) => each.trim()).filter((each) => each !== "");
    const ending = name.toLowerCase();
    return sorts.length === 0 || sorts.some((sort) => {
      if (sort.startsWith(".")) return ending.endsWith(sort);
      if (sort === "*/*" || sort === "*") return true;
      return sort.endsWith("/*") ? type.startsWith(sort.slice(0, -1)) : type === sort;
    });
  }
  var bytes = (base642) => Uint8Array.from(atob(base642), (char) => char.charCodeAt(0));
  function taskOf2(token) {
    const task = tasks3.get(watchOf(token));
    if (!task) throw new Fault("MOVED", "the page changed before the files were handed over");
    return task;
  }
  function uploadPart({ token, file, at, data }) {
    const { parts } = taskOf2(token);
    const own2 = parts.get(file) ?? /* @__PURE__ */ new Map();
    parts.set(file, own2.set(at, bytes(data)));
    return {};
  }
  function made(task, parcel, number) {
    const parts = [...(task.parts.get(number) ?? /* @__PURE__ */ new Map()).entries()];
    const pieces2 = parts.sort(([one], [other]) => one - other).map(([, piece2]) => piece2);
    if (parcel.data !== void 0) pieces2.push(bytes(parcel.data));
    const file = new File(pieces2, parcel.name, { type: parcel.type, lastModified: parcel.modified });
    if (file.size !== parcel.size)
      throw new Fault("MOVED", "not all of the file reached the page; nothing was handed over");
    return file;
  }
  async function upload({ token, files }) {
    const task = taskOf2(token);
    const transfer = new DataTransfer();
    files.forEach((each, number) => {
      transfer.items.add(made(task, each, number));
    });
    task.parts.clear();
    if (task.drop) return drop2(task.element, transfer);
    give(task.element, transfer.files);
    return uploaded({ token });
  }
  function give(field3, files) {
    setFiles.call(field3, files);
    field3.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    field3.dispatchEvent(new Event("change", { bubbles: true }));
  }
  async function uploaded({ token, read: read2 }) {
    const { element } = taskOf2(token);
    await pause2(SETTLE);
    const files = [...filesOf.call(element) ?? []];
    let unreadable = null;
    for (const file of read2 ? files : []) unreadable ??= await whyUnreadable(file);
    if (unreadable !== null) give(element, new DataTransfer().files);
    return { ...told2(element), files: files.slice(0, MOST_TOLD).map(brief4), unreadable };
  }
  async function whyUnreadable(file) {
    try {
      await file.slice(0, 1).arrayBuffer();
      return file.size === 0 ? "it is empty, or may not be read" : null;
    } catch (error) {
      return error instanceof DOMException ? error.name : "it may not be read";
    }
  }
  var brief4 = ({ name, size, type }) => ({ name: cut(name, 300), size, type });
  function told2(element) {
    const there = isConnected(element);
    return { there, element: rowIfThere(element, context()), dropped: false, href: location.href };
  }
  async function drop2(element, dataTransfer) {
    scrollIn(element, "center", context());
    const box = rect(element);
    const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
    const send2 = (type) => !element.dispatchEvent(
      new DragEvent(type, { ...at, bubbles: true, cancelable: true, composed: true, dataTransfer })
    );
    send2("dragenter");
    if (!send2("dragover")) {
      send2("dragleave");
      throw new Fault(
        "NO_EFFECT",
        `the page lets nothing be dropped on ${words(element, context())}`
      );
    }
    send2("drop");
    await pause2(SETTLE);
    return { ...told2(element), files: [...dataTransfer.files].map(brief4), dropped: true };
  }
  var commands26 = {
    upload_plan: uploadPlan,
    upload_part: uploadPart,
    upload,
    uploaded
  };

  // src/veil.js
  async function veils(ctx) {
    const boxes = [];
    for (const outside of ctx.outside) {
      const whole2 = boxOf(outside.element, ctx);
      const there = await hello(outside, ctx);
      const inner2 = there && !isShut(there.href) ? await gather(outside, "veils", {}, ctx) : null;
      if (!inner2) boxes.push(whole2);
      for (const [x, y, width, height] of inner2?.boxes ?? []) {
        const part2 = meet2(carry({ x, y, width, height }, outside, ctx), whole2);
        if (part2) boxes.push(part2);
      }
    }
    return boxes;
  }
  var ASIDE = [0, 0.2, -0.2, 0.35, -0.35, 0.45, -0.45];
  async function steerClear(plan2, ctx) {
    const view = visibleBox();
    const { x, y } = plan2;
    for (const right of ASIDE)
      for (const down of ASIDE) {
        plan2.x = Math.min(view.width - 1, Math.max(0, x + right * view.width));
        plan2.y = Math.min(view.height - 1, Math.max(0, y + down * view.height));
        const free = await refuseShut({ x: plan2.x + view.x, y: plan2.y + view.y }, ctx).then(
          () => true,
          () => false
        );
        if (free) return;
      }
    throw blocked();
  }
  async function refuseShut(point, ctx) {
    const hit = elementAt(point.x, point.y);
    if (!hit || !isFrame(hit)) return;
    const outside = ctx.outside.find((each) => each.element === hit);
    if (!outside) throw blocked();
    const there = await hello(outside, ctx);
    if (there === null || isShut(there.href)) throw blocked();
    await askOutside(outside, "probe", { at: pointInto(point, outside, ctx) }, ctx);
  }

  // src/stillness.js
  var QUIET2 = 300;
  var ENDLESS = 1500;
  var OFTEN = 8;
  var LONG = 1e4;
  var HEARD2 = { subtree: true, childList: true, characterData: true, attributes: true };
  var { getAnimations: getAnimations2 } = Document.prototype;
  var Stillness = class {
    /** @type {Map<unknown, {first: number, last: number, times: number}>} */
    #goings = /* @__PURE__ */ new Map();
    #changed = performance.now();
    #observer = new MutationObserver((records) => {
      for (const target of new Set(records.map(cause))) this.#note(target, isHabit(target, ENDLESS));
    });
    /** @type {PerformanceObserver | null} */
    #shifts = null;
    /** @type {Document[]} */
    #documents;
    #onScroll = () => this.#note("scroll");
    /** @param {import("./types.js").Context} ctx */
    constructor(ctx) {
      this.#documents = ctx.frames.map((frame2) => frame2.document);
      for (const document2 of this.#documents) this.#observer.observe(document2, HEARD2);
      try {
        this.#shifts = new PerformanceObserver(() => this.#note("shift"));
        this.#shifts.observe({ type: "layout-shift" });
      } catch {
        this.#shifts = null;
      }
      window.addEventListener("scroll", this.#onScroll, { capture: true, passive: true });
    }
    /**
     * Something has changed.
     * @param {unknown} what an element, or a kind of change
     * @param {boolean} [due] whether it does so all the time
     */
    #note(what, due = false) {
      const now = performance.now();
      const going = this.#goings.get(what);
      const goesOn = going !== void 0 && now - going.last < QUIET2;
      const first = goesOn ? going.first : now;
      const times = goesOn ? going.times + 1 : 1;
      if (this.#goings.size > 1e3) this.#goings.clear();
      this.#goings.set(what, { first, last: now, times });
      if (!due && (now - first < ENDLESS || times < OFTEN)) this.#changed = now;
    }
    /** Whether it has been still for long enough. */
    get is() {
      for (const document2 of this.#documents) {
        let moves = false;
        try {
          moves = getAnimations2.call(document2).some(isOnItsWay);
        } catch {
          continue;
        }
        if (moves) this.#note("animation");
      }
      return performance.now() - this.#changed >= QUIET2;
    }
    /** Whether something went on all the while, and was left out of account. */
    get goesOn() {
      const now = performance.now();
      return [...this.#goings.values()].some(({ last: last2 }) => now - last2 < QUIET2);
    }
    end() {
      this.#observer.disconnect();
      this.#shifts?.disconnect();
      window.removeEventListener("scroll", this.#onScroll, { capture: true });
    }
  };
  function isOnItsWay(animation) {
    if (animation.playState !== "running") return false;
    const end3 = Number(animation.effect?.getComputedTiming().endTime ?? Infinity);
    return end3 < LONG && Number(animation.currentTime ?? 0) < end3;
  }

  // src/wait.js
  var PACE2 = 100;
  function wishOf2(args) {
    const target = targetOf(args);
    const named2 = Object.keys(target).length > 0;
    const wish = {
      target: named2 ? target : null,
      state: args.state ?? "visible",
      pageText: args.page_text ?? null,
      url: args.url ?? null,
      still: args.still === true
    };
    if (!named2 && wish.pageText === null && wish.url === null && !wish.still)
      throw new Fault("INVALID_TARGET", "nothing to wait for");
    if (!["attached", "visible", "hidden", "detached"].includes(wish.state))
      throw new Fault("BAD_ARGUMENTS", `state ${JSON.stringify(wish.state)}`);
    return wish;
  }
  async function missing(wish, stillness, used2, within2) {
    const ctx = context(void 0, within2);
    const parts = [];
    if (wish.url !== null && !location.href.includes(wish.url))
      parts.push(`the address has no ${wish.url}`);
    if (wish.target) {
      const list = elementsOf2(wish.target, ctx);
      const nth = wish.target.nth;
      const chosen2 = nth === void 0 ? list : list.slice(nth, nth + 1);
      for (const element of chosen2) used2.add(ctx.frameOf(element));
      const plain4 = nth === void 0 && wish.target.ref === void 0;
      const outside = plain4 ? await countOutside(wish.target, ctx) : 0;
      for (const frame2 of ctx.used) used2.add(frame2);
      const seen = chosen2.filter((element) => isShown(element, ctx)).length + outside;
      const reached = {
        attached: chosen2.length + outside > 0,
        visible: seen > 0,
        hidden: seen === 0,
        detached: chosen2.length + outside === 0
      }[wish.state];
      if (!reached) parts.push(`${wording(wish.target)} is not ${wish.state}`);
    }
    if (wish.pageText !== null) {
      const root = documentElement(ctx.root);
      const text = root ? clean(visibleText(root, ctx)).toLowerCase() : "";
      if (!text.includes(clean(wish.pageText).toLowerCase()))
        parts.push(`the page does not show ${JSON.stringify(wish.pageText)}`);
    }
    if (stillness && !stillness.is) parts.push("the page does not lie still");
    return parts.join("; ");
  }
  function elementsOf2(target, ctx) {
    try {
      return candidates(target, ctx, { hidden: true });
    } catch (error) {
      if (error instanceof Fault && error.code === "STALE_REF") return [];
      throw error;
    }
  }
  var commands27 = {
    async wait(args, ctx) {
      const wish = wishOf2(args);
      const until = performance.now() + Math.max(0, args.timeout_ms ?? 5e3);
      const stillness = wish.still ? new Stillness(ctx) : null;
      const told4 = (what) => {
        stillness?.end();
        return { met: what === "", what, ...stillness && { goes_on: stillness.goesOn } };
      };
      const first = await missing(wish, stillness, ctx.used, ctx.within);
      if (first === "" || performance.now() >= until) return told4(first);
      return new Promise((done, fail) => {
        let timer = 0;
        let cost = 0;
        let soon = false;
        let ended = false;
        const look2 = async () => {
          clearTimeout(timer);
          soon = true;
          if (ended) return;
          const began = performance.now();
          try {
            const what = await missing(wish, stillness, ctx.used, ctx.within);
            soon = false;
            const now = performance.now();
            cost = now - began;
            ended = what === "" || now >= until;
            if (ended) done(told4(what));
            else timer = setTimeout(look2, Math.min(Math.max(PACE2, 3 * cost), until - now));
          } catch (error) {
            ended = true;
            stillness?.end();
            fail(error);
          }
          if (ended) observer2.disconnect();
        };
        const observer2 = new MutationObserver(() => {
          if (soon || stillness) return;
          soon = true;
          clearTimeout(timer);
          timer = setTimeout(look2, Math.min(Math.max(20, 3 * cost), until - performance.now()));
        });
        for (const frame2 of ctx.frames)
          observer2.observe(frame2.document, {
            subtree: true,
            childList: true,
            attributes: true,
            characterData: true
          });
        timer = setTimeout(look2, PACE2);
      });
    }
  };

  // src/main.js
  var commands28 = {
    ...commands8,
    ...commands9,
    ...commands23,
    ...commands17,
    ...commands18,
    ...commands3,
    ...commands4,
    ...commands15,
    ...commands27,
    ...commands5,
    ...commands10,
    ...commands12,
    ...commands19,
    ...commands21,
    ...commands22,
    ...commands,
    ...commands16,
    ...commands13,
    ...commands24,
    ...commands25,
    ...commands6,
    ...commands20,
    ...commands11,
    ...commands26,
    ...commands7,
    ...commands14,
    ...commands2,
    // both ends of a drag, and the frame of a pinch, may lie in frames of other origins
    drag_plan: (args, ctx) => dragPlan(args, inner(ctx)),
    pinch_plan: (args, ctx) => pinchPlan(args, inner(ctx)),
    pinched: (args, ctx) => pinched(args, inner(ctx)),
    async veils(_args, ctx) {
      const boxes = ctx.full ? [visibleBox()] : await veils(ctx);
      return { boxes: boxes.map(({ x, y, width, height }) => [x, y, width, height]) };
    },
    /** Asked by a frame above: whether a touch at `at` would land in a frame whose site is blocked. */
    probe: async ({ at }, ctx) => ({ free: await refuseShut(at, ctx) === void 0 })
  };
  var inner = (ctx) => async (name, args) => {
    const own2 = context();
    const value = await runClear(
      name,
      /** @type {any} */
      commands28[name],
      args,
      own2
    );
    for (const frame2 of own2.used) ctx.used.add(frame2);
    return value;
  };
  var LOOKS = ["theme", "contrast", "repaint"];
  var OVERALL = /* @__PURE__ */ new Set(["snapshot", "outline", "progress", "find", ...LOOKS]);
  var GATHERING = /* @__PURE__ */ new Set([..."where conceal snapshot outline progress find".split(" "), ...LOOKS]);
  async function runClear(name, command, args, ctx) {
    const value = (
      /** @type {any} */
      await run(name, command, args, ctx)
    );
    if (shutNow().length === 0 || window.parent !== window) return value;
    const view = visibleBox();
    if (name === "plan" || name === "spot")
      await refuseShut({ x: value.x + view.x, y: value.y + view.y }, context());
    if (name === "scroll_plan") await steerClear(value, context());
    return value;
  }
  async function run(name, command, args, all) {
    const entered = await inside(name, args, all);
    if ("value" in entered) return entered.value;
    const { ctx } = entered;
    const target = targetOf(args);
    if (!GATHERING.has(name) || target.ref !== void 0) {
      const forwarded = await forward(name, args, target, ctx);
      if (forwarded) return forwarded.value;
    }
    try {
      if (args.outer && Object.keys(target).length > 0)
        scrollIn(resolve(target, ctx).element, "center", ctx);
      return await command(args, args.outer ? context(void 0, ctx.within) : ctx);
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== "TARGET_NOT_FOUND") throw error;
      const found = await seek(name, args, target, ctx);
      if (!found) throw error;
      return found.value;
    }
  }
  async function call(name, args) {
    const command = Object.hasOwn(commands28, name) ? commands28[name] : void 0;
    if (typeof args?.ref_base === "number") refs.raise(args.ref_base);
    let ctx = null;
    let answer2;
    try {
      if (!command) throw new Fault("INTERNAL", `the page script has no command ${name}`);
      shutFrames(args?.shut);
      bePatient(args?.hello_ms);
      ctx = context(typeof args?.budget_ms === "number" ? args.budget_ms : void 0);
      attend(ctx);
      for (const frame2 of ctx.frames) noteSecrets(frame2.document);
      answer2 = { ok: true, value: await runClear(name, command, args ?? {}, ctx) };
    } catch (error) {
      answer2 = { ok: false, ...told3(name, error) };
    }
    answer2.doc = { id: DOC, href: brief(location.href), origin: self.origin };
    answer2.frames = framesOf2(answer2.value, ctx, OVERALL.has(name));
    answer2.last_ref = refs.last;
    return answer2;
  }
  function told3(name, error) {
    if (error instanceof Fault) return { code: error.code, message: error.message };
    if (error instanceof RangeError)
      return { code: "TIMEOUT", message: "the page is nested too deep to be gone through" };
    const stack = error instanceof Error ? error.stack ?? "" : "";
    const places2 = stack.split("\n").filter((line) => /^ {4}at /.test(line));
    const kind2 = error instanceof Error ? error.name : typeof error;
    return { code: "INTERNAL", message: `${name}: ${kind2} ${places2.slice(0, 8).join(" ").trim()}` };
  }
  function framesOf2(value, ctx, all) {
    if (!ctx) return [{ href: brief(location.href), parent: null }];
    const rows = rowsIn(value);
    const list = all ? [...ctx.frames] : ctx.frames.slice(0, 1);
    const place2 = (frame2) => {
      const known = list.findIndex((each) => each.document === frame2.document);
      if (known >= 0) return known;
      if (frame2.above) place2(frame2.above);
      return list.push(frame2) - 1;
    };
    for (const frame2 of ctx.used) place2(frame2);
    for (const row3 of rows) {
      const frame2 = home(row3);
      if (frame2) row3.frame = place2(frame2);
    }
    return list.map((frame2) => ({
      href: frame2.href,
      // a document may be given another address while it is read: both are judged
      ...movedTo(frame2),
      parent: frame2.above ? place2(frame2.above) : null
    }));
  }
  function movedTo(frame2) {
    if (frame2.now !== void 0) return { now: frame2.now };
    const there = frame2.document.location ?? null;
    const now = there === null ? frame2.href : brief(there.href);
    return now === frame2.href ? {} : { now };
  }
  function rowsIn(value) {
    if (value === null || typeof value !== "object") return [];
    if (Array.isArray(value)) return value.flatMap(rowsIn);
    if (home(
      /** @type {import("./types.js").Row} */
      value
    ))
      return [
        /** @type {import("./types.js").Row} */
        value
      ];
    return Object.values(value).flatMap(
      (inner2) => inner2 !== null && typeof inner2 === "object" ? rowsIn(inner2) : []
    );
  }
  var GLOBAL = "__tapbridge";
  if (!Object.hasOwn(globalThis, GLOBAL)) {
    Object.defineProperty(globalThis, GLOBAL, {
      value: Object.freeze({
        hash: "a0414c0e",
        call,
        hear: hear2,
        lens,
        hold,
        suspects,
        adopt,
        lend,
        fieldOf,
        commands: Object.keys(commands28)
      })
    });
    cover();
    listen();
    serve(call);
  }
})();
