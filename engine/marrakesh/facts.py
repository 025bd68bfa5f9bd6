"""What one match says about each side, as numbers that add up: the facts of `declared`, found in its replay.

A round that was not finished counts nowhere. Tricks that a ruling touched are in the result and in no measure of
skill; a round whose score was ruled counts with its total and not with the names of its patterns.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.facts import Facts, Values
from engine.marrakesh import skill
from engine.marrakesh.bearing_off import MEN, SETUPS
from engine.marrakesh.cards import ROUNDS_PER_SHUFFLE
from engine.marrakesh.declared import AT, DECLARED, MARRAKESH, MEN_OFF, ROUND_NUMBERS, TURN_NUMBERS, VERSION
from engine.marrakesh.record import OTHER, SIDES
from engine.marrakesh.scoring import DEFENSIVE, OFFENSIVE
from engine.marrakesh.unseen import Unseen

Json = Mapping[str, Any]
Counts = dict[str, list[int]]


def of_match(record: Json, replay: Json, places: Mapping[str, int], gave_up: str | None = None) -> dict[str, Values]:
    """The facts of each side of a match that is over: played to the end, or given up by the side that `gave_up`.

    `places` are the sides' places, shared when the match was drawn. Of the record no more is read than its options and
    rounds, of the replay its rounds, totals and result.
    """
    counts: Counts = {side: [0] * len(DECLARED) for side in SIDES}
    _count_result(counts, replay, places, gave_up)
    unseen = Unseen((record.get("options") or {}).get("pack") or "single")
    rounds = zip(record["rounds"], replay["rounds"], strict=True)
    for number, (written, said) in enumerate(rounds, start=1):
        if number % ROUNDS_PER_SHUFFLE == 1 or written.get("reshuffled"):
            unseen.shuffle()
        if not said["complete"]:
            break
        _count_round(counts, number, written, said)
        if said["tricks"] is not None:
            skill.count(counts, written, said, unseen)
        else:
            unseen.lose_count()
    skill.mirror(counts)
    return {side: tuple(counts[side]) for side in SIDES}


FACTS = Facts(VERSION, DECLARED, of_match)


# -- the match ----------------------------------------------------------------------------------------------------


def _count_result(counts: Counts, replay: Json, places: Mapping[str, int], gave_up: str | None) -> None:
    result, totals = replay["result"], replay["totals"]
    for side in SIDES:
        outcome = "drawn" if places[side] == places[OTHER[side]] else "won" if places[side] == 1 else "lost"
        found = {"matches": 1, outcome: 1}
        if gave_up is not None:
            found["gave_up" if gave_up == side else "won_by_forfeit"] = 1
        if result is not None:
            found |= _of_result(result, outcome, totals[side], totals[OTHER[side]])
        for key, value in found.items():
            counts[side][AT[key]] = value


def _of_result(result: Json, outcome: str, points: int, against: int) -> dict[str, int]:
    """What a match that was played to its end says besides. A drawn match was decided by nothing."""
    found = {
        "completed": 1,
        "completed_points": points,
        "completed_points_squares": points**2,
        "completed_against": against,
        "completed_margin_squares": (points - against) ** 2,
        "best_match": points,
    }
    if outcome != "drawn":
        found[f"{outcome}_by_{result['decided_by']}"] = 1
    if outcome == "won" and result["oasis"] is not None:
        found[result["oasis"]] = 1
    return found


# -- its rounds ---------------------------------------------------------------------------------------------------

_BY_ROUND = {
    number: (AT[f"round_{number}"], AT[f"round_{number}_points"], AT[f"round_{number}_squares"])
    for number in ROUND_NUMBERS
}
_OFFENSIVE = {name: AT[f"offensive_{name}"] for name in OFFENSIVE}
_DEFENSIVE = {name: AT[f"defensive_{name}"] for name in DEFENSIVE}
_MEN_OFF = {turn: [AT[f"turn_{turn}_off_{off}"] for off in MEN_OFF] for turn in TURN_NUMBERS}
_SHAPES = {
    dice: AT[f"setup_{''.join(map(str, sorted(filter(None, board), reverse=True)))}"] for dice, board in SETUPS.items()
}
_SIX_ONES = (1,) * MEN
_DICE = [-1, *(AT[f"dice_{face}"] for face in range(1, 7))]
_ROUNDS, _SCORED, _POINTS, _SQUARES, _AGAINST = (
    AT[key] for key in ("rounds", "rounds_scored", "points", "points_squares", "points_against")
)
_BEST, _MARRAKESHES, _NAMED, _PIPS = (AT[key] for key in ("best_round", "marrakeshes", "named", "pips_won"))
_SETUPS, _SETUP_PIPS, _ONES = (AT[key] for key in ("setups", "setup_pips", "setup_ones"))


def _count_round(counts: Counts, number: int, written: Json, said: Json) -> None:
    ruled = written.get("ruling") is not None
    for side in SIDES:
        of_side, score = counts[side], said["score"][side]
        _count_points(of_side, number, score["total"], said["score"][OTHER[side]]["total"])
        if not ruled:
            of_side[_MARRAKESHES] += score["total"] == MARRAKESH
            if said["grade"] != "points":
                _count_names(of_side, score)
        if written.get("setup") is not None:
            _count_setup(of_side, written["setup"][side])
        if said["tricks"] is None and said["ovals"] is not None:
            for turn, off in enumerate(said["ovals"][side], start=1):
                of_side[_MEN_OFF[turn][off]] += 1


def _count_points(of_side: list[int], number: int, points: int, against: int) -> None:
    of_side[_ROUNDS] += 1
    of_side[_SCORED] += points > 0
    of_side[_POINTS] += points
    of_side[_SQUARES] += points * points
    of_side[_AGAINST] += against
    of_side[_BEST] = max(of_side[_BEST], points)
    played, in_this, squares = _BY_ROUND[number]
    of_side[played] = 1
    of_side[in_this] = points
    of_side[squares] = points * points


def _count_names(of_side: list[int], score: Json) -> None:
    of_side[_NAMED] += 1
    if score["offensive"] is not None:
        of_side[_OFFENSIVE[score["offensive"]["name"]]] += 1
    if score["defensive"] is not None:
        of_side[_DEFENSIVE[score["defensive"]["name"]]] += 1
    of_side[_PIPS] += score["pips"]


def _count_setup(of_side: list[int], dice: Sequence[int]) -> None:
    of_side[_SETUPS] += 1
    of_side[_SETUP_PIPS] += sum(dice)
    ascending = tuple(sorted(dice))
    of_side[_SHAPES[ascending]] += 1
    of_side[_ONES] += ascending == _SIX_ONES
    for face in dice:
        of_side[_DICE[face]] += 1
