/**
 * The shapes of what the modules beside this hand to each other, for readers; no module loads this one.
 *
 * @typedef {Object} Line  of the journal or of the queue
 * @property {string} id
 * @property {string} kind  create, replace, amend, undo, forfeit, abandon, void, restore, or one of the game's: round,
 *   trick, expose, close_round
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
 * @property {?Json} record  null when the lines do not begin with a `create`, one of them is withheld, or one does not
 *   follow from those before it
 * @property {?Standing} standing
 * @property {?("open" | "complete" | "forfeited" | "abandoned")} status
 * @property {?Json} replay  null when the rules refuse the record
 * @property {?import("./replay.js").Refusal} refusal
 * @property {?{round: number, trick: ?number, leader: ?Side}} awaiting  null when nothing comes next
 * @property {Set<string>} undone  ids of the entries that no longer stand
 * @property {?Line} last  the entry that an `undo` would take back now
 *
 * @typedef {import("./rules.js").Side} Side
 * @typedef {import("./rules.js").Card} Card
 * @typedef {import("./rules.js").Board} Board
 * @typedef {Record<string, any>} Json
 *
 * @typedef {Object} Draft
 * @property {"round" | "trick" | "close_round" | "correction" | "over"} kind
 * @property {number} round  from 1
 * @property {?number} trick  from 1; the trick a correction begins at; null where the whole round is meant
 * @property {?("setup" | "trick" | "ovals" | "points" | "unplayed" | "ruling" | "note" | "reshuffled")} what  what the
 *   draft is about; only a correction asks "reshuffled" by itself
 * @property {Tap[]} taps  the answers so far, oldest first
 * @property {?string} asking  something unusual that is asked before the question that is due, see `unusual`
 * @property {boolean} filled  of a correction: answers were taken over from the record, see `Correcting`
 * @typedef {{ask: string, value: any, filled?: true}} Tap  `filled`: it was the first after answers taken over
 *
 * @typedef {Object} Entry  complete, to be queued as it is
 * @property {"round" | "trick" | "expose" | "close_round" | "amend"} kind
 * @property {Json} data
 * @property {string} [reason]  of an amend
 *
 * @typedef {Object} Choice  of an end board
 * @property {Board} board
 * @property {string[]} plays
 * @property {number} off  men borne off
 * @property {number} pips  left after it
 * @property {?Side} chip  the side in whose oval a null chip would be placed
 * @property {boolean} over  whether that ends the round
 *
 * @typedef {Object} Sofar  the trick as far as it is tapped; what is not known yet is null
 * @property {?Card} withdrawn
 * @property {?Card} lead
 * @property {?Card} reply
 * @property {?Card} extra
 * @property {boolean} disregarded  led on without drawing
 * @property {?Side} winner
 * @property {?import("./rules.js").Kind} kind
 * @property {?number[]} numbers  ascending; none for a winner who can no longer move
 * @property {?number[]} extra_numbers
 * @property {boolean} extra_due
 * @property {?boolean} can_move  whether the winner moves; if not, his opponent gets a null chip
 * @property {?Side} chip  as soon as it is certain, whichever board is tapped
 * @property {?Json} ruling  as it was tapped
 * @property {?string} note
 *
 * @typedef {Object} Question
 * @property {Ask} ask
 * @property {number} round
 * @property {?number} trick
 * @property {?Side} side  whose dice, card, board, oval, pips, points or unplayed cards are asked for
 * @property {?Side} leader  who leads this trick
 * @property {?{because: "setup" | "won" | "ruling", point: ?number}} leads  why: more men on `point` in the setup, …
 * @property {import("./rules.js").Boards} boards  before this trick; null where no setup is known
 * @property {import("./rules.js").Ovals} ovals  of this round, before this trick
 * @property {{red: number, white: number}} running  the score after the last complete round
 * @property {{red: number[], white: number[]}} dice  of this round as thrown, or as far as they are tapped
 * @property {Sofar} sofar
 * @property {Json[]} played  this round's earlier tricks: as replayed, with `lead`, `reply`, `extra`, `withdrawn`
 * @property {?Choice[]} choices  ask board: every legal end board, most men off first, then fewest pips
 * @property {?{none: boolean, disregarded: boolean}} extras  ask extra: besides a card, "none" may be tapped (the last
 *   man is off with the trick's numbers alone, no card was drawn) and "disregarded" (led on without drawing)
 * @property {?{least: number, most: number, values: ?number[]}} range  ask oval, pips, points
 * @property {?number} turn  ask oval: 1 to 3
 * @property {?number} left  ask dice: dice still to come of this side; ask unplayed: cards
 * @property {boolean} skippable  "skip" may be tapped (unplayed cards of a side that nobody turned up)
 * @property {string[]} unusual  what `unusual` may be called with now
 * @property {?{round: number, unplayed: number}} closing  the round that has just ended and may be closed with cards
 *   left in hand; 0 unplayed when there are none
 * @property {?Json} last  the round that has just ended, as replayed, with names and score
 * @property {?Json} result  ask over: as replayed
 * @property {?Correcting} correcting
 * @property {boolean} stale  the record has moved on and this draft is of yesterday: begin anew
 *
 * @typedef {"dice" | "lead" | "reply" | "extra" | "board" | "oval" | "pips" | "points" | "unplayed" | "over" |
 *   "amiss" | "reason" | "withdrawn" | "exposed" | "ruling" | "note" | "reshuffled"} Ask
 *   dice: 1 to 6. lead, reply, withdrawn, exposed: a card. extra: a card, "none" or "disregarded". board: a board.
 *   oval, pips, points: a number. unplayed: a card or "skip". note, reason: a text. reshuffled: true.
 *   ruling of a trick: {note, leader?, winner?, board?, extra?: true}; `extra` asks for the extra card
 *     whatever the trick
 *   ruling of a round: {note, points?: {red, white}}, the points as they were counted where none are named
 *   amiss (corrections): what stands at `correcting.refusal.path` cannot stay; "drop" leaves it out
 *   over: nothing, the match is complete
 *
 * @typedef {Object} Correcting
 * @property {?import("./replay.js").Refusal} refusal  why this trick is asked: it was recorded and can't stay; null for
 *   the trick that the person chose
 * @property {?Json} was  this trick, or round, as it is recorded
 * @property {boolean} filled  the cards of `was` are tapped already, since they still can be; `untap` takes them back
 * @property {string[]} changed  JSON Pointers of what will be different so far
 * @property {string[]} dropped  JSON Pointers of what was recorded and falls away, as tricks after the round's new end
 * @property {?{before: Json, after: Json}} effect  ask reason: running, totals and result before and after
 *
 * @typedef {Object} Came
 * @property {?Draft} draft  to go on with; null after an entry, unless something was asked in between (a card exposed)
 * @property {Entry} [entry]
 * @property {Outcome} [outcome]  with an entry
 * @property {import("./replay.js").Refusal} [refusal]  the answer can't be: the draft is as before (after identical
 *   setups without the dice, since both throw again)
 * @typedef {Object} Outcome  what the entry makes of it, all as replayed
 * @property {?Json} trick
 * @property {?Json} round
 * @property {?number[]} running  how it stands then, when this round is complete: [red, white]
 * @property {?Json} result  of the match, when it is complete
 */
