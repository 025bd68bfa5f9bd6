"""Lists of matches in words: those at the tables now, those that ended tonight, those left open, then the earlier ones,
evening by evening.

An evening has its club's own date. Nothing is read here; the matches come from their selector.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import groupby
from zoneinfo import ZoneInfo

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from scorepad.models import Club
from scorepad.selectors.matches import MatchLine
from scorepad.web.endings import ended_briefly
from scorepad.web.games import GAMES, GamePages

AT_THE_TABLE = timedelta(hours=12)  # so long after its last entry nobody sits there any more


@dataclass(frozen=True)
class Line:
    """A match in a list, with what its game shows of it."""

    match: MatchLine
    pages: GamePages
    ago: str
    ended: SafeString | None

    @classmethod
    def of(cls, match: MatchLine, moment: datetime) -> "Line":
        return cls(match, GAMES[match.game], ago(match.updated_at, moment), ended_briefly(match))

    @property
    def best(self) -> int:
        return max(seat.score for seat in self.match.seats)


@dataclass(frozen=True)
class Evening:
    """The matches of one day, the latest first."""

    day: date
    lines: Sequence[Line]


@dataclass(frozen=True)
class Tonight:
    """What of some matches goes on or ended this evening, and what did not."""

    playing: Sequence[Line]
    finished: Sequence[Line]
    left_open: Sequence[Line]
    earlier: Sequence[Line]

    @classmethod
    def of(cls, matches: Iterable[MatchLine], moment: datetime) -> "Tonight":
        lines = [Line.of(match, moment) for match in matches]
        under_way = [line for line in lines if line.match.under_way]
        ended = [line for line in lines if not line.match.under_way]
        return cls(
            playing=[line for line in under_way if moment - line.match.updated_at < AT_THE_TABLE],
            finished=[line for line in ended if line.match.played_on == today(line.match.club, moment)],
            left_open=[line for line in under_way if moment - line.match.updated_at >= AT_THE_TABLE],
            earlier=[line for line in ended if line.match.played_on != today(line.match.club, moment)],
        )

    def evening(self, moment: datetime) -> date | None:
        """The day that is being played, if it is one."""
        lines = [*self.playing, *self.finished]
        days = {line.match.played_on for line in lines if line.match.played_on == today(line.match.club, moment)}
        return days.pop() if len(days) == 1 else None

    @property
    def said(self) -> str:
        playing, finished = len(self.playing), sum(line.match.was_finished for line in self.finished)
        tables = ngettext("{n} table playing", "{n} tables playing", playing).format(n=playing)
        matches = ngettext("{n} match finished", "{n} matches finished", finished).format(n=finished)
        if playing and finished:
            return gettext("{tables}, {matches}.").format(tables=tables, matches=matches)
        if playing or finished:
            return gettext("{what}.").format(what=tables if playing else matches)
        return ""


def today(club: Club, moment: datetime) -> date:
    return moment.astimezone(ZoneInfo(club.time_zone)).date()


def evenings(lines: Iterable[Line]) -> list[Evening]:
    """Day by day; the lines come in their order."""
    return [Evening(day, list(of_day)) for day, of_day in groupby(lines, lambda line: line.match.played_on)]


def games_of(lines: Iterable[Line]) -> list[GamePages]:
    """The games whose drawings a page with these lines refers to; all of them when there is none."""
    keys = {line.match.game for line in lines} or GAMES.keys()
    return [GAMES[key] for key in sorted(keys)]


def ago(then: datetime, moment: datetime) -> str:
    minutes = int((moment - then).total_seconds() // 60)
    if minutes < 1:
        return gettext("just now")
    if minutes < 60:
        return gettext("{n} min ago").format(n=minutes)
    if minutes < 24 * 60:
        return gettext("{n} h ago").format(n=minutes // 60)
    return ngettext("{n} day ago", "{n} days ago", minutes // (24 * 60)).format(n=minutes // (24 * 60))
