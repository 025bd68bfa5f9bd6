"""A club's export taken in: its players with their spellings and merges, its ladders, its matches with their journals.

Ids stay what they were where nobody here has them. Those of a club that is here itself, and single ones that another
club has, become others, made of the club they come to and of what they were: so the same file taken in again finds
everything here already. Whoever takes it in answers for the entries; when they were stored elsewhere is kept as what
the file claims.
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid5

from engine import shapes
from scorepad import decoding
from scorepad.decoding import Undecodable
from scorepad.models import Club, Ladder, Match, Player
from scorepad.refusals import Refused, conflict_at, id_in_use, invalid_at
from scorepad.selectors.journal import Line, lines_of_all
from scorepad.services import recognising
from scorepad.services.arrivals import Arrival
from scorepad.services.clubs import LONGEST_NAME, time_zone_of
from scorepad.services.incoming import content
from scorepad.services.journals import journal_of
from scorepad.services.judging import Verdict
from scorepad.services.ladder_arrivals import arriving
from scorepad.services.ladders import MOST_LADDERS
from scorepad.services.names import cleaned
from scorepad.services.pieces import Piece
from scorepad.services.planning import By, History
from scorepad.services.seating import Roster, same_player
from scorepad.services.values import uuid_at
from scorepad.services.writing import Changes
from scorepad.spelling import key_of

Json = dict[str, Any]

FORMAT = "scorepad-export/1"
LINES = {"player": {"player"}, "ladder": {"ladder"}, "match": {"match", "entries"}}  # and their members
DEPTH = decoding.DEPTH_LIMIT + 5  # what a record may be, within an entry of a line


@dataclass(frozen=True, slots=True)
class Header:
    """The club that an export is of. A club that is still empty takes over its name and its time zone."""

    id: UUID
    name: str
    time_zone: str

    @classmethod
    def of(cls, told: Json) -> "Header":
        return cls(
            id=uuid_at("/club/id", told.get("id")),
            name=cleaned("/club/name", told.get("name"), longest=LONGEST_NAME),
            time_zone=time_zone_of(told.get("time_zone"), place="/club/time_zone"),
        )

    def take_over(self, club: Club, changes: Changes) -> None:
        """The race: somebody seats a first match meanwhile. Whatever is new in a club refers to its row, and waits."""
        locked = Club.objects.select_for_update().get(pk=club.pk)
        if Player.objects.filter(club=locked).exists() or Match.objects.filter(club=locked).exists():
            return
        if (locked.name, locked.time_zone) != (self.name, self.time_zone):
            Club.objects.filter(pk=club.pk).update(name=self.name, time_zone=self.time_zone)
            changes.add(club.pk, "club", club.pk)
        club.name, club.time_zone = self.name, self.time_zone


@dataclass(frozen=True, slots=True)
class Parcel:
    """An export unwrapped: what its first line says of the club, and the lines between that and the last."""

    header: Header
    pieces: Sequence[Piece]

    @classmethod
    def of(cls, pieces: Sequence[Piece]) -> "Parcel | None":
        """None when these are no export. One that lacks its end, or anything before it, is refused as broken off."""
        if not pieces[0].is_json or f'"{FORMAT}"' not in pieces[0].text[:200]:
            return None
        first = _read(pieces[0])
        if first.get("format") != FORMAT or not isinstance(first.get("club"), dict):
            return None
        end, inner = _read(pieces[-1]).get("end"), pieces[1:-1]
        if not isinstance(end, dict) or _counted(end) != len(inner):
            detail = "This export is broken off: its last line does not count all that should be in it."
            raise invalid_at("", detail, code="broken_off")
        return cls(Header.of(first["club"]), inner)


@dataclass(slots=True)
class Unpacking:
    """Judges the lines of one export in their order.

    `names` are the ids of the file by what they become here, `into` the merges that it tells of, `here` who of the
    club became whom before; `roster` grows by those who come, and `ladders`, by the keys of their names, by those
    that do.
    """

    club: Club
    by: By
    import_id: UUID
    header: Header
    names: Mapping[str, str]
    into: Mapping[UUID, UUID]
    told: Set[UUID]
    here: Mapping[UUID, UUID]
    roster: Roster
    ladders: dict[str, UUID]
    seen: set[UUID] = field(default_factory=set)

    @classmethod
    def of(cls, club: Club, by: By, import_id: UUID, parcel: Parcel, roster: Roster) -> "Unpacking":
        """All of the file is read once for its ids: a line may name one that comes later."""
        players, ladders, matches = dict[UUID, UUID | None](), list[UUID](), list[UUID]()
        for what, body, _ in map(_opened, parcel.pieces):
            given = shapes.uuid(body[what].get("id")) if body else None
            if given is not None and what == "player":
                players[given] = shapes.uuid(body[what].get("merged_into"))
            elif given is not None:
                (ladders if what == "ladder" else matches).append(given)
        names = _names(club, parcel.header.id, list(players), ladders, matches)
        new = {old: UUID(names.get(str(old), str(old))) for old in [*players, *players.values()] if old is not None}
        into = {new[player]: new[other] for player, other in players.items() if other is not None}
        told = frozenset(new[player] for player in players)
        growing = Roster(dict(roster.roots), dict(roster.owners), dict(roster.names))
        known = dict(Ladder.objects.filter(club=club).values_list("name_key", "pk"))
        return cls(club, by, import_id, parcel.header, names, into, told, dict(roster.roots), growing, known)

    def verdicts(self, pieces: Iterable[Piece]) -> list[Verdict]:
        """One for each line; a number of queries that does not depend on how many they are."""
        read = [(piece, *_opened(piece)) for piece in pieces]
        ids = [self._id(body) for _, what, body, _ in read if what == "match"]
        there = {match.pk: match.club_id for match in Match.objects.filter(pk__in=[pk for pk in ids if pk])}
        lines = lines_of_all(Match.objects.filter(pk__in=there, club=self.club))
        return [self._judged(piece, what, body, refusal, there, lines) for piece, what, body, refusal in read]

    def _judged(
        self,
        piece: Piece,
        what: str,
        body: Json,
        refusal: Refused | None,
        there: Mapping[UUID, UUID],
        lines: Mapping[UUID, tuple[Line, ...]],
    ) -> Verdict:
        pk = None
        try:
            if refusal is not None:
                raise refusal
            pk = uuid_at(f"/{what}/id", self._id(body))
            if pk in self.seen:
                raise invalid_at(f"/{what}/id", "This id stands twice in the file.", code="id_in_use")
            self.seen.add(pk)
            if what == "match":
                return self._match(piece, pk, body, there, lines)
            return self._player(piece, pk, body) if what == "player" else self._ladder(piece, pk, body)
        except Refused as error:
            told = recognising.of_name(body.get(what))
            return Verdict(piece, what, pk, "refused", refusal=error, told=told)

    def _player(self, piece: Piece, pk: UUID, body: Json) -> Verdict:
        """Whoever is here already stays as he is here."""
        if pk in self.here:
            return Verdict(piece, "player", pk, "here")
        arrival = Arrival.of(pk, self.renamed(body["player"]), self._root(pk))
        for key in arrival.spellings:
            owner = self.roster.owners.get(key)
            if owner is not None:
                detail = f"{self.roster.names[owner]} is known by this name here already."
                raise conflict_at("/player/name", "name_taken", detail)
        self.roster.roots[pk], self.roster.names[pk] = pk, arrival.name
        self.roster.owners.update(dict.fromkeys(arrival.spellings, pk))
        return Verdict(piece, "player", pk, "new", arrival=arrival, told={"name": arrival.name})

    def _ladder(self, piece: Piece, pk: UUID, body: Json) -> Verdict:
        """One that is here already stays as it is here."""
        if pk in self.ladders.values():
            return Verdict(piece, "ladder", pk, "here", told=recognising.of_name(body["ladder"]))
        ladder = arriving(self.club, pk, self._with_byes(self.renamed(body["ladder"])), self.roster.roots)
        if key_of(ladder.name) in self.ladders:
            raise conflict_at("/ladder/name", "name_taken", "Another ladder of this club has this name.")
        if len(self.ladders) >= MOST_LADDERS:
            raise conflict_at("/ladder", "too_many_ladders", f"A club has at most {MOST_LADDERS} ladders.")
        self.ladders[key_of(ladder.name)] = pk
        return Verdict(piece, "ladder", pk, "new", ladder=ladder, told={"name": ladder.name})

    def _with_byes(self, ladder: Json) -> Json:
        """Byes stand by the ids of those who had them."""
        table = ladder.get("table")
        if not isinstance(table, dict) or not isinstance(table.get("byes"), dict):
            return ladder
        byes = {self.names.get(player, player): number for player, number in table["byes"].items()}
        return {**ladder, "table": {**table, "byes": byes}}

    def _match(
        self,
        piece: Piece,
        pk: UUID,
        body: Json,
        there: Mapping[UUID, UUID],
        lines: Mapping[UUID, tuple[Line, ...]],
    ) -> Verdict:
        history = journal_of(
            match_id=pk,
            entries=self.renamed(body.get("entries")),
            by=self.by,
            import_id=self.import_id,
            roster=self.roster,
        )
        if UUID((history.lines[0].data or {})["club"]) != self.club.pk:
            detail = "A match of this file began in another club than the file is of."
            raise invalid_at("/entries/0/data/club", detail)
        newcomers = {player: self.roster.names[player] for player in history.players if player not in self.here}
        told = recognising.of_history(history, newcomers)
        if pk in there:
            # Somebody may have gone on with it here; what the file tells has to be how it began.
            if there[pk] != self.club.pk or not _begins(lines[pk], history.lines):
                raise id_in_use()
            return Verdict(piece, "match", pk, "here", told=told)
        self._require_apart(history)
        return Verdict(piece, "match", pk, "new", history, told=told)

    def _require_apart(self, history: History) -> None:
        seated: set[UUID] = set()
        for player in history.players:
            if self._root(player) in seated:
                raise same_player("/entries", player)
            seated.add(self._root(player))

    def _root(self, player: UUID) -> UUID:
        """Who he became in the end, by what is here already, or else by the file."""
        line = [player]
        while line[-1] not in self.here and (other := self.into.get(line[-1])):
            if other in line:
                raise invalid_at("/player/merged_into", "Nobody becomes himself by a merge.", code="same_player")
            line.append(other)
        if line[-1] not in self.here and line[-1] not in self.told:
            detail = "The one he was merged into is neither in this file nor in this club."
            raise invalid_at("/player/merged_into", detail, code="unknown_player", found=str(line[-1]))
        return self.here.get(line[-1], line[-1])

    def _id(self, body: Json) -> UUID | None:
        what = next((what for what in LINES if what in body), "match")
        given = body[what].get("id") if isinstance(body.get(what), dict) else None
        known = shapes.uuid(given)
        return None if known is None else UUID(self.names.get(str(known), str(known)))

    def renamed(self, value: Any) -> Any:
        """The value with every id of the file as it is here."""
        if isinstance(value, str):
            return self.names.get(value, value)
        if isinstance(value, list):
            return [self.renamed(each) for each in value]
        if isinstance(value, dict):
            return {name: self.renamed(each) for name, each in value.items()}
        return value


def _names(
    club: Club, origin: UUID, players: Sequence[UUID], ladders: Sequence[UUID], matches: Sequence[UUID]
) -> dict[str, str]:
    """What each id of the file is here, where it is another."""
    foreign = origin != club.pk and Club.objects.filter(pk=origin).exists()
    names = {str(origin): str(club.pk)}
    for model, ids in ((Player, players), (Ladder, ladders), (Match, matches)):
        others = {old: uuid5(club.pk, str(old)) for old in ids}
        there = model._default_manager.filter(pk__in=[*others, *others.values()])
        club_of = dict(there.values_list("pk", "club"))
        for old, new in others.items():
            taken = old in club_of and club_of[old] != club.pk
            came_before = club_of.get(new) == club.pk
            if taken or (old not in club_of and (foreign or came_before)):
                names[str(old)] = str(new)
    return {old: new for old, new in names.items() if old != new}


def _begins(here: Sequence[Line], told: Sequence[Line]) -> bool:
    return len(told) <= len(here) and all(_said(one) == _said(other) for one, other in zip(here, told, strict=False))


def _said(line: Line) -> tuple[object, ...]:
    return line.version, line.id, line.undoes, content(line.kind, line.data, line.reason)


def _opened(piece: Piece) -> tuple[str, Json, Refused | None]:
    """What a line is of, and what it says."""
    try:
        body = _read(piece)
    except Refused as refusal:
        return "line", {}, refusal
    for what, members in LINES.items():
        if body.keys() == members and isinstance(body[what], dict):
            return what, body, None
    detail = "A line of an export is a player, a ladder, or a match with its entries."
    return "line", {}, invalid_at("", detail, allowed=list(LINES))


def _read(piece: Piece) -> Json:
    try:
        return decoding.loads(piece.text, depth=DEPTH)
    except Undecodable as error:
        raise invalid_at(error.pointer, error.detail, code=error.code, **error.params) from error


def _counted(end: Json) -> int:
    """How many lines there should be. Exports that were made before there were ladders count none."""
    return _number(end, "players") + _number({"ladders": 0, **end}, "ladders") + _number(end, "matches")


def _number(end: Json, name: str) -> int:
    number = end.get(name)
    return number if type(number) is int else -1
