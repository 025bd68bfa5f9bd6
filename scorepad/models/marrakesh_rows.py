"""A round of a Marrakesh record and its rows, dump and load twins; and what the replay says of each seat.

`dump_round` takes a round as it stands in the record with the engine's word on it, `load_round` gives back the very
same round from the rows: what was not written down stays away, what was written down empty stays empty.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from engine.marrakesh.record import SIDES
from scorepad.models.marrakesh import Setup, Trick

Json = dict[str, Any]

_OF_SIDES = {
    "setup": "{}_dice",
    "ovals": "{}_ovals",
    "pips": "{}_pips",
    "points": "{}_points",
    "unplayed": "{}_unplayed",
}
_OF_ROUND = ("reshuffled", "exposed")
_OF_TRICK = ("leader", "withdrawn", "lead", "reply", "extra", "extra_disregarded", "plays", "board", "note")
_OF_RULING = ("note", "leader", "winner", "board")


def dump_round(written: Mapping[str, Any], derived: Mapping[str, Any]) -> list[Setup | Trick]:
    tricks = zip(written.get("tricks", ()), derived["tricks"] or (), strict=True)
    return [_dump_setup(written), *(_dump_trick(i, trick, said) for i, (trick, said) in enumerate(tricks, start=1))]


def load_round(rows: Iterable[Setup | Trick]) -> Json:
    tricks = sorted((row for row in rows if isinstance(row, Trick)), key=lambda trick: trick.number)
    written = _load_setup(next(row for row in rows if isinstance(row, Setup)))
    if not {"ovals", "points"} & written.keys():
        written["tricks"] = [_load_trick(trick) for trick in tricks]
    return written


def scores(derived: Mapping[str, Any]) -> dict[str, int] | None:
    """What each seat scored in a round, once it is complete."""
    score = derived["score"]
    return None if score is None else {side: score[side]["total"] for side in SIDES}


def standings(replay: Mapping[str, Any]) -> dict[str, tuple[int, int | None]]:
    """Each seat's score and, once the match is complete, its place; both are first in a drawn match."""
    totals, result = replay["totals"], replay["result"]
    if result is None:
        return {side: (totals[side], None) for side in SIDES}
    return {side: (totals[side], 1 if result["winner"] in (side, None) else 2) for side in SIDES}


def _dump_setup(written: Mapping[str, Any]) -> Setup:
    setup = Setup(**{name: written.get(name) for name in _OF_ROUND})
    for field, column in _OF_SIDES.items():
        for side in SIDES:
            setattr(setup, column.format(side), written.get(field, {}).get(side))
    setup.turned_up = "unplayed" in written
    ruling = written.get("ruling", {})
    setup.ruling_note = ruling.get("note")
    setup.ruled_red, setup.ruled_white = (ruling.get("points", {}).get(side) for side in SIDES)
    return setup


def _load_setup(setup: Setup) -> Json:
    written = _given({name: getattr(setup, name) for name in _OF_ROUND})
    for field, column in _OF_SIDES.items():
        sides = _given({side: getattr(setup, column.format(side)) for side in SIDES})
        if sides or (field == "unplayed" and setup.turned_up):
            written[field] = sides
    if setup.ruling_note is not None:
        points = _given({"red": setup.ruled_red, "white": setup.ruled_white})
        written["ruling"] = {"note": setup.ruling_note, **({"points": points} if points else {})}
    return written


def _dump_trick(number: int, written: Mapping[str, Any], derived: Mapping[str, Any]) -> Trick:
    ruling = written.get("ruling", {})
    return Trick(
        number=number,
        **{name: written.get(name) for name in _OF_TRICK},
        **{f"ruling_{name}": ruling.get(name) for name in _OF_RULING},
        led_by=derived["leader"],
        winner=derived["winner"],
        kind=derived["kind"],
        off=derived["off"],
        chip=derived["chip"],
        irregular=derived["irregular"],
    )


def _load_trick(trick: Trick) -> Json:
    written = _given({name: getattr(trick, name) for name in _OF_TRICK})
    if ruling := _given({name: getattr(trick, f"ruling_{name}") for name in _OF_RULING}):
        written["ruling"] = ruling
    return written


def _given(values: Mapping[str, Any]) -> Json:
    return {name: value for name, value in values.items() if value is not None}
