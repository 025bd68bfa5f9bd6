"""How it stands on a table right now: both boards, and the trick that left them so. For the screen on the wall."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorepad.selectors.matches import MatchLine
from scorepad.selectors.screens import RoundInPlay
from scorepad.web.marrakesh.rounds import Board, Trick, opened
from scorepad.web.marrakesh.words import Names


@dataclass(frozen=True)
class Standing:
    boards: Sequence[Board]
    trick: Trick | None


def standing(in_play: RoundInPlay, match: MatchLine) -> Standing | None:
    """None for a round whose tricks nobody writes down."""
    if "tricks" not in in_play.written:
        return None
    names = Names.of({seat.key: seat.name for seat in match.seats})
    round_ = opened(in_play.number, in_play.written, in_play.replay, names)
    trick = round_.tricks[-1] if round_.tricks else None
    return Standing(trick.boards if trick else round_.setup, trick)
