"""What a match comes to besides its score: both sides' figures side by side, each with what it was counted from.

Irregular tricks count in the result and in no figure here, and "six off in one turn" returns its null chips: they
count for nobody.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from engine.marrakesh.record import OTHER, SIDES


@dataclass(frozen=True)
class Figure:
    """One line of both sides; `of` is the number of occasions, where that says more than the count alone."""

    label: str
    counts: Mapping[str, int]
    of: Mapping[str, int] | None = None


def side_by_side(replay: Mapping[str, Any]) -> list[Figure]:
    tricks = [trick for played in replay["rounds"] for trick in played["tricks"] or () if not trick["irregular"]]
    figures = [
        Figure(gettext("rounds scored"), replay["rounds_scored"]),
        Figure(gettext("best round"), replay["best_round"]),
    ]
    if tricks:
        figures += _from_tricks(tricks)
    if tricks or any(played["grade"] == "ovals" for played in replay["rounds"]):
        figures.append(Figure(gettext("null chips given"), _chips_given(replay["rounds"])))
    return figures


def counted_in(replay: Mapping[str, Any]) -> str:
    """From how many rounds tricks and null chips were counted, where it was not from all that were played."""
    played = [round_ for round_ in replay["rounds"] if round_["tricks"] != []]
    by_tricks = sum(any(not trick["irregular"] for trick in round_["tricks"] or ()) for round_ in played)
    by_chips = by_tricks + sum(round_["grade"] == "ovals" for round_ in played)
    if by_chips == 0 or by_tricks == len(played):
        return ""
    if by_tricks == 0:
        said = gettext("Null chips are counted in {chips} of {rounds} rounds.")
    elif by_tricks == by_chips:
        said = gettext("Tricks and null chips are counted in {tricks} of {rounds} rounds.")
    else:
        said = gettext("Tricks are counted in {tricks} of {rounds} rounds, null chips in {chips}.")
    return said.format(tricks=by_tricks, chips=by_chips, rounds=len(played))


def _from_tricks(tricks: Sequence[Mapping[str, Any]]) -> list[Figure]:
    replies = {side: [trick for trick in tricks if trick["leader"] != side] for side in SIDES}
    won = {side: [trick for trick in tricks if trick["winner"] == side] for side in SIDES}

    def count(of: Mapping[str, Sequence[Mapping[str, Any]]], *kinds: str) -> dict[str, int]:
        return {side: sum(trick["kind"] in kinds for trick in of[side]) for side in SIDES}

    return [
        Figure(gettext("tricks won"), {side: len(won[side]) for side in SIDES}),
        Figure(
            gettext("suit-matches"),
            count(replies, "suit_match", "triples"),
            of={side: len(replies[side]) for side in SIDES},
        ),
        Figure(gettext("doubles won"), count(won, "doubles")),
    ]


def _chips_given(rounds: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """ "The two null chips are returned to the middle area" after a Backgammon, six men off in one turn."""
    return {
        OTHER[side]: sum(_chips_against(side, played) for played in rounds if max(_turns(played, side), default=0) < 6)
        for side in SIDES
    }


def _chips_against(side: str, played: Mapping[str, Any]) -> int:
    if played["grade"] == "ovals":
        return list(_turns(played, side)).count(0)
    return sum(trick["chip"] == side and not trick["irregular"] for trick in played["tricks"] or ())


def _turns(played: Mapping[str, Any], side: str) -> Sequence[int]:
    turns: Sequence[int] = (played["ovals"] or {}).get(side, ())
    return turns
