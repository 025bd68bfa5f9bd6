"""How a figure comes about."""

from fractions import Fraction

from api.told import parts
from scorepad.selectors.explaining import PARTS, Explanation

COLUMNS = ["figure", "player", "value", "n", "key", "label", "unit", "sum", *PARTS]


def as_json(found: Explanation) -> parts.Json:
    chance = found.figure.chance and found.figure.chance()
    return {
        **parts.about(found.asked),
        "figure": {**parts.figure(found.figure), "formula": found.figure.formula},
        "chance": chance and {"expected": _fraction(chance.expected), "variance": _fraction(chance.variance)},
        "explained": [
            {
                "player": each.person and parts.person(each.person),
                **parts.told(each.told),
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


def as_table(found: Explanation) -> parts.Lines:
    yield list(COLUMNS)
    for each in found.explained:
        for one in each.inputs:
            of = [found.figure.key, parts.id_of(each.person), each.told.value, each.told.n]
            counted = [one.counted.get(part) for part in PARTS]
            yield [*of, one.fact.key, one.fact.label, one.fact.unit, one.sum, *counted]


def _fraction(exact: Fraction | None) -> str | None:
    return None if exact is None else str(exact)
