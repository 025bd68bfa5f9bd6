"""What is to become of each piece of a file: a new match, one that is here already, or a refusal.

Nothing is stored here. Players are known by id, by name or by alias; on request a name that nobody has becomes a new
player, and whoever is called much the same is named for a person to look at.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid5

from engine.games import GAMES as RULES
from engine.violations import Violation
from scorepad import decoding
from scorepad.decoding import Undecodable
from scorepad.games import GameHere
from scorepad.models import Club, Entry, Ladder, Match, Player
from scorepad.refusals import Invalid, Refused, id_in_use, invalid_at
from scorepad.selectors.rows import record_of, rows_of_all
from scorepad.services import recognising
from scorepad.services.arrivals import Arrival
from scorepad.services.folding import WHOLE
from scorepad.services.incoming import content
from scorepad.services.matches import begun
from scorepad.services.names import cleaned
from scorepad.services.pieces import LARGEST_PIECE, Piece
from scorepad.services.planning import By, History
from scorepad.services.records import game_of, record_of_text, whole_record
from scorepad.services.seating import Roster
from scorepad.spelling import key_of

Json = dict[str, Any]

PLAYER_CREATED = "player_created"
# Each newcomer is held against all there are: more of them would keep a worker from everything else.
MOST_PLAYERS = 5000


@dataclass(frozen=True, slots=True)
class Verdict:
    """`history` is a new match's; `players` those who come with it, by id; `arrival` a new player of an export;
    `ladder` a new ladder of it; `refusal` says why it was refused, `told` by what a person knows the piece again."""

    piece: Piece
    what: str
    ref: UUID | None
    status: str
    history: History | None = None
    players: Mapping[UUID, str] = field(default_factory=dict)
    hints: tuple[Json, ...] = ()
    refusal: Refused | None = None
    arrival: Arrival | None = None
    ladder: Ladder | None = None
    told: Json | None = None

    @property
    def problem(self) -> Json | None:
        if self.refusal is None:
            return None
        return {"code": self.refusal.code, "detail": self.refusal.detail, "errors": list(self.refusal.errors)}


@dataclass(frozen=True, slots=True)
class _Read:
    """A piece as far as it can be understood without asking who is who."""

    piece: Piece
    game: GameHere
    match_id: UUID
    record: Json


@dataclass(slots=True)
class Judge:
    """Judges the pieces of one file in their order. `seen` is what earlier pieces of the file said of each match, and
    `roster` grows by the players who come with them, the `newcomers`."""

    club: Club
    by: By
    import_id: UUID
    creates_players: bool
    roster: Roster
    seen: dict[UUID, str] = field(default_factory=dict)
    newcomers: dict[UUID, str] = field(default_factory=dict)

    def verdicts(self, pieces: Iterable[Piece]) -> list[Verdict]:
        """One for each piece; a number of queries that does not depend on how many they are."""
        read = [self._read(piece) for piece in pieces]
        known = dict(_known(self.club, [each.match_id for each in read if isinstance(each, _Read)]))
        return [each if isinstance(each, Verdict) else self._judged(each, known) for each in read]

    def _read(self, piece: Piece) -> "_Read | Verdict":
        record = None
        try:
            record = _record(piece)
            game = game_of(record)
            match_id = self._match_id(record)
            return _Read(piece, game, match_id, whole_record(game, match_id, record))
        except Refused as refusal:
            told = recognising.of_refused(record)
            return Verdict(piece, "match", None, "refused", refusal=_located(refusal, piece), told=told)

    def _match_id(self, record: Json) -> UUID:
        """The record's own id. One without is known again by what it says, so that it can be sent again."""
        given = record.get("id")
        if given is None:
            return uuid5(self.club.pk, content("record", record, None))
        try:
            return UUID(str(given))
        except ValueError as error:
            raise invalid_at("/id", "An id is a UUID.", found=given) from error

    def _judged(self, read: _Read, known: Mapping[UUID, "_Known"]) -> Verdict:
        try:
            return self._match(read, known.get(read.match_id))
        except Refused as refusal:
            told, located = recognising.of_refused(read.record), _located(refusal, read.piece)
            return Verdict(read.piece, "match", read.match_id, "refused", refusal=located, told=told)

    def _match(self, read: _Read, there: "_Known | None") -> Verdict:
        players, hints = self._newcomers(read)
        roster = self.roster.with_players(players)
        seats = roster.seats("/players", read.record.get("players", {}), read.game.rules.seats)
        data = {
            "club": str(self.club.pk),
            "game": read.game.rules.key,
            "seats": seats,
            "played_at": read.record["played_at"],
            "rated": True,
            "table": "",
            **{name: read.record[name] for name in WHOLE if name in read.record},
        }
        said, known = content("create", data, None), self.newcomers | players
        here = recognising.of_seats(seats, read.record["played_at"], known)
        if there is not None:
            if not there.says(said, {**read.record, "players": {key: {"id": seats[key]} for key in seats}}):
                raise id_in_use()
            return Verdict(read.piece, "match", read.match_id, "here", told=here)
        if read.match_id in self.seen:
            if self.seen[read.match_id] != said:
                raise id_in_use()
            return Verdict(read.piece, "match", read.match_id, "here", told=here)
        history = begun(by=self.by, match_id=read.match_id, data=data, imported_id=self.import_id)
        self.roster, self.newcomers, self.seen[read.match_id] = roster, known, said
        told = recognising.of_history(history, known)
        return Verdict(read.piece, "match", read.match_id, "new", history, players, hints, told=told)

    def _newcomers(self, read: _Read) -> tuple[dict[UUID, str], tuple[Json, ...]]:
        """Players who are to be made for this record, and whom each of them might be taken for."""
        if not self.creates_players or not isinstance(told := read.record.get("players"), dict):
            return {}, ()
        players: dict[UUID, str] = {}
        hints: list[Json] = []
        for key, player in told.items():
            name = player.get("name")
            known = player.get("id") is not None and UUID(player["id"]) in self.roster.roots
            if name is None or known or key_of(name) in self.roster.owners:
                continue
            name = cleaned(f"/players/{key}/name", name)
            if len(self.roster.roots) + len(players) >= MOST_PLAYERS:
                detail = f"This club has {MOST_PLAYERS} players or nearly so; more of them do not come by a file."
                raise invalid_at(f"/players/{key}", detail, code="too_many_players", most=MOST_PLAYERS)
            # Made of the name, so that a job which comes again makes the same player, and not another.
            newcomer = uuid5(self.import_id, key_of(name))
            players[newcomer] = name
            hints.append({"code": PLAYER_CREATED, "player": str(newcomer), "name": name})
            hints += [{"code": "similar_name", **near} for near in self.roster.near(name)]
        return players, tuple(hints)


@dataclass(frozen=True, slots=True)
class _Known:
    """A match that has this id: what its first entry said, and what is written down now. Of another club's, nothing."""

    said: str | None
    record: str | None

    def says(self, said: str, record: Json) -> bool:
        return said == self.said or content("record", record, None) == self.record


def _known(club: Club, ids: list[UUID]) -> Iterator[tuple[UUID, _Known]]:
    matches = list(Match.objects.filter(pk__in=ids).select_related("club"))
    own = [match for match in matches if match.club_id == club.pk]
    yield from ((match.pk, _Known(None, None)) for match in matches if match.club_id != club.pk)
    first = {entry.match_id: entry for entry in Entry.objects.filter(match__in=own, version=1)}
    for rows in rows_of_all(own):
        entry = first[rows.match.pk]
        yield rows.match.pk, _Known(content("create", entry.data, None), content("record", record_of(rows), None))


def new_players(club: Club, verdicts: Iterable[Verdict]) -> list[Player]:
    """The players, unsaved, who come with these verdicts, each once."""
    named = {pk: name for verdict in verdicts for pk, name in verdict.players.items()}
    return [Player(id=pk, club=club, name=name, name_key=key_of(name)) for pk, name in named.items()]


def _record(piece: Piece) -> Json:
    if len(piece.text.encode()) > LARGEST_PIECE:
        detail = f"A match takes {LARGEST_PIECE} bytes at most."
        raise invalid_at("", detail, code="piece_too_large", limit=LARGEST_PIECE)
    if not piece.is_json:
        return record_of_text(piece.text)
    try:
        return decoding.loads(piece.text)
    except Undecodable as error:
        raise invalid_at(error.pointer, error.detail, code=error.code, **error.params) from error


def _located(refusal: Refused, piece: Piece) -> Refused:
    """The refusal with its place in the file, where the piece is a text and the record's place can be found in it."""
    if piece.is_json or not isinstance(refusal, Invalid):
        return refusal
    for error in refusal.errors:
        place, game = error["record_pointer"], next((g for g in RULES.values() if g.text_format in piece.text), None)
        if place is not None and game is not None and "line" not in error["params"]:
            try:
                line, column = game.position_in_text(piece.text, place)
            except Violation:
                continue
            error["params"] = {**error["params"], "line": piece.number + line - 1, "column": column}
    return refusal
