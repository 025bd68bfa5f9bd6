"""Seasons over the API: the table, what was published, what was frozen, and what came since."""

import hashlib
import uuid
from datetime import date
from typing import Any

import pytest

from engine import canonical_json
from scorepad.models import Club, Frozen, Ladder, Published, User
from scorepad.services import statistics
from scorepad.services.publishing import publish
from tests.api.callers import Caller, problem
from tests.api.test_ladders import NEW, Evening
from tests.scorepad.services.seasons import MONDAY, made_on

Json = dict[str, Any]
SEASON = NEW | {"system": "elo", "season_start": "2024-01-01", "season_end": "2024-01-14"}
LATE = "so it was"


@pytest.fixture
def evening(closed: Club, people: dict[str, User]) -> Evening:
    return Evening(people["owner"], closed)


@pytest.fixture
def ladder(owner: Caller, evening: Evening) -> str:
    """Ann has beaten Bob on the first Monday; both weeks of the season are published."""
    evening.won(evening.ann, evening.bob, "2024-01-01T19:30:00Z")
    made = owner.post("/clubs/closed/ladders/", SEASON).json()["id"]
    made_on(Ladder.objects.select_related("club").get(pk=made), MONDAY)
    bring_up_to_date(evening)
    return str(made)


def bring_up_to_date(evening: Evening) -> None:
    evening.rated()
    list(statistics.refresh(club_id=evening.club.pk))
    list(publish(club_id=evening.club.pk))


def void(owner: Caller, match: str) -> None:
    version = owner.get(f"/matches/{match}/").json()["version"]
    sent = {"id": str(uuid.uuid4()), "kind": "void", "base_version": version, "data": {}, "reason": LATE}
    assert owner.post(f"/matches/{match}/entries/", sent).status_code == 201


def test_a_table_tells_points_and_what_parts_those_level(owner: Caller, evening: Evening, ladder: str) -> None:
    assert owner.get(f"/ladders/{ladder}/table/").json() == {
        "ladder": ladder,
        "tiebreaks": [
            {"key": "direct", "name": "Direct encounter"},
            {"key": "margin", "name": "Margin"},
            {"key": "wins", "name": "Wins"},
        ],
        "pending": 0,
        "table": [
            {
                "place": place,
                "player": {"id": str(player.pk), "name": player.name},
                "points": points,
                "matches": 1,
                "won": won,
                "drawn": 0,
                "lost": 1 - won,
                "forfeits_won": 0,
                "forfeits_lost": 0,
                "byes": 0,
                "margin": margin,
                "tiebreaks": [None, margin, won],
            }
            for place, player, points, won, margin in ((1, evening.ann, 2, 1, 36), (2, evening.bob, 0, 0, -36))
        ],
    }


def test_the_rules_of_the_table_are_the_ladders(owner: Caller, evening: Evening, ladder: str) -> None:
    tag = owner.get(f"/ladders/{ladder}/")["ETag"]
    rules = {"points": {"win": 1, "bye": 1.5}, "tiebreaks": ["-lost"], "byes": {str(evening.bob.pk): 1}}
    changed = owner.send("PATCH", f"/ladders/{ladder}/", {"table": rules}, **{"If-Match": tag})
    assert changed.status_code == 200, changed.content
    assert changed.json()["table"]["points"]["forfeit_win"] == 1
    found = owner.get(f"/ladders/{ladder}/table/").json()
    assert [(row["player"]["name"], row["points"], row["byes"]) for row in found["table"]] == [
        ("Bob", 1.5, 1), ("Ann", 1, 0)
    ]  # fmt: skip
    assert found["tiebreaks"] == [{"key": "-lost", "name": "Matches lost, the fewer the better"}]
    wrong = owner.send("PATCH", f"/ladders/{ladder}/", {"table": {"tiebreaks": ["luck"]}}, **{"If-Match": "*"})
    assert problem(wrong, 422, "unknown_tiebreak")["errors"][0]["pointer"] == "/table/tiebreaks/0"


def test_what_was_known_then_and_what_explains_what_is_known_now(owner: Caller, evening: Evening, ladder: str) -> None:
    late = evening.won(evening.bob, evening.ann, "2024-01-02T19:30:00Z")
    bring_up_to_date(evening)
    address = f"/ladders/{ladder}/standings/?as_of=2024-01-10"
    now, then = owner.get(address).json(), owner.get(address + "&known=then").json()
    assert (now["known"], now["published_at"], now["since"]) == ("now", None, None)
    assert (then["known"], then["period"], then["ends"], then["as_of"]) == ("then", "2024-01-01", *["2024-01-07"] * 2)
    assert (then["under_way"], then["pending"]) == (False, 0)
    assert then["published_at"] is not None
    assert [row["rating"] for row in now["standings"]] == [1500, 1500]
    assert [(row["player"]["name"], row["place"], row["rating"]) for row in then["standings"]] == [
        ("Ann", 1, 1516), ("Bob", 2, 1484)
    ]  # fmt: skip
    assert set(then["standings"][0]) == set(now["standings"][0])
    ann, bob = ({"id": str(player.pk), "name": player.name} for player in (evening.ann, evening.bob))
    since = then["since"]
    assert since["standings"] == [
        {"player": ann, "then": {"place": 1, "rating": 1516}, "now": {"place": 1, "rating": 1500}},
        {"player": bob, "then": {"place": 2, "rating": 1484}, "now": {"place": 1, "rating": 1500}},
    ]
    (corrected,) = since["corrections"]
    stored_at = corrected["entries"][0].pop("stored_at")
    assert stored_at > then["published_at"]
    assert corrected == {
        "match": late,
        "then": None,
        "now": {"played_on": "2024-01-02", "players": [bob, ann], "places": [1, 2], "scores": [36, 0]},
        "entries": [{"version": 1, "kind": "create", "reason": None, "actor": "owner"}],
    }
    assert (since["table"], since["more"], since["merges"], since["rules"], since["pending"]) == ([], False, [], {}, 0)
    void(owner, late)
    bring_up_to_date(evening)
    again = owner.get(address + "&known=then").json()
    assert again["since"]["corrections"] == again["since"]["standings"] == []
    assert {**again, "since": None} == {**then, "since": None}


def test_nothing_was_known_before_anything_was_published(owner: Caller, ladder: str) -> None:
    refused = owner.get(f"/ladders/{ladder}/standings/?as_of=2024-01-06&known=then")
    assert problem(refused, 400, "nothing_published")
    refused = owner.get(f"/ladders/{ladder}/standings/?known=always")
    assert problem(refused, 400, "bad_parameter")
    assert owner.get(f"/ladders/{ladder}/standings/?known=then").json()["ends"] == "2024-01-14"


def test_a_season_is_frozen_once_and_shown_with_its_checksum(owner: Caller, evening: Evening, ladder: str) -> None:
    assert owner.get(f"/ladders/{ladder}/frozen/").status_code == 404
    made = owner.post(f"/ladders/{ladder}/freeze/", {})
    assert (made.status_code, made["Location"]) == (201, f"/api/v1/ladders/{ladder}/frozen/")
    again = owner.post(f"/ladders/{ladder}/freeze/", {})
    shown = owner.get(f"/ladders/{ladder}/frozen/")
    assert (again.status_code, shown.status_code) == (200, 200)
    assert made.json() == again.json() == shown.json()
    frozen = shown.json()
    assert (frozen["ends"], frozen["frozen_by"], frozen["intact"]) == ("2024-01-14", "owner", True)
    # As anybody would verify it who has nothing but the answer.
    written = canonical_json.dump(frozen["document"]).encode()
    assert frozen["checksum"] == hashlib.sha256(written).hexdigest()
    assert [(row["player"], row["place"]) for row in frozen["document"]["standings"]] == [
        (str(evening.ann.pk), 1), (str(evening.bob.pk), 2)
    ]  # fmt: skip
    names = {player["id"]: player["name"] for player in frozen["players"]}
    assert names == {str(evening.ann.pk): "Ann", str(evening.bob.pk): "Bob"}
    late = evening.won(evening.bob, evening.ann, "2024-01-14T19:30:00Z")
    bring_up_to_date(evening)
    later = owner.get(f"/ladders/{ladder}/frozen/").json()
    assert {**later, "since": None} == {**frozen, "since": None}
    assert [row["match"] for row in later["since"]["corrections"]] == [late]
    ((moved),) = later["since"]["table"]
    assert (moved["then"], moved["now"]) == ({"place": 2, "points": 0}, {"place": 1, "points": 2})


def test_a_season_under_way_is_not_frozen(owner: Caller, evening: Evening, ladder: str) -> None:
    Ladder.objects.update(season_end=date(9999, 1, 1))
    assert problem(owner.post(f"/ladders/{ladder}/freeze/", {}), 409, "season_under_way")
    Ladder.objects.update(season_end=None)
    assert problem(owner.post(f"/ladders/{ladder}/freeze/", {}), 409, "season_without_end")
    Ladder.objects.update(season_end=date(2024, 1, 14))
    evening.won(evening.bob, evening.ann, "2024-01-02T19:30:00Z")
    busy = owner.post(f"/ladders/{ladder}/freeze/", {})
    assert problem(busy, 503, "busy")
    assert int(busy["Retry-After"]) > 0
    assert not Frozen.objects.exists()


def test_guests_of_a_public_club_read_it_all_but_who_did_it(owner: Caller, evening: Evening, ladder: str) -> None:
    owner.post(f"/ladders/{ladder}/freeze/", {})
    evening.won(evening.bob, evening.ann, "2024-01-02T19:30:00Z")
    bring_up_to_date(evening)
    Club.objects.filter(pk=evening.club.pk).update(visibility="public")
    guest = Caller()
    assert guest.get(f"/ladders/{ladder}/table/").json() == owner.get(f"/ladders/{ladder}/table/").json()
    frozen = guest.get(f"/ladders/{ladder}/frozen/").json()
    assert (frozen["frozen_by"], frozen["intact"]) == ("", True)
    then = guest.get(f"/ladders/{ladder}/standings/?known=then").json()
    for since in (frozen["since"], then["since"]):
        assert [entry["actor"] for row in since["corrections"] for entry in row["entries"]] == [""]


def test_what_did_not_change_is_not_sent_again(owner: Caller, evening: Evening, ladder: str) -> None:
    owner.post(f"/ladders/{ladder}/freeze/", {})
    for place in ("table/", "frozen/", "standings/?known=then"):
        tag = owner.get(f"/ladders/{ladder}/{place}")["ETag"]
        assert owner.get(f"/ladders/{ladder}/{place}", **{"If-None-Match": tag}).status_code == 304
    assert Published.objects.count() == 2
