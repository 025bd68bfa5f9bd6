"""Short ways to write down a record, and to ask what it is refused for."""

from typing import Any

import pytest

from engine.marrakesh import replay
from engine.marrakesh.record import FORMAT
from engine.violations import Violation

Record = dict[str, Any]

# Red leads: he has more Ones.
SETUP = {"red": [1, 1, 2, 3, 4, 5], "white": [2, 2, 3, 4, 5, 6]}


def record(*rounds: Record, **fields: Any) -> Record:
    return {"format": FORMAT, **fields, "rounds": list(rounds)}


def round_(*tricks: Record, **fields: Any) -> Record:
    return {"setup": SETUP, "tricks": list(tricks), **fields}


def trick(cards: str, plays: str | list[str] | None = None, **fields: Any) -> Record:
    """`trick("4H 6C", "6/off 4/off")`: the lead, the reply and, after them, an extra card if one was drawn."""
    written: Record = dict(zip(("lead", "reply", "extra"), cards.split(), strict=False))
    if plays is not None:
        written["plays"] = plays.split() if isinstance(plays, str) else plays
    return {**written, **fields}


def one(*tricks: Record, pack: str = "double", **fields: Any) -> Record:
    """A record of one round."""
    return record(round_(*tricks, **fields), options={"pack": pack})


def tricks_of(written: Record) -> list[Record]:
    tricks: list[Record] = replay(written)["rounds"][-1]["tricks"]
    return tricks


def refused(written: Any) -> Violation:
    with pytest.raises(Violation) as caught:
        replay(written)
    return caught.value


def refusal(written: Any) -> tuple[str, str]:
    violation = refused(written)
    return violation.code, violation.path
