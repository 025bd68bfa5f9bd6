"""Two players against each other."""

from dataclasses import asdict

from api.told import parts
from scorepad.selectors.head_to_head import HeadToHead, Pair

COLUMNS = ["key", "label", "unit", "grade"]
COLUMNS += [f"{who}_{what}" for who in "ab" for what in ("value", "n", "low", "high")]


def as_json(found: HeadToHead) -> parts.Json:
    return {
        **parts.about(found.asked),
        "a": parts.person(found.a),
        "b": parts.person(found.b),
        "tally": asdict(found.tally),
        "last": [parts.result(each) for each in found.last],
        "groups": [parts.group(each) for each in found.groups],
        "figures": [pair(each) for each in found.figures],
        "tables": [parts.table(each, pair) for each in found.tables],
    }


def as_table(found: HeadToHead) -> parts.Lines:
    yield list(COLUMNS)
    for each in parts.with_cells(found.figures, found.tables):
        both = [cell for of in (each.a, each.b) for cell in (of.value, of.n, *(of.interval or (None, None)))]
        yield [each.figure.key, each.figure.label, each.figure.unit, each.figure.grade, *both]


def pair(of: Pair) -> parts.Json:
    return {**parts.figure(of.figure), "a": parts.told(of.a), "b": parts.told(of.b)}
