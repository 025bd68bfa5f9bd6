"""A club with three players, and matches laid down between them whole."""

import uuid
from random import Random
from typing import Any

from engine.games import MARRAKESH
from scorepad.demo.generator import Habits, match
from scorepad.models import Club, Match, User
from scorepad.selectors.access import Viewer
from scorepad.services.entries import enter
from scorepad.services.matches import create_match
from scorepad.services.players import create_player
from scorepad.services.statistics import refresh

Json = dict[str, Any]

FIVES = [{"points": {"red": 5, "white": 0}}] * 12


class Table:
    """A club with Ann, Bob and Cleo: `play` lays a match down, `refresh` brings the statistics up to date."""

    def __init__(self, club: Club, owner: User) -> None:
        self.club, self.viewer = club, Viewer.of_session(owner)
        self.ann, self.bob, self.cleo = (self.player(name) for name in ("Ann", "Bob", "Cleo"))

    def player(self, name: str) -> str:
        return str(create_player(viewer=self.viewer, club_slug=self.club.slug, name=name).obj.pk)

    def play(self, red: str, white: str, day: int, rounds: list[Json] | None = None, **given: Any) -> str:
        made = create_match(
            viewer=self.viewer,
            id=uuid.uuid4(),
            club_slug=self.club.slug,
            game="marrakesh",
            played_at=f"2026-11-{day:02}T19:30:00+01:00",
            seats={"red": red, "white": white},
            rounds=FIVES if rounds is None else rounds,
            **given,
        )
        return str(made.obj.pk)

    def refresh(self) -> None:
        for _ in refresh(club_id=self.club.pk):
            pass

    def say(self, match_id: str, kind: str, data: Json, reason: str = "so it was") -> None:
        version = Match.objects.get(pk=match_id).version
        given = {"id": str(uuid.uuid4()), "kind": kind, "base_version": version, "data": data}
        verdict = enter(viewer=self.viewer, match_id=uuid.UUID(match_id), entry={**given, "reason": reason})
        assert verdict.refusal is None


def won_by_red() -> list[Json]:
    """Played trick by trick, by the first seed that lets Red win."""
    for seed in range(100):
        record = match(Random(seed), habits=Habits())
        if MARRAKESH.replay(record)["result"]["winner"] == "red":
            rounds: list[Json] = record["rounds"]
            return rounds
    raise AssertionError
