"""The package glicko2, but for a slip in its function f, which takes the rating where the paper has the deviation."""

from math import exp

import glicko2

from engine.ratings.glicko2 import SCALE


class Mended(glicko2.Player):
    def _f(self, x: float, delta: float, v: float, a: float) -> float:
        spread: float = (self.rd / SCALE) ** 2 + v + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - a) / self._tau**2
