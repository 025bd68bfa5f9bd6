"""Marrakesh (1978) on a page. Reads a record and its replay, and never decides anything the engine has not.

pad.py          the score pad: a row a round, running score, results, footnotes
rounds.py       one round opened, trick by trick
figures.py      side by side, and the running score as a chart
page.py         all of these for one match
words.py        the rulebook's words and the sentences made of them
drawings.py     men, chips, boards, ovals, cards and strips as SVG
"""
