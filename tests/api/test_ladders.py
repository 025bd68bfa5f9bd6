"""Ladders over the API: made, changed, listed, and what their standings tell."""

import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorepad.models import Club, Ladder, Player, User
from scorepad.selectors.access import Viewer
from scorepad.services.matches import create_match
from scorepad.services.players import create_player
from scorepad.services.rating import refresh
from tests.api.callers import Caller, problem
from tests.scorepad.ladders import WON

Json = dict[str, Any]
NEW = {"name": "Winter", "game": "marrakesh", "system": "glicko2"}


def ladder_of(owner: Caller, slug: str = "closed", **given: Any) -> Json:
    answer = owner.post(f"/clubs/{slug}/ladders/", NEW | given)
    assert answer.status_code == 201, answer.content
    made: Json = answer.json()
    assert answer.headers["Location"] == f"/api/v1/ladders/{made['id']}/"
    return made


class Evening:
    """Ann and Bob of the private club, and their matches."""

    def __init__(self, user: User, club: Club) -> None:
        self.viewer, self.club = Viewer.of_session(user), club
        self.ann, self.bob = self.player("Ann"), self.player("Bob")

    def player(self, name: str) -> Player:
        made: Player = create_player(viewer=self.viewer, club_slug=self.club.slug, name=name).obj
        return made

    def won(self, winner: Player, loser: Player, when: str) -> str:
        seats = {"red": winner.pk, "white": loser.pk}
        values: Json = {"viewer": self.viewer, "id": uuid.uuid4(), "club_slug": self.club.slug, "game": "marrakesh"}
        return str(create_match(**values, played_at=when, seats=seats, rounds=WON).obj.pk)

    def rated(self) -> None:
        list(refresh(club_id=self.club.pk))


@pytest.fixture
def evening(closed: Club, people: dict[str, User]) -> Evening:
    return Evening(people["owner"], closed)


def test_a_ladder_is_made_once_and_shown_with_all_its_rules(owner: Caller, closed: Club) -> None:
    given = {
        "id": str(uuid.uuid4()),
        "season_start": "2026-01-01",
        "largest_deviation": 110,
        "parameters": {"tau": 0.6},
    }
    made = ladder_of(owner, **given)
    assert {name: made[name] for name in NEW} == NEW
    assert (made["id"], made["club"], made["period"], made["version"]) == (given["id"], "closed", "week", 1)
    assert made["parameters"] == {"rating": 1500, "deviation": 350, "volatility": 0.06, "tau": 0.6}
    assert (made["season_start"], made["season_end"], made["largest_deviation"]) == ("2026-01-01", None, 110)
    assert (made["least_matches"], made["active_within"], made["forfeits"]) == (0, None, False)
    again = owner.post("/clubs/closed/ladders/", NEW | given)
    assert (again.status_code, again.json()) == (200, made)
    assert owner.get(f"/ladders/{made['id']}/").json() == made
    problem(owner.post("/clubs/closed/ladders/", NEW | given | {"forfeits": True}), 409, "id_in_use")
    problem(owner.post("/clubs/closed/ladders/", NEW), 409, "name_taken")
    assert Ladder.objects.count() == 1


@pytest.mark.parametrize(
    ("given", "pointer"),
    [
        ({"game": "chess"}, "/game"),
        ({"system": "trueskill"}, "/system"),
        ({"season_start": "today"}, "/season_start"),
        ({"season_start": 20260105}, "/season_start"),
        ({"parameters": {"tau": "0.5"}}, "/parameters/tau"),
        ({"parameters": {"tau": True}}, "/parameters/tau"),
        ({"parameters": {"tau": 2}}, "/parameters/tau"),
        ({"parameters": {"tau": 10**18}}, "/parameters/tau"),
        ({"parameters": {"factor": 32}}, "/parameters/factor"),
        ({"parameters": {"k": 32}}, "/parameters/k"),
        ({"parameters": None}, "/parameters"),
        ({"least_matches": 2.5}, "/least_matches"),
        ({"system": "elo", "largest_deviation": 100}, "/largest_deviation"),
        ({"season_start": "2026-01-06", "season_end": "2026-01-05"}, "/season_end"),
        ({"club": "hall"}, "/club"),
    ],
)
def test_what_is_wrong_is_told_at_its_place(owner: Caller, closed: Club, given: Json, pointer: str) -> None:
    said = problem(owner.post("/clubs/closed/ladders/", NEW | given), 422, "malformed")
    assert [error["pointer"] for error in said["errors"]] == [pointer]
    assert not Ladder.objects.exists()


def test_a_change_is_shown_with_another_version(owner: Caller, closed: Club) -> None:
    made = ladder_of(owner)
    path = f"/ladders/{made['id']}/"
    answer = owner.send("PATCH", path, {"system": "elo", "period": "month"}, if_match=owner.get(path).headers["ETag"])
    assert answer.status_code == 200
    elo = {"rating": 1500, "factor": 32, "margin_scale": None}
    assert answer.json() == made | {"system": "elo", "period": "month", "parameters": elo, "version": 2}
    problem(owner.send("PATCH", path, {"game": "marrakesh"}, if_match="*"), 422, "malformed")
    feed = owner.get("/clubs/closed/changes/").json()["results"]
    told = [(each["id"], each["version"]) for each in feed if each["what"] == "ladder"]
    assert told == [(made["id"], 1), (made["id"], 2)]


def test_the_ladders_of_a_club_come_by_name(owner: Caller, closed: Club, hall: Club) -> None:
    made = [ladder_of(owner, name=name) for name in ("Winter", "All", "Summer")]
    ladder_of(owner, "hall", name="Elsewhere")
    page = owner.get("/clubs/closed/ladders/?page_size=2").json()
    rest = owner.get(page["next"].partition("/api/v1")[2]).json()
    assert page["results"] + rest["results"] == sorted(made, key=lambda each: each["name"])
    assert rest["next"] is None


def test_standings_tell_who_stands_where_and_how_sure_that_is(owner: Caller, evening: Evening) -> None:
    """The ratings are worked out in tests/scorepad/selectors/test_standings.py."""
    ladder = ladder_of(owner, active_within=7)["id"]
    evening.won(evening.ann, evening.bob, "2026-01-05T19:30:00+00:00")
    path = f"/ladders/{ladder}/standings/"
    assert owner.get(path).json()["pending"] > 0
    evening.rated()
    told = owner.get(f"{path}?as_of=2026-01-07").json()
    rows = told.pop("standings")
    assert told == {
        "ladder": ladder,
        "as_of": "2026-01-07",
        "period": "2026-01-05",
        "ends": "2026-01-11",
        "under_way": True,
        "known": "now",
        "published_at": None,
        "pending": 0,
        "since": None,
    }
    ann = rows[0]
    assert ann["player"] == {"id": str(evening.ann.pk), "name": "Ann"}
    assert (ann["rating"], ann["deviation"]) == (pytest.approx(1662.3109, abs=1e-4), pytest.approx(290.319, abs=1e-4))
    assert ann["interval"]["high"] == pytest.approx(1662.3109 + 1.96 * 290.319, abs=1e-3)
    assert [ann[name] for name in ("place", "place_before", "change", "matches", "won", "drawn", "lost")] == [
        1, None, None, 1, 1, 0, 0,
    ]  # fmt: skip
    assert (ann["provisional"], ann["inactive"], ann["gates"]) == (False, False, [])
    later = owner.get(f"{path}?as_of=2026-01-18").json()
    assert not later["under_way"]
    assert [(row["place"], row["inactive"], row["gates"]) for row in later["standings"]] == [
        (None, True, ["active_within"])
    ] * 2
    assert owner.get(f"{path}?as_of=1999-12-31").json()["standings"] == []


def test_standings_stay_the_same_bytes_until_something_is_rated_anew(owner: Caller, evening: Evening) -> None:
    path = f"/ladders/{ladder_of(owner)['id']}/standings/"
    evening.won(evening.ann, evening.bob, "2026-01-05T19:30:00+00:00")
    evening.rated()
    tag = owner.get(path).headers["ETag"]
    assert owner.get(path, if_none_match=tag).status_code == 304
    evening.won(evening.bob, evening.ann, "2026-01-06T19:30:00+00:00")
    waiting = owner.get(path, if_none_match=tag)
    assert waiting.status_code == 200  # it is told that something is to come
    evening.rated()
    assert owner.get(path, if_none_match=waiting.headers["ETag"]).json()["standings"][0]["place"] == 1


def test_a_day_to_come_and_what_is_no_day_are_refused(owner: Caller, evening: Evening) -> None:
    path = f"/ladders/{ladder_of(owner)['id']}/standings/"
    later = (datetime.now(UTC) + timedelta(days=2)).date()
    for day in (later, "9999-12-31", "yesterday", "2026-02-30", ""):
        for known in ("now", "then"):
            said = problem(owner.get(f"{path}?as_of={day}&known={known}"), 400, "bad_parameter")
            assert said["errors"][0]["params"]["parameter"] == "as_of"


def test_the_history_of_a_rating_is_points_for_a_graph(owner: Caller, evening: Evening) -> None:
    path = f"/ladders/{ladder_of(owner, system='elo', period='month')['id']}/history/"
    for when in ("2026-01-31T12:00:00+00:00", "2026-03-01T12:00:00+00:00"):
        evening.won(evening.ann, evening.bob, when)
    evening.rated()
    told = owner.get(f"{path}?player={evening.bob.pk}").json()
    assert (told["player"], told["pending"]) == ({"id": str(evening.bob.pk), "name": "Bob"}, 0)
    first, second = told["points"]
    assert (first["period"], first["ends"], first["under_way"]) == ("2026-01-01", "2026-01-31", False)
    none = {"deviation": None, "volatility": None, "interval": None}
    assert (first["before"], first["after"]) == ({"rating": 1500, **none}, {"rating": 1484, **none})
    assert [first[name] for name in ("change", "matches", "won", "drawn", "lost", "total")] == [-16, 1, 0, 0, 1, 1]
    assert (second["period"], second["before"], second["total"]) == ("2026-03-01", first["after"], 2)
    assert owner.get(f"{path}?player={evening.player('Cleo').pk}").json()["points"] == []
    problem(owner.get(path), 400, "bad_parameter")
    problem(owner.get(f"{path}?player=Bob"), 400, "bad_parameter")
    problem(owner.get(f"{path}?player={uuid.uuid4()}"), 400, "unknown_player")


def test_a_change_is_explained_by_what_went_into_it(owner: Caller, evening: Evening) -> None:
    """The numbers are worked out in tests/scorepad/selectors/test_rating_changes.py."""
    path = f"/ladders/{ladder_of(owner)['id']}/explain/"
    match = evening.won(evening.ann, evening.bob, "2026-01-05T19:30:00+00:00")
    evening.rated()
    told = owner.get(f"{path}?player={evening.ann.pk}&period=2026-01-09").json()
    assert (told["period"], told["ends"], told["under_way"], told["idle"]) == ("2026-01-05", "2026-01-11", False, 0)
    assert (told["system"], told["parameters"]["tau"]) == ("glicko2", 0.5)
    assert (told["variance"], told["improvement"]) == pytest.approx((8.93547, 2.98923), abs=0.00001)
    assert told["before"] == {
        "rating": 1500,
        "deviation": 350,
        "volatility": 0.06,
        "interval": {"low": 1500 - 686, "high": 1500 + 686},
    }
    assert told["change"] == told["after"]["rating"] - 1500 == pytest.approx(162.3109, abs=0.0001)
    (brought,) = told["matches"]
    assert brought["gain"] == pytest.approx(told["change"])
    assert (brought["match"], brought["opponent"]["name"], brought["score"]) == (match, "Bob", 1)
    assert (brought["margin"], brought["weight"], brought["expected"]) == (36, 1, 0.5)
    assert all(isinstance(line, str) for line in told["formula"])
    problem(owner.get(f"{path}?player={evening.ann.pk}"), 400, "bad_parameter")
    problem(owner.get(f"{path}?player={evening.ann.pk}&period=2026-01-04"), 400, "not_rated")
    problem(owner.get(f"{path}?player={evening.ann.pk}&period=9999-12-31"), 400, "bad_parameter")


def test_matches_are_listed_by_the_ladder_for_which_they_count(
    owner: Caller, stranger: Caller, evening: Evening, hall: Club, people: dict[str, User]
) -> None:
    ladder = ladder_of(owner, season_start="2026-01-05", season_end="2026-01-07")["id"]
    path = f"/matches/?ladder={ladder}"
    for day in (4, 5, 7, 8):
        evening.won(evening.ann, evening.bob, f"2026-01-0{day}T12:00:00+00:00")
    own = {"viewer": evening.viewer, "club_slug": "closed", "game": "marrakesh", "played_at": "2026-01-06T12:00:00Z"}
    own["seats"] = {"red": evening.ann.pk, "white": evening.bob.pk}
    create_match(**own, id=uuid.uuid4())  # not at its end yet
    create_match(**own, id=uuid.uuid4(), rounds=WON, rated=False)
    elsewhere = Evening(people["owner"], hall)
    elsewhere.won(elsewhere.ann, elsewhere.bob, "2026-01-06T12:00:00+00:00")
    found = owner.get(path).json()["results"]
    assert [match["played_on"] for match in found] == ["2026-01-07", "2026-01-05"]
    assert owner.get(f"{path}&player={evening.ann.pk}&to=2026-01-06").json()["results"] == found[1:]
    assert owner.get(f"{path}&club=hall").json()["results"] == []
    assert stranger.get(path).json()["results"] == []
    assert owner.get(f"/matches/?ladder={uuid.uuid4()}").json()["results"] == []
    assert queries(owner, path) == queries(owner, "/matches/") + 1


def queries(caller: Caller, path: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert caller.get(path).status_code == 200
    return len(captured)


def test_many_take_the_queries_of_one(owner: Caller, evening: Evening) -> None:
    ladder = ladder_of(owner)["id"]
    pinned = {"/clubs/closed/ladders/": 4, f"/ladders/{ladder}/": 3, f"/ladders/{ladder}/standings/": 6}
    evening.won(evening.ann, evening.bob, "2026-01-05T19:30:00+00:00")
    for more in range(2):
        evening.rated()
        owner.get("/")  # the token's use is noted once a minute
        assert {path: queries(owner, path) for path in pinned} == pinned
        for index in range(10):
            ladder_of(owner, name=f"No. {more} {index}")
            winner, loser = (evening.player(f"{name} {more} {index}") for name in ("Winner", "Loser"))
            evening.won(winner, loser, "2026-01-05T19:30:00+00:00")


def test_a_ladder_is_deleted_once_its_name_is_said(owner: Caller, evening: Evening) -> None:
    ladder = f"/ladders/{ladder_of(owner, name='All & sundry')['id']}/"
    warned = problem(owner.send("DELETE", ladder), 409, "confirmation_needed")
    assert warned["goes"] == {"players": 0, "published": 0}
    assert owner.get(ladder).status_code == 200
    assert owner.send("DELETE", f"{ladder}?confirm=all%20%26%20sundry").status_code == 204
    assert owner.get(ladder).status_code == 404
    problem(owner.send("DELETE", f"{ladder}?confirm=all%20%26%20sundry"), 404, "not_found")
