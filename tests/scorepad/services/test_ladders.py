"""Ladders made and changed: whose right it is, what rules there are, and when matches have to be rated anew."""

import uuid
from datetime import date
from typing import Any

import pytest

from scorepad.models import Change, Ladder, StaleEvening
from scorepad.refusals import Conflict, Invalid, NotAllowed, NotHere, Refused
from scorepad.services import ladders
from scorepad.services.erasing import delete_club, erase
from scorepad.services.ladders import change_ladder, create_ladder
from tests.scorepad.conftest import Circle

GLICKO2 = {"rating": 1500.0, "deviation": 350.0, "volatility": 0.06, "tau": 0.5}
ELO = {"rating": 1500.0, "factor": 32.0, "margin_scale": None}


def made(circle: Circle, **given: Any) -> Any:
    values = {"viewer": circle.owner, "club_slug": circle.club.slug, "game": "marrakesh", "name": "All"}
    return create_ladder(**values | {"system": "glicko2"} | given)


@pytest.fixture
def ladder(circle: Circle) -> Ladder:
    found: Ladder = made(circle).obj
    StaleEvening.objects.all().delete()
    return found


def test_a_new_ladder_rates_by_the_week_with_what_is_usual(circle: Circle) -> None:
    found = made(circle)
    assert found.new
    ladder = Ladder.objects.get()
    assert found.obj == ladder
    assert (ladder.system, ladder.parameters, ladder.period, ladder.version) == ("glicko2", GLICKO2, "week", 1)
    assert (ladder.season_start, ladder.season_end, ladder.forfeits) == (None, None, False)
    assert (ladder.least_matches, ladder.largest_deviation, ladder.active_within) == (0, None, None)
    stale = StaleEvening.objects.get()
    assert (stale.club_id, stale.ladder_id, stale.game, stale.since) == (circle.club.pk, ladder.pk, "marrakesh", None)
    told = Change.objects.get(what="ladder")
    assert (told.ref, told.version) == (ladder.pk, 1)


def test_all_rules_may_be_given(circle: Circle) -> None:
    given = {
        "parameters": {"factor": 20, "margin_scale": 15},
        "season_start": "2026-01-05",
        "season_end": date(2026, 1, 5),
        "period": "month",
        "least_matches": 5,
        "active_within": 90,
        "forfeits": True,
    }
    made(circle, system="elo", **given)
    ladder = Ladder.objects.get()
    assert ladder.parameters == {"rating": 1500.0, "factor": 20.0, "margin_scale": 15.0}
    assert (ladder.season_start, ladder.season_end) == (date(2026, 1, 5), date(2026, 1, 5))
    assert (ladder.period, ladder.least_matches, ladder.active_within, ladder.forfeits) == ("month", 5, 90, True)


def test_the_same_again_is_the_ladder_that_is_there(circle: Circle) -> None:
    known = uuid.uuid4()
    first = made(circle, id=known)
    again = made(circle, id=str(known), parameters={"tau": 0.5})  # as is usual
    assert (again.obj, again.new) == (first.obj, False)
    assert StaleEvening.objects.count() == Change.objects.filter(what="ladder").count() == 1
    for other in ({"name": "Others"}, {"forfeits": True}, {"parameters": {"tau": 0.6}}, {"system": "elo"}):
        with pytest.raises(Conflict) as caught:
            made(circle, id=known, **other)
        assert caught.value.code == "id_in_use"
    assert Ladder.objects.count() == 1


def test_names_are_taken_in_one_club_and_ids_in_all(circle: Circle, make_circle: Any, ladder: Ladder) -> None:
    with pytest.raises(Conflict) as caught:
        made(circle, name=" ALL ")
    assert (caught.value.code, caught.value.errors[0]["pointer"]) == ("name_taken", "/name")
    other = make_circle("tuesday")
    assert made(other).new
    with pytest.raises(Conflict) as caught:
        made(other, id=ladder.pk, name="Another")
    assert caught.value.code == "id_in_use"
    assert Ladder.objects.count() == 2


def test_a_club_has_only_so_many(circle: Circle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladders, "MOST_LADDERS", 2)
    for name in ("One", "Two"):
        made(circle, name=name)
    with pytest.raises(Conflict) as caught:
        made(circle, name="Three")
    assert (caught.value.code, caught.value.params) == ("too_many_ladders", {"most": 2})


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"name": "\u202e"}, "/name"),
    ({"name": "x" * 81}, "/name"),
    ({"game": "chess"}, "/game"),
    ({"game": ["marrakesh"]}, "/game"),
    ({"id": "1"}, "/id"),
    ({"system": "trueskill"}, "/system"),
    ({"system": ["elo"]}, "/system"),
    ({"period": "year"}, "/period"),
    ({"season_start": "2026-02-30"}, "/season_start"),
    ({"season_start": "2026-W10-1"}, "/season_start"),
    ({"season_end": 20260105}, "/season_end"),
    ({"season_start": "2026-01-06", "season_end": "2026-01-05"}, "/season_end"),
    ({"least_matches": -1}, "/least_matches"),
    ({"least_matches": 2**31}, "/least_matches"),
    ({"least_matches": True}, "/least_matches"),
    ({"least_matches": None}, "/least_matches"),
    ({"largest_deviation": 0}, "/largest_deviation"),
    ({"largest_deviation": float("nan")}, "/largest_deviation"),
    ({"system": "elo", "largest_deviation": 100}, "/largest_deviation"),
    ({"active_within": 0}, "/active_within"),
    ({"forfeits": "no"}, "/forfeits"),
    ({"parameters": [["tau", 0.5]]}, "/parameters"),
    ({"parameters": {"factor": 32}}, "/parameters/factor"),
    ({"parameters": {"a/b": 32}}, "/parameters/a~1b"),
    ({"parameters": {"rating": -1}}, "/parameters/rating"),
    ({"parameters": {"rating": 4000.5}}, "/parameters/rating"),
    ({"parameters": {"deviation": 29}}, "/parameters/deviation"),
    ({"parameters": {"deviation": 501}}, "/parameters/deviation"),
    ({"parameters": {"volatility": 0}}, "/parameters/volatility"),
    ({"parameters": {"volatility": 0.21}}, "/parameters/volatility"),
    ({"parameters": {"tau": 0.19}}, "/parameters/tau"),
    ({"parameters": {"tau": 1.21}}, "/parameters/tau"),
    ({"parameters": {"tau": None}}, "/parameters/tau"),
    ({"parameters": {"tau": "0.5"}}, "/parameters/tau"),
    ({"parameters": {"tau": True}}, "/parameters/tau"),
    ({"system": "elo", "parameters": {"tau": 0.5}}, "/parameters/tau"),
    ({"system": "elo", "parameters": {"factor": 0}}, "/parameters/factor"),
    ({"system": "elo", "parameters": {"factor": 201}}, "/parameters/factor"),
    ({"system": "elo", "parameters": {"margin_scale": 0}}, "/parameters/margin_scale"),
    ({"system": "elo", "parameters": {"margin_scale": 1001}}, "/parameters/margin_scale"),
    ({"colour": "red"}, "/colour"),
]


@pytest.mark.parametrize(("given", "place"), WRONG)
def test_what_is_wrong_is_shown_in_the_request(circle: Circle, given: dict[str, Any], place: str) -> None:
    with pytest.raises(Invalid) as caught:
        made(circle, **given)
    assert caught.value.errors[0]["pointer"] == place
    assert not Ladder.objects.exists()
    assert not StaleEvening.objects.exists()


@pytest.mark.parametrize(
    "parameters",
    [
        {"rating": 0, "deviation": 30, "volatility": 0.001, "tau": 0.2},
        {"rating": 4000, "deviation": 500, "volatility": 0.2, "tau": 1.2},
    ],
)
def test_the_ends_of_each_range_belong_to_it(circle: Circle, parameters: dict[str, float]) -> None:
    assert made(circle, parameters=parameters).obj.parameters == parameters


@pytest.mark.parametrize("who", ["owner", "scorer", "member", "stranger", "nobody"])
def test_ladders_are_their_owners_to_make_and_change(circle: Circle, ladder: Ladder, who: str) -> None:
    def tries(call: Any, **given: Any) -> type[Refused] | None:
        try:
            call(viewer=getattr(circle, who), **given)
        except Refused as refusal:
            return type(refusal)
        return None

    expected = {"owner": None, "scorer": NotAllowed, "member": NotAllowed}.get(who, NotHere)
    new = {"club_slug": circle.club.slug, "game": "marrakesh", "name": "New", "system": "elo"}
    assert tries(create_ladder, **new) == expected
    assert tries(change_ladder, ladder_id=ladder.pk, name="Renamed") == expected
    assert Ladder.objects.count() == (2 if expected is None else 1)
    ladder.refresh_from_db()
    assert ladder.name == ("Renamed" if expected is None else "All")


def changed(circle: Circle, ladder: Ladder, **given: Any) -> Ladder:
    found = change_ladder(viewer=circle.owner, ladder_id=ladder.pk, **given)
    ladder.refresh_from_db()
    assert (found.version, found.parameters, found.name) == (ladder.version, ladder.parameters, ladder.name)
    return ladder


@pytest.mark.parametrize(
    ("given", "rates_anew"),
    [
        ({"name": "Everybody"}, False),
        ({"least_matches": 5, "largest_deviation": 110.0, "active_within": 90}, False),
        ({"season_start": "2026-01-01"}, True),
        ({"season_end": "2026-01-01"}, True),
        ({"period": "day"}, True),
        ({"forfeits": True}, True),
        ({"parameters": {"tau": 0.6}}, True),
        ({"system": "elo"}, True),
        ({"name": "Everybody", "forfeits": True}, True),
    ],
)
def test_what_rates_otherwise_makes_stale_from_the_beginning(
    circle: Circle, ladder: Ladder, given: dict[str, Any], rates_anew: bool
) -> None:
    assert changed(circle, ladder, **given).version == 2
    assert list(StaleEvening.objects.values_list("ladder", "since")) == [(ladder.pk, None)] * rates_anew
    assert Change.objects.filter(what="ladder", ref=ladder.pk, version=2).count() == 1
    # The same again changes nothing, and makes nothing stale.
    assert changed(circle, ladder, **given).version == 2
    assert StaleEvening.objects.count() == rates_anew


def test_parameters_are_changed_by_their_names_and_begin_anew_with_another_system(
    circle: Circle, ladder: Ladder
) -> None:
    assert changed(circle, ladder, parameters={"tau": 0.6}).parameters == {**GLICKO2, "tau": 0.6}
    assert changed(circle, ladder, parameters={"rating": 1200}).parameters == {**GLICKO2, "tau": 0.6, "rating": 1200.0}
    assert changed(circle, ladder, system="elo", parameters={"factor": 16}).parameters == {**ELO, "factor": 16.0}
    assert changed(circle, ladder, system="glicko2").parameters == GLICKO2


def test_rules_that_do_not_go_together_are_refused_in_a_change_too(circle: Circle, ladder: Ladder) -> None:
    changed(circle, ladder, largest_deviation=110, season_start="2026-02-01")
    for given, place in (
        ({"system": "elo"}, "/largest_deviation"),
        ({"season_end": "2026-01-31"}, "/season_end"),
        ({"game": "marrakesh"}, "/game"),
    ):
        with pytest.raises(Invalid) as caught:
            changed(circle, ladder, **given)
        assert caught.value.errors[0]["pointer"] == place
    ladder.refresh_from_db()
    assert (ladder.version, ladder.system, ladder.season_end) == (2, "glicko2", None)
    assert changed(circle, ladder, system="elo", largest_deviation=None).version == 3


def test_whoever_expected_another_ladder_changes_nothing(circle: Circle, ladder: Ladder) -> None:
    def expect(found: Ladder) -> None:
        assert found.name == "All"  # as it stands, and not as it is to be
        raise Conflict("outdated", "It is another.")

    with pytest.raises(Conflict):
        change_ladder(viewer=circle.owner, ladder_id=ladder.pk, expect=expect, name="Everybody")
    ladder.refresh_from_db()
    assert (ladder.name, ladder.version) == ("All", 1)
    # Nobody is asked about what is as it is to be already.
    change_ladder(viewer=circle.owner, ladder_id=ladder.pk, expect=expect, name="All")


def test_a_name_that_another_ladder_has_is_not_taken_over(circle: Circle, ladder: Ladder) -> None:
    made(circle, name="Others")
    with pytest.raises(Conflict) as caught:
        change_ladder(viewer=circle.owner, ladder_id=ladder.pk, name="OTHERS")
    assert caught.value.code == "name_taken"
    assert change_ladder(viewer=circle.owner, ladder_id=ladder.pk, name="ALL").name == "ALL"
    assert change_ladder(viewer=circle.owner, ladder_id=ladder.pk, name="Nobody's").name == "Nobody's"
    assert made(circle, name="All").new


def test_a_deleted_club_takes_its_ladders_with_it(circle: Circle, ladder: Ladder) -> None:
    delete_club(viewer=circle.owner, slug=circle.club.slug, confirm=circle.club.slug)
    with pytest.raises(NotHere):
        change_ladder(viewer=circle.owner, ladder_id=ladder.pk, name="Renamed")
    with pytest.raises(NotHere):
        made(circle, name="Another")
    erase(club_id=circle.club.pk)
    assert not Ladder.objects.exists()
