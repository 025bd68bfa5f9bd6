/**
 * Which of what waits here another device has said meanwhile, in the very same words: both saw the same card fall, or
 * both took back the same entry. Pure, and of any game.
 *
 * The server tells a repeat by the version that a device had seen. A slot that is never full, as that of cards seen by
 * accident, would take the same again from a device that has seen more: so what is found here is not sent any more.
 */

import { isOfJournal } from "./queue.js";

/** @typedef {import("./shapes.js").Entry} Entry */
/** @typedef {import("./shapes.js").Line} Line */

const LASTING = ["create", "void", "restore", "undo"]; // what an undo never takes back

/**
 * @param {object} game
 * @param {Line[]} lines the journal
 * @param {Entry[]} entries all that was tapped here: what this device itself has entered repeats nothing
 * @param {Entry[]} queue those that wait, in order
 * @returns {Map<string, Line>} by the ids of the entries; each line answers for one of them
 */
export function repeatedIn(game, lines, entries, queue) {
  const own = new Set(entries.filter(isOfJournal).map((entry) => entry.id));
  const others = lines.filter((line) => !own.has(line.id));
  const found = new Map();
  const laid = [];
  const seen = queue.length ? standingAt(lines, sinceOf(queue[0])) : [];
  for (const entry of queue) {
    const isFree = (line) => line.version > sinceOf(entry) && !Array.from(found.values()).includes(line);
    let line;
    if (entry.kind === "undo") {
      const meant = laid.length ? laid.pop() : seen.pop();
      line = meant && others.find((other) => isFree(other) && other.undoes === meant.version);
    } else {
      line = others.find((other) => isFree(other) && isSame(game, other, entry));
      laid.push(line ?? null);
    }
    if (line) found.set(entry.id, line);
  }
  return found;
}

/** The version that this device knew of when the entry was tapped. */
export function sinceOf(entry) {
  return entry.conflict?.since ?? entry.base_version;
}

function isSame(game, line, entry) {
  const slot = game.slotOf(entry);
  return slot !== null && line.stands && game.slotOf(line) === slot && game.sameContent(line, entry);
}

/** What could be taken back at a version, the last of it last. */
function standingAt(lines, version) {
  const then = lines.filter((line) => line.version <= version);
  const undone = new Set(then.map((line) => line.undoes).filter(Boolean));
  return then.filter((line) => !LASTING.includes(line.kind) && !undone.has(line.version));
}
