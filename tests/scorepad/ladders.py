"""Ladders of a club for tests, and the matches of its evenings. Monday is the fifth of January 2026."""

from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from scorepad.models import Ladder, Match, Player, StaleEvening
from scorepad.selectors.access import Viewer
from scorepad.services.freezing import freeze
from scorepad.services.ladders import create_ladder
from scorepad.services.players import create_player
from scorepad.services.publishing import publish
from scorepad.services.rating import refresh
from tests.scorepad.conftest import Circle

MONDAY = datetime(2026, 1, 5, 19, 30, tzinfo=ZoneInfo("UTC"))
WON = [{"points": {"red": 3, "white": 0}}] * 12
DRAWN = [{"points": {"red": 3, "white": 0}}, {"points": {"red": 0, "white": 3}}] * 6


def new_ladder(circle: Circle, system: str = "elo", **given: Any) -> Ladder:
    values: dict[str, Any] = {"viewer": circle.owner, "club_slug": circle.club.slug, "game": "marrakesh"}
    made: Ladder = create_ladder(**values | {"name": f"{system} {given}"[:80], "system": system} | given).obj
    return made


def new_player(circle: Circle, name: str) -> Player:
    found: Player = create_player(viewer=circle.owner, club_slug=circle.club.slug, name=name).obj
    return found


def beats(circle: Circle, winner: Player, loser: Player, day: int, rounds: list[Any] = WON, **given: Any) -> Match:
    """A match so many days after the first Monday; by 36 to 0, unless `rounds` say otherwise."""
    when = (MONDAY + timedelta(days=day)).isoformat()
    seats = {"red": winner.pk, "white": loser.pk}
    return circle.match(**{"played_at": when, "seats": seats, "rounds": rounds, **given})


def rated(circle: Circle) -> None:
    """The job at work."""
    list(refresh(club_id=circle.club.pk))
    assert not StaleEvening.objects.exists()


def tell_all(viewer: Viewer, ladder: Ladder, made_on: date) -> None:
    """Every period of its season published, as if the ladder had been made on that day, and the season frozen."""
    made_at = datetime.combine(made_on, time(12), ZoneInfo(ladder.club.time_zone))
    Ladder.objects.filter(pk=ladder.pk).update(created_at=made_at)
    list(refresh(club_id=ladder.club_id))
    list(publish(club_id=ladder.club_id))
    freeze(viewer=viewer, ladder_id=ladder.pk)
