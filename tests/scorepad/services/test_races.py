"""Several devices at one table at once, each on a connection of its own."""

import threading
import time
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from django.db import connection, transaction

from scorepad.models import ApiToken, Club, Entry, Invitation, Match, Membership, Player, User
from scorepad.refusals import Busy, Conflict, NotHere, Refused
from scorepad.selectors.corrected import corrected_sheet
from scorepad.selectors.journal import lines_of
from scorepad.selectors.rows import rows_of
from scorepad.services.clubs import create_club
from scorepad.services.entries import enter
from scorepad.services.imports import create_import
from scorepad.services.invitations import create_invitation, join_by_invitation
from scorepad.services.ledger import problems_of
from scorepad.services.players import create_player
from scorepad.services.tokens import authenticate, issue_token
from scorepad.services.verdicts import Verdict
from tests.scorepad.conftest import Circle
from tests.scorepad.tables import SETUP, Json, entry

pytestmark = pytest.mark.django_db(transaction=True)

DEVICES = 4
ROUND = {"round": 1, "setup": SETUP}
FIRST = {"round": 1, "trick": 1, "lead": "AS", "reply": "6D", "plays": ["6/off", "1/off"]}


def at_once(calls: list[Callable[[], Any]]) -> list[Any]:
    """What these calls give or refuse, begun at the same moment."""
    ready = threading.Barrier(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        try:
            ready.wait()
            return call()
        except Refused as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def at_table(circle: Circle, match: Match, one: Json) -> Verdict:
    return enter(viewer=circle.scorer, match_id=match.pk, entry=one)


def assert_gapless(match: Match, versions: int) -> None:
    match.refresh_from_db()
    assert match.version == versions
    assert list(problems_of(rows_of(match), lines_of(match))) == []


def test_devices_that_race_for_one_slot_with_different_cards(circle: Circle) -> None:
    match = circle.match()
    enter(viewer=circle.scorer, match_id=match.pk, entry=entry("round", 1, ROUND))
    tricks = [{**FIRST, "note": f"tablet {number}"} for number in range(DEVICES)]
    answers = at_once([partial(at_table, circle, match, entry("trick", 2, trick)) for trick in tricks])
    refused = [answer for answer in answers if isinstance(answer, Refused)]
    assert len(refused) == DEVICES - 1
    assert {(refusal.code, refusal.params["version"]) for refusal in refused} == {("stale_version", 3)}
    assert_gapless(match, 3)


def test_devices_that_race_for_one_slot_with_the_same_card(circle: Circle) -> None:
    match = circle.match()
    answers = at_once(
        [lambda: enter(viewer=circle.scorer, match_id=match.pk, entry=entry("round", 1, ROUND)) for _ in range(DEVICES)]
    )
    assert sorted(answer.stored for answer in answers) == [False] * (DEVICES - 1) + [True]
    assert len({(answer.version, answer.entry_id) for answer in answers}) == 1
    assert_gapless(match, 2)


def test_a_device_that_races_with_its_own_retries(circle: Circle) -> None:
    match = circle.match()
    one = entry("round", 1, ROUND)
    answers = at_once([lambda: enter(viewer=circle.scorer, match_id=match.pk, entry=one)] * DEVICES)
    assert sorted(answer.stored for answer in answers) == [False] * (DEVICES - 1) + [True]
    assert {answer.version for answer in answers} == {2}
    assert Entry.objects.filter(match=match).count() == 2
    assert_gapless(match, 2)


def test_undos_that_race_take_back_one_entry(circle: Circle) -> None:
    match = circle.match()
    enter(viewer=circle.scorer, match_id=match.pk, entry=entry("round", 1, ROUND))
    enter(viewer=circle.scorer, match_id=match.pk, entry=entry("trick", 2, FIRST))
    answers = at_once(
        [lambda: enter(viewer=circle.scorer, match_id=match.pk, entry=entry("undo", 3, {})) for _ in range(DEVICES)]
    )
    assert sorted(answer.stored for answer in answers) == [False] * (DEVICES - 1) + [True]
    assert_gapless(match, 4)


def test_a_match_created_by_racing_retries_is_created_once(circle: Circle) -> None:
    match_id = uuid.uuid4()
    answers = at_once([lambda: circle.match(id=match_id)] * DEVICES)
    assert {answer.pk for answer in answers} == {match_id}
    assert Match.objects.count() == Entry.objects.count() == 1
    assert_gapless(answers[0], 1)


def test_an_id_that_two_matches_race_for_goes_to_one(circle: Circle) -> None:
    match_id = uuid.uuid4()
    tables = [str(number) for number in range(DEVICES)]
    answers = at_once([lambda table=table: circle.match(id=match_id, table=table) for table in tables])
    assert [answer.code for answer in answers if isinstance(answer, Conflict)] == ["id_in_use"] * (DEVICES - 1)
    assert Match.objects.count() == 1


def test_a_name_that_two_players_race_for_goes_to_one(circle: Circle) -> None:
    calls = [lambda: create_player(viewer=circle.owner, club_slug=circle.club.slug, name="Cleo")] * DEVICES
    answers = at_once(calls)
    assert [answer.code for answer in answers if isinstance(answer, Conflict)] == ["name_taken"] * (DEVICES - 1)
    assert Player.objects.filter(name="Cleo").count() == 1


def test_a_player_created_by_racing_retries_is_created_once(circle: Circle) -> None:
    player = uuid.uuid4()
    calls = [lambda: create_player(viewer=circle.owner, club_slug=circle.club.slug, id=player, name="Cleo")] * DEVICES
    answers = at_once(calls)
    assert sorted(answer.new for answer in answers) == [False] * (DEVICES - 1) + [True]


def test_a_club_created_by_racing_retries_is_created_once(circle: Circle) -> None:
    club = uuid.uuid4()
    calls = [lambda: create_club(viewer=circle.stranger, id=club, slug="tuesday", name="Tuesday")] * DEVICES
    answers = at_once(calls)
    assert sorted(answer.new for answer in answers) == [False] * (DEVICES - 1) + [True]
    assert Membership.objects.filter(club=club).count() == Club.objects.filter(pk=club).count() == 1


def test_a_file_sent_by_racing_retries_is_taken_once(circle: Circle) -> None:
    sent, source = uuid.uuid4(), b'{"format": "none of ours"}'
    calls = [partial(create_import, viewer=circle.scorer, club_slug=circle.club.slug, id=sent, source=source)] * DEVICES
    answers = [answer for answer in at_once(calls) if not isinstance(answer, Busy)]
    assert sorted(answer.new for answer in answers) == [False] * (len(answers) - 1) + [True]


def test_a_name_to_sign_in_with_that_newcomers_race_for_goes_to_one(circle: Circle) -> None:
    links = [
        create_invitation(viewer=circle.owner, club_slug=circle.club.slug, role="member").secret for _ in range(DEVICES)
    ]
    names = ["cleo", "Cleo", "CLEO", "cleo"]
    calls = [
        partial(join_by_invitation, secret=link, username=name, password="seven moons over Fez")
        for link, name in zip(links, names, strict=True)
    ]
    answers = at_once(calls)
    refused = [answer.code for answer in answers if isinstance(answer, Refused)]
    assert len(refused) == DEVICES - 1
    assert set(refused) <= {"name_taken", "busy"}
    assert User.objects.filter(username__iexact="cleo").count() == 1
    assert Invitation.objects.filter(used_at__isnull=True).count() == DEVICES - 1


def test_whoever_waits_too_long_for_the_match_is_told_to_come_again(circle: Circle) -> None:
    match = circle.match()
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            Match.objects.select_for_update().get(pk=match.pk)
            held.set()
            done.wait(30)
        connection.close()

    holder = threading.Thread(target=hold)
    holder.start()
    assert held.wait(30)
    try:
        with pytest.raises(Busy):
            enter(viewer=circle.scorer, match_id=match.pk, entry=entry("round", 1, ROUND))
        rehearsed = enter(viewer=circle.scorer, match_id=match.pk, entry=entry("round", 1, ROUND), dry_run=True)
        assert rehearsed.version == 2
    finally:
        done.set()
        holder.join()
    assert enter(viewer=circle.scorer, match_id=match.pk, entry=entry("round", 1, ROUND)).stored


def test_a_role_lost_while_waiting_for_the_match_is_lost(circle: Circle) -> None:
    match = circle.match()
    with ThreadPoolExecutor(1) as pool, transaction.atomic():
        Match.objects.select_for_update().get(pk=match.pk)
        waiting = pool.submit(at_once, [partial(at_table, circle, match, entry("round", 1, ROUND))])
        wait_for_a_waiter()
        Membership.objects.filter(user=circle.scorer.user).delete()
    assert isinstance(waiting.result()[0], NotHere)
    assert_gapless(match, 1)


def wait_for_a_waiter() -> None:
    """Until some connection waits for a lock that we hold."""
    deadline = time.monotonic() + 60
    with connection.cursor() as cursor:
        while time.monotonic() < deadline:
            cursor.execute("SELECT pg_stat_clear_snapshot()")  # or else it is what this transaction saw at first
            cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))")
            if cursor.fetchone()[0]:
                return
            time.sleep(0.02)
    raise AssertionError("nobody came to wait")


def test_a_token_in_use_elsewhere_holds_nobody_up(circle: Circle) -> None:
    assert circle.scorer.user is not None
    token, secret = issue_token(user=circle.scorer.user, name="tablet", scopes=["record"])
    with transaction.atomic():
        ApiToken.objects.select_for_update().get(pk=token.pk)
        answers = at_once([lambda: authenticate(secret)] * DEVICES)
    assert [answer is not None and answer.token_id for answer in answers] == [token.pk] * DEVICES


def test_a_reader_sees_one_version_while_another_writes(circle: Circle) -> None:
    """Sheet, rows and journal are read as of one moment: its version is that of its rounds, whenever it is read."""
    match = circle.match()

    def write() -> None:
        for number in range(1, 13):
            points = {"round": number, "points": {"red": 3, "white": 0}}
            enter(viewer=circle.scorer, match_id=match.pk, entry=entry("round", number, points))

    def read() -> list[tuple[int, int, int, int]]:
        found = [corrected_sheet(viewer=circle.owner, match_id=match.pk) for _ in range(40)]
        return [
            (
                one.sheet.version,
                len(one.sheet.record["rounds"]) + 1,
                len(one.sheet.replay["running"]) + 1,
                one.journal[-1].version,
            )
            for one in found
        ]

    _, *read_by_others = at_once([write, read, read])
    for shown in read_by_others:
        assert all(len(set(one)) == 1 for one in shown), shown
