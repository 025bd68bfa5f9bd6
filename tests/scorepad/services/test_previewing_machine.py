"""Whatever is done to a club, in whatever order: what was told before of its ladders comes true."""

import uuid
from random import Random
from typing import Any

import pytest

from scorepad.models import Match, Player
from scorepad.refusals import Refused
from scorepad.services.entries import enter
from scorepad.services.merging import merge, rehearse_merge, rehearse_unmerge, unmerge
from scorepad.services.records import create_record, rehearse_create, rehearse_replace, replace_record
from tests.scorepad.conftest import Circle
from tests.scorepad.services.foretelling import comes_true, evening, players, record, up_to_date, with_ladders
from tests.scorepad.tables import entry

Json = dict[str, Any]


@pytest.fixture
def club(circle: Circle) -> Circle:
    return with_ladders(circle)


class Recorder:
    """Does anything to a club of five, and asks before what would come of it."""

    def __init__(self, club: Circle, random: Random) -> None:
        self.club, self.random, self.moved = club, random, 0

    def step(self, name: str) -> None:
        if name == "bring_up_to_date":
            up_to_date(self.club)
            return
        found = getattr(self, name)()
        if found is None:
            return
        told, done = found
        try:
            told()
        except Refused as refused:
            with pytest.raises(type(refused)):
                done()
            return
        self.moved += len(comes_true(self.club, told, done))

    def players(self, count: int = 2) -> list[Player]:
        return self.random.sample(players(self.club), count)

    def a_match(self, **which: Any) -> Match | None:
        found = list(Match.objects.filter(club=self.club.club, **which).order_by("played_at", "pk"))
        return self.random.choice(found) if found else None

    def entered(self, match: Match | None, kind: str, data: Json) -> Any:
        if match is None:
            return None
        sent = entry(kind, match.version, data) | ({} if kind == "undo" else {"reason": "so it was"})
        given: Json = {"viewer": self.club.scorer, "match_id": match.pk, "entry": sent}
        return lambda: enter(**given, dry_run=True).foretold, lambda: enter(**given)

    def amended(self, path: str, value: Any) -> Any:
        patch = {"patch": [{"op": "replace", "path": path, "value": value}]}
        return self.entered(self.a_match(), "amend", patch)

    # -- what may be done ----------------------------------------------------------------------------------------------

    def late(self) -> Any:
        given: Json = {
            "viewer": self.club.scorer,
            "match_id": uuid.UUID(int=self.random.getrandbits(128)),
            "record": record(self.club, self.random),
            "club_slug": self.club.club.slug,
            "rated": self.random.random() < 0.9,
        }
        return lambda: rehearse_create(**given).foretold, lambda: create_record(**given)

    def replaced(self) -> Any:
        match = self.a_match()
        if match is None:
            return None
        given: Json = {
            "viewer": self.club.scorer,
            "match_id": match.pk,
            "record": record(self.club, self.random),
            "tags": None,
        }
        given |= {"reason": "so it was"}
        return lambda: rehearse_replace(**given).foretold, lambda: replace_record(**given)

    def dated_back(self) -> Any:
        return self.amended("/played_at", evening(self.random.randrange(-3, 100)))

    def misread(self) -> Any:
        points = {"points": {"red": self.random.randrange(9), "white": 0}}
        return self.amended(f"/rounds/{self.random.randrange(12)}", points)

    def reseated(self) -> Any:
        red, white = self.players()
        return self.amended("/players", {"red": {"id": str(red.pk)}, "white": {"id": str(white.pk)}})

    def unrated(self) -> Any:
        return self.entered(self.a_match(), "amend", {"rated": self.random.random() < 0.5})

    def void(self) -> Any:
        return self.entered(self.a_match(void=False), "void", {})

    def restored(self) -> Any:
        return self.entered(self.a_match(void=True), "restore", {})

    def forfeited(self) -> Any:
        return self.entered(self.a_match(status="open"), "forfeit", {"seat": self.random.choice(["red", "white"])})

    def undone(self) -> Any:
        return self.entered(self.a_match(), "undo", {})

    def merged(self) -> Any:
        player, into = self.players()
        given: Json = {"viewer": self.club.owner, "player_id": player.pk, "into": into.pk}
        return lambda: rehearse_merge(**given).foretold, lambda: merge(**given)

    def unmerged(self) -> Any:
        player = self.random.choice(self.players(5))
        given: Json = {"viewer": self.club.owner, "player_id": player.pk}
        return lambda: rehearse_unmerge(**given).foretold, lambda: unmerge(**given)


STEPS = (
    ["late"] * 4
    + ["bring_up_to_date", "replaced", "dated_back", "misread", "reseated", "unrated", "void", "restored"]
    + ["forfeited", "undone", "merged", "merged", "unmerged"]
)


@pytest.mark.parametrize("seed", range(10))
def test_whatever_is_done_does_to_the_ladders_what_was_told(club: Circle, seed: int) -> None:
    random = Random(seed)
    recorder = Recorder(club, random)
    for step in ["late", "late", *random.choices(STEPS, k=12)]:
        recorder.step(step)
    assert recorder.moved > 2
