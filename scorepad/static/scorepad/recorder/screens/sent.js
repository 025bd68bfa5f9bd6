/** What was entered on this device, of all its matches. */

import { el } from "../dom.js";
import { gettext } from "../words.js";
import { bar, note, pill } from "./bar.js";
import { barredMatches } from "./barred.js";
import { heldMatches } from "./held.js";
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
    const { sync } = this.app;
    const views = (await Promise.all((await sync.matches()).map(({ id }) => sync.view(id)))).filter(Boolean);
    const entries = views.flatMap((view) => view.entries);
    const titleOf = ({ match }) =>
      Object.values(match.seats)
        .map(({ name }) => name)
        .join(" – ");
    const about = new Map(views.map((view) => [view.match.id, { game: sync.games[view.match.game], title: titleOf(view) }]));
    this.node.replaceChildren(
      bar({ back: "#", backTold: gettext("Back to the matches"), title: gettext("Entered here") }, sync.queue),
      el(
        "div",
        { class: "rmain tall" },
        queueList(entries, sync.queue, ({ match }) => about.get(match)),
        heldMatches(this.app, views, titleOf),
        barredMatches(this.app, views, titleOf),
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
