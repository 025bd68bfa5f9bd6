"""Score sheets on paper: blank for whoever goes to the table, filled for whoever may see the match."""

from collections.abc import Callable
from typing import Any

import pytest
import segno

from tests.scorepad.conftest import Circle
from tests.scorepad.tables import vectors
from tests.scorepad.web.conftest import Visit
from tests.scorepad.web.pages import Element
from tests.scorepad.web.test_pad import whole

VECTORS = vectors()
COMPLETE, OPEN = VECTORS[9]["record"], VECTORS[27]["record"]


def rows(page: Element) -> list[Element]:
    return page.one("tbody").all("tr")


def drawn(page: Element) -> str:
    return page.one("div", **{"class": "qr-code"}).all("path")[0].attributes["d"]


def code_of(url: str) -> Any:
    return segno.make(url, micro=False).svg_inline()


def test_a_blank_sheet_has_the_clubs_name_twelve_rows_and_what_can_be_scored(circle: Circle, visit: Visit):
    page = visit(f"/clubs/{circle.club.slug}/paper/", circle.member)
    leaf = page.one("section", **{"class": "leaf"})
    assert "Friday Club" in leaf.text
    assert [row.one("th").text for row in rows(page)] == [str(number) for number in range(1, 13)]
    shuffled = [row.one("th").text for row in rows(page) if row.attributes.get("class") == "third"]
    assert shuffled == ["1", "4", "7", "10"]
    for said in ("Casablanca 6", "El Ayun 12", "Grand Fez 18", "Pips 1"):
        assert said in leaf.text
    assert not page.all("div", **{"class": "qr-code"})


def test_a_filled_sheet_says_what_the_pad_says_and_leads_back_to_its_match(circle: Circle, visit: Visit):
    match = circle.match(**whole(COMPLETE), table="3")
    page = visit(f"/matches/{match.pk}/paper/", circle.member)
    assert [row.all("td")[1].text for row in rows(page)] == [str(red) for red, _ in VECTORS[9]["replay"]["running"]]
    assert "Game, Royal Fez" in rows(page)[9].text
    for said in ("Ann wins by 1 point", "Table 3", f"http://testserver/matches/{match.pk}/"):
        assert said in page.text
    assert drawn(page) in code_of(f"http://testserver/matches/{match.pk}/")
    assert drawn(page) not in code_of(f"http://testserver/matches/{match.pk}/paper/")
    assert "€" not in page.text


def test_an_open_match_is_printed_as_far_as_it_goes(circle: Circle, visit: Visit):
    page = visit(f"/matches/{circle.match(**whole(OPEN)).pk}/paper/", circle.member)
    filled = [row.all("td")[1].text for row in rows(page)]
    assert filled == [str(red) for red, _ in VECTORS[27]["replay"]["running"]] + [""] * 6
    assert len(filled) == 12


@pytest.mark.parametrize(
    ("query", "sheet"), [("", "a4"), ("?paper=letter", "letter"), ("?paper=LETTER", "letter"), ("?paper=a3", "a4")]
)
def test_the_size_of_the_paper_is_a_stylesheet_of_its_own(circle: Circle, visit: Visit, query: str, sheet: str):
    for address in (f"/clubs/friday/paper/{query}", f"/matches/{circle.match().pk}/paper/{query}"):
        sheets = [link.attributes["href"] for link in visit(address, circle.owner).all("link", rel="stylesheet")]
        names = [href.rpartition("/")[2].split(".")[0] for href in sheets]
        assert [name for name in names if name in ("a4", "letter")] == [sheet]


def test_paper_is_for_whoever_may_see_the_club_and_the_match(make_circle: Callable[..., Circle], visit: Visit):
    for visibility, status in (("private", 404), ("public", 200)):
        circle = make_circle(visibility, visibility)
        match = circle.match(**whole(COMPLETE))
        for address in (f"/clubs/{visibility}/paper/", f"/matches/{match.pk}/paper/"):
            visit(address, circle.member, 200)
            for viewer in (circle.stranger, circle.nobody):
                visit(address, viewer, status)
    visit("/clubs/nowhere/paper/", circle.owner, 404)
