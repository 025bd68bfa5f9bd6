/**
 * The recorder: opens what this device keeps, begins to send, and shows the screen that the address names.
 *
 * `#` the matches, `#start=CLUB` a new one, `#match=ID` the table (`&see=pad|unusual|queue|end`), `#pair=CODE` a device
 * that came by a QR code, `#queue` what was entered here.
 */

import { Api } from "./api.js";
import { el } from "./dom.js";
import { GAMES } from "./games.js";
import { sprite } from "./icons.js";
import { Pairing } from "./screens/pairing.js";
import { Recording } from "./screens/recording.js";
import { Sent } from "./screens/sent.js";
import { Start } from "./screens/start.js";
import { Starting } from "./screens/starting.js";
import { openStore } from "./store.js";
import { Sync } from "./sync.js";
import { keepApp } from "./updates.js";
import { loadWords } from "./words.js";

const LONG_ENOUGH = 700;

const shell = document.body.dataset;
await loadWords(shell.words);
const store = await openStore();
export const sync = new Sync(store, new Api({ root: shell.api, page: shell.page, cookie: shell.csrfCookie }), GAMES);

const place = el("div", { class: "place" });
const drawings = sprite(...Object.values(GAMES).map((game) => game.symbols()));
document
  .querySelector("main")
  .replaceChildren(drawings, el("div", { id: "told", class: "vh", role: "status", "aria-live": "polite" }), place);

const app = {
  store,
  sync,
  go: (hash) => (location.hash = hash),
  /** Another address in place of this one, so that the way back does not lead through it. */
  replace: (hash) => {
    history.replaceState(null, "", hash);
    return route();
  },
};

let screen = null;

function made(asked) {
  if (asked.has("match")) return screen?.id === asked.get("match") ? screen : new Recording(app, asked.get("match"));
  if (asked.has("start")) return new Starting(app, asked.get("start"));
  if (asked.has("pair")) return new Pairing(app, asked.get("pair"));
  if (asked.has("queue")) return new Sent(app);
  return new Start(app);
}

async function route() {
  const asked = new URLSearchParams(location.hash.slice(1));
  const next = made(asked);
  if (next !== screen) {
    screen = next;
    place.replaceChildren(next.node);
  }
  await next.show(Object.fromEntries(asked));
}

sync.addEventListener("change", ({ detail }) => {
  if (!screen?.id || !detail.match || screen.id === detail.match) screen?.update();
});
sync.addEventListener("queue", () => screen?.drawQueue());
window.addEventListener("hashchange", route);
await sync.start();
// What is kept here may be somebody else's than who holds the device by now. Nobody waits long for that to be known.
await Promise.race([sync.meet(), new Promise((resolve) => setTimeout(resolve, LONG_ENOUGH))]);
await route();

/** A new version of the app comes in only where nothing is half tapped or half written. */
const isIdle = () => !screen?.isBusy;
const idle = await keepApp(shell.worker, { kept: (where) => sync.appIsKept(where), isIdle });
place.addEventListener("click", () => setTimeout(() => isIdle() && idle(), 0));
