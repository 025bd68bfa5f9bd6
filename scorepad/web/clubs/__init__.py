"""A club's pages, and those that stand before all clubs.

home.py      the clubs that somebody sees, and what is being played in them now
club.py      one club: who plays now, what was played last, its ladder and records in short
matches.py   its matches, evening by evening, as somebody wants them
players.py   its players
search.py    players, matches, clubs and ladders by name
language.py  in which language the pages speak
urls.py      their addresses
"""
