"""What might come next in a match that is under way: the entry of a curl line, or of a test.

Nobody here sees the hands, so any card will do of which the pack still holds one, and the winner plays as in
`judgement`. The entry is one that the engine takes.
"""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from engine.marrakesh import awaiting, replay
from engine.marrakesh.bearing_off import EMPTY, Board, ends
from engine.marrakesh.cards import PACKS, ROUNDS_PER_SHUFFLE
from engine.marrakesh.record import OTHER, SIDES
from engine.marrakesh.scoring import TURNS
from engine.marrakesh.table import TRICKS
from engine.marrakesh.tricks import Trick, extra_numbers, judge
from scorepad.demo import judgement
from scorepad.demo.generator import board_of, setup

Json = dict[str, Any]


def next_entry(record: Json, rng: Random) -> tuple[str, Json] | None:
    """Kind and data of an entry that may come next; None when the match is over."""
    said = replay(record)
    due = awaiting(record, said)
    if due is None:
        return None
    number, place = due["round"], due["trick"]
    left = Counter(PACKS[record.get("options", {}).get("pack", "single")])
    left.subtract(_seen(record["rounds"], said["rounds"]))
    if place is None:
        shuffle = {"reshuffled": True} if _must_shuffle(number, left) else {}
        return "round", {"round": number, "setup": setup(rng), **shuffle}
    held = _taken_back(record["rounds"][-1], said["rounds"][-1])
    trick = _trick(rng, held, due["leader"], left)
    winner, judged, own = _won(trick)
    board, ovals = _stands(record["rounds"][-1], said["rounds"][-1], winner)
    if board != EMPTY and len(ovals) < TURNS:
        trick |= _turn(rng, board, ovals, judged, own, left, hidden=2 * (TRICKS - place))
    return "trick", {"round": number, "trick": place, **trick}


def _must_shuffle(number: int, left: Counter[str]) -> bool:
    return (number - 1) % ROUNDS_PER_SHUFFLE != 0 and left.total() < 2 * TRICKS


def _trick(rng: Random, held: list[tuple[str, str]], leader: str, left: Counter[str]) -> Json:
    """Both cards, taken out of those that are left. A card taken back is played as soon as it can be."""
    trick: Json = {"leader": leader}
    for name, side in (("lead", leader), ("reply", OTHER[leader])):
        others = [card for other, card in held if other != side]
        own = [card for other, card in held if other == side]
        free = left - Counter(others)
        trick[name] = own[0] if own else rng.choice(sorted(free.elements()))
        left[trick[name]] -= 1
    return trick


def _won(trick: Json) -> tuple[str, Trick, str]:
    judged = judge(trick["lead"], trick["reply"])
    if judged.receiver_wins:
        return OTHER[trick["leader"]], judged, trick["reply"]
    return trick["leader"], judged, trick["lead"]


def _stands(round_: Json, said: Json, side: str) -> tuple[Board, list[int]]:
    if said["tricks"]:
        return tuple(said["tricks"][-1]["board"][side]), said["ovals"][side]
    return board_of(round_["setup"][side]), []


def _turn(
    rng: Random, start: Board, ovals: list[int], judged: Trick, own: str, left: Counter[str], hidden: int
) -> Json:
    board = judgement.bear_off(rng, start, judged.numbers, ovals)
    plays = ends(start, judged.numbers)[board]
    turn: Json = {}
    if judged.kind != "plain" and board != EMPTY:
        # The cards still in the hands are not in the pack, whichever they are.
        if left.total() > hidden:
            turn["extra"] = rng.choice(sorted((+left).elements()))
            numbers = extra_numbers(judged.kind, own, turn["extra"])
            off = sum(start) - sum(board)
            end = judgement.bear_off(rng, board, numbers, ovals, off)
            board, plays = end, plays + ends(board, numbers)[end]
        else:
            turn["extra_disregarded"] = True
    return {**turn, "plays": [*plays]} if plays else turn


def _seen(rounds: list[Json], said: list[Json]) -> Counter[str]:
    """The cards written down since the last shuffle."""
    seen: Counter[str] = Counter()
    for index, (round_, judged) in enumerate(zip(rounds, said, strict=True)):
        if index % ROUNDS_PER_SHUFFLE == 0 or round_.get("reshuffled"):
            seen.clear()
        seen.update(_shown(round_, judged))
    return seen


def _shown(round_: Json, judged: Json) -> Iterator[str]:
    yield from round_.get("exposed", ())
    for trick in round_.get("tricks", ()):
        yield from (trick[name] for name in ("lead", "reply", "extra") if name in trick)
    unplayed = round_.get("unplayed", {})
    for side in SIDES:
        yield from unplayed.get(side, ())
    if judged["complete"]:
        yield from (card for side, card in _taken_back(round_, judged) if side not in unplayed)


def _taken_back(round_: Json, judged: Json) -> list[tuple[str, str]]:
    """Whose cards were led face up and taken back, and have not been played since."""
    held, tricks = [], list(zip(round_.get("tricks", ()), judged["tricks"] or (), strict=True))
    for index, (trick, said) in enumerate(tricks):
        if "withdrawn" in trick:
            side = said["leader"]
            later = [other["lead" if told["leader"] == side else "reply"] for other, told in tricks[index + 1 :]]
            if trick["withdrawn"] not in later:
                held.append((side, trick["withdrawn"]))
    return held
