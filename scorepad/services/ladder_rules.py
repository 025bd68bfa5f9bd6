"""The rules of a ladder as they are given, each refused at its place when it cannot be; nothing is stored.

What is left out stays as it is; of a new ladder, or of parameters when the system changes, it is what is usual.
"""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from engine.violations import pointer
from scorepad.models import Ladder
from scorepad.refusals import invalid_at
from scorepad.services.names import cleaned
from scorepad.services.season_rules import table_rules_of

Json = dict[str, Any]

ELO, GLICKO2 = Ladder.System.ELO, Ladder.System.GLICKO2
MOST_MATCHES = 10_000
MOST_DAYS = 3650


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number of a system, and the `usual` one: from `least` to `most`, or none at all where that is usual."""

    usual: float | None
    least: float
    most: float


PARAMETERS: Mapping[str, Mapping[str, Parameter]] = {
    GLICKO2: {
        "rating": Parameter(1500.0, 0, 4000),
        "deviation": Parameter(350.0, 30, 500),
        "volatility": Parameter(0.06, 0.001, 0.2),
        "tau": Parameter(0.5, 0.2, 1.2),
    },
    ELO: {
        "rating": Parameter(1500.0, 0, 4000),
        "factor": Parameter(32.0, 1, 200),
        "margin_scale": Parameter(None, 1, 1000),
    },
}
LARGEST_DEVIATION = PARAMETERS[GLICKO2]["deviation"].most
NAMES: Mapping[str, str] = {GLICKO2: "Glicko-2", ELO: "Elo"}


def apply(given: Mapping[str, Any], ladder: Ladder, players: Collection[UUID] | None = None) -> list[str]:
    """Set what is given on the ladder, and name the fields that have become others. `players` are the club's when it is
    known who they are to be."""
    before = {name: getattr(ladder, name) for name in RULES}
    for name, value in given.items():
        if name not in RULES:
            raise invalid_at(pointer(name), f"A ladder has no rule {name[:40]!r}.", allowed=list(RULES))
        if name in CHECKS:
            setattr(ladder, name, CHECKS[name](pointer(name), value))
    if "table" in given:
        ladder.table = table_rules_of("/table", given["table"], club=ladder.club, game=ladder.game, players=players)
    kept = before["parameters"] if ladder.system == before["system"] else {}
    ladder.parameters = _parameters(ladder.system, given.get("parameters", {}), kept)
    _check_together(ladder)
    return [name for name in RULES if getattr(ladder, name) != before[name]]


def _parameters(system: str, given: object, kept: Mapping[str, Any]) -> Json:
    known = PARAMETERS[system]
    if type(given) is not dict:
        raise invalid_at("/parameters", "The parameters are an object.")
    for name in given:
        if name not in known:
            detail = f"{NAMES[system]} has no parameter {str(name)[:40]!r}."
            raise invalid_at(pointer("parameters", name), detail, allowed=list(known))
    usual = {name: parameter.usual for name, parameter in known.items()}
    return {**usual, **kept, **{name: _parameter(name, value, known[name]) for name, value in given.items()}}


def _parameter(name: str, value: object, parameter: Parameter) -> float | None:
    if value is None and parameter.usual is None:
        return None
    return _number(pointer("parameters", name), value, parameter.least, parameter.most)


def _check_together(ladder: Ladder) -> None:
    if ladder.largest_deviation is not None and ladder.system == ELO:
        raise invalid_at("/largest_deviation", "Elo knows no deviation, so it cannot be asked for.")
    start, end = ladder.season_start, ladder.season_end
    if start is not None and end is not None and end < start:
        raise invalid_at("/season_end", "A season ends on the day it begins, or later.", start=start.isoformat())


# -- single values ----------------------------------------------------------------------------------------------------


def _one_of(*values: str) -> Callable[[str, object], str]:
    def check(place: str, value: object) -> str:
        if type(value) is not str or value not in values:
            raise invalid_at(place, f"This is one of {', '.join(values)}.", found=value, allowed=list(values))
        return value

    return check


def _day(place: str, value: object) -> date | None:
    if value is None or type(value) is date:
        return value
    try:
        if type(value) is str and re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
            return date.fromisoformat(value)
    except ValueError:
        pass
    raise invalid_at(place, "A day is a date, as 2026-11-29.", found=value)


def _count(least: int, most: int, *, optional: bool = False) -> Callable[[str, object], int | None]:
    def check(place: str, value: object) -> int | None:
        if value is None and optional:
            return None
        if type(value) is not int or not least <= value <= most:
            raise invalid_at(place, f"This is a whole number from {least} to {most}.", found=value)
        return value

    return check


def _largest_deviation(place: str, value: object) -> float | None:
    return None if value is None else _number(place, value, 1, LARGEST_DEVIATION)


def _flag(place: str, value: object) -> bool:
    if type(value) is not bool:
        raise invalid_at(place, "This is true or false.", found=value)
    return value


def _number(place: str, value: object, least: float, most: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        raise invalid_at(place, f"This is a number from {least:g} to {most:g}.", found=value)
    return float(value)


CHECKS: Mapping[str, Callable[[str, object], Any]] = {
    "name": cleaned,
    "season_start": _day,
    "season_end": _day,
    "system": _one_of(*Ladder.System.values),
    "period": _one_of(*Ladder.Period.values),
    "least_matches": _count(0, MOST_MATCHES),
    "largest_deviation": _largest_deviation,
    "active_within": _count(1, MOST_DAYS, optional=True),
    "forfeits": _flag,
}
RULES = (*CHECKS, "parameters", "table")
