"""The scorecard: offensive score, defensive score and pips, from the ovals of both sides.

A side's ovals are the men off on its turns in order, 0 for a null chip. "If a player scores offensively and
defensively, the score recorded is the total of both numbers."
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from engine.marrakesh.bearing_off import MEN

TURNS = 3
Ovals = tuple[int, ...]

OFFENSIVE = {
    "game": 3,
    "casablanca": 6,
    "rabat": 6,
    "bogart": 9,
    "el_ayun": 12,
    "gammon": 6,
    "gibraltar": 9,
    "tangier": 9,
    "backgammon": 12,
}
DEFENSIVE = {"chip": 1, "double_chip": 4, "little_fez": 4, "common_fez": 6, "royal_fez": 9, "grand_fez": 18}

NAMED_PATTERNS = {
    (2, 2, 2): "casablanca",
    (3, 1, 2): "rabat",
    (1, 1, 4): "bogart",
    (1, 4, 1): "el_ayun",
    (3, 3): "gibraltar",
    (4, 2): "tangier",
}
FEZZES = {3: "little_fez", 2: "common_fez", 1: "royal_fez", 0: "grand_fez"}  # by the men off on all three turns
CHIPS = {0: None, 1: "chip", 2: "double_chip"}


def in_words(name: str) -> str:
    """A result as the scorecard prints it."""
    return "Double-Chip" if name == "double_chip" else name.replace("_", " ").title()


def offensive(ovals: Ovals) -> str | None:
    """The pattern in which a side took off its men, or None when it did not take them all off."""
    if MEN in ovals:
        return "backgammon"
    if sum(ovals) < MEN:
        return None
    return NAMED_PATTERNS.get(ovals, "gammon" if len(ovals) < TURNS else "game")


def defensive(against: Ovals) -> str | None:
    """What these ovals give the opponent: chips, or a Fez in their place.

    A Fez is "earned by holding the opponent to zero or one man off on all three turns". After a Backgammon the chips
    in that side's ovals go back (ruling 8).
    """
    if MEN in against:
        return None
    if len(against) == TURNS and max(against) <= 1:
        return FEZZES[sum(against)]
    return CHIPS[against.count(0)]


def _patterns(before: Ovals = ()) -> Iterator[Ovals]:
    """Every way in which a side's turns can go: until the sixth man is off, or the third turn is over."""
    if sum(before) == MEN or len(before) == TURNS:
        yield before
        return
    for off in range(MEN - sum(before) + 1):
        yield from _patterns((*before, off))


OVAL_PATTERNS = frozenset(_patterns())
_OFFENSIVE = {ovals: (name := offensive(ovals), OFFENSIVE.get(name or "", 0)) for ovals in OVAL_PATTERNS}
_DEFENSIVE = {ovals: (name := defensive(ovals), DEFENSIVE.get(name or "", 0)) for ovals in OVAL_PATTERNS}


def pips_points(own: int, other: int) -> int:
    """One point to the lower count, "only when both players fail to bear off their men"."""
    return int(0 < own < other)


def score(ovals: Mapping[str, Sequence[int]], pips: Mapping[str, int]) -> dict[str, Any]:
    """Both sides' score of a round that is over."""
    red, white = tuple(ovals["red"]), tuple(ovals["white"])
    return {
        "red": _of_side(red, white, pips_points(pips["red"], pips["white"])),
        "white": _of_side(white, red, pips_points(pips["white"], pips["red"])),
    }


def _of_side(own: Ovals, other: Ovals, pips: int) -> dict[str, Any]:
    pattern, gained = _OFFENSIVE[own]
    chips, earned = _DEFENSIVE[other]
    return {
        "offensive": {"name": pattern, "points": gained} if pattern else None,
        "defensive": {"name": chips, "points": earned} if chips else None,
        "pips": pips,
        "total": gained + earned + pips,
    }


def pips_range(ovals: Sequence[int]) -> range:
    """The pips that a side can have left: each man that is not off stands on a point from 1 to 6."""
    left = MEN - sum(ovals)
    return range(left, 6 * left + 1)


def _round_scores() -> Iterator[tuple[int, int]]:
    for red, white in product(OVAL_PATTERNS, repeat=2):
        reds, whites = pips_range(red), pips_range(white)
        # The least and the most of each side, and a count that both can have, show every outcome of the comparison.
        shared = [pips for pips in reds if pips in whites][:1] * 2
        counts = {(reds[0], whites[-1]), (reds[-1], whites[0]), tuple(shared) or (reds[0], whites[0])}
        for red_pips, white_pips in counts:
            both = score({"red": red, "white": white}, {"red": red_pips, "white": white_pips})
            yield both["red"]["total"], both["white"]["total"]


ROUND_SCORES = frozenset(_round_scores())
