"""A whole journal as a file has it, checked line by line: each of its kind's shape, none missing, all of it a match.

What an entry once did is not decided again, for it was accepted under the rules of its day; what the rules of today
must accept is the match that comes of all of them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from engine.violations import Violation, pointer
from scorepad.games import GAMES, GameHere
from scorepad.refusals import Refused, invalid_at, violated
from scorepad.selectors.journal import Line, with_standing
from scorepad.services import corrections
from scorepad.services.corrections import LONGEST_TABLE
from scorepad.services.folding import WHOLE, Unfoldable, laid_down
from scorepad.services.incoming import parse
from scorepad.services.patches import Unfit
from scorepad.services.planning import LASTING, By, History, history_from, line_of
from scorepad.services.seating import Roster
from scorepad.services.values import moment_at, text_at, uuid_at

Json = dict[str, Any]

AT = "/entries"
CREATE = ("club", "game", "seats", "played_at", "rated", "table", *WHOLE)
FIELDS = ("version", "id", "kind", "data", "reason", "undoes", "device", "entered_at", "stored_at")


def journal_of(*, match_id: UUID, entries: object, by: By, import_id: UUID, roster: Roster) -> History:
    """The match of these entries, entered by whoever takes them in. Refused at the first that cannot be."""
    if not isinstance(entries, list) or not entries:
        raise invalid_at(AT, "A match has a journal of one entry at least.")
    game = _game(entries[0])
    # Two players may have become one since they were entered at one table, and put right.
    apart = replace(roster, roots={player: player for player in roster.roots})
    lines: list[Line] = []
    standing: list[int] = []
    for index, entry in enumerate(entries):
        try:
            line = _line(game, match_id, index + 1, entry, by, apart)
        except Refused as refusal:
            raise _at(refusal, index) from refusal
        _follow(line, standing, index)
        lines.append(replace(line, imported_id=import_id))
    if len({line.id for line in lines}) < len(lines):
        raise invalid_at(AT, "Two entries of a match have one id.", code="entry_id_reused")
    return _history(game, match_id, lines)


def _game(first: object) -> GameHere:
    data = first.get("data") if isinstance(first, dict) else None
    game = data.get("game") if isinstance(data, dict) else None
    if not isinstance(game, str) or game not in GAMES:
        raise invalid_at(f"{AT}/0/data/game", f"The games known here are {', '.join(GAMES)}.", allowed=list(GAMES))
    return GAMES[game]


def _line(game: GameHere, match_id: UUID, version: int, entry: object, by: By, roster: Roster) -> Line:
    if not isinstance(entry, dict):
        raise invalid_at("", "An entry is an object.")
    given = {name: value for name, value in entry.items() if value is not None}
    for name in given:
        if name not in FIELDS:
            raise invalid_at(pointer(name), f"A journal's entry has no field {name!r}.", allowed=list(FIELDS))
    if type(given.get("version")) is not int or given["version"] != version:
        raise invalid_at("/version", f"The entries of a journal are counted: this one is number {version}.")
    asked = {name: given[name] for name in given if name not in ("version", "undoes", "stored_at")}
    incoming = parse(game, {**asked, "base_version": version - 1})
    undoes = given.get("undoes")
    if (undoes is None) != (incoming.kind != "undo") or (undoes is not None and type(undoes) is not int):
        raise invalid_at("/undoes", "An undo, and nothing else, names the version that it took back.")
    if (incoming.kind == "create") != (version == 1):
        raise invalid_at("/kind", "A journal begins with its match's creation, and holds it once.")
    data = _data(game, match_id, incoming.kind, incoming.data, roster)
    claimed_at = moment_at("/stored_at", given.get("stored_at"))
    return replace(line_of(incoming, version, by), data=data, undoes=undoes, claimed_at=claimed_at)


def _data(game: GameHere, match_id: UUID, kind: str, data: Json, roster: Roster) -> Json:
    """The data as it is journalled, and nobody in it who is not of this club."""
    if kind == "create":
        return _created(game, match_id, data, roster)
    if corrections.seats_players(kind, data):
        return corrections.by_id(game, match_id, kind, data, roster)
    return data


def _created(game: GameHere, match_id: UUID, data: Json, roster: Roster) -> Json:
    for name in data:
        if name not in CREATE:
            raise invalid_at(pointer("data", name), f"“create” has no field {name!r}.", allowed=list(CREATE))
    uuid_at("/data/club", data.get("club"))
    if type(data.get("rated")) is not bool:
        raise invalid_at("/data/rated", "A match is rated or it is not: true or false.")
    text_at("/data/table", data.get("table"), most=LONGEST_TABLE)
    moment_at("/data/played_at", data.get("played_at"))
    seats = data.get("seats")
    if not isinstance(seats, Mapping):
        raise invalid_at("/data/seats", "The seats of a match are told by their keys.")
    told = {key: {"id": player} for key, player in seats.items()}
    data = data | {"table": data.get("table") or "", "seats": roster.seats("/data/seats", told, game.rules.seats)}
    try:
        record = game.rules.normalised(laid_down(game, str(match_id), data))
    except Violation as violation:
        at = f"/data{violation.path}"
        raise violated(violation, pointer=at, record_pointer=violation.path) from violation
    return {name: record[name] if name in WHOLE else value for name, value in data.items()}


def _follow(line: Line, standing: list[int], index: int) -> None:
    """An undo takes back the last entry that stands, and what it took back never stands again."""
    if line.kind == "undo":
        if not standing or standing.pop() != line.undoes:
            raise invalid_at(f"{AT}/{index}/undoes", "An undo takes back the last entry that stood before it.")
    elif line.kind not in LASTING:
        standing.append(line.version)


def _history(game: GameHere, match_id: UUID, lines: Sequence[Line]) -> History:
    try:
        return history_from(game, str(match_id), with_standing(lines))
    except Violation as violation:
        raise violated(violation, pointer="", record_pointer=violation.path) from violation
    except Unfoldable as error:
        cause = error.__cause__
        raise cause.refusal if isinstance(cause, Unfit) else invalid_at(AT, str(error), code="unfoldable") from error


def _at(refusal: Refused, index: int) -> Refused:
    for error in refusal.errors:
        error["pointer"] = f"{AT}/{index}{error['pointer']}"
    return refusal
