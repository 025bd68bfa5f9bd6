"""One match on a page: /matches/{id}/, with `?round=` to open a round and `?view=table` for the chart's figures; and
its record as text, /matches/{id}/record.txt, for browsers, which cannot ask the API for text/plain.

Each reads by one selector, which has decided what of the match a viewer may see.
"""

from uuid import UUID
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from engine.games import GAMES as RULES
from scorepad.models import Match
from scorepad.selectors.access import Viewer
from scorepad.selectors.corrected import corrected_sheet
from scorepad.selectors.sheets import sheet
from scorepad.web.asked import Asked
from scorepad.web.clocks import by_clock
from scorepad.web.corrections import corrections
from scorepad.web.endings import ended
from scorepad.web.games import GAMES
from scorepad.web.reading import reading


@reading
def match(request: HttpRequest, match_id: UUID) -> HttpResponse:
    corrected = corrected_sheet(viewer=Viewer.of_session(request.user), match_id=match_id)
    found = corrected.sheet
    pages = GAMES[found.match.game]
    return render(
        request,
        pages.match,
        {
            "sheet": found,
            "match": found.match,
            "club": found.match.club,
            "began": by_clock(found.match.played_at, ZoneInfo(found.match.club.time_zone)),
            "game_name": pages.name,
            "ended": ended(found),
            "corrections": corrections(corrected),
            "page": pages.page(found, Asked.of(request.GET)),
            "live": found.match.status == Match.Status.OPEN and not found.match.void,
            "as_table": request.GET.get("view") == "table",
        },
    )


@reading
def record_as_text(request: HttpRequest, match_id: UUID) -> HttpResponse:
    found = sheet(viewer=Viewer.of_session(request.user), match_id=match_id)
    text = RULES[found.match.game].dump_text(found.record)
    headers = {"Content-Disposition": f'inline; filename="{match_id}.txt"'}
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers=headers)
