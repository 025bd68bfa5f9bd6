"""/ladders/{id}/season/: the matches that count for a ladder in points instead of ratings, with what parted those who
were level, also as CSV; and /ladders/{id}/frozen/: standings and table as a season's end was frozen, for good.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, ngettext

from scorepad.games import GAMES
from scorepad.models import Ladder
from scorepad.selectors.access import Viewer
from scorepad.selectors.asking import Person
from scorepad.selectors.ladder_seasons import ladder_season as season_seen
from scorepad.selectors.ladder_seasons import season_as_frozen
from scorepad.selectors.ranking import Standing
from scorepad.selectors.season_tables import (
    BYE,
    DIRECT,
    DRAW,
    FORFEIT_LOSS,
    FORFEIT_WIN,
    LESS,
    LOSS,
    MARGIN,
    WIN,
    WINS,
    TableRow,
    TableRules,
    table_of,
)
from scorepad.selectors.spreadsheets import csv_of
from scorepad.selectors.told import parse
from scorepad.web.games import GAMES as PAGES
from scorepad.web.ladders import words
from scorepad.web.reading import reading

COLUMNS = (
    *("place", "player", "player_id", "points", "won", "drawn", "lost"),
    *("forfeits_won", "forfeits_lost", "byes"),
)


@dataclass(frozen=True)
class Line:
    """A row of the table; `parted` is what the tie-breaks say of him, in their order. `level` is so much of it, with
    their names, as parts him from others with as many points."""

    person: Person
    row: TableRow
    points: str
    parted: Sequence[str]
    level: Sequence[words.Fact]


@reading
def ladder_season(request: HttpRequest, ladder_id: UUID) -> HttpResponse:
    found = season_seen(viewer=Viewer.of_session(request.user), ladder_id=ladder_id)
    ladder, table = found.ladder, found.table
    tiebreaks = tiebreak_names(ladder, table.rules)
    return render(
        request,
        "ladders/season.html",
        {
            "ladder": ladder,
            "club": ladder.club,
            "season": words.season(ladder),
            "found": found,
            "pending": table.pending,
            "lines": _lines(table.rows, table.people, tiebreaks),
            "tiebreaks": tiebreaks,
            "byes": any(row.byes for row in table.rows),
            "drawn": any(row.drawn for row in table.rows),
            "rules": list(_rules(ladder, table.rules)),
        },
    )


@reading
def season_csv(request: HttpRequest, ladder_id: UUID) -> HttpResponse:
    table = table_of(viewer=Viewer.of_session(request.user), ladder_id=ladder_id)
    lines = ([*_cells(row, table.people[row.player])] for row in table.rows)
    headers = {"Content-Disposition": f'attachment; filename="{ladder_id}-season.csv"'}
    told = csv_of([(*COLUMNS, *table.rules.tiebreaks), *lines])
    return HttpResponse(told, content_type="text/csv; charset=utf-8", headers=headers)


@reading
def ladder_frozen(request: HttpRequest, ladder_id: UUID) -> HttpResponse:
    found = season_as_frozen(viewer=Viewer.of_session(request.user), ladder_id=ladder_id)
    document = found.frozen.standings
    tiebreaks = tiebreak_names(found.ladder, TableRules.of(document["ladder"]["table"]))
    return render(
        request,
        "ladders/frozen.html",
        {
            "ladder": found.ladder,
            "club": found.ladder.club,
            "frozen": found.frozen,
            "member": found.member,
            "standings": [_told(parse(row), found.people) for row in document["standings"]],
            "lines": _lines([_row(row) for row in document["table"]], found.people, tiebreaks),
            "tiebreaks": tiebreaks,
            "byes": any(row["byes"] for row in document["table"]),
            "drawn": any(row["drawn"] for row in document["table"]),
            "glicko2": document["ladder"]["system"] == Ladder.System.GLICKO2,
        },
    )


def tiebreak_names(ladder: Ladder, rules: TableRules) -> list[str]:
    own = {DIRECT: gettext("Direct encounter"), MARGIN: gettext("Margin"), WINS: gettext("Wins")}
    facts = {fact.key: fact for fact in GAMES[ladder.game].rules.facts.declared}
    called = PAGES[ladder.game].telling.fact
    return [own.get(each) or _less(each, called(facts[each.removeprefix(LESS)])) for each in rules.tiebreaks]


def _less(tiebreak: str, label: str) -> str:
    return gettext("{label}, the fewer the better").format(label=label) if tiebreak.startswith(LESS) else label


def _lines(rows: Sequence[TableRow], people: Mapping[UUID, Person], tiebreaks: Sequence[str]) -> list[Line]:
    found = []
    for points, of_points in groupby(rows, lambda row: row.points):
        level = list(of_points)
        asked = _asked([row.tiebreaks for row in level])
        for row in level:
            parted = ["" if value is None else words.number(value) for value in row.tiebreaks]
            told = list(zip(tiebreaks, parted, strict=True))[:asked]
            found.append(Line(people[row.player], row, words.number(points), parted, told))
    return found


def _asked(said: Sequence[tuple[float | None, ...]]) -> int:
    """How many tie-breaks it takes until all who are level are parted, or all of them."""
    most = max(map(len, said)) if len(said) > 1 else 0
    return next((number for number in range(most) if len({values[:number] for values in said}) == len(said)), most)


def _cells(row: TableRow, person: Person) -> Iterator[str | float | None]:
    yield from (row.place, person.name, str(person.id), row.points, row.won, row.drawn, row.lost)
    yield from (row.forfeits_won, row.forfeits_lost, row.byes, *row.tiebreaks)


def _row(told: Mapping[str, Any]) -> TableRow:
    return TableRow(**{**told, "player": UUID(told["player"]), "tiebreaks": tuple(told["tiebreaks"])})


def _told(standing: Standing, people: Mapping[UUID, Person]) -> dict[str, Any]:
    return {"person": people[standing.player], "standing": standing, "rating": words.rating(standing.rating)}


def _rules(ladder: Ladder, rules: TableRules) -> Iterator[words.Fact]:
    """What a match is worth, and what parts those who are level."""
    of = {name: words.number(value) for name, value in rules.points.items()}
    yield (
        gettext("Points"),
        gettext("{win} for a win, {draw} for a draw, {loss} for a loss").format(
            win=of[WIN], draw=of[DRAW], loss=of[LOSS]
        ),
    )
    if ladder.forfeits:
        given_up = gettext("{win} when the opponent gave up, {loss} for giving up")
        yield gettext("Forfeits"), given_up.format(win=of[FORFEIT_WIN], loss=of[FORFEIT_LOSS])
    if rules.byes:
        byes = sum(rules.byes.values())
        told = ngettext("{points} for a bye; {n} was given", "{points} for a bye; {n} were given", byes)
        yield gettext("Byes"), told.format(points=of[BYE], n=byes)
    names = tiebreak_names(ladder, rules)
    yield gettext("When level"), " → ".join(names) if names else gettext("places are shared")
