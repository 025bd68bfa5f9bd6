/** A match in a list: who plays, the score, who scored in which round, and what comes next. */

import { bdi, el } from "../../dom.js";
import { gettext, interpolate } from "../../words.js";
import { mark, strip } from "../draw.js";
import { SIDES } from "../rules.js";

/** Who scored more in each round that is complete. */
export function winners(replay) {
  const totals = replay.rounds.filter((round) => round.complete).map(({ score }) => [score.red.total, score.white.total]);
  return totals.map(whoMore);
}

const whoMore = ([red, white]) => (red === white ? null : red > white ? "red" : "white");

/**
 * @param {{match: object, folded?: ?object}} view of a match on this device, or of one that the server has listed
 * @returns {{sides: Node[], next: string, strip: Node}} `next`: what the open match waits for
 */
export function glance({ match, folded }) {
  const { totals, won, awaiting } = folded?.replay ? ofFold(folded) : ofSheet(match.sheet ?? match);
  const most = Math.max(...totals);
  const side = (key, index) => [
    el("span", { class: "p" }, mark(key), bdi(match.seats[key].name)),
    el("b", { class: totals[index] === most ? "r" : "r less" }, totals[index]),
  ];
  return { sides: SIDES.flatMap(side), next: comesNext(awaiting), strip: strip(won) };
}

function ofFold({ replay, awaiting }) {
  return { totals: [replay.totals.red, replay.totals.white], won: winners(replay), awaiting };
}

/** The server lists how it stood after each round. */
function ofSheet({ running = [], awaiting }) {
  const before = (index) => running[index - 1] ?? [0, 0];
  const scored = running.map((now, index) => now.map((points, seat) => points - before(index)[seat]));
  return { totals: before(running.length), won: scored.map(whoMore), awaiting };
}

function comesNext(awaiting) {
  if (!awaiting) return "";
  return awaiting.trick
    ? interpolate(gettext("Round %(round)s · trick %(trick)s"), awaiting)
    : interpolate(gettext("Round %(round)s · setups"), awaiting);
}
