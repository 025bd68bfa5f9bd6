/**
 * What seldom happens at a table, each in the words of whoever looks for it. Chooses; the questions come after it.
 */

import { bdi, el, sentence } from "../../dom.js";
import { icon } from "../../icons.js";
import { gettext, interpolate } from "../../words.js";

/** One thing to choose, with what it means. */
function pick(label, help, onPick) {
  return el(
    "button",
    { type: "button", class: "pick", click: onPick },
    el("span", {}, label),
    help && el("small", {}, help),
    icon("next"),
  );
}

/**
 * @param {object} asked the flow's question
 * @param {{ask: (what: string) => void, close: (round: number, what: string) => void, whole: (grade: string) => void,
 *   end: () => void, pad: string}} ways
 */
export function unusualList(asked, names, ways) {
  const may = (what) => asked.unusual.includes(what);
  const leader = asked.leader ? bdi(names[asked.leader]) : gettext("The leader");
  const closing = asked.closing;
  const of = (round) => interpolate(gettext("Round %(round)s"), { round });
  const now = [
    may("withdrawn") &&
      pick(
        sentence(gettext("%(name)s led a card face up"), { name: leader }),
        gettext("It goes back, and another is led for this trick."),
        () => ways.ask("withdrawn"),
      ),
    may("exposed") &&
      pick(
        gettext("A card was seen by accident"),
        gettext("Exposed in the deal or when an extra card was drawn; it is out of play."),
        () => ways.ask("exposed"),
      ),
    may("ruling") &&
      pick(gettext("A ruling on this trick"), gettext("Something stood although the rules say otherwise."), () =>
        ways.ask("ruling"),
      ),
    may("reshuffled") &&
      pick(
        gettext("The pack was shuffled before this deal"),
        gettext("Beyond the shuffle after every three rounds."),
        () => ways.ask("reshuffled"),
      ),
    may("note") &&
      pick(gettext("A note"), gettext("Kept and shown with what is being entered."), () => ways.ask("note")),
  ];
  const round = closing && [
    closing.unplayed > 0 &&
      pick(gettext("Cards left in hand"), of(closing.round), () => ways.close(closing.round, "unplayed")),
    pick(gettext("A ruling on the round’s score"), of(closing.round), () => ways.close(closing.round, "ruling")),
    pick(gettext("A note on the round"), of(closing.round), () => ways.close(closing.round, "note")),
  ];
  return [
    el("h1", { class: "ask", tabindex: -1 }, gettext("Something unusual")),
    el("div", { class: "picks" }, now, round),
    el("h2", { class: "lab" }, gettext("In a hurry")),
    el(
      "div",
      { class: "picks" },
      pick(gettext("This round by its ovals"), gettext("Men off on each turn, without cards."), () =>
        ways.whole("ovals"),
      ),
      pick(gettext("This round by its points"), gettext("Only what both scored."), () => ways.whole("points")),
    ),
    el("h2", { class: "lab" }, gettext("The match")),
    el(
      "div",
      { class: "picks" },
      el(
        "a",
        { class: "plain pick", href: ways.pad },
        el("span", {}, gettext("Correct something earlier")),
        el("small", {}, gettext("Any trick, setup or round on the pad.")),
        icon("next"),
      ),
      pick(
        gettext("The match ends here"),
        gettext("Somebody gave up, or it is broken off, or does not count."),
        ways.end,
      ),
    ),
  ];
}
