"""/: the clubs that the viewer sees, and the matches that are being played in them at this moment."""

from collections import Counter

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now

from scorepad.selectors.access import Viewer
from scorepad.selectors.clubs import club_seen, clubs_seen
from scorepad.selectors.matches import matches_of
from scorepad.web.clubs.asked import slug_asked_for
from scorepad.web.evenings import Tonight, games_of
from scorepad.web.reading import reading


@reading
def home(request: HttpRequest) -> HttpResponse:
    viewer, moment = Viewer.of_session(request.user), now()
    if "club" in request.GET:
        return _as_it_was_called_before(request, viewer)
    clubs = clubs_seen(viewer)
    tonight = Tonight.of(matches_of(viewer, under_way=True) if clubs else (), moment)
    playing = Counter(line.match.club for line in tonight.playing)
    return render(
        request,
        "home.html",
        {
            "clubs": clubs,
            "rows": [(line, playing[line.club]) for line in clubs],
            "several": len(clubs) > 1,
            "tonight": tonight,
            "games": games_of(tonight.playing),
        },
    )


def _as_it_was_called_before(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """`/?club=` was a club's page once."""
    return redirect("club", club_seen(viewer, slug_asked_for(request)).club.slug, permanent=True)
