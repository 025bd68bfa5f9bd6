"""The statistics of a person and of a club, under any filter: figures, tables, and what results there were.

All of it is read as of one moment, in five queries at most, however many matches there are: who is asked for and how
much is stale, what the viewer may be told, the facts of the whole club added up by person, and the results one by one.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar
from uuid import UUID

from engine.figures import Figure, Group, Sums, Table, Told, tell, weighed
from engine.statistics.fairness import Evidence, evidence
from scorepad.models import Player
from scorepad.selectors.access import Viewer
from scorepad.selectors.asking import Asked, Person, ask_of_club, ask_of_players
from scorepad.selectors.comparing import Compared, Comparison
from scorepad.selectors.filters import Filters, seated
from scorepad.selectors.results import FORM, Month, Result, Streaks, calendar, results, streaks
from scorepad.selectors.rows import snapshot
from scorepad.selectors.tallies import Tallies, sums, sums_of, tallies

DICE = "dice"  # what the cells of a table of faces count

Cell = TypeVar("Cell")


@dataclass(frozen=True, slots=True)
class Filled(Generic[Cell]):
    """A table with what is told in each of its cells."""

    table: Table
    cells: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class Line:
    figure: Figure
    told: Told


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """`form` are the last results, the latest first."""

    asked: Asked
    player: Person
    groups: tuple[Group, ...]
    figures: tuple[Compared, ...]
    tables: tuple[Filled[Compared], ...]
    form: tuple[Result, ...]
    streaks: tuple[Streaks, ...]
    calendar: tuple[Month, ...]


@dataclass(frozen=True, slots=True)
class Listed:
    """A player of the club, with the figures by which players are listed."""

    player: Person
    headlines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class ClubStatistics:
    """The figures count every match once for each seat that is asked for; `matches` says how many there are.

    `fairness` is told of all dice of the club together and of nothing less: of the dice of one side, or of the evenings
    that somebody has picked, fair dice would sooner or later look as if they were not.
    """

    asked: Asked
    matches: int
    groups: tuple[Group, ...]
    figures: tuple[Line, ...]
    tables: tuple[Filled[Line], ...]
    fairness: Evidence | None
    headlines: tuple[Figure, ...]
    players: tuple[Listed, ...]


def player_statistics(*, viewer: Viewer, game: str, player_id: UUID, filters: Filters) -> PlayerStatistics:
    with snapshot():
        asked = ask_of_players(viewer, game, (player_id,), filters)
        person = asked.people[player_id]
        found = tallies(asked.game, asked.club.pk, asked.filters)
        played = results(asked.game, seated(person.id) & asked.filters.condition(asked.game))
    figures, comparison = asked.figures, Comparison.among(asked.game, found, person.id)
    return PlayerStatistics(
        asked=asked,
        player=person,
        groups=figures.groups,
        figures=tuple(map(comparison.of, figures.figures)),
        tables=tuple(filled(table, comparison.of_cell) for table in figures.tables),
        form=tuple(played[:FORM]),
        streaks=streaks(played),
        calendar=calendar(played),
    )


def club_statistics(*, viewer: Viewer, game: str, slug: str, filters: Filters) -> ClubStatistics:
    with snapshot():
        asked = ask_of_club(viewer, game, slug, filters)
        found = tallies(asked.game, asked.club.pk, asked.filters)
        people = [Person.of(player) for player in Player.objects.filter(pk__in=found).order_by("name_key", "pk")]
    figures, together = asked.figures, sums(asked.game, *found.values())
    named = figures.named
    headlines = tuple(named[key] for key in figures.headlines)
    seats_of_each = 1 if asked.filters.opponent else len(asked.game.rules.seats)
    return ClubStatistics(
        asked=asked,
        matches=together["matches"] // seats_of_each,
        groups=figures.groups,
        figures=tuple(line(figure, together) for figure in figures.figures),
        tables=tuple(filled(table, lambda figure: line(figure, together)) for table in figures.tables),
        fairness=_fairness(asked, together),
        headlines=headlines,
        players=tuple(_listed(asked, person, headlines, found) for person in people),
    )


def line(figure: Figure, told_of: Sums) -> Line:
    return Line(figure, tell(figure, told_of))


def filled(table: Table, told: Callable[[Figure], Cell]) -> Filled[Cell]:
    return Filled(table, tuple(tuple(map(told, row)) for row in table.cells))


def _listed(asked: Asked, person: Person, headlines: tuple[Figure, ...], found: Tallies) -> Listed:
    own = sums_of(asked.game, found, person.id)
    return Listed(person, tuple(line(figure, own) for figure in headlines))


def _fairness(asked: Asked, together: Sums) -> Evidence | None:
    if asked.filters.leaves_out:
        return None
    for table in asked.game.rules.figures.tables:
        if table.unit == DICE:
            return evidence([weighed(face.of, together) for row in table.cells for face in row])
    return None
