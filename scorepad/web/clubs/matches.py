"""/clubs/{slug}/matches/: the matches of a club, evening by evening, as somebody wants them.

`?player=` and `?opponent=` are names in any spelling, or ids; `from` and `to` evenings; `status` how a match ended, or
that it is void; `before` a match to go on from.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import now
from django.utils.translation import gettext_lazy as _

from scorepad.models import Match
from scorepad.selectors.access import Viewer
from scorepad.selectors.asking import Person
from scorepad.selectors.evenings import evenings_of
from scorepad.selectors.matches import Wanted
from scorepad.web.clubs.asked import day_asked_for, id_asked_for, text_asked_for
from scorepad.web.evenings import Line, evenings, games_of
from scorepad.web.reading import reading

STATES = {
    Match.Status.COMPLETE.value: _("played to the end"),
    Match.Status.OPEN.value: _("still open"),
    Match.Status.FORFEITED.value: _("given up"),
    Match.Status.ABANDONED.value: _("abandoned"),
    "void": _("void"),
}


@reading
def club_matches(request: HttpRequest, slug: str) -> HttpResponse:
    player, opponent = text_asked_for(request, "player"), text_asked_for(request, "opponent")
    start, end = day_asked_for(request, "from"), day_asked_for(request, "to")
    state, before = request.GET.get("status", ""), id_asked_for(request, "before")
    wanted = Wanted(start=start, end=end, state=state if state in STATES else None)
    found = evenings_of(
        viewer=Viewer.of_session(request.user),
        slug=slug,
        wanted=wanted,
        player=player,
        opponent=opponent,
        before=before,
    )
    moment = now()
    lines = [Line.of(match, moment) for match in found.matches]
    return render(
        request,
        "club_matches.html",
        {
            "club": found.line.club,
            "line": found.line,
            "found": found,
            "evenings": evenings(lines),
            "games": games_of(lines) if lines else (),
            "typed": {"player": _shown(player, found.player), "opponent": _shown(opponent, found.opponent)},
            "wanted": wanted,
            "states": STATES,
            "filtered": bool(player or opponent or start or end or wanted.state),
            "before": before,
        },
    )


def _shown(typed: str, person: Person | None) -> str:
    """The name behind an id; else what was typed, as it was."""
    return person.name if person else typed
