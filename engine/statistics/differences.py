"""Whether two rates differ, by Fisher's exact test: for any number of cases, and the same to the last digit either way
round.
"""

import sys
from collections.abc import Iterator
from itertools import chain
from math import fsum, prod
from typing import NamedTuple


def proportions_differ(a: int, n: int, b: int, m: int) -> float:
    """Fisher's exact test of a successes of n against b of m: the p-value that the two rates are the same.

    Given a + b successes in all, each way to share them out between the n and the m has its hypergeometric chance; the
    p-value is the sum of those that are no more probable than what was found. One below 1e-300 is given as 0.
    """
    if not (0 <= a <= n and 0 <= b <= m):
        raise ValueError(f"{a} successes of {n}, {b} of {m}")
    shares = _Shares(a + b, n, m)
    likelihoods = dict(shares.likelihoods())
    found = likelihoods.get(a, 0.0)
    no_more = [likelihood for x, likelihood in likelihoods.items() if shares.no_more_probable(x, likelihood, a, found)]
    return min(1.0, fsum(no_more) / fsum(likelihoods.values()))


class _Shares(NamedTuple):
    """The ways to share out successes between n and m cases; x of them go to the n."""

    successes: int
    n: int
    m: int

    def likelihoods(self) -> Iterator[tuple[int, float]]:
        """How probable each is, over the most probable, from which they fall off on both sides until they vanish.

        Going out from there nothing overflows, and of 20 000 cases only some thousand ways are ever looked at.
        """
        most_probable = (self.n + 1) * (self.successes + 1) // (self.n + self.m + 2)
        return chain([(most_probable, 1.0)], self._upward(most_probable), self._downward(most_probable))

    def _upward(self, x: int) -> Iterator[tuple[int, float]]:
        likelihood = 1.0
        while True:
            more, less = self._step(x)
            likelihood *= more / less
            if likelihood < sys.float_info.min:
                return
            x += 1
            yield x, likelihood

    def _downward(self, x: int) -> Iterator[tuple[int, float]]:
        likelihood = 1.0
        while True:
            x -= 1
            more, less = self._step(x)
            likelihood *= less / more
            if likelihood < sys.float_info.min:
                return
            yield x, likelihood

    def _step(self, x: int) -> tuple[int, int]:
        """How probable x + 1 is to how probable x is, as two whole numbers; 0 where one of them cannot be."""
        return (self.n - x) * (self.successes - x), (x + 1) * (self.m - self.successes + x + 1)

    def no_more_probable(self, x: int, likelihood: float, found_x: int, found: float) -> bool:
        """Whether x is at most as probable as what was found. Floats are too coarse to tell equals from near equals."""
        if abs(likelihood - found) > 1e-9 * found:
            return likelihood < found
        steps = [self._step(between) for between in range(min(x, found_x), max(x, found_x))]
        higher, lower = prod(more for more, _ in steps), prod(less for _, less in steps)
        return higher <= lower if x > found_x else lower <= higher
