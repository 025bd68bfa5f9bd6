"""Creating matches: the first entry of a journal, made once however often it is sent."""

import uuid
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from scorepad.models import Club, Entry, Match, Membership, Seat
from scorepad.refusals import Conflict, Invalid, NotAllowed, NotHere, Refused
from scorepad.services.matches import create_match
from tests.scorepad.conftest import EVENING, Circle
from tests.scorepad.tables import SETUP

SAME = {"red": [1, 1, 1, 1, 1, 1], "white": [1, 1, 1, 1, 1, 1]}


def given(circle: Circle, **more: Any) -> dict[str, Any]:
    return {
        "viewer": circle.scorer,
        "id": uuid.uuid4(),
        "club_slug": "friday",
        "game": "marrakesh",
        "played_at": EVENING,
        "seats": {"red": circle.ann.pk, "white": circle.bob.pk},
        "options": {"pack": "double"},
        "rated": False,
        "table": "2",
        **more,
    }


def refused(kind: type[Refused], **values: Any) -> Refused:
    before = Match.objects.count(), Entry.objects.count(), Seat.objects.count()
    with pytest.raises(kind) as caught:
        create_match(**values)
    assert (Match.objects.count(), Entry.objects.count(), Seat.objects.count()) == before
    return caught.value


def test_a_match_begins_with_a_create_entry_that_knows_people_by_id_alone(circle: Circle) -> None:
    values = given(circle, note="the final")
    made = create_match(**values)
    assert (made.new, made.hints) == (True, ())
    line = Entry.objects.get(match=made.obj)
    assert (line.version, line.kind, line.entry_id, line.actor) == (1, "create", values["id"], circle.scorer.user)
    assert line.data == {
        "club": str(circle.club.pk),
        "game": "marrakesh",
        "seats": {"red": str(circle.ann.pk), "white": str(circle.bob.pk)},
        "played_at": EVENING,
        "rated": False,
        "table": "2",
        "options": {"pack": "double"},
        "note": "the final",
    }
    match = made.obj
    match.refresh_from_db()
    assert (match.version, match.status, match.rated, match.table, match.note) == (1, "open", False, "2", "the final")
    assert (match.rules_version, match.played_at_written) == ("marrakesh-1978/1", EVENING)
    assert match.awaiting == {"round": 1, "trick": None, "leader": None}


@pytest.mark.parametrize(
    ("zone", "played_at", "evening"),
    [
        ("Europe/Vienna", "2026-11-30T00:30:00+01:00", date(2026, 11, 30)),
        ("America/New_York", "2026-11-30T00:30:00+01:00", date(2026, 11, 29)),
        ("Pacific/Auckland", "2026-11-29T19:30:00+01:00", date(2026, 11, 30)),
        ("Europe/Vienna", "2026-11-29T23:30:00z", date(2026, 11, 30)),
    ],
)
def test_an_evening_is_the_clubs_own(circle: Circle, zone: str, played_at: str, evening: date) -> None:
    Club.objects.update(time_zone=zone)
    assert create_match(**given(circle, played_at=played_at)).obj.played_on == evening


def test_the_same_again_is_the_match_that_is_there(circle: Circle) -> None:
    values = given(circle)
    made = create_match(**values)
    again = create_match(**{**values, "id": str(values["id"]).upper(), "viewer": circle.owner})
    assert (again.obj, again.new) == (made.obj, False)
    assert Entry.objects.count() == 1


@pytest.mark.parametrize(
    "other",
    [
        {"table": "3"},
        {"rated": True},
        {"options": {}},
        {"played_at": "2026-11-29T18:30:00Z"},
        {"note": "x"},
        {"rounds": []},
    ],
)
def test_the_same_id_with_other_content_is_in_use(circle: Circle, other: dict[str, Any]) -> None:
    values = given(circle)
    create_match(**values)
    assert refused(Conflict, **{**values, **other}).code == "id_in_use"


def test_an_id_of_a_club_one_cannot_see_is_in_use_too(make_circle: Callable[..., Circle]) -> None:
    friday, monday = make_circle("friday"), make_circle("monday")
    values = given(friday)
    create_match(**values)
    theirs = {"viewer": monday.owner, "club_slug": "monday", "seats": {"red": monday.ann.pk, "white": monday.bob.pk}}
    assert refused(Conflict, **{**values, **theirs}).code == "id_in_use"


def test_a_second_match_of_the_pair_that_evening_is_hinted_at(circle: Circle) -> None:
    first = create_match(**given(circle)).obj
    swapped = given(circle, seats={"red": circle.bob.pk, "white": circle.ann.pk}, played_at="2026-11-29T22:00:00+01:00")
    made = create_match(**swapped)
    assert made.hints == ({"code": "same_pair_same_evening", "match": first.pk, "rounds": []},)
    assert create_match(**swapped).hints == made.hints
    assert create_match(**given(circle, played_at="2026-11-30T19:30:00+01:00")).hints == ()


@pytest.mark.parametrize(
    ("change", "code", "pointer"),
    [
        ({"id": "7"}, "malformed", "/id"),
        ({"game": "rugs"}, "malformed", "/game"),
        ({"rated": 1}, "malformed", "/rated"),
        ({"table": "x" * 41}, "malformed", "/table"),
        ({"played_at": "2026-11-29"}, "malformed", "/played_at"),
        ({"played_at": "2026-11-29T19:30:00"}, "malformed", "/played_at"),
        ({"seats": {}}, "malformed", "/seats"),
        ({"seats": None}, "malformed", "/seats"),
        ({"options": {"pack": "triple"}}, "malformed", "/options/pack"),
        ({"options": []}, "malformed", "/options"),
        ({"options": {"oasis": True}}, "oasis_without_stake", "/options/oasis"),
        ({"rounds": {}}, "malformed", "/rounds"),
        ({"rounds": [{"setup": SETUP}]}, "malformed", "/rounds/0/tricks"),
        (
            {"rounds": [{"setup": {"red": [1] * 6, "white": [1] * 6}, "tricks": []}]},
            "identical_setups",
            "/rounds/0/setup",
        ),
        ({"ext": "mine"}, "malformed", "/ext"),
        ({"note": 7}, "malformed", "/note"),
    ],
)
def test_what_is_wrong_is_shown_in_the_request(circle: Circle, change: dict[str, Any], code: str, pointer: str) -> None:
    refusal = refused(Invalid, **given(circle, **change))
    assert (refusal.code, refusal.errors[0]["pointer"]) == (code, pointer)


def test_the_seats_are_different_players_of_the_club(make_circle: Callable[..., Circle]) -> None:
    friday, monday = make_circle("friday"), make_circle("monday")
    for seats, code, pointer in [
        ({"red": friday.ann.pk, "white": friday.ann.pk}, "same_player", "/seats/white"),
        ({"red": friday.ann.pk, "white": monday.bob.pk}, "unknown_player", "/seats/white"),
        ({"red": uuid.uuid4(), "white": friday.bob.pk}, "unknown_player", "/seats/red"),
        ({"red": friday.ann.pk, "white": "Bob"}, "malformed", "/seats/white"),
        ({"red": friday.ann.pk}, "malformed", "/seats"),
        ({"red": friday.ann.pk, "white": friday.bob.pk, "blue": friday.ann.pk}, "malformed", "/seats"),
    ]:
        refusal = refused(Invalid, **given(friday, seats=seats))
        assert (refusal.code, refusal.errors[0]["pointer"]) == (code, pointer)


def test_only_who_records_in_the_club_creates_matches(make_circle: Callable[..., Circle]) -> None:
    circle = make_circle(visibility="public")
    refused(NotAllowed, **given(circle, viewer=circle.member))
    for viewer in (circle.stranger, circle.nobody, make_circle("monday").owner):
        refused(NotHere, **given(circle, viewer=viewer))
    refused(NotHere, **given(circle, club_slug="saturday"))
    Membership.objects.filter(user=circle.scorer.user).delete()
    refused(NotHere, **given(circle))
