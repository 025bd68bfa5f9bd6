"""A round and its tricks, as entries write them down, and what the rules say of the place of an entry."""

from typing import Any

from engine.marrakesh import replay
from engine.marrakesh.entries import parse, place
from engine.marrakesh.record import FORMAT, normalised

Json = dict[str, Any]

SETUP = {"red": [6, 1, 2, 6, 4, 5], "white": [3, 5, 6, 1, 4, 2]}
FIRST = {"leader": "white", "lead": "AS", "reply": "6D", "plays": ["6/off", "1/off"]}
SECOND = {"withdrawn": "QD", "lead": "QH", "reply": "6C", "board": [0, 1, 1, 1, 0, 0]}
THIRD = {"lead": "5H", "reply": "5H", "extra": "2C", "board": [0, 0, 0, 0, 0, 0]}
FOURTH = {"lead": "4H", "reply": "QD"}


def record(*rounds: Json) -> Json:
    return normalised({"format": FORMAT, "rounds": [*rounds]})


def dealt(*tricks: Json, **fields: Any) -> Json:
    return {"setup": SETUP, "tricks": [*tricks], **fields}


# The spec's own example: White has had three turns after the fourth trick, and Red is off.
OVER = dealt(FIRST, SECOND, THIRD, FOURTH)
UNPLAYED = {"red": ["4S", "3C"], "white": ["QS", "4S"]}
RULING = {"points": {"red": 5, "white": 0}, "note": "agreed"}


def place_in(current: Json, kind: str, data: Json) -> str:
    return place(current, replay(current), kind, parse(kind, data))
