/**
 * What is tapped here goes to the server in order, and what others write comes back.
 *
 * Listens to the network and to the other pages of this device; tells by two events: `change`, with the match in
 * `detail`, and `queue`, with its state. An entry is on disk before `enqueue` answers, and is sent again with the same
 * id until the server has answered it. Nothing is decided here that a person has to decide.
 */

import { Api } from "./api.js";
import { chosen, contradicted, dropped, merged, refitted, withoutProblem } from "./fitting.js";
import { moment, newId } from "./ids.js";
import { answeredWith, isOfJournal, nextToSend, problemOf, requestFor, stateOf, unsettled, verdictsOf } from "./queue.js";
import { takeTurn } from "./turn.js";

/** @typedef {import("./shapes.js").Match} Match */
/** @typedef {import("./shapes.js").Entry} Entry */
/** @typedef {import("./shapes.js").View} View */
/** @typedef {import("./shapes.js").Queue} Queue */
/** @typedef {import("./api.js").Said} Said */

export class Sync extends EventTarget {
  /**
   * @param {import("./store.js").Store} store
   * @param {Api} api
   * @param {Object<string, import("./games.js").Game>} games
   */
  constructor(store, api, games) {
    super();
    this.store = store;
    this.api = api;
    this.games = games;
  }

  /** The state of the queue, as the last `queue` event told it. @returns {Queue} */
  get queue() {}

  /** Begin to send and to listen. @returns {Promise<void>} when what is kept has been read */
  async start() {}

  /**
   * A match as this device has it; null when it has never seen it.
   *
   * @param {string} id
   * @returns {Promise<View | null>}
   */
  async view(id) {}

  /**
   * Keep an entry and send it as soon as can be.
   *
   * @param {string} match
   * @param {{kind: string, data: object, reason?: string | null}} tapped
   * @returns {Promise<Entry>} when it is on disk
   */
  async enqueue(match, { kind, data, reason = null }) {}

  /**
   * A new match, and whoever of it is new in the club; all of it waits here until there is a way to the server.
   *
   * @param {object} match
   * @param {string} match.club slug
   * @param {string} match.game
   * @param {Object<string, {player: string, name: string} | {name: string}>} match.seats those without `player` are new
   * @param {object} [match.options] pack, stake, oasis
   * @param {boolean} [match.rated]
   * @param {string} [match.table]
   * @returns {Promise<string>} its id, when it is on disk
   */
  async startMatch(match) {}

  /**
   * Fetch a match that this device does not have yet, to go on with it.
   *
   * @param {string} id
   * @param {string | null} [token]
   * @returns {Promise<Said>} 200 when it is here; 0 when nobody answered; 401 when one must sign in first; 404
   */
  async adopt(id, token = null) {}

  /**
   * Take a pairing's code for the token of its match, and fetch the match.
   *
   * @param {string} code
   * @returns {Promise<{said: Said, match: string | null}>} 201 with the match; 404 when the code is spent; 0
   */
  async pair(code) {}

  /** Look at a match: it is asked after every 2 s while the page is seen. @param {string | null} id null for none */
  open(id) {}

  /**
   * Take back the last entry of this match: one that was never sent is dropped, any other is undone by an entry.
   *
   * @param {string} match
   * @returns {Promise<Entry | null>} what was dropped, or the undo
   */
  async takeBack(match) {}

  /**
   * A person's choice between this device's entry and what stands in its place. `mine` puts it there by a correction;
   * `theirs` drops it, with what follows and does not fit without it.
   *
   * @param {string} match
   * @param {'theirs' | 'mine'} choice
   * @param {string} [reason] of the correction
   * @returns {Promise<void>}
   */
  async resolve(match, choice, reason) {}

  /** Drop the refused entry, with what follows and does not fit without it. @param {string} match @returns {Promise<void>} */
  async giveUp(match) {}

  /**
   * Put another entry in the place of the refused one; what follows stays behind it.
   *
   * @param {string} match
   * @param {{kind: string, data: object, reason?: string | null}} tapped
   * @returns {Promise<Entry>}
   */
  async mend(match, tapped) {}

  /** Try at once, without waiting for the next time. @returns {Promise<void>} */
  async wake() {}
}
