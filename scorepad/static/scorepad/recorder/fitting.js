/**
 * How what waits here fits behind what the server has by now, and what a person's decision makes of what does not.
 *
 * Pure, on plain values, and of any game: `game` brings the rules (see games.js). Nothing is thrown away: what gives
 * way is kept as dropped.
 */

import { isOfJournal, problemOf, unsettled } from "./queue.js";
import { repeatedIn, sinceOf } from "./repeating.js";

/** @typedef {import("./shapes.js").Match} Match */
/** @typedef {import("./shapes.js").Entry} Entry */
/** @typedef {import("./shapes.js").Line} Line */

/**
 * The match with more of its journal, and its entries as they fit behind it.
 *
 * @param {object} game
 * @param {Match} match
 * @param {Entry[]} entries
 * @param {Line[]} lines from the server
 * @param {string} now
 * @returns {{match: Match, entries: Entry[]}}
 */
export function merged(game, match, entries, lines, now) {
  const journal = withOwn(joined(plain(match.lines), lines), entries);
  const version = versionOf(journal) || match.version;
  const after = { ...match, lines: journal, version };
  return { match: after, entries: refitted(game, after, acknowledged(entries, journal, now), now) };
}

/** Whether a line's content was kept from whoever fetched it, who may not record there. @param {Line} line */
export function isVeiled({ kind, data }) {
  return !data && kind !== "undo";
}

/** The lines up to the first that was veiled: from there on the journal is asked for anew. @param {Line[]} lines */
export function plain(lines) {
  const veiled = lines.findIndex(isVeiled);
  return veiled < 0 ? lines : lines.slice(0, veiled);
}

/** What was tapped here this device knows, whatever is kept from who is signed in by now. */
function withOwn(lines, entries) {
  const own = new Map(entries.map((entry) => [entry.id, entry.data]));
  return lines.map((line) => (isVeiled(line) && own.has(line.id) ? { ...line, data: own.get(line.id) } : line));
}

/** What the journal has by its id was stored, whether or not the answer came through. */
function acknowledged(entries, journal, now) {
  const versions = new Map(journal.map((line) => [line.id, line]));
  return entries.map((entry) => {
    const line = isOfJournal(entry) ? versions.get(entry.id) : undefined;
    if (!line || entry.state === "sent") return entry;
    return answeredBy(entry, line, now);
  });
}

/** An entry of which the journal has all that there is to say. */
function answeredBy(entry, line, now) {
  const answer = { status: 200, version: line.version, stands: line.stands };
  return { ...entry, state: "sent", settledAt: now, conflict: null, answer };
}

function joined(known, more) {
  const last = versionOf(known);
  const journal = [...known, ...more.filter((line) => line.version > last)];
  const undone = new Set(journal.map((line) => line.undoes).filter(Boolean));
  return journal.map((line) => (line.stands === !undone.has(line.version) ? line : { ...line, stands: !line.stands }));
}

/**
 * The match after a backup was played back: its journal anew, and what is not in it any more waits again.
 *
 * Nothing at all in the journal means that the match itself is gone: then it is made anew, with whoever was new in it.
 *
 * @param {object} game
 * @param {Match} match
 * @param {Entry[]} entries
 * @param {Line[]} journal all of it
 * @param {string} now
 * @returns {{match: Match, entries: Entry[]}}
 */
export function restored(game, match, entries, journal, now) {
  const version = versionOf(journal);
  const after = { ...match, lines: withOwn(journal, entries), version, stale: false };
  const known = new Set(journal.map((line) => line.id));
  const again = entries.map((entry) => {
    const lost = isOfJournal(entry) ? !known.has(entry.id) && !isSaidAlready(game, after, entries, entry) : !version;
    if (entry.state !== "sent" || !lost) return entry;
    return { ...entry, ...WAITING, base_version: version, answer: null, settledAt: null };
  });
  return { match: after, entries: refitted(game, after, acknowledged(again, journal, now), now) };
}

/** The version that a journal has come to; 0 of none. @param {Line[]} journal */
function versionOf(journal) {
  return journal.length ? journal[journal.length - 1].version : 0;
}

/**
 * The entries as they fit: those that do wait with the new base, the first that does not is in conflict. What another
 * device has said meanwhile is settled.
 *
 * What is under way just now is left to its answer, and what was refused to the person, with all that follows.
 *
 * @param {object} game
 * @param {Match} match
 * @param {Entry[]} entries
 * @param {string} now
 * @returns {Entry[]}
 */
export function refitted(game, match, entries, now) {
  const open = unsettled(entries).filter(isOfJournal);
  if (!match.version || !open.length || open.some((entry) => entry.state === "sending")) return entries;
  const refused = open.findIndex((entry) => entry.state === "refused");
  const queue = refused < 0 ? open : open.slice(0, refused);
  if (queue.every((entry) => entry.base_version === match.version)) return entries;
  const seen = seenBy(match, entries, queue);
  if (seen < match.version) return fitted(game, match, entries, queue, seen, now);
  // Nobody else has written: whatever the rules have against it is for the server to tell.
  return entries.map((entry) => (queue.includes(entry) ? { ...entry, base_version: match.version } : entry));
}

/** The version up to which this queue knows of everything: what this device itself has entered is no news to it. */
function seenBy(match, entries, queue) {
  const own = new Set(entries.map((entry) => entry.id));
  let seen = Math.max(1, Math.min(...queue.map(sinceOf)));
  for (const line of match.lines) if (line.version === seen + 1 && own.has(line.id)) seen = line.version;
  return seen;
}

/** The same of this queue, which has seen the journal as far as `base`. */
function fitted(game, match, entries, queue, base, now) {
  const said = repeatedIn(game, match.lines, entries, queue);
  const news = queue.filter((entry) => !said.has(entry.id));
  const { fits, stopped } = rebased(game, match, news, base);
  const changed = new Map(fits.map((entry) => [entry.id, { ...entry, ...WAITING, base_version: match.version }]));
  for (const entry of queue) if (said.has(entry.id)) changed.set(entry.id, answeredBy(entry, said.get(entry.id), now));
  if (stopped) changed.set(stopped.mine.id, inConflict(game, match, stopped));
  const others = queue.filter((entry) => entry.state === "conflict" && !changed.has(entry.id));
  for (const entry of others) changed.set(entry.id, { ...entry, ...WAITING });
  return entries.map((entry) => changed.get(entry.id) ?? entry);
}

/** What a correction cannot be laid on any more is for the server to tell. */
function rebased(game, match, queue, base) {
  try {
    return game.rebase(match.id, match.lines, queue, base);
  } catch (error) {
    console.info("The queue could not be laid behind the journal:", String(error));
    return { fits: queue, stopped: null };
  }
}

/** What the lines make of the match; null where a correction among them finds nothing to correct. */
export function foldedOf(game, match, lines) {
  try {
    return game.fold(match.id, lines);
  } catch (error) {
    console.info("The journal could not be folded:", String(error));
    return null;
  }
}

/** Whether another device saw the same card fall: nothing is doubled. */
function isSaidAlready(game, match, entries, entry) {
  return repeatedIn(game, match.lines, entries, [entry]).size > 0;
}

const WAITING = { state: "waiting", conflict: null };
const CODES = { taken: "slot_taken", not_next: "not_next", moved: "stale_version" };

function inConflict(game, match, { mine, why, theirs, refusal }) {
  return conflictOf(game, match, mine, CODES[why] ?? refusal?.code ?? why, theirs);
}

/**
 * What the server refused for its place, although it fits by what this device knows: a person has to look at it.
 *
 * @param {object} game
 * @param {Match} match
 * @param {Entry} entry
 * @param {string} code
 * @returns {Entry}
 */
export function contradicted(game, match, entry, code) {
  return conflictOf(game, match, entry, code, null);
}

function conflictOf(game, match, entry, code, other) {
  const slot = game.slotOf(entry);
  const there = match.lines.filter((line) => line.stands && slot !== null && game.slotOf(line) === slot);
  const theirs = there[there.length - 1] ?? other ?? null;
  const since = sinceOf(entry);
  const missed = match.lines.filter((line) => line.version > since);
  // An undo means the last entry that this device had seen: sent now, it would take back what came since.
  const mayStand = code === "stale_version" && entry.kind !== "undo";
  const mayReplace = mayStand || (code === "slot_taken" && replacementFor(game, match, entry) !== null);
  const conflict = { code, theirs, missed, mayReplace, since };
  return { ...entry, state: "conflict", base_version: match.version, conflict };
}

/** The amend that puts an entry in the place of what stands there; null where that cannot be. */
function replacementFor(game, match, entry) {
  const { record, refusal } = foldedOf(game, match, match.lines) ?? {};
  const patch = record && !refusal ? game.replacing(record, entry) : null;
  if (!patch) return null;
  const amend = { ...entry, kind: "amend", data: { patch } };
  const after = foldedOf(game, match, [...match.lines, amend]);
  return after && !after.refusal ? amend : null;
}

/**
 * The entries after a person has chosen: what this device has, in their place, or theirs.
 *
 * @param {object} game
 * @param {Match} match
 * @param {Entry[]} entries
 * @param {'theirs' | 'mine'} choice
 * @param {{id: string, reason: string, now: string}} made
 * @returns {Entry[]}
 */
export function chosen(game, match, entries, choice, { id, reason, now }) {
  const problem = problemOf(entries);
  if (!problem) return entries;
  if (choice === "mine" && problem.state === "conflict" && problem.conflict.mayReplace) {
    const again = { ...problem, ...WAITING, base_version: match.version };
    const amend = problem.conflict.code === "stale_version" ? null : replacementFor(game, match, problem);
    if (!amend) return entries.map((entry) => (entry.id === problem.id ? again : entry));
    const replacement = { ...again, id, kind: "amend", data: amend.data, reason, tried: false };
    return [...entries.map((entry) => (entry.id === problem.id ? dropped(entry, now) : entry)), replacement];
  }
  return withoutProblem(game, match, entries, now);
}

/** The problem given up, and of what follows whatever does not fit without it: nothing at all without the match. */
export function withoutProblem(game, match, entries, now) {
  let left = entries;
  for (let problem = problemOf(left); problem; problem = problemOf(left)) {
    const open = unsettled(left);
    const given = isOfJournal(problem) ? givenUp(open.filter(isOfJournal), problem) : idsOf(open);
    left = left.map((entry) => (given.has(entry.id) ? dropped(entry, now) : entry));
    const queue = unsettled(left).filter(isOfJournal);
    if (match.version && queue.length) left = fitted(game, match, left, queue, match.version, now);
  }
  return left;
}

function idsOf(entries) {
  return new Set(entries.map((entry) => entry.id));
}

/** An entry and the undo that took it back again: left alone, that would take back something else. */
function givenUp(queue, problem) {
  const given = new Set([problem.id]);
  const standing = [];
  for (const entry of queue) {
    if (entry.kind !== "undo" || entry === problem) standing.push(entry);
    else if (given.has(standing.pop()?.id)) given.add(entry.id);
  }
  return given;
}

/** @param {Entry} entry @param {string} now @returns {Entry} */
export function dropped(entry, now) {
  return { ...entry, state: "dropped", settledAt: now };
}
