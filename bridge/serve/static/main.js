// Where the page begins: a link's one-time number becomes a token, then the viewer runs over a WebSocket.
import { view } from "./app.js";
import { connect } from "./socket.js";

const TOKEN = "tapbridge.token";
const PHONE = "tapbridge.phone";

/**
 * Exchange the number in the link for a token. Kept for this tab only; a reload finds it again.
 * @returns {Promise<string>} empty when there is none
 */
async function token() {
  const nonce = location.hash.slice(1);
  if (nonce) {
    history.replaceState(null, "", location.pathname); // not left in the address bar
    const answer = await fetch("/token", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ nonce }),
    }).catch(() => null);
    if (answer?.ok) sessionStorage.setItem(TOKEN, (await answer.json()).token);
  }
  return sessionStorage.getItem(TOKEN) ?? "";
}

const known = await token();
view((listener) => {
  if (!known) {
    listener.changed("refused", "");
    return { send() {}, again() {} };
  }
  const hello = () => {
    const serial = sessionStorage.getItem(PHONE);
    return /** @type {const} */ ({ t: "hello", token: known, ...(serial ? { serial } : {}) });
  };
  const link = connect(`ws://${location.host}/ws`, hello, listener);
  return {
    ...link,
    send(message) {
      if (message.t === "phone") sessionStorage.setItem(PHONE, message.serial);
      link.send(message);
    },
  };
});
