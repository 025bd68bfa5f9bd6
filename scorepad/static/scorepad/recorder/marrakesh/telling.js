/**
 * The rulebook's words and the sentences made of them: sides, cards, results, what a winner did with a trick, who
 * leads and why, how a match was decided, what an entry of the game is. Names go in as they are; a sentence that holds
 * one is a list of texts and nodes for `el`, so that a name of any script stands isolated in it.
 */

import { bdi, el, sentence } from "../dom.js";
import { gettext, interpolate, ngettext, pgettext } from "../words.js";

const SIDES = () => ({ red: gettext("Red"), white: gettext("White") });
const SUITS = () => ({ S: gettext("Spades"), H: gettext("Hearts"), D: gettext("Diamonds"), C: gettext("Clubs") });
const RANKS = () => ({
  A: gettext("Ace"),
  2: gettext("Two"),
  3: gettext("Three"),
  4: gettext("Four"),
  5: gettext("Five"),
  6: gettext("Six"),
  Q: gettext("Null"),
});
const PLURALS = () => [
  gettext("Ones"),
  gettext("Twos"),
  gettext("Threes"),
  gettext("Fours"),
  gettext("Fives"),
  gettext("Sixes"),
];
const COUNTS = () => [
  gettext("none"),
  gettext("one"),
  gettext("two"),
  gettext("three"),
  gettext("four"),
  gettext("five"),
  gettext("six"),
];
const RESULTS = () => ({
  game: pgettext("result of a round", "Game"),
  casablanca: gettext("Casablanca"),
  rabat: gettext("Rabat"),
  bogart: gettext("Bogart"),
  el_ayun: gettext("El Ayun"),
  gammon: gettext("Gammon"),
  gibraltar: gettext("Gibraltar"),
  tangier: gettext("Tangier"),
  backgammon: gettext("Backgammon"),
  chip: pgettext("result of a round", "Chip"),
  double_chip: gettext("Double-Chip"),
  little_fez: gettext("Little Fez"),
  common_fez: gettext("Common Fez"),
  royal_fez: gettext("Royal Fez"),
  grand_fez: gettext("Grand Fez"),
});
const KINDS = () => ({
  suit_match: gettext("suit-match"),
  doubles: gettext("doubles"),
  triples: gettext("triples"),
});
const MARRAKESH = 30; // "the maximum score on one round": a Backgammon or an El Ayun, and a Grand Fez

export const sideWord = (side) => SIDES()[side];
export const suitWord = (letter) => SUITS()[letter];
const kindWord = (kind) => KINDS()[kind] ?? "";
export const cardName = (card) =>
  interpolate(gettext("%(rank)s of %(suit)s"), { rank: RANKS()[card[0]], suit: SUITS()[card[1]] });

/** The ovals of one side, first turn first: "1, null chip". */
export function turns(ovals) {
  if (!ovals.length) return gettext("no turn yet");
  return ovals.map((off) => (off ? String(off) : gettext("null chip"))).join(", ");
}

/** Men in words, from the 6-point down: "two on 6, one on 3". */
export function menTold(men) {
  const told = [6, 5, 4, 3, 2, 1]
    .filter((point) => men[point - 1])
    .map((point) => interpolate(gettext("%(count)s on %(point)s"), { count: COUNTS()[men[point - 1]], point }));
  return told.join(", ") || gettext("no men left");
}

export function boardLabel(side, men, ovals) {
  return interpolate(gettext("%(side)s: %(men)s. Ovals: %(ovals)s"), {
    side: sideWord(side),
    men: menTold(men),
    ovals: ovals.length ? turns(ovals) : gettext("empty"),
  });
}

/** What one side scored with in a round, as it is written on the pad. */
export function resultNames(score) {
  if (!score) return [];
  const parts = [score.offensive, score.defensive].filter(Boolean);
  const names = parts.map((part) => RESULTS()[part.name]);
  if (score.pips) names.push(gettext("Pips"));
  if (parts.length === 2 && parts[0].points + parts[1].points === MARRAKESH) names.push("Marrakesh");
  return names;
}

function menOff(count) {
  if (count === 0) return gettext("none off, a null chip");
  if (count === 6) return gettext("all six men off");
  return interpolate(ngettext("%(count)s man off", "%(count)s men off", count), { count: COUNTS()[count] });
}

/** A trick's outcome in a line of the round: "1 off", "null chip". */
export function offBriefly(off) {
  return off ? interpolate(gettext("%(count)s off"), { count: off }) : gettext("null chip");
}

function trickNumbers(numbers) {
  if (numbers.length === 6) return interpolate(gettext("triple-%(number)s"), { number: numbers[0] });
  if (numbers.length === 4) return interpolate(gettext("double-%(number)s"), { number: numbers[0] });
  if (numbers.length === 2) {
    const [smaller, larger] = [Math.min(...numbers), Math.max(...numbers)];
    return interpolate(gettext("%(larger)s and %(smaller)s"), { larger, smaller });
  }
  return numbers.length ? String(numbers[0]) : gettext("nothing");
}

function extraNumbers(numbers) {
  if (numbers.length > 1) {
    const parts = { count: COUNTS()[numbers.length], numbers: PLURALS()[numbers[0] - 1] };
    return interpolate(gettext("%(count)s %(numbers)s"), parts);
  }
  return numbers.length ? String(numbers[0]) : gettext("nothing");
}

/** What the winner has to play: "plays 2, then 4". */
export function numbersTold(numbers, extra, drawn) {
  const parts = { numbers: trickNumbers(numbers), then: extraNumbers(extra) };
  return drawn
    ? interpolate(gettext("plays %(numbers)s, then %(then)s"), parts)
    : interpolate(gettext("plays %(numbers)s"), parts);
}

/** What a winner did with a trick; `trick` is of the replay. */
export function playTold(trick, drawn, names) {
  if (trick.off === null) {
    return sentence(gettext("cannot move: a null chip for %(name)s"), { name: bdi(names[trick.chip]) });
  }
  if (trick.plays === null) {
    return [interpolate(gettext("left the board as shown: %(off)s"), { off: menOff(trick.off) })];
  }
  const parts = { plays: numbersTold(trick.numbers, trick.extra_numbers, drawn), off: menOff(trick.off) };
  return [interpolate(gettext("%(plays)s: %(off)s"), parts)];
}

/** "Carla wins · suit-match"; a plain trick is won, and no more. */
export function winTold(winner, kind, names) {
  const name = bdi(names[winner]);
  return kindWord(kind)
    ? sentence(gettext("%(name)s wins · %(kind)s"), { name, kind: el("span", { class: "nb" }, kindWord(kind)) })
    : sentence(gettext("%(name)s wins"), { name });
}

/** Who makes the opening lead, and why. */
export function leadReason(setup, leader, names) {
  const counts = (side, number) => setup[side].filter((one) => one === number).length;
  const told = [1, 2, 3, 4, 5, 6].find((number) => counts("red", number) !== counts("white", number)) ?? 1;
  const parts = { name: bdi(names[leader]), numbers: PLURALS()[told - 1], last: PLURALS()[Math.max(0, told - 2)] };
  if (told === 1) return sentence(gettext("%(name)s has more %(numbers)s and leads."), parts);
  if (told === 2) return sentence(gettext("Equal in Ones; %(name)s has more %(numbers)s and leads."), parts);
  if (told === 3) return sentence(gettext("Equal in Ones and Twos; %(name)s has more %(numbers)s and leads."), parts);
  return sentence(gettext("Equal in Ones to %(last)s; %(name)s has more %(numbers)s and leads."), parts);
}

/** How a complete match was decided; `standing` is the replay. */
export function resultTold({ result, rounds_scored: scored, best_round: best }, names) {
  if (result.winner === null) {
    return [gettext("A draw: equal in points, in rounds scored and in the best single round.")];
  }
  const loser = result.winner === "red" ? "white" : "red";
  const name = bdi(names[result.winner]);
  if (result.decided_by === "rounds_scored") {
    const parts = { name, more: scored[result.winner], fewer: scored[loser] };
    return sentence(gettext("Equal in points: %(name)s wins, having scored in %(more)s rounds to %(fewer)s."), parts);
  }
  if (result.decided_by === "best_round") {
    const parts = { name, more: best[result.winner], fewer: best[loser] };
    const said = gettext(
      "Equal in points and rounds scored: %(name)s wins by the best single round, %(more)s to %(fewer)s.",
    );
    return sentence(said, parts);
  }
  const said = ngettext("%(name)s wins by %(margin)s point.", "%(name)s wins by %(margin)s points.", result.margin);
  return sentence(said, { name, margin: result.margin });
}

export function oasisTold({ oasis, margin, payoff }) {
  const said = [];
  if (oasis && margin) {
    said.push(
      {
        oasis: gettext("An Oasis: the margin is doubled."),
        great_oasis: gettext("A Great Oasis: the margin is tripled."),
        perfect_oasis: gettext("A Perfect Oasis: the margin is quadrupled."),
      }[oasis],
    );
  }
  if (oasis && !margin) said.push(gettext("An Oasis, with no margin to multiply."));
  if (payoff) said.push(interpolate(gettext("It pays %(amount)s %(currency)s."), payoff));
  return said.join(" ");
}

/** A place of the record in words: "Round 8, trick 1". */
export function placeTold(round, trick = null) {
  return trick === null || trick === undefined
    ? interpolate(gettext("Round %(round)s"), { round })
    : interpolate(gettext("Round %(round)s, trick %(trick)s"), { round, trick });
}

/** What an entry of the game's own is: "Round 8, trick 1". */
export function entryTold({ kind, data }) {
  switch (kind) {
    case "trick":
      return placeTold(data.round, data.trick);
    case "round":
      return interpolate(data.setup ? gettext("Round %(round)s, setups") : gettext("Round %(round)s, whole"), data);
    case "expose":
      return interpolate(gettext("Round %(round)s, exposed card"), data);
    case "close_round":
      return interpolate(gettext("Round %(round)s, close"), data);
    default:
      return kind;
  }
}

/** What a side scores in a round, as a sentence; of a round recorded by its points alone nobody knows for what. */
function scoreTold(score, name) {
  const parts = { name, points: score.total, what: resultNames(score).join(", ") };
  if (!score.total) return interpolate(gettext("%(name)s scores nothing."), parts);
  if (!parts.what) return `${interpolate(gettext("%(name)s scores %(points)s"), parts)}.`;
  return interpolate(gettext("%(name)s scores %(points)s: %(what)s."), parts);
}

/** What an entry has made of the match, in one breath, for those who listen instead of looking. */
export function outcomeTold(outcome, names) {
  const { trick, round, running } = outcome ?? {};
  const said = [];
  if (trick && trick.off !== null) {
    said.push(interpolate(gettext("%(name)s: %(off)s."), { name: names[trick.winner], off: menOff(trick.off) }));
  } else if (trick?.chip) {
    said.push(interpolate(gettext("A null chip for %(name)s."), { name: names[trick.chip] }));
  }
  if (running && round?.score) {
    for (const side of ["red", "white"]) {
      said.push(scoreTold(round.score[side], names[side]));
    }
    said.push(interpolate(gettext("It stands %(red)s to %(white)s."), { red: running[0], white: running[1] }));
  }
  return said.join(" ");
}
