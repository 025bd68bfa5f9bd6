"""What exists is changed only by whoever has seen it as it is: If-Match on PATCH, held to under the lock."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from scorepad.models import Club, Membership, Player, User
from tests.api.callers import Caller, problem

Thing = tuple[str, dict[str, Any], dict[str, Any]]


@pytest.fixture(params=["club", "player", "member", "ladder"])
def thing(request: pytest.FixtureRequest, closed: Club, owner: Caller, people: dict[str, User]) -> Thing:
    """Its address, one change of it and another."""
    if request.param == "club":
        return f"/clubs/{closed.slug}/", {"name": "Renamed"}, {"name": "Renamed otherwise"}
    if request.param == "member":
        member = Membership.objects.get(club=closed, user=people["member"])
        return f"/clubs/{closed.slug}/members/{member.ref}/", {"role": "scorer"}, {"role": "owner"}
    if request.param == "ladder":
        body = {"name": "All", "game": "marrakesh", "system": "elo"}
        ladder = owner.post(f"/clubs/{closed.slug}/ladders/", body).json()["id"]
        return f"/ladders/{ladder}/", {"parameters": {"factor": 16}}, {"forfeits": True}
    player = owner.post(f"/clubs/{closed.slug}/players/", {"name": "Ann"}).json()["id"]
    return f"/players/{player}/", {"name": "Anna"}, {"aliases": ["Annie"]}


def test_a_change_needs_the_tag_of_what_is_changed(thing: Thing, owner: Caller) -> None:
    path, change, other = thing
    seen = owner.get(path)
    tag = seen.headers["ETag"]
    assert owner.get(path, **{"If-None-Match": tag}).status_code == 304
    problem(owner.send("PATCH", path, change), 428, "precondition_required")
    late = owner.send("PATCH", path, change, **{"If-Match": '"of another day"'})
    problem(late, 412, "precondition_failed")
    assert late.headers["ETag"] == tag
    problem(owner.send("PATCH", path, change, **{"If-Match": f"W/{tag}"}), 412, "precondition_failed")
    assert owner.get(path).content == seen.content
    done = owner.send("PATCH", path, change, **{"If-Match": tag})
    assert (done.status_code, done.headers["ETag"]) == (200, owner.get(path).headers["ETag"])
    # The answer was lost: the same again is harmless. Another change under the old tag would undo somebody's.
    again = owner.send("PATCH", path, change, **{"If-Match": tag})
    assert (again.status_code, again.content) == (200, done.content)
    problem(owner.send("PATCH", path, other, **{"If-Match": tag}), 412, "precondition_failed")
    assert owner.send("PATCH", path, other, **{"If-Match": "*"}).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_of_two_changes_of_one_thing_at_once_one_is_told_of_the_other(
    closed: Club, owner: Caller, new_match: Callable[..., Any]
) -> None:
    player = owner.post(f"/clubs/{closed.slug}/players/", {"name": "Ann"}).json()["id"]
    tag = owner.get(f"/players/{player}/").headers["ETag"]

    def rename(name: str) -> int:
        try:
            sender = Caller()
            sender.headers = owner.headers
            return int(sender.send("PATCH", f"/players/{player}/", {"name": name}, **{"If-Match": tag}).status_code)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        statuses = sorted(pool.map(rename, ["Anna", "Anne", "Anja", "Annika"]))
    assert statuses == [200, 412, 412, 412]
    assert Player.objects.get(pk=player).name != "Ann"
