"""What is told of players: one on a page of his own, two beside each other, all of a club, and its records.

filters.py      which matches are asked for, as a form and as words
shown.py        a figure as it is written: value, interval, n, and where it is explained
parts.py        figures as parts of a page: bars, heatmaps, whiskers, what stands out
career.py       results as a page tells them: against whom, lately, in a row, month by month
player.py       one player; figures.py all his figures, a club's or a pair's, group by group; explaining.py one of them
head_to_head.py two players, and the choice of them
club.py         a club's statistics, and its records

Which figures of a game are told where, and in which words, is that game's to say (`scorepad/web/games.py`).
"""
