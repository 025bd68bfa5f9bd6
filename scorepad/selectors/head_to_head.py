"""Two players against each other: the same figures for both, of the matches in which they met, and how these ended."""

from dataclasses import dataclass
from uuid import UUID

from engine.figures import Figure, Group, Told, tell
from scorepad.selectors.access import Viewer
from scorepad.selectors.asking import Asked, Person, ask_of_players, unknown
from scorepad.selectors.explaining import Explanation, explained, figure_named
from scorepad.selectors.filters import Filters, against, seated
from scorepad.selectors.results import FORM, Result, results
from scorepad.selectors.rows import snapshot
from scorepad.selectors.statistics import Filled, filled
from scorepad.selectors.tallies import Tallies, sums_of, tallied


@dataclass(frozen=True, slots=True)
class Pair:
    """One figure of both."""

    figure: Figure
    a: Told
    b: Told


@dataclass(frozen=True, slots=True)
class Tally:
    matches: int
    a_won: int
    drawn: int
    b_won: int
    a_points: int
    b_points: int


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """`met` are all matches, `last` the last of them, the latest first, as `a` saw them."""

    asked: Asked
    a: Person
    b: Person
    tally: Tally
    met: tuple[Result, ...]
    last: tuple[Result, ...]
    groups: tuple[Group, ...]
    figures: tuple[Pair, ...]
    tables: tuple[Filled[Pair], ...]


def head_to_head(*, viewer: Viewer, game: str, a: UUID, b: UUID, filters: Filters) -> HeadToHead:
    with snapshot():
        asked, one, other = _asked(viewer, game, a, b, filters)
        found = _tallied(asked, one, other)
        met = results(asked.game, seated(one.id) & against(other.id) & asked.filters.condition(asked.game))
    of_a, of_b = (sums_of(asked.game, found, who.id) for who in (one, other))

    def pair(figure: Figure) -> Pair:
        return Pair(figure, tell(figure, of_a), tell(figure, of_b))

    figures = asked.figures
    return HeadToHead(
        asked=asked,
        a=one,
        b=other,
        tally=_tally(met),
        met=tuple(met),
        last=tuple(met[:FORM]),
        groups=figures.groups,
        figures=tuple(map(pair, figures.figures)),
        tables=tuple(filled(table, pair) for table in figures.tables),
    )


def explain_of_pair(*, viewer: Viewer, game: str, a: UUID, b: UUID, figure: str, filters: Filters) -> Explanation:
    with snapshot():
        asked, *both = _asked(viewer, game, a, b, filters)
        named = figure_named(asked, figure)
        found = _tallied(asked, *both)
    return Explanation(
        asked, named, tuple(explained(asked, named, who, sums_of(asked.game, found, who.id)) for who in both)
    )


def _asked(viewer: Viewer, game: str, a: UUID, b: UUID, filters: Filters) -> tuple[Asked, Person, Person]:
    asked = ask_of_players(viewer, game, (a, b), filters)
    one, other = asked.people[a], asked.people[b]
    if one.id == other.id:
        raise unknown("same_player", "Both are the same person, who never met himself.", parameter="b")
    return asked, one, other


def _tallied(asked: Asked, a: Person, b: Person) -> Tallies:
    met = (seated(a.id) & against(b.id)) | (seated(b.id) & against(a.id))
    return tallied(asked.game, met & asked.filters.condition(asked.game))


def _tally(met: list[Result]) -> Tally:
    won, drawn, lost = (sum(result.outcome == outcome for result in met) for outcome in ("won", "drawn", "lost"))
    points, against_ = sum(result.points for result in met), sum(result.against for result in met)
    return Tally(len(met), won, drawn, lost, points, against_)
