"""A reasonable player's choices: what to lead, what to reply, how to bear off.

He follows Oswald Jacoby's advice in the rulebook: "When in doubt, lead low", "Lead to your opponent's weakness", "Keep
your hand balanced", "Go for null chips", "Avoid receiving a null chip", and now and then an uneconomical play in quest
of a pattern. He knows his own hand and what lies face up, and nothing else; what he does not know he weighs.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from random import Random

from engine.marrakesh.bearing_off import MEN, MEN_ON, PIPS_ON, Board, Numbers, ends
from engine.marrakesh.cards import number
from engine.marrakesh.record import OTHER
from engine.marrakesh.scoring import NAMED_PATTERNS, TURNS
from engine.marrakesh.table import Table
from engine.marrakesh.tricks import judge

CHIP_GIVEN = 1.3  # a null chip for the opponent, in men borne off
CHIP_RECEIVED = -0.9
EXTRA_CARD = 0.8
BALANCE = 0.25  # for each further card of the same suit in hand
HUNCH = 0.25
PATTERN_HUNTERS = 0.12  # how often a pattern is worth a man to him
LOW_LEADS = {0: 1.1, 1: 1.3, 2: 1.2, 3: 1.0, 4: 0.9, 5: 0.8, 6: 0.7}  # what a receiver expects to be led


def lead(rng: Random, table: Table, side: str, hand: list[str], unseen: Mapping[str, int]) -> str:
    """The card to lead face down, against every reply there may be."""

    def worth(card: str) -> float:
        return sum(copies * _gain(table, side, card, reply, leads=True) for reply, copies in unseen.items())

    return _best(rng, hand, worth, sum(unseen.values()))


def reply(rng: Random, table: Table, side: str, hand: list[str], unseen: Mapping[str, int]) -> str:
    """The card to play on a card that lies face down: a guess at its suit, or the least harm."""
    likely = {card: copies * LOW_LEADS[number(card)] for card, copies in unseen.items()}

    def worth(card: str) -> float:
        return sum(weight * _gain(table, side, led, card, leads=False) for led, weight in likely.items())

    return _best(rng, hand, worth, sum(likely.values()))


def bear_off(rng: Random, board: Board, numbers: Numbers, ovals: list[int], off: int = 0) -> Board:
    """The board after the turn: most men off, then fewest pips, then best spread. `off` men went before this."""
    boards = list(ends(board, numbers))
    most = max(MEN_ON[board] - MEN_ON[end] for end in boards)
    wanted = _for_a_pattern(rng, [*ovals], off + most) - off
    able = {MEN_ON[board] - MEN_ON[end] for end in boards}
    taken = wanted if wanted in able else most
    return min(
        (end for end in boards if MEN_ON[board] - MEN_ON[end] == taken),
        key=lambda end: (PIPS_ON[end], -sum(map(bool, end)), end),
    )


def _for_a_pattern(rng: Random, ovals: list[int], most: int) -> int:
    """One man fewer than he could take off, when that is on the way to a pattern that pays and he is in the mood."""
    left = MEN - sum(ovals)
    if most < 2 or most >= left or len(ovals) == TURNS - 1 or rng.random() > PATTERN_HUNTERS:
        return most
    fewer = (*ovals, most - 1)
    return most - 1 if any(pattern[: len(fewer)] == fewer for pattern in NAMED_PATTERNS) else most


def _best(rng: Random, hand: list[str], worth: Callable[[str], float], weight: float) -> str:
    suits = Counter(card[1] for card in hand)
    return max(
        sorted(set(hand)),
        key=lambda card: worth(card) / weight + BALANCE * suits[card[1]] + rng.gauss(0, HUNCH),
    )


def _gain(table: Table, side: str, led: str, replied: str, *, leads: bool) -> float:
    """What a trick is worth to this side, in men."""
    trick = judge(led, replied)
    if trick.receiver_wins is leads:
        return -_turn(table, OTHER[side], trick.kind, trick.numbers)
    return _turn(table, side, trick.kind, trick.numbers)


def _turn(table: Table, winner: str, kind: str, numbers: Numbers) -> float:
    if not table.can_move[winner]:
        return CHIP_GIVEN
    board = table.boards[winner]
    off = most_off(board, numbers)
    extra = EXTRA_CARD if kind != "plain" and off < MEN_ON[board] else 0
    return off + extra or CHIP_RECEIVED


@cache
def most_off(board: Board, numbers: Numbers) -> int:
    return MEN_ON[board] - min(MEN_ON[end] for end in ends(board, numbers))
