"""A club's statistics."""

from collections.abc import Iterable
from dataclasses import asdict

from api.told import parts
from scorepad.selectors.spreadsheets import Cell
from scorepad.selectors.statistics import ClubStatistics, Line


def as_json(found: ClubStatistics) -> parts.Json:
    return {
        **parts.about(found.asked),
        "matches": found.matches,
        "groups": [parts.group(each) for each in found.groups],
        "figures": [line(each) for each in found.figures],
        "tables": [parts.table(each, line) for each in found.tables],
        "fairness": found.fairness and asdict(found.fairness),
        "headlines": [parts.figure(each) for each in found.headlines],
        "players": [
            {
                "player": parts.person(each.player),
                "figures": [{"key": one.figure.key, **parts.told(one.told)} for one in each.headlines],
            }
            for each in found.players
        ],
    }


def as_table(found: ClubStatistics) -> parts.Lines:
    keys = [each.key for each in found.headlines]
    yield ["of", "player", "player_id", *(name for key in keys for name in (key, f"{key}_n"))]
    together = {each.figure.key: each for each in found.figures}
    yield ["club", None, None, *_cells(together[key] for key in keys)]
    for each in found.players:
        yield ["player", each.player.name, str(each.player.id), *_cells(each.headlines)]


def _cells(lines: Iterable[Line]) -> list[Cell]:
    return [cell for each in lines for cell in (each.told.value, each.told.n)]


def line(of: Line) -> parts.Json:
    return {**parts.figure(of.figure), **parts.told(of.told)}
