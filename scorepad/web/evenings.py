"""The clubs' matches, evening by evening: those at the tables now, those that ended tonight, those left open, then the
earlier ones; of one club with `?club=`.

An evening has its club's own date. Reads matches through their selector, a page at a time, and adds nothing but words.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import groupby
from uuid import UUID
from zoneinfo import ZoneInfo

from django.core.validators import slug_re
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.timezone import now
from django.utils.translation import gettext, ngettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from scorepad.models import Club, LedgerCheck
from scorepad.refusals import NotHere
from scorepad.selectors.access import Viewer, visible_clubs
from scorepad.selectors.ledger import last_check
from scorepad.selectors.matches import MatchLine, matches_of
from scorepad.web.endings import ended_briefly
from scorepad.web.games import GAMES, GamePages

PAGE = 30
AT_THE_TABLE = timedelta(hours=12)  # so long after its last entry nobody sits there any more


@dataclass(frozen=True)
class Line:
    """A match in a list, with what its game shows of it."""

    match: MatchLine
    pages: GamePages
    ago: str
    ended: SafeString | None

    @property
    def best(self) -> int:
        return max(seat.score for seat in self.match.seats)


@dataclass(frozen=True)
class Evening:
    """The matches of one club on one day; `first` of those on that day."""

    day: date
    club: Club
    first: bool
    lines: Sequence[Line]


@require_safe
@conditional_page
@cache_control(private=True, no_cache=True)
def home(request: HttpRequest) -> HttpResponse:
    viewer, moment, before = Viewer.of_session(request.user), now(), _asked_for(request)
    clubs = list(visible_clubs(viewer)[:2])
    asked = _club_asked_for(request, viewer)
    shown = [asked] if asked else clubs
    try:
        finished = matches_of(viewer, asked, under_way=False, before=before, limit=PAGE + 1)
    except NotHere as refused:
        raise Http404 from refused
    unfinished = [] if before else matches_of(viewer, asked, under_way=True)
    playing = [match for match in unfinished if moment - match.updated_at < AT_THE_TABLE]
    left_open = [_line(match, moment) for match in unfinished if match not in playing]
    lines = [_line(match, moment) for match in finished[:PAGE]]
    tonight = [] if before else [line for line in lines if line.match.played_on == _today(line.match.club, moment)]
    earlier = [line for line in lines if line not in tonight]
    return render(
        request,
        "home.html",
        {
            "club": shown[0] if len(shown) == 1 else None,
            "clubs": clubs,
            "one_of_many": bool(asked) and len(clubs) > 1,
            "before": before,
            "headline": _headline(shown, [*playing, *(line.match for line in tonight)], moment),
            "said": _said(len(playing), sum(line.match.was_finished for line in tonight)),
            "playing": [_line(match, moment) for match in playing],
            "tonight": _evenings(tonight),
            "left_open": _evenings(left_open),
            "earlier": _evenings(earlier),
            "checked": last_check(LedgerCheck.Of.JOURNAL),
            "recounted": last_check(LedgerCheck.Of.STATISTICS),
            "rated_anew": last_check(LedgerCheck.Of.LADDERS),
            "older": finished[PAGE - 1].id if len(finished) > PAGE else None,
            "games": {GAMES[match.game] for match in [*unfinished, *finished]} or set(GAMES.values()),
        },
    )


def _asked_for(request: HttpRequest) -> UUID | None:
    asked = request.GET.get("before")
    try:
        return UUID(asked) if asked else None
    except ValueError as error:
        raise Http404 from error


def _club_asked_for(request: HttpRequest, viewer: Viewer) -> Club | None:
    slug = request.GET.get("club")
    if slug is None:
        return None
    club = visible_clubs(viewer).filter(slug=slug).first() if slug_re.match(slug) else None
    if club is None:
        raise Http404
    return club


def _line(match: MatchLine, moment: datetime) -> Line:
    return Line(match, GAMES[match.game], _ago(match.updated_at, moment), ended_briefly(match))


def _today(club: Club, moment: datetime) -> date:
    return moment.astimezone(ZoneInfo(club.time_zone)).date()


def _evenings(lines: Iterable[Line]) -> list[Evening]:
    """Day by day, and where several clubs played on one, club by club."""
    evenings = []
    for day, run in groupby(lines, lambda line: line.match.played_on):
        by_club: dict[Club, list[Line]] = {}
        for line in run:
            by_club.setdefault(line.match.club, []).append(line)
        evenings += [Evening(day, club, place == 0, lines) for place, (club, lines) in enumerate(by_club.items())]
    return evenings


def _headline(clubs: Sequence[Club], tonight: Sequence[MatchLine], moment: datetime) -> str:
    """The date, on an evening that is being played; else the club, or that there is more than one."""
    days = {match.played_on for match in tonight if match.played_on == _today(match.club, moment)}
    if len(days) == 1:
        return date_format(days.pop(), "l j F")
    return clubs[0].name if len(clubs) == 1 else gettext("Matches")


def _said(playing: int, finished: int) -> str:
    tables = ngettext("{n} table playing", "{n} tables playing", playing).format(n=playing)
    matches = ngettext("{n} match finished", "{n} matches finished", finished).format(n=finished)
    if playing and finished:
        return gettext("{tables}, {matches}.").format(tables=tables, matches=matches)
    if playing or finished:
        return gettext("{what}.").format(what=tables if playing else matches)
    return ""


def _ago(then: datetime, moment: datetime) -> str:
    minutes = int((moment - then).total_seconds() // 60)
    if minutes < 1:
        return gettext("just now")
    if minutes < 60:
        return gettext("{n} min ago").format(n=minutes)
    if minutes < 24 * 60:
        return gettext("{n} h ago").format(n=minutes // 60)
    return ngettext("{n} day ago", "{n} days ago", minutes // (24 * 60)).format(n=minutes // (24 * 60))
