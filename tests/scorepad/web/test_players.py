"""A player, two beside each other, a club's statistics and records, as pages; against four matches worked out by hand:
Ann beats Bob 60 to 0, draws with him 30 to 30, beats Cleo 40 to 20, and in February loses to her 15 to 45.
"""

import re
import uuid
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from engine.games import GAMES as RULES
from scorepad.services.merging import merge
from scorepad.services.players import change_player
from scorepad.services.rating import refresh as rate
from scorepad.web.games import GAMES
from scorepad.web.players.figures import Grid, Row
from scorepad.web.players.shown import Shown, written
from tests.scorepad.conftest import Circle
from tests.scorepad.ladders import new_ladder
from tests.scorepad.selectors.conftest import Season, bare, fives, four, season
from tests.scorepad.web.conftest import Visit
from tests.scorepad.web.pages import Element

__all__ = ["bare", "four", "season"]


def section(page: Element, title: str) -> Element:
    (found,) = [part for part in page.all("section") if title in [h2.text for h2 in part.all("h2")]]
    return found


def rows(part: Element) -> list[str]:
    return [row.text for body in part.all("tbody") for row in body.all("tr")]


def stats(page: Element) -> dict[str, str]:
    found = page.all("div", **{"class": "stat"})
    return {each.one("dt").text: " ".join(dd.text for dd in each.all("dd")) for each in found}


# -- a player -----------------------------------------------------------------------------------------------------


def test_a_player_at_a_glance(four: Season, visit: Visit):
    page = visit(f"/players/{four.ann.pk}/", four.member)
    assert page.one("h1").text == "Ann"
    assert "4 matches from 1 January 2026 to 3 February 2026." in page.one("main").text
    told = stats(page)
    assert told["Matches won"] == "2 of 4 1 lost, 1 drawn"
    assert told["Best match"] == "60 best round 5"
    assert told["Points a round"].startswith("3.02 ")
    assert told["Points a round"].endswith("n 48")
    assert told["Rounds scored in"].startswith("60 %"), "29 of 48, and no more decimals than 48 can bear"
    assert told["Reading the lead"] == "– shown from 50 · n 0"


def test_against_whom_lately_in_a_row_and_month_by_month(four: Season, visit: Visit):
    page = visit(f"/players/{four.ann.pk}/", four.member)
    assert rows(section(page, "Against")) == [
        "Cleo won, lost 1–1 28–33 3 Feb 2026",
        "Bob won, drawn 1–0–1 45–15 2 Jan 2026",
    ]
    lately = [link.text for link in section(page, "Lately").all("a")]
    assert lately[0] == "Lost 15–45 3 Feb 2026 Cleo"
    assert lately[-1] == "Won 60–0 1 Jan 2026 Bob"
    assert rows(section(page, "In a row")) == [
        "Won 0 1 January 2026",
        "Unbeaten 0 3 January 2026",
        "Lost 1 1 February 2026",
    ]
    assert rows(section(page, "Calendar")) == ["2026 3 1"]


def test_filters_are_said_kept_and_taken_back(four: Season, visit: Visit):
    address = f"/players/{four.ann.pk}/?from=2026-01-02&opponent={four.bob.pk}"
    page = visit(address, four.member)
    assert stats(page)["Matches won"].startswith("0 of 1 ")
    said = page.one("summary").text
    assert "From 2 January 2026" in said
    assert "Against Bob" in said
    links = {link.text: link.attributes["href"] for link in page.all("a")}
    assert links["Show all matches"] == f"/players/{four.ann.pk}/"
    assert links["All figures, and how they are made"].endswith(f"?from=2026-01-02&opponent={four.bob.pk}")
    offered = [option.text for option in page.one("select", name="opponent").all("option")]
    assert offered == ["anybody", "Bob", "Cleo"], "or nobody else could be chosen instead"


def test_a_filter_that_cannot_be_read_says_so_and_filters_nothing(four: Season, visit: Visit):
    for wrong in ("from=yesterday", "from=2026-02-01&to=2026-01-01", "opponent=Bob", "grade=none"):
        page = visit(f"/players/{four.ann.pk}/?{wrong}", four.member)
        assert stats(page)["Matches won"].startswith("2 of 4"), wrong
        assert page.all("p", **{"class": "wrong s"}), wrong
        assert "open" in page.one("details").attributes, wrong


def test_nobody_is_shown_to_whom_the_club_does_not_show(four: Season, visit: Visit, make_circle: Any):
    elsewhere: Circle = make_circle("elsewhere", "public")
    ann, bob = four.ann.pk, four.bob.pk
    for address in (
        f"/players/{ann}/",
        f"/players/{ann}/figures/",
        f"/players/{ann}/figures/win_rate/",
        f"/head-to-head/?a={ann}&b={bob}",
        f"/head-to-head/?a={ann}",
        f"/head-to-head/{ann}/{bob}/win_rate/",
        "/head-to-head/?club=friday",
        "/clubs/friday/statistics/",
        "/clubs/friday/figures/",
        "/clubs/friday/figures/win_rate/",
        "/clubs/friday/records/",
    ):
        assert visit(address, four.member).one("h1")
        for viewer in (None, four.stranger, elsewhere.owner):
            visit(address, viewer, status=404)
    for address in (
        f"/players/{uuid.uuid4()}/",
        f"/players/{ann}/?opponent={elsewhere.ann.pk}",
        f"/players/{ann}/?ladder={uuid.uuid4()}",
        f"/players/{ann}/figures/no_such_figure/",
        f"/head-to-head/?a={ann}&b={elsewhere.ann.pk}",
        "/head-to-head/?a=Ann&b=Bob",
        "/head-to-head/?club=no/club",
        "/clubs/nowhere/records/",
    ):
        visit(address, four.member, status=404)


def test_the_grades_of_oasis_are_for_members(four: Season, visit: Visit):
    four.club.visibility = "public"
    four.club.save()
    for address in (f"/players/{four.ann.pk}/figures/", "/clubs/friday/figures/"):
        assert "Won by Great Oasis" in visit(address, four.member).text
        assert "Oasis" not in visit(address).one("main").text
    visit(f"/players/{four.ann.pk}/figures/oasis/", status=404)


def test_who_was_merged_is_found_at_the_address_of_who_he_became(four: Season, client: Client):
    merge(viewer=four.owner, player_id=four.bobby.pk, into=four.bob.pk)
    client.force_login(four.member.user)
    answer = client.get(f"/players/{four.bobby.pk}/?from=2026-01-02")
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/players/{four.bob.pk}/?from=2026-01-02")


def test_a_player_without_a_match_hears_what_will_fill_his_page(four: Season, visit: Visit):
    page = visit(f"/players/{four.bobby.pk}/", four.member)
    assert "No match that counts yet." in page.one("main").text
    assert not page.all("section")


def test_a_name_is_text_whatever_is_in_it(four: Season, client: Client):
    change_player(viewer=four.owner, player_id=four.ann.pk, name="<img src=x onerror=alert(1)> & Sons")
    client.force_login(four.member.user)
    for address in (f"/players/{four.ann.pk}/", f"/players/{four.bob.pk}/", "/clubs/friday/records/"):
        body = client.get(address).content.decode()
        assert "<img" not in body
        assert "&lt;img src=x onerror=alert(1)&gt; &amp; Sons" in body


# -- his rating ---------------------------------------------------------------------------------------------------


def test_a_rating_as_a_line_and_as_a_table(four: Season, visit: Visit):
    """A place takes four matches, which Ann alone has; of three weeks with a match each is a row."""
    ladder = new_ladder(four, "glicko2", name="All evenings", least_matches=4)
    other = new_ladder(four, "elo", name="Winter", season_end="2026-01-31")
    list(rate(club_id=four.club.pk))
    address = f"/players/{four.ann.pk}/"
    page = visit(address, four.member)
    assert "Place 1 of 1 on the ladder All evenings" in page.one("main").text
    assert (
        page.one("section", id="rating")
        .one("svg", **{"class": "chart"})
        .attributes["aria-label"]
        .startswith("Rating since January 2026, now ")
    )
    table = visit(f"{address}?view=table", four.member).one("section", id="rating")
    assert [row.split(" 2026 ")[0] for row in rows(table)] == ["8 February", "4 January"]
    assert rows(table)[0].endswith(" 0 0 1")
    assert rows(table)[1].endswith(" 2 1 0")
    assert page.one("section", id="rating").one("a", href=f"?ladder={other.pk}#rating").text == "Winter"
    in_winter = visit(f"{address}?ladder={other.pk}", four.member)
    assert stats(in_winter)["Matches won"].startswith("2 of 3 "), "only those that count for it"
    assert "±" not in stats(in_winter)["Rating"], "this system knows no deviation"
    once = in_winter.one("section", id="rating")
    assert "Rated once so far" in once.text, "a dot alone is no line"
    assert once.all("svg") == []
    assert visit(f"/players/{four.bob.pk}/", four.member).text.count("Without a place yet on the ladder All evenings")
    assert ladder.pk != other.pk


# -- his figures --------------------------------------------------------------------------------------------------


def test_every_figure_is_shown_in_its_group_and_leads_to_how_it_is_made(season: Season, visit: Visit):
    figures, linked = RULES["marrakesh"].figures, set()
    address = f"/players/{season.ann.pk}/figures/"
    first = visit(address, season.member)
    groups = [link.attributes["href"] for link in first.one("nav", **{"class": "groups"}).all("a")]
    assert groups == [f"?group={group.key}" for group in figures.groups]
    for group in groups:
        page = visit(address + group, season.member)
        linked |= {link.attributes["href"].removeprefix(address).rstrip("/") for link in page.one("main").all("a")}
        for table in (each for each in page.all("table") if "grid" in each.attributes["class"]):
            assert "n" in [head.text for head in table.all("th")], "no figure without its n"
    missing = set(figures.named) - linked
    assert missing <= {cell.key for table in figures.tables for row in table.cells for cell in row}
    assert len(missing) < 20, "cells of nothing at all, which are a dash"


def grid(*rows: list[float | None]) -> Grid:
    cells = [[Shown("", "", "", "", "", "", "", share) for share in row] for row in rows]
    return Grid("", [""] * len(rows[0]), [Row("", row) for row in cells])


def test_cells_are_coloured_where_every_column_is_shared_out_among_the_rows():
    """As the suits of leads are: a quarter each would be even. A column of nothing yet is no hindrance."""
    even, much, nothing = [0.25] * 4, [0.55, 0.25, 0.15, 0.05], [None] * 4
    levels = [
        [level for _, level in cells] for _, cells, _ in grid(*map(list, zip(even, much, nothing, strict=True))).lines
    ]
    assert [row[0] for row in levels] == [3, 3, 3, 3]
    assert [row[1] for row in levels] == [6, 3, 2, 1]
    assert {row[2] for row in levels} == {1}
    assert not grid([0.25, 0.5], [0.25, 0.5]).shared_out
    assert grid([0.75, 0.5], [0.25, 0.5]).most is None
    assert grid([0.75], [0.25]).most == pytest.approx(0.84), "a single column is drawn as bars with room at the end"


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_figure_and_fact_has_a_name(language: str):
    telling, rules = GAMES["marrakesh"].telling, RULES["marrakesh"]
    with translation.override(language):
        figures = [telling.figure(each) for each in rules.figures.named.values()]
        facts = [telling.fact(each) for each in rules.facts.declared]
        edges = [edge(table) for table in rules.figures.tables for edge in (telling.rows, telling.columns)]
    assert all(figures)
    assert all(facts)
    assert not any("{" in name for name in (*figures, *facts))
    assert len(set(figures)) == len(figures)
    assert len(set(facts)) == len(facts)
    assert [len(edge) for edge in edges] == [
        n for table in rules.figures.tables for n in (len(table.rows), len(table.columns))
    ]
    assert all(len(set(edge)) == len(edge) for edge in edges)


def test_a_figure_is_worked_out_from_its_facts(four: Season, visit: Visit):
    page = visit(f"/players/{four.ann.pk}/figures/win_rate/", four.member)
    assert page.one("p", **{"class": "worked"}).text == "2 ÷ 4 = 50 %"
    assert rows(page.one("table")) == ["Matches won 2 × 1", "Matches that count, forfeits among them 4 × 1"]
    assert stats(page)["Value"] == "50 % 15 to 85", "Wilson, 95 %, two of four: 0.5 ± 0.349962"
    mean = visit(f"/players/{four.ann.pk}/figures/points_per_match/", four.member)
    assert mean.one("p", **{"class": "worked"}).text == "145 ÷ 4 = 36.3"
    sums = visit("/clubs/friday/figures/matches/", four.member)
    assert stats(sums)["Value"] == "8"
    assert not sums.all("p", **{"class": "worked"})


def test_a_rate_has_no_more_decimals_than_its_n_can_bear_in_the_readers_language():
    rate = RULES["marrakesh"].figures.named["win_rate"]
    assert [written(rate, 2 / 3, n) for n in (3, 300)] == ["67", "66.7"]
    with translation.override("de"):
        assert written(rate, 2 / 3, 300) == "66,7"


# -- two beside each other ----------------------------------------------------------------------------------------


def test_two_players_beside_each_other(four: Season, visit: Visit):
    address = f"/head-to-head/?a={four.ann.pk}&b={four.bob.pk}"
    page = visit(address, four.member)
    assert page.one("h1").text == "Ann against Bob"
    assert "They have met 2 times." in page.one("main").text
    assert page.one("section", **{"class": "sheet versus"}).text == (
        "How it stands Ann 1 90 points won, drawn 1 drawn Bob 0 30 points"
    )
    twins = rows(section(page, "Side by side"))
    assert twins[0].startswith("50 % ")
    assert " Matches won 0 % " in twins[0]
    assert [link.text for link in section(page, "Meetings").all("a")] == [
        "30–30 2 Jan 2026 drawn",
        "60–0 1 Jan 2026 won by Ann",
    ]
    balance = visit(f"{address}&view=table", four.member).one("section", id="balance")
    assert rows(balance) == ["2 Jan 2026 60", "1 Jan 2026 60"]
    for name in ("a", "b"):
        assert page.one("input", name=name), "or a filter would forget whom it is about"


def test_two_who_have_never_met_and_the_same_twice(four: Season, visit: Visit):
    never = visit(f"/head-to-head/?a={four.bob.pk}&b={four.cleo.pk}", four.member)
    assert "They have never met in a match of this kind." in never.text
    assert visit(f"/head-to-head/?a={four.bob.pk}&b={four.bob.pk}", four.member).one("h1").text == "Head to head"


def test_the_choice_of_two(four: Season, visit: Visit):
    merge(viewer=four.owner, player_id=four.bobby.pk, into=four.bob.pk)
    page = visit(f"/head-to-head/?a={four.bob.pk}", four.member)
    chosen = [each.text for each in page.one("select", name="a").all("option") if "selected" in each.attributes]
    assert chosen == ["Bob"]
    assert [each.text for each in page.one("select", name="b").all("option")] == ["Choose", "Ann", "Cleo"]
    assert [link.text for link in visit("/head-to-head/", four.member).one("main").all("a")] == ["Friday Club"]


# -- a club -------------------------------------------------------------------------------------------------------


def test_a_clubs_statistics(season: Season, visit: Visit):
    page = visit("/clubs/friday/statistics/", season.member)
    assert "Of 14 matches." in page.one("main").text, "twelve, a draw, and one given up; not the void one, nor the open"
    setups = rows(section(page, "Opening setups"))
    assert any(re.match(r"Straight [\d.]+ 1\.\d ", row) for row in setups), "the rulebook: about 1 in 75"
    assert all(" 16.7 " in row or " 17 " in row for row in rows(section(page, "Faces of the dice"))[1:])
    assert "dice" in section(page, "Are the dice fair?").text
    by_any = [rows(section(visit(f"/clubs/friday/statistics/{by}", season.member), "Players")) for by in ("", "?by=no")]
    assert by_any[0] == by_any[1], "the first, where none is asked for, or none that there is"
    assert sorted(row.split()[0] for row in by_any[0]) == ["Ann", "Bob", "Cleo"]
    filtered = visit("/clubs/friday/statistics/?from=2026-01-02", season.member)
    assert "Are the dice fair?" not in filtered.text, "of evenings that somebody picked it is not asked"


def test_a_clubs_players_by_a_figure(four: Season, visit: Visit):
    page = visit("/clubs/friday/statistics/?by=points_per_round&from=2026-01-01", four.member)
    players = section(page, "Players")
    ranked = [re.match(r"\D+", row)[0].split()[0] for row in rows(players)]
    assert ranked == ["Ann", "Cleo", "Bob"], "145 points in 48 rounds, 65 in 24, 30 in 24"
    assert [row.all("td")[1].text.split()[0] for row in players.one("tbody").all("tr")] == ["3.02", "2.71", "1.25"]
    assert players.one("tfoot").one("tr").all("td")[1].text.startswith("2.50 "), "240 in 96"
    drawn = [row.one("circle").attributes["cx"] for row in players.one("table").all("tr") if row.all("circle")]
    assert sorted(map(percent, drawn[:3]), reverse=True) == [percent(each) for each in drawn[:3]], "on one axis"
    lines = {each.one("line", **{"class": "one"}).attributes["x1"] for each in players.all("svg")}
    assert lines == {drawn[3]}, "the whole club's, the same in every row"
    (chosen,) = [link.attributes["href"] for link in players.one("nav").all("a") if "aria-current" in link.attributes]
    assert chosen == "?by=points_per_round&from=2026-01-01#players"


def test_a_clubs_players_by_all_figures(four: Season, visit: Visit):
    players = section(visit("/clubs/friday/statistics/?view=table", four.member), "Players")
    assert [row.split()[0] for row in rows(players)] == ["Ann", "Bob", "Cleo"]
    assert len(players.one("thead").all("th")) == 10
    assert not players.all("svg")


def percent(text: str) -> float:
    return float(text.removesuffix("%"))


def test_a_clubs_records_lead_to_their_matches(four: Season, visit: Visit):
    page = visit("/clubs/friday/records/", four.member)
    best = section(page, "Best match")
    assert best.text.startswith("Best match 60 points Ann 1 Jan 2026 against Bob")
    best_round = section(page, "Best round").all("a")
    assert re.fullmatch(r"/matches/[-0-9a-f]{36}/\?round=1#round-1", best_round[0].attributes["href"])
    assert section(page, "Best round").text.endswith("and 28 more"), "48 rounds of five points, of which 20 are told"
    assert section(page, "Longest winning streak").text.startswith("Longest winning streak 1 match Ann 1 Jan 2026 ")
    nothing = visit("/clubs/friday/records/?from=2027-01-01", four.member)
    assert "No match of this kind." in nothing.text
    assert not nothing.all("section")


# -- what it costs ------------------------------------------------------------------------------------------------


def test_as_many_queries_for_one_match_as_for_many(bare: Season, client: Client):
    client.force_login(bare.member.user)
    addresses = [
        f"/players/{bare.ann.pk}/",
        f"/players/{bare.ann.pk}/figures/",
        f"/head-to-head/?a={bare.ann.pk}&b={bare.bob.pk}",
        "/clubs/friday/statistics/",
        "/clubs/friday/records/",
    ]
    new_ladder(bare, "glicko2")

    def asked() -> list[int]:
        counts = []
        bare.refresh()
        list(rate(club_id=bare.club.pk))
        for address in addresses:
            with CaptureQueriesContext(connection) as queries:
                assert client.get(address).status_code == 200
            counts.append(len(queries))
        return counts

    bare.play(bare.ann, bare.bob, 0, fives(12))
    few = asked()
    for day in range(1, 9):
        bare.play(*((bare.ann, bare.cleo) if day % 2 else (bare.bob, bare.ann)), day * 5, fives(12 - day))
    assert asked() == few
    assert max(few) <= 12
