"""What a change would do to the ladders, told before it is made.

A hypothesis says what some matches would be, and whom some players would be. Each ladder that it touches is rated twice
in memory, as things stand and as they would stand, from the earliest touched period on, by the functions with which a
job recalculates it: so the change, once it is made, moves what was told here, bit for bit. How things stand is what the
matches say, whether or not a job has brought the ladder up to date since.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from uuid import UUID

from django.db.models import Min

from scorepad.models import Ladder, Match, Seat, StaleEvening
from scorepad.selectors.periods import earliest
from scorepad.selectors.ranking import AsOf, Standing, standings_of
from scorepad.selectors.rated import (
    RatedMatch,
    Roots,
    by_period,
    counts_for,
    rated_by,
    rated_match,
    rated_matches,
    roots_of,
)
from scorepad.selectors.rows import Rows
from scorepad.selectors.states import State, States, states_after, states_before, touches


@dataclass(frozen=True, slots=True)
class Supposed:
    """A match as it would stand, unsaved."""

    match: Match
    seats: Sequence[Seat]

    @classmethod
    def of(cls, rows: Rows) -> "Supposed":
        return cls(rows.match, rows.seats)

    def rated_by(self, ladder: Ladder, roots: Roots) -> RatedMatch | None:
        return rated_match(self.match, self.seats).by(roots) if counts_for(ladder, self.match) else None


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """`roots` are of players who would be somebody else than today, or themselves again: whom each of them would be."""

    club_id: UUID
    matches: tuple[Supposed, ...] = ()
    roots: Roots = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Touched:
    """A ladder, and the period from which it is to be rated anew; from the beginning when that is None."""

    ladder: Ladder
    start: date | None

    @property
    def size(self) -> int:
        """How many matches that are, as things stand."""
        return Match.objects.filter(rated_by(self.ladder, self.start)).count()


def touched_by(hypothesis: Hypothesis) -> list[Touched]:
    """The ladders of the club for which it is not all the same."""
    ladders = list(Ladder.objects.filter(club=hypothesis.club_id).select_related("club").order_by("name", "pk"))
    if not ladders:
        return []
    as_things_stand, now = _as_things_stand(hypothesis.matches), roots_of(hypothesis.club_id)
    stale = list(StaleEvening.objects.filter(club=hypothesis.club_id))
    found: list[Touched] = []
    for ladder in ladders:
        evenings: list[date | None] = [
            *_evenings_of_matches(ladder, hypothesis, as_things_stand, now),
            *_evenings_of_players(ladder, hypothesis, now),
        ]
        if evenings:
            evenings += [row.since for row in stale if touches(row, ladder)]
            found.append(Touched(ladder, earliest(ladder.period, evenings)))
    return found


def _as_things_stand(supposed: Iterable[Supposed]) -> dict[UUID, Supposed]:
    """The same matches, or those of them that are there, as they are stored."""
    matches = Match.objects.filter(pk__in=[each.match.pk for each in supposed])
    seats = dict[UUID, list[Seat]]()
    for seat in Seat.objects.filter(match__in=matches).order_by("match", "number"):
        seats.setdefault(seat.match_id, []).append(seat)
    return {match.pk: Supposed(match, seats[match.pk]) for match in matches}


def _evenings_of_matches(
    ladder: Ladder, hypothesis: Hypothesis, as_things_stand: Mapping[UUID, Supposed], now: Roots
) -> Iterator[date]:
    """Those on which a match is rated that would be none or another, and those on which it would be."""
    then = {**now, **hypothesis.roots}
    for supposed in hypothesis.matches:
        stored = as_things_stand.get(supposed.match.pk)
        before = None if stored is None else stored.rated_by(ladder, now)
        after = supposed.rated_by(ladder, then)
        if before != after:
            yield from (match.played_on for match in (before, after) if match is not None)


def _evenings_of_players(ladder: Ladder, hypothesis: Hypothesis, now: Roots) -> Iterator[date]:
    """The first of those who would be somebody else: before it, all is as it was."""
    moved = [player for player, root in hypothesis.roots.items() if now.get(player, player) != root]
    if moved:
        seats = Seat.objects.filter(player__in=moved, match__in=Match.objects.filter(rated_by(ladder)))
        first = seats.aggregate(first=Min("match__played_on"))["first"]
        if first is not None:
            yield first


@dataclass(frozen=True, slots=True)
class Course:
    """Everybody's state `at_first`, before some period, and from then on the `states` after each in which he plays."""

    at_first: States
    states: Mapping[tuple[date, UUID], State]

    def standings(self, ladder: Ladder, as_of: AsOf) -> tuple[Standing, ...]:
        before, after = dict(self.at_first), States()
        for (period, player), state in self.states.items():
            if period < as_of.period:
                before[player] = state
            elif period == as_of.period:
                after[player] = state
        return standings_of(ladder, as_of, before, after)


def courses(hypothesis: Hypothesis, touched: Touched) -> tuple[Course, Course]:
    """How the ladder goes as things stand, and as they would."""
    ladder, start = touched.ladder, touched.start
    states, now = states_before(ladder, start), roots_of(ladder.club_id)
    seated, then = rated_matches(ladder, start, roots={}), {**now, **hypothesis.roots}
    others = {supposed.match.pk for supposed in hypothesis.matches}
    after = [match.by(then) for match in seated if match.id not in others]
    for supposed in hypothesis.matches:
        match = supposed.rated_by(ladder, then)
        if match is not None and match.played_on >= (start or date.min):
            after.append(match)
    # Only their evenings matter: the order of matches within a period is nothing to raters.
    after.sort(key=lambda match: match.played_on)
    return _course(ladder, states, [match.by(now) for match in seated]), _course(ladder, states, after)


def _course(ladder: Ladder, states: States, matches: Sequence[RatedMatch]) -> Course:
    after = states_after(ladder, states, by_period(ladder, matches))
    return Course(states, {(state.period, player): state for player, state in after})


@dataclass(frozen=True, slots=True)
class Move:
    """A player's line in the standings, as things stand and as they would; None when he has none."""

    player: UUID
    before: Standing | None
    after: Standing | None


@dataclass(frozen=True, slots=True)
class Impact:
    """The `periods` after which somebody's rating would be another, and who would move in the standings of today."""

    ladder: Ladder
    periods: tuple[date, ...]
    moves: tuple[Move, ...]


def impact_on(hypothesis: Hypothesis, touched: Touched, today: date) -> Impact:
    ladder = touched.ladder
    before, after = courses(hypothesis, touched)
    as_of = AsOf.of(ladder, today, today)
    if touched.start is not None and touched.start > as_of.period:
        return Impact(ladder, _differing(before, after), ())  # it is all still to come
    moves = _moves(before.standings(ladder, as_of), after.standings(ladder, as_of))
    return Impact(ladder, _differing(before, after), tuple(moves))


def impact_of_rules(ladder: Ladder | None, wanted: Ladder, today: date) -> Impact:
    """What other rules would do to a ladder, or a new ladder tell: all its matches rated anew in memory, by both."""
    before, then = Course({}, {}), tuple[Standing, ...]()
    if ladder is not None:
        before = _course(ladder, {}, rated_matches(ladder, None))
        then = before.standings(ladder, AsOf.of(ladder, today, today))
    after = _course(wanted, {}, rated_matches(wanted, None))
    now = after.standings(wanted, AsOf.of(wanted, today, today))
    return Impact(wanted, _differing(before, after), tuple(_moves(then, now)))


def _differing(before: Course, after: Course) -> tuple[date, ...]:
    then, now = before.states, after.states
    keys = then.keys() | now.keys()
    return tuple(sorted({key[0] for key in keys if _rated(then.get(key)) != _rated(now.get(key))}))


def _rated(state: State | None) -> tuple[object, ...] | None:
    """What matches have made of a player; on which evenings of a period, is nothing to raters."""
    return None if state is None else (state.rating, state.won, state.drawn, state.lost)


def _moves(before: Sequence[Standing], after: Sequence[Standing]) -> Iterator[Move]:
    """In the order in which they would stand; whoever would have no line any more comes last."""
    then, now = ({row.player: row for row in rows} for rows in (before, after))
    for player in [*now, *(player for player in then if player not in now)]:
        move = Move(player, then.get(player), now.get(player))
        if _line(move.before) != _line(move.after):
            yield move


def _line(row: Standing | None) -> tuple[object, ...] | None:
    if row is None:
        return None
    rating, counted = row.rating, (row.matches, row.won, row.drawn, row.lost)
    return row.place, rating.rating, rating.deviation, *counted, row.provisional, row.inactive
