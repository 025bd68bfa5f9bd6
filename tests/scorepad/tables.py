"""A match as it is entered at the table: the entries that write a record down, one after another."""

import json
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.marrakesh.record import normalised

Json = dict[str, Any]

VECTORS = Path(__file__).parents[1] / "vectors"

SETUP = {"red": [6, 1, 2, 6, 4, 5], "white": [3, 5, 6, 1, 4, 2]}

# record.md's own example: 13 to 0 for Red, by a Backgammon in the third trick and a null chip in White's third oval.
FIRST_ROUND: Json = {
    "setup": SETUP,
    "exposed": ["3S"],
    "tricks": [
        {"lead": "AS", "reply": "6D", "plays": ["6/off", "1/off"]},
        {"leader": "white", "withdrawn": "QD", "lead": "QH", "reply": "6C", "board": [0, 1, 1, 1, 0, 0]},
        {
            "lead": "5H",
            "reply": "5H",
            "extra": "2C",
            "plays": ["5/off", "6/1", "6/1", "4/off", "2/off", "1/off", "1/off", "1/off"],
        },
        {"lead": "4H", "reply": "QD"},
    ],
}
SECOND_ROUND: Json = {"ovals": {"red": [2, 2, 1], "white": [0, 1, 1]}, "pips": {"red": 4, "white": 9}}


def vectors() -> list[Json]:
    """Records with the replays that the specification gives them."""
    return [json.loads(line) for line in (VECTORS / "matches.jsonl").read_text().splitlines()]


def faults() -> list[Json]:
    """Records that cannot have happened, with the code and the place of what is wrong with them."""
    return [json.loads(line) for line in (VECTORS / "faults.jsonl").read_text().splitlines()]


def entry(kind: str, base_version: int, data: Json, **more: Any) -> Json:
    return {"id": str(uuid.uuid4()), "kind": kind, "base_version": base_version, "data": data, **more}


def written_down(record: Json) -> Iterator[tuple[str, Json]]:
    """The kinds and data of the entries that a recorder would send, in the order of play."""
    for number, round_ in enumerate(normalised(record)["rounds"], start=1):
        if "tricks" not in round_:
            yield "round", {"round": number, **round_}
            continue
        began = {name: round_[name] for name in ("setup", "reshuffled", "note") if name in round_}
        yield "round", {"round": number, **began}
        for card in round_.get("exposed", []):
            yield "expose", {"round": number, "card": card}
        for index, trick in enumerate(round_["tricks"], start=1):
            yield "trick", {"round": number, "trick": index, **trick}
        if ended := {name: round_[name] for name in ("unplayed", "ruling") if name in round_}:
            yield "close_round", {"round": number, **ended}
