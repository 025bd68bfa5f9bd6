"""How a figure of Marrakesh is made of facts: its least grade, whom it is told to and its formula follow from them.

All numbers of cases from which a figure is shown, or may be called more or less than another, stand here.
"""

from collections.abc import Callable, Mapping
from math import ceil

from engine.facts import Fact
from engine.figures import Chance, Figure, Measure, Weights
from engine.marrakesh.declared import AT, DECLARED
from engine.marrakesh.expectations import THROWS

# From how many cases there may be a verdict. A match is twelve rounds, so ten of them say something already.
VERDICT_FROM = {"matches": 10, "rounds": 30, "turns": 30, "tricks": 30, "cards": 30, "setups": 30, "dice": 180}
# An index of fewer replies swings from nothing to twice what was expected, so it is not even shown.
READING_FROM = 50
# A kind of setup is judged once so many of it could be expected: a single one of a rare kind proves nothing.
KINDS_EXPECTED = 10

GRADES = ("points", "ovals", "tricks")  # each tells all that the one before tells

_HOW: Mapping[Measure, str] = {
    "count": "",
    "most": "",
    "rate": ", Wilson interval 95 %",
    "mean": ", standard error from the squares, interval 95 %",
    "index": ", interval 95 % and p-value from the variance",
    "deviation": ", beside what was expected, interval 95 % and p-value from the variance",
}


def of(*keys: str) -> Weights:
    """Each of these facts, once."""
    return dict.fromkeys(keys, 1)


def figure(
    key: str,
    label: str,
    measure: Measure,
    counted: str | Weights,
    among: str | Weights,
    *,
    group: str,
    unit: str,
    says: str = "",
    squares: str | Weights = "",
    expected: str = "",
    variance: str = "",
    chance: Callable[[], Chance] | None = None,
    role: str | None = None,
    shown_from: int = 1,
    verdict_from: int | None = None,
) -> Figure:
    """A figure of what is counted among all cases. `says` is its formula in words, where the facts' own do not do."""
    weights = [_weights(each) for each in (counted, among, squares, expected, variance)]
    facts = [_fact(fact) for each in weights for fact in each]
    how = "" if measure == "mean" and not squares else _HOW[measure]
    beside = ", beside what was expected" if measure == "rate" and (expected or chance) else ""
    return Figure(
        key=key,
        label=label,
        group=group,
        measure=measure,
        of=weights[0],
        per=weights[1],
        unit=unit,
        grade=max((fact.grade for fact in facts), key=GRADES.index),
        formula=(says or _in_words(measure, *weights[:2])) + how + beside,
        squares=weights[2],
        expected=weights[3],
        variance=weights[4],
        chance=chance,
        role=role,
        shown_from=shown_from,
        verdict_from=max(shown_from, VERDICT_FROM[unit] if verdict_from is None else verdict_from),
        for_members=any(fact.for_members for fact in facts),
    )


def verdict_on(throws: int) -> int:
    """From how many setups there may be a verdict on a kind that so many of all throws show."""
    return max(VERDICT_FROM["setups"], ceil(KINDS_EXPECTED * THROWS / throws))


def _weights(given: str | Weights) -> Weights:
    if isinstance(given, str):
        return {given: 1} if given else {}
    return given


def _fact(key: str) -> Fact:
    return DECLARED[AT[key]]


def _in_words(measure: Measure, counted: Weights, among: Weights) -> str:
    if measure in ("count", "most"):
        return _sum_in_words(counted)
    return f"{_sum_in_words(counted)} / {_sum_in_words(among)}"


def _sum_in_words(weights: Weights) -> str:
    labels = [_fact(key).label for key in weights]
    words = " + ".join(label[0].lower() + label[1:] for label in labels)
    return words if len(labels) == 1 else f"({words})"
