"""What an entry of this game does to a record.

A `round` writes down a new round: its opening setup, or a whole round from an old score pad. A `trick` adds the next
trick, `expose` a card seen by accident while the round is under way, and `close_round` what is only known at the end of
play: unplayed cards turned up, a ruling, a note. Nothing here judges by the rules: the record that comes out is for the
replay to judge, and `Applied.pointer` says where in the entry a fault of that record was written.
"""

from collections.abc import Mapping
from typing import Any, Literal

from engine.applied import Applied
from engine.marrakesh.matches import awaiting
from engine.marrakesh.record import FORMAT, normalised
from engine.shapes import is_text
from engine.violations import Violation, pointer

Record = dict[str, Any]
Slot = tuple[str | int, ...]
Place = Literal["next", "same", "taken", "not_next"]

KINDS = ("round", "trick", "expose", "close_round")

_FIELDS_OF_CLOSE = ("unplayed", "ruling", "note")
_SOME_SETUP = {"red": [1, 1, 1, 1, 1, 1], "white": [2, 2, 2, 2, 2, 2]}


def parse(kind: str, data: object) -> dict[str, Any]:
    """The data of an entry, checked for shape as the record's own parts are, nulls dropped."""
    if type(kind) is not str or kind not in KINDS:
        raise Violation("malformed", "/kind", {"found": kind, "expected": " or ".join(KINDS)})
    if type(data) is not dict or not all(map(is_text, data)):
        raise Violation("malformed", "/data", {"found": data, "expected": "an object"})
    number = _count(data, "round")
    match kind:
        case "trick":
            trick = _count(data, "trick")
            return {"round": number, "trick": trick, **_checked_trick(_without(data, "round", "trick"))}
        case "round":
            return {"round": number, **_checked_round(_without(data, "round"))}
        case "expose":
            return {"round": number, **_checked_exposure(_without(data, "round"))}
        case _:
            return {"round": number, **_checked_close(_without(data, "round"))}


def slot(kind: str, data: Mapping[str, Any]) -> Slot:
    """The place on the score pad that an entry fills: two entries of one slot are about the same thing at the table.

    Only cards seen by accident share a slot, which is never full.
    """
    return (kind, data["round"], data["trick"]) if kind == "trick" else (kind, data["round"])


def effect(replay: Mapping[str, Any], kind: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """What the rules make of the round and, for a trick, of the trick that an entry wrote into; None for neither."""
    rounds = replay["rounds"][data["round"] - 1 : data["round"]]
    number = data["trick"] if kind == "trick" else 0
    tricks = rounds[0]["tricks"] if rounds else None
    trick = tricks[number - 1] if tricks and 0 < number <= len(tricks) else None
    return {"round": rounds[0] if rounds else None, "trick": trick}


def place(record: Record, replay: Mapping[str, Any], kind: str, data: Mapping[str, Any]) -> Place:
    """Whether the entry's slot comes next, holds the very same, is taken by something else, or is not awaited."""
    match kind:
        case "trick":
            return _place_of_trick(record, replay, data)
        case "round":
            return _place_of_round(record, replay, data)
        case "expose":
            return "next" if _is_under_way(replay, data["round"]) else "not_next"
        case _:
            return _place_of_close(record, replay, data)


def require_timely(replay: Mapping[str, Any], kind: str, data: Mapping[str, Any]) -> None:
    """Refuse a close before the round is over, when nothing in the record would show it: a note may stand anywhere."""
    index = data["round"] - 1
    if kind == "close_round" and not {"unplayed", "ruling"} & data.keys() and not replay["rounds"][index]["complete"]:
        raise Violation("round_incomplete", pointer("rounds", index))


def apply(record: Record, kind: str, data: Mapping[str, Any]) -> Applied:
    """The record with the entry written into its slot, which `place` found to be the next one; nothing is judged."""
    index = data["round"] - 1
    at = f"/rounds/{index}"
    match kind:
        case "trick":
            round_ = record["rounds"][index]
            tricks = [*round_["tricks"], _without(data, "round", "trick")]
            return Applied(
                _with_round(record, index, {**round_, "tricks": tricks}), ((f"{at}/tricks/{len(tricks) - 1}", "/data"),)
            )
        case "round":
            return Applied(_with_round(record, index, _new_round(data)), ((at, "/data"),))
        case "expose":
            round_ = record["rounds"][index]
            exposed = [*round_.get("exposed", ()), data["card"]]
            return Applied(
                _with_round(record, index, {**round_, "exposed": exposed}),
                ((f"{at}/exposed/{len(exposed) - 1}", "/data/card"),),
            )
        case _:
            return _closed(record, index, data)


def _checked_trick(trick: Record) -> Record:
    round_ = _checked_as_round({"setup": _SOME_SETUP, "tricks": [trick]}, "/rounds/0/tricks/0")
    checked: Record = round_["tricks"][0]
    return checked


def _checked_round(round_: Record) -> Record:
    if "tricks" in round_:
        raise Violation("malformed", "/data/tricks", {"allowed": ["setup", "ovals", "points"]})
    if _is_whole(round_):
        return _checked_as_round(round_, "/rounds/0")
    return _without(_checked_as_round({**round_, "tricks": []}, "/rounds/0"), "tricks")


def _checked_exposure(exposure: Record) -> Record:
    _require_only(exposure, "card")
    card = exposure.get("card")
    if type(card) is not str:
        raise Violation("malformed", "/data/card", {} if card is None else {"found": card, "expected": "a string"})
    return exposure


def _checked_close(close: Record) -> Record:
    _require_only(close, *_FIELDS_OF_CLOSE)
    checked = _checked_as_round({"setup": _SOME_SETUP, "tricks": [], **close}, "/rounds/0")
    names_no_side = checked.get("unplayed") == {}  # which says nothing, and would take the slot of what does
    return _without(checked, "setup", "tricks", *(["unplayed"] if names_no_side else []))


def _require_only(given: Record, *fields: str) -> None:
    for name in given:
        if name not in fields:
            raise Violation("malformed", pointer("data", name), {"allowed": ["round", *fields]})


def _checked_as_round(round_: Record, prefix: str) -> Record:
    """The round as a record holds it; a fault under `prefix` is told as one of the entry's data."""
    try:
        checked: Record = normalised({"format": FORMAT, "rounds": [round_]})["rounds"][0]
    except Violation as fault:
        raise Violation(fault.code, "/data" + fault.path.removeprefix(prefix), fault.params) from fault
    return checked


def _is_under_way(replay: Mapping[str, Any], number: int) -> bool:
    """Whether this round has been dealt last and is not over; a card is out of play only while there is play."""
    rounds = replay["rounds"]
    return number == len(rounds) and not rounds[-1]["complete"]


def _place_of_trick(record: Record, replay: Mapping[str, Any], data: Mapping[str, Any]) -> Place:
    due = awaiting(record, replay)
    if due is not None and (due["round"], due["trick"]) == (data["round"], data["trick"]):
        return "next"
    rounds = record["rounds"]
    tricks = rounds[data["round"] - 1].get("tricks", ()) if data["round"] <= len(rounds) else ()
    if data["trick"] > len(tricks):
        return "not_next"
    return "same" if tricks[data["trick"] - 1] == _without(data, "round", "trick") else "taken"


def _place_of_round(record: Record, replay: Mapping[str, Any], data: Mapping[str, Any]) -> Place:
    rounds = record["rounds"]
    if data["round"] <= len(rounds):
        complete = replay["rounds"][data["round"] - 1]["complete"]
        return "same" if _is_how_it_began(rounds[data["round"] - 1], complete, data) else "taken"
    due = awaiting(record, replay)
    return "next" if due is not None and due["trick"] is None and due["round"] == data["round"] else "not_next"


def _is_how_it_began(round_: Record, complete: bool, data: Mapping[str, Any]) -> bool:
    """Whether the entry wrote this round down, whatever was exposed and noted of it since."""
    whole = _is_whole(data)
    fields = ["setup", "ovals", "pips", "points", "reshuffled"] + (["unplayed", "ruling"] if whole else [])
    if any(round_.get(field) != data.get(field) for field in fields) or (
        not whole and {"unplayed", "ruling"} & set(data)
    ):
        return False
    exposed = data.get("exposed", [])
    if round_.get("exposed", [])[: len(exposed)] != exposed:
        return False
    if round_.get("note") == data.get("note"):
        return True
    # Only a close adds to a round's note, and no round closes before it is complete.
    return complete and ("note" not in data or round_.get("note", "").startswith(data["note"] + "\n"))


def _place_of_close(record: Record, replay: Mapping[str, Any], data: Mapping[str, Any]) -> Place:
    rounds = record["rounds"]
    if data["round"] > len(rounds):
        return "not_next"
    round_ = rounds[data["round"] - 1]
    if replay["rounds"][data["round"] - 1]["complete"] and _is_how_it_ended(round_, data):
        return "same"
    if data["round"] < len(rounds):
        return "not_next"
    return "taken" if round_.get("unplayed") or "ruling" in round_ else "next"


def _is_how_it_ended(round_: Record, data: Mapping[str, Any]) -> bool:
    """Whether an entry with something to say wrote down the end of this round; its note comes last."""
    if not any(field in data for field in _FIELDS_OF_CLOSE):
        return False
    if any((round_.get(field) or None) != data.get(field) for field in ("unplayed", "ruling")):
        return False
    return "note" not in data or ("\n" + round_.get("note", "")).endswith("\n" + data["note"])


def _closed(record: Record, index: int, data: Mapping[str, Any]) -> Applied:
    at = f"/rounds/{index}"
    round_ = record["rounds"][index]
    closed = {**round_, **_without(data, "round")}
    if "note" in round_ and "note" in data:
        closed["note"] = round_["note"] + "\n" + data["note"]
    return Applied(
        _with_round(record, index, closed), tuple((f"{at}/{field}", f"/data/{field}") for field in _FIELDS_OF_CLOSE)
    )


def _new_round(data: Mapping[str, Any]) -> Record:
    round_ = _without(data, "round")
    return round_ if _is_whole(round_) else {**round_, "tricks": []}


def _with_round(record: Record, index: int, round_: Record) -> Record:
    rounds = record["rounds"]
    return {**record, "rounds": [*rounds[:index], round_, *rounds[index + 1 :]]}


def _is_whole(round_: Mapping[str, Any]) -> bool:
    """A whole round at grade `ovals` or `points`, to which no tricks are added."""
    return round_.get("ovals") is not None or round_.get("points") is not None


def _count(given: Mapping[str, Any], key: str) -> int:
    value = given.get(key)
    if type(value) is not int or value < 1:
        raise Violation(
            "malformed", f"/data/{key}", {} if value is None else {"found": value, "expected": "an integer from 1"}
        )
    return value


def _without(values: Mapping[str, Any], *keys: str) -> Record:
    return {key: value for key, value in values.items() if key not in keys}
