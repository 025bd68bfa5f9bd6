/**
 * What each game brings to the recorder: the one module here that names them.
 *
 * Everything else, but for a game's own folder and the screens that draw it, knows matches, entries and seats only.
 */

import { fold, rebase, sameContent, slotOf } from "./marrakesh/fold.js";
import { replacing } from "./marrakesh/replacing.js";

/**
 * @typedef {object} Game
 * @property {typeof fold} fold
 * @property {typeof rebase} rebase
 * @property {typeof sameContent} sameContent
 * @property {typeof slotOf} slotOf
 * @property {typeof replacing} replacing
 */

/** @type {Object<string, Game>} */
export const GAMES = { marrakesh: { fold, rebase, sameContent, slotOf, replacing } };
