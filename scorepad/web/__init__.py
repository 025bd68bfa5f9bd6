"""The pages. A view makes one selector call and renders; what belongs to one game lives in that game's folder here.

clubs/          home, a club, its matches and players, the search, the language
ladders/        standings, how ratings changed, seasons, and the rules of ladders
evenings.py     lists of matches in words, evening by evening
matches.py      one match, and its record as text
corrections.py  what was put right in a match, in words
endings.py      how a match ended that was not played to its end, in words
invitations.py  the way into a club
pairing.py      the page by which a device gets its token
passwords.py    a new password, by a link
icon.py         /favicon.ico
games.py        the registry: which folder draws which game
marrakesh/      the score pad, the boards and the words of Marrakesh (1978)
"""
