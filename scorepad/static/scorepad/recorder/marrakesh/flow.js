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
 * What drafts, questions and answers hold, and which answer goes with which question: `shapes.js`.
 *
 * @typedef {import("./shapes.js").Draft} Draft
 * @typedef {import("./shapes.js").Question} Question
 * @typedef {import("./shapes.js").Came} Came
 * @typedef {Record<string, any>} Json
 */

import { sceneOf, walk } from "./correcting.js";
import { apply } from "./fold.js";
import { lastOf } from "./lists.js";
import { amend } from "./patch.js";
import { Refusal, awaiting, replay } from "./replay.js";
import { singleScene, until } from "./scenes.js";
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
 * A correction, tapped anew from there on: a trick by its number, or the round's "setup", "ovals", "points",
 * "unplayed", "ruling", "note" or "reshuffled". Later tricks that cannot stay are asked one by one; it ends with ask
 * "reason" and one amend entry.
 * @param {Json} record
 * @param {number} round
 * @param {number | string} what
 * @returns {Draft}
 */
export function correction(record, round, what) {
  const trick = typeof what === "number" ? what : null;
  const draft = draftOf("correction", round, trick ? "trick" : what, trick);
  return { ...draft, filled: walk(record, draft).filled };
}

/**
 * The draft with something unusual asked first: "withdrawn", "exposed", "ruling", "note" or "reshuffled"; null asks it
 * no more.
 * @param {Draft} draft
 * @param {?string} what
 * @returns {Draft}
 */
export function unusual(draft, what) {
  return { ...draft, asking: what };
}

/**
 * Whether a draft is about something earlier, and not about what comes next.
 * @param {Draft} draft
 */
export function isAside({ kind }) {
  return kind === "correction" || kind === "close_round";
}

/**
 * Whether something else is asked than what comes next: something earlier, or something unusual first.
 * @param {Draft} draft
 */
export function isDetour(draft) {
  return isAside(draft) || draft.asking !== null;
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
  const taps = lastOf(draft.taps)?.ask === "anew" ? draft.taps.slice(0, -1) : draft.taps;
  if (!taps.length) return null;
  return { ...draft, taps: taps.slice(0, -1), filled: Boolean(lastOf(taps).filled) };
}

function draftOf(kind, round, what, trick = null) {
  return { kind, round, trick, what, taps: [], asking: null, filled: false };
}

/** Whether the record has moved on since: another device has entered what this draft is about. */
function isStale(record, { kind, round, what, trick }) {
  if (kind === "close_round") return !mayClose(record, round);
  const there = record.rounds[round - 1];
  if (kind === "correction") return !there || (what === "trick" && !there.tricks?.[trick - 1]);
  const next = begin(record);
  return kind === "over" ? next.kind !== "over" : next.round !== round || next.trick !== trick;
}

function mayClose(record, round) {
  const { unplayed, ruling } = record.rounds[round - 1];
  const last = round === record.rounds.length && lastOf(replay(record).rounds).complete;
  return last && !ruling && !Object.keys(unplayed ?? {}).length;
}

// -- questions ------------------------------------------------------------------------------------------------------

function asked(record, draft) {
  if (draft.kind === "over") return about(record, draft, singleScene("over", []));
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
  const last = next ? (lastOf(rounds) ?? null) : null;
  const ask = asking ?? scene.ask;
  const besideSide = asking === "withdrawn" ? scene.leader : null;
  return {
    ...said,
    ask,
    side: asking ? besideSide : scene.side,
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
  // A correction of an earlier round moves all that came after it: how it stands is always told as of now.
  const running = round.complete ? lastOf(said.running) : null;
  return { trick: (trick && round.tricks?.[trick - 1]) || null, round, running, result: said.result };
}
