/**
 * What is asked at each place of the pad, from the answers so far, and what they come to once all are given
 * (`written`).
 *
 * A scene is told by the record up to it and by the taps made there. A scene throws `Refusal` when an answer cannot be.
 *
 * @typedef {import("./shapes.js").Tap} Tap
 * @typedef {Record<string, any>} Json
 */

import { Refusal, replay, tableOf } from "./replay.js";
import { OTHER, SIDES, endOn, ends, mayMove, menOn, pointOfDifference } from "./rules.js";
import { isPattern, pipsRange, scoreOf } from "./rules.js";
import { MEN, MOST_POINTS, ROUND_SCORES, TRICKS_IN_A_ROUND } from "./table.js";
import { requireCard } from "./ledger.js";
import { requireNote } from "./tricks.js";

const UNTAPPED = {
  withdrawn: null,
  lead: null,
  reply: null,
  extra: null,
  disregarded: false,
  winner: null,
  kind: null,
  numbers: null,
  extra_numbers: null,
  extra_due: false,
  can_move: null,
  chip: null,
  ruling: null,
  note: null,
};
const NO_MEN = [0, 0, 0, 0, 0, 0];
const NO_PIPS = { red: 0, white: 0 };
const NO_TURNS = { red: [], white: [] };
const NO_DICE = { red: [], white: [] };
/** What a scene says unless it has more to say. */
const QUIET = {
  ask: null,
  side: null,
  leader: null,
  leads: null,
  boards: null,
  ovals: NO_TURNS,
  dice: NO_DICE,
  sofar: UNTAPPED,
  played: [],
  choices: null,
  extras: null,
  range: null,
  turn: null,
  left: null,
  skippable: false,
  unusual: [],
  written: null,
};

/** The record as it stood when only so many tricks of this round had been played. */
export function until(record, round, tricks = 0) {
  const last = record.rounds[round - 1];
  const rounds = record.rounds.slice(0, round - 1);
  if (last?.tricks) rounds.push({ ...without(last, "unplayed", "ruling"), tricks: last.tricks.slice(0, tricks) });
  return { ...record, rounds };
}

export function without(given, ...names) {
  const says = ([name, value]) => !names.includes(name) && value !== null && value !== undefined && value !== false;
  return Object.fromEntries(Object.entries(given).filter(says));
}

// -- a trick --------------------------------------------------------------------------------------------------------

/** Lead, reply, the extra card when one is due, and the board. */
export function trickScene(record, round, trick, taps) {
  const before = until(record, round, trick - 1);
  const earlier = before.rounds[round - 1];
  const { table, tricks, place } = tableOf(before);
  const given = answers(taps);
  const written = writtenTrick(given, given.ruling?.leader ?? table.leader);
  const sofar = { ...UNTAPPED, ...without(given, "extra", "board"), extra: written.extra ?? null };
  sofar.disregarded = written.extra_disregarded ?? false;
  const scene = {
    ...QUIET,
    leader: written.leader,
    leads: whyLeads(given.ruling, table, tricks),
    boards: table.boards,
    ovals: table.ovals,
    dice: earlier.setup,
    sofar,
    played: tricks.map((said, index) => ({ ...without(earlier.tricks[index], "plays", "board"), ...said })),
    unusual: ["exposed", "ruling", "note"],
  };
  if (trick < TRICKS_IN_A_ROUND) scene.unusual.unshift("withdrawn");
  const at = `${place}/tricks/${trick - 1}`;
  if (given.ruling) requireNote(given.ruling, at);
  if (given.withdrawn) requireCard(given.withdrawn, `${at}/withdrawn`);
  if (!given.reply) {
    if (given.lead) table.ledger.count(given.lead, `${at}/lead`);
    return given.lead ? asks(scene, "reply", OTHER[written.leader]) : asks(scene, "lead", written.leader);
  }
  return turnScene(scene, table, table.win(written, at, trick - 1), given, written);
}

/** The winner's turn, once both cards are known. */
function turnScene(scene, table, won, given, written) {
  const { winner, canMove, kind, due, numbers, drawn } = won;
  const board = table.boards[winner];
  const free = Boolean(given.ruling);
  const sofar = { ...scene.sofar, winner, kind, numbers, can_move: canMove, extra_due: due };
  sofar.extra_numbers = written.extra ? drawn : null;
  if (!canMove) sofar.chip = OTHER[winner];
  scene = { ...scene, sofar };
  if ((due || given.ruling?.extra) && !given.extra) {
    const off = canMove && endOn(board, numbers, [], NO_MEN) !== null;
    return { ...asks(scene, "extra", winner), extras: { none: off || free, disregarded: true } };
  }
  if (!canMove || given.ruling?.board) return { ...scene, written };
  if (given.extra === "none" && !free) return { ...scene, written: { ...written, board: NO_MEN } };
  const all = ends(board, numbers, drawn);
  const choices = all.map((end) => ({ ...end, chip: end.off ? null : winner, over: endsRound(table, winner, end) }));
  if (choices.every((end) => end.chip)) sofar.chip = winner;
  const chosen = choices.length === 1 ? choices[0].board : given.board;
  if (chosen) return { ...scene, choices, written: { ...written, board: chosen } };
  return { ...asks(scene, "board", winner), choices };
}

function writtenTrick(given, leader) {
  const drawn = ["none", "disregarded"].includes(given.extra) ? null : given.extra;
  return without({
    leader,
    withdrawn: given.withdrawn,
    lead: given.lead,
    reply: given.reply,
    extra: drawn,
    extra_disregarded: given.extra === "disregarded",
    ruling: given.ruling && without(given.ruling, "extra"),
    note: given.note,
  });
}

function whyLeads(ruling, table, tricks) {
  if (ruling?.leader) return { because: "ruling", point: null };
  if (tricks.length) return { because: "won", point: null };
  return { because: "setup", point: pointOfDifference(table.boards) };
}

function endsRound(table, winner, end) {
  return !mayMove(end.board, table.ovals[winner].length + 1) && !table.canMove(OTHER[winner]);
}

// -- the setups -----------------------------------------------------------------------------------------------------

/** Twelve dice: Red's six, then White's. */
export function setupScene(record, round, taps) {
  const dice = taps.filter((tap) => tap.ask === "dice").map((tap) => tap.value);
  const thrown = { red: dice.slice(0, MEN), white: dice.slice(MEN) };
  const side = dice.length < MEN ? "red" : "white";
  const scene = { ...QUIET, dice: thrown, unusual: ["exposed", "reshuffled", "note"] };
  if (dice.length < 2 * MEN) return { ...asks(scene, "dice", side), left: MEN - thrown[side].length };
  const exposed = taps.filter((tap) => tap.ask === "exposed").map((tap) => tap.value);
  const { reshuffled, note } = answers(taps);
  return { ...scene, written: without({ setup: thrown, reshuffled, exposed: exposed.length ? exposed : null, note }) };
}

// -- a whole round, as an old score pad has it ----------------------------------------------------------------------

/** Men off turn by turn, Red's and then White's; then the pips of both when neither is off. */
export function ovalsScene(record, round, taps) {
  const given = answers(taps);
  const scene = { ...QUIET, unusual: ["ruling", "reshuffled", "note"] };
  if (given.ruling) requireNote(given.ruling, `/rounds/${round - 1}`);
  const men = taps.filter((tap) => tap.ask === "oval").map((tap) => tap.value);
  const ovals = { red: [], white: [] };
  for (const side of SIDES) {
    while (!isPattern(ovals[side])) {
      const turn = ovals[side].length + 1;
      const most = MEN - menOn(ovals[side]);
      if (!men.length) return { ...asks(scene, "oval", side), ovals, turn, range: { least: 0, most, values: null } };
      ovals[side] = [...ovals[side], within(men.shift(), 0, most)];
    }
  }
  const pips = {};
  if (SIDES.every((side) => menOn(ovals[side]) < MEN)) {
    const counted = taps.filter((tap) => tap.ask === "pips").map((tap) => tap.value);
    for (const side of SIDES) {
      const [least, most] = pipsRange(ovals[side]);
      if (!counted.length) return { ...asks(scene, "pips", side), ovals, range: { least, most, values: null } };
      pips[side] = requirePips(counted.shift(), side, least, most, round);
    }
  }
  const ruling = given.ruling && { points: totalsOf(scoreOf(ovals, pips.red ? pips : NO_PIPS)), ...given.ruling };
  const { reshuffled, note } = given;
  return { ...scene, ovals, written: without({ ovals, pips: pips.red && pips, reshuffled, ruling, note }) };
}

/** The score of each side for the round. */
export function pointsScene(record, round, taps) {
  const given = answers(taps);
  const scene = { ...QUIET, unusual: ["ruling", "reshuffled", "note"] };
  if (given.ruling) requireNote(given.ruling, `/rounds/${round - 1}`);
  const [red, white] = taps.filter((tap) => tap.ask === "points").map((tap) => tap.value);
  const reds = ROUND_SCORES.flatMap((whites, points) => (whites.length ? [points] : []));
  const values = red === undefined ? reds : (ROUND_SCORES[red] ?? []);
  const stood = Boolean(given.ruling);
  if (!stood && red !== undefined && !reds.includes(red)) {
    throw new Refusal("impossible_points", `/rounds/${round - 1}/points`, { red, white: white ?? 0 });
  }
  if (white === undefined) {
    const most = stood ? MOST_POINTS : Math.max(...values);
    const range = { least: 0, most, values: stood ? null : values };
    return { ...asks(scene, "points", red === undefined ? "red" : "white"), range };
  }
  const { reshuffled, ruling, note } = given;
  return { ...scene, written: without({ points: { red, white }, reshuffled, ruling, note }) };
}

function requirePips(pips, side, least, most, round) {
  if (Number.isInteger(pips) && pips >= least && pips <= most) return pips;
  const found = { side, men: least, least, most, found: pips };
  throw new Refusal("impossible_ovals", `/rounds/${round - 1}/pips`, found);
}

function within(value, least, most) {
  if (!Number.isInteger(value) || value < least || value > most) throw new RangeError(`${value}`);
  return value;
}

// -- the end of a round ---------------------------------------------------------------------------------------------

/** Cards left in hand, side by side; a side that nobody turned up is skipped. */
export function unplayedScene(record, round, taps) {
  const given = answers(taps);
  const scene = { ...QUIET, unusual: ["ruling", "note"] };
  const each = TRICKS_IN_A_ROUND - record.rounds[round - 1].tricks.length;
  const cards = taps.filter((tap) => tap.ask === "unplayed").map((tap) => tap.value);
  const unplayed = {};
  for (const side of SIDES) {
    const shown = cards[0] === "skip" ? cards.splice(0, 1) : cards.splice(0, each);
    if (shown[0] === "skip") continue;
    if (shown.length < each) {
      return { ...asks(scene, "unplayed", side), left: each - shown.length, skippable: !shown.length };
    }
    unplayed[side] = shown;
  }
  const ruling = given.ruling && ofRound(record, round, given.ruling);
  const written = { unplayed: Object.keys(unplayed).length ? unplayed : null, ruling, note: given.note };
  return { ...scene, written: without(written) };
}

/** A ruling on the score of a round that is over; an answer of null takes an earlier one away. */
export function rulingScene(record, round, taps) {
  const scene = singleScene("ruling", taps);
  const ruling = scene.written?.ruling;
  return ruling ? { ...scene, written: { ruling: ofRound(record, round, ruling) } } : scene;
}

/** One answer is all: a note of the round, whether it was shuffled before, a reason. */
export function singleScene(what, taps) {
  const given = answers(taps);
  if (given[what] === undefined) return asks(QUIET, what, null);
  return { ...QUIET, written: { [what]: given[what] } };
}

/** A ruling that names no points leaves the score as it was counted. */
function ofRound(record, round, ruling) {
  requireNote(ruling, `/rounds/${round - 1}`);
  const { ruling: _, ...counted } = record.rounds[round - 1];
  if (counted.points || ruling.points) return ruling;
  const rounds = [...record.rounds.slice(0, round - 1), counted];
  const { score } = replay({ ...record, rounds }).rounds[round - 1];
  return score ? { points: totalsOf(score), ...ruling } : ruling;
}

function totalsOf({ red, white }) {
  return { red: red.total, white: white.total };
}

// -- shared ---------------------------------------------------------------------------------------------------------

function asks(scene, ask, side) {
  return { ...scene, ask, side };
}

/** The last answer to each question; an answer of null takes an earlier one back. */
function answers(taps) {
  return Object.fromEntries(taps.map(({ ask, value }) => [ask, value]));
}
