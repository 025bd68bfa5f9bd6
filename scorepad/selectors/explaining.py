"""How a figure comes about: its formula and every fact that went into it, added up, to be worked out again."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from uuid import UUID

from engine.facts import Fact
from engine.figures import Figure, Sums, Told, inputs, tell
from scorepad.refusals import Refused
from scorepad.selectors.access import Viewer
from scorepad.selectors.asking import Asked, Person, ask_of_club, ask_of_players, unknown
from scorepad.selectors.filters import Filters
from scorepad.selectors.rows import snapshot
from scorepad.selectors.tallies import sums, sums_of, tallies

PARTS = ("of", "per", "squares", "expected", "variance")  # as `engine.figures.Figure` has them


@dataclass(frozen=True, slots=True)
class Input:
    """A fact added up, and how often it is counted in each part of the figure."""

    fact: Fact
    sum: int
    counted: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Explained:
    """Of a person; of the whole club where there is none."""

    person: Person | None
    told: Told
    inputs: tuple[Input, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    asked: Asked
    figure: Figure
    explained: tuple[Explained, ...]


def explain_of_player(*, viewer: Viewer, game: str, player_id: UUID, figure: str, filters: Filters) -> Explanation:
    with snapshot():
        asked = ask_of_players(viewer, game, (player_id,), filters)
        named = figure_named(asked, figure)
        found = tallies(asked.game, asked.club.pk, asked.filters)
    person = asked.people[player_id]
    own = sums_of(asked.game, found, person.id)
    return Explanation(asked, named, (explained(asked, named, person, own),))


def explain_of_club(*, viewer: Viewer, game: str, slug: str, figure: str, filters: Filters) -> Explanation:
    with snapshot():
        asked = ask_of_club(viewer, game, slug, filters)
        named = figure_named(asked, figure)
        found = tallies(asked.game, asked.club.pk, asked.filters)
    return Explanation(asked, named, (explained(asked, named, None, sums(asked.game, *found.values())),))


def figure_named(asked: Asked, key: str) -> Figure:
    """One of those that the viewer is told, or `Unknown` naming them all."""
    known = asked.figures.named
    if key not in known:
        raise _unknown(key, list(known))
    return known[key]


def explained(asked: Asked, figure: Figure, person: Person | None, own: Sums) -> Explained:
    return Explained(person, tell(figure, own), tuple(_inputs(asked, figure, own)))


def _inputs(asked: Asked, figure: Figure, own: Sums) -> Iterator[Input]:
    facts = {fact.key: fact for fact in asked.game.rules.facts.declared}
    for key, value in inputs(figure, own).items():
        parts = {part: getattr(figure, part) for part in PARTS}
        yield Input(facts[key], value, {part: weights[key] for part, weights in parts.items() if key in weights})


def _unknown(key: str, known: list[str]) -> Refused:
    detail = f"There is no figure {key[:80]!r} here."
    return unknown("unknown_figure", detail, parameter="figure", allowed=known)
