/** The recorder: opens what this device keeps, begins to send, and shows the first screen. */

import { Api } from "./api.js";
import { GAMES } from "./games.js";
import { openStore } from "./store.js";
import { Sync } from "./sync.js";
import { gettext, loadWords } from "./words.js";

const shell = document.body.dataset;
await loadWords(shell.words);
const store = await openStore();
export const sync = new Sync(store, new Api({ root: shell.api, page: shell.page, cookie: shell.csrfCookie }), GAMES);
await sync.start();
document.querySelector("main").textContent = gettext("Recorder");
