/**
 * What each game brings to the recorder: the one module here that names them.
 *
 * Everything else, but for a game's own folder, knows matches, entries and seats only.
 */

import { marrakesh } from "./marrakesh/game.js";

/**
 * @typedef {object} Game
 *
 * The record. `fold` makes it of a journal, `rebase` lays a queue behind one, `slotOf` and `sameContent` tell what two
 * entries are about and whether they say the same, `replacing` is the patch that puts one in the other's place,
 * `exported` the record as a file.
 * @property {Function} fold
 * @property {Function} rebase
 * @property {Function} sameContent
 * @property {Function} slotOf
 * @property {Function} replacing
 * @property {Function} exported
 *
 * At the table. A draft is what has been tapped and is no entry yet, plain JSON with its `taps`; a question has an
 * `ask`, which is "over" once there is nothing to ask. `isAside`: the draft is about something earlier; `isDetour`:
 * that, or something unusual is asked first; `isWritten`: the question is answered in words.
 * @property {Function} begin
 * @property {Function} question
 * @property {Function} tap
 * @property {Function} untap
 * @property {Function} isAside
 * @property {Function} isDetour
 * @property {Function} isWritten
 *
 * Words: what an entry is, what it has made of the match, why it was refused, and where.
 * @property {Function} entryTold
 * @property {Function} outcomeTold
 * @property {Function} refusalTold
 * @property {Function} refusalPlaced
 *
 * Drawings: of a match in a list; of an entry beside another; of the parts of the screen at the table, each by the
 * `Recording` it is given; and what all of them refer to.
 * @property {Function} glance
 * @property {Function} version
 * @property {Function} title
 * @property {Function} lying
 * @property {Function} soFarPlayed
 * @property {Function} asking
 * @property {Function} typed
 * @property {Function} pad
 * @property {Function} seldom
 * @property {Function} finish
 * @property {Function} symbols
 *
 * A new match: its seats, and what is agreed on before it.
 * @property {() => {key: string, label: Array}[]} seats
 * @property {new () => {agreed: Node[], more: Node[], value: object}} Options
 */

/** @type {Object<string, Game>} */
export const GAMES = { marrakesh };
