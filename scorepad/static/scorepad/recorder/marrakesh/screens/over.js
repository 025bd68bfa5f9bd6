/** The end of a match told: the score, who won and how it was decided, the Oasis and what it pays. */

import { bdi, el, sentence } from "../../dom.js";
import { icon } from "../../icons.js";
import { statusTold } from "../../telling.js";
import { mark, strip } from "../draw.js";
import { lastOf } from "../lists.js";
import { oasisTold, resultTold } from "../telling.js";
import { gettext } from "../../words.js";
import { winners } from "./glance.js";
import { roundScored } from "./table.js";

/** @param {import("../../shapes.js").View} view @param {{red: string, white: string}} names */
export function over(view, names) {
  const { replay, standing, status } = view.folded;
  const { totals, result } = replay;
  const lost = (side) => (result?.winner && result.winner !== side ? "lose" : null);
  const last = lastOf(replay.rounds);
  return [
    el("h1", { class: "vh", tabindex: -1, "data-ask": "over" }, statusTold(status)),
    el(
      "div",
      { class: "final" },
      el(
        "div",
        { class: "who" },
        el("span", {}, mark("red", { silent: true }), gettext("Red")),
        bdi(view.match.seats.red.name),
      ),
      el(
        "div",
        { class: "sc" },
        el("span", { class: lost("red") }, totals.red),
        el("i", {}, "–"),
        el("span", { class: lost("white") }, totals.white),
      ),
      el(
        "div",
        { class: "who" },
        el("span", {}, mark("white", { silent: true }), gettext("White")),
        bdi(view.match.seats.white.name),
      ),
    ),
    strip(winners(replay)),
    el("p", { class: "verdict" }, verdict(view, names), " ", result && oasisTold(result)),
    standing.void && el("p", { class: "note" }, icon("odd"), el("span", {}, gettext("This match does not count."))),
    last?.complete &&
      status === "complete" &&
      el(
        "div",
        { class: "steps" },
        el("div", { class: "say" }, el("b", {}, gettext("The last round")), roundScored(last, names)),
      ),
    // A paired device has nobody signed in on it: the club's pages may be closed to it, and it may start no match.
    !view.match.pairedAs &&
      el(
        "div",
        { class: "btns" },
        el("a", { class: "btn go", href: `/matches/${view.match.id}/` }, gettext("The score sheet")),
        el("a", { class: "btn", href: `#start=${encodeURIComponent(view.match.club)}` }, gettext("Another match")),
      ),
  ];
}

function verdict({ folded }, names) {
  const { standing, status, replay } = folded;
  if (status === "forfeited")
    return sentence(gettext("%(name)s gave up."), { name: bdi(names[standing.forfeited_by]) });
  if (status === "abandoned") return gettext("It was broken off and counts for nobody.");
  return replay.result ? resultTold(replay, names) : "";
}
