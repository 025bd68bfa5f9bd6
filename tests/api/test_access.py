"""Who gets what from every endpoint: owner, scorer, member, stranger, nobody, and tokens of lesser scopes or none."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest

from scorepad.models import Club, Entry, Match, Player
from tests.api.callers import Caller, nameless, problem
from tests.api.plays import ROUND, entry

EVERYONE = ["owner", "scorer", "member", "owner:read", "owner:record", "stranger", "anonymous", "expired", "unknown"]
MEMBERS = {"owner", "scorer", "member", "owner:read", "owner:record"}
RECORDERS = {"owner", "scorer", "owner:record"}
USELESS = {"expired", "unknown"}

READS = [
    "/clubs/{club}/",
    "/clubs/{club}/players/",
    "/players/{player}/",
    "/matches/{match}/",
    "/matches/{match}/entries/",
    "/matches/{match}/record/",
    "/matches/{match}/replay/",
]
LISTS = ["/", "/clubs/", "/matches/", "/schema/"]


def addressed(path: str, match: dict[str, Any]) -> str:
    return path.format(club=match["club"], match=match["id"], player=match["seats"]["red"]["player"])


@pytest.mark.parametrize("path", READS)
def test_a_private_club_is_read_by_its_members_and_is_nowhere_for_others(
    path: str, callers: dict[str, Caller], match: dict[str, Any]
) -> None:
    missing = path.format(club="no-such-club", match=uuid.uuid4(), player=uuid.uuid4())
    for name in EVERYONE:
        answer = callers[name].get(addressed(path, match))
        if name in MEMBERS:
            assert answer.status_code == 200, (name, answer.content)
        elif name in USELESS:
            said = problem(answer, 401, "invalid_token")
            assert answer.headers["WWW-Authenticate"] == 'Bearer realm="scorepad", error="invalid_token"', said
        else:
            problem(answer, 404, "not_found")
            assert nameless(answer) == nameless(callers[name].get(missing))


@pytest.mark.parametrize("path", READS)
def test_a_public_club_is_read_by_all_but_those_with_a_bad_token(
    path: str, callers: dict[str, Caller], open_match: dict[str, Any]
) -> None:
    for name in EVERYONE:
        answer = callers[name].get(addressed(path, open_match))
        if name in USELESS:
            problem(answer, 401, "invalid_token")
        else:
            assert answer.status_code == 200, (name, answer.content)


@pytest.mark.parametrize("path", LISTS)
def test_lists_are_open_and_bad_tokens_are_told_so(path: str, callers: dict[str, Caller], db: None) -> None:
    for name in EVERYONE:
        assert callers[name].get(path).status_code == (401 if name in USELESS else 200), name


def test_lists_hold_what_one_may_see(
    callers: dict[str, Caller], match: dict[str, Any], open_match: dict[str, Any]
) -> None:
    for name in EVERYONE:
        if name in USELESS:
            continue
        clubs = {club["slug"] for club in callers[name].get("/clubs/").json()["results"]}
        matches = {row["id"] for row in callers[name].get("/matches/").json()["results"]}
        seen = {match["id"], open_match["id"]} if name in MEMBERS else {open_match["id"]}
        assert (clubs, matches) == ({"closed", "hall"} if name in MEMBERS else {"hall"}, seen), name


def everything() -> list[int]:
    return [model.objects.count() for model in (Club, Player, Match, Entry)]


Body = Callable[[dict[str, Any]], dict[str, Any]]
WRITES: list[tuple[str, Body, set[str]]] = [
    ("/clubs/{club}/players/", lambda match: {"name": f"New {uuid.uuid4().hex}"}, RECORDERS),
    (
        "/matches/",
        lambda match: {
            "id": str(uuid.uuid4()),
            "club": match["club"],
            "game": "marrakesh",
            "played_at": "2026-11-29T19:30:00Z",
            "seats": {key: seat["player"] for key, seat in match["seats"].items()},
        },
        RECORDERS,
    ),
]


@pytest.mark.parametrize(("path", "body", "allowed"), WRITES)
@pytest.mark.parametrize("kind", ["match", "open_match"])
def test_only_recorders_write_and_the_refused_changes_nothing(
    path: str, body: Body, allowed: set[str], kind: str, callers: dict[str, Caller], request: pytest.FixtureRequest
) -> None:
    match = request.getfixturevalue(kind)
    for name in EVERYONE:
        before = everything()
        answer = callers[name].post(addressed(path, match), body(match))
        if name in allowed:
            assert answer.status_code == 201, (name, answer.content)
            assert everything() != before
            continue
        assert answer.status_code == status_of_a_refused_write(name), (name, answer.content)
        assert everything() == before


@pytest.mark.parametrize("kind", ["match", "open_match"])
def test_only_recorders_enter(kind: str, callers: dict[str, Caller], request: pytest.FixtureRequest) -> None:
    match = request.getfixturevalue(kind)
    path, missing = f"/matches/{match['id']}/entries/", f"/matches/{uuid.uuid4()}/entries/"
    for name in [name for name in EVERYONE if name not in RECORDERS]:
        for query in ("", "?dry_run=true"):
            answer = callers[name].post(path + query, entry(ROUND, 1))
            assert answer.status_code == status_of_a_refused_write(name), (name, answer.content)
            if answer.status_code in (401, 404):
                assert nameless(answer) == nameless(callers[name].post(missing + query, entry(ROUND, 1)))
    assert Entry.objects.count() == 1
    for version, name in enumerate(sorted(RECORDERS), 1):
        step = ROUND if version == 1 else ("expose", {"round": 1, "card": "4S"})
        assert callers[name].post(path, entry(step, version)).status_code == 201


def status_of_a_refused_write(name: str) -> int:
    """Whoever is nobody must say who he is; whoever has nothing to do with the club hears of nothing."""
    return {"member": 403, "owner:read": 403, "stranger": 404}.get(name, 401)


def test_whoever_founds_a_club_needs_a_token_that_manages(callers: dict[str, Caller]) -> None:
    expected = dict.fromkeys(EVERYONE, 201) | {"owner:read": 403, "owner:record": 403}
    expected |= {"anonymous": 401, "expired": 401, "unknown": 401}
    for name in EVERYONE:
        slug = "club-of-" + name.replace(":", "-")
        assert callers[name].post("/clubs/", {"slug": slug, "name": name}).status_code == expected[name], name


def test_nobody_is_asked_to_sign_in(open_match: dict[str, Any], callers: dict[str, Caller]) -> None:
    answer = callers["anonymous"].post(f"/matches/{open_match['id']}/entries/", entry(ROUND, 1))
    problem(answer, 401, "authentication_required")
    assert answer.headers["WWW-Authenticate"] == 'Bearer realm="scorepad"'


def test_the_stake_is_for_members(callers: dict[str, Caller], open_match: dict[str, Any]) -> None:
    for name in ("member", "owner:read", "scorer", "stranger", "anonymous"):
        of_match = callers[name].get(f"/matches/{open_match['id']}/").json()
        of_record = callers[name].get(f"/matches/{open_match['id']}/record/").json()
        shown = "stake" in of_match["options"], "stake" in of_record["options"]
        assert shown == ((True, True) if name in MEMBERS else (False, False)), name
        journal = callers[name].get(f"/matches/{open_match['id']}/entries/").content.decode()
        assert ("0.25" in journal) <= (name in MEMBERS), name
        assert ('"owner"' in journal) == (name in MEMBERS), name  # a name to sign in with
