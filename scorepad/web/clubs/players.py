"""/clubs/{slug}/players/: who plays there, how strong, how much and how it went lately."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from scorepad.refusals import NotHere
from scorepad.selectors.access import Viewer
from scorepad.selectors.rosters import roster
from scorepad.web.clubs.asked import id_asked_for


@require_safe
@conditional_page
@cache_control(private=True, no_cache=True)
def club_players(request: HttpRequest, slug: str) -> HttpResponse:
    after = id_asked_for(request, "after")
    try:
        found = roster(viewer=Viewer.of_session(request.user), slug=slug, after=after)
    except NotHere as refused:
        raise Http404 from refused
    return render(request, "club_players.html", {"club": found.line.club, "roster": found, "after": after})
