"""The rules of a season table as an owner writes them, each refused at its place when it cannot be.

Pure but for the players: byes are of people of the club.
"""

from collections.abc import Collection, Mapping
from typing import Any
from uuid import UUID

from engine import shapes
from engine.violations import pointer
from scorepad.games import GAMES
from scorepad.models import Club, Player
from scorepad.refusals import invalid_at
from scorepad.selectors.season_tables import (
    BYE,
    DRAW,
    FORFEIT_LOSS,
    FORFEIT_WIN,
    LESS,
    LOSS,
    TIEBREAKS,
    WIN,
    TableRules,
)

NAMES = ("points", "tiebreaks", "byes")
OF_POINTS = (WIN, DRAW, LOSS, BYE, FORFEIT_WIN, FORFEIT_LOSS)
MOST_POINTS = 1000
MOST_TIEBREAKS = 10
MOST_BYES = 1000


def table_rules_of(
    place: str, written: object, *, club: Club, game: str, players: Collection[UUID] | None = None
) -> dict[str, Any]:
    """These rules whole, what is not given as it is by default. `place` is where they stand in what was sent; `players`
    are the club's when it is known who they are to be."""
    rules = _object(place, written, NAMES)
    _check_points(f"{place}/points", rules.get("points", {}))
    _check_tiebreaks(f"{place}/tiebreaks", rules.get("tiebreaks", []), game)
    byes = _byes(f"{place}/byes", rules.get("byes", {}), club, players)
    return TableRules.of({**rules, "byes": byes}).dump()


def _check_points(place: str, points: object) -> None:
    for name, value in _object(place, points, OF_POINTS).items():
        number = value if type(value) in (int, float) else None
        # Halves add up without a rest; tenths would not.
        if number is None or not abs(number) <= MOST_POINTS or number * 2 != int(number * 2):
            raise invalid_at(f"{place}/{name}", f"Points are whole or half, at most {MOST_POINTS}.", found=value)


def _check_tiebreaks(place: str, tiebreaks: object, game: str) -> None:
    if type(tiebreaks) is not list or len(tiebreaks) > MOST_TIEBREAKS:
        raise invalid_at(place, f"The tie-breaks are a list of at most {MOST_TIEBREAKS}, the first to be asked first.")
    facts = {fact.key: fact for fact in GAMES[game].rules.facts.declared}
    for index, tiebreak in enumerate(tiebreaks):
        at = f"{place}/{index}"
        if type(tiebreak) is not str or (tiebreak not in TIEBREAKS and tiebreak.removeprefix(LESS) not in facts):
            detail = (
                f"A tie-break is one of {', '.join(TIEBREAKS)}, or a fact of the game by its key, “{LESS}” before it"
            )
            raise invalid_at(at, f"{detail} when less of it is better.", code="unknown_tiebreak", found=tiebreak)
        fact = facts.get(tiebreak.removeprefix(LESS))
        if fact is not None and fact.for_members:
            raise invalid_at(
                at, "This fact is for members, and a table may be read by guests.", code="unknown_tiebreak"
            )
        if tiebreak.removeprefix(LESS) in {other.removeprefix(LESS) for other in tiebreaks[:index]}:
            raise invalid_at(at, "This tie-break is named before, and would part nobody.")


def _byes(place: str, byes: object, club: Club, players: Collection[UUID] | None) -> dict[str, int]:
    given = _object(place, byes)
    ids = {written: shapes.uuid(written) for written in given}
    known = players if players is not None else _of_club(club, [pk for pk in ids.values() if pk])
    found: dict[UUID, int] = {}
    for written, number in given.items():
        player = ids[written]
        if player is None or player not in known or player in found:
            raise invalid_at(
                place + pointer(written[:40]), "Byes are given by the ids of players of this club, once each."
            )
        if type(number) is not int or not 0 <= number <= MOST_BYES:
            detail = f"How many byes somebody had is a whole number, at most {MOST_BYES}."
            raise invalid_at(place + pointer(written), detail, found=number)
        found[player] = number
    return {str(player): number for player, number in found.items()}


def _of_club(club: Club, ids: Collection[UUID]) -> Collection[UUID]:
    return set(Player.objects.filter(club=club, pk__in=ids).values_list("pk", flat=True)) if ids else set()


def _object(place: str, value: object, names: tuple[str, ...] | None = None) -> Mapping[str, Any]:
    if type(value) is not dict:
        raise invalid_at(place, "This is an object.")
    for name in value:
        if names is not None and name not in names:
            raise invalid_at(place + pointer(name[:40]), f"Here is only {', '.join(names)}.", allowed=list(names))
    return value
