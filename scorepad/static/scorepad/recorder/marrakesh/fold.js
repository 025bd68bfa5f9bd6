/**
 * The record as the fold of a journal: the server's lines, then what this device has queued and not had answered.
 *
 * Lines of the server are those of `GET /api/v1/matches/{id}/entries/`. Entries of the queue look alike but have no
 * version; an `undo` among them takes back the last entry before it that stands (not create, void or restore).
 *
 * @typedef {import("./rules.js").Side} Side
 * @typedef {Record<string, any>} Json
 * @typedef {Object} Entry
 * @property {string} id
 * @property {string} kind  create, replace, amend, undo, forfeit, abandon, void, restore, round, trick, expose, close_round
 * @property {?Json} data
 * @property {?string} [reason]
 * @property {number} [version]  of a server's line
 * @property {?number} [undoes]  the version that this undo took back
 *
 * @typedef {Object} Standing
 * @property {boolean} rated
 * @property {string} table
 * @property {?("forfeited" | "abandoned")} ended
 * @property {?Side} forfeited_by
 * @property {boolean} void
 * @property {?string} duplicate_of
 *
 * @typedef {Object} Folded
 * @property {?Json} record  null when the lines do not begin with a `create`, or one of them is withheld
 * @property {?Standing} standing
 * @property {?("open" | "complete" | "forfeited" | "abandoned")} status
 * @property {?Json} replay  null when the rules refuse the record
 * @property {?import("./replay.js").Refusal} refusal
 * @property {?{round: number, trick: ?number, leader: ?Side}} awaiting  null when nothing comes next
 * @property {Set<string>} undone  ids of the entries that no longer stand
 * @property {?Entry} last  the entry that an `undo` would take back now
 */

/** A journal that no record comes of, or a patch that does not fit. */
export class Unfoldable extends Error {}

/**
 * The match as all these lines together have it.
 * @param {string} match  its id  @param {Entry[]} lines  the server's, in order of version, then the queue's in its order
 * @returns {Folded}
 */
export function fold(match, lines) {}

/**
 * The place on the score pad that an entry fills, as a text to compare: two entries of one slot are about the same thing
 * at the table. Only cards seen by accident share a slot, which is never full. Null for what has no slot of its own.
 * @param {Entry} entry @returns {?string}  as "trick 3 2", "round 3", "close_round 3", "expose 3"
 */
export function slotOf(entry) {}

/**
 * Whether the slot of an entry comes next, holds the very same, is taken by something else, or is not awaited.
 * @param {Json} record @param {Json} replay @param {Entry} entry @returns {"next" | "same" | "taken" | "not_next"}
 */
export function place(record, replay, entry) {}

/** The record with a game's entry written into its slot; nothing is judged. @param {Json} record @param {Entry} entry @returns {Json} */
export function apply(record, entry) {}

/** Whether two entries say the same: kind, data and reason, nulls as absent. @param {Entry} one @param {Entry} other @returns {boolean} */
export function sameContent(one, other) {}

/**
 * Where what others entered meanwhile and what is queued here are about the same slot and say something else.
 * @param {Entry[]} theirs @param {Entry[]} mine @returns {{theirs: Entry, mine: Entry}[]}  in the order of mine
 */
export function conflicts(theirs, mine) {}

/**
 * What of this device's queue still fits behind the server's journal, one entry after the other up to the first that
 * does not: `fits` can be sent with a new base (those that others entered too are among them: the server answers 200),
 * then what stopped it, and `rest` waits until a person has decided.
 * A correction or an undo in the queue stops it wherever somebody else has written since its base (`moved`).
 * @param {string} match @param {Entry[]} journal @param {Entry[]} queue @param {number} base  the version the queue knew of
 * @returns {{fits: Entry[], stopped: ?{mine: Entry, why: "taken" | "not_next" | "refused" | "moved", theirs: ?Entry,
 *   refusal: ?import("./replay.js").Refusal}, rest: Entry[]}}
 */
export function rebase(match, journal, queue, base) {}

/** The document after each op of a JSON Patch (RFC 6902). Throws `Unfoldable`. @param {any} document @param {Json[]} patch @returns {any} */
export function amend(document, patch) {}
