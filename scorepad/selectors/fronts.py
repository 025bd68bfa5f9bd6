"""The front page of a club, all of it as of one moment: who plays now, what was played last, who leads its ladder, its
records in short, and what the last checks found.

The number of queries depends neither on how much was played nor on how many play.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db.models import Q

from scorepad.models import Club, Ladder, LedgerCheck
from scorepad.selectors.access import Viewer
from scorepad.selectors.asking import Person
from scorepad.selectors.clubs import ClubLine, club_seen
from scorepad.selectors.highlights import Highlights, highlights
from scorepad.selectors.ledger import last_checks
from scorepad.selectors.matches import UNDER_WAY, MatchLine, chosen, lines_of
from scorepad.selectors.ranking import Standing
from scorepad.selectors.rows import snapshot
from scorepad.selectors.standings import as_of_day, people_of, rows_of, today_of

LATEST = 14
MOST_UNDER_WAY = 20
TOP = 5


@dataclass(frozen=True, slots=True)
class TopOfLadder:
    """The first of a ladder, of how many who are on it; `others` says that the club has more ladders than this."""

    ladder: Ladder
    rows: Sequence[Standing]
    people: Mapping[UUID, Person]
    players: int
    others: bool


@dataclass(frozen=True, slots=True)
class Front:
    line: ClubLine
    under_way: Sequence[MatchLine]
    finished: Sequence[MatchLine]
    top: TopOfLadder | None
    highlights: Sequence[Highlights]
    checks: Mapping[str, LedgerCheck]


def front(*, viewer: Viewer, slug: str) -> Front:
    with snapshot():
        line = club_seen(viewer, slug)
        matches = latest(viewer, line.club)
        return Front(
            line=line,
            under_way=[match for match in matches if match.under_way],
            finished=[match for match in matches if not match.under_way],
            top=top_of(line.club),
            highlights=highlights(line.club.pk),
            checks=last_checks(),
        )


def leading_ladder(ladders: Sequence[Ladder]) -> Ladder | None:
    """The one that a club means when it says "the ladder": of these that go on the one whose season began last; or else
    the one that ended last."""
    going_on = [ladder for ladder in ladders if _includes(ladder, today_of(ladder))]
    if going_on:
        return max(going_on, key=lambda ladder: (ladder.season_start or date.min, ladder.created_at, ladder.pk))
    return max(ladders, key=lambda ladder: (ladder.season_end or date.min, ladder.pk), default=None)


def _includes(ladder: Ladder, day: date) -> bool:
    return (ladder.season_start or date.min) <= day <= (ladder.season_end or date.max)


def latest(viewer: Viewer, club: Club) -> list[MatchLine]:
    """Those under way and the latest of the others, found together."""
    matches = chosen(viewer, club).order_by("-played_at", "-id")
    under_way, others = matches.filter(UNDER_WAY)[:MOST_UNDER_WAY], matches.exclude(UNDER_WAY)[:LATEST]
    found = chosen(viewer, club).filter(Q(pk__in=under_way.values("pk")) | Q(pk__in=others.values("pk")))
    return lines_of(found, MOST_UNDER_WAY + LATEST)


def top_of(club: Club) -> TopOfLadder | None:
    ladders = list(club.ladders.all())
    ladder = leading_ladder(ladders)
    if ladder is None:
        return None
    rows = rows_of(ladder, as_of_day(ladder, None))
    return TopOfLadder(ladder, rows[:TOP], people_of(row.player for row in rows[:TOP]), len(rows), len(ladders) > 1)
