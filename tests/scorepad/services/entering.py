"""The first round of a match as its table enters it, and what a refused call must leave as it was."""

from collections.abc import Callable
from typing import Any

import pytest

from scorepad.models import Entry, Match, Round, Seat, Setup, Trick
from scorepad.refusals import Refused
from tests.scorepad.tables import SETUP, Json, entry

ROUND = {"round": 1, "setup": SETUP}
# One One and one Two each, and White alone threw a Three: White leads.
FIRST = {"round": 1, "trick": 1, "lead": "AS", "reply": "6D", "plays": ["6/off", "1/off"]}
SECOND = {"round": 1, "trick": 2, "leader": "white", "lead": "QH", "reply": "6C", "board": [0, 1, 1, 1, 0, 0]}


def everything() -> list[Any]:
    """Every row that a match has, whatever it is: a refused call must leave this as it was."""
    models = (Match, Seat, Round, Setup, Trick, Entry)
    return [list(model._default_manager.order_by("pk").values()) for model in models]


def refusal(call: Callable[[], Any], kind: type[Refused]) -> Refused:
    """The refusal that a call meets, once it is shown to have changed nothing."""
    before = everything()
    with pytest.raises(kind) as caught:
        call()
    assert everything() == before
    return caught.value


def follow_on(*pairs: tuple[str, Json]) -> list[Json]:
    entries = [entry(kind, 1, data) for kind, data in pairs]
    for one in entries[1:]:
        del one["base_version"]
    return entries
