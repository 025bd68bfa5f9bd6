"""A server of the bench's own, and on it a club whose players have matches of the seeded generator, always the same."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Any
from uuid import UUID

import django

from scorepad.demo.generator import match
from tests.servers import test_servers

Json = dict[str, Any]

EVENING = datetime.fromisoformat("2026-11-29T19:30:00+01:00")


@contextmanager
def server() -> Iterator[None]:
    """A PostgreSQL with the tables of Scorepad, and this process connected to it."""
    with test_servers() as environment:
        os.environ.update(environment, DJANGO_SETTINGS_MODULE="scorepad.settings")
        django.setup()
        from django.core.management import call_command
        from django.db import connection

        call_command("migrate", verbosity=0)
        try:
            yield
        finally:
            connection.close()


def record(seed: int) -> Json:
    return match(Random(seed))


@dataclass(frozen=True, slots=True)
class BenchClub:
    """The club as the services know it, who writes there, and its players."""

    club: Any
    viewer: Any
    by: Any
    players: Sequence[Any]

    def history(self, seed: int, record: Mapping[str, Any], seats: Mapping[str, Any], evening: datetime) -> Any:
        """This match as it would be stored, its journal and all."""
        from scorepad.services.matches import begun

        seated = {side: str(player.pk) for side, player in seats.items()}
        data = {"club": str(self.club.pk), "game": "marrakesh", "rated": True, "table": "", "seats": seated}
        data |= {"played_at": evening.isoformat(), "rounds": record["rounds"]}
        return self.club, begun(by=self.by, match_id=UUID(int=seed + 1), data=data)


def founded(players: int) -> BenchClub:
    from django.utils import timezone

    from scorepad.models import User
    from scorepad.selectors.access import Viewer
    from scorepad.services.clubs import create_club
    from scorepad.services.planning import By
    from scorepad.services.players import create_player

    user = User.objects.create_user("bench")
    viewer = Viewer.of_session(user)
    club = create_club(viewer=viewer, slug="bench", name="Bench").obj
    names = [f"Player {number:03}" for number in range(players)]
    there = [create_player(viewer=viewer, club_slug="bench", name=name).obj for name in names]
    return BenchClub(club, viewer, By(user.pk, user.username, None, timezone.now()), there)
