"""The standings of a ladder as of any day, as known now.

Of an ended period, and of today, they are what is stored; of a day amid a period they are rated with the matches there
were by that day.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Q
from django.utils import timezone

from scorepad.models import Ladder, Player, StaleEvening
from scorepad.selectors.access import Viewer, ladder_to
from scorepad.selectors.asking import Person, unknown
from scorepad.selectors.ranking import AsOf, Standing, standings_of
from scorepad.selectors.rated import rated_matches
from scorepad.selectors.rows import snapshot
from scorepad.selectors.states import after_period, states_around, states_before, system_of


@dataclass(frozen=True, slots=True)
class Standings:
    """`pending` changes of the club are not in these ratings yet."""

    ladder: Ladder
    as_of: AsOf
    rows: tuple[Standing, ...]
    people: Mapping[UUID, Person]
    pending: int


def standings(*, viewer: Viewer, ladder_id: UUID, day: date | None = None) -> Standings:
    """As of this day, or today; in a number of queries that does not depend on how many play."""
    with snapshot():
        ladder = ladder_to("read", viewer=viewer, ladder_id=ladder_id)
        as_of = as_of_day(ladder, day)
        rows = rows_of(ladder, as_of)
        return Standings(ladder, as_of, rows, people_of(row.player for row in rows), pending(ladder))


def rows_of(ladder: Ladder, as_of: AsOf) -> tuple[Standing, ...]:
    """Whoever calls holds the snapshot as of which they are read."""
    if as_of.whole:
        return standings_of(ladder, as_of, *states_around(ladder, as_of.period))
    before = states_before(ladder, as_of.period)
    matches = rated_matches(ladder, as_of.period, until=as_of.day)
    after = after_period(ladder, system_of(ladder), before, as_of.period, matches)
    return standings_of(ladder, as_of, before, after)


def people_of(players: Iterable[UUID]) -> dict[UUID, Person]:
    return {each.pk: Person.of(each) for each in Player.objects.filter(pk__in=list(players)).select_related("root")}


def pending(ladder: Ladder) -> int:
    """How many changes are not in its ratings yet."""
    own = Q(ladder=ladder) | Q(ladder__isnull=True)
    return StaleEvening.objects.filter(own, club=ladder.club_id, game=ladder.game).count()


def today_of(ladder: Ladder) -> date:
    return timezone.localdate(timezone=ZoneInfo(ladder.club.time_zone))


def as_of_day(ladder: Ladder, day: date | None, *, parameter: str = "as_of") -> AsOf:
    """The evening of this day, or of today; refused when it is still to come."""
    return AsOf.of(ladder, day_of(ladder, day, parameter=parameter), today_of(ladder))


def day_of(ladder: Ladder, day: date | None, *, parameter: str = "as_of") -> date:
    """This day, or today; refused when it is still to come."""
    today = today_of(ladder)
    if day is not None and day > today:
        raise unknown("bad_parameter", "That day is still to come.", parameter=parameter, today=today.isoformat())
    return day or today
