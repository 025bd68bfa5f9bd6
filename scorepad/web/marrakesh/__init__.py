"""Marrakesh (1978) on a page. Reads a record and its replay, and never decides anything the engine has not.

pad.py          the score pad: a row a round, running score, results, footnotes
rounds.py       one round opened, trick by trick
stage.py        one step of it, large, as it stood on the table
figures.py      both sides' figures side by side
chart.py        the running score as a chart
page.py         all of these for one match
words.py        the rulebook's words
sentences.py    what is said in them
drawings.py     men, chips, boards, ovals, cards and strips as SVG
changed.py      what a correction changed on the pad; consequences.py what comes of that, amending.py what may be put
                right there at a desk
refused.py      what the rules refuse, in the reader's language
telling.py      what is told of players: of_player.py, of_club.py and of_pair.py, with labels.py for figures and facts
"""
