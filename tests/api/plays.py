"""The first round of record.md's own example, as entries, with what the rules make of it told there."""

import uuid
from typing import Any

Json = dict[str, Any]

SETUP = {"red": [6, 1, 2, 6, 4, 5], "white": [3, 5, 6, 1, 4, 2]}
ROUND = ("round", {"round": 1, "setup": SETUP, "exposed": ["3S"]})
TRICKS: list[tuple[str, Json]] = [
    ("trick", {"round": 1, "trick": 1, "lead": "AS", "reply": "6D", "plays": ["6/off", "1/off"]}),
    (
        "trick",
        {
            "round": 1,
            "trick": 2,
            "leader": "white",
            "withdrawn": "QD",
            "lead": "QH",
            "reply": "6C",
            "board": [0, 1, 1, 1, 0, 0],
        },
    ),
    (
        "trick",
        {
            "round": 1,
            "trick": 3,
            "lead": "5H",
            "reply": "5H",
            "extra": "2C",
            "plays": ["5/off", "6/1", "6/1", "4/off", "2/off", "1/off", "1/off", "1/off"],
        },
    ),
    ("trick", {"round": 1, "trick": 4, "lead": "4H", "reply": "QD"}),
]
CLOSE = ("close_round", {"round": 1, "unplayed": {"red": ["4S", "3C"], "white": ["QS", "4S"]}})
WHOLE_ROUND = [ROUND, *TRICKS, CLOSE]


def entry(step: tuple[str, Json], base_version: int | None, **more: Any) -> Json:
    kind, data = step
    made: Json = {"id": str(uuid.uuid4()), "kind": kind, "data": data}
    if base_version is not None:
        made["base_version"] = base_version
    return {**made, **more}
