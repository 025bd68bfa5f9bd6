/**
 * What a person decides about what was tapped: to take it back, to put another entry in its place, to give all of it up.
 * Pure, on plain values: each answers the entries of one match as they are after it. What stands against another
 * device's is decided in fitting.js.
 */

import { dropped } from "./fitting.js";
import { isOfJournal, isSettled, problemOf, unsettled } from "./queue.js";

/** @typedef {import("./shapes.js").Entry} Entry */

/**
 * The last entry of a match taken back: one that the server cannot have is dropped, any other undone by an entry.
 *
 * @param {Entry[]} entries
 * @param {() => Entry} undo makes it
 * @param {string} now
 * @returns {Entry} what was dropped, or the undo
 */
export function takenBack(entries, undo, now) {
  const open = unsettled(entries).filter(isOfJournal);
  const last = open[open.length - 1];
  return last && isHereAlone(last) ? dropped(last, now) : undo();
}

/** Whether the server cannot have it: it never left, or was answered that it is not stored. */
function isHereAlone({ state, tried }) {
  return state === "refused" || state === "conflict" || (state === "waiting" && !tried);
}

/**
 * Another entry in the place of the refused one; what follows stays behind it.
 *
 * @param {Entry[]} entries
 * @param {() => Entry} made the other
 * @param {string} now
 * @returns {Entry[]}
 */
export function mended(entries, made, now) {
  const problem = problemOf(entries);
  if (!problem) return entries;
  const instead = { ...made(), order: problem.order };
  return [...entries.map((entry) => (entry === problem ? dropped(entry, now) : entry)), instead];
}

/**
 * All of it given up that has not gone out, and may not.
 *
 * @param {Entry[]} entries
 * @param {string} now
 * @returns {Entry[]}
 */
export function allGivenUp(entries, now) {
  return entries.map((entry) => (isSettled(entry) ? entry : dropped(entry, now)));
}
