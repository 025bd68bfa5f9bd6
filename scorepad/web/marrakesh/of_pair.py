"""What of Marrakesh is told of two players beside each other, figure by figure."""

from dataclasses import dataclass

from engine.figures import Told
from scorepad.selectors.head_to_head import HeadToHead, Pair
from scorepad.web.marrakesh.labels import figure_label
from scorepad.web.players.shown import Address, Shown, shown

TWINS = (
    *("win_rate", "points_per_match", "best_match", "points_per_round", "rounds_scored", "best_round"),
    *("tricks_won", "led_won", "received_won", "received_suit_matches", "men_off", "null_chips"),
    *("reading_index", "setup_pips", "extras_worth"),
)


@dataclass(frozen=True)
class Twin:
    """One figure of both."""

    label: str
    address: str
    a: Shown
    b: Shown


def of_pair(found: HeadToHead, address: Address) -> list[Twin]:
    """Those of which there is something to be told of one of them at least."""
    told = {each.figure.key: each for each in found.figures}
    return [_twin(told[key], address) for key in TWINS if key in told and _known(told[key].a, told[key].b)]


def _twin(of: Pair, address: Address) -> Twin:
    label = figure_label(of.figure)
    a, b = (shown(of.figure, each, label, address) for each in (of.a, of.b))
    return Twin(label, address(of.figure.key), a, b)


def _known(a: Told, b: Told) -> bool:
    return a.value is not None or b.value is not None
