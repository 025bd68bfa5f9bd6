"""The record, as JSON: what a person wrote down at the table, and nothing that follows from it.

Here is its shape; whether it can have happened is for the replay to say. A round is written down at one of three
grades, so that an old paper score pad is worth entering too: its tricks, its ovals, or its points alone.
"""

from typing import Any

from engine.marrakesh.bearing_off import MEN
from engine.marrakesh.scoring import OVAL_PATTERNS
from engine.shapes import (
    CURRENCY_CODE,
    FLAG,
    IDENTIFIER,
    INTEGER,
    MOMENT,
    MONEY,
    STRING,
    TEXT,
    Amiss,
    Shape,
    check,
    list_of,
    object_of,
    one_of,
    small_object,
)

FORMAT = "marrakesh-record/1"
SIDES = ("red", "white")
OTHER = {"red": "white", "white": "red"}
GRADES = ("points", "ovals", "tricks")  # lowest first

RULED_POINTS = range(1000)  # what a side can have scored where the rules are not asked

SIDE = one_of(*SIDES)
INTEGERS = list_of(INTEGER)
STRINGS = list_of(STRING)  # cards or plays: their form is a rule of its own


def both(shape: Shape) -> Shape:
    return object_of({"red": shape, "white": shape}, required=SIDES)


def six_dice_each(setup: dict[str, Any]) -> None:
    for side in SIDES:
        if setup.get(side) is None:
            raise Amiss(side, missing="six dice, each from 1 to 6")


def board(value: Any) -> None:
    INTEGERS(value)
    if len(value) != 6 or min(value) < 0:
        raise Amiss(expected="six numbers, the men on points 1 to 6", found=value)


def ruled_score(value: Any) -> None:
    INTEGER(value)
    if value not in RULED_POINTS:
        raise Amiss(expected=f"a score from 0 to {RULED_POINTS[-1]}", found=value)


def ruled_board_alone(trick: dict[str, Any]) -> None:
    """A ruling that gives the board leaves nothing for plays or another board to say."""
    ruling = trick.get("ruling")
    if ruling is not None and ruling.get("board") is not None:
        for name in ("plays", "board"):
            if trick.get(name) is not None:
                raise Amiss(name, expected="left out, since the ruling gives the board")


def one_grade(round_: dict[str, Any]) -> None:
    given = [grade for grade in ("tricks", "ovals", "points") if round_.get(grade) is not None]
    if not given:
        raise Amiss("tricks", expected="given, or else ovals or points")
    if len(given) > 1:
        raise Amiss(given[1], expected="left out, since there can be only one of tricks, ovals and points")
    if given == ["tricks"] and round_.get("setup") is None:
        raise Amiss("setup", missing="six dice of each side")
    if given != ["ovals"] and round_.get("pips") is not None:
        raise Amiss("pips", expected="left out, since it goes with ovals")
    if given == ["ovals"] and round_.get("pips") is None and _both_have_men_left(round_["ovals"]):
        raise Amiss("pips")
    ruling = round_.get("ruling")
    if ruling is not None and ruling.get("points") is None and given != ["points"]:
        raise Amiss("ruling", "points")


def _both_have_men_left(ovals: dict[str, list[int]]) -> bool:
    # Ovals that cannot be are a fault of their own, so nothing is asked of them here.
    return all(tuple(ovals[side]) in OVAL_PATTERNS and sum(ovals[side]) < MEN for side in SIDES)


def someone(players: dict[str, Any]) -> None:
    """One player may be known and the other not; who knows neither leaves out both."""
    if all(players.get(side) is None for side in SIDES):
        raise Amiss("red")


def named(player: dict[str, Any]) -> None:
    if player.get("name") is None and player.get("id") is None:
        raise Amiss("name")


STAKE = object_of({"amount": MONEY, "currency": CURRENCY_CODE}, required=("amount", "currency"))
OPTIONS = object_of({"pack": one_of("single", "double"), "stake": STAKE, "oasis": FLAG})
PLAYER = object_of({"name": TEXT, "id": IDENTIFIER}, whole=named)
PLAYERS = object_of({"red": PLAYER, "white": PLAYER}, whole=someone)
TRICK = object_of(
    {
        "leader": SIDE,
        "withdrawn": STRING,
        "lead": STRING,
        "reply": STRING,
        "extra": STRING,
        "extra_disregarded": FLAG,
        "plays": STRINGS,
        "board": board,
        "ruling": object_of({"leader": SIDE, "winner": SIDE, "board": board, "note": TEXT}),
        "note": TEXT,
    },
    required=("lead", "reply"),
    whole=ruled_board_alone,
)
ROUND = object_of(
    {
        "setup": object_of({"red": INTEGERS, "white": INTEGERS}, whole=six_dice_each),
        "exposed": STRINGS,
        "reshuffled": FLAG,
        "tricks": list_of(TRICK),
        "ovals": both(INTEGERS),
        "pips": both(INTEGER),
        "points": both(INTEGER),
        "unplayed": object_of({"red": STRINGS, "white": STRINGS}),
        "ruling": object_of({"points": both(ruled_score), "note": TEXT}),
        "note": TEXT,
    },
    whole=one_grade,
)
RECORD = object_of(
    {
        "format": one_of(FORMAT),
        "id": IDENTIFIER,
        "played_at": MOMENT,
        "players": PLAYERS,
        "options": OPTIONS,
        "rounds": list_of(ROUND),
        "note": TEXT,
        "ext": small_object,
    },
    required=("format", "rounds"),
)


def format_first(record: Any) -> None:
    """What is not in this format cannot be said to break it elsewhere."""
    if type(record) is not dict:
        raise Amiss(expected="an object", found=record)
    if all(type(name) is str for name in record):
        if record.get("format") is None:
            raise Amiss("format")
        if type(record["format"]) is not str or record["format"] != FORMAT:
            raise Amiss("format", expected=FORMAT, found=record["format"])
    RECORD(record)


def well_formed(record: Any) -> None:
    """Refuse what is not of the record's shape, anywhere in it, as malformed."""
    check(format_first, record)


def normalised(record: Any) -> dict[str, Any]:
    """The same record without the nulls that say nothing; an app's own object stays as it is."""
    well_formed(record)
    return {
        name: value if name == "ext" else _without_nulls(value) for name, value in record.items() if value is not None
    }


def _without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_nulls(item) for name, item in value.items() if item is not None}
    if isinstance(value, list):
        return [_without_nulls(item) for item in value]
    return value
