/**
 * Everything the rules make of a record, as the engine's own replay says it; a record may be incomplete.
 *
 * The shape of a record is not checked here (`malformed` is the server's to say): the app makes none of another shape.
 * Places are JSON Pointers; what is found there is told as the engine tells it.
 *
 * @typedef {import("./rules.js").Side} Side
 * @typedef {Record<string, any>} Json
 */

import { lastOf } from "./lists.js";
import { SIDES, boardOf, isPattern, openingLeader, pipsOn, pipsRange, scoreOf } from "./rules.js";
import { MOST_POINTS, OASES, ROUNDS, ROUNDS_PER_SHUFFLE, ROUND_SCORES, TRICKS_IN_A_ROUND } from "./table.js";
import { Ledger } from "./ledger.js";
import { Refusal } from "./refusal.js";
import { Table, requireNote } from "./tricks.js";

export { Refusal };

/** The codes that only the server tells. */
export const LEFT_TO_THE_SERVER = ["malformed"];

// Records are not changed once they are made, and one is asked for many times.
const replays = new WeakMap();
const GRADES = ["points", "ovals", "tricks"];

/**
 * The replay, JSON as in `GET …/replay/`. Throws `Refusal`, the first in playing order.
 * @param {Json} record @returns {Json}
 */
export function replay(record) {
  if (!replays.has(record)) replays.set(record, replayed(record));
  return replays.get(record);
}

function replayed(record) {
  const options = record.options ?? {};
  if (options.oasis && !options.stake) throw new Refusal("oasis_without_stake", "/options/oasis");
  const played = roundsOf(record, new Ledger(options.pack));
  const points = bySide((side) => played.filter((one) => one.complete).map((one) => one.score[side].total));
  const totals = bySide((side) => sum(points[side]));
  const scored = bySide((side) => points[side].filter(Boolean).length);
  const best = bySide((side) => Math.max(0, ...points[side]));
  const complete = points.red.length === ROUNDS;
  return {
    complete,
    grade: GRADES.find((grade) => played.some((one) => one.grade === grade)) ?? "tricks",
    rounds: played,
    running: points.red.map((_, index) => SIDES.map((side) => sum(points[side].slice(0, index + 1)))),
    totals,
    rounds_scored: scored,
    best_round: best,
    result: complete ? resultOf(totals, scored, best, options) : null,
  };
}

/**
 * What comes next: a round without a trick when its setup is to be thrown; null when the match is complete.
 * @param {Json} replay @returns {?{round: number, trick: ?number, leader: ?Side}}
 */
export function awaiting(replay) {
  if (replay.complete) return null;
  const last = lastOf(replay.rounds);
  if (!last || last.complete) return { round: replay.rounds.length + 1, trick: null, leader: null };
  const leader = lastOf(last.tricks)?.winner ?? last.leader;
  return { round: replay.rounds.length, trick: last.tricks.length + 1, leader };
}

/**
 * The table as it stands in the last round, which is recorded by its tricks: cards taken back are still in a hand.
 * @param {Json} record @returns {{table: Table, tricks: Json[], place: string}}
 */
export function tableOf(record) {
  const ledger = new Ledger(record.options?.pack);
  const last = record.rounds.length - 1;
  let index = last;
  while (index % ROUNDS_PER_SHUFFLE && !record.rounds[index].reshuffled) index -= 1;
  for (; index < last; index += 1) roundOf(record.rounds[index], index, `/rounds/${index}`, ledger);
  return laid(record.rounds[last], last, ledger);
}

function roundsOf(record, ledger) {
  const played = [];
  record.rounds.forEach((round, index) => {
    const place = `/rounds/${index}`;
    if (index && !played[index - 1].complete) throw new Refusal("round_incomplete", `/rounds/${index - 1}`);
    if (index === ROUNDS) throw new Refusal("too_many_rounds", place, { most: ROUNDS });
    played.push(roundOf(round, index, place, ledger));
  });
  return played;
}

function roundOf(round, index, place, ledger) {
  const replayed = round.tricks ? byTricks(round, index, place, ledger) : byPad(round, index, place, ledger);
  if (round.ruling) {
    requireNote(round.ruling, place);
    for (const side of SIDES) if (round.ruling.points) replayed.score[side].total = round.ruling.points[side];
    replayed.irregular = true;
  }
  return replayed;
}

// -- a round by its tricks ------------------------------------------------------------------------------------------

/** Setup, cards seen by accident, and every trick. */
function laid(round, index, ledger) {
  const place = `/rounds/${index}`;
  const boards = dealt(round, index, place, ledger);
  const table = new Table(boards, openingLeader(boards), ledger);
  const tricks = round.tricks.map((trick, at) => table.play(trick, `${place}/tricks/${at}`, at));
  return { table, tricks, place };
}

/** The shuffle, the setups and the cards exposed: what happens before the first trick. */
function dealt(round, index, place, ledger) {
  if (index % ROUNDS_PER_SHUFFLE === 0 || round.reshuffled) ledger.shuffle();
  const boards = round.setup ? setupOf(round.setup, place) : null;
  (round.exposed ?? []).forEach((card, at) => ledger.count(card, `${place}/exposed/${at}`));
  return boards;
}

function setupOf(setup, place) {
  for (const side of SIDES) {
    const dice = setup[side];
    if (dice.length !== 6 || !dice.every((die) => die >= 1 && die <= 6)) {
      throw new Refusal("bad_setup", `${place}/setup/${side}`, { side, found: dice });
    }
  }
  const boards = bySide((side) => boardOf(setup[side]));
  if (boards.red.join() === boards.white.join()) {
    throw new Refusal("identical_setups", `${place}/setup`, { found: [...setup.red].sort().reverse() });
  }
  return boards;
}

function byTricks(round, index, place, ledger) {
  const { table, tricks } = laid(round, index, ledger);
  const unplayed = round.unplayed ?? {};
  if (!table.over && SIDES.some((side) => unplayed[side])) {
    throw new Refusal("round_incomplete", `${place}/unplayed`, { waiting: table.waiting() });
  }
  turnUp(unplayed, place, ledger, tricks.length);
  checkWithdrawn(table.withdrawn, round, tricks, place, ledger);
  if (!table.over && round.ruling) {
    throw new Refusal("round_incomplete", `${place}/ruling`, { waiting: table.waiting() });
  }
  return {
    complete: table.over,
    grade: "tricks",
    irregular: table.irregular,
    leader: tricks.length ? tricks[0].leader : table.leader,
    tricks,
    ovals: table.ovals,
    score: table.over ? scoreOf(table.ovals, bySide((side) => pipsOn(table.boards[side]))) : null,
  };
}

/** Cards left in hand are turned face up: the rest of each hand, and out of the pack. */
function turnUp(unplayed, place, ledger, tricks) {
  for (const side of SIDES) {
    const cards = unplayed[side];
    if (!cards) continue;
    const expected = TRICKS_IN_A_ROUND - tricks;
    if (tricks !== null && cards.length !== expected) {
      const found = { side, expected, tricks, found: cards.length };
      throw new Refusal("wrong_unplayed", `${place}/unplayed/${side}`, found);
    }
    cards.forEach((card, at) => ledger.count(card, `${place}/unplayed/${side}/${at}`));
  }
}

/**
 * A card taken back is still in the hand: it is played to a later trick or left unplayed. A hand that is not known to
 * the last card may still hold it; then it is one more card that was seen.
 */
function checkWithdrawn(withdrawn, round, tricks, place, ledger) {
  const held = new Set();
  for (const index of withdrawn) {
    const card = round.tricks[index].withdrawn;
    const side = tricks[index].leader;
    const where = `${place}/tricks/${index}/withdrawn`;
    const later = round.tricks.slice(index + 1).map((trick, at) => {
      return tricks[index + 1 + at].leader === side ? trick.lead : trick.reply;
    });
    const rest = [...later, ...(round.unplayed?.[side] ?? [])];
    if (rest.includes(card)) continue;
    if (rest.length === TRICKS_IN_A_ROUND - 1 - index) throw new Refusal("withdrawn_not_played", where, { side, card });
    if (!held.has(side + card)) ledger.count(card, where);
    held.add(side + card);
  }
}

// -- a round from an old score pad ----------------------------------------------------------------------------------

function byPad(round, index, place, ledger) {
  const boards = dealt(round, index, place, ledger);
  const replayed = round.ovals ? byOvals(round, place) : byPoints(round, place);
  turnUp(round.unplayed ?? {}, place, ledger, null);
  return { ...replayed, complete: true, irregular: false, tricks: null, leader: boards && openingLeader(boards) };
}

function byOvals({ ovals, pips }, place) {
  for (const side of SIDES) {
    if (!isPattern(ovals[side])) throw new Refusal("impossible_ovals", `${place}/ovals`, { side, found: ovals[side] });
  }
  for (const side of pips ? SIDES : []) {
    const [least, most] = pipsRange(ovals[side]);
    if (pips[side] >= least && pips[side] <= most) continue;
    const left = least ? { men: least, least, most } : { expected: 0 };
    throw new Refusal("impossible_ovals", `${place}/pips`, { side, ...left, found: pips[side] });
  }
  return {
    grade: "ovals",
    ovals: bySide((side) => [...ovals[side]]),
    score: scoreOf(ovals, pips ?? { red: 0, white: 0 }),
  };
}

/** Points that no round ends with stand where a ruling says so, by itself or with the same points. */
function byPoints({ points, ruling }, place) {
  const { red, white } = points;
  if (!ROUND_SCORES[red]?.includes(white)) {
    const same = ruling && (!ruling.points || SIDES.every((side) => ruling.points[side] === points[side]));
    if (!same) throw new Refusal("impossible_points", `${place}/points`, { red, white });
    if (![red, white].every((each) => each >= 0 && each <= MOST_POINTS)) {
      throw new Refusal("impossible_points", `${place}/points`, { red, white, most: MOST_POINTS });
    }
  }
  const score = bySide((side) => ({ offensive: null, defensive: null, pips: null, total: points[side] }));
  return { grade: "points", ovals: null, score };
}

// -- the match ------------------------------------------------------------------------------------------------------

/** The first tiebreak that tells the players apart says who wins; when none does, the match is drawn. */
function resultOf(totals, scored, best, options) {
  const tiebreaks = { score: totals, rounds_scored: scored, best_round: best };
  const decided = Object.keys(tiebreaks).find((name) => tiebreaks[name].red !== tiebreaks[name].white) ?? null;
  const winner = decided && (tiebreaks[decided].red > tiebreaks[decided].white ? "red" : "white");
  const margin = Math.abs(totals.red - totals.white);
  const [oasis, multiplier] = (winner && options.oasis && OASES[scored[winner]]) || [null, 1];
  return {
    winner,
    decided_by: decided,
    margin,
    oasis,
    multiplier,
    payoff_points: margin * multiplier,
    payoff: options.stake ? payoffOf(options.stake, margin * multiplier) : null,
  };
}

/** Exact, and with the stake's own decimals. */
function payoffOf({ amount, currency }, points) {
  const decimals = amount.includes(".") ? amount.length - amount.indexOf(".") - 1 : 0;
  const digits = String(BigInt(amount.replace(".", "")) * BigInt(points)).padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  return { amount: decimals ? `${whole}.${digits.slice(-decimals)}` : whole, currency };
}

function bySide(figure) {
  return { red: figure("red"), white: figure("white") };
}

function sum(points) {
  return points.reduce((total, each) => total + each, 0);
}
