"""Facts: what one match says about each of its seats, as whole numbers that add up.

A game declares its facts once; the columns in which they are kept, what is summed and what is told of them follow from
the declaration. A fact of many matches is the sum of theirs, or the most of them, so that it never matters in which
order they came, or how they were gathered.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

MILLION = 1_000_000  # what is no whole number is kept in millionths, each rounded once, where it arises

Values = tuple[int, ...]  # one for each fact, in the order of their declaration


def millionths(numerator: int, denominator: int) -> int:
    """A fraction in millionths, the half rounded up."""
    return (2 * MILLION * numerator + denominator) // (2 * denominator)


@dataclass(frozen=True, slots=True)
class Fact:
    """One number of one seat of one match.

    `unit` is what it counts, `grade` the least grade of round that tells it, `adds` how it adds up over matches. It is
    `wide` when one match may say more than 32 767. `for_members` is what guests are not told.
    """

    key: str
    label: str
    unit: str
    grade: str
    adds: Literal["sum", "max"] = "sum"
    wide: bool = False
    for_members: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """All facts of a game. `version` tells by which rules of counting they were found.

    `of_match` takes a record, its replay, each seat's place and the seat that gave up, if one did.
    """

    version: int
    declared: tuple[Fact, ...]
    of_match: Callable[[Mapping[str, Any], Mapping[str, Any], Mapping[str, int], str | None], dict[str, Values]]

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(fact.key for fact in self.declared)

    def added(self, of_matches: Iterable[Values]) -> Values:
        """The facts of many matches; of none at all, zeros."""
        columns = zip(*of_matches, strict=True)
        summed = tuple(
            max(column) if fact.adds == "max" else sum(column)
            for fact, column in zip(self.declared, columns, strict=False)
        )
        return summed or (0,) * len(self.declared)
