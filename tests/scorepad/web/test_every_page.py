"""What holds of every page: few queries, few bytes, a strong ETag; and that no page is left out of this."""

import gzip
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scorepad.demo import seed
from scorepad.models import Club, Ladder, Match
from scorepad.selectors.access import Viewer
from scorepad.selectors.rated import rated_by
from scorepad.services.rating import refresh as rate
from scorepad.services.statistics import refresh as count
from tests import every_page
from tests.every_page import Page
from tests.scorepad.ladders import tell_all
from tests.scorepad.web.test_corrections import put

MOST_QUERIES, MOST_BYTES = 12, 60_000
# Shown only to somebody with a link in hand, or in the middle of something: other tests open these.
BY_LINK = {
    "invitation",
    "pair",
    "password_by_link",
    "import",
    "import_taken_back",
    "preview",
}
NO_PAGES = {
    "match_as_text",
    "token",
    "member_reset",
    "invitation_withdrawn",
    "player_unmerge",
    "import_taken_in",
    "ladder_csv",
    "season_csv",
}


@pytest.fixture(scope="module")
def demo(django_db_setup: None, django_db_blocker: Any) -> Iterator[Club]:
    with django_db_blocker.unblock(), transaction.atomic():
        seed.seed_if_empty(password="a password", say=lambda said: None)
        club = Club.objects.get()
        for job in (count, rate):
            list(job(club_id=club.pk))
        _tell_of_a_season(club)
        yield club
        transaction.set_rollback(True)


def _tell_of_a_season(club: Club) -> None:
    """The season that is over published month by month, and frozen; of its matches one is found not to count since."""
    viewer, ladder = Viewer.of_session(seed.demo_user()), Ladder.objects.get(club=club, season_end__isnull=False)
    tell_all(viewer, ladder, ladder.season_start)
    counted = Match.objects.filter(rated_by(ladder)).earliest("played_at", "created_at")
    put(counted, viewer, "void", {}, "They had played by other rules.")
    list(rate(club_id=club.pk))


@pytest.fixture
def owner(demo: Club, db: None) -> Client:
    client = Client()
    client.force_login(seed.demo_user())
    return client


def test_every_page_is_named(demo: Club, db: None):
    named = {page.name for page in (*every_page.reading(demo), *every_page.managing(demo))}
    others = {name for name in every_page.names() if name.startswith(("account_", "mfa_", "api_", "record"))}
    assert every_page.names() - named - others - BY_LINK - NO_PAGES == set()
    assert named <= every_page.names()


def test_a_page_asks_little_weighs_little_and_is_not_sent_twice(demo: Club, owner: Client):
    faults = []
    for reader, client in {"guest": Client(), "owner": owner}.items():
        for page in every_page.reading(demo):
            with CaptureQueriesContext(connection) as asked:
                first = client.get(page.address)
            found = _faults(page, first, len(asked))
            again = client.get(page.address, headers={"If-None-Match": first.headers.get("ETag", "")})
            if (again.status_code, again.content) != (304, b""):
                found.append(f"is sent again ({again.status_code})")
            faults += [f"{reader}: {page.address} {fault}" for fault in found]
    assert faults == []


def test_a_page_to_manage_on_asks_little_and_is_kept_by_nobody(demo: Club, owner: Client):
    faults = []
    for page in every_page.managing(demo):
        with CaptureQueriesContext(connection) as asked:
            answer = owner.get(page.address)
        found = _faults(page, answer, len(asked), tagged=False)
        if not {"no-store", "no-cache"} & set(re.split(r",\s*", answer.headers.get("Cache-Control", ""))):
            found.append("may be kept")
        faults += [f"{page.address} {fault}" for fault in found]
    assert faults == []


def _faults(page: Page, answer: Any, queries: int, *, tagged: bool = True) -> list[str]:
    found = []
    if answer.status_code != 200:
        return [f"answers {answer.status_code}"]
    if queries > MOST_QUERIES:
        found.append(f"asks {queries} queries")
    if len(answer.content) > MOST_BYTES:
        found.append(f"weighs {len(answer.content)} bytes")
    if tagged and not re.fullmatch(r'"[^"]+"', answer.headers.get("ETag", "")):
        found.append(f"has no strong ETag: {answer.headers.get('ETag')}")
    if re.search(rb"<script(?![^>]*\bsrc=)|\sstyle=|\son\w+=", answer.content):
        found.append("has something inline")
    return found


def test_a_page_is_sent_compressed_to_whoever_can_read_it(demo: Club, owner: Client):
    """With an ETag of its own, since the bytes are others; and not twice either."""
    address = every_page.reading(demo)[0].address
    plain, packed = owner.get(address), owner.get(address, headers={"Accept-Encoding": "gzip, deflate, br"})
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert packed.headers["ETag"] != plain.headers["ETag"]
    assert {"Accept-Encoding", "Cookie"} <= {name.strip() for name in packed.headers["Vary"].split(",")}
    again = {"Accept-Encoding": "gzip", "If-None-Match": packed.headers["ETag"]}
    assert owner.get(address, headers=again).status_code == 304
