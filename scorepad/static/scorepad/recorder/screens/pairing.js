/** A tablet that came by a QR code: takes the code for the token of its match, and goes on with it. */

import { el } from "../dom.js";
import { icon } from "../icons.js";
import { gettext } from "../words.js";
import { bar, note, pill } from "./bar.js";

export class Pairing {
  constructor(app, code) {
    this.app = app;
    this.code = code;
    this.node = el("div", { class: "screen" });
    this.said = gettext("This device is being made the match’s own.");
    this.again = false;
  }

  async show() {
    this.draw();
    const { said, match } = await this.app.sync.pair(this.code);
    if (match) return this.app.replace(`#match=${match}`);
    this.again = said.status === 0 || said.status >= 500 || said.status === 429;
    this.said = this.again
      ? gettext("There is no way to the server just now. The code stays good; try again when there is a network.")
      : gettext("This code was used already or has run out. Ask for a new one on the match’s page.");
    return this.draw();
  }

  draw() {
    this.node.replaceChildren(
      bar({ back: "#", backTold: gettext("Back to the matches"), title: gettext("Recorder") }, this.app.sync.queue),
      el(
        "div",
        { class: "rmain tall" },
        el("h1", { tabindex: -1 }, gettext("Pair this device")),
        el("p", { class: "q", role: "status" }, this.said),
        this.again &&
          el(
            "div",
            { class: "btns" },
            el(
              "button",
              { type: "button", class: "btn go", click: () => this.show() },
              icon("up"),
              gettext("Try again"),
            ),
          ),
        el("div", { "data-note": true }, note(this.app.sync.queue)),
      ),
    );
    this.node.querySelector("h1").focus({ preventScroll: true });
  }

  update() {}

  drawQueue() {
    this.node.querySelector("#pill")?.replaceWith(pill(this.app.sync.queue));
  }
}
