"""Ladders that come with a club's export: their rules, by which the matches that come with it are rated here."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any
from uuid import UUID

from scorepad.models import Club, Ladder
from scorepad.refusals import Refused
from scorepad.services.ladders import new_ladder
from scorepad.services.staleness import mark_ladder

AT = "/ladder"


def arriving(club: Club, ladder_id: UUID, told: Mapping[str, Any], players: Collection[UUID]) -> Ladder:
    """The ladder, unsaved, as the file tells of it; `players` are those of the club once the file is taken in."""
    rules = {"name": None, "system": None, **told}
    del rules["id"]
    try:
        return new_ladder(club, ladder_id, rules.pop("game", None), rules, players)
    except Refused as refusal:
        for error in refusal.errors:
            error["pointer"] = f"{AT}{error['pointer']}"
        raise


def store(club: Club, ladders: Sequence[Ladder]) -> None:
    """Whoever calls is in a transaction."""
    Ladder.objects.bulk_create(ladders)
    for ladder in ladders:
        mark_ladder(club.pk, ladder.pk, ladder.game)
