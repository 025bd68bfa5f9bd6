/**
 * A person at the table who has a whole record before him and taps it, answer by answer, as the recorder asks: what he
 * made of it comes back as entries, with the taps that each has cost.
 */

import { begin, beginClose, beginWhole, correction, question, tap, unusual } from "/marrakesh/flow.js";
import { amend, apply } from "/marrakesh/fold.js";

/** Taps a record. `said` is its replay by the engine, which knows the board that each line of plays leads to. */
export function play(wanted, said) {
  const table = { record: { ...wanted, rounds: [] }, entries: [] };
  wanted.rounds.forEach((round, index) => {
    if (round.tricks) playRound(table, round, said.rounds[index], index + 1);
    else tapRound(table, round);
  });
  return table;
}

function playRound(table, round, said, number) {
  const dice = [...round.setup.red, ...round.setup.white];
  answer(table, aside(table, begin(table.record), round, ["reshuffled"]), () => dice.shift());
  for (const card of round.exposed ?? []) answer(table, unusual(begin(table.record), "exposed"), () => card);
  round.tricks.forEach((trick, index) => {
    const { winner, board } = said.tricks[index];
    const extra = trick.extra ?? (trick.extra_disregarded ? "disregarded" : "none");
    const answers = { lead: trick.lead, reply: trick.reply, extra, board: board[winner] };
    const draft = aside(table, begin(table.record), trick, ["withdrawn", "ruling", "note"]);
    answer(table, draft, ({ ask }) => answers[ask]);
  });
  close(table, round, number);
}

function close(table, round, number) {
  if (round.unplayed) {
    const cards = { red: [...(round.unplayed.red ?? ["skip"])], white: [...(round.unplayed.white ?? ["skip"])] };
    const draft = aside(table, beginClose(table.record, number, "unplayed"), round, ["ruling", "note"]);
    answer(table, draft, ({ side }) => cards[side].shift());
    return;
  }
  for (const what of ["ruling", "note"]) {
    const answers = { [what]: round[what], reason: "forgotten" };
    if (round[what]) answer(table, beginClose(table.record, number, what), ({ ask }) => answers[ask]);
  }
}

function tapRound(table, round) {
  const ovals = round.ovals && { red: [...round.ovals.red], white: [...round.ovals.white] };
  const whole = beginWhole(table.record, round.ovals ? "ovals" : "points");
  const draft = aside(table, whole, round, ["ruling", "note", "reshuffled"]);
  answer(table, draft, ({ ask, side }) => (ask === "oval" ? ovals[side].shift() : round[ask][side]));
}

/** Whatever of these is written is told before the question that is due. */
function aside(table, draft, written, whats) {
  for (const what of whats) {
    if (written[what]) ({ draft } = tap(table.record, unusual(draft, what), written[what]));
  }
  return draft;
}

/** Answers until an entry is complete. */
function answer(table, draft, answers) {
  for (let taps = 1; ; taps += 1) {
    const came = tap(table.record, draft, answers(question(table.record, draft)));
    if (came.refusal) throw came.refusal;
    ({ draft } = came);
    if (!came.entry) continue;
    const { entry } = came;
    table.entries.push({ id: `entry-${table.entries.length}`, reason: null, ...entry, taps });
    table.record = entry.kind === "amend" ? amend(table.record, entry.data.patch) : apply(table.record, entry);
    return;
  }
}

/**
 * Taps a recorded trick in another way, and whatever the recorder asks after that, by chance: boards as offered, cards
 * until one is not refused. Comes back with the amend entry and the record that it makes.
 */
export function correct(record, round, trick, chance) {
  let draft = correction(record, round, trick);
  const asked = [];
  for (let taps = 0; taps < 2000; taps += 1) {
    const now = question(record, draft);
    if (now.stale) throw new Error("The record has not moved on.");
    if (now.ask === "reason") {
      const { entry, outcome } = tap(record, draft, "tapped wrongly");
      return { entry: entry ?? null, outcome, asked, record: entry ? amend(record, entry.data.patch) : record };
    }
    const place = `${now.round} ${now.trick}`;
    if (asked.at(-1) !== place) asked.push(place);
    const came = tap(record, draft, byChance(now, chance));
    ({ draft } = came);
  }
  throw new Error(`No end of it: ${asked.join(", ")}`);
}

const CARDS = [..."SHDC"].flatMap((suit) => [..."A23456Q"].map((rank) => rank + suit));

function byChance({ ask, choices, extras, skippable }, chance) {
  const one = (all) => all[Math.floor(chance() * all.length)];
  if (ask === "board") return one(choices).board;
  if (ask === "extra" && chance() < 0.5) return extras.none ? "none" : "disregarded";
  if (ask === "unplayed" && skippable) return "skip";
  if (ask === "dice") return 1 + Math.floor(chance() * 6);
  return ask === "amiss" ? "drop" : one(CARDS);
}

/** Numbers from 0 to 1, the same for the same seed. */
export function chances(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
