"""The pages. A view makes one selector call and renders; what belongs to one game lives in that game's folder here.

evenings.py     the clubs' matches, evening by evening
matches.py      one match, and its record as text
icon.py         /favicon.ico
games.py        the registry: which folder draws which game
marrakesh/      the score pad, the boards and the words of Marrakesh (1978)
"""
