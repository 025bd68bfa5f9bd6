"""Writes: keyword-only, typed, one transaction each.

Every change of a match, from whichever door, is an entry:

    incoming.py     an entry as it comes in, checked for shape
    corrections.py  what may be said of any match; patches.py is the JSON Patch of an `amend`
    seating.py      who is meant by whom, and nobody twice at a table
    planning.py     history and entry in, plan out: the one pure function that decides
    folding.py      the record as the fold of its journal
    rowing.py       the rows that a history makes, and how they differ from those there are
    storage.py      plans become rows
    entries.py      lock, read, decide, store
    verdicts.py     what is answered, and answered again; effects.py is what it changed, differences.py the
                    match before and after it
    matches.py      the first entry
    records.py      a whole record put: one entry, the first or a `replace`
    ledger.py       is every match what its journal says?
    rechecking.py   would today's rules leave it so?

What is derived of many matches:

    staleness.py    remembered with the write that made it so
    statistics.py   facts and totals brought up to date from it; totals.py adds up
    rebuilding.py   all of them from nothing, by processes of their own (helpers.py)
    verifying.py    are they what a rebuild would make them?
    checking.py     how a check walks over all matches; locks.py keeps jobs apart

Files of matches, and whole clubs:

    pieces.py       a file taken apart by what it is
    judging.py      what is to become of each record: new, here already, or refused; recognising.py is by what
                    a person knows it again
    transfers.py    the same of a club's export; journals.py, arrivals.py and
                    ladder_arrivals.py are its matches, players and ladders
    imports.py      the job: judged, stored, told piece by piece
    copying.py      the other way into the tables: many at once, by COPY
    taking_back.py  all of it void again

Ladders:

    ladders.py      made, changed; ladder_rules.py says what rules there are, season_rules.py those of tables;
                    ladder_effects.py tells what they would do
    rating.py       their ratings recalculated; verifying_ladders.py compares them with a rebuild
    publishing.py   standings of ended periods kept as they are; freezing.py does it for a season
    erasing_ladders.py  one deleted, with all of it but what was frozen
    hindsight.py    what came since; previewing.py tells what a change would do, before it is made

People, and how they come in:

    clubs.py        founded, changed; erasing.py deletes them
    members.py      their roles; invitations.py is the link that makes one
    players.py      with their names (names.py); merging.py makes two of them one person
    anonymising.py  a person's name taken out of all of it; redacting.py does it for free words
    accounts.py     an account deleted by whoever has it; resets.py is the link to a new password, usernames.py
                    a name that nobody else signs in with
    tokens.py       for apps; pairings.py hands a device one for one match

Beside them `installation.py`, the epoch; `values.py`, single values as they come in; `created.py`, a create that
may be sent again. `writing.py` is the transaction they all write in, `nudges.py` what tells Celery afterwards.
"""
