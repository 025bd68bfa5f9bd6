"""All that a player's page shows, as of one moment: his statistics and habits, every result, and one of his ladders.

In eight queries, nine when a ladder is named, however many matches there are.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from scorepad.models import Ladder, LadderRating
from scorepad.selectors.access import Viewer
from scorepad.selectors.asking import Asked, Person, ask_of_players
from scorepad.selectors.choosing import ladders_of_club
from scorepad.selectors.comparing import Compared, Comparison
from scorepad.selectors.filters import Filters, seated
from scorepad.selectors.habits import Habits, habits_of
from scorepad.selectors.histories import History, points_of
from scorepad.selectors.ranking import Standing
from scorepad.selectors.results import Month, Result, Streaks, calendar, results, streaks
from scorepad.selectors.rows import snapshot
from scorepad.selectors.standings import as_of_day, rows_of
from scorepad.selectors.states import State, state_of
from scorepad.selectors.tallies import tallies


@dataclass(frozen=True, slots=True)
class OnLadder:
    """How a player's rating went on a ladder, and where he stands today among the `placed` who have a place."""

    history: History
    standing: Standing | None
    placed: int


@dataclass(frozen=True, slots=True)
class Profile:
    """`results` are all that are asked for, the latest first; `opponents` whoever he met, whichever of them is asked
    for; `ladders` those of the club on which he has a rating, and `on` is one of them."""

    asked: Asked
    player: Person
    figures: tuple[Compared, ...]
    habits: Habits
    results: tuple[Result, ...]
    streaks: tuple[Streaks, ...]
    calendar: tuple[Month, ...]
    opponents: tuple[Person, ...]
    ladders: tuple[Ladder, ...]
    on: OnLadder | None


def profile(*, viewer: Viewer, game: str, player_id: UUID, filters: Filters) -> Profile:
    with snapshot():
        asked = ask_of_players(viewer, game, (player_id,), filters)
        person = asked.people[player_id]
        found = tallies(asked.game, asked.club.pk, asked.filters)
        met = _met(asked, person)
        ladders = ladders_of_club(asked.club, game)
        states = _states(ladders, person)
        ladder = _chosen(asked, ladders, states)
        on = _on(ladder, person, states[ladder.pk], asked.pending) if ladder else None
    opponent = asked.filters.opponent
    played = [result for result in met if opponent in (None, result.opponent.id)]
    return Profile(
        asked=asked,
        player=person,
        figures=tuple(map(Comparison.among(asked.game, found, person.id).judged, asked.figures.figures)),
        habits=habits_of(asked, person, found),
        results=tuple(played),
        streaks=streaks(played),
        calendar=calendar(played),
        opponents=_opponents(met),
        ladders=tuple(each for each in ladders if states[each.pk]),
        on=on,
    )


def _met(asked: Asked, person: Person) -> list[Result]:
    """His results against everybody, or nobody could be chosen instead of the opponent who is asked for."""
    anybody = replace(asked.filters, opponent=None)
    return results(asked.game, seated(person.id) & anybody.condition(asked.game))


def _opponents(met: Iterable[Result]) -> tuple[Person, ...]:
    once = {result.opponent.id: result.opponent for result in met}
    return tuple(sorted(once.values(), key=lambda person: (person.name.casefold(), person.id)))


def _states(ladders: Sequence[Ladder], person: Person) -> dict[UUID, list[State]]:
    """By ladder, what each period in which he played made of him."""
    states: dict[UUID, list[State]] = {ladder.pk: [] for ladder in ladders}
    for row in LadderRating.objects.filter(ladder__in=ladders, player=person.id).order_by("period"):
        states[row.ladder_id].append(state_of(row))
    return states


def _chosen(asked: Asked, ladders: Sequence[Ladder], states: Mapping[UUID, Sequence[State]]) -> Ladder | None:
    """The one that is asked for, or the one on which he has played last and most."""
    if asked.filters.ladder is not None:
        return next(ladder for ladder in ladders if ladder.pk == asked.filters.ladder)
    rated = [ladder for ladder in ladders if states[ladder.pk]]
    return max(rated, key=lambda each: (states[each.pk][-1].last_played, len(states[each.pk])), default=None)


def _on(ladder: Ladder, person: Person, states: Sequence[State], pending: int) -> OnLadder:
    rows = rows_of(ladder, as_of_day(ladder, None))
    return OnLadder(
        history=History(ladder, person, tuple(points_of(ladder, states)), pending),
        standing=next((row for row in rows if row.player == person.id), None),
        placed=sum(row.place is not None for row in rows),
    )
