"""Marrakesh (1978): the rules of the card and board game for two, whole.

A record of what was written down at the table goes in, everything the rules make of it comes out, or the Violation for
which it is refused. Nothing here reads a clock, draws a card or keeps anything between two calls.

    cards        the pack, suits that beat suits, the cards seen since the last shuffle
    bearing_off  boards, plays, what a number can do
    tricks       who wins, which numbers, the extra card
    turns        what the winner made of his numbers
    table        a round under way, trick by trick
    rounds       one round, at each of its three grades
    scoring      offensive, defensive, pips
    matches      the running score, tiebreaks, Oasis, the payoff
    record       the shape of the record
    entries      what an entry does to a record
    counsel      what a trick comes to, for apps without rules of their own
    questions    how they ask for it
    likeness     what makes a round, written down twice, the same round
    veil         what of a match is not for everybody's eyes
    notation     the text form of a match: its grammar, and how it is written
    reading      how it is read, statement by statement
    words        its words, and where they stand
    scoresheet   the printed score pad, in text
    facts        what one match says about each side, as numbers that add up
    declared     every one of these numbers, once
    skill        those that a round tells trick by trick; extras those of extra cards
    hands        what each side held in a round; unseen is the pack as both players know it
    figures      what is told of players, from these numbers added up
    app_table    the tables that the recorder looks things up in
    expectations what the dice bring on average, exactly
"""

from engine.marrakesh.matches import awaiting, replay

RULES = "marrakesh-1978/1"  # the version of the rules under which a match is accepted

__all__ = ["RULES", "awaiting", "replay"]
