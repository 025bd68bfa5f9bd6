"""How a player's rating changed in a period: what went in, by which formula, what came out, what each match brought.

It is worked out anew from the ratings before the period and its matches, so anybody can follow it with a pencil.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from uuid import UUID

from engine.ratings import elo, glicko2
from engine.ratings.games import Rating, Result, results
from scorepad.models import Ladder
from scorepad.selectors.access import Viewer, ladder_to
from scorepad.selectors.asking import Person, unknown
from scorepad.selectors.histories import person_of
from scorepad.selectors.periods import number_of
from scorepad.selectors.ranking import AsOf
from scorepad.selectors.rated import RatedMatch, rated_matches
from scorepad.selectors.rows import snapshot
from scorepad.selectors.standings import as_of_day, pending, people_of, today_of
from scorepad.selectors.states import State, System, at, states_before, system_of


@dataclass(frozen=True, slots=True)
class Contribution:
    """A match, against one opponent: his rating before the period, the score and the one `expected`, and the points
    that it brought. `trust` is Glicko-2's g."""

    match: UUID
    played_on: date
    opponent: Person
    rating: Rating
    score: float
    weight: float
    margin: float
    expected: float
    gain: float
    trust: float | None


@dataclass(frozen=True, slots=True)
class RatingChange:
    """`idle` periods without a match lie before this one, and have gone into `before`. `variance` and `improvement` are
    Glicko-2's v and Δ, of results alone; a period without any has neither."""

    ladder: Ladder
    player: Person
    as_of: AsOf
    idle: int
    before: Rating
    after: Rating
    contributions: tuple[Contribution, ...]
    formula: tuple[str, ...]
    pending: int
    variance: float | None = None
    improvement: float | None = None


def rating_change(*, viewer: Viewer, ladder_id: UUID, player_id: UUID, day: date) -> RatingChange:
    """In the period in which this day lies; eight queries at most."""
    with snapshot():
        ladder = ladder_to("read", viewer=viewer, ladder_id=ladder_id)
        person = person_of(ladder, player_id)
        today = today_of(ladder)
        as_of = AsOf.of(ladder, min(as_of_day(ladder, day, parameter="period").ends, today), today)
        states = states_before(ladder, as_of.period)
        matches = rated_matches(ladder, as_of.period, until=as_of.ends)
        change = _Change(ladder, person, as_of, system_of(ladder), states.get(person.id), pending(ladder))
        if not any(person.id in match.players for match in matches):
            return change.without_a_match()
        ratings = {player: at(ladder, change.system, state, as_of.period) for player, state in states.items()}
        return change.by_matches(ratings, matches, people_of({each for match in matches for each in match.players}))


@dataclass(frozen=True, slots=True)
class _Change:
    """What is known of it before its matches are looked at. `state` is the player's before the period, if any."""

    ladder: Ladder
    player: Person
    as_of: AsOf
    system: System
    state: State | None
    pending: int

    def without_a_match(self) -> RatingChange:
        """Time alone has passed, once the period is over."""
        if self.state is None:
            detail = f"{self.player.name} is not on this ladder by then."
            raise unknown("not_rated", detail, parameter="period")
        before = at(self.ladder, self.system, self.state, self.as_of.period)
        return self._told(before, self.system.idle(before, 1) if self.as_of.ended else before)

    def by_matches(
        self, ratings: Mapping[UUID, Rating], matches: Sequence[RatedMatch], people: Mapping[UUID, Person]
    ) -> RatingChange:
        said = self.system.explain(ratings, [match.game for match in matches], self.player.id)
        of_glicko2 = said if isinstance(said, glicko2.Explanation) else None
        trusts = of_glicko2.trusts if of_glicko2 else (None,) * len(said.gains)
        told = zip(self._results(matches), said.expected, said.gains, trusts, strict=True)
        contributions = [
            Contribution(
                match=match.id,
                played_on=match.played_on,
                opponent=people[opponent],
                rating=ratings.get(opponent, self.system.start),
                score=score,
                weight=weight,
                margin=margin,
                expected=expected,
                gain=gain,
                trust=trust,
            )
            for (match, (opponent, score, weight, margin)), expected, gain, trust in told
        ]
        change = self._told(said.before, said.after, contributions)
        if of_glicko2 is None:
            return change
        return replace(change, variance=of_glicko2.variance, improvement=of_glicko2.improvement)

    def _results(self, matches: Sequence[RatedMatch]) -> Iterator[tuple[RatedMatch, Result[UUID]]]:
        """His results in the order in which raters have them, each with the match that it is of."""
        own = [match for match in matches if self.player.id in match.players]
        of_match = [match for match in own for _ in match.players[1:]]
        return zip(of_match, results([match.game for match in own])[self.player.id], strict=True)

    def _told(self, before: Rating, after: Rating, contributions: Iterable[Contribution] = ()) -> RatingChange:
        kind, state = self.ladder.period, self.state
        idle = 0 if state is None else number_of(kind, self.as_of.period) - number_of(kind, state.period) - 1
        return RatingChange(
            ladder=self.ladder,
            player=self.player,
            as_of=self.as_of,
            idle=idle,
            before=before,
            after=after,
            contributions=tuple(contributions),
            formula=elo.FORMULA if isinstance(self.system, elo.Elo) else glicko2.FORMULA,
            pending=self.pending,
        )
