"""The pages of a ladder's season: in points, frozen, published, and what has become known since."""

import csv
import io
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scorepad.models import Frozen, Ladder
from scorepad.services.publishing import publish
from scorepad.services.rating import refresh
from tests.scorepad.conftest import Circle
from tests.scorepad.ladders import beats, new_ladder, new_player, rated
from tests.scorepad.services import seasons
from tests.scorepad.web.conftest import Visit
from tests.scorepad.web.test_ladders import at


def test_the_season_in_points(circle: Circle, visit: Visit):
    cleo = new_player(circle, "Cleo")
    table = {"points": {"win": 3, "draw": 1.5}, "tiebreaks": ["direct", "-lost"], "byes": {str(cleo.pk): 2}}
    ladder = new_ladder(circle, table=table)
    beats(circle, circle.ann, circle.bob, 0)
    beats(circle, circle.bob, circle.ann, 1)
    beats(circle, circle.bob, cleo, 2)
    rated(circle)
    page = visit(at(ladder, "season/"), circle.member)
    rows = [(row.all("td")[0].text, row.one("bdi").text, row.one("b").text) for row in page.one("tbody").all("tr")]
    assert rows == [("1", "Bob", "6"), ("2", "Cleo", "6"), ("3", "Ann", "3")]
    beneath = [row.one("th").text for row in page.one("tbody").all("tr")]
    assert beneath == ["Bob Direct encounter 3", "Cleo Direct encounter 0", "Ann"]
    assert "3 for a win, 1.5 for a draw, 0 for a loss" in page.text
    assert "3 for a bye; 2 were given" in page.text
    assert "Direct encounter → " in page.text
    assert "the fewer the better" in page.text


def test_the_season_as_csv(circle: Circle, client: Client):
    """Level in points, whoever won the match between the two stands first; the other tie-break is then not asked."""
    cleo = new_player(circle, "=cmd()")
    ladder = new_ladder(circle, table={"tiebreaks": ["direct", "-lost"], "byes": {str(circle.ann.pk): 1}})
    beats(circle, circle.ann, circle.bob, 0)
    beats(circle, circle.bob, cleo, 1)
    beats(circle, circle.bob, cleo, 2)
    rated(circle)
    client.force_login(circle.member.user)
    answer = client.get(at(ladder, "season.csv"))
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    rows = list(csv.DictReader(io.StringIO(answer.content.decode())))
    told = [(row["place"], row["player"], row["points"], row["won"], row["lost"], row["byes"]) for row in rows]
    assert told == [
        ("1", "Ann", "4", "1", "0", "1"),
        ("2", "Bob", "4", "2", "1", "0"),
        ("3", "'=cmd()", "0", "0", "2", "0"),
    ]
    assert [row["direct"] for row in rows] == ["2", "0", ""]
    assert [row["player_id"] for row in rows] == [str(player.pk) for player in (circle.ann, circle.bob, cleo)]
    client.force_login(circle.stranger.user)
    assert client.get(at(ladder, "season.csv")).status_code == 404


@pytest.fixture
def winter(circle: Circle) -> Ladder:
    """A season that is over, with a match in its first week and one in its last."""
    ladder = seasons.season(circle)
    seasons.played(circle, 0)
    seasons.played(circle, 21)
    list(refresh(club_id=circle.club.pk))
    return ladder


def test_a_season_is_frozen_once_and_what_came_since_is_told(
    circle: Circle, winter: Ladder, visit: Visit, client: Client
):
    page = visit(at(winter, "season/"), circle.owner)
    assert page.all("a", href=at(winter, "freeze/"))
    assert not visit(at(winter, "season/"), circle.member).all("a", href=at(winter, "freeze/"))
    client.force_login(circle.owner.user)
    answer = client.post(at(winter, "freeze/"))
    assert answer.status_code == 302
    assert answer.url == at(winter, "frozen/")
    late = seasons.played(circle, 22)
    list(refresh(club_id=circle.club.pk))
    frozen = visit(at(winter, "frozen/"), circle.member)
    assert Frozen.objects.get().checksum in frozen.text
    assert "2–0" in frozen.text
    assert "friday-owner" in frozen.text
    since = visit(at(winter, "since/"), circle.member)
    assert since.one("a", href=f"/matches/{late.pk}/").text == "did not count"
    assert "Ann 36, Bob 0 on 23 January 2024" in since.text
    moved = [[cell.text for cell in row if cell.tag in ("th", "td")] for row in since.all("tbody")[-1].all("tr")]
    assert moved == [["Ann", "4 place 1", "6 place 1"]]


def test_a_season_under_way_cannot_be_frozen(circle: Circle, client: Client, visit: Visit):
    ladder = new_ladder(circle, season_end=(datetime.now(UTC) + timedelta(days=30)).date())
    client.force_login(circle.owner.user)
    answer = client.post(at(ladder, "freeze/"))
    assert "The season is not over yet" in answer.content.decode()
    assert not Frozen.objects.exists()
    client.force_login(circle.scorer.user)
    assert client.post(at(ladder, "freeze/")).status_code == 403


def test_what_was_published_stays_and_what_came_since_is_told(circle: Circle, winter: Ladder, visit: Visit):
    assert "Nothing had been published by then" in visit(at(winter, "published/"), circle.member).text
    list(publish(club_id=circle.club.pk))
    late = seasons.played(circle, 1)
    list(refresh(club_id=circle.club.pk))
    page = visit(at(winter, "published/?as_of=2024-01-08"), circle.member)
    assert "The standings of 7 January 2024" in page.text
    assert page.all("tbody")[0].all("tr")[0].text == "1 Ann 1516 1–0"
    assert page.all("a", href=f"/matches/{late.pk}/")
    assert "1516.0 place 1" in page.text


def told(circle: Circle, pairs: int, weeks: int) -> Ladder:
    """Published for so many weeks and frozen, of a season in which so many pairs have met; since then each match was
    found not to count, and another of the same two to have been forgotten."""
    start = seasons.MONDAY - timedelta(weeks=weeks)
    given = {"name": f"{weeks} weeks", "season_start": start, "forfeits": True}
    ladder = seasons.season(circle, **given, table={"tiebreaks": ["direct", "points"], "byes": {str(circle.ann.pk): 1}})
    seasons.made_on(ladder, start)
    names = [(f"{weeks} {number} a", f"{weeks} {number} b") for number in range(pairs)]
    seats = [dict(zip(("red", "white"), (new_player(circle, name).pk for name in both), strict=True)) for both in names]
    matches = [seasons.played(circle, number % 7, seats=each) for number, each in enumerate(seats)]
    seasons.publish_all(circle)
    seasons.freeze_it(circle, ladder)
    for number, match in enumerate(matches):
        seasons.said(circle, match, "void")
        seasons.played(circle, number % 7, seats=seats[number])
    seasons.up_to_date(circle)
    return ladder


def test_fifty_players_corrections_and_weeks_cost_as_many_queries_as_one(circle: Circle, client: Client):
    """At most twelve, and sixty thousand bytes, also where the table counts forfeits, byes and a fact of the game."""
    client.force_login(circle.owner.user)
    pages = ("published/?as_of=2024-01-08", "published/", "frozen/", "since/", "season/", "")
    asked = []
    for ladder in (told(circle, 1, 1), told(circle, 25, 50)):
        for page in pages:
            with CaptureQueriesContext(connection) as queries:
                answer = client.get(at(ladder, page))
            asked.append(len(queries))
            assert (answer.status_code, len(answer.content) <= 60_000) == (200, True), (page, len(answer.content))
    assert asked[: len(pages)] == asked[len(pages) :]
    assert max(asked) <= 12


def test_many_corrections_are_told_on_several_pages(circle: Circle, visit: Visit):
    """Each of 26 matches is there once, in the order of their evenings; a page that is not there is the last."""
    ladder = told(circle, 13, 1)
    shown = []
    for more in (1, 2):
        page = visit(at(ladder, f"published/?as_of=2024-01-08&more={more}"), circle.member)
        shown.append([item.one("a").attributes["href"] for item in page.one("ol", **{"class": "since"}).all("li")])
    assert [len(part) for part in shown] == [20, 6]
    assert len({*shown[0], *shown[1]}) == 26
    (back,) = page.all("a", rel="prev")
    assert back.attributes["href"] == "?as_of=2024-01-08&more=1#matches"
    last = visit(at(ladder, "published/?as_of=2024-01-08&more=99"), circle.member)
    assert [item.one("a").attributes["href"] for item in last.one("ol", **{"class": "since"}).all("li")] == shown[1]
