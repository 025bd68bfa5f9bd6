"""A club of five with three ladders, and whether what a change was said to do to them comes true."""

from collections.abc import Callable
from datetime import datetime, time, timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone

from scorepad.models import Ladder, LadderRating, Match, Player, StaleEvening
from scorepad.selectors.standings import standings
from scorepad.services.players import create_player
from scorepad.services.previewing import Foretold
from scorepad.services.rating import refresh
from tests.api.worlds import counted
from tests.scorepad.conftest import Circle
from tests.scorepad.tables import entry

Json = dict[str, Any]

GLICKO2 = {"rating": 1500.0, "deviation": 350.0, "volatility": 0.06, "tau": 0.5}
ELO = {"rating": 1500.0, "factor": 32.0, "margin_scale": 10.0}
VIENNA = ZoneInfo("Europe/Vienna")


def rounds(red: int, white: int, count: int = 12) -> list[Json]:
    return [{"points": {"red": red, "white": 0}}, {"points": {"red": 0, "white": white}}] * (count // 2)


def evening(days_ago: int) -> str:
    day = timezone.localdate() - timedelta(days=days_ago)
    return datetime.combine(day, time(19, 30), VIENNA).isoformat()


def ladder_of(circle: Circle, name: str, **given: Any) -> Ladder:
    values = {"system": "glicko2", "parameters": GLICKO2, "period": "week"} | given
    return Ladder.objects.create(club=circle.club, game="marrakesh", name=name, **values)


def with_ladders(circle: Circle) -> Circle:
    """The club with five players, and three ladders that have little in common."""
    for name in ("cleo", "dora", "emil"):
        player = create_player(viewer=circle.owner, club_slug=circle.club.slug, name=name.title()).obj
        setattr(circle, name, player)
    circle.weekly = ladder_of(circle, "Weekly", least_matches=2, largest_deviation=250.0, active_within=60)
    start, end = timezone.localdate() - timedelta(days=70), timezone.localdate() - timedelta(days=10)
    season: Json = {"season_start": start, "season_end": end}
    circle.season = ladder_of(circle, "Season", system="elo", parameters=ELO, period="month", **season)
    circle.daily = ladder_of(circle, "Daily", system="elo", parameters=ELO, period="day", forfeits=True)
    return circle


def played(club: Circle, days_ago: int, red: Player, white: Player, **given: Any) -> Match:
    values: Json = {"seats": {"red": red.pk, "white": white.pk}, "rounds": rounds(5, 2)} | given
    return club.match(played_at=evening(days_ago), **values)


def up_to_date(club: Circle) -> None:
    list(refresh(club_id=club.club.pk))
    assert not StaleEvening.objects.filter(club=club.club).exists()


def record(club: Circle, random: Random) -> Json:
    """A match that two of them might have played."""
    red, white = random.sample(players(club), 2)
    return {
        "format": "marrakesh-record/1",
        "played_at": evening(random.randrange(-3, 100)),
        "players": {"red": {"id": str(red.pk)}, "white": {"id": str(white.pk)}},
        "rounds": rounds(random.randrange(9), random.randrange(9), random.choice([12, 12, 12, 6])),
    }


def players(club: Circle) -> list[Player]:
    return list(Player.objects.filter(club=club.club).order_by("name_key"))


def line(row: Any) -> Json:
    told = ("place", "matches", "won", "drawn", "lost", "provisional", "inactive")
    rating = {"rating": row.rating.rating, "deviation": row.rating.deviation}
    return {name: getattr(row, name) for name in told} | rating


def standing(club: Circle) -> dict[str, dict[str, Json]]:
    """By ladder and player, what everybody is told."""
    return {
        str(ladder.pk): {str(row.player): line(row) for row in standings(viewer=club.member, ladder_id=ladder.pk).rows}
        for ladder in Ladder.objects.filter(club=club.club)
    }


def rated(club: Circle) -> dict[str, set[Any]]:
    """By ladder the ratings after each period, and the matches that made them."""
    columns = ("period", "player", "rating", "deviation", "volatility", "matches", "won", "drawn", "lost")
    return {
        str(ladder.pk): set(LadderRating.objects.filter(ladder=ladder).values_list(*columns))
        for ladder in Ladder.objects.filter(club=club.club)
    }


def comes_true(club: Circle, told: Callable[[], Foretold | None], done: Callable[[], Any]) -> list[Json]:
    """Ask what a change would do, do it, and compare: each line and each period that was told has moved just so, and
    nothing else has."""
    before = counted()
    foretold = told()
    assert counted() == before
    assert foretold is not None
    assert foretold.ladders is not None
    up_to_date(club)  # what stood still to be brought up to date was told as if it had been
    lines_before, ratings_before = standing(club), rated(club)
    done()
    up_to_date(club)
    lines_after, ratings_after = standing(club), rated(club)
    by_ladder = {each["ladder"]: each for each in foretold.ladders}
    for ladder in lines_before:
        then, now = lines_before[ladder], lines_after[ladder]
        moved = {player for player in then.keys() | now.keys() if then.get(player) != now.get(player)}
        said = by_ladder.get(ladder, {"standings": [], "periods": []})
        assert {row["player"]["id"]: (row["before"], row["after"]) for row in said["standings"]} == {
            player: (then.get(player), now.get(player)) for player in moved
        }
        touched = {row[0].isoformat() for row in ratings_before[ladder] ^ ratings_after[ladder]}
        assert touched == set(said["periods"])
        assert said["periods"] == sorted(said["periods"])
        assert ladder in by_ladder or not touched
    return foretold.ladders


def told_of(foretold: Foretold | None) -> dict[str, Json]:
    assert foretold is not None
    assert foretold.ladders is not None
    return {each["name"]: each for each in foretold.ladders}


def voided(club: Circle, match: Match) -> Json:
    return {"viewer": club.scorer, "match_id": match.pk, "entry": entry("void", 1, {}) | {"reason": "so it was"}}
