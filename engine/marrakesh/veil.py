"""What of an open match is not for everybody's eyes.

The discards may not be looked through while the pack is not shuffled again, and players see screens too. So the cards
of rounds that are over, since the last shuffle, are taken out of record and replay alike; the men off and the points
stay, and so does the round under way, whose cards lie face up on the table. A stake is the club's own business.
"""

from collections.abc import Mapping
from typing import Any

Json = dict[str, Any]

ROUNDS_A_PACK = 3
WITHHELD = "Its cards are shown when the match is over."
_KEPT = ("setup", "reshuffled", "note")


def veiled(record: Json, replay: Json, due: Mapping[str, Any] | None) -> tuple[Json, Json, frozenset[int]]:
    """Record and replay without the cards of the rounds before the one that is `due`, and the numbers of those."""
    if due is None:
        return record, replay, frozenset()
    hidden = frozenset(
        number for number in _since_shuffle(record["rounds"], due["round"]) if "tricks" in record["rounds"][number - 1]
    )
    rounds, said = list(record["rounds"]), list(replay["rounds"])
    for number in hidden:
        rounds[number - 1] = _without_cards(rounds[number - 1], said[number - 1])
        said[number - 1] = {**said[number - 1], "tricks": None}
    return {**record, "rounds": rounds}, {**replay, "rounds": said}, hidden


def without_stake(record: Json, replay: Json) -> tuple[Json, Json]:
    """Record and replay without the money, and without the agreement on Oasis that only a stake allows."""
    if "stake" not in record.get("options", {}):
        return record, replay
    options = {key: value for key, value in record["options"].items() if key not in ("stake", "oasis")}
    result = replay["result"] and {**replay["result"], "payoff": None}
    return {**record, "options": options}, {**replay, "result": result}


def _since_shuffle(rounds: list[Json], current: int) -> range:
    """The numbers of the rounds before the current one that were dealt from the same pack."""
    first = current - (current - 1) % ROUNDS_A_PACK
    for number in range(first, min(current, len(rounds)) + 1):
        if rounds[number - 1].get("reshuffled"):
            first = number
    return range(first, current)


def _without_cards(written: Json, said: Json) -> Json:
    """The round as an old score pad would have it: men off by turns or, where a ruling stood, points alone."""
    kept = {key: written[key] for key in _KEPT if key in written}
    if said["irregular"]:
        points = {side: said["score"][side]["total"] for side in said["score"]}
        note = written.get("ruling", {}).get("note", WITHHELD)
        return {**kept, "points": points, "ruling": {"note": note}}
    kept["ovals"] = said["ovals"]
    left = {side: _pips(written["setup"][side], said["tricks"], side) for side in said["ovals"]}
    return {**kept, "pips": left} if all(left.values()) else kept


def _pips(dice: list[int], tricks: list[Json], side: str) -> int:
    """What the men still on the board need to come off."""
    if not tricks:
        return sum(dice)
    return sum(point * men for point, men in enumerate(tricks[-1]["board"][side], start=1))
