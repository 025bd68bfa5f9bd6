"""Clubs, players and matches are made under ids of the client's choosing, so that every create can be sent again."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest

from engine.marrakesh.record import FORMAT, normalised
from engine.violations import Violation
from scorepad.models import Club, Entry, Match, Player, User
from tests.api.callers import Caller, problem

Json = dict[str, Any]


def with_id(**body: Any) -> Json:
    return {"id": str(uuid.uuid4()), **body}


def test_a_club(owner: Caller, stranger: Caller) -> None:
    body = with_id(slug="fridays", name="Fridays", time_zone="Europe/Vienna", visibility="public")
    first = owner.post("/clubs/", body)
    assert first.status_code == 201
    assert first.headers["Location"] == "/api/v1/clubs/fridays/"
    assert {name: first.json()[name] for name in body} == body
    again = owner.post("/clubs/", body)
    assert (again.status_code, again.json()) == (200, first.json())
    assert owner.get("/clubs/fridays/").json() == first.json()
    for other in ({"name": "Other"}, {"visibility": "private"}, {"time_zone": "UTC"}, {"slug": "other"}):
        said = problem(owner.post("/clubs/", {**body, **other}), 409, "id_in_use")
        assert said["errors"][0]["pointer"] == "/id"
    problem(stranger.post("/clubs/", body), 409, "id_in_use")
    said = problem(stranger.post("/clubs/", with_id(slug="fridays", name="Fridays")), 409, "slug_taken")
    assert said["errors"][0]["pointer"] == "/slug"
    assert Club.objects.count() == 1


def test_a_club_is_private_unless_it_says_otherwise(owner: Caller, stranger: Caller) -> None:
    made = owner.post("/clubs/", {"slug": "fridays", "name": "Fridays"})
    assert (made.status_code, made.json()["visibility"], made.json()["time_zone"]) == (201, "private", "UTC")
    problem(stranger.get("/clubs/fridays/"), 404, "not_found")


def test_a_player(owner: Caller, closed: Club, hall: Club, stranger: Caller) -> None:
    body = with_id(name="Ann", aliases=["Anna", "A."])
    first = owner.post("/clubs/closed/players/", body)
    assert first.status_code == 201
    assert first.headers["Location"] == f"/api/v1/players/{body['id']}/"
    assert {**owner.get(f"/players/{body['id']}/").json(), "hints": []} == first.json()
    again = owner.post("/clubs/closed/players/", body)
    assert (again.status_code, again.json()) == (200, first.json())
    for club, other in (("closed", {"name": "Eve"}), ("hall", {})):
        said = problem(owner.post(f"/clubs/{club}/players/", {**body, **other}), 409, "id_in_use")
        assert said["errors"][0]["pointer"] == "/id"
    for taken, pointer in (({"name": "anna"}, "/name"), ({"name": "Eve", "aliases": ["E.", "ANNA"]}, "/aliases/1")):
        said = problem(owner.post("/clubs/closed/players/", taken), 409, "name_taken")
        assert said["errors"][0]["pointer"] == pointer
    assert Player.objects.count() == 1
    alike = owner.post("/clubs/closed/players/", {"name": "Annn"}).json()["hints"]
    assert {hint["code"] for hint in alike} == {"similar_name"}


def test_an_id_in_use_where_one_cannot_see_is_a_conflict_too(
    owner: Caller, stranger: Caller, match: Json, hall: Club
) -> None:
    stranger.post("/clubs/", {"slug": "mine", "name": "Mine"})
    taken = {"id": match["seats"]["red"]["player"], "name": "Eve"}
    problem(stranger.post("/clubs/mine/players/", taken), 409, "id_in_use")
    seats = {key: stranger.post("/clubs/mine/players/", {"name": key}).json()["id"] for key in ("red", "white")}
    body = {"club": "mine", "game": "marrakesh", "played_at": "2026-11-29T19:30:00Z", "seats": seats}
    said = problem(stranger.post("/matches/", {"id": match["id"], **body}), 409, "id_in_use")
    assert said["errors"][0]["pointer"] == "/id"


def test_a_match(owner: Caller, closed: Club, new_match: Callable[..., Json]) -> None:
    body = new_match(closed)
    first = owner.post("/matches/", body)
    assert first.status_code == 201
    assert first.headers["Location"] == f"/api/v1/matches/{body['id']}/"
    shown = first.json()
    for name in ("id", "club", "game", "played_at", "rated", "table", "options"):
        assert shown[name] == body[name], name
    assert {key: seat["player"] for key, seat in shown["seats"].items()} == body["seats"]
    assert (shown["version"], shown["status"], shown["played_on"]) == (1, "open", "2026-11-29")
    assert shown["awaiting"] == {"round": 1, "trick": None, "leader": None}
    assert shown["hints"] == []
    again = owner.post("/matches/", body)
    assert (again.status_code, again.json()) == (200, shown)
    reordered = dict(reversed(body.items()))
    assert owner.post("/matches/", reordered).status_code == 200
    red, white = body["seats"].values()
    swapped = {"seats": {"red": white, "white": red}}
    for other in (swapped, {"rated": False}, {"table": "door"}, {"options": {}}, {"played_at": "2026-11-29T18:30:00Z"}):
        problem(owner.post("/matches/", {**body, **other}), 409, "id_in_use")
    journal = owner.get(f"/matches/{body['id']}/entries/").json()["results"]
    assert [(line["version"], line["kind"], line["data"]["seats"]) for line in journal] == [
        (1, "create", body["seats"])
    ]
    assert Entry.objects.count() == Match.objects.count() == 1


def test_the_evening_is_the_clubs_own(owner: Caller, new_match: Callable[..., Json], people: dict[str, User]) -> None:
    owner.post("/clubs/", {"slug": "east", "name": "East", "time_zone": "Pacific/Auckland"})
    body = new_match(Club.objects.get(slug="east"), played_at="2026-11-29T19:30:00+01:00")
    assert owner.post("/matches/", body).json()["played_on"] == "2026-11-30"


def test_another_match_of_the_same_pair_that_evening_is_hinted_at(
    owner: Caller, closed: Club, new_match: Callable[..., Json]
) -> None:
    body = new_match(closed)
    owner.post("/matches/", body)
    red, white = body["seats"].values()
    other = {**body, "id": str(uuid.uuid4()), "seats": {"red": white, "white": red}}
    made = owner.post("/matches/", other)
    assert made.status_code == 201
    assert made.json()["hints"] == [{"code": "same_pair_same_evening", "match": body["id"], "rounds": []}]
    later = {**body, "id": str(uuid.uuid4()), "played_at": "2026-12-06T19:30:00+01:00"}
    assert owner.post("/matches/", later).json()["hints"] == []


RFC_3339 = [
    "2026-11-29T19:30:00Z",
    "2026-11-29t19:30:00.123456789z",
    "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59-00:00",
]
NOT_RFC_3339 = [
    "2026-11-29T19:30:00.1234567890Z",
    "2026-11-29T19:30:60Z",
    "2026-11-29T24:00:00Z",
    "2026-11-29T193000Z",
    "2026-11-29 19:30:00Z",
    "2026-11-29T19:30:00+01",
    "2026-11-29T19:30:00+24:00",
    "2026-11-29T19:30:00Z\n",
    "0001-01-01T00:00:00+00:01",
]


@pytest.mark.parametrize(
    ("written", "taken"), [*((text, True) for text in RFC_3339), *((text, False) for text in NOT_RFC_3339)]
)
def test_a_moment_is_the_same_to_the_engine_a_match_and_an_entry(
    written: str, taken: bool, owner: Caller, closed: Club, new_match: Callable[..., Json]
) -> None:
    entry = {"kind": "round", "base_version": 1, "data": {"round": 1, "points": {"red": 5, "white": 0}}}
    made = owner.post("/matches/", new_match(closed, played_at=written))
    match = new_match(closed)
    owner.post("/matches/", match)
    entered = owner.post(f"/matches/{match['id']}/entries/", with_id(**entry, entered_at=written))
    assert (made.status_code, entered.status_code) == ((201, 201) if taken else (422, 422)), made.content
    try:
        normalised({"format": FORMAT, "rounds": [], "played_at": written})
    except Violation:
        assert not taken
    else:
        assert taken


WRONG_MATCHES: list[tuple[Json, str]] = [
    ({"id": 5}, "/id"),
    ({"id": "0b2b7f2e6c0e4f6e9a510d7a0f6f2a10"}, "/id"),
    ({"id": "{0b2b7f2e-6c0e-4f6e-9a51-0d7a0f6f2a10}"}, "/id"),
    ({"id": None}, "/id"),
    ({"game": "rugs"}, "/game"),
    ({"game": ["marrakesh"]}, "/game"),
    ({"played_at": "2026-11-29"}, "/played_at"),
    ({"played_at": "2026-11-29T19:30:00"}, "/played_at"),
    ({"played_at": "2026-02-30T19:30:00Z"}, "/played_at"),
    ({"played_at": 1764441000}, "/played_at"),
    ({"seats": {"red": str(uuid.uuid4()), "white": str(uuid.uuid4())}}, "/seats/red"),
    ({"seats": {"red": 1, "white": 2}}, "/seats/red"),
    ({"seats": {}}, "/seats"),
    ({"seats": []}, "/seats"),
    ({"rated": "true"}, "/rated"),
    ({"rated": 1}, "/rated"),
    ({"table": 3}, "/table"),
    ({"table": "x" * 41}, "/table"),
    ({"options": []}, "/options"),
    ({"options": {"pack": "triple"}}, "/options/pack"),
    ({"options": {"oasis": True}}, "/options/oasis"),
    ({"options": {"stake": {"amount": 0.25, "currency": "EUR"}}}, "/options/stake/amount"),
    ({"winner": "red"}, "/winner"),
    ({"a/b~c": 1}, "/a~1b~0c"),
]


@pytest.mark.parametrize(("changed", "pointer"), WRONG_MATCHES)
def test_a_match_of_a_wrong_shape_is_refused_at_its_place(
    changed: Json, pointer: str, owner: Caller, closed: Club, new_match: Callable[..., Json]
) -> None:
    said = problem_of_422(owner.post("/matches/", new_match(closed, **changed)))
    assert said["errors"][0]["pointer"] == pointer
    assert Match.objects.count() == 0


def test_a_match_needs_two_different_players_of_its_own_club(
    owner: Caller, closed: Club, hall: Club, new_match: Callable[..., Json]
) -> None:
    body, elsewhere = new_match(closed), new_match(hall)
    red = body["seats"]["red"]
    same = problem_of_422(owner.post("/matches/", {**body, "seats": {"red": red, "white": red}}))
    assert same["errors"][0]["pointer"] == "/seats/white"
    problem_of_422(owner.post("/matches/", {**body, "seats": {"red": red, "white": elsewhere["seats"]["white"]}}))
    assert Match.objects.count() == 0


@pytest.mark.parametrize("missing", ["id", "club", "game", "played_at", "seats"])
def test_what_a_match_needs(missing: str, owner: Caller, closed: Club, new_match: Callable[..., Json]) -> None:
    body = new_match(closed)
    del body[missing]
    said = problem(owner.post("/matches/", body), 422, "malformed")
    assert said["errors"][0]["pointer"] == f"/{missing}"


@pytest.mark.parametrize(
    ("changed", "pointer"),
    [
        ({"slug": "Upper"}, "/slug"),
        ({"slug": "two--hyphens"}, "/slug"),
        ({"slug": "x" * 51}, "/slug"),
        ({"slug": ""}, "/slug"),
        ({"slug": 7}, "/slug"),
        ({"name": ""}, "/name"),
        ({"name": "   "}, "/name"),
        ({"name": "\u200b"}, "/name"),
        ({"name": "turned \u202e about"}, "/name"),
        ({"name": "line\nbreak"}, "/name"),
        ({"name": "x" * 101}, "/name"),
        ({"name": None}, "/name"),
        ({"time_zone": "Nowhere/Land"}, "/time_zone"),
        ({"time_zone": "../../etc/passwd"}, "/time_zone"),
        ({"visibility": "secret"}, "/visibility"),
        ({"created_by": 1}, "/created_by"),
    ],
)
def test_a_club_of_a_wrong_shape_is_refused_at_its_place(changed: Json, pointer: str, owner: Caller) -> None:
    said = problem_of_422(owner.post("/clubs/", {"slug": "fridays", "name": "Fridays", **changed}))
    assert said["errors"][0]["pointer"] == pointer
    assert Club.objects.count() == 0


@pytest.mark.parametrize(
    ("changed", "pointer"),
    [
        ({"name": ["Ann"]}, "/name"),
        ({"name": "x" * 81}, "/name"),
        ({"name": "\u2066Ann"}, "/name"),
        ({"aliases": "Anna"}, "/aliases"),
        ({"aliases": [1]}, "/aliases/0"),
        ({"aliases": ["Anna", "ANNA"]}, "/aliases/1"),
        ({"aliases": ["Anna", "\x07"]}, "/aliases/1"),
        ({"user": 1}, "/user"),
    ],
)
def test_a_player_of_a_wrong_shape_is_refused_at_its_place(
    changed: Json, pointer: str, owner: Caller, closed: Club
) -> None:
    said = problem_of_422(owner.post("/clubs/closed/players/", {"name": "Ann", **changed}))
    assert said["errors"][0]["pointer"] == pointer
    assert Player.objects.count() == 0


def problem_of_422(answer: Any) -> Json:
    return problem(answer, 422, answer.json().get("code", "no problem at all"))
