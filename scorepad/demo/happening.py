"""What happens to the demo club's matches: they are laid down, and some go wrong and are put right, each by an entry
with its reason, as anybody would do it.
"""

from typing import Any
from uuid import UUID, uuid4

from scorepad.demo import club as demo
from scorepad.models import Match
from scorepad.selectors.access import Viewer
from scorepad.services.entries import enter
from scorepad.services.matches import create_match
from scorepad.services.merging import merge
from scorepad.services.players import create_player

GAME = "marrakesh"

Json = dict[str, Any]


def laid_down(viewer: Viewer, match: demo.DemoMatch, *, begun: bool = False) -> Match:
    """The match in the database, whole, or no more than begun."""
    record = match.record
    return create_match(
        viewer=viewer,
        id=record["id"],
        club_slug=demo.SLUG,
        game=GAME,
        played_at=record["played_at"],
        seats=match.seats,
        options=record.get("options"),
        table=match.table,
        rounds=None if begun else record["rounds"],
        note=record.get("note"),
    ).obj


def happen(viewer: Viewer, mishaps: demo.Mishaps, *, swapped: demo.DemoMatch) -> None:
    create_player(viewer=viewer, club_slug=demo.SLUG, id=mishaps.misspelt.id, name=mishaps.misspelt.name)
    gave_up = {"seat": "white"}
    _correct(viewer, laid_down(viewer, mishaps.forfeited), "forfeit", gave_up, "He had a train to catch.")
    _correct(viewer, laid_down(viewer, mishaps.abandoned), "abandon", {}, "The lights went out.")
    _correct(
        viewer,
        laid_down(viewer, mishaps.twice),
        "void",
        {"duplicate_of": mishaps.counts},
        "Recorded on two tablets; this one stopped half-way.",
    )
    _put_right(viewer, swapped)
    merge(viewer=viewer, player_id=UUID(mishaps.misspelt.id), into=UUID(mishaps.meant))


def _put_right(viewer: Viewer, match: demo.DemoMatch) -> None:
    """The players of a match, entered the wrong way round, change places."""
    patch = [
        {"op": "replace", "path": f"/players/{key}", "value": {"id": other}}
        for key, other in zip(match.seats, reversed(match.seats.values()), strict=True)
    ]
    reason = "Red and White were entered the wrong way round."
    _correct(viewer, Match.objects.get(pk=match.record["id"]), "amend", {"patch": patch}, reason)


def _correct(viewer: Viewer, match: Match, kind: str, data: Json, reason: str) -> None:
    entry = {"id": str(uuid4()), "kind": kind, "base_version": match.version, "data": data, "reason": reason}
    verdict = enter(viewer=viewer, match_id=match.pk, entry=entry)
    if verdict.refusal is not None:
        raise verdict.refusal
