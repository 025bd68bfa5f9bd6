"""Charts as SVG from the server, for any game: no script, no style attribute, nothing that a wider page distorts.

scales.py   values and days along an axis, and where its marks stand
lines.py    lines over days, with a band and an end that carries its name
ratings.py  the history of a rating as such a line
marks.py    the small ones: sparkline, win-loss ticks, bar, whisker

Numbers within drawings are text already when a template gets them, or a language would write them with its own comma.
"""
