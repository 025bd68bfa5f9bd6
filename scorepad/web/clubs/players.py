"""/clubs/{slug}/players/: who plays there, how strong, how much and how it went lately."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scorepad.selectors.access import Viewer
from scorepad.selectors.rosters import roster
from scorepad.web.clubs.asked import id_asked_for
from scorepad.web.reading import reading


@reading
def club_players(request: HttpRequest, slug: str) -> HttpResponse:
    after = id_asked_for(request, "after")
    found = roster(viewer=Viewer.of_session(request.user), slug=slug, after=after)
    return render(request, "club_players.html", {"club": found.line.club, "roster": found, "after": after})
