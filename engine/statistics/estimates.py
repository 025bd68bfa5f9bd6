"""Estimates from sums: each with how sure it is, none where nothing was counted.

Every function takes the sums as they were added up, whole numbers or fractions, and computes with them exactly until
the last step. Fixed-point sums come with their `scale`, the number of parts that make one unit. P-values are two-sided.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import erfc, sqrt
from statistics import NormalDist
from typing import NamedTuple

CONFIDENCE = 0.95


class Interval(NamedTuple):
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Mean:
    """An average; it has no value of nothing, and no error of a single case."""

    value: float | None
    standard_error: float | None
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class Index:
    """Hits over expected hits; 1 is what chance alone would bring."""

    value: float | None
    interval: Interval | None
    p_value: float | None


# -- rates and averages -------------------------------------------------------------------------------------------


def wilson(successes: int, n: int, confidence: float = CONFIDENCE) -> Interval:
    """Wilson's score interval of a rate: the rates from which this many successes are no surprise.

    It stays within 0 and 1 and is honest for a few cases and for rates near the ends, where rate ± error is not. Of
    no cases at all it says nothing: from 0 to 1.
    """
    if not 0 <= successes <= n:
        raise ValueError(f"{successes} successes of {n}")
    z = _deviations(confidence)
    return Interval(_least_rate(successes, n, z), 1 - _least_rate(n - successes, n, z))


def mean(total: int | Fraction, squares: int | Fraction, n: int, scale: int = 1) -> Mean:
    """An average from the sum of the values and the sum of their squares.

    The variance is that of a sample, over n - 1. The interval is the normal approximation, value ± z standard errors,
    which is too narrow for a few cases. The values themselves may be fixed-point: then `squares` has scale² parts.
    """
    if n == 0:
        return Mean(None, None, None)
    value = float(Fraction(total) / (n * scale))
    if n == 1:
        return Mean(value, None, None)
    # The subtraction leaves few of the digits of its operands: in floats it could leave none.
    error = sqrt(Fraction(n * squares - total * total) / (n * n * (n - 1) * scale * scale))
    margin = _deviations(CONFIDENCE) * error
    return Mean(value, error, Interval(value - margin, value + margin))


def percentile(value: float | Fraction, others: Sequence[float | Fraction]) -> float | None:
    """Where a value stands among others, from 0 to 100: the share that is below it, and half of those equal to it."""
    if not others:
        return None
    below = sum(other < value for other in others)
    equal = sum(other == value for other in others)
    return 100 * (2 * below + equal) / (2 * len(others))


# -- against chance -----------------------------------------------------------------------------------------------


def index(hits: int, expected: int, variance: int, scale: int) -> Index:
    """Hits against the hits that chance would have brought: `expected` is Σp and `variance` Σp(1 - p), in fixed point.

    Each trial has a chance of its own, so the number of hits is no binomial but a Poisson binomial: a sum of
    independent Bernoulli variables that are not identically distributed. Its mean and variance are the sums of theirs,
    and it is nearly normal once the variance is a few units. Nor must the trials be independent: it is enough that
    each p is the chance given all that went before, for then hits less expected hits are a martingale, with these same
    sums and the same limit.

    The p-value says how often chance would be at least as far off, either way. The interval is hits ± z √variance,
    over the expected hits, and never below 0; it leaves out 1 just where the p-value is below 5 %. Where nothing was
    left to chance, variance 0, there is neither.
    """
    if expected == 0:
        return Index(None, None, None)
    value = float(Fraction(hits * scale, expected))
    if variance == 0:
        return Index(value, None, None)
    margin = _deviations(CONFIDENCE) * sqrt(Fraction(variance * scale, expected * expected))
    p_value = surprise(hits, Fraction(expected, scale), Fraction(variance, scale))
    return Index(value, Interval(max(0.0, value - margin), value + margin), p_value)


def surprise(total: int | Fraction, expected: Fraction, variance: Fraction) -> float | None:
    """How often chance alone would be at least as far from its exact expectation: luck, by the normal approximation.

    Where nothing was left to chance, variance 0, there is no measure for it.
    """
    return None if variance == 0 else _two_sided(Fraction((total - expected) ** 2) / variance)


# -- normal tails -------------------------------------------------------------------------------------------------


def _least_rate(successes: int, n: int, z: float) -> float:
    """The lower end of Wilson's interval, in the form that subtracts nothing: exactly 0 for no success."""
    if successes == 0:
        return 0.0
    root = z * sqrt(z * z / 4 + successes * (n - successes) / n)
    return successes * successes / (n * (successes + z * z / 2 + root))


def _deviations(confidence: float) -> float:
    return NormalDist().inv_cdf((1 + confidence) / 2)


def _two_sided(squared_deviations: Fraction) -> float:
    return erfc(sqrt(squared_deviations / 2))
