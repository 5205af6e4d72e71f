// Keys, text, paste and composed text, taken by a field that lies over the picture and stays empty.
//
// Text comes as the browser has made it of the keys, so AltGr, Option and dead keys need no rule of ours.

const NAMED = new Set([
  ...["Enter", "Backspace", "Delete", "Tab", "Escape", "Home", "End", "PageUp", "PageDown"],
  ...["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"],
]);
/** What a keyboard on a screen tells instead of keys. */
const BY_INPUT = new Map([
  ["insertLineBreak", "Enter"],
  ["insertParagraph", "Enter"],
  ["deleteContentBackward", "Backspace"],
  ["deleteContentForward", "Delete"],
]);
const MOST_TEXT = 10_000;

/**
 * @param {HTMLTextAreaElement} field
 * @param {object} to
 * @param {import("./types.js").Send} to.send
 * @param {() => boolean} to.may whether this page steers the phone
 * @param {(text: string) => void} to.refuse say why something was not typed
 */
export function typing(field, { send, may, refuse }) {
  let composing = false;

  /** @param {string | null} text */
  function type(text) {
    if (!text || !may()) return;
    if (text.length > MOST_TEXT) refuse(`Only ${MOST_TEXT} characters can be typed at once.`);
    else send({ t: "text", text });
  }

  field.addEventListener("keydown", (event) => {
    const { key, isComposing, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (isComposing || composing || event.keyCode === 229) return; // belongs to the composition
    if (ctrlKey || metaKey || altKey || !NAMED.has(key)) return; // the browser's, or text
    event.preventDefault();
    if (may()) send({ t: "key", key, ...(shiftKey ? { modifiers: ["shift"] } : {}) });
  });
  field.addEventListener("beforeinput", (event) => {
    if (event.inputType === "insertCompositionText") return;
    event.preventDefault();
    const key = BY_INPUT.get(event.inputType);
    if (key && may()) send({ t: "key", key });
    else if (event.inputType === "insertText" || event.inputType === "insertReplacementText")
      type(event.data);
  });
  field.addEventListener("paste", (event) => {
    event.preventDefault();
    type(event.clipboardData?.getData("text/plain") ?? null);
  });
  field.addEventListener("compositionstart", () => {
    composing = true;
    field.classList.add("composing");
  });
  field.addEventListener("compositionend", (event) => {
    composing = false;
    field.classList.remove("composing");
    if (event.data && may()) send({ t: "compose", text: event.data });
    setTimeout(() => {
      if (!composing) field.value = "";
    });
  });
  field.addEventListener("drop", (event) => event.preventDefault());

  return {
    /**
     * Take the keyboard. What is being composed is shown near the place that was pressed.
     * @param {number} [x]
     * @param {number} [y]
     */
    focus(x, y) {
      const box = field.parentElement?.getBoundingClientRect();
      if (box && x !== undefined && y !== undefined) {
        field.style.left = `${Math.min(Math.max(0, x - box.left), box.width - 120)}px`;
        field.style.top = `${Math.min(Math.max(0, y - box.top), box.height - 32)}px`;
      }
      field.focus({ preventScroll: true });
    },
  };
}
