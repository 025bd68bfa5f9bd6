"""The history of a player's rating on a ladder: a point for each period in which he played."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from engine.ratings.games import Rating
from scorepad.models import Ladder, LadderRating, Player
from scorepad.selectors.access import Viewer, ladder_to
from scorepad.selectors.asking import Person, unknown
from scorepad.selectors.ranking import AsOf
from scorepad.selectors.rows import snapshot
from scorepad.selectors.standings import pending, today_of
from scorepad.selectors.states import State, at, state_of, system_of


@dataclass(frozen=True, slots=True)
class Point:
    """A period that began on this day and `ends` on that: the rating `before` it, after the periods in which he did not
    play, and `after` it; and what he played in it. `total` counts his matches from the beginning of the ladder."""

    period: date
    ends: date
    under_way: bool
    before: Rating
    after: Rating
    won: int
    drawn: int
    lost: int
    total: int

    @property
    def matches(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def change(self) -> float:
        return self.after.rating - self.before.rating


@dataclass(frozen=True, slots=True)
class History:
    ladder: Ladder
    player: Person
    points: tuple[Point, ...]
    pending: int


def history(*, viewer: Viewer, ladder_id: UUID, player_id: UUID) -> History:
    """Of the person who this player is by now; five queries."""
    with snapshot():
        ladder = ladder_to("read", viewer=viewer, ladder_id=ladder_id)
        person = person_of(ladder, player_id)
        rows = LadderRating.objects.filter(ladder=ladder, player=person.id).order_by("period")
        states = [state_of(row) for row in rows]
        return History(ladder, person, tuple(points_of(ladder, states)), pending(ladder))


def histories_of(ladder: Ladder, people: Sequence[Person], until: date) -> tuple[History, ...]:
    """Of several people, in their order, up to the period that began on this day; one query. Whoever calls holds the
    snapshot as of which they are read, and says what is pending himself."""
    rows = LadderRating.objects.filter(ladder=ladder, player__in=[person.id for person in people], period__lte=until)
    states: dict[UUID, list[State]] = {person.id: [] for person in people}
    for row in rows.order_by("period"):
        states[row.player_id].append(state_of(row))
    return tuple(History(ladder, person, tuple(points_of(ladder, states[person.id])), 0) for person in people)


def person_of(ladder: Ladder, player_id: UUID) -> Person:
    """The person who this player of the ladder's club is by now."""
    player = Player.objects.filter(pk=player_id, club=ladder.club_id).select_related("root").first()
    if player is None:
        raise unknown("unknown_player", "This is no player of the ladder's club.", parameter="player")
    return Person.of(player)


def points_of(ladder: Ladder, states: Iterable[State]) -> Iterator[Point]:
    """From the states after each period in which he played, in their order; `club` of the ladder was read before."""
    system, today, last = system_of(ladder), today_of(ladder), None
    for state in states:
        ends = AsOf.of(ladder, state.period, today).ends
        yield Point(
            period=state.period,
            ends=ends,
            under_way=ends >= today,
            before=system.start if last is None else at(ladder, system, last, state.period),
            after=state.rating,
            won=state.won - (last.won if last else 0),
            drawn=state.drawn - (last.drawn if last else 0),
            lost=state.lost - (last.lost if last else 0),
            total=state.matches,
        )
        last = state
