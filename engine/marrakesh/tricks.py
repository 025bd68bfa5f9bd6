"""A trick: who wins it, which numbers it gives him, and the extra card.

"When two cards are played that are of different suits, the player who has played the higher-ranking suit wins the trick
and moves the numbers showing on the two cards." The same suit is a suit-match and the receiver's; the same number is
doubles and played four times; the same card is triples, the receiver's, and played six times.
"""

from typing import NamedTuple

from engine.marrakesh.bearing_off import Numbers
from engine.marrakesh.cards import CARDS, beats, number

EXTRA_AFTER_TRIPLES = 4
EXTRA_BY_MATCHES = (1, 4, 6)  # no match, suit or number, both


class Trick(NamedTuple):
    """What the two cards alone say."""

    receiver_wins: bool
    kind: str
    numbers: Numbers  # ascending, without the zeros of Nulls


_NUMBERS: dict[Numbers, Numbers] = {}


def _one_of(numbers: Numbers) -> Numbers:
    """Equal numbers are one object, so that the tables stay small."""
    return _NUMBERS.setdefault(numbers, numbers)


def _judged(lead: str, reply: str) -> Trick:
    first, second = number(lead), number(reply)
    same_suit, same_number = lead[1] == reply[1], lead[0] == reply[0]
    receiver_wins = same_suit or beats(reply, lead)
    kind: str
    numbers: Numbers
    if same_suit and same_number:
        kind, numbers = "triples", (first,) * 6
    elif same_number:
        kind, numbers = "doubles", (first,) * 4
    else:
        kind, numbers = "suit_match" if same_suit else "plain", (min(first, second), max(first, second))
    return Trick(receiver_wins, kind, _one_of(tuple(number for number in numbers if number)))


def _extra_numbers(own: str, extra: str) -> Numbers:
    """The extra card is compared with the card the winner played (ruling 6); a Null plays nothing."""
    matches = (own[0] == extra[0]) + (own[1] == extra[1])
    return _one_of((number(extra),) * EXTRA_BY_MATCHES[matches]) if number(extra) else ()


_TRICKS = {lead: {reply: _judged(lead, reply) for reply in CARDS} for lead in CARDS}
_EXTRAS = {own: {extra: _extra_numbers(own, extra) for extra in CARDS} for own in CARDS}
_EXTRAS_AFTER_TRIPLES = {extra: (number(extra),) * EXTRA_AFTER_TRIPLES if number(extra) else () for extra in CARDS}

NUMBERS_OF_TRICKS = frozenset(trick.numbers for replies in _TRICKS.values() for trick in replies.values())
NUMBERS_OF_EXTRAS = frozenset(
    numbers for after in (*_EXTRAS.values(), _EXTRAS_AFTER_TRIPLES) for numbers in after.values()
)


def judge(lead: str, reply: str) -> Trick:
    return _TRICKS[lead][reply]


def extra_numbers(kind: str, own: str, extra: str | None) -> Numbers:
    """The numbers of the extra card, if any, for the winner, who played `own` to the trick."""
    if extra is None:
        return ()
    return _EXTRAS_AFTER_TRIPLES[extra] if kind == "triples" else _EXTRAS[own][extra]
