"""All figures of a player or of a club, a group at a time (`?group=`), each with its interval, its n and a link to how
it is made.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isclose
from typing import Any, TypeVar
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext

from engine.figures import Group
from scorepad.selectors.access import Viewer
from scorepad.selectors.comparing import Compared
from scorepad.selectors.statistics import Filled, Line, club_statistics, player_statistics
from scorepad.web.games import GAMES
from scorepad.web.players import parts
from scorepad.web.players.filters import FilterForm, game_asked_for
from scorepad.web.players.shown import Address, Shown
from scorepad.web.reading import reading
from scorepad.web.telling import Telling

Of = TypeVar("Of", Compared, Line)
Show = Callable[[Of], Shown]


@dataclass(frozen=True)
class Row:
    label: str
    cells: Sequence[Shown]


@dataclass(frozen=True)
class Grid:
    """A table of figures that are read side by side. Those of a row are of the same n cases, or those of a column."""

    label: str
    columns: Sequence[str]
    rows: Sequence[Row]

    @property
    def n_of_rows(self) -> Sequence[str]:
        return _common([row.cells for row in self.rows])

    @property
    def n_of_columns(self) -> Sequence[str]:
        return () if self.n_of_rows else _common(list(zip(*(row.cells for row in self.rows), strict=True)))

    @property
    def lines(self) -> Iterable[tuple[str, Iterable[tuple[Shown, int | None]], str]]:
        """Each row: its label, its figures with how deep they are coloured, and its n, if it has one."""
        for row, n in zip(self.rows, self.n_of_rows or [""] * len(self.rows), strict=True):
            yield row.label, [(cell, self._level(cell)) for cell in row.cells], n

    def _level(self, cell: Shown) -> int | None:
        return parts.level(cell.share, len(self.rows)) if self.coloured else None

    @property
    def coloured(self) -> bool:
        """Only where every column is shared out among the rows can more be told from less by colour."""
        return self.shared_out and len(self.columns) > 1

    @property
    def most(self) -> float | None:
        """A single column is drawn as bars instead: to this scale."""
        shares = [row.cells[0].share or 0.0 for row in self.rows]
        return parts.HEADROOM * max(shares) if self.shared_out and len(self.columns) == 1 else None

    @cached_property
    def shared_out(self) -> bool:
        """Whether the rows are parts of every column, as the suits are of the leads to a trick."""
        return all(_is_whole(column) for column in zip(*(row.cells for row in self.rows), strict=True))


def _common(lines: Sequence[Sequence[Shown]]) -> list[str]:
    """The n of each line, if all its figures have the same."""
    found = [{cell.n for cell in line} for line in lines]
    return [n for (n,) in found] if all(len(each) == 1 for each in found) else []


def _is_whole(cells: Sequence[Shown]) -> bool:
    """Whether these shares add up to all; of a column of which nothing is known nobody knows otherwise."""
    shares = [cell.share for cell in cells if cell.share is not None]
    return not shares or isclose(sum(shares), 1)


def _in(group: Group, found: Any, telling: Telling, show: Callable[[Any], Shown]) -> dict[str, Any]:
    """What a page shows of one group of figures, whoever they are of."""
    return {
        "pending": found.asked.pending,
        "groups": _named(found.groups),
        "group": group,
        "figures": [show(each) for each in found.figures if each.figure.group == group.key],
        "grids": _grids(telling, group, found.tables, show),
    }


@reading
def player_figures(request: HttpRequest, player_id: UUID) -> HttpResponse:
    form, game = FilterForm(request, leaving_out=["opponent"]), game_asked_for(request)
    viewer = Viewer.of_session(request.user)
    found = player_statistics(viewer=viewer, game=game, player_id=player_id, filters=form.filters)
    telling, address = GAMES[game].telling, player_figure_at(found.player.id, form.query)
    group = _group(request, found.groups)

    def show(of: Compared) -> Shown:
        return parts.compared(of, telling.figure, address)

    return render(
        request,
        "players/figures.html",
        {
            "club": found.asked.club,
            "name": found.player.name,
            "back": reverse("player", args=[found.player.id]) + form.query,
            "form": form,
            **_in(group, found, telling, show),
            "compared": True,
            "judged": any(
                each.verdict in ("above", "below") for each in found.figures if each.figure.group == group.key
            ),
        },
    )


@reading
def club_figures(request: HttpRequest, slug: str) -> HttpResponse:
    form, game = FilterForm(request, leaving_out=["opponent"]), game_asked_for(request)
    viewer = Viewer.of_session(request.user)
    found = club_statistics(viewer=viewer, game=game, slug=slug, filters=form.filters)
    telling, address = GAMES[game].telling, club_figure_at(slug, form.query)
    group = _group(request, found.groups)

    def show(of: Line) -> Shown:
        return parts.line(of, telling.figure, address)

    return render(
        request,
        "players/figures.html",
        {
            "club": found.asked.club,
            "name": found.asked.club.name,
            "back": reverse("club_statistics", args=[slug]) + form.query,
            "form": form,
            **_in(group, found, telling, show),
        },
    )


def player_figure_at(player_id: UUID, query: str) -> Address:
    return lambda key: reverse("player_figure", args=[player_id, key]) + query


def club_figure_at(slug: str, query: str) -> Address:
    return lambda key: reverse("club_figure", args=[slug, key]) + query


def _group(request: HttpRequest, groups: Sequence[Group]) -> Group:
    """The one that is asked for, or the first."""
    asked = request.GET.get("group")
    return next((group for group in _named(groups) if group.key == asked), _named(groups)[0])


def _named(groups: Iterable[Group]) -> list[Group]:
    return [Group(group.key, gettext(group.label)) for group in groups]


def _grids(telling: Telling, group: Group, tables: Iterable[Filled[Of]], show: Show[Of]) -> list[Grid]:
    return [_grid(telling, each, show) for each in tables if each.table.group == group.key]


def _grid(telling: Telling, filled: Filled[Of], show: Show[Of]) -> Grid:
    rows = zip(telling.rows(filled.table), filled.cells, strict=True)
    return Grid(
        gettext(filled.table.label),
        telling.columns(filled.table),
        [Row(label, [show(cell) for cell in cells]) for label, cells in rows],
    )
