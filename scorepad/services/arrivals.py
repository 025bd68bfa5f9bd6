"""Players who come with a club's export: spellings, merges and all."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from engine.violations import pointer
from scorepad.models import Club, NameKey, Player
from scorepad.refusals import Refused, invalid_at
from scorepad.services.names import cleaned
from scorepad.services.players import spellings_of
from scorepad.services.values import moment_at, uuid_at
from scorepad.spelling import key_of

FIELDS = ("id", "name", "aliases", "hidden", "anonymised_at", "merged_into")
AT = "/player"


@dataclass(frozen=True, slots=True)
class Arrival:
    """A player of an export as he will be here. `spellings` are his keys with the alias each is of, None for the
    name's own."""

    id: UUID
    name: str
    spellings: Mapping[str, str | None]
    hidden: bool
    anonymised_at: datetime | None
    merged_into: UUID | None
    root: UUID | None

    @classmethod
    def of(cls, player_id: UUID, told: Mapping[str, Any], root: UUID) -> "Arrival":
        """The player as the file tells of him, and who he became in the end."""
        given = {name: value for name, value in told.items() if value is not None}
        for name in given:
            if name not in FIELDS:
                raise invalid_at(pointer("player", name), f"A player has no field {name!r}.", allowed=list(FIELDS))
        if type(given.get("hidden", False)) is not bool:
            raise invalid_at(f"{AT}/hidden", "A player is hidden or he is not: true or false.")
        aliases = given.get("aliases", [])
        if not isinstance(aliases, list):
            raise invalid_at(f"{AT}/aliases", "Aliases are a list.")
        try:
            name = cleaned("/name", given.get("name"))
            spellings = spellings_of(name, aliases)
        except Refused as refusal:
            for error in refusal.errors:
                error["pointer"] = f"{AT}{error['pointer']}"
            raise
        anonymised, into = given.get("anonymised_at"), given.get("merged_into")
        return cls(
            id=player_id,
            name=name,
            spellings=spellings,
            hidden=given.get("hidden", False),
            anonymised_at=None if anonymised is None else moment_at(f"{AT}/anonymised_at", anonymised),
            merged_into=None if into is None else uuid_at(f"{AT}/merged_into", into),
            root=None if into is None else root,
        )


def store(club: Club, arrivals: Sequence[Arrival]) -> list[Player]:
    """The players, first each by himself, for one may have become another who comes later."""
    players = [
        Player(
            id=each.id,
            club=club,
            name=each.name,
            name_key=key_of(each.name),
            hidden=each.hidden,
            anonymised_at=each.anonymised_at,
        )
        for each in arrivals
    ]
    Player.objects.bulk_create(players)
    NameKey.objects.bulk_create(
        NameKey(club=club, player_id=each.id, key=key, alias=alias)
        for each in arrivals
        for key, alias in each.spellings.items()
    )
    merged = []
    for player, each in zip(players, arrivals, strict=True):
        if each.merged_into is not None:
            player.merged_into_id, player.root_id = each.merged_into, each.root
            merged.append(player)
    Player.objects.bulk_update(merged, ["merged_into", "root"], batch_size=500)
    return players
