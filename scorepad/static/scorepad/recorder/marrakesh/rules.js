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

/** @type {Side[]} */
export const SIDES = ["red", "white"];
/** @type {Record<Side, Side>} */
export const OTHER = { red: "white", white: "red" };

/** @param {Card} card @returns {number} 1 to 6, 0 for a Null */
export function number(card) {}

/** Who wins and with which numbers, from the two cards alone. @param {Card} lead @param {Card} reply @returns {Judged} */
export function judge(lead, reply) {}

/**
 * What the extra card plays, for the winner who played `own` to the trick.
 * @param {Kind} kind @param {Card} own @param {?Card} extra @returns {number[]}
 */
export function extraNumbers(kind, own, extra) {}

/** The opening setup for six dice in any order. @param {number[]} dice @returns {Board} */
export function boardOf(dice) {}

/** Who has more Ones leads; if equal, more Twos, and so forth. @param {Boards} boards @returns {Side} */
export function openingLeader(boards) {}

/** @param {Board} board @returns {number} */
export function menOn(board) {}

/** How many spaces are left to bear all men off. @param {Board} board @returns {number} */
export function pipsOn(board) {}

/** A side moves until it is off, and on three turns at most. @param {Board} board @param {number} turns @returns {boolean} */
export function mayMove(board, turns) {}

/**
 * Each play that this number allows and the board after it, higher points first.
 * @param {Board} board @param {number} number @returns {Map<string, Board>}
 */
export function plays(board, number) {}

/**
 * Every board the trick's numbers, in any order, and then the extra card's can lead to, each with the line the engine
 * would find: most men off first, then fewest pips.
 * @param {Board} board @param {number[]} numbers @param {number[]} [extra] @returns {End[]}
 */
export function ends(board, numbers, extra = []) {}

/**
 * Both sides' score of a round that is over, as a replay has it.
 * @param {Ovals} ovals @param {{red: number, white: number}} pips
 * @returns {Record<Side, {offensive: ?{name: string, points: number}, defensive: ?{name: string, points: number},
 *   pips: number, total: number}>}
 */
export function scoreOf(ovals, pips) {}
