// Who drives: the badge over the picture, the one big button that stops agents, and the wheel among viewers.
import { foreign, icon, part } from "./dom.js";
import { call, say } from "./say.js";

/** @param {import("./types.js").Send} send */
export function pause(send) {
  const button = part("pause", HTMLButtonElement);
  const words = part("pause-words", HTMLElement);
  const under = part("pause-under", HTMLElement);
  const badge = part("driven", HTMLElement);
  const name = part("driven-by", HTMLElement);
  const watching = part("watching", HTMLElement);
  const viewers = part("viewers", HTMLElement);
  let paused = false;
  let steering = true;
  let reached = false;
  /** @type {string | null} */
  let client = null;

  button.addEventListener("click", () => send({ t: paused ? "resume" : "pause" }));
  part("steer", HTMLButtonElement).addEventListener("click", () => send({ t: "steer" }));

  function show() {
    button.classList.toggle("paused", paused);
    button.classList.toggle("urgent", !paused && client !== null);
    button.querySelector("svg")?.replaceWith(icon(paused ? "play" : "pause"));
    words.textContent = paused ? "Let agents go on" : "Pause agents";
    under.textContent = !reached
      ? "The Bridge is not reached"
      : paused
        ? "Agents are told to wait for you"
        : client
          ? `${client} is driving`
          : "No agent is driving";
    badge.hidden = !reached || (client === null && !paused);
    badge.classList.toggle("paused", paused);
    name.replaceChildren(
      ...(paused ? ["Agents are paused"] : ["Driven by ", foreign(client ?? "")]),
    );
  }

  show();
  return {
    steering: () => steering,
    /**
     * Whether the Bridge is reached: a button that would do nothing must not look as if it did.
     * @param {boolean} on
     */
    reach(on) {
      reached = on;
      button.disabled = !on;
      show();
    },
    /** @type {import("./types.js").Ears} */
    ears: {
      agent(message) {
        if (message.client && message.client !== client) say(`${message.client} is driving.`);
        else if (!message.client && client) say("No agent is driving now.");
        client = message.client;
        show();
      },
      paused(message) {
        if (message.on !== paused) call(message.on ? "Agents are paused." : "Agents go on.");
        paused = message.on;
        show();
      },
      steering(message) {
        steering = message.you;
        watching.hidden = steering;
        document.body.classList.toggle("watching", !steering);
        viewers.hidden = message.count < 2;
        viewers.textContent = `${message.count} viewers`;
      },
    },
  };
}
