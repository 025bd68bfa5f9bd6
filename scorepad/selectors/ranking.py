"""Who stands where on a ladder as of a day, and whom a gate keeps from a place.

Pure: from what players were before a period and after it. What is told, what is published and what a preview shows are
all worked out here.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import groupby
from uuid import UUID

from engine.ratings.games import Rating
from scorepad.models import Ladder
from scorepad.selectors.periods import end_of, period_of
from scorepad.selectors.states import States, System, at, system_of

LEAST_MATCHES, LARGEST_DEVIATION, ACTIVE_WITHIN = "least_matches", "largest_deviation", "active_within"
SURE = 1.96  # deviations, within which a rating lies at 95 of 100
LEVEL = 6  # decimals: ratings that differ by less differ by rounding


@dataclass(frozen=True, slots=True)
class AsOf:
    """The evening of a `day`, of a `period` by its first day, which `ends` with its last or with the season. The last
    day of a season stands for all later ones. `ended`: no match can come to the period any more, but by a correction;
    `whole`: all its matches count."""

    day: date
    period: date
    ends: date
    ended: bool
    whole: bool

    @classmethod
    def of(cls, ladder: Ladder, day: date, today: date) -> "AsOf":
        season_end = ladder.season_end or date.max
        day = min(day, season_end)
        period = period_of(ladder.period, day)
        ends = min(end_of(ladder.period, period), season_end)
        return cls(day, period, ends, ended=day == ends < today, whole=day == ends or day >= today)


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's `place`, shared when level, and None for whoever a gate holds back. `change` and `place_before` are by
    the end of the period before; None for whoever was not on the ladder then."""

    player: UUID
    place: int | None
    rating: Rating
    matches: int
    won: int
    drawn: int
    lost: int
    last_played: date
    gates: tuple[str, ...]
    change: float | None = None
    place_before: int | None = None

    @property
    def interval(self) -> tuple[float, float] | None:
        return interval_of(self.rating)

    @property
    def provisional(self) -> bool:
        """Too little is known of him."""
        return LEAST_MATCHES in self.gates or LARGEST_DEVIATION in self.gates

    @property
    def inactive(self) -> bool:
        return ACTIVE_WITHIN in self.gates


def standings_of(ladder: Ladder, as_of: AsOf, before: States, after: States) -> tuple[Standing, ...]:
    """From the states `before` the period and those `after` it of whoever has played in it. Those with a place come
    first."""
    system = system_of(ladder)
    # Nobody has played before the first day that there is.
    eve = as_of.period - timedelta(days=1) if before else as_of.day
    earlier = {row.player: row for row in _ranked(ladder, before, _at_the_start(ladder, system, as_of, before), eve)}
    ratings = _at_the_end(ladder, system, as_of, before) | {player: state.rating for player, state in after.items()}
    found = _ranked(ladder, before | after, ratings, as_of.day)
    return tuple(_changed(row, earlier[row.player]) if row.player in earlier else row for row in found)


def interval_of(rating: Rating) -> tuple[float, float] | None:
    """Where the true rating lies with 95 % certainty, as far as the system knows that."""
    if rating.deviation is None:
        return None
    return rating.rating - SURE * rating.deviation, rating.rating + SURE * rating.deviation


def _at_the_start(ladder: Ladder, system: System, as_of: AsOf, before: States) -> dict[UUID, Rating]:
    return {player: at(ladder, system, state, as_of.period) for player, state in before.items()}


def _at_the_end(ladder: Ladder, system: System, as_of: AsOf, before: States) -> dict[UUID, Rating]:
    """The ratings of those who have not played in the period, once it has ended."""
    ratings = _at_the_start(ladder, system, as_of, before)
    return {player: system.idle(rating, 1) for player, rating in ratings.items()} if as_of.ended else ratings


def _ranked(ladder: Ladder, states: States, ratings: Mapping[UUID, Rating], day: date) -> list[Standing]:
    rows = [
        Standing(
            player=player,
            place=None,
            rating=ratings[player],
            matches=state.matches,
            won=state.won,
            drawn=state.drawn,
            lost=state.lost,
            last_played=state.last_played,
            gates=_gates(ladder, state.matches, ratings[player], (day - state.last_played).days),
        )
        for player, state in states.items()
    ]
    rows.sort(key=lambda row: (bool(row.gates), -_level(row), row.player))
    return [*_placed([row for row in rows if not row.gates]), *(row for row in rows if row.gates)]


def _placed(rows: list[Standing]) -> Iterable[Standing]:
    place = 1
    for _, of_place in groupby(rows, _level):
        level = [replace(row, place=place) for row in of_place]
        yield from level
        place += len(level)


def _level(row: Standing) -> float:
    return round(row.rating.rating, LEVEL)


def _gates(ladder: Ladder, matches: int, rating: Rating, idle_days: int) -> tuple[str, ...]:
    """The gates that hold a player back."""
    largest, within = ladder.largest_deviation, ladder.active_within
    closed = {
        LEAST_MATCHES: matches < ladder.least_matches,
        LARGEST_DEVIATION: largest is not None and rating.deviation is not None and rating.deviation > largest,
        ACTIVE_WITHIN: within is not None and idle_days > within,
    }
    return tuple(gate for gate, is_closed in closed.items() if is_closed)


def _changed(row: Standing, earlier: Standing) -> Standing:
    return replace(row, change=row.rating.rating - earlier.rating.rating, place_before=earlier.place)
