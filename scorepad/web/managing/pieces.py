"""A piece of a file and its verdict, in words: which match, player or ladder it is, by what a person knows it again,
what became of it, and what is to be said of that.

Nothing is read here; the pieces come from their selector.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import is_aware
from django.utils.translation import gettext, pgettext_lazy

from scorepad.models import Import, ImportLine, Match
from scorepad.selectors.imports import ImportSheet
from scorepad.web.clocks import by_clock
from scorepad.web.managing.effects import STATUSES as OF_MATCHES
from scorepad.web.managing.sentences import sentence_of

STATUSES = {
    "new": pgettext_lazy("verdict on a piece of a file", "new"),
    "here": pgettext_lazy("verdict on a piece of a file", "here already"),
    "refused": pgettext_lazy("verdict on a piece of a file", "refused"),
}
LINKED = {"match": "match", "player": "player", "ladder": "ladder"}
Told = Mapping[str, Any]


@dataclass(frozen=True)
class Piece:
    """`what` it is, `named` by whom or by its own name, and `facts` beside that; `link` is the address of what it is,
    by name, once it is here."""

    line: ImportLine
    what: str
    named: SafeString | None
    facts: Sequence[str]
    status: str
    said: Sequence[str]
    link: str


def pieces(found: ImportSheet) -> list[Piece]:
    zone = ZoneInfo(found.batch.club.time_zone)
    return [_piece(line, found, zone) for line in found.lines]


def problem(told: Told) -> list[str]:
    """What the service has against it; and where, of what is no part of a match."""
    said = []
    for error in told.get("errors") or [{"pointer": "", **told}]:
        said.append(sentence_of(error))
        if error["pointer"] and error.get("record_pointer") is None:
            said.append(gettext("at {place}").format(place=error["pointer"]))
    return said


def _piece(line: ImportLine, found: ImportSheet, zone: ZoneInfo) -> Piece:
    whats = {"match": gettext("Match"), "player": gettext("Player"), "ladder": gettext("Ladder")}
    told = line.told or {}
    return Piece(
        line=line,
        what=whats.get(line.what, line.what),
        named=_named(line, found.names),
        facts=[*_facts(told, zone)],
        status=str(STATUSES[line.status]),
        said=[*(problem(line.problem) if line.problem else ()), *_hints(line.hints)],
        link=LINKED.get(line.what, "") if _is_here(line, found.batch) else "",
    )


def _is_here(line: ImportLine, batch: Import) -> bool:
    stored = batch.state in (Import.State.DONE, Import.State.TAKEN_BACK) and not batch.dry_run
    return line.ref is not None and (line.status == "here" or (line.status == "new" and stored))


def _named(line: ImportLine, names: Mapping[UUID, str]) -> SafeString | None:
    """Whoever is here has the name that he has today."""
    told = line.told or {}
    if seats := told.get("seats"):
        return format_html_join(" – ", "<bdi>{}</bdi>", ((_called(seat, names),) for seat in seats))
    name = (names.get(line.ref) if line.ref else None) or told.get("name")
    return format_html("<bdi>{}</bdi>", name) if name else None


def _called(seat: Told, names: Mapping[UUID, str]) -> str:
    known = names.get(UUID(seat["player"])) if "player" in seat else None
    return known or seat.get("name") or "?"


def _facts(told: Told, zone: ZoneInfo) -> Iterator[str]:
    """The evening, the score, and how it stands where it was not simply played to the end."""
    moment = _moment(told.get("played_at") or "")
    if moment is not None:
        yield date_format(by_clock(moment, zone) if is_aware(moment) else moment, "DATE_FORMAT")
    scores = [seat["score"] for seat in told.get("seats", ()) if "score" in seat]
    if scores:
        yield "–".join(map(str, scores))
    if told.get("status", Match.Status.COMPLETE) != Match.Status.COMPLETE:
        yield str(OF_MATCHES[told["status"]])
    if told.get("void"):
        yield gettext("void")


def _moment(written: str) -> datetime | None:
    """Of a piece that was refused it may be anything."""
    try:
        return parse_datetime(written)
    except ValueError:
        return None


def _hints(hints: Sequence[Told]) -> Iterator[str]:
    """Doubts for a person to look at."""
    for hint in hints:
        if hint["code"] == "player_created":
            yield gettext("{name} becomes a new player.").format(name=hint["name"])
        elif hint["code"] == "similar_name":
            yield gettext("Much like {name}, who is here already.").format(name=hint["name"])
