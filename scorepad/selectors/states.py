"""A ladder's players after each period: their ratings and what they have played, from stored rows or from matches.

What a job stores, what is told as of a day and what a preview shows are worked out here, by the same functions.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from uuid import UUID

from django.db.models import QuerySet

from engine.ratings.elo import Elo
from engine.ratings.games import Rating
from engine.ratings.glicko2 import Glicko2
from scorepad.models import Ladder, LadderRating, StaleEvening
from scorepad.selectors.periods import number_of
from scorepad.selectors.rated import RatedMatch

System = Glicko2 | Elo


@dataclass(frozen=True, slots=True)
class State:
    """A player after the last period in which he played."""

    rating: Rating
    period: date
    won: int = 0
    drawn: int = 0
    lost: int = 0
    last_played: date = date.min

    @property
    def matches(self) -> int:
        return self.won + self.drawn + self.lost


States = dict[UUID, State]


def system_of(ladder: Ladder) -> System:
    given = ladder.parameters
    if ladder.system == Ladder.System.ELO:
        return Elo(Rating(given["rating"]), given["factor"], given["margin_scale"])
    return Glicko2(Rating(given["rating"], given["deviation"], given["volatility"]), given["tau"])


def touches(evening: StaleEvening, ladder: Ladder) -> bool:
    """Whether the ladder is stale from this evening on."""
    return evening.game == ladder.game and evening.ladder_id in (None, ladder.pk)


def states_before(ladder: Ladder, start: date | None) -> States:
    """Everybody's state before this period."""
    if start is None:
        return {}
    return {row.player_id: state_of(row) for row in _latest_before(ladder, start)}


def states_around(ladder: Ladder, period: date) -> tuple[States, States]:
    """Everybody's state before this period, and after it that of whoever has played in it; one query."""
    of_period = LadderRating.objects.filter(ladder=ladder, period=period)
    before, after = States(), States()
    for row in _latest_before(ladder, period).union(of_period, all=True):
        (after if row.period == period else before)[row.player_id] = state_of(row)
    return before, after


def _latest_before(ladder: Ladder, start: date) -> QuerySet[LadderRating]:
    return LadderRating.objects.filter(ladder=ladder, period__lt=start).order_by("player", "-period").distinct("player")


def state_of(row: LadderRating) -> State:
    rating = Rating(row.rating, row.deviation, row.volatility)
    return State(rating, row.period, row.won, row.drawn, row.lost, row.last_played)


def after_period(
    ladder: Ladder, system: System, states: Mapping[UUID, State], period: date, matches: Sequence[RatedMatch]
) -> States:
    """The states after this period of everybody who has played in it."""
    players = {player for match in matches for player in match.players}
    before = {player: at(ladder, system, states[player], period) for player in players if player in states}
    after = system.period(before, [match.game for match in matches])
    found = {
        player: replace(states[player], rating=after[player], period=period)
        if player in states
        else State(after[player], period)
        for player in players
    }
    for match in matches:
        for player in match.players:
            found[player] = _counted(found[player], match, player)
    return found


def states_after(
    ladder: Ladder, states: Mapping[UUID, State], periods: Iterable[tuple[date, Sequence[RatedMatch]]]
) -> Iterator[tuple[UUID, State]]:
    """From the states before these periods, which follow one another, to that of each player after each in which he
    has played."""
    known, system = dict(states), system_of(ladder)
    for period, matches in periods:
        after = after_period(ladder, system, known, period, matches)
        known.update(after)
        yield from after.items()


def at(ladder: Ladder, system: System, state: State, period: date) -> Rating:
    """The rating at the beginning of a later period, after the periods in between without a match."""
    idle = number_of(ladder.period, period) - number_of(ladder.period, state.period) - 1
    return system.idle(state.rating, max(idle, 0))


def _counted(state: State, match: RatedMatch, player: UUID) -> State:
    outcome = match.outcome_of(player)
    return replace(
        state,
        won=state.won + (outcome == "won"),
        drawn=state.drawn + (outcome == "drawn"),
        lost=state.lost + (outcome == "lost"),
        last_played=max(state.last_played, match.played_on),
    )
