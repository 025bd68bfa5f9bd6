"""Matches that were never played: for the demo club, for tests and for benchmarks. Nothing here reads a clock.

judgement   what a reasonable player does
generator   whole matches, from a shuffled pack
continuing  what may come next in a match under way
club        a dozen players and their two years of Tuesday evenings
"""
