"""Two players beside each other: /head-to-head/?a=&b=. Where one of them is missing there is a choice of the club's
(`?club=`), and where that is missing, too, of the clubs.
"""

from collections.abc import Iterable
from itertools import accumulate
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext

from scorepad.models import Club
from scorepad.selectors.access import Viewer, club_to
from scorepad.selectors.choosing import clubs_to_choose, people_of_club, player_to
from scorepad.selectors.head_to_head import HeadToHead, head_to_head
from scorepad.selectors.results import Result
from scorepad.web.charts.lines import LineChart, Moment, Trace, line_chart
from scorepad.web.clubs.asked import id_asked_for, slug_asked_for
from scorepad.web.games import GAMES
from scorepad.web.players.filters import FilterForm, game_asked_for
from scorepad.web.reading import reading

LEAST_BALANCE = 40  # points, so that a small lead does not look like a large one


@reading
def two_players(request: HttpRequest) -> HttpResponse:
    a, b = id_asked_for(request, "a"), id_asked_for(request, "b")
    if a and b and a != b:
        return _compared(request, a, b)
    return _to_choose(request, a or b)


def _compared(request: HttpRequest, a: UUID, b: UUID) -> HttpResponse:
    form, game = FilterForm(request, leaving_out=["opponent", "ladder"]), game_asked_for(request)
    viewer = Viewer.of_session(request.user)
    found = head_to_head(viewer=viewer, game=game, a=a, b=b, filters=form.filters)
    pages = GAMES[game]
    return render(
        request,
        pages.head_to_head,
        {
            "club": found.asked.club,
            "found": found,
            "form": form,
            "pending": found.asked.pending,
            "outcomes": [result.outcome for result in reversed(found.met)],
            "balance": _balance(found),
            "of_game": pages.telling.pair(found, lambda key: reverse("pair_figure", args=[a, b, key]) + form.query),
            "others": reverse("head_to_head") + f"?a={found.a.id}",
            "as_table": request.GET.get("view") == "table",
        },
    )


def _balance(found: HeadToHead) -> LineChart | None:
    """By how many points the one led over the other after each match, all matches together."""
    met = list(reversed(found.met))
    if len(met) < 2:
        return None
    trace = Trace(found.a.name, "", _moments(met))
    said = gettext("Points by which {a} leads over {b}, all matches together: {points} now")
    sentence = said.format(a=found.a.name, b=found.b.name, points=f"{trace.moments[-1].value:+.0f}")
    return line_chart([trace], sentence, least=LEAST_BALANCE, height=180)


def _moments(met: Iterable[Result]) -> list[Moment]:
    """The last match of an evening tells of all of it."""
    met = list(met)
    balances = accumulate(result.points - result.against for result in met)
    by_day = dict(zip((result.played_on for result in met), balances, strict=True))
    return [Moment(day, balance) for day, balance in by_day.items()]


def _to_choose(request: HttpRequest, chosen: UUID | None) -> HttpResponse:
    viewer = Viewer.of_session(request.user)
    club = _club_asked_for(request, viewer, chosen)
    return render(
        request,
        "players/choose_two.html",
        {
            "club": club,
            "clubs": [] if club else clubs_to_choose(viewer),
            "people": people_of_club(club) if club else [],
            "chosen": chosen,
        },
    )


def _club_asked_for(request: HttpRequest, viewer: Viewer, chosen: UUID | None) -> Club | None:
    if chosen:
        return player_to("read", viewer=viewer, player_id=chosen).club
    if "club" not in request.GET:
        return None
    return club_to("read", viewer=viewer, slug=slug_asked_for(request))
