"""Who sits where: a name is resolved to its player before anything is journalled, and nobody sits at a table twice.

A player is known by his id or by any of his spellings. One who was merged into another keeps the seats he had, and may
be named by his id still; his name stands for the one he became.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection

from engine import shapes
from scorepad.models import Club, NameKey, Player
from scorepad.refusals import Invalid, invalid_at
from scorepad.services.names import alike, key_of

HOLD = """
SELECT id, COALESCE(root_id, id) FROM scorepad_player WHERE id = ANY(%s::uuid[]) ORDER BY id FOR KEY SHARE
"""


@dataclass(frozen=True, slots=True)
class Roster:
    """The players of a club as they stood when they were read: `roots` by id, `owners` by spelling, `names` by id."""

    roots: dict[UUID, UUID]
    owners: dict[str, UUID]
    names: dict[UUID, str]

    @classmethod
    def of(cls, club: Club) -> "Roster":
        """Two queries, however many players there are."""
        players = list(Player.objects.filter(club=club).values_list("pk", "root", "name"))
        return cls(
            roots={pk: root or pk for pk, root, _ in players},
            owners=dict(NameKey.objects.filter(club=club).values_list("key", "player")),
            names={pk: name for pk, _, name in players},
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
        if name is not None and (owner := self.owners.get(key_of(name))):
            return self.roots[owner]
        if not given:
            raise invalid_at(place, "A seat needs a player.", code="unknown_player", near=[])
        raise self.unknown(place, given)

    def unknown(self, place: str, given: Mapping[str, Any]) -> Invalid:
        name = given.get("name")
        near = [] if name is None else self.near(name)
        detail = "This club has no such player."
        if near:
            detail = f"This club has no player of this name. Near it: {', '.join(each['name'] for each in near)}."
        return invalid_at(place, detail, code="unknown_player", found=dict(given), near=near)

    def near(self, name: str) -> list[dict[str, str]]:
        """Players whose names or aliases are much alike, for a person to look at."""
        key = key_of(name)
        found = {self.roots[owner] for spelling, owner in self.owners.items() if alike(key, spelling)}
        return [{"player": str(pk), "name": self.names[pk]} for pk in sorted(found, key=lambda pk: self.names[pk])]

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


def hold(tables: Iterable[Iterable[UUID]]) -> None:
    """Let none of the players at these tables be merged into another until the transaction ends.

    The race: a merge looks for matches of the two and finds none, while this transaction is about to seat them at one
    table. A merge locks both rows FOR UPDATE first; so either it waits for us and finds the match, or we wait for it
    and find here that two seats have come to be one person's.
    """
    tables = [list(table) for table in tables]
    players = sorted({player for table in tables for player in table})
    with connection.cursor() as cursor:
        cursor.execute(HOLD, [players])
        roots = dict(cursor.fetchall())
    for table in tables:
        seated: set[UUID] = set()
        for player in table:
            if roots.get(player, player) in seated:
                raise same_player("/seats", player)
            seated.add(roots.get(player, player))
