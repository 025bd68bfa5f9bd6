"""Statistics as they go out, as JSON and as lines of a table. Numbers are the same to the last digit in both."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from fractions import Fraction
from typing import Any, TypeVar

from engine.figures import Figure, Group, Told
from scorepad.selectors.asking import Asked, Person
from scorepad.selectors.comparing import Compared
from scorepad.selectors.explaining import Explanation
from scorepad.selectors.filters import Filters
from scorepad.selectors.habits import RATE, Habit, Habits
from scorepad.selectors.head_to_head import HeadToHead, Pair
from scorepad.selectors.records import Record, Records
from scorepad.selectors.results import Result, Streak
from scorepad.selectors.spreadsheets import Cell
from scorepad.selectors.statistics import ClubStatistics, Filled, Line, PlayerStatistics

Json = dict[str, Any]
T = TypeVar("T")
Lines = Iterator[list[Cell]]

OF_FIGURES = ["key", "label", "value", "n", "unit", "grade", "low", "high", "club_value", "club_n", "percentile"]
OF_PAIRS = ["key", "label", "unit", "grade"]
OF_PAIRS += [f"{who}_{what}" for who in "ab" for what in ("value", "n", "low", "high")]
OF_RECORDS = ["record", "value", "unit", "player", "player_id", "opponent", "opponent_id"]
OF_RECORDS += ["match", "played_on", "round", "last_match", "last_played_on"]
OF_HABITS = ["key", "label", "count", "n", "share"]
OF_HABITS += ["rest_count", "rest_n", "rest_share", "p_value", "adjusted", "marked"]
OF_EXPLANATIONS = ["figure", "player", "key", "label", "unit", "sum", "of", "per", "squares", "expected", "variance"]


# -- a player -----------------------------------------------------------------------------------------------------


def player_as_json(found: PlayerStatistics) -> Json:
    return {
        **about(found.asked),
        "player": person(found.player),
        "groups": [group(each) for each in found.groups],
        "figures": [compared(each) for each in found.figures],
        "tables": [
            {**table(each), "cells": [[compared(cell) for cell in row] for row in each.cells]} for each in found.tables
        ],
        "form": [result(each) for each in found.form],
        "streaks": [
            {"kind": each.kind, "current": streak(each.current), "longest": streak(each.longest)}
            for each in found.streaks
        ],
        "calendar": [asdict(each) for each in found.calendar],
    }


def player_as_table(found: PlayerStatistics) -> Lines:
    yield list(OF_FIGURES)
    for each in _with_cells(found.figures, found.tables):
        yield [*_cells(each.figure, each.told), each.club.value, each.club.n, each.club.percentile]


# -- a club -------------------------------------------------------------------------------------------------------


def club_as_json(found: ClubStatistics) -> Json:
    return {
        **about(found.asked),
        "matches": found.matches,
        "groups": [group(each) for each in found.groups],
        "figures": [line(each) for each in found.figures],
        "tables": [
            {**table(each), "cells": [[line(cell) for cell in row] for row in each.cells]} for each in found.tables
        ],
        "fairness": found.fairness and asdict(found.fairness),
        "headlines": [figure(each) for each in found.headlines],
        "players": [
            {
                "player": person(each.player),
                "figures": [{"key": one.figure.key, **told(one.told)} for one in each.headlines],
            }
            for each in found.players
        ],
    }


def club_as_table(found: ClubStatistics) -> Lines:
    keys = [each.key for each in found.headlines]
    yield ["player", "player_id", *(name for key in keys for name in (key, f"{key}_n"))]
    for each in found.players:
        cells = [cell for one in each.headlines for cell in (one.told.value, one.told.n)]
        yield [each.player.name, str(each.player.id), *cells]


# -- two players --------------------------------------------------------------------------------------------------


def pair_as_json(found: HeadToHead) -> Json:
    return {
        **about(found.asked),
        "a": person(found.a),
        "b": person(found.b),
        "tally": asdict(found.tally),
        "last": [result(each) for each in found.last],
        "groups": [group(each) for each in found.groups],
        "figures": [pair(each) for each in found.figures],
        "tables": [
            {**table(each), "cells": [[pair(cell) for cell in row] for row in each.cells]} for each in found.tables
        ],
    }


def pair_as_table(found: HeadToHead) -> Lines:
    yield list(OF_PAIRS)
    for each in _with_cells(found.figures, found.tables):
        both = [cell for of in (each.a, each.b) for cell in (of.value, of.n, *(of.interval or (None, None)))]
        yield [each.figure.key, each.figure.label, each.figure.unit, each.figure.grade, *both]


# -- records ------------------------------------------------------------------------------------------------------


def records_as_json(found: Records) -> Json:
    return {
        **about(found.asked),
        "records": [record(each) for each in found.records],
        "feats": [record(each) for each in found.feats],
    }


def records_as_table(found: Records) -> Lines:
    yield list(OF_RECORDS)
    for each in (*found.records, *found.feats):
        for one in each.holders:
            people = [cell for who in (one.player, one.opponent) for cell in (_name(who), _id(who))]
            first = [str(one.match), one.played_on.isoformat(), one.round]
            last = [_text(one.last_match), _text(one.last_played_on)]
            yield [each.key, each.value, each.unit, *people, *first, *last]


def record(of: Record) -> Json:
    return {
        "key": of.key,
        "label": of.label,
        "unit": of.unit,
        "value": of.value,
        "count": of.count,
        "holders": [
            {
                **asdict(each),
                "player": person(each.player),
                "opponent": person(each.opponent) if each.opponent else None,
            }
            for each in of.holders
        ],
    }


# -- habits -------------------------------------------------------------------------------------------------------


def habits_as_json(found: Habits) -> Json:
    return {
        **about(found.asked),
        "player": person(found.player),
        "rate": RATE,
        "tested": found.tested,
        "groups": [group(each) for each in found.groups],
        "habits": [habit(each) for each in found.habits],
        "tables": [
            {**table(each), "cells": [[habit(cell) for cell in row] for row in each.cells]} for each in found.tables
        ],
    }


def habits_as_table(found: Habits) -> Lines:
    yield list(OF_HABITS)
    for each in _with_cells(found.habits, found.tables):
        rest = [each.rest_count, each.rest_n, each.rest_share, each.p_value, each.adjusted]
        marked = "true" if each.marked else "false"
        yield [each.figure.key, each.figure.label, each.count, each.n, each.share, *rest, marked]


def habit(of: Habit) -> Json:
    return {
        **figure(of.figure),
        "count": of.count,
        "n": of.n,
        "share": of.share,
        "rest_count": of.rest_count,
        "rest_n": of.rest_n,
        "rest_share": of.rest_share,
        "p_value": of.p_value,
        "adjusted": of.adjusted,
        "marked": of.marked,
    }


# -- how a figure comes about -------------------------------------------------------------------------------------


def explanation_as_json(found: Explanation) -> Json:
    chance = found.figure.chance and found.figure.chance()
    return {
        **about(found.asked),
        "figure": {**figure(found.figure), "formula": found.figure.formula},
        "chance": chance and {"expected": _fraction(chance.expected), "variance": _fraction(chance.variance)},
        "explained": [
            {
                "player": each.person and person(each.person),
                **told(each.told),
                "inputs": [
                    {
                        "key": one.fact.key,
                        "label": one.fact.label,
                        "unit": one.fact.unit,
                        "grade": one.fact.grade,
                        "adds": one.fact.adds,
                        "sum": one.sum,
                        "counted": dict(one.counted),
                    }
                    for one in each.inputs
                ],
            }
            for each in found.explained
        ],
    }


def explanation_as_table(found: Explanation) -> Lines:
    yield list(OF_EXPLANATIONS)
    for each in found.explained:
        for one in each.inputs:
            parts = [one.counted.get(part) for part in OF_EXPLANATIONS[6:]]
            who = _id(each.person)
            yield [found.figure.key, who, one.fact.key, one.fact.label, one.fact.unit, one.sum, *parts]


# -- what all of them are made of ---------------------------------------------------------------------------------


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


def pair(of: Pair) -> Json:
    return {**figure(of.figure), "a": told(of.a), "b": told(of.b)}


def line(of: Line) -> Json:
    return {**figure(of.figure), **told(of.told)}


def compared(of: Compared) -> Json:
    return {**figure(of.figure), **told(of.told), "club": asdict(of.club), "verdict": of.verdict}


def table(of: Filled[Any]) -> Json:
    return {
        "key": of.table.key,
        "label": of.table.label,
        "group": of.table.group,
        "role": of.table.role,
        "unit": of.table.unit,
        "grade": of.table.grade,
        "rows": list(of.table.rows),
        "columns": list(of.table.columns),
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


def streak(of: Streak) -> Json:
    return {"matches": of.matches, "from": of.start, "to": of.end}


def _with_cells(lines: tuple[T, ...], tables: Iterable[Filled[T]]) -> Iterator[T]:
    yield from lines
    for each in tables:
        for row in each.cells:
            yield from row


def _name(who: Person | None) -> str | None:
    return who.name if who else None


def _id(who: Person | None) -> str | None:
    return str(who.id) if who else None


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _cells(of: Figure, what: Told) -> list[Cell]:
    low, high = what.interval or (None, None)
    return [of.key, of.label, what.value, what.n, of.unit, of.grade, low, high]


def _fraction(exact: Fraction | None) -> str | None:
    return None if exact is None else str(exact)
