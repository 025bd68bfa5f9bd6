"""A whole record put in its place: a match made of it, or the record of a match replaced.

Both are entries like any other, `create` and `replace`. A record put twice is one entry: its id is made of the match,
the version that it follows and what it says.
"""

from collections.abc import Set
from dataclasses import dataclass
from typing import Any, Literal
from uuid import UUID, uuid5

from engine.games import GAMES as RULES
from engine.violations import Violation
from scorepad.games import GAMES, GameHere
from scorepad.models import Entry, Match
from scorepad.refusals import Conflict, Refused, invalid_at, violated
from scorepad.selectors.access import Viewer, club_to, match_to, rights_at
from scorepad.selectors.rows import Rows, record_of, rows_of
from scorepad.selectors.sheets import etag_of
from scorepad.services import entries
from scorepad.services.incoming import content
from scorepad.services.matches import create_match, rehearse_match
from scorepad.services.seating import Roster, meant_in
from scorepad.services.values import WHEN_IT_BEGAN
from scorepad.services.verdicts import Verdict

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Put:
    match: Match
    outcome: Literal["created", "replaced", "same"]


class Outdated(Refused):
    """The record is not the one that was to be replaced: somebody has written since."""

    def __init__(self, etag: str) -> None:
        super().__init__("precondition_failed", "The record has another version by now.")
        self.etag = etag


def create_record(
    *,
    viewer: Viewer,
    match_id: UUID,
    record: object,
    club_slug: str,
    rated: bool = True,
    table: str = "",
    reason: str | None = None,
) -> Put:
    """A new match of a whole record, or the one that this very call made before."""
    given = _given(viewer, match_id, record, club_slug, rated, table, reason)
    made = create_match(viewer=viewer, **given)
    return Put(made.obj, "created" if made.new else "same")


def rehearse_create(
    *,
    viewer: Viewer,
    match_id: UUID,
    record: object,
    club_slug: str,
    rated: bool = True,
    table: str = "",
    reason: str | None = None,
) -> Verdict:
    """What `create_record` would do with the same, or its refusal."""
    return rehearse_match(viewer=viewer, **_given(viewer, match_id, record, club_slug, rated, table, reason))


def _given(
    viewer: Viewer, match_id: UUID, record: object, club_slug: str, rated: bool, table: str, reason: str | None
) -> Json:
    """The record as a new match is given."""
    club = club_to("record", viewer=viewer, slug=club_slug)
    game = game_of(record)
    whole = whole_record(game, match_id, record)
    seats = Roster.of(club, _seated_first(match_id)).seats("/players", whole.get("players", {}), game.rules.seats)
    beside = {"club_slug": club_slug, "game": game.rules.key, "rated": rated, "table": table, "reason": reason}
    written = {name: whole.get(name) for name in ("played_at", "options", "rounds", "note", "ext")}
    return {"id": match_id, "seats": seats, **beside, **written}


def replace_record(
    *,
    viewer: Viewer,
    match_id: UUID,
    record: object,
    tags: Set[str] | None,
    reason: str | None,
    rated: bool | None = None,
    table: str | None = None,
) -> Put:
    """The record of a match replaced, if it is still one of these `tags`, or whichever it is when they are None.

    A record that says what is written down already is no entry: so it may be put again after a lost answer, though its
    tag has changed by that very put.
    """
    match, entry = _replacement(viewer, match_id, record, tags, reason, rated, table)
    if entry is None:
        return Put(match, "same")
    try:
        verdict = entries.enter(viewer=viewer, match_id=match_id, entry=entry)
    except Conflict as conflict:
        # Between our reading and the entry's lock somebody wrote, which is what the tag is there to tell.
        if conflict.code == "stale_version" and tags is not None:
            match.refresh_from_db()
            raise Outdated(etag_of(rows_of(match), rights_at(viewer, match))) from conflict
        raise
    match.refresh_from_db()
    return Put(match, "replaced" if verdict.stored else "same")


def rehearse_replace(
    *,
    viewer: Viewer,
    match_id: UUID,
    record: object,
    tags: Set[str] | None,
    reason: str | None,
    rated: bool | None = None,
    table: str | None = None,
) -> Verdict:
    """What `replace_record` would do with the same, or its refusal."""
    _, entry = _replacement(viewer, match_id, record, tags, reason, rated, table)
    if entry is None:
        return entries.as_it_stands(viewer=viewer, match_id=match_id)
    return entries.enter(viewer=viewer, match_id=match_id, entry=entry, dry_run=True)


def _replacement(
    viewer: Viewer,
    match_id: UUID,
    record: object,
    tags: Set[str] | None,
    reason: str | None,
    rated: bool | None,
    table: str | None,
) -> tuple[Match, Json | None]:
    """The match, and the entry that makes this its record; none when it is that already."""
    matches = Match.objects.select_related("club")
    match = match_to("record", viewer=viewer, matches=matches, match_id=match_id)
    rows = rows_of(match)
    data = _data(_by_id(viewer, rows, record), rated, table)
    if _is_there(rows, data):
        return match, None
    etag = etag_of(rows, rights_at(viewer, match))
    if tags is not None and etag not in tags:
        raise Outdated(etag)
    return match, {
        "id": str(uuid5(match.pk, f"{match.version} {content('replace', data, reason)}")),
        "kind": "replace",
        "base_version": match.version,
        "data": data,
        "reason": reason,
    }


def record_of_text(text: str) -> Json:
    """The record that a text form writes down. A fault's place is told by line and column, too."""
    for game in RULES.values():
        if game.text_format in text:
            try:
                return game.parse_text(text)
            except Violation as violation:
                raise violated(violation, pointer="", record_pointer=violation.path) from violation
    formats = [game.text_format for game in RULES.values()]
    detail = f"A text form begins with its format, as [Format {formats[0]!r}]."
    raise invalid_at("", detail.replace("'", '"'), code="unrecognised_file", allowed=formats)


def game_of(record: object) -> GameHere:
    """The game whose record this says it is."""
    said = record.get("format") if isinstance(record, dict) else None
    for game in GAMES.values():
        if game.rules.record_format == said:
            return game
    formats = [game.record_format for game in RULES.values()]
    raise invalid_at("/format", f"A record names its format, one of {', '.join(formats)}.", found=said, allowed=formats)


def _seated_first(match_id: UUID) -> dict[str, UUID]:
    """Whom the names in a record meant when a match was made of it, for when it is put again."""
    data = Entry.objects.filter(match=match_id, version=1).values_list("data", flat=True).first()
    return dict(meant_in(data["seats"], "players")) if data else {}


def _by_id(viewer: Viewer, rows: Rows, record: object) -> Json:
    game = game_of(record)
    if game is not rows.game:
        raise invalid_at("/format", "A match stays with its game.", allowed=[rows.game.rules.record_format])
    whole = whole_record(game, rows.match.pk, record)
    roster = Roster.of(rows.match.club, viewer=viewer)
    told = whole.get("players", {})
    seats = roster.seats("/players", told, game.rules.seats)
    for seat in rows.seats:
        # A name alone stands for whoever a merged player became; who sits here already is the same person.
        if "id" not in told[seat.key] and roster.roots[UUID(seats[seat.key])] == roster.roots[seat.player_id]:
            seats[seat.key] = str(seat.player_id)
    return whole | {"players": {key: {"id": player} for key, player in seats.items()}}


def whole_record(game: GameHere, match_id: UUID, record: object) -> Json:
    """The record in the game's own shape, with the id of the match it is put for."""
    if isinstance(record, dict):
        record = {"id": str(match_id), **{name: value for name, value in record.items() if value is not None}}
    try:
        whole = game.rules.normalised(record)
        if "played_at" not in whole:
            raise Violation("malformed", "/played_at", {"missing": WHEN_IT_BEGAN})
    except Violation as violation:
        raise violated(violation, pointer=violation.path, record_pointer=violation.path) from violation
    if UUID(whole["id"]) != match_id:
        raise invalid_at("/id", "This is the record of another match.", found=whole["id"])
    return {**whole, "id": str(match_id)}


def _data(whole: Json, rated: bool | None, table: str | None) -> Json:
    record = {name: value for name, value in whole.items() if name not in ("id", "format")}
    beside = {"rated": rated, "table": table}
    return {"record": record, **{name: value for name, value in beside.items() if value is not None}}


def _is_there(rows: Rows, data: Json) -> bool:
    match = rows.match
    there = {name: value for name, value in record_of(rows).items() if name not in ("id", "format")}
    if content("record", there, None) != content("record", data["record"], None):
        return False
    beside = (data.get("rated", match.rated), data.get("table", match.table))
    return beside == (match.rated, match.table)
