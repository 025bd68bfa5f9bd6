"""What a player is used to lead and to reply, against the rest of his club: what of it is worth a mark, and what not.

Looked at one by one, some of so many differences are always striking. So each that can be tested is, and all tests of
the report together decide which are marked: of those, no more than a twentieth are chance, on average. Where he or the
rest have too few cases nothing is tested.
"""

from dataclasses import dataclass, replace
from uuid import UUID

from engine.figures import Figure, Figures, Group, weighed
from engine.statistics.differences import proportions_differ
from engine.statistics.discoveries import adjusted
from scorepad.selectors.access import Viewer
from scorepad.selectors.asking import Asked, Person, ask_of_players
from scorepad.selectors.comparing import Comparison
from scorepad.selectors.filters import Filters
from scorepad.selectors.rows import snapshot
from scorepad.selectors.statistics import Filled, filled
from scorepad.selectors.tallies import Tallies, tallies

RATE = 0.05  # the share of marks that may be chance


@dataclass(frozen=True, slots=True)
class Habit:
    """`count` of the player's `n` cases, beside the rest of the club without him. `p_value` is that of Fisher's exact
    test, `adjusted` the least rate of false marks at which this one would be marked."""

    figure: Figure
    count: int
    n: int
    rest_count: int
    rest_n: int
    p_value: float | None = None
    adjusted: float | None = None

    @property
    def share(self) -> float | None:
        return self.count / self.n if self.n else None

    @property
    def rest_share(self) -> float | None:
        return self.rest_count / self.rest_n if self.rest_n else None

    @property
    def marked(self) -> bool:
        return self.adjusted is not None and self.adjusted <= RATE


@dataclass(frozen=True, slots=True)
class Habits:
    """`tested` is how many differences were looked at together."""

    asked: Asked
    player: Person
    groups: tuple[Group, ...]
    tested: int
    habits: tuple[Habit, ...]
    tables: tuple[Filled[Habit], ...]


def habits(*, viewer: Viewer, game: str, player_id: UUID, filters: Filters) -> Habits:
    with snapshot():
        asked = ask_of_players(viewer, game, (player_id,), filters)
        person = asked.people[player_id]
        found = tallies(asked.game, asked.club.pk, asked.filters)
    return habits_of(asked, person, found)


def habits_of(asked: Asked, person: Person, found: Tallies) -> Habits:
    among, spoken_of = Comparison.among(asked.game, found, person.id), _of_choices(asked.figures)
    told = _judged({figure.key: _habit(figure, among) for figure in spoken_of.named.values()})
    return Habits(
        asked=asked,
        player=person,
        groups=spoken_of.groups,
        tested=sum(habit.p_value is not None for habit in told.values()),
        habits=tuple(told[figure.key] for figure in spoken_of.figures),
        tables=tuple(filled(table, lambda figure: told[figure.key]) for table in spoken_of.tables),
    )


def _of_choices(figures: Figures) -> Figures:
    """Rates of what a player chose: those of the groups whose tables speak of one role."""
    groups = {table.group for table in figures.tables if table.role is not None}
    return Figures(
        groups=tuple(group for group in figures.groups if group.key in groups),
        figures=tuple(each for each in figures.figures if each.group in groups and each.measure == "rate"),
        tables=tuple(table for table in figures.tables if table.group in groups),
        headlines=(),
    )


def _habit(figure: Figure, among: Comparison) -> Habit:
    count, n = weighed(figure.of, among.own), weighed(figure.per, among.own)
    rest, rest_n = weighed(figure.of, among.others), weighed(figure.per, among.others)
    enough = min(n, rest_n) >= figure.verdict_from
    return Habit(figure, count, n, rest, rest_n, proportions_differ(count, n, rest, rest_n) if enough else None)


def _judged(found: dict[str, Habit]) -> dict[str, Habit]:
    tested = {key: habit.p_value for key, habit in found.items() if habit.p_value is not None}
    rates = dict(zip(tested, adjusted(list(tested.values())), strict=True))
    return {key: replace(habit, adjusted=rates.get(key)) for key, habit in found.items()}
