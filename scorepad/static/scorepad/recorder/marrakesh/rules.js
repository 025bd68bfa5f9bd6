/**
 * The rules that the app needs at the table, over the tables that the engine has written (`table.js`): who wins a trick
 * and with which numbers, where the men may end, and what a round scores. Pure: no page, no store, no clock.
 *
 * A card is rank and suit as in `AS`, `QC`; the Queens are Nulls. A board is the men on points 1 to 6, in that order.
 *
 * @typedef {"red" | "white"} Side
 * @typedef {string} Card
 * @typedef {number[]} Board
 * @typedef {"plain" | "suit_match" | "doubles" | "triples"} Kind
 * @typedef {{red: Board, white: Board}} Boards
 * @typedef {{red: number[], white: number[]}} Ovals  men off on each turn in order, 0 for a null chip
 * @typedef {{receiverWins: boolean, kind: Kind, numbers: number[]}} Judged  numbers ascending, zeros left out
 * @typedef {{board: Board, plays: string[], off: number, pips: number}} End  a board the winner may leave
 */

import * as table from "./table.js";

/** @type {Side[]} */
export const SIDES = ["red", "white"];
/** @type {Record<Side, Side>} */
export const OTHER = { red: "white", white: "red" };
export const CARDS = table.CARDS;

const POINTS_DOWN = [6, 5, 4, 3, 2, 1];
// A match is replayed at every tap, and asks the same again and again.
const MOST_KNOWN = 1000;
const known = new Map();
const SCORES = new Map(table.SCORES.map(([ovals, ...scores]) => [ovals, scores]));

export function isCard(card) {
  return CARDS.includes(card);
}

export function number(card) {
  return table.NUMBERS[card[0]];
}

/** Who wins and with which numbers, from the two cards alone. */
export function judge(lead, reply) {
  const letter = table.TRICKS[CARDS.indexOf(lead)][CARDS.indexOf(reply)];
  const kind = table.KINDS[letter.toLowerCase()];
  const times = { doubles: 4, triples: 6 }[kind];
  const numbers = times ? Array(times).fill(number(lead)) : [number(lead), number(reply)].sort();
  return { receiverWins: letter < "a", kind, numbers: numbers.filter(Boolean) };
}

/**
 * What the extra card plays, for the winner who played `own` to the trick; a Null plays nothing.
 * @param {Kind} kind @param {Card} own @param {?Card} extra @returns {number[]}
 */
export function extraNumbers(kind, own, extra) {
  if (!extra || !number(extra)) return [];
  const matches = Number(own[0] === extra[0]) + Number(own[1] === extra[1]);
  const times = kind === "triples" ? table.EXTRA_AFTER_TRIPLES : table.EXTRA_BY_MATCHES[matches];
  return Array(times).fill(number(extra));
}

/** The opening setup for six dice in any order. */
export function boardOf(dice) {
  return [1, 2, 3, 4, 5, 6].map((point) => dice.filter((die) => die === point).length);
}

/** The first point on which the setups differ, 0 when they are the same. */
export function pointOfDifference({ red, white }) {
  return red.findIndex((men, index) => men !== white[index]) + 1;
}

/** Who has more Ones leads; if equal, more Twos, and so forth. */
export function openingLeader(boards) {
  const index = pointOfDifference(boards) - 1;
  return boards.white[index] > boards.red[index] ? "white" : "red";
}

export function menOn(board) {
  return board.reduce((men, on) => men + on, 0);
}

/** How many spaces are left to bear all men off. */
export function pipsOn(board) {
  return board.reduce((pips, on, index) => pips + on * (index + 1), 0);
}

/** A side moves until it is off, and on three turns at most. */
export function mayMove(board, turns) {
  return turns < table.TURNS && menOn(board) > 0;
}

/**
 * Each play that this number allows and the board after it, higher points first.
 * @param {Board} board @param {number} number @returns {Map<string, Board>}
 */
export function plays(board, number) {
  const occupied = board.reduce((places, men, index) => places | (men ? 1 << index : 0), 0);
  const able = table.MOVES[number][occupied];
  const from = POINTS_DOWN.filter((point) => able & (1 << (point - 1)));
  const name = (point) => `${point}/${point > number ? point - number : "off"}`;
  return new Map(from.map((point) => [name(point), moved(board, point, number)]));
}

/**
 * Every board the trick's numbers, in any order, and then the extra card's can lead to, each with the line the engine
 * would find: most men off first, then fewest pips.
 * @param {Board} board @param {number[]} numbers @param {number[]} [extra] @returns {End[]}
 */
export function ends(board, numbers, extra = []) {
  return endsOf(board, numbers, extra).all;
}

/**
 * The end on this very board, if it is one.
 * @param {Board} board @param {number[]} numbers @param {number[]} extra @param {Board} after @returns {?End}
 */
export function endOn(board, numbers, extra, after) {
  return endsOf(board, numbers, extra).byBoard.get(after.join("")) ?? null;
}

function endsOf(board, numbers, extra) {
  const asked = [board, numbers, extra].map((each) => each.join("")).join();
  if (!known.has(asked)) {
    if (known.size === MOST_KNOWN) known.clear();
    known.set(asked, allEnds(board, numbers, extra));
  }
  return known.get(asked);
}

function allEnds(board, numbers, extra) {
  const found = new Map();
  for (const order of orders(numbers)) {
    for (const [key, line] of lines(board, [...order, ...extra])) if (!found.has(key)) found.set(key, line);
  }
  const byBoard = new Map();
  for (const [key, [end, line]] of found) {
    byBoard.set(key, { board: end, plays: line, off: menOn(board) - menOn(end), pips: pipsOn(end) });
  }
  const all = [...byBoard.values()];
  all.sort((one, other) => other.off - one.off || one.pips - other.pips || compare(one.board, other.board));
  return { all, byBoard };
}

/** Whether two lists say the same. */
export function alike(one, other) {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}

/** The orders in which a trick's two numbers can be played, the larger first. */
export function orders(numbers) {
  return numbers.length === 2 && numbers[0] !== numbers[1] ? [[...numbers].reverse(), numbers] : [numbers];
}

export function compare(one, other) {
  const index = one.findIndex((item, at) => item !== other[at]);
  return index < 0 ? 0 : one[index] - other[index];
}

/**
 * Both sides' score of a round that is over, as a replay has it.
 * @param {Ovals} ovals @param {{red: number, white: number}} pips
 * @returns {Record<Side, {offensive: ?{name: string, points: number}, defensive: ?{name: string, points: number},
 *   pips: number, total: number}>}
 */
export function scoreOf(ovals, pips) {
  return Object.fromEntries(
    SIDES.map((side) => {
      const [pattern, gained] = SCORES.get(ovals[side].join(""));
      const [, , chips, earned] = SCORES.get(ovals[OTHER[side]].join(""));
      const fewer = Number(0 < pips[side] && pips[side] < pips[OTHER[side]]);
      return [
        side,
        {
          offensive: pattern && { name: pattern, points: gained },
          defensive: chips && { name: chips, points: earned },
          pips: fewer,
          total: gained + earned + fewer,
        },
      ];
    }),
  );
}

/** Whether a side's turns can have gone so. */
export function isPattern(ovals) {
  return SCORES.has(ovals.join(""));
}

/** The fewest and the most pips that can be left after these turns. */
export function pipsRange(ovals) {
  const left = table.MEN - menOn(ovals);
  return [left, 6 * left];
}

/**
 * Every board that these numbers, in this order, lead to, each with its first line: larger points are tried first, and
 * the first line to arrive at a board is kept. Once all men are off the numbers that remain are omitted.
 */
function lines(board, numbers) {
  let reached = new Map([[board.join(""), [board, []]]]);
  for (const each of numbers) {
    const further = new Map();
    for (const [key, [at, line]] of reached) {
      if (!menOn(at) && !further.has(key)) further.set(key, [at, line]);
      for (const [play, after] of plays(at, each)) {
        const next = after.join("");
        if (!further.has(next)) further.set(next, [after, [...line, play]]);
      }
    }
    reached = further;
  }
  return reached;
}

function moved(board, point, by) {
  const after = [...board];
  after[point - 1] -= 1;
  if (point > by) after[point - by - 1] += 1;
  return after;
}
