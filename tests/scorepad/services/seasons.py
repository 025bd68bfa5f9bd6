"""A season of four weeks that ended long ago, rated by Elo, and the moments that make it."""

from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone

from scorepad.models import Frozen, Ladder, Match, Published
from scorepad.services import statistics
from scorepad.services.entries import enter
from scorepad.services.freezing import freeze
from scorepad.services.publishing import publish
from scorepad.services.rating import refresh
from tests.scorepad.conftest import Circle
from tests.scorepad.services.test_rating import LOST, WON
from tests.scorepad.tables import entry

MONDAY = date(2024, 1, 1)
SUNDAYS = [MONDAY + timedelta(days=days) for days in (6, 13, 20, 27)]
ELO = {"rating": 1500.0, "factor": 32.0, "margin_scale": None}

__all__ = ["ELO", "LOST", "MONDAY", "SUNDAYS", "WON"]


def season(circle: Circle, **given: Any) -> Ladder:
    """A ladder that was made before its season of four weeks began."""
    values = {"name": "Winter", "system": "elo", "parameters": ELO, "period": "week"}
    values |= {"season_start": MONDAY, "season_end": SUNDAYS[-1]} | given
    ladder = Ladder.objects.create(club=circle.club, game="marrakesh", **values)
    made_on(ladder, MONDAY)
    return ladder


def made_on(ladder: Ladder, day: date) -> None:
    when = datetime(day.year, day.month, day.day, 12, tzinfo=ZoneInfo(ladder.club.time_zone))
    Ladder.objects.filter(pk=ladder.pk).update(created_at=when)
    ladder.refresh_from_db()


def today_in(ladder: Ladder) -> date:
    return timezone.localdate(timezone=ZoneInfo(ladder.club.time_zone))


def played(circle: Circle, days: int, rounds: list[Any] = WON, **given: Any) -> Match:
    """A match so many days into the season, which Red wins: that is Ann."""
    return circle.match(played_at=f"{MONDAY + timedelta(days=days)}T19:30:00+00:00", rounds=rounds, **given)


def said(circle: Circle, match: Match, kind: str, **data: Any) -> None:
    match.refresh_from_db()
    given = entry(kind, match.version, data, reason="so it was")
    assert enter(viewer=circle.owner, match_id=match.pk, entry=given).refusal is None


def moved(circle: Circle, match: Match, days: int) -> None:
    when = f"{MONDAY + timedelta(days=days)}T19:30:00+00:00"
    said(circle, match, "amend", patch=[{"op": "replace", "path": "/played_at", "value": when}])


def up_to_date(circle: Circle) -> None:
    list(refresh(club_id=circle.club.pk))
    list(statistics.refresh(club_id=circle.club.pk))


def publish_all(circle: Circle) -> list[Published]:
    up_to_date(circle)
    return list(publish(club_id=circle.club.pk))


def freeze_it(circle: Circle, ladder: Ladder) -> Frozen:
    up_to_date(circle)
    return freeze(viewer=circle.owner, ladder_id=ladder.pk).obj
