"""A player's statistics."""

from dataclasses import asdict

from api.told import parts
from engine.figures import Figure, Told
from scorepad.selectors.comparing import Compared
from scorepad.selectors.results import Streak
from scorepad.selectors.spreadsheets import Cell
from scorepad.selectors.statistics import PlayerStatistics

COLUMNS = ["key", "label", "value", "n", "unit", "grade", "low", "high", "club_value", "club_n", "percentile"]


def as_json(found: PlayerStatistics) -> parts.Json:
    return {
        **parts.about(found.asked),
        "player": parts.person(found.player),
        "groups": [parts.group(each) for each in found.groups],
        "figures": [compared(each) for each in found.figures],
        "tables": [parts.table(each, compared) for each in found.tables],
        "form": [parts.result(each) for each in found.form],
        "streaks": [
            {"kind": each.kind, "current": streak(each.current), "longest": streak(each.longest)}
            for each in found.streaks
        ],
        "calendar": [asdict(each) for each in found.calendar],
    }


def as_table(found: PlayerStatistics) -> parts.Lines:
    yield list(COLUMNS)
    for each in parts.with_cells(found.figures, found.tables):
        yield [*_cells(each.figure, each.told), each.club.value, each.club.n, each.club.percentile]


def _cells(of: Figure, what: Told) -> list[Cell]:
    low, high = what.interval or (None, None)
    return [of.key, of.label, what.value, what.n, of.unit, of.grade, low, high]


def compared(of: Compared) -> parts.Json:
    return {**parts.figure(of.figure), **parts.told(of.told), "club": asdict(of.club), "verdict": of.verdict}


def streak(of: Streak) -> parts.Json:
    return {"matches": of.matches, "from": of.start, "to": of.end}
