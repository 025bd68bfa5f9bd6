"""One match on a page: /matches/{id}/, with `?round=` to open a round and `?view=table` for the chart's figures; and
its record as text, /matches/{id}/record.txt, for browsers, which cannot ask the API for text/plain.

Reads one sheet, and what its journal has of corrections, through their selectors; what of it a viewer may see was
decided there.
"""

from uuid import UUID
from zoneinfo import ZoneInfo

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import make_naive
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from engine.games import GAMES as RULES
from scorepad.models import Match
from scorepad.refusals import NotHere
from scorepad.selectors.access import Viewer
from scorepad.selectors.journal import journal
from scorepad.selectors.sheets import Sheet, sheet
from scorepad.web.asked import Asked
from scorepad.web.corrections import CORRECTING, corrections
from scorepad.web.endings import ended
from scorepad.web.games import GAMES


@require_safe
@conditional_page
@cache_control(private=True, no_cache=True)
def match(request: HttpRequest, match_id: UUID) -> HttpResponse:
    found = _sheet(request, match_id)
    pages = GAMES[found.match.game]
    lines = journal(viewer=Viewer.of_session(request.user), match_id=match_id, kinds=CORRECTING)
    return render(
        request,
        pages.match,
        {
            "sheet": found,
            "match": found.match,
            "club": found.match.club,
            "began": make_naive(found.match.played_at, ZoneInfo(found.match.club.time_zone)),
            "game_name": pages.name,
            "ended": ended(found),
            "corrections": corrections(found, lines),
            "page": pages.page(found, Asked.of(request.GET)),
            "live": found.match.status == Match.Status.OPEN and not found.match.void,
            "as_table": request.GET.get("view") == "table",
        },
    )


@require_safe
@conditional_page
@cache_control(private=True, no_cache=True)
def record_as_text(request: HttpRequest, match_id: UUID) -> HttpResponse:
    found = _sheet(request, match_id)
    text = RULES[found.match.game].dump_text(found.record)
    headers = {"Content-Disposition": f'inline; filename="{match_id}.txt"'}
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers=headers)


def _sheet(request: HttpRequest, match_id: UUID) -> Sheet:
    try:
        return sheet(viewer=Viewer.of_session(request.user), match_id=match_id)
    except NotHere as refused:
        raise Http404 from refused
