"""How a match ended that was not played to its end, in words: somebody gave up, or both left it.

Of a match of any game: nothing is asked but the seats, and how many rounds were complete.
"""

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from scorepad.models import Match
from scorepad.selectors.matches import MatchLine
from scorepad.selectors.sheets import Sheet


def ended(sheet: Sheet) -> SafeString | None:
    """The sentence at the head of its page; None of a match that is complete or goes on."""
    match = sheet.match
    if match.void and match.status == Match.Status.OPEN:
        return format_html(gettext("Left open in round {round}"), round=len(match.running) + 1)
    names = {seat.key: seat.name for seat in sheet.seats}
    return _said(match.status, names.get(match.forfeited_by or ""), len(match.running) + 1)


def ended_briefly(line: MatchLine) -> SafeString | None:
    """The same in a list, where a match that is void says so too."""
    names = {seat.key: seat.name for seat in line.seats}
    said = _said(line.status, names.get(line.forfeited_by or ""), len(line.strip) + 1)
    if not line.void:
        return said
    void = gettext("Void, recorded twice") if line.duplicate_of else gettext("Void")
    return format_html("{}: {}", void, said) if said else format_html("{}", void)


def _said(status: str, gave_up: str | None, round_: int) -> SafeString | None:
    if status == Match.Status.FORFEITED:
        return format_html(gettext("<bdi>{name}</bdi> gave up in round {round}"), name=gave_up, round=round_)
    if status == Match.Status.ABANDONED:
        return format_html(gettext("Abandoned in round {round}"), round=round_)
    return None
