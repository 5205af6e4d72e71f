// tapbridge-bundle 59d12d57
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
    isContentEditable: getter(HTMLElement.prototype, "isContentEditable")
  };
  var { contains: nodeContains, getRootNode: nodeRoot } = Node.prototype;
  var {
    getAttribute,
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
  var nodeValue = (node) => read.nodeValue.call(node) ?? "";
  var shadowRoot = (element) => read.shadowRoot.call(element);
  var assignedSlot = (node) => isElement(node) ? read.assignedSlot.call(node) : null;
  var isHtml = (element) => read.namespaceURI.call(element) === HTML;
  var tag = (element) => isHtml(element) ? read.localName.call(element) : `other:${read.localName.call(element)}`;
  var attribute = (element, name) => getAttribute.call(element, name);
  var has = (element, name) => hasAttribute.call(element, name);
  var matches = (element, selector) => elementMatches.call(element, selector);
  var closest = (element, selector) => elementClosest.call(element, selector);
  var rect = (element) => rectOf.call(element);
  var rects = (element) => rectsOf.call(element);
  function selectAll(root, selector) {
    const type = nodeType(root);
    const all = type === 1 ? elementSelectAll : type === 9 ? documentSelectAll : fragmentSelectAll;
    return [...all.call(root, selector)];
  }
  var activeElement = (root) => nodeType(root) === 9 ? activeOfDocument.call(root) : activeOfShadow.call(root);
  var viewOf = (root) => defaultView.call(root);
  var newRange = (root) => createRange.call(root);
  var facts = (root) => ({
    title: (
      /** @type {string} */
      documentTitle.call(root).slice(0, 1e3)
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
  function composedContains(outer, inner) {
    for (let at = inner; at; at = composedParent(at)) if (at === outer) return true;
    return false;
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
  var shut = /* @__PURE__ */ new Set();
  function shutFrames(addresses) {
    shut = new Set(Array.isArray(addresses) ? addresses : []);
  }
  var shutNow = () => [...shut];
  var isShut = (href) => shut.has(href);
  var brief = (href) => href.slice(0, href.startsWith("data:") ? 100 : LONGEST);
  function documentIn(element) {
    const inner = tag(element) === "iframe" ? contentDocument.call(element) : (
      /** @type {HTMLFrameElement} */
      element.contentDocument
    );
    return inner && shut.size > 0 && isShut(brief(inner.location.href)) ? null : inner;
  }
  function frameElements(root, budget, found = []) {
    for (const element of selectAll(root, "*")) {
      budget.spend();
      if (isFrame(element)) found.push(element);
      const inner = shadowRoot(element);
      if (inner) frameElements(inner, budget, found);
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
      if (!frame2 || frame2.window.length === 0) continue;
      for (const element of frameElements(frame2.document, budget)) {
        if (frames.length + outside.length >= MOST_FRAMES) return { frames, outside, full: true };
        const inner = documentIn(element);
        const view = (
          /** @type {(Window & typeof globalThis) | null} */
          windowIn(element)
        );
        if (!view) continue;
        const holder = (
          /** @type {HTMLElement} */
          element
        );
        if (!inner) {
          outside.push({ element: holder, window: view, frame: frame2 });
          continue;
        }
        frames.push({
          index: frames.length,
          parent: at,
          above: frame2,
          window: view,
          document: inner,
          element: holder,
          href: brief(view.location.href)
        });
      }
    }
    return { frames, outside, full: false };
  }
  function contentOf(element) {
    const outer = rect(element);
    const size = layout(element);
    const scaleX = size.offsetWidth ? outer.width / size.offsetWidth : 1;
    const scaleY = size.offsetHeight ? outer.height / size.offsetHeight : 1;
    const style = getComputedStyle(element);
    const left = size.clientLeft + (Number.parseFloat(style.paddingLeft) || 0);
    const top = size.clientTop + (Number.parseFloat(style.paddingTop) || 0);
    return { x: outer.x + left * scaleX, y: outer.y + top * scaleY, scaleX, scaleY };
  }
  function toTop(box, frame2, frames) {
    let { x, y, width, height } = box;
    let at = frame2;
    while (at?.element) {
      const { x: left, y: top, scaleX, scaleY } = contentOf(at.element);
      x = left + x * scaleX;
      y = top + y * scaleY;
      width *= scaleX;
      height *= scaleY;
      at = frames[at.parent];
    }
    return { x, y, width, height };
  }
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
      const inner = shadowRoot(active);
      const within2 = isFrame(active) ? documentIn(active) : null;
      if (inner) root = inner;
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
    var elements = arrayFrom(element.querySelectorAll(selectors));
    queryIdRefs(element, "aria-owns").forEach(function(root) {
      elements.push.apply(elements, arrayFrom(root.querySelectorAll(selectors)));
    });
    return elements;
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
    function computeTextAlternative2(current2, context2) {
      if (consultedNodes.has(current2)) {
        return "";
      }
      if (!hidden && isHidden(current2, getComputedStyle2) && !context2.isReferenced) {
        consultedNodes.add(current2);
        return "";
      }
      var labelAttributeNode = isElement2(current2) ? current2.getAttributeNode("aria-labelledby") : null;
      var labelElements = labelAttributeNode !== null && !consultedNodes.has(labelAttributeNode) ? queryIdRefs(current2, "aria-labelledby") : [];
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
      var skipToStep2E = context2.recursion && isControl(current2) && compute === "name";
      if (!skipToStep2E) {
        var ariaLabel = (isElement2(current2) && current2.getAttribute("aria-label") || "").trim();
        if (ariaLabel !== "" && compute === "name") {
          consultedNodes.add(current2);
          return ariaLabel;
        }
        if (!isMarkedPresentational(current2)) {
          var elementTextAlternative = computeElementTextAlternative(current2);
          if (elementTextAlternative !== null) {
            consultedNodes.add(current2);
            return elementTextAlternative;
          }
        }
      }
      if (hasAnyConcreteRoles(current2, ["menu"])) {
        consultedNodes.add(current2);
        return "";
      }
      if (skipToStep2E || context2.isEmbeddedInLabel || context2.isReferenced) {
        if (hasAnyConcreteRoles(current2, ["combobox", "listbox"])) {
          consultedNodes.add(current2);
          var selectedOptions = querySelectedOptions(current2);
          if (selectedOptions.length === 0) {
            return isHTMLInputElement(current2) ? current2.value : "";
          }
          return arrayFrom(selectedOptions).map(function(selectedOption) {
            return computeTextAlternative2(selectedOption, {
              isEmbeddedInLabel: context2.isEmbeddedInLabel,
              isReferenced: false,
              recursion: true
            });
          }).join(" ");
        }
        if (hasAbstractRole(current2, "range")) {
          consultedNodes.add(current2);
          if (current2.hasAttribute("aria-valuetext")) {
            return current2.getAttribute("aria-valuetext");
          }
          if (current2.hasAttribute("aria-valuenow")) {
            return current2.getAttribute("aria-valuenow");
          }
          return current2.getAttribute("value") || "";
        }
        if (hasAnyConcreteRoles(current2, ["textbox"])) {
          consultedNodes.add(current2);
          return getValueOfTextbox(current2);
        }
      }
      if (allowsNameFromContent(current2) || isElement2(current2) && context2.isReferenced || isNativeHostLanguageTextAlternativeElement(current2) || isDescendantOfNativeHostLanguageTextAlternativeElement(current2)) {
        var accumulatedText2F = computeMiscTextAlternative(current2, {
          isEmbeddedInLabel: context2.isEmbeddedInLabel,
          isReferenced: false
        });
        if (accumulatedText2F !== "") {
          consultedNodes.add(current2);
          return accumulatedText2F;
        }
      }
      if (current2.nodeType === current2.TEXT_NODE) {
        consultedNodes.add(current2);
        return current2.textContent || "";
      }
      if (context2.recursion) {
        consultedNodes.add(current2);
        return computeMiscTextAlternative(current2, {
          isEmbeddedInLabel: context2.isEmbeddedInLabel,
          isReferenced: false
        });
      }
      var tooltipAttributeValue = computeTooltipAttributeValue(current2);
      if (tooltipAttributeValue !== null) {
        consultedNodes.add(current2);
        return tooltipAttributeValue;
      }
      consultedNodes.add(current2);
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

  // src/lines.js
  var clean = (text) => text.replace(/[\s\u200b\u2060\ufeff\u00ad]+/g, " ").trim();
  function cut(text, limit) {
    if (text.length <= limit) return text;
    return `${text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, "")}…`;
  }
  var LINE = 1;
  var GAP = 2;
  var CELL = 3;
  var BREAK = 4;
  function join(pieces) {
    const parts = [];
    let ends = 0;
    let tab = false;
    const isSpaced = () => /\s$/.test(parts[parts.length - 1] ?? "");
    const trim = () => {
      while (parts.length > 0) {
        const last = (
          /** @type {string} */
          parts.pop().trimEnd()
        );
        if (last === "") continue;
        parts.push(last);
        return;
      }
    };
    for (const piece of pieces) {
      if (typeof piece === "number") {
        if (piece === CELL) tab = true;
        else ends = piece === BREAK ? Math.min(2, ends + 1) : Math.max(ends, piece);
        continue;
      }
      let letters = typeof piece === "string" ? piece : piece.kept;
      const isFirst = parts.length === 0;
      if (letters.trim() === "" && (ends > 0 || tab || isFirst || typeof piece === "string")) {
        if (ends === 0 && !tab && !isFirst && !isSpaced()) parts.push(" ");
        continue;
      }
      if (ends > 0 || tab) {
        trim();
        if (ends === 0) parts.push("	");
        else if (parts.length > 0) parts.push("\n".repeat(ends));
      }
      if (typeof piece === "string" && (parts.length === 0 || isSpaced()))
        letters = letters.trimStart();
      if (letters !== "") parts.push(letters);
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
    const row = closest(element, "tr");
    if (closest(element, "thead")) return "columnheader";
    for (let cell = row?.firstElementChild; cell; cell = cell.nextElementSibling)
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
    const asked = firstRole(attribute(element, "role"));
    if (asked === null) return nativeRole(element);
    if (asked === "none") {
      return isFocusable(element) || matches(element, GLOBAL_ARIA) ? nativeRole(element) : "none";
    }
    if ((asked === "region" || asked === "form") && !isNamed(element)) return nativeRole(element);
    return asked === "generic" ? "" : asked;
  }
  var isActive = (role) => ACTIVE.has(role);
  function levelOf(element, role) {
    if (role !== "heading") return null;
    const asked = Number.parseInt(attribute(element, "aria-level") ?? "", 10);
    if (asked > 0) return asked;
    const digit = /^h([1-6])$/.exec(tag(element))?.[1];
    return digit ? Number(digit) : 2;
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
  function shadowColors(shadow) {
    return shadow === "none" ? [] : (shadow.match(COLOR) ?? []).map(parseColor);
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
    if (!text.match(COLOR)) return null;
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
    const inner = /^rgba?\(([^)]*)\)$/.exec(text)?.[1];
    if (!inner) return drawn(text);
    const [r = 0, g = 0, b = 0, a = 1] = inner.split(/[\s,/]+/).map(Number);
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

  // src/visible.js
  var PAPER = { color: { r: 255, g: 255, b: 255, a: 1 }, owner: null };
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
  var isDotted = (style) => !["", "none"].includes(style.getPropertyValue("-webkit-text-security"));
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
    /** What may lie behind text, below a ground. @type {Map<Element, Painted[]>} */
    #painted = /* @__PURE__ */ new Map();
    /**
     * @param {(element: Element) => CSSStyleDeclaration} style
     * @param {(document: Document) => Element | null} holder the iframe element around a document
     * @param {import("./budget.js").Budget} budget
     */
    constructor(style, holder, budget) {
      this.#style = style;
      this.#holder = holder;
      this.#budget = budget;
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
      if (style.display === "none") return { ...above2 ?? this.#root(element), gone: true };
      const from = above2 ?? this.#root(element);
      if (from.gone) return from;
      if (from.skips && !(parent && tag(parent) === "details" && isSummary(element)))
        return { ...from, gone: true };
      const position = style.position;
      const fixed = from.fixed || position === "fixed";
      const opacity = from.opacity * Number(style.opacity) * filterOpacity(style.filter);
      const veiled = from.veiled || opacity < FAINT || isClippedAway(style.clip, style.clipPath) || isMaskedAway(style.maskImage);
      const look = {
        gone: false,
        veiled,
        opacity,
        drawn: style.visibility === "visible",
        clip: from.clip,
        clipAbsolute: from.clipAbsolute,
        origin: from.origin,
        skips: style.getPropertyValue("content-visibility") === "hidden" || tag(element) === "details" && !has(element, "open"),
        fixed
      };
      if (position === "fixed") {
        look.clip = null;
        look.clipAbsolute = null;
        look.origin = { left: 0, top: 0 };
      } else if (position === "absolute") look.clip = from.clipAbsolute;
      const cuts2 = style.overflowX !== "visible" || style.overflowY !== "visible";
      if (cuts2 && parent && style.display !== "inline" && style.display !== "contents") {
        if (tag(element) !== "body") this.#cut(element, style, look);
      } else if (position !== "static") look.clipAbsolute = look.clip;
      return look;
    }
    /** @param {Element} element @param {CSSStyleDeclaration} style @param {Look} look changed here */
    #cut(element, style, look) {
      const box = rect(element);
      const seen = meet(box, look.clip);
      const size = layout(element);
      const scrolls2 = /auto|scroll/.test(style.overflowY) && size.scrollHeight > size.clientHeight || /auto|scroll/.test(style.overflowX) && size.scrollWidth > size.clientWidth;
      if (scrolls2 && isSome(seen)) {
        look.clip = null;
        look.origin = { left: box.left - size.scrollLeft, top: box.top - size.scrollTop };
      } else {
        look.clip = seen;
      }
      if (style.position !== "static") look.clipAbsolute = look.clip;
    }
    /** @param {Element} element the first of its document @returns {Look} */
    #root(element) {
      const holder = this.#holder(documentOf(element));
      const outer = holder ? this.look(holder) : null;
      const view = viewOf(documentOf(element));
      const far = view && this.#style(element).direction === "rtl" ? Number.NEGATIVE_INFINITY : 0;
      return {
        gone: outer?.gone ?? false,
        veiled: outer ? outer.veiled || !this.isSeen(
          /** @type {Element} */
          holder
        ) : false,
        opacity: outer?.opacity ?? 1,
        drawn: true,
        clip: null,
        clipAbsolute: null,
        origin: { left: far || -(view?.scrollX ?? 0), top: -(view?.scrollY ?? 0) },
        skips: false,
        fixed: false
      };
    }
    /**
     * Whether a box of the element's content could be seen, scrolling allowed.
     * @param {Element} element
     * @param {Edges} box client px of its document
     */
    shows(element, box) {
      const look = this.look(element);
      if (look.gone || look.veiled || !look.drawn) return false;
      if (box.right - box.left <= 0 || box.bottom - box.top <= 0) return false;
      if (box.right <= look.origin.left || box.bottom <= look.origin.top) return false;
      if (look.fixed) {
        const view = viewOf(documentOf(element));
        if (view && (box.left >= view.innerWidth || box.top >= view.innerHeight)) return false;
      }
      return !look.clip || isSome(meet(box, look.clip));
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
      const look = this.look(element);
      if (look.gone || look.veiled) return false;
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
      if (Number.parseFloat(style.fontSize) < 2 || box.bottom - box.top < 2) return false;
      if (isDotted(style)) return false;
      const ink = this.#ink(element, style);
      if (!ink) return true;
      const ground = this.#ground(element);
      const shadows = shadowColors(style.textShadow);
      const stands = (color) => !ground || !isAlike(color, ground.color);
      if (shadows.some((color) => !color || color.a >= FAINT && stands(color))) return true;
      if (ink.a < FAINT) return this.#isCutOut(style, ground);
      if (!ground || stands(ink)) return true;
      return this.#isPaintedBetween(element, ground.owner, box, ink);
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
     * Whether letters without colour are cut out of a ground that is seen.
     * @param {CSSStyleDeclaration} style
     * @param {Ground | null} ground
     */
    #isCutOut(style, ground) {
      const clip = style.getPropertyValue("-webkit-background-clip") || style.backgroundClip;
      if (!clip.includes("text")) return false;
      if (style.backgroundImage !== "none") return true;
      const color = parseColor(style.backgroundColor);
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
      const found = ground === void 0 ? PAPER : ground;
      for (const each of passed) this.#grounds.set(each, found);
      return found;
    }
    /** @param {Element} element @returns {Ground | null | undefined} undefined: what is behind it shows through */
    #ownGround(element) {
      const style = this.#style(element);
      if (style.backgroundImage !== "none") return null;
      const color = parseColor(style.backgroundColor);
      if (!color) return null;
      if (color.a > 0.95) return { color, owner: element };
      if (color.a > FAINT) return null;
      return /^(button|input|select|textarea|img|video|canvas)$/.test(tag(element)) ? null : void 0;
    }
    /**
     * Whether a picture or a positioned ground lies behind the text, above the plain colour.
     * @param {Element} element
     * @param {Element | null} owner
     * @param {Edges} box
     * @param {import("./paint.js").Color} ink
     */
    #isPaintedBetween(element, owner, box, ink) {
      for (let at = (
        /** @type {Element | null} */
        element
      ); at && at !== owner; at = composedParent(at))
        if (this.#hasPaintedPseudo(at)) return true;
      if (owner && this.#hasPaintedPseudo(owner)) return true;
      const root = owner ?? documentElement(documentOf(element));
      if (!root) return false;
      return this.#paintedIn(root).some(({ color, edges, drawing }) => {
        this.#budget.spend();
        if (color && isAlike(ink, color)) return false;
        return isSome(meet(edges, box)) && !(drawing && composedContains(drawing, element));
      });
    }
    /**
     * Pictures and positioned grounds below an element.
     * @param {Element} root
     */
    #paintedIn(root) {
      let found = this.#painted.get(root);
      if (found) return found;
      found = [];
      this.#painted.set(root, found);
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
        const drawing = tag(other) === "other:svg" ? other : null;
        found.push({ color, edges: rect(other), drawing });
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
    return role;
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
    const current2 = aria("current");
    if (current2 && current2 !== "false") states.push("current");
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
      const field2 = (
        /** @type {HTMLInputElement} */
        element
      );
      const type = inputType(element);
      if (type === "file") value = [...field2.files ?? []].map((file) => file.name).join(", ");
      else if (!/^(checkbox|radio|button|submit|reset|image|hidden)$/.test(type)) value = field2.value;
    } else if (name === "textarea") value = /** @type {HTMLTextAreaElement} */
    element.value;
    else if (name === "progress" || name === "meter") {
      const meter = (
        /** @type {HTMLProgressElement} */
        element
      );
      const isOpen = name === "progress" && !has(element, "value");
      value = isOpen ? "" : `${meter.value}/${meter.max}`;
    } else if (isEditingHost(element)) value = textContent(element);
    else if (/^(slider|spinbutton|progressbar|meter|scrollbar|separator)$/.test(role))
      value = attribute(element, "aria-valuetext") ?? attribute(element, "aria-valuenow") ?? "";
    else if (role === "combobox" || role === "textbox" || role === "searchbox")
      value = isActive(nativeRole(element)) ? "" : clean(textContent(element));
    else return null;
    value = cut(clean(value), VALUE_LIMIT);
    return value === "" ? null : value;
  }
  var homes = /* @__PURE__ */ new WeakMap();
  var home = (row) => homes.get(row);
  function settle(row, frame2) {
    homes.set(row, frame2);
    return row;
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
    const row = {
      ref: options.ref && !options.ref(interactive) ? null : ctx.refs.give(element),
      role: role || "generic",
      name: ctx.names.of(element) || plainName(element, role, ctx),
      depth: options.depth ?? 0,
      frame: frame2.index,
      states,
      value: heldBy(element, role),
      level: levelOf(element, role),
      interactive,
      box
    };
    return settle(row, frame2);
  }
  function plainName(element, role, ctx) {
    if (isField(element) || role === "iframe") return "";
    return role === "" ? cut(clean(ctx.names.seenText(element, 80)), 80) : "";
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
      return this.#accessible(element, true) || this.#accessible(element, false) || this.#fallback(element);
    }
    /** @param {Element} element @param {boolean} seenOnly */
    #accessible(element, seenOnly) {
      const label = clean(attribute(element, "aria-label") ?? "");
      const isField2 = /^(input|textarea|select)$/.test(tag(element));
      if (label === "" && !isField2 && isDotted(this.#style(element))) return "";
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
      if (pseudo) return getComputedStyle(element, pseudo);
      const style = this.#style(element);
      if (!isHtml(element)) return style;
      if (element !== subject && (isDotted(style) || isSecret(element)))
        return disguise(style, "visibility", "hidden");
      if (seenOnly && element !== subject) {
        const look = this.#sight.look(element);
        const nothing = look.clip && look.clip.right - look.clip.left <= 1;
        if (look.veiled || nothing) return disguise(style, "visibility", "hidden");
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
      if (!isActive(role) && role !== "heading") return "";
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
  var disguises = { visibility: /* @__PURE__ */ new WeakMap(), display: /* @__PURE__ */ new WeakMap() };
  function disguise(style, property, value) {
    let made = disguises[property].get(style);
    if (!made) {
      made = /** @type {CSSStyleDeclaration} */
      /** @type {unknown} */
      {
        display: style.display,
        visibility: style.visibility,
        [property]: value,
        /** @param {string} name */
        getPropertyValue: (name) => name === property ? value : style.getPropertyValue(name)
      };
      disguises[property].set(style, made);
    }
    return made;
  }
  var range = newRange(document);
  function isTextSeen(node, parent, sight) {
    const look = sight.look(parent);
    if (look.gone || look.veiled || look.skips || !look.drawn) return false;
    const own = documentOf(node) === document ? range : newRange(documentOf(node));
    own.selectNodeContents(node);
    const box = own.getBoundingClientRect();
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

  // src/context.js
  var DOC = Array.from(
    crypto.getRandomValues(new Uint8Array(8)),
    (byte) => byte.toString(16).padStart(2, "0")
  ).join("");
  var refs = new Refs();
  function context(limit) {
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
    const sight = new Sight(style, (inner) => holders2.get(inner) ?? null, budget);
    return {
      frames,
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
    const field2 = labelled(control) ?? control;
    if (isHtml(field2) && matches(field2, ":disabled")) return "disabled";
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
    let inside = document;
    while (inside) {
      const at = deepest(inside, x, y);
      if (!at) return found;
      found = at;
      inside = isFrame(at) ? documentIn(at) : null;
      if (inside) {
        const content = contentOf(at);
        x = (x - content.x) / content.scaleX;
        y = (y - content.y) / content.scaleY;
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
    const wanted = controlOf(target);
    const met = controlOf(hit);
    if (wanted === met && matches(wanted, CONTROL)) return true;
    return labelled(met) === wanted || labelled(wanted) === met;
  }
  function contains(outer, inner) {
    let at = inner;
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
    const whole = list.length === 1 ? list : [rect(element), ...list];
    const points = [];
    for (const each of whole) {
      const seen = meet2(toTop(each, ctx.frameOf(element), ctx.frames), clip);
      if (seen) points.push({ x: seen.x + seen.width / 2, y: seen.y + seen.height / 2 });
    }
    return points;
  }
  function boxesOf(element) {
    const own = [...rects(element)].filter((each) => each.width > 0 && each.height > 0);
    if (own.length > 0) return own;
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
  function scrollIn(element, place, ctx) {
    const frame2 = ctx.frameOf(element);
    const where = () => [toTop(rect(element), frame2, ctx.frames), visibleBox()];
    const before = where();
    intoView.call(element, { block: place, inline: "center", behavior: "instant" });
    return where().some((box, at) => box.x !== before[at]?.x || box.y !== before[at]?.y);
  }
  function visibleBox() {
    const view = window.visualViewport;
    if (!view) return { x: 0, y: 0, width: innerWidth, height: innerHeight };
    return { x: view.offsetLeft, y: view.offsetTop, width: view.width, height: view.height };
  }
  function clipOf(element, ctx) {
    const nothing = { x: 0, y: 0, width: 0, height: 0 };
    let clip = visibleBox();
    let place = "static";
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
          place = "static";
        } else if (escapes(place, style, holds2)) {
          continue;
        } else if (cuts(at, style)) {
          clip = meet2(toTop(rect(at), frame2, ctx.frames), clip) ?? nothing;
        }
      }
      if (holds2) place = style.position;
    }
    return clip;
  }
  function escapes(place, style, holds2) {
    if (place === "fixed") return style.transform === "none";
    return place === "absolute" && !holds2;
  }
  function insideOf(frame2, style) {
    const { x, y, scaleX, scaleY } = contentOf(frame2);
    const { clientWidth, clientHeight } = layout(frame2);
    const pad = (side) => Number.parseFloat(side) || 0;
    return {
      x,
      y,
      width: (clientWidth - pad(style.paddingLeft) - pad(style.paddingRight)) * scaleX,
      height: (clientHeight - pad(style.paddingTop) - pad(style.paddingBottom)) * scaleY
    };
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
  function siphash(key2, bytes) {
    const secret = new DataView(new ArrayBuffer(16));
    for (let at = 0; at < 16; at++)
      secret.setUint8(at, Number.parseInt(key2.slice(2 * at, 2 * at + 2), 16));
    const words2 = new Words(
      Uint32Array.from({ length: 4 }, (_, at) => secret.getUint32(4 * at, true))
    );
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const whole = bytes.length - bytes.length % 8;
    for (let at = 0; at < whole; at += 8)
      words2.take(view.getUint32(at, true), view.getUint32(at + 4, true));
    const rest = new DataView(new ArrayBuffer(8));
    for (let at = whole; at < bytes.length; at++) rest.setUint8(at - whole, view.getUint8(at));
    rest.setUint8(7, bytes.length & 255);
    words2.take(rest.getUint32(0, true), rest.getUint32(4, true));
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
  var SILENCE = 3e3;
  var MARK = "tapbridge";
  var LONGEST2 = 4e6;
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
        if (text.length > LONGEST2 || !SEAL.test(data.seal) || !isAbove(source)) return;
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
  function isAbove(source) {
    for (let at = (
      /** @type {Window} */
      window
    ); at.parent !== at; at = at.parent)
      if (at.parent === source) return true;
    return false;
  }

  // src/remote.js
  var LIMIT2 = 2e4;
  var WAY = 500;
  var FRAME_LIMIT = 2e3;
  var STILL_TRIES = 30;
  var POINTS = /* @__PURE__ */ new Set(["plan", "scroll_plan"]);
  var ON_SCREEN = /* @__PURE__ */ new Set(["plan", "scroll_plan", "field", "select", "scroll"]);
  var tokens = /* @__PURE__ */ new Map();
  var greetings = /* @__PURE__ */ new WeakMap();
  function hello(outside, ctx) {
    let made = greetings.get(ctx);
    if (!made) {
      made = new Map(ctx.outside.map(({ window: window2 }) => [window2, greet(window2)]));
      greetings.set(ctx, made);
    }
    return made.get(outside.window) ?? greet(outside.window);
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
  async function veils(ctx) {
    const boxes = [];
    for (const outside of ctx.outside) {
      const whole = boxOf(outside.element, ctx);
      const there = await hello(outside, ctx);
      const inner = there && !isShut(there.href) ? await gather(outside, "veils", {}, ctx) : null;
      if (!inner) boxes.push(whole);
      for (const [x, y, width, height] of inner?.boxes ?? []) {
        const part = meet2(carry({ x, y, width, height }, outside, ctx), whole);
        if (part) boxes.push(part);
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
    const { x, y, scaleX, scaleY } = contentOf(hit);
    const at = toTop({ x, y, width: 0, height: 0 }, outside.frame, ctx.frames);
    const inner = { x: (point.x - at.x) / scaleX, y: (point.y - at.y) / scaleY };
    await askOutside(outside, "probe", { at: inner }, ctx);
  }
  async function askOutside(outside, name, args, ctx) {
    const there = await hello(outside, ctx);
    if (there === null) return null;
    if (isShut(there.href)) throw blocked();
    const own = args.timeout_ms ?? args.budget_ms;
    const limit = typeof own === "number" ? own + WAY : LIMIT2;
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
    adopt(answer2.value, outside, frames, ctx);
    const first = frames[0];
    if (first) ctx.used.add(first);
    return answer2.value;
  }
  function framesOf(answer2, outside) {
    const frames = [];
    for (const { href, parent } of answer2.frames ?? []) {
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
        href: String(href)
      });
    }
    return frames;
  }
  function adopt(value, outside, frames, ctx) {
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
    for (const inner of Object.values(value)) adopt(inner, outside, frames, ctx);
  }
  function carryBox([x, y, width, height], outside, ctx) {
    const box = carry({ x, y, width, height }, outside, ctx);
    return [box.x, box.y, box.width, box.height].map(Math.round);
  }
  function carry({ x, y, width, height }, outside, ctx) {
    const at = contentOf(outside.element);
    const box = {
      x: at.x + x * at.scaleX,
      y: at.y + y * at.scaleY,
      width: width * at.scaleX,
      height: height * at.scaleY
    };
    return toTop(box, outside.frame, ctx.frames);
  }
  async function carryPoint(plan2, outside) {
    let before = "";
    let point = { x: 0, y: 0 };
    let ctx = context();
    for (let tries = 0; tries < STILL_TRIES; tries++) {
      ctx = context();
      const box = carry({ x: plan2.x, y: plan2.y, width: 0, height: 0 }, outside, ctx);
      point = { x: box.x, y: box.y };
      const now = `${box.x},${box.y}`;
      if (now === before) break;
      before = now;
      await frame(FRAME_LIMIT);
    }
    const view = visibleBox();
    const inView = point.x >= view.x && point.y >= view.y && point.x < view.x + view.width && point.y < view.y + view.height;
    const hit = inView ? elementAt(point.x, point.y) : null;
    if (!hit) return false;
    if (hit !== outside.element) {
      throw new Fault("COVERED", `the frame is covered by ${words(hit, ctx)}`);
    }
    plan2.x = point.x - view.x;
    plan2.y = point.y - view.y;
    return true;
  }
  async function bringIn({ element }) {
    const ctx = context();
    if (meet2(boxOf(element, ctx), visibleBox())) return;
    scrollIn(element, "center", ctx);
    await frame(FRAME_LIMIT);
    await frame(FRAME_LIMIT);
  }
  function placeOf(name, args, target, ctx) {
    const of = (window2) => ctx.outside.find((each) => each.window === window2) ?? null;
    if (target.ref !== void 0) {
      const lent = refs.lentTo(target.ref);
      if (!lent) return null;
      const place = of(lent);
      if (!place) throw new Fault("STALE_REF", `${target.ref} is in a frame that is gone`);
      return place;
    }
    if (typeof args.token === "string") return of(tokens.get(args.token));
    if (Object.keys(target).length > 0) return null;
    if (args.point) {
      const view = visibleBox();
      const hit = elementAt(args.point.x + view.x, args.point.y + view.y);
      return ctx.outside.find((each) => each.element === hit) ?? null;
    }
    if (!/^(field|focused|pressed)$/.test(name)) return null;
    return ctx.outside.find((each) => activeElement(each.frame.document) === each.element) ?? null;
  }
  async function forward(name, args, target, ctx) {
    if (ctx.outside.length === 0) return null;
    const place = placeOf(name, args, target, ctx);
    return place && { value: await handOver(place, name, args, ctx) };
  }
  async function handOver(place, name, args, ctx) {
    const handed = { ...args };
    if (args.point) {
      const view = visibleBox();
      const at = contentOf(place.element);
      const frameTop = toTop({ x: at.x, y: at.y, width: 0, height: 0 }, place.frame, ctx.frames);
      handed.point = {
        x: (args.point.x + view.x - frameTop.x) / at.scaleX,
        y: (args.point.y + view.y - frameTop.y) / at.scaleY
      };
    }
    if (ON_SCREEN.has(name)) await bringIn(place);
    for (const outer of [false, true]) {
      const value = await askOutside(place, name, { ...handed, outer }, ctx);
      if (value === null)
        throw new Fault("PAGE_UNREACHABLE", "the frame's script world does not answer");
      if (!POINTS.has(name) || await carryPoint(value, place)) return value;
    }
    throw new Fault("TAP_MISSED", "the element's place in its frame cannot be scrolled into sight");
  }
  async function seek(name, args, target, ctx) {
    if (target.ref !== void 0) return null;
    const found = [];
    const { nth, ...plain3 } = target;
    for (const outside of ctx.outside) {
      if (!ctx.sight.isSeen(outside.element)) continue;
      const value = await gather(outside, "find", { target: plain3, limit: 50 }, ctx);
      if (value?.rows.length > 0) found.push({ outside, rows: value.rows });
    }
    ctx.used.clear();
    const all = found.flatMap(({ outside, rows }) => rows.map((row) => ({ outside, row })));
    const chosen2 = nth === void 0 ? all.length === 1 ? all[0] : void 0 : all[nth];
    if (!chosen2) {
      if (all.length > 1 && nth === void 0) {
        const list = all.slice(0, 8).map(({ row }) => `${row.role} [${row.ref}] in a frame`);
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

  // src/find.js
  var KEYS = (
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
  var TEST_IDS = ["data-testid", "data-test-id", "data-test", "data-qa", "data-cy"];
  var CANDIDATES = 8;
  var fold = (text) => clean(text).toLowerCase();
  function wording(target) {
    const parts = KEYS.filter((key2) => target[key2] !== void 0).map(
      (key2) => `${key2} ${JSON.stringify(target[key2])}`
    );
    if (target.nth !== void 0) parts.push(`nth ${target.nth}`);
    return parts.join(", ");
  }
  function best(list, text, wanted) {
    const fitting = list.filter((item) => text(item).includes(wanted));
    const whole = fitting.filter((item) => text(item) === wanted);
    return whole.length > 0 ? whole : fitting;
  }
  function everywhere(ctx, selector) {
    const found = [];
    const plain3 = selector === "*";
    const search = (root) => {
      const fitting = plain3 ? null : new Set(selectAll(root, selector));
      for (const element of selectAll(root, "*")) {
        ctx.budget.spend();
        if (!fitting || fitting.has(element)) found.push(element);
        const inner = shadowRoot(element);
        if (inner) search(inner);
      }
    };
    for (const frame2 of ctx.frames) search(frame2.document);
    return found;
  }
  function byText(ctx, wanted, among) {
    const needle = fold(wanted);
    const found = [];
    const visit = (element) => {
      const look = ctx.sight.look(element);
      if (look.gone || look.veiled) return { text: "", hit: false };
      const name = tag(element);
      if (/^(script|style|noscript|template|head|title)$/.test(name)) return { text: "", hit: false };
      let text = "";
      let hit = false;
      if (name === "input" || name === "textarea" || name === "select") text = fieldText(element);
      else if (name === "br") text = " ";
      else if (name === "img") text = attribute(element, "alt") ?? "";
      else {
        for (const child of composedChildren(element)) {
          if (isText(child)) {
            const letters = nodeValue(child);
            if (letters.trim() === "") text += " ";
            else if (isTextSeen(child, element, ctx.sight)) text += letters;
          } else if (isElement(child)) {
            const inner = visit(child);
            hit ||= inner.hit;
            text += /^inline/.test(ctx.style(child).display) ? inner.text : ` ${inner.text} `;
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
    for (const frame2 of ctx.frames) {
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
  function candidates(target, ctx, options = {}) {
    const named = KEYS.filter((key2) => target[key2] !== void 0);
    for (const key2 of named)
      if (typeof target[key2] !== "string" || clean(target[key2] ?? "") === "")
        throw new Fault("INVALID_TARGET", `${key2} is empty`);
    if (named.length === 0) throw new Fault("INVALID_TARGET", "nothing names an element");
    if (target.ref !== void 0) {
      if (named.length > 1)
        throw new Fault(
          "INVALID_TARGET",
          `a ref stands alone, not with ${named.slice(1).join(", ")}`
        );
      return [byRef(target.ref, ctx)];
    }
    const { css, testid, role, label, placeholder, text } = target;
    let list = null;
    const narrow = (all, keep) => {
      list = (list ?? all()).filter(keep);
    };
    if (css !== void 0) list = byCss(css, ctx);
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
      const wanted2 = fold(role);
      narrow(
        () => everywhere(ctx, "*"),
        (element) => fitsRole(element, wanted2)
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
    if (list === null) return byText(ctx, text, null);
    const wanted = fold(text);
    if (role !== void 0) return best(list, (element) => fold(ctx.names.of(element)), wanted);
    const fitting = byText(ctx, text, new Set(list));
    return fitting.length > 0 ? fitting : best(list, (element) => fold(ctx.names.of(element)), wanted);
  }
  function isShown(element, ctx) {
    return ctx.sight.isSeen(element) || isStyledField(element, ctx);
  }
  function isStyledField(element, ctx) {
    const name = tag(element);
    if (name !== "select" && !(name === "input" && /^(checkbox|radio|file|range|color|date)$/.test(inputType(element))))
      return false;
    const look = ctx.sight.look(element);
    if (look.gone) return false;
    for (
      const label of
      /** @type {HTMLInputElement} */
      element.labels ?? []
    )
      if (ctx.sight.isSeen(label)) return true;
    const parent = composedParent(element);
    if (!parent || !ctx.sight.isSeen(parent)) return false;
    const box = rect(element);
    return box.width > 4 && box.height > 4 && ctx.sight.look(parent).drawn && look.drawn;
  }
  var placeholderOf = (element) => fold(attribute(element, "placeholder") ?? attribute(element, "aria-placeholder") ?? "");
  function fitsRole(element, wanted) {
    const role = shownRole(element);
    if (role === wanted) return true;
    if (wanted === "image") return role === "img";
    return wanted === "textbox" && role === "searchbox";
  }
  function isLabelled(element) {
    if (/^(input|select|textarea|meter|progress|output)$/.test(tag(element)))
      return tag(element) !== "input" || inputType(element) !== "hidden";
    const role = shownRole(element);
    return /^(textbox|searchbox|combobox|listbox|checkbox|radio|switch|slider|spinbutton)$/.test(
      role
    );
  }
  function byCss(css, ctx) {
    try {
      document.createDocumentFragment().querySelector(css);
    } catch {
      throw new Fault("INVALID_TARGET", `${JSON.stringify(css)} is no CSS selector`);
    }
    return everywhere(ctx, css);
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
    const row = describe(element, ctx);
    const inside = row.frame > 0 ? " in a frame" : "";
    const name = row.name === "" || inside ? "" : ` ${JSON.stringify(cut(row.name, 60))}`;
    return `${row.role}${name} [${row.ref}]${inside}`;
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
    if (nth === null && list.length > 1) {
      const shown = list.slice(0, CANDIDATES).map((element2, index) => `${index}: ${brief2(element2, ctx)}`);
      const more = list.length > CANDIDATES ? `; and ${list.length - CANDIDATES} more` : "";
      throw new Fault(
        "TARGET_AMBIGUOUS",
        `${list.length} elements fit ${wording(target)}: ${shown.join("; ")}${more}`
      );
    }
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
    for (const key2 of [...KEYS, "nth"])
      if (args[key2] !== void 0 && args[key2] !== null) target[key2] = args[key2];
    return target;
  }
  var commands = {
    async find(args, ctx) {
      const { nth, ...target } = targetOf(args);
      const limit = args.limit ?? 20;
      const list = candidates(target, ctx);
      let rows = list.slice(0, Math.max(limit, (nth ?? 0) + 1)).map((element) => describe(element, ctx, { box: true }));
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

  // src/listen.js
  var TOUCH = [
    "pointerdown",
    "touchstart",
    "pointerup",
    "touchend",
    "pointercancel",
    "mousedown",
    "click"
  ];
  var KEYS2 = ["keydown", "keyup", "beforeinput", "input"];
  var OTHER = ["wheel"];
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
      this.strayed = null;
    }
    /** @param {Event} event */
    take(event) {
      this.seen[event.type] = (this.seen[event.type] ?? 0) + 1;
      if (this.kept.length < MOST_KEPT) this.kept.push(event);
      this.onevent?.(event);
    }
    end() {
      if (this.ended) return;
      this.ended = true;
      this.done.resolve();
      setTimeout(() => this.settled.resolve(), 0);
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
     * @param {EventTarget[]} path
     */
    hear(event, path) {
      if (event.type === "pointerdown" && this.watch.ended && this.watch.token === null) {
        this.watch = new Watch(null, () => false, null);
      }
      const watch = this.watch;
      switch (event.type) {
        case "pointerdown":
          if (watch.landed === "none") {
            watch.landed = watch.lands(path) ? "target" : "other";
            watch.hit = this.#row(path);
            this.#tell(watch, event.type, watch.hit);
          }
          break;
        case "touchend":
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
      if (event.type === "click" || event.type === "pointercancel") watch.end();
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
    if (first && first.hear !== hear) return;
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
    for (const type of [...TOUCH, ...KEYS2, ...OTHER]) {
      window.addEventListener(type, onEvent, { capture: true, passive: true });
    }
  }
  var hear = ear.hear.bind(ear);
  function openWatch(lands, subject) {
    const bytes = crypto.getRandomValues(new Uint8Array(6));
    const token = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    ear.watch = new Watch(token, lands, subject);
    return ear.watch;
  }
  function watchOf(token) {
    const { watch } = ear;
    if (watch.token === token) return watch;
    const { seen, hit, strayed, prevented, done, settled } = watch;
    const landed = watch.landed === "none" ? "none" : "other";
    return { seen, hit, strayed, prevented, done, settled, landed, subject: null, kept: [] };
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
  var pause = (ms) => new Promise((resolve2) => setTimeout(resolve2, ms));
  function passes(path, element) {
    if (path.includes(element)) return true;
    let view = firstElement(path)?.ownerDocument.defaultView;
    while (view?.frameElement) {
      if (composedContains(element, view.frameElement)) return true;
      view = view.frameElement.ownerDocument.defaultView;
    }
    return false;
  }

  // src/act.js
  var STILL_LIMIT = 2e3;
  var OUTCOME_LIMIT = 2e4;
  var MOST_WORDS = 60;
  var PLACES = (
    /** @type {const} */
    ["center", "end", "start"]
  );
  async function plan(args, ctx) {
    awake();
    listen();
    if (args.point) return planPoint(args.point, ctx);
    let { element } = resolve(args.target ?? {}, ctx);
    element = standIn(element, ctx);
    refuseDisabled(element, ctx);
    const point = await approach(element);
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
    return answer(point, describe(subject, fresh2), watch);
  }
  function answer(point, element, watch) {
    const view = visibleBox();
    return {
      x: point.x - view.x,
      y: point.y - view.y,
      element,
      token: watch.token,
      url: location.href
    };
  }
  function planPoint(at, ctx) {
    const view = visibleBox();
    if (!(at.x >= 0 && at.y >= 0 && at.x < view.width && at.y < view.height)) {
      const size = `${Math.floor(view.width)} x ${Math.floor(view.height)}`;
      throw new Fault("TAP_MISSED", `${at.x},${at.y} is outside the visible part (${size})`);
    }
    const point = { x: at.x + view.x, y: at.y + view.y };
    const hit = elementAt(point.x, point.y);
    if (!hit) throw new Fault("TAP_MISSED", `nothing of the page is at ${at.x},${at.y}`);
    const control = controlOf(hit);
    const watch = openWatch((path) => passes(path, control), control);
    return answer(point, describe(control, ctx), watch);
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
    const why = whyDisabled(element);
    if (why) throw new Fault("DISABLED", `${words(element, ctx)} is ${why}`);
  }
  async function approach(element) {
    let met = (
      /** @type {Element | null} */
      null
    );
    let seen = false;
    const start = context();
    if (!inSight(element, start)) scrollIn(element, "center", start);
    for (const place of [null, ...PLACES]) {
      if (place && !scrollIn(element, place, context())) continue;
      await still(element);
      const ctx2 = context();
      for (const point of pointsOf(element, ctx2)) {
        const hit = elementAt(point.x, point.y);
        if (hit && counts(hit, element)) return point;
        met ??= hit;
        seen = true;
      }
    }
    const ctx = context();
    const name = words(element, ctx);
    if (!seen) throw new Fault("NOT_VISIBLE", `${name} cannot be scrolled into sight`);
    if (ctx.style(element).pointerEvents === "none") {
      throw new Fault("DISABLED", `${name} takes no touches (pointer-events: none)`);
    }
    if (!met) throw new Fault("TAP_MISSED", `nothing of the page is where ${name} lies`);
    throw new Fault("COVERED", `${name} is covered by ${words(met, ctx)}`);
  }
  async function still(element) {
    const until = performance.now() + STILL_LIMIT;
    await frame(STILL_LIMIT);
    let before = boxNow(element);
    for (; ; ) {
      await frame(STILL_LIMIT);
      const now = boxNow(element);
      if (same(before, now)) return;
      before = now;
      if (performance.now() > until) {
        throw new Fault("MOVED", `${words(element, context())} does not lie still`);
      }
    }
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
    const ctx = context();
    const { seen, landed, hit, prevented, strayed } = watch;
    const focus2 = focusedElement(ctx);
    return {
      seen: { ...seen },
      landed,
      hit,
      strayed,
      deaf: !hearsAll(),
      prevented,
      focus: focus2 && describe(focus2, ctx),
      element: after ? rowIfThere(watch.subject, ctx) : null,
      href: location.href,
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
    const plain3 = `<${tag(element).slice(0, MOST_WORDS)}${/^[\w-]{1,40}$/.test(id) ? `#${id}` : ""}>`;
    return name ? `${plain3} "${cut2(name)}"` : plain3;
  }
  var cut2 = (text) => text.length > MOST_WORDS ? `${text.slice(0, MOST_WORDS)}…` : text;
  var commands2 = { plan, outcome };

  // src/field.js
  var FILLED_LIMIT = 2e3;
  var PRESSED_LIMIT = 300;
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
  var strokes = /* @__PURE__ */ new WeakMap();
  var MODIFIERS = /* @__PURE__ */ new Set(["Alt", "Control", "Meta", "Shift"]);
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
    const before = textOf(element);
    const value = String(args.value ?? "");
    const clear = args.clear ?? true;
    if (type !== "textarea" && type !== "content" && /[\r\n]/.test(value)) {
      throw new Fault("BAD_ARGUMENTS", "a one-line field takes no line break (submit presses Enter)");
    }
    const wanted = clear ? value : before + value;
    let mode = "insert";
    if (SET.has(type) || !clear && before && TYPED.has(type) && !WITH_CARET.has(type)) {
      mode = "set";
    } else if (value === "") {
      mode = clear && before !== "" ? "delete" : "none";
    }
    if (mode === "insert" || mode === "delete") {
      select(element, type, clear);
      await pause(0);
    }
    const watch = openWatch(() => false, element);
    const row = describe(element, context());
    const task = {
      field: element,
      row,
      before,
      wanted,
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
        task.atEnter ??= textOf(current(task));
        task.enter.resolve();
      }
    };
    return {
      mode,
      element: row,
      token: watch.token,
      before: isSecret(element) ? null : before
    };
  }
  function editable(args, ctx) {
    const start = args.target ? resolve(args.target, ctx).element : focusedElement(ctx);
    if (!start) throw new Fault("NO_FOCUS", "no field has the focus and none was named");
    const element = fieldIn(start);
    if (!element)
      throw new Fault("NOT_EDITABLE", `${words(start, ctx)} takes no text${hintFor(start)}`);
    const why = whyDisabled(element);
    if (why) throw new Fault("DISABLED", `${words(element, ctx)} is ${why}`);
    if (has(element, "readonly") || attribute(element, "aria-readonly") === "true") {
      throw new Fault("NOT_EDITABLE", `${words(element, ctx)} is read-only`);
    }
    return element;
  }
  function fieldIn(element) {
    const own = labelled(element) ?? element;
    if (kind(own)) return own;
    if (isEditableContent(own)) return editingHost(own);
    const inner = selectAll(own, "input, textarea, [contenteditable]").filter((each) => kind(each));
    return inner.length === 1 ? inner[0] ?? null : null;
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
    await pause(0);
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
    const field2 = (
      /** @type {HTMLInputElement | HTMLTextAreaElement} */
      element
    );
    if (all) field2.select();
    else if (type === "textarea" || WITH_CARET.has(type)) {
      field2.setSelectionRange(field2.value.length, field2.value.length);
    }
  }
  var setInput = (
    /** @type {(this: unknown, value: string) => void} */
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set
  );
  function setValue(input, value, type) {
    const before = input.value;
    setInput.call(input, value);
    if (!holds(input, value)) {
      const now = input.value;
      setInput.call(input, before);
      const form = SET.get(type) ?? "another value";
      const limits = type === "range" ? ` from ${Number(input.min) || 0} to ${Number(input.max) || 100}` : "";
      const made = now ? ` (it became ${JSON.stringify(now.slice(0, 100))})` : "";
      throw new Fault("VALUE_NOT_TAKEN", `this ${type} field takes ${form}${limits}${made}`);
    }
    if (input.value === before) return;
    input.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }
  function current(task) {
    if (isConnected(task.field)) return task.field;
    const now = focusedElement(context());
    return (now && fieldIn(now)) ?? task.field;
  }
  async function filled({ token, timeout_ms = FILLED_LIMIT, entered = false }) {
    const watch = watchOf(token);
    const task = tasks.get(watch);
    if (!task) throw new Fault("MOVED", "the page changed before the text was typed");
    if (task.set) {
      const type = task.set;
      task.set = null;
      setValue(
        /** @type {HTMLInputElement} */
        current(task),
        task.wanted,
        type
      );
    }
    const met = () => holds(current(task), task.wanted, task.atEnter ?? textOf(current(task)));
    if (entered) await within(task.enter.promise, timeout_ms);
    else {
      if (!met()) await within(task.input.promise, timeout_ms);
      await pause(0);
      for (let waited = 0; !met() && waited < COMMIT_LIMIT; waited += STEP) await pause(STEP);
    }
    const element = current(task);
    const value = task.atEnter ?? textOf(element);
    const secret = isSecret(element);
    return {
      element: rowIfThere(element, context()) ?? task.row,
      value: secret ? null : value,
      changed: value !== task.before,
      matches: met(),
      secret
    };
  }
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
    await within(strokes.get(watch)?.promise ?? pause(timeout_ms), timeout_ms);
    await pause(0);
    const ctx = context();
    return {
      seen: { ...watch.seen },
      deaf: !hearsAll(),
      focus: rowIfThere(focusedElement(ctx), ctx),
      href: location.href
    };
  }
  var commands3 = { field, filled, focused, pressed };

  // src/scroll.js
  var SHARE = 0.85;
  var SCROLLED_LIMIT = 3e3;
  var WHEEL_LIMIT = 1e3;
  var STILL = 100;
  var NOT_MOVED = 400;
  var STILL_FRAMES = 4;
  var FRAME_LIMIT2 = 100;
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
    const before = pageOffset();
    let moved = false;
    if (args.target) {
      const { element } = resolve(args.target, ctx);
      moved = scrollIn(element, "center", ctx);
      if (!pointsOf(element, context()).length) {
        throw new Fault("NOT_VISIBLE", `${words(element, ctx)} cannot be scrolled into sight`);
      }
    } else {
      const page = pageOf(document);
      const left = args.to ? before.left : args.x ?? (args.y === void 0 ? before.left : 0);
      const top = args.to === "top" ? 0 : args.to === "bottom" ? page.scrollHeight : args.y ?? before.top;
      page.scrollTo({ left, top, behavior: "instant" });
      await pause(0);
    }
    const after = pageOffset();
    return { ...after, moved: moved || after.left !== before.left || after.top !== before.top };
  }
  var turns = /* @__PURE__ */ new WeakMap();
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
    const own = boxes.find((box) => hasRoom(box, across));
    let seen = view;
    if (own) {
      const frame2 = ctx.frameOf(own);
      const { clientLeft, clientTop, clientWidth, clientHeight } = layout(own);
      const outer = own.getBoundingClientRect();
      const inside = isPage(own) ? { x: 0, y: 0, width: frame2.window.innerWidth, height: frame2.window.innerHeight } : {
        x: outer.x + clientLeft,
        y: outer.y + clientTop,
        width: clientWidth,
        height: clientHeight
      };
      seen = meet2(toTop(inside, frame2, ctx.frames), view) ?? view;
    }
    const size = across ? seen.width : seen.height;
    const scale = window.visualViewport?.scale ?? 1;
    const watch = openWatch(() => false, own ?? null);
    turns.set(watch, { boxes, before: offsets(boxes) });
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
    const turn = turns.get(watch);
    if (!turn) throw new Fault("MOVED", "the page changed before the wheel was turned");
    const began = performance.now();
    const first = turn.before.join();
    let last = first;
    let since = began;
    let frames = 0;
    let turned = false;
    for (let now = began; now - began < timeout_ms; now = performance.now()) {
      if (await within(new Promise((done) => requestAnimationFrame(done)), FRAME_LIMIT2)) frames++;
      const at = offsets(turn.boxes).join();
      const moved = at !== last;
      const seen = Boolean(watch.seen.wheel) || now - began > WHEEL_LIMIT;
      if (moved || seen && !turned) {
        since = now;
        frames = 0;
      }
      turned = seen;
      last = at;
      const still2 = last === first ? NOT_MOVED : STILL;
      if (turned && frames >= STILL_FRAMES && now - since >= still2) break;
    }
    return { ...pageOffset(), moved: last !== first };
  }
  var commands4 = { scroll, scroll_plan: scrollPlan, scrolled };

  // src/select.js
  var MOST_OPTIONS = 20;
  var plain2 = (text) => text.replace(/\s+/g, " ").trim();
  var labelOf = (option) => plain2(option.label || option.text);
  async function select2(args, ctx) {
    awake();
    const { element } = resolve(args.target ?? {}, ctx);
    const named = labelled(element) ?? element;
    if (tag(named) !== "select") {
      throw new Fault("NOT_A_SELECT", `${words(named, ctx)} is not a select`);
    }
    const box = (
      /** @type {HTMLSelectElement} */
      named
    );
    const why = whyDisabled(box);
    if (why) throw new Fault("DISABLED", `${words(box, ctx)} is ${why}`);
    if (!boxesOf(box).length) throw new Fault("NOT_VISIBLE", `${words(box, ctx)} is not drawn`);
    const option = pick(box, args, words(box, ctx));
    if (matches(option, ":disabled")) {
      throw new Fault("DISABLED", `the option "${labelOf(option)}" is disabled`);
    }
    if (!inSight(box, ctx)) scrollIn(box, "center", ctx);
    box.focus({ preventScroll: true });
    if (!isChosen(box, option)) {
      for (const each of box.options) each.selected = each === option;
      box.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
      box.dispatchEvent(new Event("change", { bubbles: true }));
      await pause(0);
    }
    const fresh2 = context();
    const selected = [...box.selectedOptions].map(labelOf);
    if (isConnected(box) && !option.selected && isConnected(option)) {
      const now = selected.map((each) => `"${each}"`).join(", ") || "nothing";
      throw new Fault("VALUE_NOT_TAKEN", `the page put the select back: ${now} is selected`);
    }
    return { selected, element: isConnected(box) ? describe(box, fresh2) : describe(box, ctx) };
  }
  function isChosen(box, option) {
    return box.selectedOptions.length === 1 && box.selectedOptions[0] === option;
  }
  function pick(box, args, name) {
    const all = [...box.options];
    let fit = [];
    let asked = "";
    if (args.index !== void 0 && args.index !== null) {
      asked = `index ${args.index}`;
      fit = all.slice(args.index, args.index + 1);
    } else if (args.value !== void 0 && args.value !== null) {
      asked = `value "${args.value}"`;
      fit = all.filter((each) => each.value === args.value).slice(0, 1);
    } else {
      const text = plain2(String(args.option ?? ""));
      asked = `"${text}"`;
      fit = all.filter((each) => labelOf(each) === text);
      if (!fit.length) {
        fit = all.filter((each) => labelOf(each).toLowerCase() === text.toLowerCase());
      }
    }
    const [only] = fit;
    if (!only) {
      const list = all.slice(0, MOST_OPTIONS).map((each) => `"${labelOf(each)}"`);
      const more = all.length > MOST_OPTIONS ? ` and ${all.length - MOST_OPTIONS} more` : "";
      throw new Fault(
        "OPTION_NOT_FOUND",
        `${name} has no option ${asked}, but ${list.join(", ")}${more}`
      );
    }
    if (fit.length > 1) {
      const list = fit.slice(0, MOST_OPTIONS).map((each) => `index ${each.index} value "${each.value}"`);
      throw new Fault("TARGET_AMBIGUOUS", `${fit.length} options read ${asked}: ${list.join(", ")}`);
    }
    return only;
  }
  var commands5 = { select: select2 };

  // src/prune.js
  var EMPTY = new Set(
    `article banner complementary contentinfo feed form list listitem log main marquee menubar navigation region row
  search status table tablist toolbar grid treegrid tree radiogroup alert listbox`.split(/\s+/)
  );
  var YIELDING = /* @__PURE__ */ new Set(["article", "list", "listitem", "cell", "gridcell", "row"]);
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
  function settleBranch(branch) {
    const { row, children } = branch;
    if (row.interactive) return [branch];
    const link = row.role === "heading" && children.length === 1 ? children[0] : void 0;
    if (link?.row.interactive && link.row.name === row.name) {
      link.row.level = row.level;
      return [link];
    }
    const only = children.length === 1 ? children[0] : void 0;
    if (only?.row.role === "text" && TAKING.has(row.role) && row.name === "") {
      row.name = only.row.name;
      branch.children = [];
      return [branch];
    }
    if (children.length === 0 && EMPTY.has(row.role)) return row.name === "" ? [] : [branch];
    if (row.role === "row" && children.length > 0 && children.every((cell) => CELL2.has(cell.row.role) && isPlain(cell))) {
      row.name = children.map((cell) => cell.row.name).join(" | ");
      branch.children = [];
      return row.name.replace(/[ |]/g, "") === "" ? [] : [branch];
    }
    if (only && row.name === "" && YIELDING.has(row.role)) return [only];
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
      ({ row }, index) => row.role !== "img" || row.interactive || !(branches[index - 1]?.row.name === row.name || branches[index + 1]?.row.name === row.name)
    );
  }
  function treeOf(rows) {
    const top = [];
    const path = [];
    for (const row of rows) {
      const branch = { row, children: [] };
      path.length = Math.min(path.length, row.depth);
      (path[path.length - 1]?.children ?? top).push(branch);
      path.push(branch);
    }
    return top;
  }
  function prune(top) {
    const rows = [];
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
  var HEADS = /* @__PURE__ */ new Set(["heading", "alert", "dialog", "alertdialog", "status"]);
  function limitRows(rows, most) {
    if (rows.length <= most) return rows;
    const rank = (row) => row.interactive ? 0 : HEADS.has(row.role) ? 1 : 2;
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
  var commands6 = {
    where() {
      const { title, visibility, focused: focused2 } = facts(document);
      return { title, visibility, focused: focused2, viewport: viewport() };
    }
  };

  // src/snapshot.js
  var SILENT = /^(script|style|noscript|template|head|title|meta|link|datalist|other:(defs|style|title|desc|metadata))$/;
  var SHAPE = new Set(
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
  var OPTIONS_LIMIT = 12;
  var DEEPEST = 1500;
  var squash = (text) => text.replace(/[\s…]+/g, "").toLowerCase();
  var Walk = class {
    /** @type {import("./types.js").Context} */
    #ctx;
    #boxes;
    #focused;
    /** Names of the rows around, without spaces; of mere containers only the whole counts. @type {{name: string, parts: boolean}[]} */
    #said = [];
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
      if (SILENT.test(tag(element))) return;
      if (this.#depth >= DEEPEST) {
        this.cut = true;
        return;
      }
      if (tag(element) === "br") this.#text += " ";
      const ctx = this.#ctx;
      const look = ctx.sight.look(element);
      if (look.gone) return;
      this.#depth += 1;
      const inline = isInline(ctx.style(element));
      if (!inline) this.#flush();
      const branch = look.veiled ? this.#veiledRow(element) : this.#row(element);
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
      let name = branch?.row.name ?? "";
      if (tag(element) === "label") {
        const control = (
          /** @type {HTMLLabelElement} */
          element.control
        );
        if (control && isShown(control, this.#ctx)) name += this.#ctx.names.of(control);
      }
      name += this.#labels.get(element) ?? "";
      name += branch?.row.value ?? "";
      if (name === "") return false;
      const parts = branch === null || branch.row.interactive || branch.row.role === "heading";
      this.#said.push({ name: squash(name), parts });
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
      if (role === "heading" && this.#said.length > 0 && this.#isSaid(ctx.names.of(element)))
        return null;
      if (role === "heading" || role === "iframe")
        return ctx.sight.isSeen(element) ? this.#describe(element, role) : null;
      if (role === "img") {
        const name = ctx.names.of(element);
        if (name === "" || this.#isSaid(name) || !ctx.sight.isSeen(element)) return null;
        const { width, height } = rect(element);
        if (width > 0 && height > 0 && (width < 3 || height < 3)) return null;
        return this.#describe(element, role);
      }
      if (SHAPE.has(role)) {
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
      const named = this.#ctx.names.of(element);
      if (named.length > 0 && has(element, "aria-label")) return true;
      const short = this.#ctx.names.seenText(element, 90);
      if (clean(short) === "")
        return has(element, "onclick") && composedChildren(element).length === 0;
      const style = this.#ctx.style(element);
      if (style.cursor === "pointer" || has(element, "onclick")) return true;
      const scrolls2 = /auto|scroll/.test(style.overflowX + style.overflowY);
      return !scrolls2 && short.length <= 90;
    }
    /** @param {Element} element @param {string} role @returns {Branch} */
    #describe(element, role) {
      const row = describe(element, this.#ctx, {
        role,
        focused: this.#focused,
        box: this.#boxes,
        ref: (interactive) => interactive || HELD.has(role)
      });
      return { row, children: [] };
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
        const inner = documentIn(element);
        if (!inner && branch) this.outside.push({ element, branch });
        if (!inner || !branch) return;
        const said = this.#said;
        this.#said = [];
        this.document(inner, into);
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
      const all = [...select3.options];
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
      if (this.#said.some(({ parts }) => parts) && !/[\p{L}\p{N}]/u.test(text)) return;
      if (this.#isSaid(text) || !isTextSeen(node, parent, this.#ctx.sight)) return;
      this.#text += text;
      this.#textAt ??= { element: parent, into };
    }
    /** @param {string} text */
    #isSaid(text) {
      const wanted = squash(text);
      return this.#said.some(({ name, parts }) => parts ? name.includes(wanted) : name === wanted);
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
      const row = {
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
        row.box = /** @type {[number, number, number, number]} */
        [x, y, width, height].map(Math.round);
      }
      return { row: settle(row, frame2), children: [] };
    }
  };
  function isLayoutTable(table) {
    if (has(table, "role") || selectAll(table, "th, caption, thead").length > 0) return false;
    if (selectAll(table, "table, input, select, textarea, button").length > 0) return true;
    return selectAll(table, "tr").length < 2 || selectAll(table, "tr > td + td").length === 0;
  }
  var isLabelled2 = (element) => has(element, "aria-label") || has(element, "aria-labelledby") || has(element, "title");
  var isInline = (style) => style.display.startsWith("inline") || style.display === "contents";
  function modalOf(root) {
    const open = selectAll(root, "dialog:modal");
    return open[open.length - 1] ?? null;
  }
  var commands7 = {
    async snapshot(args, ctx) {
      const top = [];
      const walk = new Walk(ctx, args.boxes === true);
      try {
        walk.document(document, top);
      } catch (error) {
        if (!(error instanceof Spent)) throw error;
        walk.cut = true;
      }
      for (const { element, branch } of walk.outside) {
        const place = ctx.outside.find((each) => each.element === element);
        const value = place && await gather(place, "snapshot", args, ctx);
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

  // src/text.js
  var SILENT2 = /^(script|style|noscript|template|head|title|select|textarea|input|datalist)$/;
  var NOTHING = { text: "", partial: false };
  var PARAGRAPH = /^(p|h[1-6]|pre|blockquote|table|ul|ol|dl)$/;
  var visibleText = (element, ctx) => readText(element, ctx).text;
  function readText(element, ctx) {
    const out = [];
    const visit = (at) => {
      const look = ctx.sight.look(at);
      const name = tag(at);
      if (look.gone || look.veiled || SILENT2.test(name) || isSecret(at)) return;
      if (name === "br") {
        out.push(BREAK);
        return;
      }
      const style = ctx.style(at);
      const inline = style.display.startsWith("inline") || style.display === "contents";
      const cell = style.display === "table-cell";
      const edge = PARAGRAPH.test(name) ? GAP : LINE;
      if (!inline && !cell) out.push(edge);
      const kept = style.whiteSpaceCollapse === "preserve" || style.whiteSpace.startsWith("pre");
      for (const child of composedChildren(at)) {
        if (isText(child)) {
          const text = nodeValue(child);
          if (text.trim() === "") out.push(kept ? { kept: text } : " ");
          else if (isTextSeen(child, at, ctx.sight))
            out.push(kept ? { kept: text } : text.replace(/\s+/g, " "));
        } else if (isElement(child)) visit(child);
      }
      if (cell) out.push(CELL);
      else if (!inline) out.push(edge);
    };
    let partial = false;
    try {
      visit(element);
    } catch (error) {
      if (!(error instanceof Spent)) throw error;
      partial = true;
    }
    return { text: join(out), partial };
  }
  var commands8 = {
    text(args, ctx) {
      const target = targetOf(args);
      const named = Object.keys(target).length > 0;
      const element = named ? resolve(target, ctx).element : documentElement(document);
      const { text: whole, partial } = element ? readText(element, ctx) : NOTHING;
      const offset = Math.min(Math.max(0, args.offset ?? 0), whole.length);
      let end = Math.min(whole.length, offset + Math.max(1, args.max_chars ?? 2e4));
      if (end < whole.length && /[\ud800-\udbff]/.test(whole.charAt(end - 1))) end += 1;
      return {
        text: whole.slice(offset, end),
        end,
        partial,
        length: whole.length,
        offset,
        digest: digest(whole),
        element: named && element ? describe(element, ctx) : null
      };
    }
  };

  // src/wait.js
  var PACE = 100;
  var QUIET = 500;
  function wishOf(args) {
    const target = targetOf(args);
    const named = Object.keys(target).length > 0;
    const wish = {
      target: named ? target : null,
      state: args.state ?? "visible",
      pageText: args.page_text ?? null,
      url: args.url ?? null,
      idle: args.idle === true
    };
    if (!named && wish.pageText === null && wish.url === null && !wish.idle)
      throw new Fault("INVALID_TARGET", "nothing to wait for");
    if (!["attached", "visible", "hidden", "detached"].includes(wish.state))
      throw new Fault("BAD_ARGUMENTS", `state ${JSON.stringify(wish.state)}`);
    return wish;
  }
  async function missing(wish, changed, used) {
    const ctx = context();
    const parts = [];
    if (wish.url !== null && !location.href.includes(wish.url))
      parts.push(`the address has no ${wish.url}`);
    if (wish.target) {
      const list = elementsOf(wish.target, ctx);
      const nth = wish.target.nth;
      const chosen2 = nth === void 0 ? list : list.slice(nth, nth + 1);
      for (const element of chosen2) used.add(ctx.frameOf(element));
      const plain3 = nth === void 0 && wish.target.ref === void 0;
      const outside = plain3 ? await countOutside(wish.target, ctx) : 0;
      for (const frame2 of ctx.used) used.add(frame2);
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
      const root = documentElement(document);
      const text = root ? clean(visibleText(root, ctx)).toLowerCase() : "";
      if (!text.includes(clean(wish.pageText).toLowerCase()))
        parts.push(`the page does not show ${JSON.stringify(wish.pageText)}`);
    }
    if (wish.idle && (facts(document).ready !== "complete" || performance.now() - changed < QUIET))
      parts.push("the page is still changing");
    return parts.join("; ");
  }
  function elementsOf(target, ctx) {
    try {
      return candidates(target, ctx, { hidden: true });
    } catch (error) {
      if (error instanceof Fault && error.code === "STALE_REF") return [];
      throw error;
    }
  }
  var commands9 = {
    async wait(args, ctx) {
      const wish = wishOf(args);
      const until = performance.now() + Math.max(0, args.timeout_ms ?? 5e3);
      let changed = performance.now();
      const first = await missing(wish, changed, ctx.used);
      if (first === "" || performance.now() >= until) return { met: first === "", what: first };
      return new Promise((done, fail) => {
        let timer = 0;
        let cost = 0;
        let soon = false;
        let ended = false;
        const look = async () => {
          clearTimeout(timer);
          soon = true;
          if (ended) return;
          const began = performance.now();
          try {
            const what = await missing(wish, changed, ctx.used);
            soon = false;
            const now = performance.now();
            cost = now - began;
            ended = what === "" || now >= until;
            if (ended) done({ met: what === "", what });
            else timer = setTimeout(look, Math.min(Math.max(PACE, 3 * cost), until - now));
          } catch (error) {
            ended = true;
            fail(error);
          }
          if (ended) observer.disconnect();
        };
        const observer = new MutationObserver(() => {
          changed = performance.now();
          if (soon || wish.idle) return;
          soon = true;
          clearTimeout(timer);
          timer = setTimeout(look, Math.min(Math.max(20, 3 * cost), until - changed));
        });
        for (const frame2 of ctx.frames)
          observer.observe(frame2.document, {
            subtree: true,
            childList: true,
            attributes: true,
            characterData: true
          });
        timer = setTimeout(look, PACE);
      });
    }
  };

  // src/main.js
  var commands10 = {
    ...commands6,
    ...commands7,
    ...commands,
    ...commands8,
    ...commands9,
    ...commands2,
    ...commands3,
    ...commands4,
    ...commands5,
    async veils(_args, ctx) {
      const boxes = ctx.full ? [visibleBox()] : await veils(ctx);
      return { boxes: boxes.map(({ x, y, width, height }) => [x, y, width, height]) };
    },
    /** Asked by a frame above: whether a touch at `at` would land in a frame whose site is blocked. */
    probe: async ({ at }, ctx) => ({ free: await refuseShut(at, ctx) === void 0 })
  };
  var OVERALL = /* @__PURE__ */ new Set(["snapshot", "find"]);
  var GATHERING = /* @__PURE__ */ new Set(["where", "snapshot", "find"]);
  async function runClear(name, command, args, ctx) {
    const value = (
      /** @type {any} */
      await run(name, command, args, ctx)
    );
    if (shutNow().length === 0 || window.parent !== window) return value;
    const view = visibleBox();
    if (name === "plan") await refuseShut({ x: value.x + view.x, y: value.y + view.y }, context());
    if (name === "scroll_plan") await steerClear(value, context());
    return value;
  }
  async function run(name, command, args, ctx) {
    const target = targetOf(args);
    if (!GATHERING.has(name) || target.ref !== void 0) {
      const forwarded = await forward(name, args, target, ctx);
      if (forwarded) return forwarded.value;
    }
    try {
      if (args.outer && Object.keys(target).length > 0)
        scrollIn(resolve(target, ctx).element, "center", ctx);
      return await command(args, args.outer ? context() : ctx);
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== "TARGET_NOT_FOUND") throw error;
      const found = await seek(name, args, target, ctx);
      if (!found) throw error;
      return found.value;
    }
  }
  async function call(name, args) {
    const command = Object.hasOwn(commands10, name) ? commands10[name] : void 0;
    if (typeof args?.ref_base === "number") refs.raise(args.ref_base);
    let ctx = null;
    let answer2;
    try {
      if (!command) throw new Fault("INTERNAL", `the page script has no command ${name}`);
      shutFrames(args?.shut);
      bePatient(args?.hello_ms);
      ctx = context(typeof args?.budget_ms === "number" ? args.budget_ms : void 0);
      for (const frame2 of ctx.frames) noteSecrets(frame2.document);
      answer2 = { ok: true, value: await runClear(name, command, args ?? {}, ctx) };
    } catch (error) {
      answer2 = { ok: false, ...told(name, error) };
    }
    answer2.doc = { id: DOC, href: brief(location.href), origin: self.origin };
    answer2.frames = framesOf2(answer2.value, ctx, OVERALL.has(name));
    answer2.last_ref = refs.last;
    return answer2;
  }
  function told(name, error) {
    if (error instanceof Fault) return { code: error.code, message: error.message };
    if (error instanceof RangeError)
      return { code: "TIMEOUT", message: "the page is nested too deep to be gone through" };
    const stack = error instanceof Error ? error.stack ?? "" : "";
    const places = stack.split("\n").filter((line) => /^ {4}at /.test(line));
    const kind2 = error instanceof Error ? error.name : typeof error;
    return { code: "INTERNAL", message: `${name}: ${kind2} ${places.slice(0, 8).join(" ").trim()}` };
  }
  function framesOf2(value, ctx, all) {
    if (!ctx) return [{ href: brief(location.href), parent: null }];
    const rows = rowsIn(value);
    const list = all ? [...ctx.frames] : ctx.frames.slice(0, 1);
    const place = (frame2) => {
      const known = list.findIndex((each) => each.document === frame2.document);
      if (known >= 0) return known;
      if (frame2.above) place(frame2.above);
      return list.push(frame2) - 1;
    };
    for (const frame2 of ctx.used) place(frame2);
    for (const row of rows) {
      const frame2 = home(row);
      if (frame2) row.frame = place(frame2);
    }
    return list.map(({ href, above: above2 }) => ({ href, parent: above2 ? place(above2) : null }));
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
      (inner) => inner !== null && typeof inner === "object" ? rowsIn(inner) : []
    );
  }
  var GLOBAL = "__tapbridge";
  if (!Object.hasOwn(globalThis, GLOBAL)) {
    Object.defineProperty(globalThis, GLOBAL, {
      value: Object.freeze({ hash: "59d12d57", call, hear, commands: Object.keys(commands10) })
    });
    listen();
    serve(call);
  }
})();
