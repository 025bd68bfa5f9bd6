"""A match read back: where it stands, its journal, record and replay; strong tags, and what is veiled."""

import json
from typing import Any

import pytest

from engine.games import GAMES
from engine.marrakesh import replay
from scorepad.models import Player, User
from tests.api.callers import Caller, problem
from tests.api.plays import ROUND, TRICKS, WHOLE_ROUND, entry

Json = dict[str, Any]

TAGGED = ["/", "/record/", "/replay/"]


def play(caller: Caller, match: Json, *played: tuple[str, Json], after: int = 1) -> None:
    for version, step in enumerate(played, after):
        answer = caller.post(f"/matches/{match['id']}/entries/", entry(step, version))
        assert answer.status_code == 201, answer.content


def test_the_record_and_what_the_rules_make_of_it(owner: Caller, match: Json) -> None:
    play(owner, match, *WHOLE_ROUND)
    record = owner.get(f"/matches/{match['id']}/record/").json()
    seats = match["seats"]
    assert record["format"] == "marrakesh-record/1"
    assert record["id"] == match["id"]
    assert record["played_at"] == match["played_at"]
    assert record["players"] == {key: {"id": seat["player"], "name": seat["name"]} for key, seat in seats.items()}
    assert record["options"] == match["options"]
    tricks = [{name: value for name, value in data.items() if name not in ("round", "trick")} for _, data in TRICKS]
    opened, closed = ROUND[1], WHOLE_ROUND[-1][1]
    assert record["rounds"] == [
        {"setup": opened["setup"], "exposed": opened["exposed"], "tricks": tricks, "unplayed": closed["unplayed"]}
    ]
    assert owner.get(f"/matches/{match['id']}/replay/").json() == replay(record)


def test_the_text_form_is_the_same_record(owner: Caller, match: Json) -> None:
    play(owner, match, *WHOLE_ROUND)
    path = f"/matches/{match['id']}/record/"
    answer = owner.get(path, Accept="text/plain")
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert GAMES["marrakesh"].parse_text(answer.content.decode()) == owner.get(path).json()
    assert owner.get(path, Accept="text/plain;q=0.5, application/json").headers["Content-Type"] == "application/json"
    assert answer.headers["ETag"] != owner.get(path).headers["ETag"]
    again = owner.get(path, Accept="text/plain", If_None_Match=answer.headers["ETag"])
    assert again.status_code == 304
    missing = owner.get("/matches/x/record/", Accept="text/plain")
    problem(missing, 404, "not_found")


@pytest.mark.parametrize("part", TAGGED)
def test_a_strong_tag_is_the_same_bytes(part: str, owner: Caller, match: Json) -> None:
    path = f"/matches/{match['id']}{part}"
    first = owner.get(path)
    tag = first.headers["ETag"]
    assert tag.startswith('"')
    assert tag.endswith('"')
    assert owner.get(path).headers["ETag"] == tag
    for given in (tag, f'"other", {tag}', "*", f"W/{tag}"):
        again = owner.get(path, If_None_Match=given)
        assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
        assert "Authorization" in again.headers["Vary"]
    assert owner.get(path, If_None_Match='"other"').content == first.content
    play(owner, match, ROUND)
    changed = owner.get(path, If_None_Match=tag)
    assert changed.status_code == 200
    assert changed.headers["ETag"] != tag
    play(owner, match, ("undo", {}), after=2)
    assert owner.get(path).headers["ETag"] not in (tag, changed.headers["ETag"])


@pytest.mark.parametrize("part", TAGGED)
def test_a_tag_tells_of_all_that_is_shown(
    part: str, owner: Caller, callers: dict[str, Caller], open_match: Json, people: dict[str, User]
) -> None:
    """Who sees another sheet has another tag; a new name is another sheet."""
    path = f"/matches/{open_match['id']}{part}"
    tag = owner.get(path).headers["ETag"]
    assert callers["anonymous"].get(path).headers["ETag"] != tag
    assert callers["anonymous"].get(path, If_None_Match=tag).status_code == 200
    Player.objects.filter(pk=open_match["seats"]["red"]["player"]).update(name="Another")
    assert owner.get(path, If_None_Match=tag).status_code == 200


def test_a_precondition_that_fails(owner: Caller, match: Json) -> None:
    path = f"/matches/{match['id']}/"
    problem(owner.get(path, If_Match='"other"'), 412, "precondition_failed")
    assert owner.get(path, If_Match=owner.get(path).headers["ETag"]).status_code == 200


def test_head_is_get_without_its_body(owner: Caller, match: Json) -> None:
    for part in ("/", "/entries/", "/record/", "/replay/"):
        path = f"/matches/{match['id']}{part}"
        head, got = owner.send("HEAD", path), owner.get(path)
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers.get("ETag") == got.headers.get("ETag")
        assert head.headers["Content-Type"] == got.headers["Content-Type"]


def test_the_journal_after_a_version(owner: Caller, match: Json, people: dict[str, User]) -> None:
    play(owner, match, *WHOLE_ROUND, ("undo", {}))
    path = f"/matches/{match['id']}/entries/"
    whole = owner.get(path).json()
    assert whole["next"] is None
    assert [line["version"] for line in whole["results"]] == list(range(1, 9))
    assert [line["kind"] for line in whole["results"]] == ["create", *(kind for kind, _ in WHOLE_ROUND), "undo"]
    assert [line["data"] for line in whole["results"]][1:-1] == [data for _, data in WHOLE_ROUND]
    assert [line["stands"] for line in whole["results"]] == [True] * 6 + [False, True]
    assert {line["actor"] for line in whole["results"]} == {"owner"}
    assert whole["results"][-1]["undoes"] == 7
    for after in (0, 3, 7, 8, 100):
        assert owner.get(f"{path}?after={after}").json()["results"] == whole["results"][after:]
    found, url = [], f"{path}?page_size=3"
    while url:
        page = owner.get(url).json()
        assert len(page["results"]) <= 3
        found += page["results"]
        url = page["next"] and page["next"].partition("/api/v1")[2]
    assert found == whole["results"]


@pytest.mark.parametrize("query", ["after=-1", "after=x", "after=1.0", "after=", f"after={2**40}", "before=3"])
def test_the_journal_after_what_is_no_version(query: str, owner: Caller, match: Json) -> None:
    assert owner.get(f"/matches/{match['id']}/entries/?{query}").status_code == 400


def test_cards_of_rounds_since_the_shuffle_are_for_recorders(
    owner: Caller, callers: dict[str, Caller], open_match: Json
) -> None:
    """The rules forbid looking through the discards, and players see screens too (design.md, habits)."""
    second = {"round": 2, "setup": {"red": [1, 2, 3, 4, 5, 6], "white": [1, 1, 2, 2, 3, 3]}}
    play(owner, open_match, *WHOLE_ROUND, ("round", second))
    path = f"/matches/{open_match['id']}"
    for name in ("member", "owner:read", "stranger", "anonymous"):
        caller = callers[name]
        first = caller.get(f"{path}/record/").json()["rounds"][0]
        assert first == {"setup": ROUND[1]["setup"], "ovals": {"red": [6], "white": [2, 1, 0]}}, name
        assert caller.get(f"{path}/record/").json()["rounds"][1] == {"setup": second["setup"], "tricks": []}
        rounds = caller.get(f"{path}/replay/").json()["rounds"]
        assert (rounds[0]["tricks"], rounds[0]["ovals"]) == (None, {"red": [6], "white": [2, 1, 0]})
        assert all(line["data"] is None for line in caller.get(f"{path}/entries/").json()["results"])
        shown = json.dumps([caller.get(path + part).json() for part in ("/", "/record/", "/replay/", "/entries/")])
        assert not any(card in shown for card in ('"QH"', '"5H"', '"QD"', '"4H"', '"6D"', '"2C"', '"3S"', '"QS"'))
        assert "QH" not in caller.get(f"{path}/record/", Accept="text/plain").content.decode()
    for name in ("owner", "scorer", "owner:record"):
        assert callers[name].get(f"{path}/record/").json()["rounds"][0]["tricks"][1]["lead"] == "QH"
        assert callers[name].get(f"{path}/replay/").json()["rounds"][0]["tricks"] is not None
