"""/search/?q=: players, clubs, ladders and matches by name, of what the viewer may see."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import now

from scorepad.selectors.access import Viewer
from scorepad.selectors.search import LEAST, search
from scorepad.web.clubs.asked import text_asked_for
from scorepad.web.evenings import Line, evenings, games_of
from scorepad.web.reading import reading


@reading
def find(request: HttpRequest) -> HttpResponse:
    text, moment = text_asked_for(request, "q"), now()
    found = search(viewer=Viewer.of_session(request.user), text=text)
    lines = [Line.of(match, moment) for match in found.matches] if found else []
    shown = {"text": text, "found": found, "evenings": evenings(lines), "games": games_of(lines) if lines else ()}
    return render(request, "search.html", {**shown, "least": LEAST})
