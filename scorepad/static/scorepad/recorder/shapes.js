/**
 * The shapes that the app keeps and hands about. Nothing here runs.
 *
 * @typedef {object} Line An entry of the server's journal, as `GET /matches/{id}/entries/` has it.
 * @property {number} version
 * @property {string} id
 * @property {string} kind
 * @property {object | null} data
 * @property {string | null} reason
 * @property {number | null} undoes the version that an undo took back
 * @property {boolean} stands
 * @property {string} [actor]
 * @property {string | null} [device]
 * @property {string | null} [entered_at]
 * @property {string} [stored_at]
 *
 * @typedef {object} Seat
 * @property {string} player the player's id
 * @property {string} name
 *
 * @typedef {object} Match A match that this device records or looks at.
 * @property {string} id
 * @property {string} club the club's slug
 * @property {string} game
 * @property {Object<string, Seat>} seats by the keys of the game
 * @property {object} options what was agreed on, as the game has it
 * @property {boolean} rated
 * @property {string} table
 * @property {string} played_at
 * @property {Line[]} lines the journal as far as it was fetched, oldest first
 * @property {number} version the last of it; 0 before the server knows of the match
 * @property {string | null} etag of `GET /matches/{id}/`
 * @property {object | null} sheet that answer: running, awaiting, status, void, result
 * @property {string | null} token of a pairing; null where the session of whoever is signed in records
 * @property {string | null} tokenEnds
 * @property {string | null} pairedAs what whoever paired this device called it; in the journal beside what it enters
 * @property {string | null} [by] whose session has fetched or begun it; null where nobody's has
 * @property {boolean} [stale] whether a backup was played back since the journal was fetched
 * @property {string} seenAt when it was last looked at here, by this device's clock
 *
 * @typedef {'waiting' | 'sending' | 'sent' | 'refused' | 'conflict' | 'dropped'} State
 *   waiting: safe here, not acknowledged. sending: under way just now. sent: acknowledged. refused: the server says that
 *   it cannot have been. conflict: another device has written something else. dropped: taken back or given up here.
 *
 * @typedef {object} Entry What was tapped on this device.
 * @property {string} id made at the tap, and the same until it is answered
 * @property {string} match
 * @property {number} order within its match, counted from 1
 * @property {string} kind an entry's; or `create`, the match itself; or `player`, somebody new in the club
 * @property {object} data
 * @property {string | null} reason
 * @property {string} entered_at
 * @property {boolean} isTimed whether the server had told the time when it was tapped
 * @property {string | null} device
 * @property {string | null} by who was signed in when it was tapped
 * @property {string} [sentAs] who has taken it on: in his name it may go out as well
 * @property {number} base_version the last version that this device knew of when it was tapped, or fitted to since
 * @property {State} state
 * @property {boolean} tried whether it may have left this device: then the server may have it
 * @property {Answer | null} answer
 * @property {Conflict | null} conflict
 * @property {string | null} settledAt when it was sent or dropped, by this device's clock; kept for 14 days from then
 *
 * @typedef {object} Answer What the server said of an entry.
 * @property {number} status
 * @property {number} [version] the journal's line that has it
 * @property {boolean} [stands]
 * @property {string} [code] of a refusal
 * @property {string} [detail] of a refusal, in the server's English
 * @property {object[]} [errors] of a refusal: {pointer, record_pointer, code, params, detail}
 * @property {object[]} [legal] what the rules allow there, where it can be listed
 *
 * @typedef {object} Conflict
 * @property {string} code stale_version, slot_taken, not_next, or the code of the rule that it breaks by now
 * @property {Line | null} theirs what stands in the same place, or what came last; null when its place is gone
 * @property {Line[]} missed what came since it was tapped
 * @property {number} since the version that this device knew of when it was tapped
 * @property {boolean} mayReplace whether `resolve(match, "mine")` can put it in their place
 *
 * @typedef {object} View A match as this device has it: the journal, and on top of it what waits here.
 * @property {Match} match
 * @property {Entry[]} entries all that was tapped here and is still kept, in order
 * @property {(Line | Entry)[]} lines what the record is the fold of
 * @property {{record: object, standing: object, status: string} | null} folded by the game's fold; null before anything is known
 * @property {Entry | null} problem the first that is refused or in conflict; what follows it waits
 * @property {Entry[]} blocked what waits for the person's decision on it
 * @property {number} waiting how many are not acknowledged
 * @property {object | null} draft of what is being tapped and is no entry yet
 *
 * @typedef {object} Queue The state of the whole queue, for the pill and its note.
 * @property {'sent' | 'sending' | 'waiting' | 'refused' | 'conflict' | 'sign_in' | 'forbidden' | 'held'} kind the one to tell
 * @property {number} count how many entries it is about
 * @property {string | null} since when the oldest of those that wait was tapped
 * @property {string | null} match the one that has the problem
 * @property {string | null} offlineSince when the server could last not be reached; null while it answers
 * @property {string[]} [names] of those whose entries are held until they sign in again
 * @property {number} clock by how much this device's clock is wrong, in milliseconds; 0 where it is right or unknown
 * @property {string | null} account who is signed in, as far as is known
 * @property {'device' | 'coming' | 'page' | 'memory'} kept
 *   device: the app and the queue are both on this device. coming: the queue is, and the app is just being put there.
 *   page: the queue is, and the app only as long as this page is open (plain HTTP). memory: the browser keeps nothing;
 *   what waits is lost with the page.
 * @property {boolean | null} persisted whether the browser has promised not to clear it away; null while it was not asked
 *
 * @typedef {object} Club A club as it was last seen.
 * @property {string} slug
 * @property {string} name
 * @property {string | null} role the reader's own in it
 * @property {{id: string, name: string}[]} players those to choose from, by name
 * @property {object[]} going matches that are open there, as `GET /matches/` lists them
 * @property {string} seenAt
 */

export {};
