"""What a correction would change, told before it is made: the scores of rounds, how the match stands, who sat where. A
dry run has worked it out (`services/effects.py`); here it is said in words.
"""

from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.timezone import make_naive
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorepad.models import Match
from scorepad.selectors.people import names_of
from scorepad.selectors.sheets import Sheet
from scorepad.web.changes import Change, in_words

Json = Mapping[str, Any]

STATUSES: Mapping[str, str | Promise] = {
    Match.Status.OPEN: _("open"),
    Match.Status.COMPLETE: _("complete"),
    Match.Status.FORFEITED: _("given up"),
    Match.Status.ABANDONED: _("abandoned"),
}


def told(sheet: Sheet, words: Mapping[str, str | Promise], changes: Json) -> list[Change]:
    """Round by round, then the whole; an empty list where the record alone would be different."""
    return [*_rounds(sheet, changes), *_seats(words, changes), *_whole(sheet, changes)]


def _rounds(sheet: Sheet, changes: Json) -> Iterator[Change]:
    for each in changes["rounds"]:
        place = gettext("Round {round}").format(round=each["round"])
        yield in_words(place, _score(sheet, each["before"]), _score(sheet, each["after"]))
    if "totals" in changes:
        yield in_words(gettext("Score"), *(_score(sheet, totals) for totals in _both(changes["totals"])))


def _seats(words: Mapping[str, str | Promise], changes: Json) -> Iterator[Change]:
    if "players" in changes:
        before, after = _both(changes["players"])
        names = names_of({UUID(player) for player in [*before.values(), *after.values()]})
        for key in after:
            if before.get(key) != after[key]:
                yield in_words(str(words[key]), *(names.get(UUID(each[key])) for each in (before, after)))


def _whole(sheet: Sheet, changes: Json) -> Iterator[Change]:
    names = {seat.key: seat.name for seat in sheet.seats}
    zone = ZoneInfo(sheet.match.club.time_zone)
    for name, word, said in (
        ("status", gettext("Status"), lambda status: str(STATUSES[status])),
        ("forfeited_by", gettext("Gave up"), names.get),
        ("void", gettext("Void"), bool),
        ("played_at", gettext("Began"), lambda written: _moment(written, zone)),
        ("rated", gettext("Rated"), bool),
        ("table", gettext("Table"), str),
    ):
        if name in changes:
            yield in_words(word, *(said(value) for value in _both(changes[name])))


def _both(change: Json) -> tuple[Any, Any]:
    return change["before"], change["after"]


def _score(sheet: Sheet, points: Json | None) -> str | None:
    return None if points is None else "–".join(str(points[seat.key]) for seat in sheet.seats)


def _moment(written: str, zone: ZoneInfo) -> str:
    moment = parse_datetime(written)
    return date_format(make_naive(moment, zone), "DATETIME_FORMAT") if moment else written
