"""The rules of a season table: whole when taken, and refused at their place when they cannot be."""

import uuid
from math import inf, nan
from typing import Any

import pytest

from scorepad.models import Ladder, StaleEvening
from scorepad.refusals import Invalid
from scorepad.services.ladders import change_ladder, create_ladder
from scorepad.services.season_rules import table_rules_of
from tests.scorepad.conftest import Circle

BY_DEFAULT = {
    "points": {"win": 2, "draw": 1, "loss": 0, "bye": 2, "forfeit_win": 2, "forfeit_loss": 0},
    "tiebreaks": ["direct", "margin", "wins"],
    "byes": {},
}


def taken(circle: Circle, written: Any) -> Any:
    return table_rules_of("/table", written, club=circle.club, game="marrakesh")


def test_what_is_not_given_is_as_by_default(circle: Circle) -> None:
    assert taken(circle, {}) == BY_DEFAULT
    points = {"win": 3, "draw": 1, "loss": 0.5, "bye": 3, "forfeit_win": 3, "forfeit_loss": 0.5}
    assert taken(circle, {"points": {"win": 3, "loss": 0.5}}) == BY_DEFAULT | {"points": points}
    assert taken(circle, {"tiebreaks": []})["tiebreaks"] == []
    given = {"points": points, "tiebreaks": ["wins", "points", "-lost"], "byes": {str(circle.ann.pk): 2}}
    assert taken(circle, given) == given
    assert taken(circle, {"byes": {str(circle.ann.pk).upper(): 1}})["byes"] == {str(circle.ann.pk): 1}


@pytest.mark.parametrize(
    ("written", "place"),
    [
        ([], "/table"),
        (None, "/table"),
        ({"victories": 1}, "/table/victories"),
        ({"points": 3}, "/table/points"),
        ({"points": {"victory": 3}}, "/table/points/victory"),
        ({"points": {"win": "3"}}, "/table/points/win"),
        ({"points": {"win": True}}, "/table/points/win"),
        ({"points": {"win": 0.1}}, "/table/points/win"),
        ({"points": {"win": 1001}}, "/table/points/win"),
        ({"points": {"win": inf}}, "/table/points/win"),
        ({"points": {"loss": nan}}, "/table/points/loss"),
        ({"tiebreaks": "direct"}, "/table/tiebreaks"),
        ({"tiebreaks": ["direct"] * 11}, "/table/tiebreaks"),
        ({"tiebreaks": ["direct", 1]}, "/table/tiebreaks/1"),
        ({"tiebreaks": ["pips"]}, "/table/tiebreaks/0"),
        ({"tiebreaks": ["-direct"]}, "/table/tiebreaks/0"),
        ({"tiebreaks": ["--points"]}, "/table/tiebreaks/0"),
        ({"tiebreaks": ["wins", "great_oasis"]}, "/table/tiebreaks/1"),
        ({"tiebreaks": ["wins", "margin", "wins"]}, "/table/tiebreaks/2"),
        ({"tiebreaks": ["points", "-points"]}, "/table/tiebreaks/1"),
        ({"tiebreaks": ["-points", "wins", "points"]}, "/table/tiebreaks/2"),
        ({"byes": []}, "/table/byes"),
        ({"byes": {"a/b": 1}}, "/table/byes/a~1b"),
        ({"byes": {str(uuid.UUID(int=1)): 1}}, f"/table/byes/{uuid.UUID(int=1)}"),
    ],
)
def test_what_cannot_be_is_refused_at_its_place(circle: Circle, written: Any, place: str) -> None:
    with pytest.raises(Invalid) as refused:
        taken(circle, written)
    assert [error["pointer"] for error in refused.value.errors] == [place]


@pytest.mark.parametrize("number", [-1, 1.0, True, "1", 1001])
def test_byes_are_counted(circle: Circle, number: Any) -> None:
    with pytest.raises(Invalid) as refused:
        taken(circle, {"byes": {str(circle.ann.pk): number}})
    assert refused.value.errors[0]["pointer"] == f"/table/byes/{circle.ann.pk}"


def test_a_player_is_named_once(circle: Circle) -> None:
    with pytest.raises(Invalid):
        taken(circle, {"byes": {str(circle.ann.pk): 1, str(circle.ann.pk).upper(): 1}})


def test_a_ladder_is_made_and_changed_with_them(circle: Circle) -> None:
    made = {"viewer": circle.owner, "club_slug": circle.club.slug, "game": "marrakesh", "name": "All", "system": "elo"}
    ladder = create_ladder(**made, table={"points": {"win": 3}}).obj
    assert Ladder.objects.get().table["points"]["bye"] == 3
    StaleEvening.objects.all().delete()
    change_ladder(viewer=circle.owner, ladder_id=ladder.pk, table={"tiebreaks": ["wins"]})
    changed = Ladder.objects.get()
    assert changed.table == BY_DEFAULT | {"tiebreaks": ["wins"]}
    assert changed.version == 2
    assert not StaleEvening.objects.exists()  # a table rates nobody
    with pytest.raises(Invalid) as refused:
        change_ladder(viewer=circle.owner, ladder_id=ladder.pk, table={"points": {"win": "many"}})
    assert refused.value.errors[0]["pointer"] == "/table/points/win"
    assert Ladder.objects.get().version == 2
