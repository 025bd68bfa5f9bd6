"""Writes: keyword-only, typed, one transaction each.

Every change of a match, from whichever door, is an entry:

    incoming.py     an entry as it comes in, checked for shape
    planning.py     history and entry in, plan out: the one pure function that decides
    folding.py      the record as the fold of its journal
    rowing.py       the rows that a history makes, and how they differ from those there are
    storage.py      plans become rows
    entries.py      lock, read, decide, store
    verdicts.py     what is answered, and answered again
    matches.py      the first entry
    ledger.py       is every match what its journal says?
    rechecking.py   would today's rules leave it so?

Files of matches, and whole clubs:

    pieces.py       a file taken apart by what it is
    judging.py      what is to become of each record: new, here already, or refused
    transfers.py    the same of a club's export; journals.py and arrivals.py are its matches and players
    imports.py      the job: judged, stored, told piece by piece
    copying.py      the other way into the tables: many at once, by COPY
    taking_back.py  all of it void again

Beside them clubs, players and their names, tokens; `anonymising.py` takes a person's name out of all of it, with
`redacting.py` for free words. `writing.py` is the transaction they all write in, `nudges.py` what tells Celery
afterwards.
"""
