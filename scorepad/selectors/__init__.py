"""Reads, which never write: querysets or frozen dataclasses. `access.py` alone decides who sees what.

access.py       who sees what, and who may do what
rows.py         a match as its rows hold it: its record, its replay, all as of one moment
journal.py      what was entered, as far as somebody may read it
sheets.py       one match, as far as somebody may see it; corrected.py, with what was put right in it
matches.py      many of them, in a list
clubs.py        the clubs that somebody sees, what he is there and how much was played
fronts.py       the front page of one, with highlights.py, its records in short
screens.py      the screen on its wall, with the rounds that are being played
evenings.py     its matches as somebody wants them; calling.py is who is meant by a name he typed
rosters.py      its players by name
search.py       players, clubs, ladders and matches by name
doubles.py      which of them may be the same; twins.py is two players side by side who may be one
people.py       whoever was merged into another is that other
changes.py      the feed of a club
exports.py      a club whole, to be taken in elsewhere
spreadsheets.py its matches and rounds as CSV
facts.py        the facts of matches as they should be, and as they are stored
statistics.py   figures of a player and of a club; what they are made of stands in
                filters, tallies (facts added up by person), asking, comparing, results
explaining.py   how a figure comes about
head_to_head.py, records.py and habits.py: figures of two, of a club's best, of what somebody is used to play
profiles.py     all that a player's page shows, of his statistics and of his ladders, as of one moment
choosing.py     clubs, players and ladders that are offered to choose from
ledger.py       what the last checks found

Ladders:

periods.py      days, weeks and months, by the club's own dates
rated.py        the matches that a ladder rates, and who its players are by now
states.py       its players after each period
ranking.py      who stands where, and whom a gate holds back
standings.py    that as of any day
impact.py       how it would be if something were otherwise
histories.py    a player's rating from period to period; rating_changes.py is how one of them came about
season_tables.py the same matches told in points
ladder_sheets.py, club_ladders.py and ladder_seasons.py: what the pages of one, of all, and of a season show
told.py         what is kept of both as it was told, and how it differs from what would be told now

members.py, invitations.py, tokens.py and imports.py list what their names say; accounts.py tells somebody of his own.
"""
