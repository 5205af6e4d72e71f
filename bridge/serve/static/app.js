// The viewer: puts the parts of the page together and hands each message to the parts that hear it.
import { activity } from "./activity.js";
import { approvals } from "./approvals.js";
import { bar } from "./bar.js";
import { dialog } from "./dialog.js";
import { part } from "./dom.js";
import { lastMinute } from "./keep.js";
import { lens } from "./lens.js";
import { panel } from "./panel.js";
import { pause } from "./pause.js";
import { paint } from "./picture.js";
import { pointing } from "./pointing.js";
import { recording } from "./record.js";
import { rings } from "./rings.js";
import { note } from "./say.js";
import { sites } from "./sites.js";
import { states } from "./states.js";
import { tabs } from "./tabs.js";
import { typing } from "./typing.js";

/**
 * Run the viewer in this document.
 * @param {(listener: import("./types.js").Listener) => import("./types.js").Link} join connects, and tells what comes
 */
export function view(join) {
  /** @type {import("./types.js").Link | null} */
  let link = null;
  /** @type {import("./types.js").Send} */
  const send = (message) => link?.send(message);

  const minute = lastMinute();
  const marks = rings(() => picture.redraw());
  const picture = paint(part("picture", HTMLCanvasElement), {
    drawn: (n) => send({ t: "ack", n }),
    kept: (head, jpeg) => minute.take(head.at * 1000, jpeg),
    over: marks.over,
  });
  const wheel = pause(send);
  const shown = states(send, () => link?.again());
  const may = () => wheel.steering() && shown.live();
  const glass = lens(send, may);
  const keys = typing(part("keys", HTMLTextAreaElement), {
    send,
    may,
    refuse: note,
  });
  const finger = pointing(picture, {
    send,
    may,
    lens: glass,
    pressed: keys.focus,
  });
  const side = panel();
  const done = activity();
  recording(picture, () => minute.save(marks.all()));

  function forget() {
    finger.release();
    picture.forget();
    minute.forget();
    done.clear();
  }

  const all = [
    ...[marks, wheel, glass, shown, dialog(send), bar(send, forget), tabs(send), done, sites(send)],
    approvals(send, () => side.bring("approvals"), side.yield),
  ];

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) finger.release();
    send({ t: document.hidden ? "unwatch" : "watch" });
  });
  // who uses the keyboard sees where it is; who clicks need not
  document.addEventListener(
    "pointerdown",
    () => document.body.classList.remove("by-keyboard"),
    true,
  );
  // F6 goes from part to part, as in a browser: Tab is a key of the phone while the picture has the keyboard
  const stops = ["keys", "pause", "address"];
  document.addEventListener("keydown", (event) => {
    const jump = event.key === "F6";
    if (jump || event.key === "Tab") document.body.classList.add("by-keyboard");
    if (!jump) return;
    event.preventDefault();
    const now = stops.indexOf(document.activeElement?.id ?? "");
    const next = event.shiftKey
      ? stops.at(now < 1 ? -1 : now - 1)
      : stops.at((now + 1) % stops.length);
    document.getElementById(next ?? "")?.focus();
  });

  link = join({
    heard(message) {
      if (message.t === "welcome" && !document.hidden) send({ t: "watch" });
      if (message.t === "error") note(message.message, message.hint ?? "");
      for (const { ears } of all) {
        const hear = /** @type {((m: typeof message) => void) | undefined} */ (ears[message.t]);
        hear?.(message);
      }
    },
    seen: picture.take,
    changed(how, why) {
      wheel.reach(how === "open");
      if (how === "open") shown.show("connecting");
      else {
        finger.release();
        shown.show(how, why);
      }
    },
  });
}
