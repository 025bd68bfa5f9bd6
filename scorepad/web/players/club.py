"""A club's statistics, /clubs/{slug}/statistics/, and its records, /clubs/{slug}/records/."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, ngettext

from engine.statistics.fairness import Evidence
from scorepad.selectors.access import Viewer
from scorepad.selectors.choosing import ladders_of_club
from scorepad.selectors.records import Record, records
from scorepad.selectors.statistics import club_statistics
from scorepad.web.games import GAMES
from scorepad.web.players.by_figure import by_figure
from scorepad.web.players.figures import club_figure_at
from scorepad.web.players.filters import FilterForm, game_asked_for
from scorepad.web.players.shown import whole
from scorepad.web.reading import reading
from scorepad.web.rounding import grouped

STRONG, SOME = 100, 10  # e-values
LITTLE, MUCH = 0.001, 1_000_000


@dataclass(frozen=True)
class Dice:
    """What is said of the fairness of a club's dice."""

    verdict: str
    e_value: str
    n: str


@reading
def statistics(request: HttpRequest, slug: str) -> HttpResponse:
    form, game = FilterForm(request, leaving_out=["opponent"]), game_asked_for(request)
    viewer = Viewer.of_session(request.user)
    found = club_statistics(viewer=viewer, game=game, slug=slug, filters=form.filters)
    form.offer(ladders=ladders_of_club(found.asked.club, game))
    pages = GAMES[game]
    return render(
        request,
        pages.club_statistics,
        {
            "club": found.asked.club,
            "form": form,
            "pending": found.asked.pending,
            "matches": found.matches,
            "people": len(found.players),
            "dice": _dice(found.fairness) if found.fairness and found.fairness.n else None,
            "of_game": pages.telling.club(found, club_figure_at(slug, form.query)),
            "by": by_figure(found, pages.telling.figure, request.GET.get("by")),
            "as_table": request.GET.get("view") == "table",
        },
    )


def _dice(fairness: Evidence) -> Dice:
    if fairness.e_value >= STRONG:
        verdict = gettext("The dice are very likely not fair.")
    elif fairness.e_value >= SOME:
        verdict = gettext("There is some doubt whether the dice are fair.")
    else:
        verdict = gettext("Nothing speaks against fair dice.")
    return Dice(verdict, _e_value(fairness.e_value), whole(fairness.n))


def _e_value(value: float) -> str:
    """It may be anything between next to nothing and more than there is room for."""
    if value < LITTLE:
        return gettext("less than {number}").format(number=grouped(LITTLE, 3))
    if value > MUCH:
        return gettext("more than {number}").format(number=whole(MUCH))
    return grouped(value, 3 if value < 1 else 1)


@reading
def club_records(request: HttpRequest, slug: str) -> HttpResponse:
    form, game = FilterForm(request, leaving_out=["opponent", "ladder"]), game_asked_for(request)
    found = records(viewer=Viewer.of_session(request.user), game=game, slug=slug, filters=form.filters)
    return render(
        request,
        "players/records.html",
        {
            "club": found.asked.club,
            "form": form,
            "pending": found.asked.pending,
            "records": _told(found.records),
            "feats": _told(found.feats),
        },
    )


@dataclass(frozen=True)
class Told:
    """A record in words."""

    record: Record
    label: str
    value: str
    unit: str
    more: int

    @classmethod
    def of(cls, record: Record) -> "Told":
        value = record.count if record.value is None else record.value
        points, matches = ngettext("point", "points", value), ngettext("match", "matches", value)
        unit = points if record.unit == "points" else matches
        return cls(record, _record_label(record), whole(value), unit, record.count - len(record.holders))


def _told(found: Iterable[Record]) -> list[Told]:
    """Those that anybody holds, one that many hold after the others."""
    return [Told.of(each) for each in sorted(found, key=lambda each: len(each.holders)) if each.holders]


def _record_label(record: Record) -> str:
    known = {
        "best_match": gettext("Best match"),
        "best_round": gettext("Best round"),
        "biggest_margin": gettext("Biggest margin"),
        "winning_streak": gettext("Longest winning streak"),
    }
    return known.get(record.key, record.label)
