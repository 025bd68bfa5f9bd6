"""A round played again, step by step: the opening setup, then trick after trick, then what the round came to.

One step at a time stands large, as it stood on the table. The step after a round's last is the next round's first, so
that a match can be leafed through from end to end, as far as its tricks may be seen.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from engine.marrakesh.record import SIDES
from scorepad.web.marrakesh.pad import Row
from scorepad.web.marrakesh.rounds import Board, Card, OpenRound, Trick
from scorepad.web.marrakesh.words import Names

Place = tuple[int, int]


@dataclass(frozen=True)
class Step:
    """One step that can be gone to, as it is called: the setup, a trick's number, the end."""

    number: int
    name: str
    here: bool


@dataclass(frozen=True)
class Came:
    """What a round came to for one side."""

    side: str
    names: str
    points: int
    running: int


@dataclass(frozen=True)
class Stage:
    round: int
    step: int
    title: str
    told: SafeString
    opening: Sequence[SafeString]
    trick: Trick | None
    came: Sequence[Came]
    left_in_hand: Sequence[Card]
    boards: Sequence[Board]
    steps: Sequence[Step]
    back: Place | None
    onward: Place | None


def stage(opened: OpenRound, step: int, rows: Sequence[Row], replay: Mapping[str, Any], names: Names) -> Stage:
    """The step that was asked for, or the last one where there are not so many."""
    over = not rows[opened.number - 1].under_way
    last = len(opened.tricks) + over
    step = min(step, last)
    trick = opened.tricks[step - 1] if 0 < step <= len(opened.tricks) else None
    came = _came(rows[opened.number - 1]) if step > len(opened.tricks) else ()
    return Stage(
        round=opened.number,
        step=step,
        title=_title(step, len(opened.tricks)),
        told=_told(opened, trick, came, names),
        opening=opened.opening if step == 0 else (),
        trick=trick,
        came=came,
        left_in_hand=opened.left_in_hand if came else (),
        boards=_boards(opened, step),
        steps=[Step(number, _name(number, len(opened.tricks)), number == step) for number in range(last + 1)],
        back=(opened.number, step - 1) if step else _end_of(opened.number - 1, rows, replay),
        onward=(opened.number, step + 1) if step < last else _start_of(opened.number + 1, rows),
    )


def last_step(played: Mapping[str, Any]) -> int:
    return len(played["tricks"]) + bool(played["complete"])


def _name(step: int, tricks: int) -> str:
    if step == 0:
        return gettext("Setup")
    return gettext("Score") if step > tricks else str(step)


def _title(step: int, tricks: int) -> str:
    if step == 0:
        return gettext("Opening setup")
    return gettext("The round is over") if step > tricks else gettext("Trick {number}").format(number=step)


def _told(opened: OpenRound, trick: Trick | None, came: Sequence[Came], names: Names) -> SafeString:
    """The step in one sentence, for whoever hears the page."""
    if trick:
        said = gettext("Round {round}, trick {trick}: {winner}, {sentence}")
        return format_html(said, round=opened.number, trick=trick.number, winner=trick.winner, sentence=trick.sentence)
    if came:
        red, white = came
        return format_html(
            gettext("After round {round}: {red} {a}, {white} {b}"),
            round=opened.number,
            red=names["red"],
            a=red.running,
            white=names["white"],
            b=white.running,
        )
    return format_html(gettext("Round {round}, opening setup: {said}"), round=opened.number, said=opened.opening[0])


def _boards(opened: OpenRound, step: int) -> Sequence[Board]:
    """Both boards as they stood after the step; when the round is over nothing on them moves any more."""
    if step == 0 or not opened.tricks:
        return opened.setup
    after = opened.tricks[min(step, len(opened.tricks)) - 1].boards
    if step <= len(opened.tricks):
        return after
    return [board.settled() for board in after]


def _came(row: Row) -> Sequence[Came]:
    sides = [getattr(row, side) for side in SIDES]
    return [Came(cell.side, ", ".join(cell.names), cell.points, cell.running) for cell in sides]


def _end_of(number: int, rows: Sequence[Row], replay: Mapping[str, Any]) -> Place | None:
    if number < 1 or not rows[number - 1].openable:
        return None
    return number, last_step(replay["rounds"][number - 1])


def _start_of(number: int, rows: Sequence[Row]) -> Place | None:
    return (number, 0) if number <= len(rows) and rows[number - 1].openable else None
