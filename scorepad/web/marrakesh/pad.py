"""The score pad: twelve rows, "a running score is kept"; where nothing was scored "the number written down is simply
the same as it was for the previous round", and nothing else is written.

Below the rows stand the footnotes: rulings, marked † in their row, and the notes people wrote.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from engine.marrakesh.cards import ROUNDS_PER_SHUFFLE
from engine.marrakesh.matches import ROUNDS
from engine.marrakesh.record import SIDES
from engine.marrakesh.scoring import DEFENSIVE, OFFENSIVE
from scorepad.web.marrakesh.words import RESULTS, result_names


@dataclass(frozen=True)
class Cell:
    """One side's half of a row."""

    side: str
    ovals: Sequence[int] | None
    names: Sequence[str]
    points: int
    running: int | None
    scored: bool


@dataclass(frozen=True)
class Row:
    number: int
    red: Cell
    white: Cell
    shuffled: bool
    openable: bool = False
    veiled: bool = False
    ruled: bool = False
    points_only: bool = False
    under_way: bool = False


@dataclass(frozen=True)
class Footnote:
    number: int | None
    ruling: bool
    text: SafeString


@dataclass(frozen=True)
class Blank:
    """A pad that nobody has written on: its rows, and what can be scored, as it is printed beneath."""

    rows: Sequence[Row]
    offensive: Sequence[tuple[str, int]]
    defensive: Sequence[tuple[str, int]]


def blank() -> Blank:
    offensive, defensive = (
        [(str(RESULTS[name]), points) for name, points in of.items()] for of in (OFFENSIVE, DEFENSIVE)
    )
    return Blank(rows({"rounds": []}, {}), offensive, defensive)


def rows(record: Mapping[str, Any], replay: Mapping[str, Any], veiled: Collection[int] = ()) -> list[Row]:
    return [_row(number, record["rounds"], replay, veiled) for number in range(1, ROUNDS + 1)]


def _row(number: int, written: Sequence[Any], replay: Mapping[str, Any], veiled: Collection[int]) -> Row:
    if number > len(written):
        return Row(number, red=_blank("red"), white=_blank("white"), shuffled=shuffled(number, {}))
    record, played = written[number - 1], replay["rounds"][number - 1]
    return Row(
        number,
        red=_cell("red", number, played, replay["running"]),
        white=_cell("white", number, played, replay["running"]),
        shuffled=shuffled(number, record),
        openable=played["tricks"] is not None and number not in veiled,
        veiled=number in veiled,
        ruled=played["irregular"],
        points_only=played["grade"] == "points",
        under_way=not played["complete"],
    )


def _blank(side: str) -> Cell:
    return Cell(side, None, (), 0, None, scored=False)


def shuffled(number: int, record: Mapping[str, Any]) -> bool:
    """ "The cards are shuffled after every three rounds"; a shuffle beyond those was written down."""
    return (number - 1) % ROUNDS_PER_SHUFFLE == 0 or bool(record.get("reshuffled"))


def _cell(side: str, number: int, played: Mapping[str, Any], running: Sequence[Sequence[int]]) -> Cell:
    turns = played["ovals"] and played["ovals"][side]
    if not played["complete"]:
        return Cell(side, turns, (), 0, None, scored=False)
    score = played["score"][side]
    total = running[number - 1][SIDES.index(side)]
    return Cell(side, turns, result_names(score), score["total"], total, score["total"] > 0)


def footnotes(record: Mapping[str, Any], veiled: Collection[int] = ()) -> list[Footnote]:
    """Rulings of rounds and tricks and the notes of rounds, in playing order; last the note of the whole match."""
    notes = [
        note
        for number, round_ in enumerate(record["rounds"], 1)
        for note in _round_notes(number, round_, number in veiled)
    ]
    if record.get("note"):
        notes.append(Footnote(None, False, format_html("{}", record["note"])))
    return notes


def _round_notes(number: int, record: Mapping[str, Any], veiled: bool) -> list[Footnote]:
    notes = [
        Footnote(
            number, True, format_html(gettext("trick {trick}: {note}"), trick=trick, note=played["ruling"]["note"])
        )
        for trick, played in enumerate(record.get("tricks") or (), 1)
        if played.get("ruling")
    ]
    if ruling := record.get("ruling"):
        notes.append(Footnote(number, True, format_html("{}", ruling["note"]) if veiled else _ruled_score(ruling)))
    if record.get("note"):
        notes.append(Footnote(number, False, format_html("{}", record["note"])))
    return notes


def _ruled_score(ruling: Mapping[str, Any]) -> SafeString:
    if points := ruling.get("points"):
        said = gettext("{red}–{white} stood: {note}")
        return format_html(said, red=points["red"], white=points["white"], note=ruling["note"])
    return format_html(gettext("stood as written: {note}"), note=ruling["note"])
