"""The habits of a player."""

from api.told import parts
from scorepad.selectors.habits import RATE, Habit, Habits

COLUMNS = ["key", "label", "count", "n", "share"]
COLUMNS += ["rest_count", "rest_n", "rest_share", "p_value", "adjusted", "marked"]


def as_json(found: Habits) -> parts.Json:
    return {
        **parts.about(found.asked),
        "player": parts.person(found.player),
        "rate": RATE,
        "tested": found.tested,
        "groups": [parts.group(each) for each in found.groups],
        "habits": [habit(each) for each in found.habits],
        "tables": [parts.table(each, habit) for each in found.tables],
    }


def as_table(found: Habits) -> parts.Lines:
    yield list(COLUMNS)
    for each in parts.with_cells(found.habits, found.tables):
        rest = [each.rest_count, each.rest_n, each.rest_share, each.p_value, each.adjusted]
        marked = "true" if each.marked else "false"
        yield [each.figure.key, each.figure.label, each.count, each.n, each.share, *rest, marked]


def habit(of: Habit) -> parts.Json:
    return {
        **parts.figure(of.figure),
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
