"""A club's players by one of the figures that players are listed by (`?by=`): the most first, each with its interval on
one axis, on which a dotted line marks the whole club. Reads what a club's statistics have found, and nothing else.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.figures import Figure
from scorepad.selectors.asking import Person
from scorepad.selectors.statistics import ClubStatistics, Line
from scorepad.web.players.shown import Label, Shown, shown

MARGIN = 0.05  # of what is drawn, at either end of the axis


@dataclass(frozen=True)
class ByFigure:
    """`choices` are the key and the label of each figure to choose from; `bounds` those of the axis."""

    choices: Sequence[tuple[str, str]]
    key: str
    label: str
    club: Shown
    lines: Sequence[tuple[Person, Shown]]
    bounds: tuple[float, float]


def by_figure(found: ClubStatistics, label: Label, asked: str | None) -> ByFigure | None:
    """By the one that is asked for, or the first; None while nothing can be drawn of anybody."""
    drawn = [figure for figure in found.headlines if any(line.told.interval for line in _lines(found, figure).values())]
    if not drawn:
        return None
    chosen = next((figure for figure in drawn if figure.key == asked), drawn[0])
    club = next(line for line in found.figures if line.figure.key == chosen.key)
    lines = sorted(_lines(found, chosen).items(), key=lambda each: _most_first(each[1]))
    return ByFigure(
        choices=[(figure.key, label(figure)) for figure in drawn],
        key=chosen.key,
        label=label(chosen),
        club=_shown(club),
        lines=[(person, _shown(line)) for person, line in lines],
        bounds=_bounds([club, *(line for _, line in lines)]),
    )


def _lines(found: ClubStatistics, figure: Figure) -> Mapping[Person, Line]:
    return {each.player: next(line for line in each.headlines if line.figure == figure) for each in found.players}


def _most_first(line: Line) -> tuple[bool, float]:
    """Whoever has too few cases comes last."""
    value = line.told.value
    return value is None, -float(value or 0)


def _shown(line: Line) -> Shown:
    """Without the address of an explanation, which a player's own page has; the axis is the club's."""
    return shown(line.figure, line.told, "", lambda _figure: "")


def _bounds(lines: Iterable[Line]) -> tuple[float, float]:
    """Wide enough for every interval and value that is known."""
    known = [line.told for line in lines if line.told.value is not None]
    ends = [end for told in known for end in (float(told.value or 0), *(told.interval or ()))]
    low, high = min(ends), max(ends)
    margin = MARGIN * (high - low) or 1.0
    return low - margin, high + margin
