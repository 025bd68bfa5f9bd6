"""A club's statistics, /clubs/{slug}/statistics/, and its records, /clubs/{slug}/records/."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import number_format
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from engine.statistics.fairness import Evidence
from scorepad.refusals import NotHere, Refused
from scorepad.selectors.access import Viewer
from scorepad.selectors.picking import ladders_of_club
from scorepad.selectors.records import Record, records
from scorepad.selectors.statistics import club_statistics
from scorepad.web.games import GAMES
from scorepad.web.players.figures import club_figure_at
from scorepad.web.players.filters import FilterForm, game_asked_for
from scorepad.web.players.shown import whole

STRONG, SOME = 100, 10  # e-values


@dataclass(frozen=True)
class Dice:
    """What is said of the fairness of a club's dice."""

    verdict: str
    e_value: str
    n: str


@require_safe
@conditional_page
@cache_control(private=True, no_cache=True)
def statistics(request: HttpRequest, slug: str) -> HttpResponse:
    form, game = FilterForm(request, leaving_out=["opponent"]), game_asked_for(request)
    try:
        viewer = Viewer.of_session(request.user)
        found = club_statistics(viewer=viewer, game=game, slug=slug, filters=form.filters)
    except (NotHere, Refused) as refused:
        raise Http404 from refused
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
        },
    )


def _dice(fairness: Evidence) -> Dice:
    if fairness.e_value >= STRONG:
        verdict = gettext("The dice are very likely not fair.")
    elif fairness.e_value >= SOME:
        verdict = gettext("There is some doubt whether the dice are fair.")
    else:
        verdict = gettext("Nothing speaks against fair dice.")
    written = number_format(fairness.e_value, 3) if fairness.e_value < SOME else f"{fairness.e_value:.3g}"
    return Dice(verdict, written, whole(fairness.n))


@require_safe
@conditional_page
@cache_control(private=True, no_cache=True)
def club_records(request: HttpRequest, slug: str) -> HttpResponse:
    form, game = FilterForm(request, leaving_out=["opponent", "ladder"]), game_asked_for(request)
    try:
        found = records(viewer=Viewer.of_session(request.user), game=game, slug=slug, filters=form.filters)
    except (NotHere, Refused) as refused:
        raise Http404 from refused
    return render(
        request,
        "players/records.html",
        {
            "club": found.asked.club,
            "form": form,
            "pending": found.asked.pending,
            "records": [Told.of(each) for each in found.records if each.holders],
            "feats": [Told.of(each) for each in found.feats if each.holders],
        },
    )


@dataclass(frozen=True)
class Told:
    """A record in words."""

    record: Record
    label: str
    value: str
    more: int

    @classmethod
    def of(cls, record: Record) -> "Told":
        value = whole(record.count if record.value is None else record.value)
        return cls(record, _record_label(record), value, record.count - len(record.holders))


def _record_label(record: Record) -> str:
    known = {
        "best_match": gettext("Best match"),
        "best_round": gettext("Best round"),
        "biggest_margin": gettext("Biggest margin"),
        "winning_streak": gettext("Longest winning streak"),
    }
    return known.get(record.key, record.label)
