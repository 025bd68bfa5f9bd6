"""What was put right in a match after it was first written down: what, by whom, when and why, and what stood there
before and after.

A selector has decided what of the journal this reader may see; of what is withheld only its kind is told.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.translation import gettext

from engine.games import GAMES as RULES
from scorepad.games import GAMES as HERE
from scorepad.selectors.corrected import CorrectedSheet
from scorepad.selectors.journal import Line
from scorepad.selectors.people import names_of
from scorepad.selectors.sheets import Sheet
from scorepad.services.corrections import OF_THE_RECORD
from scorepad.services.differences import Difference, differences
from scorepad.web.changes import Change, in_words
from scorepad.web.clocks import by_clock
from scorepad.web.games import GAMES, Told

MOST_CHANGES = 12
MOST_COMPARED = 20


@dataclass(frozen=True)
class Correction:
    """`more` counts the changes that are too many to be told one by one."""

    what: str
    why: str
    who: str
    when: datetime
    stands: bool
    changes: Sequence[Change]
    more: int


def corrections(found: CorrectedSheet) -> list[Correction]:
    """The latest first. A slip at the table that was taken back at once, without a word, is none."""
    sheet, lines = found.sheet, found.corrections
    names = {seat.key: seat.name for seat in sheet.seats}
    corrected = {line.version for line in lines if line.kind != "undo"}
    told = [line for line in lines if line.kind != "undo" or line.reason or line.undoes in corrected]
    changed = _changes(sheet, _compared(found))
    zone = ZoneInfo(sheet.match.club.time_zone)
    return [
        Correction(
            what=_what(line, names),
            why=line.reason or "",
            who=line.actor,
            when=by_clock(line.claimed_at or line.stored_at, zone),
            stands=line.stands,
            changes=changed.get(line.version, [])[:MOST_CHANGES],
            more=max(0, len(changed.get(line.version, [])) - MOST_CHANGES),
        )
        for line in reversed(told)
    ]


def written(sheet: Sheet, each: Difference) -> list[Change]:
    """What would be written otherwise, before it is."""
    return [*_of_any_game(each, _people(sheet, [each])), *_of_the_game(sheet, each)]


def consequences(sheet: Sheet, each: Difference) -> list[Change]:
    """What would come of it on the boards and the pad, and the score."""
    of_the_game = GAMES[sheet.match.game].consequences(*_told(sheet, each))
    return [*of_the_game, *_of_the_score(sheet, each)]


def _compared(found: CorrectedSheet) -> list[Difference]:
    """What those corrections of the record changed that this reader may see whole; the latest are worth the folding."""
    whole = [line.version for line in found.corrections if line.kind in OF_THE_RECORD and line.data is not None]
    match = found.sheet.match
    return list(differences(HERE[match.game], match.pk, found.journal, whole[-MOST_COMPARED:]))


def _what(line: Line, names: Mapping[str, str]) -> str:
    data = line.data or {}
    match line.kind:
        case "amend":
            return gettext("Amended")
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


def _changes(sheet: Sheet, compared: Sequence[Difference]) -> dict[int, list[Change]]:
    people = _people(sheet, compared)
    return {
        each.version: [*_of_any_game(each, people), *_of_the_game(sheet, each), *_of_the_score(sheet, each)]
        for each in compared
    }


def _people(sheet: Sheet, compared: Sequence[Difference]) -> dict[UUID, str]:
    """The names of all who sat here at some time; those who sit here now are known."""
    known = {seat.player_id: seat.name for seat in sheet.seats}
    seated = {player for each in compared for history in (each.before, each.after) for player in history.players}
    return {**names_of(seated - known.keys()), **known}


def _of_any_game(each: Difference, people: Mapping[UUID, str]) -> Iterator[Change]:
    before, after = each.before, each.after
    for key, player, player_now in zip(after.record["players"], before.players, after.players, strict=True):
        if player != player_now:
            yield in_words(str(GAMES[after.game.rules.key].seats[key]), people.get(player), people.get(player_now))
    for word, *values in (
        (gettext("Began"), *(_moment(history.record["played_at"]) for history in (before, after))),
        (gettext("Table"), before.standing.table, after.standing.table),
        (gettext("Rated"), before.standing.rated, after.standing.rated),
        (gettext("Note"), before.record.get("note"), after.record.get("note")),
    ):
        if values[0] != values[1]:
            yield in_words(word, *values)


def _of_the_game(sheet: Sheet, each: Difference) -> Iterator[Change]:
    return GAMES[sheet.match.game].changes(*_told(sheet, each))


def _of_the_score(sheet: Sheet, each: Difference) -> Iterator[Change]:
    then, now = (history.replay["totals"] for history in (each.before, each.after))
    if then != now:
        scores = ("–".join(str(totals[seat.key]) for seat in sheet.seats) for totals in (then, now))
        yield in_words(gettext("Score"), *scores)


def _told(sheet: Sheet, each: Difference) -> tuple[Told, Told]:
    """The record and its replay, before and after, as this reader may see them."""
    rules = RULES[sheet.match.game]
    before, after = ((history.record, history.replay) for history in (each.before, each.after))
    return (before, after) if sheet.members_only else (rules.for_guests(*before), rules.for_guests(*after))


def _moment(written: str) -> str:
    """As people wrote it, with their own clock."""
    moment = parse_datetime(written)
    return date_format(moment, "DATETIME_FORMAT") if moment else written
