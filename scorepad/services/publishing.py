"""Standings published once a period has ended, for good: what was known of it then.

Rows are only ever added (a trigger sees to it), one for each end of a period, however often and by however many jobs it
is asked for. A ladder of which something is stale waits until it has been recalculated.
"""

from collections.abc import Iterator
from datetime import date, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Max
from django.utils import timezone

from scorepad.models import Ladder, Published
from scorepad.refusals import Busy
from scorepad.selectors.rows import snapshot
from scorepad.selectors.standings import pending, today_of
from scorepad.selectors.told import Told, ended_periods, told_of
from scorepad.services.locks import alone
from scorepad.services.rating import LOCK
from scorepad.services.writing import writing

PATIENCE = 5.0  # seconds


def clubs_with_ladders() -> list[UUID]:
    ladders = Ladder.objects.filter(club__deleted_at__isnull=True).order_by("club")
    return list(ladders.values_list("club", flat=True).distinct())


def publish(*, club_id: UUID, patience: float = PATIENCE) -> Iterator[Published]:
    """Publish, for every ladder of a club, each period that has ended since the ladder was made; and name what is new.

    `Busy` while the ladders are being recalculated, or the club erased.
    """
    with alone(LOCK, str(club_id), patience=patience) as mine:
        if not mine:
            raise Busy
        ladders = Ladder.objects.filter(club=club_id, club__deleted_at__isnull=True).select_related("club")
        for ladder in ladders.order_by("pk"):
            yield from _publish(ladder)


def _publish(ladder: Ladder) -> Iterator[Published]:
    for period, ends in _due(ladder):
        told = _told(ladder, ends)
        if told is None:
            return
        row = Published(
            ladder=ladder,
            period=period,
            ends=ends,
            standings=told.document,
            position=told.position,
            merges=told.merges,
            ladder_version=told.ladder_version,
        )
        with writing():
            Published.objects.bulk_create([row], ignore_conflicts=True)
        yield row


def _due(ladder: Ladder) -> list[tuple[date, date]]:
    """The periods that have ended since the ladder was made, and since the last of those that are published: when its
    weeks become months, what is known by now is not told as known at the end of a month long ago."""
    since = timezone.localdate(ladder.created_at, timezone=ZoneInfo(ladder.club.time_zone))
    last = Published.objects.filter(ladder=ladder).aggregate(last=Max("ends"))["last"]
    if last is not None:
        since = max(since, last + timedelta(days=1))
    return ended_periods(ladder, since, today_of(ladder))


def _told(ladder: Ladder, ends: date) -> Told | None:
    """As of one moment: without a stale evening in it, its ratings are those of its matches and rules."""
    with snapshot():
        ladder.refresh_from_db()
        return None if pending(ladder) else told_of(ladder, ends)
