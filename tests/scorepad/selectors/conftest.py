"""A season of a small club: matches of every grade between four people, with a forfeit, a draw and a merged player."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from scorepad.demo.generator import Habits, match
from scorepad.models import Match, Player
from scorepad.services.entries import enter
from scorepad.services.merging import merge
from scorepad.services.players import create_player
from scorepad.services.statistics import refresh
from tests.scorepad.conftest import Circle
from tests.scorepad.tables import entry

Json = dict[str, Any]

OVALS, POINTS = Habits(tricks=0, ovals=1), Habits(tricks=0, points=1)


def fives(red: int) -> list[Json]:
    """Five points for Red in so many rounds, and for White in the rest."""
    return [{"points": {"red": 5, "white": 0}}] * red + [{"points": {"red": 0, "white": 5}}] * (12 - red)


class Season(Circle):
    """`cleo` is a third player, `bobby` was merged into `bob`."""

    cleo: Player
    bobby: Player

    def play(self, red: Player, white: Player, day: int, rounds: list[Json], **given: Any) -> Match:
        seats = {"red": red.pk, "white": white.pk}
        return self.match(
            seats=seats, played_at=f"2026-{day // 28 + 1:02}-{day % 28 + 1:02}T19:30:00+01:00", **given, rounds=rounds
        )

    def say(self, match: Match, kind: str, data: Json) -> None:
        match.refresh_from_db()
        given = entry(kind, match.version, data, reason="so it was")
        verdict = enter(viewer=self.owner, match_id=match.pk, entry=given)
        assert verdict.refusal is None

    def refresh(self) -> None:
        for _ in refresh(club_id=self.club.pk):
            pass


MakeSeason = Callable[..., Season]


@pytest.fixture
def bare(circle: Circle) -> Season:
    """The club with its people, and no match yet."""
    made = Season(**vars(circle))
    for name in ("cleo", "bobby"):
        player = create_player(viewer=made.owner, club_slug=made.club.slug, name=name.title()).obj
        setattr(made, name, player)
    return made


@pytest.fixture
def season(bare: Season) -> Season:
    rng = Random(1978)
    pairs = [(bare.ann, bare.bob), (bare.cleo, bare.ann), (bare.bobby, bare.cleo), (bare.ann, bare.bobby)]
    grades = [Habits(), OVALS, POINTS, Habits(), Habits()]
    for day in range(0, 60, 5):
        red, white = pairs[day // 5 % 4]
        bare.play(red, white, day, match(rng, habits=grades[day // 5 % 5])["rounds"])
    bare.play(bare.bob, bare.ann, 61, fives(6))
    given_up = bare.play(bare.cleo, bare.bob, 62, match(rng, habits=Habits(), rounds=5)["rounds"])
    bare.say(given_up, "forfeit", {"seat": "white"})
    void = bare.play(bare.ann, bare.bob, 63, match(rng, habits=Habits())["rounds"])
    bare.say(void, "void", {})
    bare.play(bare.ann, bare.cleo, 64, match(rng, habits=Habits(), rounds=3)["rounds"])
    merge(viewer=bare.owner, player_id=bare.bobby.pk, into=bare.bob.pk)
    bare.refresh()
    return bare


@pytest.fixture
def four(bare: Season) -> Season:
    """Ann beats Bob 60 to 0, draws with him 30 to 30, beats Cleo 40 to 20, and in February loses to her 15 to 45."""
    bare.play(bare.ann, bare.bob, 0, fives(12))
    bare.play(bare.bob, bare.ann, 1, fives(6))
    bare.play(bare.ann, bare.cleo, 2, fives(8))
    bare.play(bare.cleo, bare.ann, 30, fives(9))
    bare.refresh()
    return bare
