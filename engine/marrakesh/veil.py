"""What of an open match is not for everybody's eyes, and what of any match is the club's own business.

The discards may not be looked through while the pack is not shuffled again, and players see screens too. So a round
that is over, since the last shuffle, is told as an old score pad would have it: men off by turns or, where a ruling
stood, points alone; and what a pad itself tells of cards is left out. The round under way stays, whose cards lie face
up on the table. A guest hears of no stake.

What is left is a record like any other: the replay that goes with it is the one that the rules make of it.
"""

from collections.abc import Mapping
from typing import Any

from engine.marrakesh.bearing_off import PIPS_ON, SETUPS
from engine.marrakesh.cards import ROUNDS_PER_SHUFFLE
from engine.marrakesh.matches import grade
from engine.marrakesh.record import SIDES
from engine.marrakesh.rounds import UNKNOWN, opening_leader

Json = dict[str, Any]

WITHHELD = "Its cards are shown once the pack is shuffled again."
_KEPT = ("setup", "reshuffled", "note")
_CARDS_OF_A_PAD = ("exposed", "unplayed")
_FOR_MEMBERS = ("stake", "oasis")  # Oasis can be agreed on only where there is a stake


def veiled(record: Json, replay: Json, due: Mapping[str, Any] | None) -> tuple[Json, Json, frozenset[int]]:
    """Record and replay without the cards of the rounds before the one that is `due`, and the numbers of those whose
    tricks are withheld."""
    if due is None:
        return record, replay, frozenset()
    rounds, said = list(record["rounds"]), list(replay["rounds"])
    earlier = _since_shuffle(rounds, due["round"])
    withheld = frozenset(number for number in earlier if "tricks" in rounds[number - 1])
    for number in earlier:
        written = rounds[number - 1]
        if number in withheld:
            rounds[number - 1] = _as_on_a_pad(written, said[number - 1])
            said[number - 1] = _said_of_a_pad(rounds[number - 1], said[number - 1])
        else:
            rounds[number - 1] = {key: written[key] for key in written if key not in _CARDS_OF_A_PAD}
    return {**record, "rounds": rounds}, {**replay, "grade": grade(said), "rounds": said}, withheld


def without_stake(record: Json, replay: Json) -> tuple[Json, Json]:
    """Record and replay without the money, and without the agreement on Oasis, as if none had been made."""
    if "options" in record:
        record = {**record, "options": options_without_stake(record["options"])}
    if replay["result"] is not None:
        margin = replay["result"]["margin"]
        unpaid = {"oasis": None, "multiplier": 1, "payoff_points": margin, "payoff": None}
        replay = {**replay, "result": {**replay["result"], **unpaid}}
    return record, replay


def options_without_stake(options: Json) -> Json:
    return {name: value for name, value in options.items() if name not in _FOR_MEMBERS}


def _since_shuffle(rounds: list[Json], current: int) -> range:
    """The numbers of the rounds before the current one that were dealt from the same pack."""
    first = current - (current - 1) % ROUNDS_PER_SHUFFLE
    for number in range(first, min(current, len(rounds)) + 1):
        if rounds[number - 1].get("reshuffled"):
            first = number
    return range(first, current)


def _as_on_a_pad(written: Json, said: Json) -> Json:
    kept = {key: written[key] for key in _KEPT if key in written}
    if said["irregular"]:
        points = {side: said["score"][side]["total"] for side in SIDES}
        note = written.get("ruling", {}).get("note", WITHHELD)
        return {**kept, "points": points, "ruling": {"note": note}}
    kept["ovals"] = said["ovals"]
    left = {side: _pips(written["setup"][side], said["tricks"], side) for side in SIDES}
    return {**kept, "pips": left} if all(left.values()) else kept


def _said_of_a_pad(written: Json, said: Json) -> Json:
    """What the rules make of the round on the pad, taken from what they made of its tricks when it was played: a match
    that the rules of today refuse is still shown."""
    leader = opening_leader({side: SETUPS[tuple(sorted(written["setup"][side]))] for side in SIDES})
    if "ovals" in written:
        return {**said, "grade": "ovals", "leader": leader, "tricks": None}
    score = {side: {**UNKNOWN, "total": said["score"][side]["total"]} for side in SIDES}
    return {**said, "grade": "points", "leader": leader, "tricks": None, "ovals": None, "score": score}


def _pips(dice: list[int], tricks: list[Json], side: str) -> int:
    """What the men still on the board need to come off."""
    return PIPS_ON[tuple(tricks[-1]["board"][side])] if tricks else sum(dice)
