"""One ladder as its page shows it: the standings as of a day, how the ratings have gone, and what there is beside them.

Twelve queries at most, however many play.
"""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from uuid import UUID

from scorepad.models import Ladder, LadderRating, Match
from scorepad.refusals import NotHere
from scorepad.selectors.access import Viewer, rights_in, visible_ladders
from scorepad.selectors.histories import History, histories_of
from scorepad.selectors.periods import MONTH, period_of
from scorepad.selectors.ranking import AsOf, Standing
from scorepad.selectors.rated import rated_by
from scorepad.selectors.rows import snapshot
from scorepad.selectors.standings import Standings, as_of_day, pending, people_of, rows_of, today_of

LATELY = 12  # weeks, or months where those are the periods
HIGHEST = 5


@dataclass(frozen=True, slots=True)
class LadderSheet:
    """`lately` are the ratings at the ends of the last weeks, or months, of whoever had one by then; `histories` those
    of the players who stand highest. So many `matches` are counted. A season that is `frozen` has its final standings.
    """

    standings: Standings
    today: date
    lately: Mapping[UUID, tuple[float, ...]]
    histories: tuple[History, ...]
    matches: int
    frozen: bool
    may_manage: bool

    @property
    def ladder(self) -> Ladder:
        return self.standings.ladder


def ladder_sheet(*, viewer: Viewer, ladder_id: UUID, day: date | None = None) -> LadderSheet:
    """As of this day, or today; refused when it is still to come."""
    with snapshot():
        ladder = ladder_seen(viewer, ladder_id)
        as_of = as_of_day(ladder, day)
        rows = rows_of(ladder, as_of)
        people = people_of(row.player for row in rows)
        highest = [people[row.player] for row in rows if not row.gates][:HIGHEST]
        return LadderSheet(
            standings=Standings(ladder, as_of, rows, people, pending(ladder)),
            today=today_of(ladder),
            lately=_lately(ladder, as_of, rows),
            histories=histories_of(ladder, highest, as_of.period),
            matches=Match.objects.filter(rated_by(ladder, until=as_of.day)).count(),
            frozen=hasattr(ladder, "frozen"),
            may_manage="manage" in rights_in(viewer, ladder.club),
        )


def ladder_seen(viewer: Viewer, ladder_id: UUID) -> Ladder:
    """The ladder with its club and, where its season was frozen, with the row that says so; `NotHere` to whoever does
    not see it."""
    seen = visible_ladders(viewer).select_related("club", "frozen").defer("frozen__standings", "frozen__merges")
    ladder = seen.filter(pk=ladder_id).first()
    if ladder is None:
        raise NotHere
    return ladder


def _lately(ladder: Ladder, as_of: AsOf, rows: tuple[Standing, ...]) -> dict[UUID, tuple[float, ...]]:
    """One query: what everybody had before the first of these weeks, and what came since."""
    periods = [period_of(ladder.period, day) for day in _days(ladder, as_of.day)]
    stored = LadderRating.objects.filter(ladder=ladder)
    before = stored.filter(period__lt=periods[0]).order_by("player", "-period").distinct("player")
    since = stored.filter(period__range=(periods[0], periods[-1]))
    columns = ("period", "player", "rating")
    told = before.values_list(*columns).union(since.values_list(*columns), all=True).order_by("period")
    later, known = deque(told), dict[UUID, float]()
    found: dict[UUID, list[float]] = {row.player: [] for row in rows}
    for end in periods[:-1]:
        while later and later[0][0] <= end:
            _, player, rating = later.popleft()
            known[player] = rating
        for player, ratings in found.items():
            if player in known:
                ratings.append(known[player])
    return {row.player: (*found[row.player], row.rating.rating) for row in rows}


def _days(ladder: Ladder, last: date) -> list[date]:
    """A day in each of the last weeks, or of the last months, in their order, as far back as there are years."""
    days = [last]
    while len(days) < LATELY and days[-1].year > date.min.year:
        before = days[-1].replace(day=1) - timedelta(days=1) if ladder.period == MONTH else days[-1] - timedelta(days=7)
        days.append(before)
    return days[::-1]
