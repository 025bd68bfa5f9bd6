"""A round opened: every card, board and winner of the specification's replays can be read on the page."""

import pytest

from tests.scorepad.conftest import Circle
from tests.scorepad.tables import Json, vectors
from tests.scorepad.web.conftest import Visit
from tests.scorepad.web.pages import Element
from tests.scorepad.web.test_pad import whole

VECTORS = vectors()
RANKS = dict(zip("A23456Q", ["Ace", "Two", "Three", "Four", "Five", "Six", "Null"], strict=True))
SUITS = {"S": "Spades", "H": "Hearts", "D": "Diamonds", "C": "Clubs"}
COUNTS = ["none", "one", "two", "three", "four", "five", "six"]
NAMES = {"red": "Ann", "white": "Bob"}


def called(card: str) -> str:
    return f"{RANKS[card[0]]} of {SUITS[card[1]]}"


def men(board: list[int]) -> str:
    return ", ".join(f"{COUNTS[n]} on {p}" for p, n in reversed(list(enumerate(board, 1))) if n) or "no men left"


def tricks_on(page: Element) -> list[Element]:
    """The opening setup first, and last what was left in hand."""
    return [item for item in page.one("ol", **{"class": "tricks"}).children if isinstance(item, Element)]


def assert_shows(item: Element, written: Json, came: Json) -> None:
    cards = [card.attributes["aria-label"] for card in item.all("span", role="img")]
    assert cards == [called(written[name]) for name in ("lead", "reply", "extra") if name in written]
    marks = [mark.attributes["aria-label"].lower() for mark in item.all("svg", **{"class": "mk"})]
    assert marks == [came["leader"], "white" if came["leader"] == "red" else "red"]
    assert f"{NAMES[came['winner']]} wins" in item.text
    assert ("irregular" in item.text) == came["irregular"]
    boards = [
        svg.attributes["aria-label"] for svg in item.all("svg") if "Ovals" in svg.attributes.get("aria-label", "")
    ]
    assert [label.split(". Ovals")[0] for label in boards] == [
        f"Red: {men(came['board']['red'])}",
        f"White: {men(came['board']['white'])}",
    ]
    if came["plays"]:
        assert " ".join(came["plays"]) in item.text
    if came["chip"]:
        assert "null chip" in item.text


@pytest.mark.parametrize("number", [0, 1, 3, 4, 8, 9, 12, 21])
def test_each_trick_of_each_round_is_shown(circle: Circle, visit: Visit, number: int):
    record, replay = VECTORS[number]["record"], VECTORS[number]["replay"]
    match = circle.match(**whole(record))
    for place, (written, came) in enumerate(zip(record["rounds"], replay["rounds"], strict=True), 1):
        page = visit(f"/matches/{match.pk}/?round={place}", circle.owner)
        setup, *items = tricks_on(page)
        assert NAMES[came["leader"]] in setup.text
        if written.get("unplayed"):
            left = [called(card) for side in ("red", "white") for card in written["unplayed"].get(side, ())]
            assert [card.attributes["aria-label"] for card in items.pop().all("span", role="img")] == left
        for item, trick, played in zip(items, written["tricks"], came["tricks"], strict=True):
            assert_shows(item, trick, played)
        if came["complete"]:
            last = [
                svg.attributes["aria-label"]
                for svg in items[-1].all("svg")
                if "Ovals" in svg.attributes.get("aria-label", "")
            ]
            turns = [", ".join(str(off) if off else "null chip" for off in came["ovals"][side]) for side in NAMES]
            assert [label.split("Ovals: ")[1] for label in last] == turns


def test_exposed_withdrawn_and_noted_things_are_told(circle: Circle, visit: Visit):
    record = VECTORS[0]["record"]
    first = {**record["rounds"][0], "exposed": ["QS"], "reshuffled": True}
    first["tricks"] = [dict(first["tricks"][0], note="played standing"), *first["tricks"][1:]]
    match = circle.match(**whole({**record, "rounds": [first]}))
    text = visit(f"/matches/{match.pk}/?round=1", circle.owner).text
    assert "Seen by accident and out of play: Q Spades" in text
    assert "The pack was shuffled before this deal." in text
    assert "played standing" in text


@pytest.mark.parametrize("asked", ["0", "13", "-1", "x", "1e3", "9" * 5000, "²"])
def test_a_round_that_is_not_there_opens_nothing(circle: Circle, visit: Visit, asked: str):
    match = circle.match(**whole(VECTORS[9]["record"]))
    assert not visit(f"/matches/{match.pk}/?round={asked}", circle.owner).all("ol")


def test_a_round_without_tricks_is_no_link(circle: Circle, visit: Visit):
    record, replay = VECTORS[18]["record"], VECTORS[18]["replay"]
    match = circle.match(**whole(record))
    page = visit(f"/matches/{match.pk}/?round=2", circle.owner)
    assert replay["rounds"][1]["grade"] == "ovals"
    assert not page.one("tr", id="round-2").all("a")
    assert page.one("tr", id="round-1").all("a")
    assert not page.all("ol")
