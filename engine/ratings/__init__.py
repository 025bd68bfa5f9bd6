"""Ratings: pure functions, ratings and ranks in, ratings out.

Matches of one rating period are rated together from the ratings before it, each sum rounded once: so the order in which
they are given changes nothing, not in the last bit either.

    games     a match as raters see it: who was placed where, how much it weighs, by what margin it was won
    glicko2   rating, deviation and volatility, by Glickman's paper
    elo       the older and simpler way, with a margin factor by choice
"""
