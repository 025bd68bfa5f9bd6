"""The demo club: a dozen players, and two years of Tuesday evenings at its tables.

The first winter was kept on paper and entered afterwards, by ovals or by points alone; then someone brought a tablet.
People come as they can, two or three tables an evening, and as time goes by some pairs seek each other out. Nothing
here reads a clock: whoever asks says what time it is. The same `random.Random` and time give the same club.
"""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import combinations
from random import Random
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from scorepad.demo.generator import Habits, match

Json = dict[str, Any]

SLUG = "oasis"
NAME = "Oasis Games Club"
TIME_ZONE = "Europe/Vienna"
NAMES = (
    "Ann Okafor",
    "Bob Lindqvist",
    "Chiara Ferri",
    "Dmitri Volkov",
    "Eun-ji Park",
    "Fatima El Idrissi",
    "Günther Maier",
    "Hanna Nowak",
    "José Álvarez",
    "Kenji Mori",
    "Leïla Haddad",
    "Maeve O’Brien",
)
CLUB_NIGHT = 1  # Tuesday, as date.weekday() counts
WEEKS = 104
MATCHES = 150
STARTS = (time(19, 30), time(21, 15))
UNDER_WAY_SINCE = timedelta(minutes=35)
SIDE_TABLE = "by the door"
MISSPELT, MEANT = "Bob Lindquist", "Bob Lindqvist"
HALF_WAY = 6  # rounds
TABLES = ("Table 1", "Table 2", "Table 3")
NOTES = ("a new pack of cards", "rematch", "played after closing time", "birthday match")

PAPER = 0.25  # of the two years
DOUBLE_PACK = 0.08
STAKED = 0.2
OASIS = 0.75  # of the staked
NOTED = 0.06
FRIENDS = 5  # pairs that come to seek each other out
FONDNESS = 14.0  # and how much more often than others in the end


@dataclass(frozen=True, slots=True)
class DemoPlayer:
    id: str
    name: str


@dataclass(frozen=True, slots=True)
class DemoMatch:
    """A match at its table; `record` has no players, who are in `seats` by their ids."""

    seats: dict[str, str]
    table: str
    record: Json


@dataclass(frozen=True, slots=True)
class DemoLadder:
    """`rules` as an owner gives them."""

    id: str
    name: str
    system: str
    rules: Json


@dataclass(frozen=True, slots=True)
class DemoClub:
    id: str
    players: tuple[DemoPlayer, ...]
    matches: tuple[DemoMatch, ...]
    under_way: DemoMatch
    mishaps: "Mishaps"
    ladders: tuple[DemoLadder, ...]


@dataclass(frozen=True, slots=True)
class Mishaps:
    """What goes wrong in any club: somebody had to leave early, a match was broken off, a name was misspelt in one of
    them, and an evening's last match was recorded on two tablets, of which one gave up half-way.
    """

    misspelt: DemoPlayer
    meant: str
    forfeited: DemoMatch
    abandoned: DemoMatch
    twice: DemoMatch
    counts: str


def club(rng: Random, now: datetime, matches: int = MATCHES) -> DemoClub:
    """Complete matches up to the day before, in order, and one that is being played at this moment."""
    identity = _id(rng)
    players = tuple(DemoPlayer(_id(rng), name) for name in NAMES)
    company = _Company(rng, players)
    evenings = _evenings(rng, now.date(), matches)
    played = [
        _match(rng, company, begun, table, (index + 0.5) / matches) for index, (begun, table) in enumerate(evenings)
    ]
    under_way = _under_way(rng, company, now)
    mishaps = _mishaps(rng, players, played)
    return DemoClub(identity, players, tuple(played), under_way, mishaps, _ladders(rng, now.date()))


def _ladders(rng: Random, today: date) -> tuple[DemoLadder, ...]:
    """One of all that was ever played, and one of the twelve months up to the last that is over."""
    start, end = today.replace(year=today.year - 1, day=1), today.replace(day=1) - timedelta(days=1)
    season = {"season_start": start, "season_end": end, "period": "month", "parameters": {"margin_scale": 20}}
    always = {"least_matches": 5, "largest_deviation": 120, "active_within": 180}
    return (
        DemoLadder(_id(rng), "All evenings", "glicko2", always),
        DemoLadder(_id(rng), f"Season up to {end:%B %Y}", "elo", season),
    )


def _evenings(rng: Random, today: date, matches: int) -> list[tuple[datetime, str]]:
    """When and at which table each match began: club nights, fuller ones more often as the club grows."""
    last = today - timedelta(days=(today.weekday() - CLUB_NIGHT - 1) % 7 + 1)
    nights = [last - timedelta(weeks=weeks) for weeks in range(WEEKS)][::-1]
    slots = [(night, start, table) for night in nights for start in STARTS for table in TABLES]
    likely = sorted(slots, key=lambda slot: rng.random() ** (1 / _weight(slot, nights)), reverse=True)
    return sorted(
        (datetime.combine(night, start, ZoneInfo(TIME_ZONE)) + timedelta(minutes=rng.randrange(15)), table)
        for night, start, table in likely[:matches]
    )


def _weight(slot: tuple[date, time, str], nights: list[date]) -> float:
    night, start, table = slot
    grown = 0.6 + (night - nights[0]) / (nights[-1] - nights[0])
    return grown * (1.0 if start == STARTS[0] else 0.4) / (1 + TABLES.index(table))


class _Company:
    """Who sits down with whom."""

    def __init__(self, rng: Random, players: tuple[DemoPlayer, ...]) -> None:
        self.rng = rng
        self.keenness = {player.id: rng.uniform(0.4, 1.6) for player in players}
        self.pairs = list(combinations([player.id for player in players], 2))
        self.friends = set(rng.sample(self.pairs, FRIENDS))
        self.busy: tuple[datetime | None, set[str]] = (None, set())

    def sit_down(self, begun: datetime, when: float) -> tuple[str, str]:
        """Two who are not at another table; `when` runs from 0 to 1 over the two years."""
        hour = begun.replace(minute=0)
        if self.busy[0] != hour:
            self.busy = (hour, set())
        free = [pair for pair in self.pairs if not self.busy[1] & set(pair)]
        red, white = self.rng.choices(free, [self._likely(pair, when) for pair in free])[0]
        self.busy[1].update((red, white))
        return (red, white) if self.rng.random() < 0.5 else (white, red)

    def _likely(self, pair: tuple[str, str], when: float) -> float:
        fond = 1 + (FONDNESS - 1) * max(0.0, 2 * when - 1) if pair in self.friends else 1.0
        return self.keenness[pair[0]] * self.keenness[pair[1]] * fond


def _match(rng: Random, company: _Company, begun: datetime, table: str, when: float) -> DemoMatch:
    red, white = company.sit_down(begun, when)
    record = match(
        rng, id=_id(rng), played_at=begun.isoformat(), options=_options(rng), habits=_habits(rng, on_paper=when < PAPER)
    )
    if rng.random() < NOTED:
        record["note"] = rng.choice(NOTES)
    return DemoMatch({"red": red, "white": white}, table, record)


def _under_way(rng: Random, company: _Company, now: datetime) -> DemoMatch:
    """Two tricks into its fourth round."""
    begun = now.replace(second=0, microsecond=0) - UNDER_WAY_SINCE
    red, white = company.sit_down(begun, 1)
    return _broken_off(rng, {"red": red, "white": white}, begun.isoformat(), TABLES[0], rounds=4)


def _mishaps(rng: Random, players: tuple[DemoPlayer, ...], played: list[DemoMatch]) -> Mishaps:
    """Beside the last matches of the club, at a table of their own."""
    misspelt, meant = DemoPlayer(_id(rng), MISSPELT), next(player.id for player in players if player.name == MEANT)
    last, before = played[-1], played[-2]
    busy = {meant, *last.seats.values(), *before.seats.values()}
    others = [player.id for player in players if player.id not in busy]
    half = {**last.record, "id": _id(rng), "rounds": last.record["rounds"][:HALF_WAY]}
    return Mishaps(
        misspelt=misspelt,
        meant=meant,
        forfeited=_broken_off(
            rng, {"red": others[0], "white": misspelt.id}, last.record["played_at"], SIDE_TABLE, rounds=5
        ),
        abandoned=_broken_off(
            rng, {"red": others[1], "white": others[2]}, before.record["played_at"], SIDE_TABLE, rounds=3
        ),
        twice=DemoMatch(last.seats, last.table, half),
        counts=last.record["id"],
    )


def _broken_off(rng: Random, seats: dict[str, str], played_at: str, table: str, rounds: int) -> DemoMatch:
    """Two tricks into its last round."""
    record = match(rng, id=_id(rng), played_at=played_at, rounds=rounds)
    end = record["rounds"][-1]
    record["rounds"][-1] = {"setup": end["setup"], "tricks": end["tricks"][:2]}
    return DemoMatch(seats, table, record)


def _options(rng: Random) -> Json:
    options: Json = {"pack": "double" if rng.random() < DOUBLE_PACK else "single"}
    if rng.random() < STAKED:
        options["stake"] = {"amount": rng.choice(("0.10", "0.25", "0.50")), "currency": "EUR"}
        options["oasis"] = rng.random() < OASIS
    return options


def _habits(rng: Random, *, on_paper: bool) -> Habits:
    if on_paper:
        return rng.choice((Habits(tricks=0, ovals=1), Habits(tricks=0, points=1), Habits(tricks=0, ovals=3, points=1)))
    if rng.random() < 0.05:
        return Habits(tricks=3, ovals=1)  # a tablet that ran out of power half-way
    return Habits(boards=rng.choice((0, 0, 0.3, 1)), leaders=rng.random() < 0.8)


def _id(rng: Random) -> str:
    return str(UUID(int=rng.getrandbits(128), version=4))
