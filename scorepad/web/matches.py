"""One match on a page: /matches/{id}/, with `?round=` to open a round and `?view=table` for the chart's figures; and
its record as text, /matches/{id}/record.txt, for browsers, which cannot ask the API for text/plain.

Reads one sheet, and what its journal has of corrections, through their selectors; what of it a viewer may see was
decided there.
"""

from uuid import UUID
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import make_naive

from engine.games import GAMES as RULES
from scorepad.games import GAMES as HERE
from scorepad.models import Match
from scorepad.selectors.access import Viewer
from scorepad.selectors.journal import as_read, lines_of
from scorepad.selectors.sheets import Sheet, sheet
from scorepad.services.differences import differences
from scorepad.web.asked import Asked
from scorepad.web.corrections import CORRECTING, Correction, corrections, to_compare
from scorepad.web.endings import ended
from scorepad.web.games import GAMES
from scorepad.web.reading import reading

MOST_COMPARED = 20


@reading
def match(request: HttpRequest, match_id: UUID) -> HttpResponse:
    found = _sheet(request, match_id)
    pages = GAMES[found.match.game]
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
            "corrections": _corrections(found),
            "page": pages.page(found, Asked.of(request.GET)),
            "live": found.match.status == Match.Status.OPEN and not found.match.void,
            "as_table": request.GET.get("view") == "table",
        },
    )


@reading
def record_as_text(request: HttpRequest, match_id: UUID) -> HttpResponse:
    found = _sheet(request, match_id)
    text = RULES[found.match.game].dump_text(found.record)
    headers = {"Content-Disposition": f'inline; filename="{match_id}.txt"'}
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers=headers)


def _corrections(found: Sheet) -> list[Correction]:
    """Those that this reader may hear of; of the latest it is told what they changed: so many are worth the folding."""
    lines = lines_of(found.match)
    correcting = [line for line in lines if line.kind in CORRECTING]
    told = as_read(found.match, correcting, may_record=found.may_record, member=found.members_only)
    versions = to_compare(told)[-MOST_COMPARED:]
    return corrections(found, told, differences(HERE[found.match.game], found.match.pk, lines, versions))


def _sheet(request: HttpRequest, match_id: UUID) -> Sheet:
    return sheet(viewer=Viewer.of_session(request.user), match_id=match_id)
