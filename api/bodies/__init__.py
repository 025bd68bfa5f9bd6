"""The shapes that come in, a noun a module.

Rules are not theirs: what a body means is for the services and the game to judge.
"""
