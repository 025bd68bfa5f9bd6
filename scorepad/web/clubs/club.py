"""/clubs/{slug}/: a club at a glance, as on the wall of the clubhouse. It renews itself while somebody looks."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import now

from scorepad.selectors.access import Viewer
from scorepad.selectors.fronts import front
from scorepad.web.evenings import Tonight, evenings, games_of
from scorepad.web.games import GAMES
from scorepad.web.reading import reading

EARLIER = 10


@reading
def club(request: HttpRequest, slug: str) -> HttpResponse:
    moment = now()
    seen = front(viewer=Viewer.of_session(request.user), slug=slug)
    tonight = Tonight.of([*seen.under_way, *seen.finished], moment)
    earlier = tonight.earlier[: max(2, EARLIER - len(tonight.finished))]
    return render(
        request,
        "club.html",
        {
            "club": seen.line.club,
            "line": seen.line,
            "evening": tonight.evening(moment),
            "tonight": tonight,
            "left_open": evenings(tonight.left_open),
            "earlier": evenings(earlier),
            "top": seen.top,
            "leaders": [(row, seen.top.people[row.player]) for row in seen.top.rows] if seen.top else [],
            "highlights": [(GAMES[each.game], each) for each in seen.highlights],
            "games": games_of([*tonight.playing, *tonight.finished, *tonight.left_open, *earlier]),
            "checks": seen.checks,
        },
    )
