/** What was entered on this device, of all its matches. */

import { el } from "../dom.js";
import { gettext } from "../words.js";
import { bar, note, pill } from "./bar.js";
import { queueList } from "./queue.js";

export class Sent {
  constructor(app) {
    this.app = app;
    this.node = el("div", { class: "screen" });
  }

  async show() {
    await this.draw();
    this.node.querySelector("h1")?.focus({ preventScroll: true });
  }

  async draw() {
    const { store, sync } = this.app;
    const [entries, matches] = await Promise.all([store.entries(), store.matches()]);
    const titled = ({ game, seats }) => {
      const names = Object.values(seats).map(({ name }) => name);
      return { game: sync.games[game], title: names.join(" – ") };
    };
    const about = new Map(matches.map((match) => [match.id, titled(match)]));
    this.node.replaceChildren(
      bar({ back: "#", backTold: gettext("Back to the matches"), title: gettext("Entered here") }, sync.queue),
      el(
        "div",
        { class: "rmain tall" },
        queueList(entries, sync.queue, ({ match }) => about.get(match)),
        el("div", { "data-note": true }, note(sync.queue)),
      ),
    );
  }

  update() {
    return this.draw();
  }

  drawQueue() {
    this.node.querySelector("#pill")?.replaceWith(pill(this.app.sync.queue));
  }
}
