"""/clubs/{slug}/screen/: a club's evening for the screen on the clubhouse wall, read from the other end of the room.

It says what the front page says, without what is to be pressed, and shows the boards of those who play while there is
room for them. It renews itself; its code brings a phone to the club's page.
"""

from collections.abc import Iterable
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.timezone import now

from scorepad.selectors.access import Viewer
from scorepad.selectors.screens import screen
from scorepad.web.evenings import Line, Tonight, evenings, games_of
from scorepad.web.qr import qr
from scorepad.web.reading import reading

ROWS = 6
WITH_BOARDS = 4  # tables: the cards of more are too small


@reading
def club_screen(request: HttpRequest, slug: str) -> HttpResponse:
    moment = now()
    seen = screen(viewer=Viewer.of_session(request.user), slug=slug)
    tonight = Tonight.of(seen.matches, moment)
    playing, finished = sorted(tonight.playing, key=_by_table), _standing(tonight.finished)
    last = [] if playing or finished else evenings(_standing(tonight.earlier))[:1]
    rounds = seen.rounds if len(playing) <= WITH_BOARDS else {}
    return render(
        request,
        "screen.html",
        {
            "club": seen.club,
            "evening": tonight.evening(moment),
            "said": tonight.said,
            "playing": [(line, rounds.get(line.match.id)) for line in playing],
            "finished": finished,
            "last": last,
            "top": seen.top,
            "leaders": [(row, seen.top.people[row.player]) for row in seen.top.rows] if seen.top else [],
            "games": games_of([*playing, *finished, *(line for evening in last for line in evening.lines)]),
            "code": qr(request.build_absolute_uri(reverse("club", args=[seen.club.slug]))),
        },
    )


def _standing(lines: Iterable[Line]) -> list[Line]:
    """The latest of those that count: a void match is nothing to be read from afar."""
    return [line for line in lines if not line.match.void][:ROWS]


def _by_table(line: Line) -> tuple[int, str, datetime]:
    """In the order in which the tables stand in the room, the tenth after the ninth."""
    return len(line.match.table), line.match.table, line.match.played_at
