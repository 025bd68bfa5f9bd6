"""A club's matches and rounds as CSV: what is in the tables, what is not, and that none of it is a formula."""

import csv
import io
import uuid
from typing import Any

import pytest

from scorepad.models import Club, Player, User
from scorepad.selectors.access import Viewer
from scorepad.selectors.spreadsheets import plain
from scorepad.services.matches import create_match
from scorepad.services.merging import merge
from scorepad.services.players import create_player
from tests.api.callers import Caller, problem
from tests.api.conftest import NewMatch
from tests.api.plays import ROUND, WHOLE_ROUND, entry

Json = dict[str, Any]


def table(caller: Caller, what: str, slug: str = "closed") -> list[dict[str, str]]:
    answer = caller.get(f"/clubs/{slug}/{what}.csv")
    assert answer.status_code == 200, answer.getvalue()
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{slug}-{what}.csv"'
    return list(csv.DictReader(io.StringIO(answer.getvalue().decode(), newline="")))


def play(caller: Caller, match: Json, *steps: Any, version: int = 1) -> None:
    for version_, step in enumerate(steps, start=version):
        answer = caller.post(f"/matches/{match['id']}/entries/", entry(step, version_))
        assert answer.status_code == 201, answer.content


def test_a_match_is_a_line(owner: Caller, closed: Club, new_match: NewMatch) -> None:
    body = new_match(closed)
    owner.post("/matches/", body)
    play(owner, body, *WHOLE_ROUND)
    (line,) = table(owner, "matches")
    red = Player.objects.get(pk=body["seats"]["red"])
    assert line == {
        "match": body["id"],
        "played_on": "2026-11-29",
        "played_at": "2026-11-29T19:30:00+01:00",
        "game": "marrakesh",
        "table": "window",
        "status": "open",
        "forfeited_by": "",
        "void": "false",
        "duplicate_of": "",
        "played": "false",
        "rated": "false",
        "counted": "false",
        "grade": "tricks",
        "rounds": "1",
        "seat_1": "red",
        "player_1": red.name,
        "player_id_1": str(red.pk),
        "score_1": "13",
        "place_1": "",
        "seat_2": "white",
        "player_2": Player.objects.get(pk=body["seats"]["white"]).name,
        "player_id_2": body["seats"]["white"],
        "score_2": "0",
        "place_2": "",
    }


def test_a_complete_round_is_a_line_and_one_under_way_is_none(owner: Caller, match: Json) -> None:
    play(owner, match, ROUND)
    assert table(owner, "rounds") == []
    play(owner, match, *WHOLE_ROUND[1:], version=2)
    (line,) = table(owner, "rounds")
    told = {name: line[name] for name in ("match", "round", "grade", "irregular", "status", "score_1", "score_2")}
    assert told == {
        "match": match["id"],
        "round": "1",
        "grade": "tricks",
        "irregular": "false",
        "status": "open",
        "score_1": "13",
        "score_2": "0",
    }


def test_the_earliest_evening_comes_first_and_what_is_void_says_so(
    owner: Caller, closed: Club, new_match: NewMatch
) -> None:
    late, early = (new_match(closed, played_at=f"2026-11-{day}T19:30:00Z") for day in (29, 12))
    for body in (late, early):
        owner.post("/matches/", body)
    void = entry(("void", {"duplicate_of": early["id"]}), 1, reason="written down twice")
    assert owner.post(f"/matches/{late['id']}/entries/", void).status_code == 201
    lines = table(owner, "matches")
    assert [(line["match"], line["void"], line["duplicate_of"]) for line in lines] == [
        (early["id"], "false", ""),
        (late["id"], "true", early["id"]),
    ]


def test_who_was_merged_stands_under_the_name_he_has_now(
    owner: Caller, closed: Club, people: dict[str, User], match: Json
) -> None:
    viewer = Viewer.of_session(people["owner"])
    ann = create_player(viewer=viewer, club_slug="closed", name="Ann").obj
    merge(viewer=viewer, player_id=uuid.UUID(str(match["seats"]["red"]["player"])), into=ann.pk)
    (line,) = table(owner, "matches")
    assert (line["player_1"], line["player_id_1"]) == ("Ann", str(ann.pk))


@pytest.mark.parametrize("what", ["matches", "rounds"])
def test_it_begins_with_a_mark_on_request(what: str, owner: Caller, closed: Club) -> None:
    plainly, marked = (owner.get(f"/clubs/closed/{what}.csv", {"bom": bom}).getvalue() for bom in ("false", "true"))
    assert marked == b"\xef\xbb\xbf" + plainly
    problem(owner.get(f"/clubs/closed/{what}.csv", {"bom": "yes"}), 400, "bad_parameter")


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t'=1"),
        ("\r=1", "'\r'=1"),
        ("  =1+1", "'  =1+1"),
        ("＝1+1", "'＝1+1"),
        ("Ann;=1+1", "Ann;'=1+1"),
        ("Ann\n=1+1", "Ann\n'=1+1"),
        ("Ann-Marie", "Ann-Marie"),
        ("a = b", "a = b"),
        ("O'Hara", "O'Hara"),
        ("", ""),
    ],
)
def test_no_text_is_a_formula(written: str, shown: str) -> None:
    assert plain(written) == shown


def test_names_and_tables_are_made_plain_and_quoted(owner: Caller, closed: Club, new_match: NewMatch) -> None:
    names = ['=HYPERLINK("http://x","y")', '-Ann, the "first"']
    seats = {}
    for key, name in zip(("red", "white"), names, strict=True):
        seats[key] = owner.post("/clubs/closed/players/", {"name": name}).json()["id"]
    owner.post("/matches/", new_match(closed, seats=seats, table="@home"))
    (line,) = table(owner, "matches")
    assert [line["player_1"], line["player_2"], line["table"]] == [f"'{names[0]}", f"'{names[1]}", "'@home"]


def test_a_guest_reads_of_a_public_club_what_members_read(
    owner: Caller, stranger: Caller, hall: Club, open_match: Json
) -> None:
    play(owner, open_match, *WHOLE_ROUND)
    for what in ("matches", "rounds"):
        told = [caller.get(f"/clubs/hall/{what}.csv").getvalue() for caller in (owner, stranger, Caller())]
        assert told[0] == told[1] == told[2]
        assert b"EUR" not in told[0]
        assert b"QH" not in told[0]


def test_fifty_matches_cost_as_many_queries_as_one(
    owner: Caller,
    closed: Club,
    match: Json,
    new_match: NewMatch,
    people: dict[str, User],
    django_assert_num_queries: Any,
) -> None:
    play(owner, match, *WHOLE_ROUND)
    rounds = owner.get(f"/matches/{match['id']}/record/").json()["rounds"]
    for more in (0, 49):
        for _ in range(more):
            body = new_match(closed)
            create_match(viewer=Viewer.of_session(people["owner"]), club_slug=body.pop("club"), rounds=rounds, **body)
        with django_assert_num_queries(7):
            assert len(table(owner, "rounds")) == 1 + more


def test_many_batches_are_one_table(
    owner: Caller, closed: Club, new_match: NewMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorepad.selectors.spreadsheets.AT_A_TIME", 2)
    bodies = [new_match(closed, played_at=f"2026-11-0{day}T19:30:00Z") for day in (4, 2, 5, 1, 3)]
    for body in bodies:
        owner.post("/matches/", body)
    lines = table(owner, "matches")
    assert [line["match"] for line in lines] == [bodies[number]["id"] for number in (3, 1, 4, 0, 2)]
