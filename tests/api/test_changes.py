"""The feed of a club: every change once, in the order of the commits, whoever races whom."""

import threading
import uuid
from typing import Any

import pytest
from django.db import connection

from scorepad.models import Change, Club, User
from scorepad.selectors.access import Viewer
from scorepad.services.clubs import create_club
from scorepad.services.players import create_player
from scorepad.services.writing import writing
from tests.api.callers import Caller, problem
from tests.api.conftest import NewMatch
from tests.api.plays import ROUND, entry

Json = dict[str, Any]
WRITERS, WRITES = 6, 25


def read(caller: Caller, after: int = 0, size: int = 100, slug: str = "closed") -> Json:
    answer = caller.get(f"/clubs/{slug}/changes/", {"after": after, "page_size": size})
    assert answer.status_code == 200, answer.content
    shown: Json = answer.json()
    return shown


def test_it_tells_what_changed_in_order(owner: Caller, closed: Club, new_match: NewMatch) -> None:
    body = new_match(closed)
    owner.post("/matches/", body)
    owner.post(f"/matches/{body['id']}/entries/?dry_run=true", entry(ROUND, 1))
    sent = entry(ROUND, 1)
    for _ in range(2):  # sent again, it changes nothing
        owner.post(f"/matches/{body['id']}/entries/", sent)
    owner.post(f"/matches/{body['id']}/entries/", entry(ROUND, 0))
    owner.post("/clubs/", {"slug": "other", "name": "Other"})
    told = [(row["what"], row["id"], row["version"]) for row in read(owner)["results"]]
    assert told == [
        ("club", str(closed.pk), None),
        ("player", body["seats"]["red"], None),
        ("player", body["seats"]["white"], None),
        ("match", body["id"], 1),
        ("match", body["id"], 2),
    ]


def test_pages_follow_one_another_to_the_end(owner: Caller, closed: Club) -> None:
    for number in range(4):
        owner.post("/clubs/closed/players/", {"name": f"Player {number}"})
    whole = read(owner)
    first = read(owner, size=2)
    assert first["next"] == f"http://testserver/api/v1/clubs/closed/changes/?after={first['last']}&page_size=2"
    second, third = read(owner, first["last"], 2), read(owner, first["last"] + 2, 2)
    assert first["results"] + second["results"] + third["results"] == whole["results"]
    assert (whole["next"], third["next"]) == (None, None)
    assert read(owner, whole["last"]) == {"results": [], "next": None, "last": whole["last"]}


def test_a_screen_that_has_it_all_is_told_so_in_a_few_bytes(owner: Caller, closed: Club) -> None:
    path = "/clubs/closed/changes/?after=1"
    tag = owner.get(path)["ETag"]
    assert owner.get(path, If_None_Match=tag).status_code == 304
    owner.post("/clubs/closed/players/", {"name": "Ann"})
    assert owner.get(path, If_None_Match=tag).status_code == 200


def test_guests_hear_nothing_of_members_and_imports(owner: Caller, stranger: Caller, hall: Club) -> None:
    with writing() as changes:
        changes.add(hall.pk, "member", uuid.uuid4())
        changes.add(hall.pk, "import", uuid.uuid4())
    for caller, told in ((owner, ["club", "member", "import"]), (stranger, ["club"]), (Caller(), ["club"])):
        assert [row["what"] for row in read(caller, slug="hall")["results"]] == told


@pytest.mark.parametrize("after", ["-1", "x", "1.0", "9" * 19, "1e3", ""])
def test_a_number_that_is_none_is_refused(after: str, owner: Caller, closed: Club) -> None:
    problem(owner.get("/clubs/closed/changes/", {"after": after}), 400, "bad_parameter")


def test_one_change_costs_as_many_queries_as_fifty(owner: Caller, closed: Club, django_assert_num_queries: Any) -> None:
    read(owner)
    for rows in (1, 50):
        with writing() as changes:
            for _ in range(rows):
                changes.add(closed.pk, "player", uuid.uuid4())
        with django_assert_num_queries(5):
            read(owner)


@pytest.mark.django_db(transaction=True)
def test_writers_race_and_a_reader_misses_nothing_and_reads_nothing_twice(
    people: dict[str, User], closed: Club
) -> None:
    viewer = Viewer.of_session(people["owner"])
    done = threading.Event()
    seen: list[tuple[int, str]] = []

    def write(writer: int) -> None:
        try:
            for number in range(WRITES):
                create_player(viewer=viewer, club_slug="closed", name=f"Writer {writer} player {number}")
        finally:
            connection.close()

    def follow() -> None:
        after = 0
        try:
            while True:
                last_round = done.is_set()
                found = list(
                    Change.objects.filter(club=closed, pk__gt=after).order_by("pk").values_list("pk", "ref")[:7]
                )
                seen.extend((number, str(ref)) for number, ref in found)
                after = found[-1][0] if found else after
                if last_round and not found:
                    return
        finally:
            connection.close()

    reader = threading.Thread(target=follow)
    writers = [threading.Thread(target=write, args=(number,)) for number in range(WRITERS)]
    for thread in (reader, *writers):
        thread.start()
    for thread in writers:
        thread.join()
    done.set()
    reader.join()
    stored = [
        (number, str(ref)) for number, ref in Change.objects.filter(club=closed).order_by("pk").values_list("pk", "ref")
    ]
    assert seen == stored
    assert len(stored) == 1 + WRITERS * WRITES


@pytest.mark.django_db(transaction=True)
def test_who_began_to_write_first_and_commits_last_is_told_last(people: dict[str, User]) -> None:
    """A sequence alone would give the slow one the lower number, which a reader has passed by then."""
    club = create_club(viewer=Viewer.of_session(people["owner"]), slug="closed", name="Closed").obj
    slow, fast = uuid.uuid4(), uuid.uuid4()
    began, may_end = threading.Event(), threading.Event()

    def write_slowly() -> None:
        try:
            with writing() as changes:
                changes.add(club.pk, "player", slow)
                began.set()
                assert may_end.wait(10)
        finally:
            connection.close()

    thread = threading.Thread(target=write_slowly)
    thread.start()
    assert began.wait(10)
    with writing() as changes:
        changes.add(club.pk, "player", fast)
    may_end.set()
    thread.join()
    assert list(Change.objects.filter(what="player").order_by("pk").values_list("ref", flat=True)) == [fast, slow]
