"""The pages. A view makes one selector call and renders; what belongs to one game lives in that game's folder here.

reading.py      how a page for reading is reached; how one that writes is, `managing/manage.py`
clubs/          home, a club, its matches and players, the search, the language
players/        a player, two of them, the figures of a club, its records
ladders/        standings, how ratings changed, seasons, and the rules of ladders
managing/       what owners and scorers do: members, names, imports, corrections
accounts/       the way in and out, and what is somebody's own
paper/          score sheets to print
recorder/       the page that holds the recorder, and what a device keeps of it
charts/         lines over days, and the small drawings within a line of a table
evenings.py     lists of matches in words, evening by evening
matches.py      one match, and its record as text; asked.py is what of it is asked for
corrections.py  what was put right in a match, in words; changes.py is one change of one thing
endings.py      how a match ended that was not played to its end, in words
rounding.py     numbers as people write them; clocks.py, moments as a club's clocks show them
invitations.py  the way into a club
pairing.py      the page by which a device gets its token
qr.py           a code to scan
icon.py         /favicon.ico
trouble.py      what is told when a page breaks
games.py        the registry: which folder draws which game; telling.py is what it tells of players
marrakesh/      the score pad, the boards and the words of Marrakesh (1978)
"""
