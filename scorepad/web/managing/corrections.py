"""/matches/{id}/change/: a match put right, with a reason. `?what=` says what of it; first its effect is shown, by a
dry run that stores nothing, then it is done.

An entry's id and the version it was thought of at come with the form: sent twice it is entered once, and never over
what somebody has written meanwhile.
"""

import uuid
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from scorepad.refusals import Refused
from scorepad.selectors.access import Viewer, require_at
from scorepad.selectors.sheets import Sheet, sheet
from scorepad.services.entries import enter
from scorepad.web.games import GAMES
from scorepad.web.managing.correcting import WAYS, Correction
from scorepad.web.managing.effects import told
from scorepad.web.managing.manage import managing, tell


@managing
def match_change(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    viewer = Viewer.of_session(request.user)
    found = sheet(viewer=viewer, match_id=match_id)
    match = found.match
    if not found.may_record:
        require_at("record", viewer=viewer, match=match)
    ways, words = _ways(found), GAMES[match.game].seats
    shown: dict[str, Any] = {
        "club": match.club,
        "match": match,
        "seats": found.seats,
        "ways": [(key, way.name) for key, way in ways.items()],
    }
    way = ways.get(request.GET.get("what", ""))
    if way is None:
        return render(request, "managing/match_change.html", shown)
    form = way(viewer, found, words, request.GET, request.POST if request.method == "POST" else None)
    shown |= {"form": form, "pages": GAMES[match.game]}
    if form.is_valid():
        done = "do" in request.POST
        try:
            verdict = enter(viewer=viewer, match_id=match_id, entry=form.entry(), dry_run=not done)
        except Refused as refused:
            tell(form, refused, form.field_at)
        else:
            if done:
                messages.success(request, gettext("It is put right, and the journal says by whom and why."))
                return redirect("match", match_id)
            shown |= {"effect": told(found, verdict), "foretold": verdict.foretold}
    return render(request, "managing/match_way.html", shown)


def _ways(found: Sheet) -> dict[str, type[Correction]]:
    """What can be done to this match as it stands, by the word for it in the address."""
    ways = {**GAMES[found.match.game].amending, **WAYS}
    return {key: way for key, way in ways.items() if way.is_open_to(found)}
