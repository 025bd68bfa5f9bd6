/**
 * The record as the fold of a journal: the server's lines, then what this device has queued and not had answered.
 *
 * Lines of the server are those of `GET /api/v1/matches/{id}/entries/`. Entries of the queue look alike but have no
 * version; an `undo` among them takes back the last entry before it that stands (not create, void or restore).
 *
 * @typedef {import("./shapes.js").Line} Entry
 * @typedef {import("./shapes.js").Folded} Folded
 * @typedef {Record<string, any>} Json
 */

import { lastOf } from "./lists.js";
import { Unfit, amend, same } from "./patch.js";
import { Refusal, awaiting, replay } from "./replay.js";
import { FORMAT } from "./table.js";

export { Unfit, amend, same };

const LASTING = ["create", "void", "restore", "undo"];
const OF_THE_RECORD = ["create", "replace", "amend"];
const OF_THE_GAME = ["round", "trick", "expose", "close_round"];
const LAID_DOWN = ["options", "rounds", "note", "ext"];
const NOTHING = { record: null, standing: null, status: null, replay: null, refusal: null, awaiting: null };

/**
 * The match as all these lines together have it.
 * @param {string} match  its id
 * @param {Entry[]} lines  the server's, in order of version, then the queue's in its order
 * @returns {Folded}
 */
export function fold(match, lines) {
  lines = lines.filter((line, index) => lines.findIndex((other) => other.id === line.id) === index);
  const undone = undoneIn(lines);
  const standing = lines.filter((line) => !undone.has(line.id));
  const latest = last(standing, (line) => !LASTING.includes(line.kind)) ?? null;
  if (standing[0]?.kind !== "create" || standing.some((line) => !line.data && line.kind !== "undo")) {
    return { ...NOTHING, undone, last: latest };
  }
  const beside = standing.reduce(after, null);
  let record = null;
  try {
    record = standing.reduce((before, line) => added(match, before, line), {});
    const replayed = replay(record);
    const status = replayed.complete ? "complete" : (beside.ended ?? "open");
    const next = status === "open" ? awaiting(replayed) : null;
    return { record, standing: beside, status, replay: replayed, refusal: null, awaiting: next, undone, last: latest };
  } catch (refusal) {
    if (refusal instanceof Unfit) return { ...NOTHING, undone, last: latest };
    if (!(refusal instanceof Refusal)) throw refusal;
    return { ...NOTHING, record, standing: beside, status: beside.ended ?? "open", refusal, undone, last: latest };
  }
}

/**
 * The place on the score pad that an entry fills, as a text to compare: two entries of one slot are about the same
 * thing at the table. Only cards seen by accident share a slot, which is never full. Null for what has none of its own.
 * @param {Entry} entry
 * @returns {?string}  as "trick 3 2", "round 3", "close_round 3", "expose 3"
 */
export function slotOf({ kind, data }) {
  if (!OF_THE_GAME.includes(kind)) return null;
  return kind === "trick" ? `trick ${data.round} ${data.trick}` : `${kind} ${data.round}`;
}

/**
 * Whether the slot of an entry comes next, holds the very same, is taken by something else, or is not awaited.
 * @param {Json} record
 * @param {Json} replayed
 * @param {Entry} entry
 * @returns {"next" | "same" | "taken" | "not_next"}
 */
export function place(record, replayed, { kind, data }) {
  const due = awaiting(replayed);
  const round = record.rounds[data.round - 1];
  const complete = replayed.rounds[data.round - 1]?.complete ?? false;
  const isLast = data.round === record.rounds.length;
  if (kind === "trick") {
    if (due?.round === data.round && due.trick === data.trick) return "next";
    const trick = round?.tricks?.[data.trick - 1];
    if (!trick) return "not_next";
    return same(trick, without(data, "round", "trick")) ? "same" : "taken";
  }
  if (kind === "round") {
    if (round) return isHowItBegan(round, complete, data) ? "same" : "taken";
    return due?.trick === null && due.round === data.round ? "next" : "not_next";
  }
  if (kind === "expose") return isLast && !complete ? "next" : "not_next";
  if (!round) return "not_next";
  if (complete && isHowItEnded(round, data)) return "same";
  if (!isLast || !complete) return "not_next";
  return hasSome(round.unplayed) || round.ruling ? "taken" : "next";
}

/**
 * The record with a game's entry written into its slot; nothing is judged.
 * @param {Json} record
 * @param {Entry} entry
 * @returns {Json}
 */
export function apply(record, { kind, data }) {
  const index = data.round - 1;
  const round = record.rounds[index];
  const given = withoutNulls(without(data, "round", "trick"));
  if (kind === "round") {
    return withRound(record, index, given.ovals || given.points ? given : { ...given, tricks: [] });
  }
  if (!round || (kind === "trick" && !round.tricks)) throw new Unfit(`/rounds/${index}`);
  if (kind === "trick") return withRound(record, index, { ...round, tricks: [...round.tricks, given] });
  if (kind === "expose") return withRound(record, index, { ...round, exposed: [...(round.exposed ?? []), given.card] });
  const note = round.note !== undefined && given.note !== undefined ? `${round.note}\n${given.note}` : given.note;
  return withRound(record, index, withoutNulls({ ...round, ...given, note: note ?? round.note }));
}

/**
 * Whether two entries say the same: kind, data and reason, nulls as absent.
 * @param {Entry} one
 * @param {Entry} other
 * @returns {boolean}
 */
export function sameContent(one, other) {
  const [first, second] = [one, other].map(({ kind, data, reason }) => withoutNulls({ kind, data, reason }));
  return same(first, second);
}

/**
 * Where what others entered meanwhile and what is queued here are about the same slot and say something else.
 * @param {Entry[]} theirs
 * @param {Entry[]} mine
 * @returns {{theirs: Entry, mine: Entry}[]}  in the order of mine
 */
export function conflicts(theirs, mine) {
  const undone = undoneIn(theirs);
  const standing = theirs.filter((line) => !undone.has(line.id) && slotOf(line));
  const found = [];
  for (const entry of mine) {
    const slot = entry.kind === "expose" ? null : slotOf(entry);
    const other = slot && last(standing, (line) => slotOf(line) === slot);
    if (other && !sameContent(other, entry)) found.push({ theirs: other, mine: entry });
  }
  return found;
}

/**
 * What of this device's queue still fits behind the server's journal, one entry after the other up to the first that
 * does not: `fits` can be sent with a new base (those that others entered too are among them: the server answers 200),
 * then what stopped it, and `rest` waits until a person has decided.
 * A correction or an undo in the queue stops it wherever somebody else has written since its base (`moved`).
 * @param {string} match
 * @param {Entry[]} journal
 * @param {Entry[]} queue
 * @param {number} base  the version the queue knew of
 * @returns {{fits: Entry[], stopped: ?{mine: Entry, why: "taken" | "not_next" | "refused" | "moved", theirs: ?Entry,
 *   refusal: ?import("./replay.js").Refusal}, rest: Entry[]}}
 */
export function rebase(match, journal, queue, base) {
  const missed = journal.filter((line) => line.version > base && !queue.some((entry) => entry.id === line.id));
  const lines = [...journal];
  for (const [index, entry] of queue.entries()) {
    const before = fold(match, lines);
    if (isThere(before, missed, entry)) continue;
    const why = stopping(before, missed, entry);
    if (why) return { fits: queue.slice(0, index), stopped: { mine: entry, ...why }, rest: queue.slice(index + 1) };
    lines.push(entry);
  }
  return { fits: queue, stopped: null, rest: [] };
}

/** Whether the journal has said the very same meanwhile. Two undos look alike, and may each mean another entry. */
function isThere(before, missed, entry) {
  if (!slotOf(entry)) return false;
  if (missed.some((line) => !before.undone.has(line.id) && sameContent(line, entry))) return true;
  return Boolean(before.replay) && place(before.record, before.replay, entry) === "same";
}

/** Why an entry of the queue does not fit behind what stands before it; null when it does. */
function stopping(before, missed, entry) {
  if (!slotOf(entry)) {
    return entry.kind !== "create" && missed.length ? { why: "moved", theirs: lastOf(missed), refusal: null } : null;
  }
  if (!before.replay) return { why: "refused", theirs: null, refusal: before.refusal };
  const where = before.standing.ended ? "not_next" : place(before.record, before.replay, entry);
  if (where === "taken") return { why: "taken", theirs: conflicts(missed, [entry])[0]?.theirs ?? null, refusal: null };
  if (where === "not_next") return { why: "not_next", theirs: lastOf(missed) ?? null, refusal: null };
  try {
    replay(apply(before.record, entry));
    return null;
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    return { why: "refused", theirs: null, refusal };
  }
}

/** Ids of what an undo took back: the server names a version, and one of the queue means the last that stands. */
function undoneIn(lines) {
  const undone = new Set();
  lines.forEach((line, index) => {
    if (line.kind !== "undo") return;
    const meant = line.undoes
      ? lines.find((other) => other.version === line.undoes)
      : last(lines.slice(0, index), (other) => !LASTING.includes(other.kind) && !undone.has(other.id));
    if (meant) undone.add(meant.id);
  });
  return undone;
}

function added(match, record, { kind, data }) {
  if (kind === "create") return laidDown(match, data);
  if (kind === "replace") return withoutNulls({ format: record.format, id: record.id, ...data.record });
  if (kind === "amend") return data.patch ? withoutNulls(amend(record, data.patch)) : record;
  return OF_THE_GAME.includes(kind) ? apply(record, { kind, data }) : record;
}

function laidDown(match, data) {
  const players = Object.fromEntries(Object.entries(data.seats).map(([side, id]) => [side, { id }]));
  const given = Object.fromEntries(LAID_DOWN.filter((name) => data[name] != null).map((name) => [name, data[name]]));
  return { format: FORMAT, id: match, played_at: data.played_at, players, rounds: [], ...withoutNulls(given) };
}

/** What a journal says beside the record. */
function after(standing, { kind, data }) {
  switch (kind) {
    case "create":
      return {
        rated: data.rated ?? true,
        table: data.table ?? "",
        ended: null,
        forfeited_by: null,
        void: false,
        duplicate_of: null,
      };
    case "amend":
    case "replace":
      return { ...standing, rated: data.rated ?? standing.rated, table: data.table ?? standing.table };
    case "forfeit":
      return { ...standing, ended: "forfeited", forfeited_by: data.seat };
    case "abandon":
      return { ...standing, ended: "abandoned", forfeited_by: null };
    case "void":
      return { ...standing, void: true, duplicate_of: data.duplicate_of ?? null };
    case "restore":
      return { ...standing, void: false, duplicate_of: null };
    default:
      return standing;
  }
}

/** Whether the entry wrote this round down, whatever was exposed and noted of it since. */
function isHowItBegan(round, complete, data) {
  const whole = Boolean(data.ovals || data.points);
  const fields = ["setup", "ovals", "pips", "points", "reshuffled", ...(whole ? ["unplayed", "ruling"] : [])];
  if (fields.some((field) => !same(round[field] ?? null, data[field] ?? null))) return false;
  const exposed = data.exposed ?? [];
  if (!same((round.exposed ?? []).slice(0, exposed.length), exposed)) return false;
  if ((round.note ?? null) === (data.note ?? null)) return true;
  return complete && (data.note == null || (round.note ?? "").startsWith(`${data.note}\n`));
}

/** Whether an entry with something to say wrote down the end of this round; its note comes last. */
function isHowItEnded(round, data) {
  if (!["unplayed", "ruling", "note"].some((field) => data[field] != null)) return false;
  if (["unplayed", "ruling"].some((field) => !same(round[field] ?? null, data[field] ?? null))) return false;
  return data.note == null || `\n${round.note ?? ""}`.endsWith(`\n${data.note}`);
}

function withRound(record, index, round) {
  return { ...record, rounds: Object.assign([...record.rounds], { [index]: round }) };
}

function without(given, ...names) {
  return Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(name)));
}

function last(lines, fits) {
  return lastOf(lines.filter(fits));
}

function hasSome(given) {
  return Boolean(given) && Object.keys(given).length > 0;
}

/** The same without the nulls that say nothing; an app's own object stays as it is. */
function withoutNulls(value) {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (value === null || typeof value !== "object") return value;
  const given = Object.entries(value).filter(([, item]) => item !== null && item !== undefined);
  return Object.fromEntries(given.map(([name, item]) => [name, name === "ext" ? item : withoutNulls(item)]));
}
