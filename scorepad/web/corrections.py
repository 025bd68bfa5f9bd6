"""What was put right in a match after it was first written down, in words: what, by whom, when and why.

The journal's own selector has decided what of it this reader may see; of what is withheld only its kind is told.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.text import get_text_list
from django.utils.timezone import make_naive
from django.utils.translation import gettext

from engine.violations import in_place
from scorepad.selectors.journal import Line
from scorepad.selectors.sheets import Sheet

CORRECTING = ("amend", "replace", "forfeit", "abandon", "void", "restore", "undo")
MOST_PLACES = 3


@dataclass(frozen=True)
class Correction:
    what: str
    why: str
    who: str
    when: datetime
    stands: bool


def corrections(sheet: Sheet, lines: Sequence[Line]) -> list[Correction]:
    """The latest first. A slip at the table that was taken back at once, without a word, is none."""
    names = {seat.key: seat.name for seat in sheet.seats}
    corrected = {line.version for line in lines if line.kind != "undo"}
    told = [line for line in lines if line.kind != "undo" or line.reason or line.undoes in corrected]
    zone = ZoneInfo(sheet.match.club.time_zone)
    return [
        Correction(
            what=_what(line, names),
            why=line.reason or "",
            who=line.actor,
            when=make_naive(line.claimed_at or line.stored_at, zone),
            stands=line.stands,
        )
        for line in reversed(told)
    ]


def _what(line: Line, names: Mapping[str, str]) -> str:
    data = line.data or {}
    match line.kind:
        case "amend":
            return _amended(data)
        case "replace":
            return gettext("The whole record was written again")
        case "forfeit":
            name = names.get(data.get("seat", ""))
            return gettext("{name} gave up").format(name=name) if name else gettext("Somebody gave up")
        case "abandon":
            return gettext("Abandoned")
        case "void":
            return gettext("Declared void, as recorded twice") if data.get("duplicate_of") else gettext("Declared void")
        case "restore":
            return gettext("Counts again")
        case _:
            return gettext("Entry {number} was taken back").format(number=line.undoes)


def _amended(data: Mapping[str, Any]) -> str:
    places = [*dict.fromkeys(_places(data))]
    if not places:
        return gettext("Amended")
    if len(places) > MOST_PLACES:
        return gettext("Amended in {n} places").format(n=len(places))
    return gettext("Amended: {places}").format(places=get_text_list(places, gettext("and")))


def _places(data: Mapping[str, Any]) -> Iterator[str]:
    """What an amendment touched, in the words of the table: round 8, trick 3."""
    parts = {
        "players": gettext("players"),
        "options": gettext("what was agreed"),
        "played_at": gettext("when it began"),
        "rounds": gettext("rounds"),
    }
    for op in data.get("patch", ()):
        if op["op"] != "test":
            _, _, member = op["path"].partition("/")
            yield in_place(op["path"]) or parts.get(member.split("/")[0], gettext("the record"))
    if "rated" in data:
        yield gettext("whether it is rated")
    if "table" in data:
        yield gettext("the table")
