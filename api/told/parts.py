"""What all statistics are made of, as JSON: people, figures and what is told of each, tables, results."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from engine.figures import Figure, Group, Told
from scorepad.selectors.asking import Asked, Person
from scorepad.selectors.filters import Filters
from scorepad.selectors.results import Result
from scorepad.selectors.spreadsheets import Cell
from scorepad.selectors.statistics import Filled

Json = dict[str, Any]
Lines = Iterator[list[Cell]]
T = TypeVar("T")


def about(asked: Asked) -> Json:
    return {
        "club": asked.club.slug,
        "game": asked.game.rules.key,
        "filters": filters(asked.filters),
        "pending": asked.pending,
    }


def filters(asked: Filters) -> Json:
    return {
        "from": asked.start,
        "to": asked.end,
        "opponent": asked.opponent,
        "role": asked.role,
        "grade": asked.grade,
        "ladder": asked.ladder,
    }


def person(who: Person) -> Json:
    return {"id": who.id, "name": who.name}


def group(of: Group) -> Json:
    return {"key": of.key, "label": of.label}


def figure(of: Figure) -> Json:
    return {
        "key": of.key,
        "label": of.label,
        "group": of.group,
        "measure": of.measure,
        "role": of.role,
        "unit": of.unit,
        "grade": of.grade,
        "shown_from": of.shown_from,
        "verdict_from": of.verdict_from,
    }


def told(of: Told) -> Json:
    return {
        "value": of.value,
        "n": of.n,
        "interval": of.interval and {"low": of.interval.low, "high": of.interval.high},
        "standard_error": of.standard_error,
        "p_value": of.p_value,
        "expected": of.expected,
    }


def table(of: Filled[T], show: Callable[[T], Json]) -> Json:
    return {
        "key": of.table.key,
        "label": of.table.label,
        "group": of.table.group,
        "role": of.table.role,
        "unit": of.table.unit,
        "grade": of.table.grade,
        "rows": list(of.table.rows),
        "columns": list(of.table.columns),
        "cells": [[show(cell) for cell in row] for row in of.cells],
    }


def result(of: Result) -> Json:
    return {
        "match": of.match,
        "played_on": of.played_on,
        "opponent": person(of.opponent),
        "outcome": of.outcome,
        "points": of.points,
        "against": of.against,
    }


def with_cells(lines: tuple[T, ...], tables: Iterable[Filled[T]]) -> Iterator[T]:
    yield from lines
    for each in tables:
        for row in each.cells:
            yield from row


def id_of(who: Person | None) -> str | None:
    return str(who.id) if who else None
