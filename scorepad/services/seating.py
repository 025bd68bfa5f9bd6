"""Who sits where: a name is resolved to its player before anything is journalled, and nobody sits at a table twice.

A player is known by his id or by any of his spellings. One who was merged into another keeps the seats he had, and may
be named by his id still; his name stands for the one he became.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from django.db import connection

from engine import shapes
from engine.violations import pointer
from scorepad.models import Club, NameKey, Player
from scorepad.refusals import Invalid, invalid_at
from scorepad.selectors.access import Viewer
from scorepad.services.names import ALIKE, likeness
from scorepad.spelling import key_of

MOST_NEAR = 5
ROOTS = "SELECT id, COALESCE(root_id, id) FROM scorepad_player WHERE id = ANY(%s::uuid[]) ORDER BY id"


@dataclass(frozen=True, slots=True)
class Roster:
    """The players of a club as they stood when they were read: `roots` by id, `owners` by spelling, `names` by id.

    `meant` is who was meant at a place by what was stored under the very same id. Whoever sends it again may say a name
    that was changed, taken back or merged since, and still means the same player; nothing is stored of it twice.
    """

    roots: dict[UUID, UUID]
    owners: dict[str, UUID]
    names: dict[UUID, str]
    meant: Mapping[str, UUID] = field(default_factory=dict)
    tells_names: bool = True

    @classmethod
    def of(cls, club: Club, meant: Mapping[str, UUID] | None = None, *, viewer: Viewer | None = None) -> "Roster":
        """Two queries, however many players there are. A device, which sees one match, hears of nobody's name."""
        players = list(Player.objects.filter(club=club).values_list("pk", "root", "name"))
        return cls(
            roots={pk: root or pk for pk, root, _ in players},
            owners=dict(NameKey.objects.filter(club=club).values_list("key", "player")),
            names={pk: name for pk, _, name in players},
            meant=meant or {},
            tells_names=viewer is None or viewer.match_id is None,
        )

    def with_players(self, names: Mapping[UUID, str]) -> "Roster":
        """The roster with newcomers, whom nobody is merged with yet."""
        if not names:
            return self
        return replace(
            self,
            roots={**self.roots, **{pk: pk for pk in names}},
            owners={**self.owners, **{key_of(name): pk for pk, name in names.items()}},
            names={**self.names, **names},
        )

    def resolve(self, place: str, player: object) -> UUID:
        """The player meant by `{"id"?, "name"?}`: by his id, or else by a name that the club knows."""
        if not isinstance(player, Mapping) or not set(player) <= {"id", "name"}:
            raise invalid_at(place, "A player is told by his id, by his name, or by both.", allowed=["id", "name"])
        given = {what: value for what, value in player.items() if value is not None}
        known = None if "id" not in given else shapes.uuid(given["id"])
        if "id" in given and known is None:
            raise invalid_at(f"{place}/id", "An id is a UUID.", found=given["id"])
        if known in self.roots:
            return known
        name = given.get("name")
        if name is not None and not isinstance(name, str):
            raise invalid_at(f"{place}/name", "A name is a text.")
        if name is not None:
            owner, meant = self.owners.get(key_of(name)), self.meant.get(place)
            if meant in self.roots and (owner is None or self.roots[owner] == self.roots[meant]):
                return meant
            if owner is not None:
                return self.roots[owner]
        if not given:
            raise invalid_at(place, "A seat needs a player.", code="unknown_player", near=[])
        raise self.unknown(place, given)

    def unknown(self, place: str, given: Mapping[str, Any]) -> Invalid:
        name = given.get("name")
        near = [] if name is None or not self.tells_names else self.near(name)
        detail = "This club has no such player."
        if near:
            detail = f"This club has no player of this name. Near it: {', '.join(each['name'] for each in near)}."
        return invalid_at(place, detail, code="unknown_player", found=dict(given), near=near)

    def near(self, name: str) -> list[dict[str, str]]:
        """The players whose names or aliases are most like it, the likest first, for a person to look at."""
        key, found = key_of(name), dict[UUID, float]()
        for spelling, owner in self.owners.items():
            if (alike := likeness(key, spelling)) >= ALIKE:
                found[self.roots[owner]] = max(alike, found.get(self.roots[owner], 0))
        nearest = sorted(found, key=lambda pk: (-found[pk], self.names[pk]))[:MOST_NEAR]
        return [{"player": str(pk), "name": self.names[pk]} for pk in nearest]

    def seats(self, place: str, players: Mapping[str, Any], keys: Iterable[str]) -> dict[str, str]:
        """The id of the player on each seat; all seats taken, and by different people."""
        if not isinstance(players, Mapping) or set(players) != set(keys):
            raise invalid_at(place, f"The seats of this game are {', '.join(keys)}.", allowed=list(keys))
        seated: dict[str, UUID] = {}
        for key in keys:
            player = self.resolve(f"{place}/{key}", players[key])
            if self.roots[player] in {self.roots[other] for other in seated.values()}:
                raise same_player(f"{place}/{key}", player)
            seated[key] = player
        return {key: str(player) for key, player in seated.items()}


def same_player(place: str, player: UUID) -> Invalid:
    return invalid_at(place, "A player sits on one seat only.", code="same_player", found=str(player))


def meant_in(data: Any, *place: str | int) -> Iterator[tuple[str, UUID]]:
    """The players that a journalled entry tells of, each at his place: by `{"id"}`, or by an id alone."""
    known = shapes.uuid(data.get("id") if isinstance(data, dict) else data)
    if known is not None:
        yield pointer(*place), known
    members = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for name, value in members:
        yield from meant_in(value, *place, name)


def hold(tables: Iterable[Iterable[UUID]], place: str = "/seats") -> None:
    """Let none of the players at these tables be merged into another until the transaction ends.

    The race: a merge looks for matches of the two and finds none, while this transaction is about to seat them at one
    table. A merge locks both rows FOR UPDATE first; so either it waits for us and finds the match, or we wait for it
    and find here that two seats have come to be one person's.
    """
    _require_apart(f"{ROOTS} FOR KEY SHARE", [list(table) for table in tables], place)


def require_apart(table: Iterable[UUID], place: str) -> None:
    """The same for a rehearsal, which holds nobody up."""
    _require_apart(ROOTS, [list(table)], place)


def _require_apart(query: str, tables: list[list[UUID]], place: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(query, [sorted({player for table in tables for player in table})])
        roots = dict(cursor.fetchall())
    for table in tables:
        seated: set[UUID] = set()
        for player in table:
            if roots.get(player, player) in seated:
                raise same_player(place, player)
            seated.add(roots.get(player, player))
