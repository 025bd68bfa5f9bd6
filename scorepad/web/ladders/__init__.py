"""The ladders of a club: who is how strong, and how that came about.

lists.py      all ladders of a club
standings.py  one of them: who stands where, as of any day; the same as CSV
courses.py    a player's ratings on a ladder, and how one of them changed in a period; formulas.py is that step by step
seasons.py    the season in points, and as it was frozen
known.py      standings as they were published, and what has become known since
making.py     a new ladder, another rule, a season frozen; forms.py is what is asked there
deleting.py   a ladder deleted
previews.py   what a change would do to the ladders, where a job works it out
words.py      rules, periods and gates in words
drawings.py   the intervals of the standings
"""
