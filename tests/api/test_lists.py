"""Lists: filters, pages by cursor on a unique order, and a number of queries that does not grow with the rows."""

import uuid
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorepad.models import Club, Player, User
from scorepad.selectors.access import Viewer
from scorepad.services.clubs import create_club
from scorepad.services.matches import create_match
from scorepad.services.players import create_player
from tests.api.callers import Caller, problem
from tests.api.plays import WHOLE_ROUND, entry

Json = dict[str, Any]


def new_players(people: dict[str, User], slug: str, count: int) -> list[str]:
    viewer = Viewer.of_session(people["owner"])
    made = (create_player(viewer=viewer, club_slug=slug, name=f"P {uuid.uuid4()}") for _ in range(count))
    return [str(each.obj.pk) for each in made]


def new_matches(people: dict[str, User], slug: str, seats: list[str], *evenings: str) -> list[str]:
    viewer = Viewer.of_session(people["owner"])
    red, white = seats
    made = (
        create_match(
            viewer=viewer,
            id=str(uuid.uuid4()),
            club_slug=slug,
            game="marrakesh",
            played_at=f"{evening}T19:30:00+00:00",
            seats={"red": red, "white": white},
        )
        for evening in evenings
    )
    return [str(each.obj.pk) for each in made]


def walk(caller: Caller, path: str, size: int) -> list[Json]:
    return follow(caller, f"{path}{'&' if '?' in path else '?'}page_size={size}", size)


def follow(caller: Caller, url: str | None, size: int) -> list[Json]:
    found: list[Json] = []
    while url:
        page = caller.get(url).json()
        assert set(page) == {"results", "next"}
        assert 0 < len(page["results"]) <= size
        found += page["results"]
        url = page["next"] and page["next"].partition("/api/v1")[2]
    return found


def test_pages_hold_every_match_once_and_the_latest_first(owner: Caller, closed: Club, people: dict[str, User]) -> None:
    """Evenings are shared, so that only the id tells rows apart."""
    seats = new_players(people, "closed", 2)
    made = new_matches(people, "closed", seats, *["2026-11-29"] * 4, *["2026-11-22"] * 3)
    latest, before = sorted(made[:4], reverse=True), sorted(made[4:], reverse=True)
    for size in (1, 2, 3, 7, 100):
        assert [row["id"] for row in walk(owner, "/matches/", size)] == latest + before


def test_rows_that_come_meanwhile_repeat_and_hide_none(owner: Caller, closed: Club, people: dict[str, User]) -> None:
    seats = new_players(people, "closed", 2)
    made = new_matches(people, "closed", seats, "2026-11-01", "2026-11-02", "2026-11-03", "2026-11-04")
    first = owner.get("/matches/?page_size=2").json()
    new_matches(people, "closed", seats, "2026-11-05", "2026-10-31")
    rest = follow(owner, first["next"].partition("/api/v1")[2], 2)
    seen = [row["id"] for row in first["results"] + rest]
    assert seen[:4] == made[::-1]
    assert len(set(seen)) == len(seen) == 5


def test_players_and_clubs_come_by_their_names(owner: Caller, closed: Club, people: dict[str, User]) -> None:
    viewer = Viewer.of_session(people["owner"])
    for name in ("Zoe", "ann", "Bob", "Émile"):
        create_player(viewer=viewer, club_slug="closed", name=name)
    for slug in ("b", "a", "c"):
        create_club(viewer=viewer, slug=slug, name=slug)
    for size in (1, 3, 50):
        assert [row["name"] for row in walk(owner, "/clubs/closed/players/", size)] == ["ann", "Bob", "Zoe", "Émile"]
        assert [row["slug"] for row in walk(owner, "/clubs/", size)] == ["a", "b", "c", "closed"]


def test_a_cursor_made_up_or_from_elsewhere_is_refused(owner: Caller, closed: Club, people: dict[str, User]) -> None:
    new_matches(people, "closed", new_players(people, "closed", 2), "2026-11-01", "2026-11-02")
    cursor = owner.get("/matches/?page_size=1").json()["next"].partition("cursor=")[2].partition("&")[0]
    assert owner.get(f"/matches/?cursor={cursor}").status_code == 200
    problem(owner.get(f"/matches/?cursor={cursor[:-1]}"), 400, "bad_cursor")
    problem(owner.get(f"/matches/?cursor=A{cursor}"), 400, "bad_cursor")
    problem(owner.get(f"/clubs/?cursor={cursor}"), 400, "bad_cursor")
    problem(owner.get(f"/clubs/closed/players/?cursor={cursor}"), 400, "bad_cursor")


def test_filters(owner: Caller, closed: Club, hall: Club, people: dict[str, User]) -> None:
    ann, bob, eve = new_players(people, "closed", 3)
    early, late = new_matches(people, "closed", [ann, bob], "2026-11-01", "2026-11-29")
    (other,) = new_matches(people, "closed", [eve, ann], "2026-11-15")
    (elsewhere,) = new_matches(people, "hall", new_players(people, "hall", 2), "2026-11-15")

    def found(query: str) -> set[str]:
        return {row["id"] for row in owner.get(f"/matches/?{query}").json()["results"]}

    assert found("") == {early, late, other, elsewhere}
    assert found("club=closed") == {early, late, other}
    assert found("club=no-such-club") == set()
    assert found(f"player={bob}") == {early, late}
    assert found(f"player={ann}&from=2026-11-15") == {late, other}
    assert found(f"player={ann}&opponent={bob}") == {early, late}
    assert found(f"player={bob}&opponent={eve}") == set()
    assert found(f"player={ann}&opponent={ann}") == set()
    assert found("game=marrakesh") == {early, late, other, elsewhere}
    assert found("from=2026-11-15&to=2026-11-15") == {other, elsewhere}
    for written in ("20261115", "2026-11-5", "٢٠٢٦-١١-١٥"):
        for name in ("from", "to"):
            problem(owner.get(f"/matches/?{name}={written}"), 400, "bad_parameter")
    assert found("to=2026-11-01") == {early}
    assert found("status=open") == {early, late, other, elsewhere}
    assert found("status=complete") == set()
    assert found(f"player={uuid.uuid4()}") == set()
    assert found("club=closed&page_size=1") == {late}


def test_a_filter_stays_on_the_next_page(owner: Caller, closed: Club, hall: Club, people: dict[str, User]) -> None:
    mine = new_matches(people, "closed", new_players(people, "closed", 2), *["2026-11-15"] * 3)
    new_matches(people, "hall", new_players(people, "hall", 2), *["2026-11-15"] * 3)
    assert {row["id"] for row in walk(owner, "/matches/?club=closed", 1)} == set(mine)


def queries(caller: Caller, path: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert caller.get(path).status_code == 200
    return len(captured)


@pytest.mark.parametrize(("path", "pinned"), [("/matches/", 4), ("/clubs/closed/players/", 5), ("/clubs/", 2)])
def test_a_list_of_fifty_takes_the_queries_of_a_list_of_one(
    path: str, pinned: int, owner: Caller, closed: Club, people: dict[str, User]
) -> None:
    seats = new_players(people, "closed", 2)
    new_matches(people, "closed", seats, "2026-11-01")
    owner.get(path)  # the token's use is noted once a minute
    assert queries(owner, path) == pinned
    new_matches(people, "closed", seats, *["2026-11-02"] * 49)
    new_players(people, "closed", 48)
    for number in range(49):
        create_club(viewer=Viewer.of_session(people["owner"]), slug=f"c{number}", name="C")
    assert len(owner.get(path).json()["results"]) == 50
    assert queries(owner, path) == pinned


@pytest.mark.parametrize("part", ["/", "/record/", "/replay/", "/entries/"])
def test_a_long_match_takes_the_queries_of_a_short_one(part: str, owner: Caller, match: Json) -> None:
    path = f"/matches/{match['id']}{part}"
    owner.get(path)
    begun = queries(owner, path)
    for version, step in enumerate(WHOLE_ROUND, 1):
        owner.post(f"/matches/{match['id']}/entries/", entry(step, version))
    assert queries(owner, path) == begun <= 12


def test_an_entry_late_in_a_match_takes_the_queries_of_an_early_one(owner: Caller, match: Json) -> None:
    counts = []
    for version, step in enumerate(WHOLE_ROUND, 1):
        with CaptureQueriesContext(connection) as captured:
            owner.post(f"/matches/{match['id']}/entries/", entry(step, version))
        counts.append(len(captured))
    assert len(set(counts[1:4])) == 1, counts
    assert max(counts) <= counts[1] + 1, counts  # one more writes the scores when a round ends


def test_a_merged_player_is_found_with_the_one_he_became(owner: Caller, closed: Club, people: dict[str, User]) -> None:
    ann, bob, robert, eve = new_players(people, "closed", 4)
    (with_bob,) = new_matches(people, "closed", [ann, bob], "2026-11-01")
    (with_robert,) = new_matches(people, "closed", [robert, ann], "2026-11-08")
    new_matches(people, "closed", [ann, eve], "2026-11-15")
    Player.objects.filter(pk=robert).update(merged_into=bob, root=bob)

    def found(query: str) -> set[str]:
        return {row["id"] for row in owner.get(f"/matches/?{query}").json()["results"]}

    for player in (bob, robert):
        assert found(f"player={player}") == {with_bob, with_robert}
        assert found(f"player={ann}&opponent={player}") == {with_bob, with_robert}
    assert found(f"player={bob}&opponent={robert}") == set()


def test_hints_cost_the_same_for_one_match_that_evening_as_for_many(
    owner: Caller, closed: Club, people: dict[str, User]
) -> None:
    seats = new_players(people, "closed", 2)
    (first, _) = new_matches(people, "closed", seats, "2026-11-01", "2026-11-01")
    owner.get("/")  # the token's first use of the day is written down
    counted = []
    for more in (0, 9):
        new_matches(people, "closed", seats, *["2026-11-01"] * more)
        with CaptureQueriesContext(connection) as queries:
            hints = owner.get(f"/matches/{first}/hints/").json()["hints"]
        assert len(hints) == 1 + more
        counted.append(len(queries))
    assert counted[0] == counted[1]
