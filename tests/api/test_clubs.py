"""Clubs over the API, changed by their owners."""

from scorepad.models import Club
from tests.api.callers import Caller, problem


def test_a_club_moves_to_another_address(owner: Caller, closed: Club) -> None:
    moved = owner.send("PATCH", "/clubs/closed/", {"slug": "open-late"}, **{"If-Match": "*"})
    assert (moved.status_code, moved.json()["slug"]) == (200, "open-late")
    assert owner.get("/clubs/open-late/").json() == moved.json()
    problem(owner.get("/clubs/closed/"), 404, "not_found")
