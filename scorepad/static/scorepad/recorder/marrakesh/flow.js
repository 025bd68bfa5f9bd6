/**
 * What is to be asked next at the table, and what a tap makes of it: the questions of the recorder, without a page.
 *
 * A draft is what has been tapped and is not yet an entry: plain JSON, so that it can be kept on disk. `question` tells
 * what to ask of it, `tap` answers that question, `untap` takes the last answer back. When one board alone is legal it
 * is filled in by itself. Functions never change what they are given.
 *
 *     let draft = begin(record);
 *     const asked = question(record, draft);            // {ask: "lead", side: "red", …}
 *     const came = tap(record, draft, "AS");            // {draft}, or {entry, outcome}, or {refusal, draft}
 *
 * `record` is always the fold of the server's journal and this device's queue, without the draft.
 *
 * @typedef {import("./rules.js").Side} Side
 * @typedef {import("./rules.js").Card} Card
 * @typedef {import("./rules.js").Board} Board
 * @typedef {Record<string, any>} Json
 *
 * @typedef {Object} Draft
 * @property {"round" | "trick" | "close_round" | "correction" | "over"} kind
 * @property {number} round  from 1
 * @property {?number} trick  from 1; the trick a correction begins at; null where the whole round is meant
 * @property {?("setup" | "trick" | "ovals" | "points" | "unplayed" | "ruling" | "note" | "reshuffled")} what  what a round, a close or
 *   a correction is about
 * @property {Tap[]} taps  the answers so far, oldest first
 * @property {?string} asking  something unusual that is asked before the question that is due, see `unusual`
 * @property {boolean} filled  of a correction: answers were taken over from the record, see `Correcting`
 * @typedef {{ask: string, value: any}} Tap
 *
 * @typedef {Object} Entry  complete, to be queued as it is
 * @property {"round" | "trick" | "expose" | "close_round" | "amend"} kind
 * @property {Json} data
 * @property {string} [reason]  of an amend
 *
 * @typedef {Object} Choice  of an end board
 * @property {Board} board
 * @property {string[]} plays
 * @property {number} off  men borne off
 * @property {number} pips  left after it
 * @property {?Side} chip  the side in whose oval a null chip would be placed
 * @property {boolean} over  whether that ends the round
 *
 * @typedef {Object} Sofar  the trick as far as it is tapped; what is not known yet is null
 * @property {?Card} withdrawn
 * @property {?Card} lead
 * @property {?Card} reply
 * @property {?Card} extra
 * @property {boolean} disregarded  led on without drawing
 * @property {?Side} winner
 * @property {?import("./rules.js").Kind} kind
 * @property {?number[]} numbers  ascending; none for a winner who can no longer move
 * @property {?number[]} extra_numbers
 * @property {boolean} extra_due
 * @property {?boolean} can_move  whether the winner moves; if not, his opponent gets a null chip
 * @property {?Side} chip  as soon as it is certain, whichever board is tapped
 * @property {?Json} ruling  as it was tapped
 * @property {?string} note
 *
 * @typedef {Object} Question
 * @property {Ask} ask
 * @property {number} round
 * @property {?number} trick
 * @property {?Side} side  whose dice, card, board, oval, pips, points or unplayed cards are asked for
 * @property {?Side} leader  who leads this trick
 * @property {?{because: "setup" | "won" | "ruling", point: ?number}} leads  why: more men on `point` in the setup, …
 * @property {import("./rules.js").Boards} boards  before this trick; null where no setup is known
 * @property {import("./rules.js").Ovals} ovals  of this round, before this trick
 * @property {{red: number, white: number}} running  the score after the last complete round
 * @property {{red: number[], white: number[]}} dice  of this round as thrown, or as far as they are tapped
 * @property {Sofar} sofar
 * @property {Json[]} played  this round's earlier tricks: as replayed, with `lead`, `reply`, `extra`, `withdrawn` beside
 * @property {?Choice[]} choices  ask board: every legal end board, most men off first, then fewest pips
 * @property {?{none: boolean, disregarded: boolean}} extras  ask extra: besides a card, "none" may be tapped (the last
 *   man is off with the trick's numbers alone, no card was drawn) and "disregarded" (led on without drawing)
 * @property {?{least: number, most: number, values: ?number[]}} range  ask oval, pips, points
 * @property {?number} turn  ask oval: 1 to 3
 * @property {?number} left  ask dice: dice still to come of this side; ask unplayed: cards
 * @property {boolean} skippable  "skip" may be tapped (unplayed cards of a side that nobody turned up)
 * @property {string[]} unusual  what `unusual` may be called with now
 * @property {?{round: number, unplayed: number}} closing  the round that has just ended and may be closed with cards
 *   left in hand; 0 unplayed when there are none
 * @property {?Json} last  the round that has just ended, as replayed, with names and score
 * @property {?Json} result  ask over: as replayed
 * @property {?Correcting} correcting
 * @property {boolean} stale  the record has moved on and this draft is of yesterday: begin anew
 *
 * @typedef {"dice" | "lead" | "reply" | "extra" | "board" | "oval" | "pips" | "points" | "unplayed" | "over" | "amiss" |
 *   "reason" | "withdrawn" | "exposed" | "ruling" | "note" | "reshuffled"} Ask
 *   dice: 1 to 6. lead, reply, withdrawn, exposed: a card. extra: a card, "none" or "disregarded". board: a board.
 *   oval, pips, points: a number. unplayed: a card or "skip". note, reason: a text. reshuffled: true.
 *   ruling of a trick: {note, leader?, winner?, board?, extra?: true}; `extra` asks for the extra card whatever the trick
 *   ruling of a round: {note, points?: {red, white}}
 *   amiss (corrections): what stands at `correcting.refusal.path` cannot stay; "drop" leaves it out
 *   over: nothing, the match is complete
 *
 * @typedef {Object} Correcting
 * @property {?import("./replay.js").Refusal} refusal  why this trick is asked: it was recorded and can't stay; null for
 *   the trick that the person chose
 * @property {?Json} was  this trick, or round, as it is recorded
 * @property {boolean} filled  the cards of `was` are tapped already, since they still can be; `untap` takes them back
 * @property {string[]} changed  JSON Pointers of what will be different so far
 * @property {string[]} dropped  JSON Pointers of what was recorded and falls away, as tricks after the round's new end
 * @property {?{before: Json, after: Json}} effect  ask reason: running, totals and result before and after
 *
 * @typedef {Object} Came
 * @property {?Draft} draft  to go on with; null after an entry, unless something was asked in between (a card exposed)
 * @property {Entry} [entry]
 * @property {Outcome} [outcome]  with an entry
 * @property {import("./replay.js").Refusal} [refusal]  the answer can't be: the draft is as before (after identical
 *   setups without the dice, since both throw again)
 * @typedef {Object} Outcome  what the entry makes of it, all as replayed
 * @property {?Json} trick
 * @property {?Json} round
 * @property {?number[]} running  after this round, when it is complete: [red, white]
 * @property {?Json} result  of the match, when it is complete
 */

import { difference, sceneOf, walk } from "./correcting.js";
import { apply } from "./fold.js";
import { amend, same } from "./patch.js";
import { Refusal, awaiting, replay } from "./replay.js";
import { SIDES } from "./rules.js";
import { setupScene, until } from "./scenes.js";
import { TRICKS_IN_A_ROUND } from "./table.js";

/**
 * A draft of what comes next: the setup of the next round, the next trick, or "over".
 * @param {Json} record
 * @returns {Draft}
 */
export function begin(record) {
  const due = awaiting(replay(record));
  if (!due) return draftOf("over", record.rounds.length, null);
  return due.trick ? draftOf("trick", due.round, "trick", due.trick) : draftOf("round", due.round, "setup");
}

/**
 * The next round whole, for the hurried; when its setup or tricks are there already it becomes a correction.
 * @param {Json} record
 * @param {"ovals" | "points"} grade
 * @returns {Draft}
 */
export function beginWhole(record, grade) {
  const next = begin(record);
  if (next.kind === "over") return next;
  return next.kind === "trick" ? correction(record, next.round, grade) : draftOf("round", next.round, grade);
}

/**
 * What is only known at the end of a round: cards left in hand, a ruling on its score, a note. What can no longer be
 * added becomes a correction.
 * @param {Json} record
 * @param {number} round
 * @param {"unplayed" | "ruling" | "note"} what
 * @returns {Draft}
 */
export function beginClose(record, round, what) {
  return mayClose(record, round) ? draftOf("close_round", round, what) : correction(record, round, what);
}

/**
 * A correction, tapped anew from there on: a trick by its number, or the round's "setup", "ovals", "points", "unplayed",
 * "ruling", "note" or "reshuffled". Later tricks that can't stay are asked one by one; it ends with ask "reason" and one
 * amend entry.
 * @param {Json} record
 * @param {number} round
 * @param {number | string} what
 * @returns {Draft}
 */
export function correction(record, round, what) {
  const draft = typeof what === "number" ? draftOf("correction", round, "trick", what) : draftOf("correction", round, what);
  return { ...draft, filled: walk(record, draft).filled };
}

/**
 * The draft with something unusual asked first: "withdrawn", "exposed", "ruling", "note", "reshuffled"; null asks no more.
 * @param {Draft} draft
 * @param {?string} what
 * @returns {Draft}
 */
export function unusual(draft, what) {
  return { ...draft, asking: what };
}

/**
 * What is to be asked now.
 * @param {Json} record
 * @param {?Draft} [draft]
 * @returns {Question}
 */
export function question(record, draft) {
  if (!draft) return asked(record, begin(record));
  try {
    return isStale(record, draft) ? { ...asked(record, begin(record)), stale: true } : asked(record, draft);
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    return { ...asked(record, begin(record)), stale: true };
  }
}

/**
 * The answer to it.
 * @param {Json} record
 * @param {?Draft} draft
 * @param {any} value
 * @returns {Came}
 */
export function tap(record, draft, value) {
  draft ??= begin(record);
  const now = question(record, draft);
  if (now.stale) return { draft: begin(record) };
  if (!isAnAnswer(now, value)) throw new RangeError(`${now.ask}: ${value}`);
  const answer = { ask: now.ask, value, ...(draft.filled ? { filled: true } : {}) };
  const next = { ...draft, taps: [...draft.taps, answer], asking: null, filled: false };
  try {
    if (draft.kind === "correction") return corrected(record, draft, next, answer);
    if (now.ask === "exposed" && draft.kind === "trick") return exposed(record, draft, value);
    const { written } = sceneOf(record, draft, next.taps);
    return written ? entered(record, entryOf(draft, written), null) : { draft: next };
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    const again = refusal.code === "identical_setups";
    return { draft: again ? { ...draft, taps: draft.taps.filter((each) => each.ask !== "dice") } : draft, refusal };
  }
}

/**
 * The draft without its last answer; null when there is none to take back.
 * @param {Draft} draft
 * @returns {?Draft}
 */
export function untap(draft) {
  if (draft.asking) return { ...draft, asking: null };
  if (draft.filled) return { ...draft, taps: [...draft.taps, { ask: "anew", value: null }], filled: false };
  const taps = draft.taps.at(-1)?.ask === "anew" ? draft.taps.slice(0, -1) : draft.taps;
  if (!taps.length) return null;
  return { ...draft, taps: taps.slice(0, -1), filled: Boolean(taps.at(-1).filled) };
}

function draftOf(kind, round, what, trick = null) {
  return { kind, round, trick, what, taps: [], asking: null, filled: false };
}

/** Whether the record has moved on since: another device has entered what this draft is about. */
function isStale(record, { kind, round, what, trick }) {
  if (kind === "close_round") return !mayClose(record, round);
  if (kind === "correction") return !record.rounds[round - 1] || (what === "trick" && !record.rounds[round - 1].tricks?.[trick - 1]);
  const next = begin(record);
  return kind === "over" ? next.kind !== "over" : next.round !== round || next.trick !== trick;
}

function mayClose(record, round) {
  const { unplayed, ruling } = record.rounds[round - 1];
  const last = round === record.rounds.length && replay(record).rounds.at(-1).complete;
  return last && !ruling && !Object.keys(unplayed ?? {}).length;
}

// -- questions ------------------------------------------------------------------------------------------------------

function asked(record, draft) {
  if (draft.kind === "over") return about(record, draft, { ...setupScene(record, draft.round, []), ask: "over", side: null, unusual: [] });
  if (draft.kind !== "correction") return about(record, draft, sceneOf(record, draft, draft.taps));
  const walked = walk(record, draft);
  const { at, was, filled, changed, dropped, working } = walked;
  const unusual = walked.scene.unusual.filter((what) => what !== "exposed" && what !== "reshuffled");
  const scene = { ...walked.scene, unusual };
  const effect = scene.ask === "reason" ? { before: figures(walked.original), after: figures(replay(working)) } : null;
  const correcting = { refusal: at.refusal, was, filled, changed, dropped, effect };
  return { ...about(working, { ...draft, ...at }, scene), correcting };
}

function about(record, draft, scene) {
  const { written, ...said } = scene;
  const { round, trick, asking } = draft;
  const next = draft.kind === "round" || draft.kind === "over";
  const { running, rounds, result } = replay(draft.kind === "correction" ? until(record, round) : record);
  const [red, white] = running[(next ? running.length : round - 1) - 1] ?? [0, 0];
  const last = next ? (rounds.at(-1) ?? null) : null;
  const ask = asking ?? scene.ask;
  return {
    ...said,
    ask,
    side: asking ? (asking === "withdrawn" ? scene.leader : null) : scene.side,
    round,
    trick,
    running: { red, white },
    last,
    closing: last ? closingOf(record) : null,
    result,
    correcting: null,
    stale: false,
  };
}

function closingOf(record) {
  const round = record.rounds.length;
  const { tricks } = record.rounds[round - 1];
  return mayClose(record, round) ? { round, unplayed: tricks ? TRICKS_IN_A_ROUND - tricks.length : 0 } : null;
}

function figures({ running, totals, result }) {
  return { running, totals, result };
}

function isAnAnswer({ ask, extras, skippable, range }, value) {
  switch (ask) {
    case "dice":
      return Number.isInteger(value) && value >= 1 && value <= 6;
    case "extra":
      return value === "none" ? extras.none : typeof value === "string";
    case "unplayed":
      return value === "skip" ? skippable : typeof value === "string";
    case "oval":
      return Number.isInteger(value) && value >= range.least && value <= range.most;
    case "pips":
    case "points":
      return Number.isInteger(value);
    case "board":
      return Array.isArray(value);
    case "over":
      return false;
    default:
      return value !== undefined;
  }
}

// -- answers --------------------------------------------------------------------------------------------------------

function entryOf({ kind, round, trick }, written) {
  return kind === "trick" ? { kind, data: { round, trick, ...written } } : { kind, data: { round, ...written } };
}

/** A complete entry and what it makes of the match; refused by the rules, it is none. */
function entered(record, entry, draft) {
  const says = Object.keys(entry.data).some((name) => name !== "round");
  if (!says) return { draft };
  const said = replay(apply(record, entry));
  return { draft, entry, outcome: outcomeOf(said, entry.data.round, entry.data.trick) };
}

/** A card seen by accident is out of play at once, whatever the trick has come to. */
function exposed(record, draft, card) {
  return entered(record, { kind: "expose", data: { round: draft.round, card } }, { ...draft, asking: null });
}

function corrected(record, draft, next, { ask, value }) {
  if (ask !== "reason") return { draft: { ...next, filled: walk(record, next).filled } };
  const { patch } = walk(record, draft);
  if (!patch.length) return { draft: null };
  const said = replay(amend(record, patch));
  const outcome = outcomeOf(said, draft.round, draft.trick);
  return { draft: null, entry: { kind: "amend", data: { patch }, reason: value }, outcome };
}

function outcomeOf(said, number, trick) {
  const round = said.rounds[number - 1];
  const running = round.complete ? said.running[number - 1] : null;
  return { trick: (trick && round.tricks?.[trick - 1]) || null, round, running, result: said.result };
}
