"""/search/?q=: players, clubs, ladders and matches by name, of what the viewer may see; `&club=` of one club alone,
within whose pages one stays.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import now

from scorepad.selectors.access import Viewer
from scorepad.selectors.search import LEAST, is_long_enough, search
from scorepad.web.clubs.asked import slug_asked_for, text_asked_for
from scorepad.web.evenings import Line, evenings, games_of
from scorepad.web.reading import reading


@reading
def find(request: HttpRequest) -> HttpResponse:
    text, moment = text_asked_for(request, "q"), now()
    slug = slug_asked_for(request) if request.GET.get("club") else None
    found = search(viewer=Viewer.of_session(request.user), text=text, slug=slug)
    lines = [Line.of(match, moment) for match in found.matches]
    shown = {
        "club": found.club,
        "text": text,
        "looked": is_long_enough(text),
        "found": found,
        "evenings": evenings(lines),
        "games": games_of(lines) if lines else (),
        "least": LEAST,
    }
    return render(request, "search.html", shown)
