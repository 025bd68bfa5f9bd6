/**
 * What lies on the table: both boards with the running score, the trick so far, and the round's tricks in lines.
 * Draws what a question of the flow holds; asks nothing.
 */

import { bdi, el, sentence } from "../../dom.js";
import { board, card, die, mark, suit } from "../draw.js";
import { lastOf } from "../lists.js";
import { OTHER, SIDES } from "../rules.js";
import {
  cardName,
  leadReason,
  numbersTold,
  offBriefly,
  placeTold,
  playTold,
  resultNames,
  winTold,
} from "../telling.js";
import { gettext, interpolate } from "../../words.js";

const NO_MEN = [0, 0, 0, 0, 0, 0];

/** Men on the points 1 to 6, as these dice place them. */
const placed = (dice) => [1, 2, 3, 4, 5, 6].map((point) => dice.filter((number) => number === point).length);

/** Both sides' boards, Red left; after a trick, its winner's shows what left. */
export function boards(asked, names) {
  const throwing = asked.ask === "dice";
  const last = lastOf(asked.played ?? []);
  const before = asked.played?.[asked.played.length - 2]?.board;
  return el(
    "div",
    { class: "duo" },
    SIDES.map((side) => {
      const men = throwing ? placed(asked.dice[side]) : (asked.boards?.[side] ?? NO_MEN);
      const moved = asked.ask === "lead" && last?.winner === side && last.off !== null;
      const was = moved ? (before?.[side] ?? placed(asked.dice[side])) : null;
      return el(
        "div",
        { class: asked.side === side ? "turn" : null },
        el("div", { class: "cap" }, mark(side), bdi(names[side]), el("b", {}, asked.running[side])),
        board(side, men, throwing ? [] : asked.ovals[side], { before: was }),
      );
    }),
  );
}

/** A card of the trick, and who played it. */
function laid(name, by, state) {
  return el("figure", {}, card(name, state), el("figcaption", {}, SIDES.includes(by) ? mark(by) : by));
}

function told(head, said) {
  return el("div", { class: "say" }, el("b", {}, head), said && el("span", { class: "s" }, said));
}

const steps = (...parts) => el("div", { class: "steps" }, parts);

/** The trick as far as it is tapped, its outcome as soon as the cards tell it. */
function trick(asked, names) {
  const { sofar, leader, side } = asked;
  const receiver = OTHER[leader];
  const cards = [
    sofar.withdrawn && laid(sofar.withdrawn, gettext("back"), "back-led"),
    laid(sofar.lead, leader, sofar.lead ? sofar.winner === leader && "won" : "next"),
    sofar.lead && laid(sofar.reply, receiver, sofar.reply ? sofar.winner === receiver && "won" : "next"),
    (sofar.extra || asked.ask === "extra") && el("span", { class: "plus", "aria-hidden": "true" }, "+"),
    (sofar.extra || asked.ask === "extra") &&
      laid(sofar.extra, sofar.extra ? gettext("drawn") : sofar.winner, sofar.extra ? "drawn" : "next"),
  ];
  return steps(el("div", { class: "cards" }, cards), outcome(asked, names, side));
}

function outcome(asked, names) {
  const { sofar, leader } = asked;
  if (!sofar.lead) return lastTrick(asked, names);
  if (!sofar.reply) {
    const said = sentence(gettext("%(name)s led the %(card)s"), {
      name: bdi(names[leader]),
      card: cardName(sofar.lead),
    });
    return told(said, leadsBecause(asked, names));
  }
  const head = winTold(sofar.winner, sofar.kind, names);
  if (sofar.can_move === false) {
    return told(
      head,
      sentence(gettext("cannot move: a null chip for %(name)s"), { name: bdi(names[OTHER[sofar.winner]]) }),
    );
  }
  return told(head, [
    numbersTold(sofar.numbers ?? [], sofar.extra_numbers ?? [], Boolean(sofar.extra)),
    sofar.chip && [" · ", gettext("null chip")],
  ]);
}

/** Why this side leads: the setups, or the trick before. */
function leadsBecause(asked, names) {
  if (asked.leads?.because === "setup") return leadReason(asked.dice, asked.leader, names);
  if (asked.leads?.because === "ruling")
    return sentence(gettext("%(name)s leads, by ruling"), { name: bdi(names[asked.leader]) });
  return sentence(gettext("%(name)s won the last trick"), { name: bdi(names[asked.leader]) });
}

/** Before a lead: what became of the trick before it, since its board may have been filled in by itself. */
function lastTrick(asked, names) {
  const last = lastOf(asked.played);
  const leads = sentence(gettext("%(name)s leads"), { name: bdi(names[asked.leader]) });
  if (!last) return told(leads, leadsBecause(asked, names));
  return told(winTold(last.winner, last.kind, names), playTold(last, last.extra, names));
}

/** A round that is over, as the pad has it: who scored with what. */
export function roundScored(round, names) {
  return SIDES.map((side) => {
    const { total: points } = round.score[side];
    const what = resultNames(round.score[side]).join(", ");
    const said = points
      ? what
        ? gettext("%(name)s scores %(points)s: %(what)s")
        : gettext("%(name)s scores %(points)s")
      : gettext("%(name)s scores nothing");
    return el(
      "span",
      { class: "got" },
      mark(side),
      el("span", {}, sentence(said, { name: bdi(names[side]), points, what })),
    );
  });
}

/** The card over the question: dice thrown, the trick so far, or what the last round came to. */
export function sofar(asked, names, draft) {
  if (asked.ask === "dice") {
    const none = !asked.dice.red.length && !asked.dice.white.length;
    if (none && asked.last) {
      const head = interpolate(gettext("Round %(round)s is over"), { round: asked.round - 1 });
      return steps(el("div", { class: "say" }, el("b", {}, head), roundScored(asked.last, names)));
    }
    const dice = Array.from({ length: 6 }, (_, i) => die(asked.side, asked.dice[asked.side][i] ?? null));
    return steps(
      told(sentence(gettext("%(name)s throws"), { name: bdi(names[asked.side]) })),
      el("div", { class: "thrown" }, dice),
    );
  }
  if (asked.ask === "unplayed") {
    const taken = (draft?.taps ?? [])
      .filter(({ ask, value }) => ask === "unplayed" && value !== "skip")
      .map(({ value }) => value);
    return steps(
      el(
        "div",
        { class: "cards" },
        taken.map((name) => card(name)),
      ),
      told(placeTold(asked.round), gettext("Cards left in hand are turned up at the end of the round.")),
    );
  }
  if (asked.trick === null) return null;
  return trick(asked, names);
}

const small = (name, side, won) =>
  el("span", { class: won ? "pip w" : side ? "pip" : "pip d" }, side && mark(side), name[0], suit(name[1]));

/** A trick in a line: its cards, who won it and what came off. */
export function trickLine(trick, number, names, onTap) {
  const receiver = OTHER[trick.leader];
  const outcome = trick.off === null ? gettext("null chip") : offBriefly(trick.off);
  return el(
    "li",
    {},
    el(
      "button",
      { type: "button", click: onTap, title: gettext("Correct this trick") },
      el("span", { class: "n" }, number),
      el(
        "span",
        { class: "pips" },
        small(trick.lead, trick.leader, trick.winner === trick.leader),
        small(trick.reply, receiver, trick.winner === receiver),
        trick.extra && small(trick.extra, null, false),
      ),
      el("span", { class: "q" }, bdi(names[trick.winner]), ", ", outcome, trick.irregular && " †"),
    ),
  );
}

/** This round's tricks, each to be tapped for a correction. */
export function thisRound(asked, names, onTrick) {
  if (!asked.played?.length) return null;
  return [
    el("h2", { class: "lab" }, gettext("This round")),
    el(
      "ol",
      { class: "sofar" },
      asked.played.map((trick, i) => trickLine(trick, i + 1, names, () => onTrick(i + 1))),
    ),
  ];
}
