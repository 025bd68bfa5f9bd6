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

Beside them clubs, players and their names, tokens; `writing.py` is the transaction they all write in, `nudges.py` what
tells Celery afterwards.
"""
