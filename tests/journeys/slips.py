"""What a tired person may type in place of the next entry, and what the rules say to that."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]

OTHER = {"red": "white", "white": "red"}


@dataclass(frozen=True)
class Slip:
    """An entry that cannot have happened: its code, and where in the entry the fault stands."""

    kind: str
    data: Json
    code: str
    pointer: str


def slips(record: Json, replay: Json, kind: str, data: Json) -> Iterator[Slip]:
    """Slips in place of an entry of `record`; `replay` says how it truly was."""
    number = data["round"]
    if kind == "round" and "setup" in data:
        yield from _of_setup(data)
    elif kind == "trick":
        told = replay["rounds"][number - 1]["tricks"]
        seen = _seen(record, number, data["trick"])
        copies = 4 if (record.get("options") or {}).get("pack") == "double" else 2
        board = _board_before(record["rounds"][number - 1]["setup"], told, data["trick"])
        yield from _of_trick(data, told[data["trick"] - 1], board, seen, copies)
    elif kind == "close_round" and "unplayed" in data:
        side = next(iter(data["unplayed"]))
        short = {**data["unplayed"], side: data["unplayed"][side][1:]}
        yield Slip(kind, {**data, "unplayed": short}, "wrong_unplayed", f"/data/unplayed/{side}")


def _of_setup(data: Json) -> Iterator[Slip]:
    setup = data["setup"]
    yield Slip("round", {**data, "setup": {**setup, "white": setup["white"][:5]}}, "bad_setup", "/data/setup/white")
    yield Slip("round", {**data, "setup": {**setup, "red": [7, *setup["red"][1:]]}}, "bad_setup", "/data/setup/red")
    same = {"red": setup["red"], "white": sorted(setup["red"])}
    yield Slip("round", {**data, "setup": same}, "identical_setups", "/data/setup")
    yield Slip("round", {**data, "setup": {**setup, "red": None}}, "malformed", "/data/setup/red")
    yield Slip("round", {**data, "dealer": "red"}, "malformed", "/data/dealer")


def _of_trick(data: Json, truth: Json, board: list[int], seen: Counter[str], copies: int) -> Iterator[Slip]:
    yield Slip("trick", {**data, "lead": "KD"}, "unknown_card", "/data/lead")
    yield Slip("trick", {**data, "lead": None}, "malformed", "/data/lead")
    yield Slip("trick", {**data, "trick": float(data["trick"])}, "malformed", "/data/trick")
    yield Slip("close_round", {"round": data["round"], "note": "too early"}, "round_incomplete", "")
    if spent := [card for card, count in sorted(seen.items()) if count >= copies]:
        yield Slip("trick", {**data, "reply": spent[0]}, "too_many_copies", "/data/reply")
    if "ruling" in data:
        yield Slip("trick", {**data, "ruling": {**data["ruling"], "note": " "}}, "ruling_without_note", "/data/ruling")
        return
    yield Slip("trick", {**data, "leader": OTHER[truth["leader"]]}, "wrong_leader", "/data/leader")
    if data["trick"] == 6:
        yield Slip("trick", {**data, "withdrawn": data["lead"]}, "withdrawn_too_late", "/data/withdrawn")
    yield from _of_extra(data, truth)
    yield from _of_plays(data, truth, board)


def _of_extra(data: Json, truth: Json) -> Iterator[Slip]:
    if truth["kind"] == "plain" or truth["off"] is None:
        yield Slip("trick", {**data, "extra_disregarded": True}, "extra_not_due", "/data/extra_disregarded")
        yield Slip("trick", {**data, "extra": "AS"}, "extra_not_due", "/data/extra")
    elif "extra" in data and any(truth["board"][truth["winner"]]):
        yield Slip("trick", _without(data, "extra"), "extra_missing", "/data/extra")


def _of_plays(data: Json, truth: Json, board: list[int]) -> Iterator[Slip]:
    bare = _without(data, "plays", "board")
    if truth["off"] is None:
        yield Slip("trick", {**bare, "plays": ["6/off"]}, "cannot_move", "/data/plays")
        return
    if truth["kind"] != "plain" and not {"extra", "extra_disregarded"} & set(data):
        yield Slip("trick", {**bare, "plays": data.get("plays", ["1/off"])[:-1]}, "extra_missing", "/data/extra")
        return
    yield Slip("trick", {**bare, "plays": ["1/2"]}, "bad_play", "/data/plays/0")
    if 0 in board:
        yield Slip("trick", {**bare, "plays": [f"{board.index(0) + 1}/off"]}, "illegal_play", "/data/plays/0")
    if data.get("plays"):
        yield Slip("trick", {**bare, "plays": data["plays"][:-1]}, "plays_missing", "/data/plays")
    if truth["numbers"]:
        yield Slip("trick", {**bare, "board": board}, "unreachable_board", "/data/board")


def _board_before(setup: Json, told: list[Json], trick: int) -> list[int]:
    """The men of the side that wins this trick, on points 1 to 6, as they stood before it."""
    winner = told[trick - 1]["winner"]
    if trick > 1:
        before: list[int] = told[trick - 2]["board"][winner]
        return before
    return [setup[winner].count(point) for point in range(1, 7)]


def _seen(record: Json, number: int, trick: int) -> Counter[str]:
    """The cards known to be out since the last shuffle, before this trick."""
    rounds = record["rounds"][:number]
    shuffled = max(i for i, r in enumerate(rounds) if i % 3 == 0 or r.get("reshuffled"))
    seen: Counter[str] = Counter()
    for index, round_ in enumerate(rounds[shuffled:], shuffled + 1):
        under_way = index == number
        for told in round_.get("tricks", [])[: trick - 1 if under_way else None]:
            seen.update(told[card] for card in ("lead", "reply", "extra") if card in told)
        if not under_way:
            seen.update(round_.get("exposed", []))
            seen.update(card for cards in round_.get("unplayed", {}).values() for card in cards)
    return seen


def _without(values: Json, *names: str) -> Json:
    return {name: value for name, value in values.items() if name not in names}
