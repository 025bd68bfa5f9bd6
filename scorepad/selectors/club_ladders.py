"""The ladders of a club side by side: who leads each of them today, and how many have a place there.

As many queries for one ladder as for a hundred.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from scorepad.models import Club, Ladder, LadderRating
from scorepad.selectors.access import Viewer, club_to, rights_in
from scorepad.selectors.asking import Person
from scorepad.selectors.ranking import AsOf, Standing, standings_of
from scorepad.selectors.rows import snapshot
from scorepad.selectors.standings import people_of, today_of
from scorepad.selectors.states import state_of

LEADING = 3


@dataclass(frozen=True, slots=True)
class Leader:
    person: Person
    standing: Standing


@dataclass(frozen=True, slots=True)
class LadderLine:
    """The first few with a place, of so many; `held_back` are those whom a gate keeps from one."""

    ladder: Ladder
    leaders: tuple[Leader, ...]
    placed: int
    held_back: int
    last_played: date | None
    season: str
    frozen: bool


@dataclass(frozen=True, slots=True)
class ClubLadders:
    club: Club
    lines: tuple[LadderLine, ...]
    may_manage: bool


def ladders_of(*, viewer: Viewer, slug: str) -> ClubLadders:
    """By name."""
    with snapshot():
        club = club_to("read", viewer=viewer, slug=slug)
        ladders = Ladder.objects.filter(club=club).select_related("club", "frozen").order_by("name", "pk")
        found = list(ladders.defer("frozen__standings", "frozen__merges"))
        standings = _standings(found)
        people = people_of({row.player for rows in standings.values() for row in rows[:LEADING]})
        lines = []
        for ladder in found:
            rows = standings[ladder.pk]
            placed = [row for row in rows if not row.gates]
            lines.append(
                LadderLine(
                    ladder=ladder,
                    leaders=tuple(Leader(people[row.player], row) for row in placed[:LEADING]),
                    placed=len(placed),
                    held_back=len(rows) - len(placed),
                    last_played=max((row.last_played for row in rows), default=None),
                    season=season_of(ladder, today_of(ladder)),
                    frozen=hasattr(ladder, "frozen"),
                )
            )
        return ClubLadders(club, tuple(lines), "manage" in rights_in(viewer, club))


def season_of(ladder: Ladder, today: date) -> str:
    """Whether the season is `to_come`, `under_way` or `over`; `always` where it has no end and has begun."""
    start, end = ladder.season_start, ladder.season_end
    if start is not None and today < start:
        return "to_come"
    if end is None:
        return "always"
    return "over" if today > end else "under_way"


def _standings(ladders: Sequence[Ladder]) -> dict[UUID, tuple[Standing, ...]]:
    """By ladder, as of today and without what has changed lately; one query."""
    if not ladders:
        return {}
    today = max(today_of(ladder) for ladder in ladders)
    stored = LadderRating.objects.filter(ladder__in=ladders, period__lte=today)
    latest = list(stored.order_by("ladder", "player", "-period").distinct("ladder", "player"))
    found = {}
    for ladder in ladders:
        as_of = AsOf.of(ladder, today, today)
        own = {row.player_id: state_of(row) for row in latest if row.ladder_id == ladder.pk}
        before = {player: state for player, state in own.items() if state.period < as_of.period}
        after = {player: state for player, state in own.items() if state.period >= as_of.period}
        found[ladder.pk] = standings_of(ladder, as_of, before, after)
    return found
