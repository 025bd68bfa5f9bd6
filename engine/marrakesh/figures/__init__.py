"""What is told of players of Marrakesh: every figure once, from the facts that `declared` declares.

Groups, labels and formulas are for the person at the table, in the words of the rulebook.

    formulas  how a figure is made of facts, and from how many cases it is shown or judged
    matches   matches, rounds and their results
    turns     men off, null chips
    tricks    tricks won, matches of suit and number, extra cards
    cards     what is led and replied, and reading the opponent
    luck      opening setups and extra cards against what chance brings
    tables    figures that are read side by side
"""

from engine.figures import Figures, Group
from engine.marrakesh.figures import cards, luck, matches, tables, tricks, turns

GROUPS = (
    Group("matches", "Matches"),
    Group("rounds", "Rounds"),
    Group("results", "Results of rounds"),
    Group("turns", "Turns"),
    Group("tricks", "Tricks"),
    Group("extras", "Extra cards"),
    Group("leads", "Leads"),
    Group("replies", "Replies"),
    Group("reading", "Reading the opponent"),
    Group("luck", "Luck"),
)
HEADLINES = (
    *("matches", "win_rate", "points_per_match", "points_per_round"),
    *("tricks_won", "led_won", "received_won"),
    *("reading_index", "being_read_index"),
)

FIGURES = Figures(
    groups=GROUPS,
    figures=(*matches.FIGURES, *turns.FIGURES, *tricks.FIGURES, *cards.FIGURES, *luck.FIGURES),
    tables=tables.TABLES,
    headlines=HEADLINES,
)
