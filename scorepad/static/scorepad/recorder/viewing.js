/** A match as this device has it: the server's journal, and on top of it what waits here. Pure, on plain values. */

import { foldedOf } from "./fitting.js";
import { isOfJournal, problemOf, unsettled } from "./queue.js";
import { repeatedIn } from "./repeating.js";

/** @typedef {import("./shapes.js").Match} Match */
/** @typedef {import("./shapes.js").Entry} Entry */
/** @typedef {import("./shapes.js").View} View */

/**
 * @param {import("./games.js").Game} game
 * @param {Match} match
 * @param {Entry[]} entries all that was tapped here for it, in order
 * @param {object | null} draft
 * @returns {View}
 */
export function viewOf(game, match, entries, draft) {
  const open = unsettled(entries);
  const problem = problemOf(entries);
  const blocked = problem ? open.slice(open.indexOf(problem) + 1) : [];
  const said = repeatedIn(game, match.lines, entries, open.filter(isOfJournal));
  const isNews = (entry) => !blocked.includes(entry) && !said.has(entry.id);
  const lines = [...match.lines, ...entries.filter((entry) => isNews(entry) && standsOnTop(match, entry))];
  const folded = lines.length ? (foldedOf(game, match, lines) ?? foldedOf(game, match, match.lines)) : null;
  return { match, entries, lines, folded, problem, blocked, waiting: open.length, draft };
}

/** Whether an entry is not in the journal as it was fetched, and counts at the table. */
function standsOnTop(match, entry) {
  if (entry.kind === "player") return false;
  if (entry.kind === "create") return !match.lines.length && entry.state !== "dropped";
  const last = match.lines.length ? match.lines[match.lines.length - 1].version : 0;
  if (entry.state === "sent") return entry.answer.version > last;
  return ["waiting", "sending"].includes(entry.state);
}
