// What goes over the wire between this page and the Bridge, and what the modules hand each other. Types only.

/**
 * @typedef {"once" | "session" | "no"} Answer
 * @typedef {"start" | "move" | "end" | "cancel"} Phase
 *
 * Page to Bridge. `fx` and `fy` are fractions of the picture, 0 to 1; `n` is the frame they were read off.
 * @typedef {(
 *   | { t: "hello", token: string, serial?: string }
 *   | { t: "watch" } | { t: "unwatch" } | { t: "ack", n: number }
 *   | { t: "phone", serial: string } | { t: "steer" }
 *   | { t: "touch", kind: Phase, fx: number, fy: number, n: number }
 *   | { t: "wheel", fx: number, fy: number, dx: number, dy: number, n: number }
 *   | { t: "text", text: string } | { t: "compose", text: string }
 *   | { t: "key", key: string, modifiers?: string[] }
 *   | { t: "go", url: string, sure?: boolean } | { t: "back" } | { t: "forward" } | { t: "reload" }
 *   | { t: "tabs" } | { t: "switch", tab: number } | { t: "new" } | { t: "close", tab: number }
 *   | { t: "pause" } | { t: "resume" } | { t: "answer", id: string | number, answer: Answer }
 *   | { t: "lens", op: "aim" | "pick" | "wider" | "cancel", fx?: number, fy?: number, n?: number }
 *   | { t: "sites", op: "list" | "add" | "remove" | "test", rule?: string }
 *   | { t: "open" } | { t: "wake" } | { t: "reconnect" }
 * )} ToBridge
 */

/**
 * @typedef {{ serial: string, model: string, transport: string, state: string, ready: boolean }} Phone
 * @typedef {{ label: string, mark: "ok" | "bad" | "wait", value: string, fix?: string[] }} Check
 * @typedef {"connecting" | "live" | "no_phone" | "chrome_closed" | "asleep" | "off" | "ended" | "blocked"} StateName
 * @typedef {{ tab: number, title: string, url: string, active: boolean, asleep?: boolean }} Tab
 * @typedef {{ line: number, rule: string, note?: string | null }} Rule
 * @typedef {{ url?: string, blocked?: boolean, rule?: string | null, text?: string }} Verdict
 * @typedef {{ t: "state", state: StateName, reason?: string, checks?: Check[] }} State
 * @typedef {{ t: "page", tab: number | null, url: string, title: string, back: boolean, forward: boolean, blocked: boolean }} Page
 * @typedef {{ t: "activity", id: number | string, at: number, client: string, tool: string, target?: string | null, state: "running" | "done" | "failed", code?: string | null, ms?: number | null, fx?: number | null, fy?: number | null }} Activity
 * @typedef {{ t: "question", id: string | number, client: string, tool: string, site: string, text: string, rules: string[], asked: number, ends: number }} Question
 * @typedef {{ t: "dialog", open: boolean, kind?: string, text?: string, default?: string }} Dialog
 * @typedef {{ t: "lens", on: boolean, name?: string | null, box?: [number, number, number, number] | null, path?: number | null }} Lens
 *
 * Bridge to page.
 * @typedef {(
 *   | { t: "welcome", version: string, serial: string | null, viewer: string | number }
 *   | { t: "phones", phones: Phone[] }
 *   | State | Page | Activity | Question | Lens
 *   | { t: "tabs", tabs: Tab[] }
 *   | Dialog
 *   | { t: "steering", you: boolean, count: number }
 *   | { t: "agent", client: string | null }
 *   | { t: "paused", on: boolean }
 *   | { t: "answered", id: string | number }
 *   | { t: "sites", rules: Rule[], test?: Verdict | null }
 *   | { t: "warn", url: string, rule: string }
 *   | { t: "error", code: string, message: string, hint?: string | null, re?: string | null }
 * )} FromBridge
 */

/**
 * The head of a picture: which frame it is and when it was taken, in seconds since 1970.
 * @typedef {{ n: number, width: number, height: number, scale: number, at: number }} Head
 *
 * @typedef {{ [T in FromBridge["t"]]?: (message: Extract<FromBridge, { t: T }>) => void }} Ears
 * what a part of the page hears, by the name of the message
 *
 * @typedef {(message: ToBridge) => void} Send
 *
 * Whatever carries messages: a WebSocket here, a port in the extension.
 * @typedef {object} Link
 * @property {Send} send dropped while there is no connection
 * @property {() => void} again connect now, if it is not connected
 *
 * What a link tells. "refused" is final: it will not try again by itself.
 * @typedef {object} Listener
 * @property {(message: FromBridge) => void} heard
 * @property {(head: Head, jpeg: Blob) => void} seen
 * @property {(how: "trying" | "open" | "lost" | "refused", why: string) => void} changed
 */

export {};
