"""Any mix and order of play, corrections, merges and other rules: ratings stay what a rebuild gives, bit for bit.

What they should be is worked out here a second time, from the matches as a person would read them: who counts, who is
who and which week it was by other means than the service's, and the arithmetic by the package glicko2.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import date, timedelta
from itertools import count, permutations
from random import Random
from typing import Any
from uuid import UUID

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorepad.models import Ladder, LadderRating, Match, Player, Seat, StaleEvening
from scorepad.refusals import Refused
from scorepad.services.entries import enter
from scorepad.services.ladders import change_ladder, create_ladder
from scorepad.services.merging import merge, unmerge
from scorepad.services.players import create_player
from scorepad.services.rating import rebuild, refresh
from scorepad.services.verifying_ladders import problems_of
from tests.engine.ratings.second_opinion import Mended
from tests.scorepad.conftest import Circle
from tests.scorepad.services.test_rating import START
from tests.scorepad.tables import Json, entry

STEPS = st.sampled_from(
    ["add", "double", "merge", "unmerge", "date_back"] * 3
    + ["score", "swap", "rated", "void", "restore", "undo", "forfeit"] * 2
    + ["period", "numbers", "system", "season", "forfeits"]
)
NUMBER = count()

Table = dict[tuple[UUID, date], tuple[float, ...]]


class Club:
    """Four players, two ladders, and what happens to them."""

    def __init__(self, circle: Circle, random: Random) -> None:
        self.circle, self.random = circle, random
        self.players = [circle.ann, circle.bob]
        self.players += [self.player(name) for name in ("Cleo", "Dan")]
        self.matches: list[Match] = []
        self.ladders = [self.ladder("Weeks", system="glicko2"), self.ladder("Months", system="elo", period="month")]

    def player(self, name: str) -> Player:
        made: Player = create_player(viewer=self.circle.owner, club_slug=self.circle.club.slug, name=name).obj
        return made

    def ladder(self, name: str, **rules: Any) -> Ladder:
        slug = self.circle.club.slug
        return create_ladder(viewer=self.circle.owner, club_slug=slug, game="marrakesh", name=name, **rules).obj

    def step(self, name: str) -> None:
        """Some of it cannot be, and is refused."""
        with suppress(Refused):
            getattr(self, name)()

    def moment(self) -> str:
        return (START + timedelta(days=self.random.randrange(60))).isoformat()

    def rounds(self) -> list[Json]:
        """Won by Red, by White, or by neither."""
        one, other = self.random.choice([((3, 0), (3, 0)), ((0, 5), (0, 5)), ((3, 0), (0, 3))])
        return [{"points": {"red": red, "white": white}} for red, white in (one, other) * 6]

    def enter(self, kind: str, data: Json, **of: Any) -> None:
        """For any match, or for one of those of which this is true if there are any."""
        fitting = set(Match.objects.filter(club=self.circle.club, **of).values_list("pk", flat=True))
        match = self.random.choice([match for match in self.matches if match.pk in fitting] or self.matches)
        match.refresh_from_db()
        sent = entry(kind, match.version, data)
        if kind != "undo":
            sent["reason"] = "so it was"
        enter(viewer=self.circle.owner, match_id=match.pk, entry=sent)

    def amend(self, path: str, value: Any) -> None:
        self.enter("amend", {"patch": [{"op": "replace", "path": path, "value": value}]})

    def change(self, **rules: Any) -> None:
        change_ladder(viewer=self.circle.owner, ladder_id=self.random.choice(self.ladders).pk, **rules)

    # -- what may happen ----------------------------------------------------------------------------------------------

    def add(self) -> None:
        self.match(*self.random.sample(self.players, 2))

    def match(self, red: Player, white: Player) -> None:
        rounds = self.rounds()[: self.random.choice([12, 12, 12, 12, 12, 5])]
        seats = {"red": red.pk, "white": white.pk}
        self.matches.append(self.circle.match(played_at=self.moment(), seats=seats, rounds=rounds))

    def score(self) -> None:
        self.amend("/rounds", self.rounds())

    def swap(self) -> None:
        red, white = ({"id": str(player.pk)} for player in self.random.sample(self.players, 2))
        self.amend("/players", {"red": red, "white": white})

    def date_back(self) -> None:
        self.amend("/played_at", self.moment())

    def rated(self) -> None:
        rated = self.random.choice([True, False, False])
        self.enter("amend", {"rated": rated}, rated=not rated)

    def void(self) -> None:
        self.enter("void", {})

    def restore(self) -> None:
        self.enter("restore", {}, void=True)

    def undo(self) -> None:
        self.enter("undo", {}, version__gt=1, void=False)

    def forfeit(self) -> None:
        self.enter("forfeit", {"seat": self.random.choice(["red", "white"])}, status="open", void=False)

    def double(self) -> None:
        """Somebody who is known already is written down by another name."""
        self.players.append(self.player(f"Double {next(NUMBER)}"))
        rival = self.random.choice(self.players[:-1])
        self.match(self.players[-1], rival)

    def merge(self) -> None:
        """Any two who have never met."""
        pairs = list(permutations(self.players, 2))
        for one, other in self.random.sample(pairs, len(pairs)):
            with suppress(Refused):
                merge(viewer=self.circle.owner, player_id=one.pk, into=other.pk)
                return

    def unmerge(self) -> None:
        unmerge(viewer=self.circle.owner, player_id=self.random.choice(self.players).pk)

    def period(self) -> None:
        self.change(period=self.random.choice(["day", "week", "month"]))

    def numbers(self) -> None:
        name, value = self.random.choice([("rating", 1200.0), ("rating", 1500.0), ("tau", 0.9), ("factor", 20.0)])
        self.change(parameters={name: value})

    def system(self) -> None:
        self.change(system=self.random.choice(["elo", "glicko2"]))

    def season(self) -> None:
        start = START.date() + timedelta(days=self.random.randrange(30))
        self.change(season_start=self.random.choice([None, start]), season_end=start + timedelta(days=25))

    def forfeits(self) -> None:
        self.change(forfeits=self.random.choice([True, False]))

    def up_to_date(self) -> None:
        list(refresh(club_id=self.circle.club.pk))
        assert not StaleEvening.objects.filter(club=self.circle.club).exists()


@given(steps=st.lists(STEPS, min_size=8, max_size=30), random=st.randoms(use_true_random=False))
@settings(
    max_examples=30,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_any_mix_of_events_ends_where_a_rebuild_does(
    make_circle: Callable[..., Circle], steps: list[str], random: Any
) -> None:
    club = Club(make_circle(f"club-{next(NUMBER)}"), random)
    for step in ["add"] * 5:
        club.step(step)
    club.up_to_date()
    for step in steps:
        club.step(step)
        if random.random() < 0.4:
            club.up_to_date()
    club.up_to_date()
    for ladder in club.ladders:
        ladder.refresh_from_db()
        assert list(problems_of(ladder)) == []
        kept = stored(ladder)
        assert_close(kept, by_hand(ladder, random))
        assert list(rebuild(ladders=[ladder])) == [ladder.pk]
        assert stored(ladder) == kept


def stored(ladder: Ladder) -> Table:
    rows = LadderRating.objects.filter(ladder=ladder)
    return {
        (row.player_id, row.period): (row.matches, row.won, row.drawn, row.lost, row.rating)
        + ((row.deviation, row.volatility) if ladder.system == "glicko2" else ())
        for row in rows
    }


def assert_close(found: Table, wanted: Table) -> None:
    assert found.keys() == wanted.keys()
    for key, values in wanted.items():
        assert found[key] == pytest.approx(values, rel=1e-6), key


# -- the same by hand -------------------------------------------------------------------------------------------------


def by_hand(ladder: Ladder, random: Random) -> Table:
    """Period after period, every period that there is; the matches of each in any order."""
    table: Table = {}
    counts: dict[UUID, list[int]] = defaultdict(lambda: [0, 0, 0])
    rate = glicko2_by_hand(ladder) if ladder.system == "glicko2" else elo_by_hand(ladder)
    next(rate)
    for first, matches in periods_by_hand(ladder):
        random.shuffle(matches)
        for sides in matches:
            for (player, score), (_, other) in (sides, sides[::-1]):
                counts[player][1 if score == other else 0 if score > other else 2] += 1
        for player, values in rate.send(matches).items():
            table[player, first] = (sum(counts[player]), *counts[player], *values)
    return table


Sides = list[tuple[UUID, int]]


def periods_by_hand(ladder: Ladder) -> Iterator[tuple[date, list[Sides]]]:
    became = dict(Player.objects.filter(club=ladder.club).values_list("pk", "merged_into"))

    def now(player: UUID) -> UUID:
        while became[player]:
            player = became[player]
        return player

    by_first = defaultdict(list)
    for match in Match.objects.filter(club=ladder.club):
        start, end = ladder.season_start or date.min, ladder.season_end or date.max
        ended = match.status == "complete" or (match.status == "forfeited" and ladder.forfeits)
        if match.rated and not match.void and ended and start <= match.played_on <= end:
            seats = Seat.objects.filter(match=match).order_by("number")
            # Whoever forfeits is placed last, whatever the score; points do not say so, places do.
            by_first[first_day(ladder.period, match.played_on)].append(
                [(now(seat.player_id), -seat.place) for seat in seats]
            )
    day = min(by_first, default=date.max)
    while day <= max(by_first, default=date.min):
        yield day, by_first[day]
        day = first_day(ladder.period, day + timedelta(days={"day": 1, "week": 7, "month": 31}[ladder.period]))


def first_day(period: str, day: date) -> date:
    if period == "week":
        year, week, _ = day.isocalendar()
        return date.fromisocalendar(year, week, 1)
    return date(day.year, day.month, 1) if period == "month" else day


def glicko2_by_hand(ladder: Ladder) -> Any:
    given = ladder.parameters
    start = (given["rating"], given["deviation"], given["volatility"])
    players: dict[UUID, Mended] = {}
    told: dict[UUID, tuple[float, ...]] = {}
    while True:
        matches = yield told
        results = defaultdict(list)
        for sides in matches:
            for (player, score), (opponent, other) in (sides, sides[::-1]):
                rival = players.get(opponent) or Mended(*start)
                won = 0.5 if score == other else float(score > other)
                results[player].append((rival.rating, rival.rd, won))
        for player in players.keys() - results.keys():
            players[player].did_not_compete()
            players[player].rd = min(players[player].rd, start[1])
        for player, found in results.items():
            own = players.setdefault(player, Mended(*start))
            own._tau = given["tau"]
            own.update_player(*map(list, zip(*found, strict=True)))
        told = {player: (players[player].rating, players[player].rd, players[player].vol) for player in results}


def elo_by_hand(ladder: Ladder) -> Any:
    given = ladder.parameters
    ratings: dict[UUID, float] = {}
    told: dict[UUID, tuple[float, ...]] = {}
    while True:
        matches = yield told
        gains: dict[UUID, float] = defaultdict(float)
        for sides in matches:
            for (player, score), (opponent, other) in (sides, sides[::-1]):
                ahead = ratings.get(opponent, given["rating"]) - ratings.get(player, given["rating"])
                won = 0.5 if score == other else float(score > other)
                gains[player] += given["factor"] * (won - 1 / (1 + 10 ** (ahead / 400)))
        for player, gain in gains.items():
            ratings[player] = ratings.get(player, given["rating"]) + gain
        told = {player: (ratings[player],) for player in gains}
