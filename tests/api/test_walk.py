"""Ten thousand matches walked page by page while somebody else keeps recording: none repeats, and none is missed."""

import threading
import uuid
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from django.db import connection, transaction
from django.utils import timezone

from scorepad.models import Club, Match, User
from scorepad.selectors.access import Viewer
from scorepad.services.copying import copy_new
from scorepad.services.matches import begun
from scorepad.services.planning import By
from scorepad.services.players import create_player
from tests.api.callers import Caller
from tests.api.test_lists import walk

MATCHES = 10_000
FIRST, EVENINGS = datetime(2020, 1, 3, 19, 30, tzinfo=UTC), 300


class Recorder:
    """Stores matches of two players, each on an evening drawn from a few hundred, so that many share theirs."""

    def __init__(self, user: User, club: Club, seed: int) -> None:
        viewer = Viewer.of_session(user)
        red, white = (create_player(viewer=viewer, club_slug=club.slug, name=f"{seed} {side}").obj for side in "rw")
        self.club, self.random = club, Random(seed)
        self.by = By(user.pk, user.username, None, timezone.now())
        self.data = {"club": str(club.pk), "game": "marrakesh", "rated": True, "table": ""}
        self.data["seats"] = {"red": str(red.pk), "white": str(white.pk)}

    def store(self, count: int) -> set[str]:
        with transaction.atomic():
            made = copy_new([(self.club, self.history()) for _ in range(count)])
        return {str(match.pk) for match in made}

    def history(self) -> object:
        evening = FIRST + timedelta(weeks=self.random.randrange(EVENINGS))
        data = self.data | {"played_at": evening.isoformat()}
        return begun(by=self.by, match_id=uuid.UUID(int=self.random.getrandbits(128)), data=data)


@contextmanager
def meanwhile(recorder: Recorder) -> Iterator[list[str]]:
    """Another connection that stores a match after the other, until the walk is over."""
    over, came, failed = threading.Event(), [], []

    def record() -> None:
        try:
            while not over.is_set():
                came.extend(recorder.store(1))
        except Exception as error:
            failed.append(error)
        finally:
            connection.close()

    thread = threading.Thread(target=record)
    thread.start()
    try:
        yield came
    finally:
        over.set()
        thread.join()
    assert not failed


@pytest.mark.django_db(transaction=True)
def test_ten_thousand_matches_are_seen_once_each_while_others_come(
    owner: Caller, closed: Club, people: dict[str, User]
) -> None:
    here = Recorder(people["owner"], closed, 1).store(MATCHES)
    assert len(here) == MATCHES == Match.objects.count()
    with meanwhile(Recorder(people["owner"], closed, 2)) as came:
        seen = Counter(row["id"] for row in walk(owner, "/matches/?club=closed", 100))
    assert len(came) > 100
    assert set(seen) - here <= set(came)
    assert here <= set(seen)
    assert set(seen.values()) == {1}
    assert set(seen) & set(came), "none that came meanwhile came ahead of the walk"
