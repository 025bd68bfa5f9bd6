"""The pages of ladders: who stands where, how that came about, the season in points, rules made and changed."""

import csv
import io
from collections.abc import Callable
from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scorepad.models import Ladder, LadderRating
from tests.scorepad.conftest import Circle
from tests.scorepad.ladders import beats, new_ladder, new_player, rated
from tests.scorepad.web.conftest import Visit
from tests.scorepad.web.pages import Element

FIRST_WEEK = date(2026, 1, 5)


def at(ladder: Ladder, more: str = "") -> str:
    return f"/ladders/{ladder.pk}/{more}"


def standings(page: Element) -> list[list[str]]:
    """The rows of the first table, cell by cell, with the headings of its groups."""
    table = page.all("table")[0]
    return [[cell.text for cell in row if cell.tag in ("td", "th")] for row in table.all("tr")[1:]]


def placed(page: Element) -> list[tuple[str, str, str]]:
    """Place, name and rating of everybody."""
    rows = [row for row in page.all("table")[0].all("tr")[1:] if len(row.all("td")) > 1]
    return [(row.all("td")[0].text, row.one("bdi").text, row.one("a", **{"class": "big"}).text) for row in rows]


# -- standings --------------------------------------------------------------------------------------------------------


def test_who_stands_where_as_of_any_day(circle: Circle, visit: Visit):
    """Between equals half of the factor 32 changes hands. A week later Bob, expected to score .454 against Ann (16
    points behind: 1 / (1 + 10^(32/400)) = 0.4541), wins twice and gains 2 · 32 · 0.5459 = 34.94."""
    ladder = new_ladder(circle, name="Winter")
    beats(circle, circle.ann, circle.bob, 0)
    beats(circle, circle.bob, circle.ann, 7)
    beats(circle, circle.bob, circle.ann, 8)
    rated(circle)
    page = visit(at(ladder, "?as_of=2026-01-11"), circle.member)
    assert placed(page) == [("1", "Ann", "1516"), ("2", "Bob", "1484")]
    assert "As of 11 January 2026, after 1 match." in page.text
    page = visit(at(ladder, "?as_of=2026-01-18"), circle.member)
    assert placed(page) == [("1", "Bob", "1519"), ("2", "Ann", "1481")]
    first, second = standings(page)
    assert "up ▲ 1" in first
    assert "down ▼ 1" in second
    assert "2–1" in first
    assert "1–2" in second
    assert page.one("svg", role="img").attributes["aria-label"].startswith("The ratings of those who stand highest")


def test_amid_a_week_only_what_had_been_played_by_then_is_in_it(circle: Circle, visit: Visit):
    ladder = new_ladder(circle)
    for day in (0, 2):
        beats(circle, circle.ann, circle.bob, day)
    rated(circle)
    page = visit(at(ladder, "?as_of=2026-01-05"), circle.member)
    assert placed(page)[0] == ("1", "Ann", "1516")
    assert "That week is rated with what had been played by then." in page.text
    before_anything = visit(at(ladder, "?as_of=0001-01-01"), circle.member)
    assert before_anything.all("table") == []
    assert "Ann" not in before_anything.one("main").text


def test_a_day_to_come_or_none_at_all_is_told_beside_the_standings_of_today(circle: Circle, visit: Visit):
    ladder = new_ladder(circle)
    beats(circle, circle.ann, circle.bob, 0)
    rated(circle)
    for asked in ("9999-12-31", "yesterday"):
        page = visit(at(ladder, f"?as_of={asked}"), circle.member)
        assert placed(page)[0][1] == "Ann"
        assert page.one("p", id="as_of_wrong").text
        assert page.one("input", name="as_of").attributes["aria-invalid"] == "true"


def test_a_gate_leaves_nobody_out_and_says_what_a_place_takes(circle: Circle, visit: Visit):
    ladder = new_ladder(circle, least_matches=2, active_within=100)
    cleo, dan = new_player(circle, "Cleo"), new_player(circle, "Dan")
    for day in (0, 1):
        beats(circle, circle.ann, circle.bob, day)
    beats(circle, cleo, dan, 60)
    beats(circle, circle.ann, dan, 60)
    rated(circle)
    page = visit(at(ladder, "?as_of=2026-04-30"), circle.member)
    headings = [th.text for th in page.all("th", scope="colgroup")]
    assert headings == ["Provisional: a place takes 2 matches", "Inactive: no match for 100 days"]
    assert [row[:2] for row in placed(page)] == [("1", "Ann"), ("2", "Dan"), ("–", "Cleo"), ("–", "Bob")]
    assert placed(page)[2][2].endswith("?")
    assert [tag.text for tag in page.all("span") if "tag" in tag.attributes.get("class", "")] == [
        "provisional",
        "inactive",
    ]


def test_an_empty_ladder_says_what_begins_it(circle: Circle, visit: Visit):
    page = visit(at(new_ladder(circle)), circle.member)
    assert "Nobody stands here yet." in page.text
    assert not page.all("table")


def test_what_is_not_rated_yet_is_told(circle: Circle, visit: Visit):
    ladder = new_ladder(circle)
    beats(circle, circle.ann, circle.bob, 0)
    assert "are not in these ratings yet" in visit(at(ladder), circle.member).text


def test_the_ratings_of_several_players_are_also_a_table(circle: Circle, visit: Visit):
    ladder = new_ladder(circle)
    beats(circle, circle.ann, circle.bob, 0)
    rated(circle)
    page = visit(at(ladder, f"?view=table&player={circle.bob.pk}"), circle.member)
    table = page.one("section", id="course").one("table")
    assert [th.text for th in table.all("th", scope="col")] == ["Date", "Ann", "Bob"]
    assert [td.text for td in table.all("td")] == ["1516", "1484"]
    assert page.one("a", **{"aria-current": "true"}).text == "Bob"


def test_standings_as_csv(circle: Circle, client: Client):
    ladder = new_ladder(circle)
    beats(circle, circle.ann, new_player(circle, "=cmd()"), 0)
    rated(circle)
    client.force_login(circle.member.user)
    answer = client.get(at(ladder, "standings.csv?as_of=2026-01-11"))
    first, second = csv.DictReader(io.StringIO(answer.content.decode()))
    assert (first["place"], first["player"], first["rating"], first["won"]) == ("1", "Ann", "1516.0", "1")
    assert second["player"] == "'=cmd()"
    assert client.get(at(ladder, "standings.csv?as_of=9999-12-31")).status_code == 400


@pytest.fixture
def many(circle: Circle) -> Callable[[int], Ladder]:
    def made(number: int) -> Ladder:
        ladder = new_ladder(circle, "glicko2", name=f"{number} players")
        for each in range(number):
            beats(circle, new_player(circle, f"{number} {each} a"), new_player(circle, f"{number} {each} b"), each % 5)
        rated(circle)
        return ladder

    return made


def test_twenty_players_cost_as_many_queries_as_two(circle: Circle, client: Client, many: Callable[[int], Ladder]):
    """At most twelve, also amid a week, when more has to be read."""
    client.force_login(circle.owner.user)
    few, lot = many(1), many(10)
    asked = []
    for ladder in (few, lot):
        for page in ("?as_of=2026-01-07", "", "season/"):
            with CaptureQueriesContext(connection) as queries:
                assert client.get(at(ladder, page)).status_code == 200
            asked.append(len(queries))
    assert asked[:3] == asked[3:]
    assert max(asked) <= 12


def test_a_ladder_of_a_private_club_is_not_there_for_others(circle: Circle, visit: Visit):
    ladder = new_ladder(circle)
    for more in ("", "season/", "published/", "standings.csv", "frozen/", "since/"):
        for viewer in (circle.stranger, circle.nobody):
            visit(at(ladder, more), viewer, status=404)


def test_the_list_tells_who_leads(circle: Circle, visit: Visit):
    new_ladder(circle, name="Open")
    new_ladder(circle, name="Gated", least_matches=3)
    beats(circle, circle.ann, circle.bob, 0)
    rated(circle)
    page = visit(f"/clubs/{circle.club.slug}/ladders/", circle.member)
    gated, opened = page.all("section")
    assert "Gated" in gated.text
    assert "0 players have a place, 2 have none yet" in gated.text
    assert [row.text for row in opened.one("tbody").all("tr")] == ["1 Ann 1516", "2 Bob 1484"]
    assert not page.all("a", href=f"/clubs/{circle.club.slug}/ladders/new/")
    assert visit(f"/clubs/{circle.club.slug}/ladders/", circle.owner).all(
        "a", href=f"/clubs/{circle.club.slug}/ladders/new/"
    )


# -- how a rating changed ---------------------------------------------------------------------------------------------


def test_a_change_by_elo_can_be_followed_with_a_pencil(circle: Circle, visit: Visit):
    ladder = new_ladder(circle)
    beats(circle, circle.ann, circle.bob, 0)
    beats(circle, circle.bob, circle.ann, 7)
    rated(circle)
    course = visit(at(ladder, f"players/{circle.bob.pk}/"), circle.member)
    assert [[td.text for td in row.all("td")] for row in course.one("tbody").all("tr")] == [
        ["1–0", "1484", "+17", "1501"],
        ["0–1", "1500", "−16", "1484"],
    ]
    page = visit(at(ladder, f"players/{circle.bob.pk}/2026-01-14/"), circle.member)
    assert "week from 12 January to 18 January 2026" in page.text
    assert [dd.text for dd in page.all("dd")][::2] == ["1484", "+17", "1501"]
    row = page.one("tbody").one("tr")
    assert [td.text for td in row.all("td")] == ["1516", "won expected 0.454", "1", "0.454", "+17.5"]
    formula = page.one("ol").text
    assert "1 / (1 + 10^((1516 − 1484) / 400)) = 0.454" in formula
    assert "32 · (1 − 0.454) = +17.5" in formula
    assert "1484.0 + 17.5 = 1501.5" in formula


def test_a_change_by_glicko2_is_that_of_the_papers_example(circle: Circle, visit: Visit):
    """Glickman's example of the Glicko-2 system: 1500 ± 200 beats 1400 ± 30 and loses to 1550 ± 100 and 1700 ± 300; v =
    1.7785, Δ = −0.4834 (rounded in the paper on the way), rating′ = 1464.06, deviation′ = 151.52."""
    ladder = new_ladder(circle, "glicko2")
    others = [new_player(circle, name) for name in ("Cleo", "Dan", "Eve")]
    beats(circle, circle.ann, others[0], 7)
    for day, other in enumerate(others[1:], start=8):
        beats(circle, other, circle.ann, day)
    rated(circle)
    given = [(circle.ann, 1500, 200), *zip(others, (1400, 1550, 1700), (30, 100, 300), strict=True)]
    LadderRating.objects.bulk_create(
        LadderRating(
            ladder=ladder,
            player=player,
            period=FIRST_WEEK,
            rating=rating,
            deviation=deviation,
            volatility=0.06,
            matches=1,
            won=1,
            drawn=0,
            lost=0,
            last_played=FIRST_WEEK,
        )
        for player, rating, deviation in given
    )
    page = visit(at(ladder, f"players/{circle.ann.pk}/2026-01-12/"), circle.member)
    assert [dd.text for dd in page.all("dd")] == [
        "1500",
        "deviation 200",
        "−36",
        "by 3 matches",
        "1464",
        "deviation 152",
    ]
    steps = page.one("ol").text
    assert "μ₂ = −0.5756: trust = 0.9955, expected = 0.6395" in steps
    assert "v = 1.7790, Δ = −0.4839" in steps
    assert "φ′ = 0.8722: 151.5" in steps


def test_nobody_is_explained_who_was_not_there(circle: Circle, visit: Visit):
    ladder = new_ladder(circle)
    beats(circle, circle.ann, circle.bob, 7)
    rated(circle)
    visit(at(ladder, f"players/{circle.ann.pk}/2026-01-05/"), circle.member, status=404)
    visit(at(ladder, f"players/{circle.ann.pk}/2026-13-05/"), circle.member, status=404)
    visit(at(ladder, f"players/{circle.club.pk}/"), circle.member, status=404)
