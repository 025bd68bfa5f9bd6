"""The demo club in the database: everything goes in through the services, as any club's would.

Its matches of two years are laid down whole, each by the one entry that begins it, a few of them corrected later; the
one of today is recorded trick by trick and left open, for whoever wants to try the next one.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

from django.db import connection, transaction
from django.utils import timezone

from scorepad.demo import club as demo
from scorepad.demo.continuing import next_entry
from scorepad.demo.happening import GAME, happen, laid_down
from scorepad.models import Club, Match, Seat, User
from scorepad.refusals import Refused
from scorepad.selectors.access import Viewer
from scorepad.selectors.rows import record_of, rows_of
from scorepad.services.clubs import create_club
from scorepad.services.entries import enter, enter_all
from scorepad.services.ladders import create_ladder
from scorepad.services.matches import create_match
from scorepad.services.players import create_player
from scorepad.services.tokens import authenticate, issue_token

USER = "demo"
SEED = 1978
TOKEN = "make run"  # noqa: S105
# Any number that nobody else takes: two installations may be pointed at one empty database at once.
LOCK = 1978_0001

Json = dict[str, Any]


@dataclass(frozen=True)
class NextTrick:
    """An entry that may be sent now: it names the version that the match is at."""

    match: UUID
    entry: Json


def seed_if_empty(*, password: str, say: Callable[[str], None]) -> None:
    """In one transaction, so that an interrupted start leaves nothing half done."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        if Club.objects.exists():
            return
        club = demo.club(Random(SEED), timezone.localtime(timezone=ZoneInfo(demo.TIME_ZONE)))  # noqa: S311
        say(f"Making a demo club of {len(club.players)} players and {len(club.matches)} matches …")
        _store(club, Viewer.of_session(User.objects.create_user(USER, password=password)))


def _store(club: demo.DemoClub, viewer: Viewer) -> None:
    founded = {"slug": demo.SLUG, "name": demo.NAME, "time_zone": demo.TIME_ZONE, "visibility": "public"}
    create_club(viewer=viewer, id=club.id, **founded)
    for player in club.players:
        create_player(viewer=viewer, club_slug=demo.SLUG, id=player.id, name=player.name)
    for match in club.matches:
        laid_down(viewer, match)
    happen(viewer, club.mishaps, swapped=club.matches[-3])
    for ladder in club.ladders:
        named = {"id": ladder.id, "name": ladder.name, "system": ladder.system}
        create_ladder(viewer=viewer, club_slug=demo.SLUG, game=GAME, **named, **ladder.rules)
    laid_down(viewer, club.under_way, begun=True)
    _record(viewer, club.under_way)


def _record(viewer: Viewer, match: demo.DemoMatch) -> None:
    entries: list[Json] = [{"id": str(uuid4()), "kind": kind, "data": data} for kind, data in entries_of(match.record)]
    entries[0]["base_version"] = 1
    for verdict in enter_all(viewer=viewer, match_id=UUID(match.record["id"]), entries=entries):
        if verdict.refusal is not None:
            raise verdict.refusal


def entries_of(record: Json) -> Iterator[tuple[str, Json]]:
    """The entries that would have written this record down at the table, trick by trick."""
    for number, round_ in enumerate(record["rounds"], start=1):
        told_last = {"unplayed", "ruling", "note"} if "tricks" in round_ else set()
        begun = {name: value for name, value in round_.items() if name not in {"tricks", *told_last}}
        yield "round", {"round": number, **begun}
        for trick, played in enumerate(round_.get("tricks", ()), start=1):
            yield "trick", {"round": number, "trick": trick, **played}
        if closing := {name: value for name, value in round_.items() if name in told_last}:
            yield "close_round", {"round": number, **closing}


def demo_user() -> User | None:
    """Whoever keeps the demo club, while there is one."""
    return User.objects.filter(username=USER, memberships__club__slug=demo.SLUG, is_active=True).first()


def token_of(user: User, known: str | None) -> str:
    """The token of an earlier start while it still opens the door, so that no tablet is locked out; or a new one."""
    viewer = authenticate(known) if known else None
    if known and viewer is not None and viewer.user == user:
        return known
    return issue_token(user=user, name=TOKEN, scopes=["read", "record", "manage"])[1]


def next_trick(viewer: Viewer) -> NextTrick:
    """The next trick of the match under way; a round that has to be dealt first is, and so is a new match."""
    under_way = Match.objects.filter(club__slug=demo.SLUG, game=GAME, status=Match.Status.OPEN, void=False)
    for match in [*under_way.order_by("-played_at", "pk")[:1], None]:
        try:
            return _next_trick(viewer, match or _new_match(viewer))
        except Refused as refusal:
            if match is None:
                raise
            print(f"{match.pk} cannot go on by itself: {refusal.detail}", file=sys.stderr)
    raise AssertionError("unreachable")


def _next_trick(viewer: Viewer, match: Match) -> NextTrick:
    while True:
        match.refresh_from_db()
        found = next_entry(record_of(rows_of(match)), Random())  # noqa: S311
        assert found is not None  # noqa: S101
        kind, data = found
        entry = {"id": str(uuid4()), "kind": kind, "base_version": match.version, "data": data}
        enter(viewer=viewer, match_id=match.pk, entry=entry, dry_run=kind == "trick")
        if kind == "trick":
            return NextTrick(match.pk, entry)


def _new_match(viewer: Viewer) -> Match:
    """Between those who played last, at the hour of this start."""
    last = Match.objects.filter(club__slug=demo.SLUG, game=GAME).order_by("-played_at", "pk")[0]
    seats = {seat.key: seat.player_id for seat in Seat.objects.filter(match=last)}
    now = timezone.localtime(timezone=ZoneInfo(demo.TIME_ZONE)).isoformat(timespec="seconds")
    return create_match(viewer=viewer, id=uuid4(), club_slug=demo.SLUG, game=GAME, played_at=now, seats=seats).obj
