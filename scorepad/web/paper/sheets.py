"""/clubs/{slug}/paper/, a blank score sheet to take to the table, and /matches/{id}/paper/, one that is filled in, with
a code that leads back to its match. `?paper=letter` lays it out for Letter, and A4 is meant otherwise.

Reads a club, or one sheet through its selector; how a page is laid out is the game's own template.
"""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from scorepad.selectors.access import Viewer, club_to
from scorepad.selectors.sheets import sheet
from scorepad.web.asked import Asked
from scorepad.web.endings import ended
from scorepad.web.games import GAMES, GamePages
from scorepad.web.qr import qr
from scorepad.web.reading import reading

SIZES = ("a4", "letter")


@reading
def blank_paper(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_to("read", viewer=Viewer.of_session(request.user), slug=slug)
    pages = GAMES.get(request.GET.get("game", ""), next(iter(GAMES.values())))
    shown = {"club": club, "page": pages.blank(), "games": GAMES.values() if len(GAMES) > 1 else ()}
    return render(request, pages.paper, shown | _laid_out(request, pages))


@reading
def match_paper(request: HttpRequest, match_id: UUID) -> HttpResponse:
    found = sheet(viewer=Viewer.of_session(request.user), match_id=match_id)
    pages = GAMES[found.match.game]
    url = request.build_absolute_uri(reverse("match", args=[match_id]))
    shown = {
        "club": found.match.club,
        "match": found.match,
        "ended": ended(found),
        "page": pages.page(found, Asked()),
        "url": url,
        "drawn": qr(url),
    }
    return render(request, pages.paper, shown | _laid_out(request, pages))


def _laid_out(request: HttpRequest, pages: GamePages) -> dict[str, object]:
    asked = request.GET.get("paper", "").lower()
    return {"size": asked if asked in SIZES else SIZES[0], "game_name": pages.name, "pages": pages}
