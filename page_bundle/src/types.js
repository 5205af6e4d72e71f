// The shapes that go between the modules and out to Python. Types only: this file has no code.

/**
 * A document of this realm: the window the bundle runs in, or a frame of the same origin below it.
 * @typedef {object} Frame
 * @property {number} index place in `ctx.frames`; 0 is the window the bundle runs in
 * @property {number} parent index of the frame that holds it; -1 for the first
 * @property {Frame | null} above that frame
 * @property {Window & typeof globalThis} window
 * @property {Document} document
 * @property {HTMLElement | null} element the iframe element in the parent's document; null for the first
 * @property {string} href
 * @property {string} [now] of a frame that another frame's script told of: its address when that answered, if another
 */

/**
 * An iframe whose document this world may not read.
 * @typedef {object} Outside
 * @property {HTMLElement} element
 * @property {Window} window
 * @property {Frame} frame the frame whose document holds the iframe
 */

/**
 * What every command is handed beside its arguments. Made new for each call.
 * @typedef {object} Context
 * @property {Frame[]} frames all readable frames, parents before children
 * @property {Frame[]} searched those of them that are searched: all, or those in the frame that was entered
 * @property {Document} root the document that is read
 * @property {Element | null} within the iframe that was entered
 * @property {Outside[]} outside the iframes of another origin in those that are searched
 * @property {boolean} full there are more frames than are read
 * @property {import("./budget.js").Budget} budget the time that is left
 * @property {(element: Element) => CSSStyleDeclaration} style computed style, asked once per element and call
 * @property {(node: Node) => Frame} frameOf the frame whose document holds the node
 * @property {import("./refs.js").Refs} refs
 * @property {Set<Frame>} used frames an act went through beside those of the rows it answers with
 * @property {import("./visible.js").Sight} sight what can be seen
 * @property {import("./names.js").Names} names accessible names, asked once per element and call
 */

/**
 * @typedef {object} Box a rectangle in CSS px
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 */

/**
 * @typedef {object} Row one line of a snapshot
 * @property {string | null} ref
 * @property {string} role "text" for plain text
 * @property {string} name
 * @property {number} depth
 * @property {number} frame index into the answer's frames
 * @property {string[]} states
 * @property {string | null} value never a password's
 * @property {number | null} level of a heading
 * @property {boolean} interactive
 * @property {[number, number, number, number] | null} box client CSS px of the first frame
 * @property {string} [hint] what the markup calls a thing to tap that has no name
 */

/**
 * How the caller names an element; at least one key of it besides nth.
 * @typedef {object} Target
 * @property {string} [ref]
 * @property {string} [text]
 * @property {string} [role]
 * @property {string} [label]
 * @property {string} [placeholder]
 * @property {string} [testid]
 * @property {string} [css]
 * @property {number} [nth]
 * @property {boolean} [search] the field by which the site is searched, whatever it is called; no tool hands this on
 */

/**
 * @typedef {(args: any, ctx: Context) => unknown} Command
 * a JSON-able value or a promise of one; throws Fault
 */

/**
 * @typedef {(name: string, args: Record<string, any>) => Promise<any>} Inner
 * runs another command where it belongs and gives its value
 */

export {};
