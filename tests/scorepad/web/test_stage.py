"""A match played again step by step: what stands large is what the specification's replay says of that step."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.scorepad.conftest import Circle
from tests.scorepad.tables import vectors
from tests.scorepad.web.conftest import Visit
from tests.scorepad.web.pages import Element
from tests.scorepad.web.test_pad import whole

VECTORS = vectors()
COMPLETE, OPEN = VECTORS[9], VECTORS[27]
COUNTS = ("none", "one", "two", "three", "four", "five", "six")


def boards(page: Element) -> list[str]:
    return [drawing.attributes["aria-label"].split(".")[0] for drawing in stage(page).all("svg") if is_board(drawing)]


def is_board(drawing: Element) -> bool:
    return drawing.attributes.get("class", "").split()[:1] == ["board"]


def stage(page: Element) -> Element:
    (found,) = [each for each in page.all("section") if each.attributes.get("class") == "stage"]
    return found


def link(page: Element, rel: str) -> str | None:
    found = stage(page).all("a", rel=rel)
    return found[0].attributes["href"] if found else None


def men(side: str, board: list[int]) -> str:
    said = [f"{COUNTS[board[point - 1]]} on {point}" for point in range(6, 0, -1) if board[point - 1]]
    return f"{side}: {', '.join(said) or 'no men left'}"


def expected(record: Any, replay: Any, step: int) -> list[str]:
    """Both boards after a step of a round: its setup first, the last trick's to the end."""
    if step == 0:
        dice = record["setup"]
        return [men(side.title(), [dice[side].count(point) for point in range(1, 7)]) for side in ("red", "white")]
    trick = replay["tricks"][min(step, len(replay["tricks"])) - 1]
    return [men(side.title(), trick["board"][side]) for side in ("red", "white")]


def test_a_match_is_leafed_through_from_its_first_setup_to_its_last_score(circle: Circle, visit: Visit):
    match = circle.match(**whole(COMPLETE["record"]))
    rounds = list(zip(COMPLETE["record"]["rounds"], COMPLETE["replay"]["rounds"], strict=True))
    steps = [(number, step) for number, (_, came) in enumerate(rounds, 1) for step in range(len(came["tricks"]) + 2)]
    for place, (number, step) in enumerate(steps):
        if number in (3, 4, 5, 6, 7, 8, 9, 10):
            continue  # from there on it goes as between the first two
        page = visit(f"/matches/{match.pk}/?round={number}&step={step}", circle.owner)
        assert boards(page) == expected(*rounds[number - 1], step), (number, step)
        before, after = steps[place - 1] if place else None, steps[place + 1] if place + 1 < len(steps) else None
        for rel, beside in (("prev", before), ("next", after)):
            assert link(page, rel) == (beside and "?round={0}&step={1}#round-{0}".format(*beside)), (number, step)
    assert "After round 12: Ann 45, Bob 44" in page.one("p", id="told").text


def test_the_last_step_tells_what_the_round_came_to(circle: Circle, visit: Visit):
    match = circle.match(**whole(COMPLETE["record"]))
    page = visit(f"/matches/{match.pk}/?round=10&step=99", circle.owner)
    came = [line.text for line in stage(page).one("ul", **{"class": "came"}).all("li")]
    assert came == ["Red Game, Royal Fez +12 44", "White nothing scored 34"]
    steps = [each.text for each in stage(page).one("ol").all("a")]
    assert steps == ["Setup", *(f"Trick {n}" for n in range(1, 7)), "Score"]


def test_who_follows_sees_the_latest_trick_of_the_round_under_way(make_circle: Callable[..., Circle], visit: Visit):
    circle = make_circle(visibility="public")
    match = circle.match(**whole(OPEN["record"]))
    page = visit(f"/matches/{match.pk}/?round=now", circle.nobody)
    record, replay = OPEN["record"]["rounds"][-1], OPEN["replay"]["rounds"][-1]
    assert boards(page) == expected(record, replay, len(replay["tricks"]))
    assert link(page, "next") is None
    part = page.one("div", id="match")
    assert (part.attributes["hx-get"], part.attributes["hx-trigger"]) == (f"/matches/{match.pk}/?round=now", "renew")
    assert "data-live" not in visit_complete(circle, visit)


def visit_complete(circle: Circle, visit: Visit) -> dict[str, str]:
    match = circle.match(**whole(COMPLETE["record"]))
    return visit(f"/matches/{match.pk}/?round=now", circle.nobody).one("div", id="match").attributes


def test_steps_of_rounds_whose_cards_are_withheld_cannot_be_reached(make_circle: Callable[..., Circle], visit: Visit):
    circle = make_circle(visibility="public")
    rounds = COMPLETE["record"]["rounds"]
    record = {**COMPLETE["record"], "rounds": [*rounds[:5], {"setup": rounds[5]["setup"], "tricks": []}]}
    match = circle.match(**whole(record))
    for viewer, steps, before in ((circle.scorer, True, "?round=5&step="), (circle.nobody, False, None)):
        page = visit(f"/matches/{match.pk}/?round=5&step=1", viewer)
        assert bool(page.all("section", **{"class": "stage"})) == steps
        back = link(visit(f"/matches/{match.pk}/?round=now", viewer), "prev")
        assert back == before or (before and back and back.startswith(before))
        onward = link(visit(f"/matches/{match.pk}/?round=3&step=99", viewer), "next")
        assert bool(onward) == steps


@pytest.mark.parametrize(
    "query", ["?round=3&step=x", "?round=3&step=-1", "?round=99&step=1", "?round=²&step=²", "?step=2"]
)
def test_a_step_that_nobody_could_mean_is_not_asked_for(circle: Circle, visit: Visit, query: str):
    match = circle.match(**whole(COMPLETE["record"]))
    assert not visit(f"/matches/{match.pk}/{query}", circle.owner).all("section", **{"class": "stage"})
