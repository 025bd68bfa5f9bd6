"""Writing a match as design.md has it: what is stored, what is answered again, what is only rehearsed, and who may."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest

from scorepad.models import Entry, Match, Membership, Round, Seat, Setup, Trick
from scorepad.refusals import Conflict, Invalid, NotAllowed, NotHere
from scorepad.selectors.access import Viewer
from scorepad.selectors.sheets import sheet
from scorepad.services.entries import enter, enter_all
from scorepad.services.tokens import authenticate, issue_token
from tests.scorepad.conftest import Circle
from tests.scorepad.services.entering import FIRST, ROUND, SECOND, everything, follow_on, refusal
from tests.scorepad.tables import SETUP, Json, entry


@pytest.fixture
def match(circle: Circle) -> Match:
    return circle.match()


# -- what is stored ---------------------------------------------------------------------------------------------------


def test_a_trick_is_judged_stored_and_journalled(circle: Circle, match: Match, table: Callable[..., Any]) -> None:
    table("round", 1, ROUND)
    verdict = table("trick", 2, FIRST, device="tablet-2", entered_at="2026-11-29T20:14:03+01:00")
    assert (verdict.stored, verdict.stands, verdict.version, verdict.status) == (True, True, 3, "open")
    assert verdict.effect["trick"]["winner"] == "white"
    assert verdict.effect["trick"]["off"] == 2
    assert verdict.effect["round"]["tricks"] == [verdict.effect["trick"]]
    assert verdict.running == []
    assert verdict.awaiting == {"round": 1, "trick": 2, "leader": "white"}
    line = Entry.objects.get(match=match, version=3)
    assert (line.kind, line.data, line.device, line.actor) == ("trick", FIRST, "tablet-2", circle.scorer.user)
    assert line.entered_at is not None
    assert line.entered_at.isoformat() == "2026-11-29T19:14:03+00:00"
    trick = Trick.objects.get()
    assert (trick.lead, trick.reply, trick.plays, trick.board) == ("AS", "6D", ["6/off", "1/off"], None)
    assert (trick.led_by, trick.winner, trick.off, trick.irregular) == ("white", "white", 2, False)


def test_one_trick_rewrites_no_row_but_its_round_and_match(match: Match, table: Callable[..., Any]) -> None:
    table("round", 1, ROUND)
    table("trick", 2, FIRST)
    before = Trick.objects.get().pk, Setup.objects.get().pk, Round.objects.get().pk
    table("trick", 3, SECOND)
    assert (Trick.objects.order_by("number")[0].pk, Setup.objects.get().pk, Round.objects.get().pk) == before


def test_a_token_stands_in_the_journal_beside_its_owner(circle: Circle, match: Match) -> None:
    assert circle.scorer.user is not None
    token, secret = issue_token(user=circle.scorer.user, name="tablet", scopes=["record"])
    viewer = authenticate(secret)
    assert viewer is not None
    enter(viewer=viewer, match_id=match.pk, entry=entry("round", 1, ROUND))
    line = Entry.objects.get(match=match, version=2)
    assert (line.actor, line.token) == (circle.scorer.user, token)


def test_nulls_are_as_good_as_nothing(match: Match, table: Callable[..., Any]) -> None:
    one = entry("round", 1, {**ROUND, "note": None, "exposed": None}, reason=None, device=None, entered_at=None)
    verdict = table("round", 1, one["data"], id=one["id"])
    assert verdict.stored
    assert Entry.objects.get(match=match, version=2).data == ROUND
    assert not table("round", 1, ROUND, id=one["id"]).stored


# -- the same again ---------------------------------------------------------------------------------------------------


def test_the_same_entry_is_answered_as_it_was_then(match: Match, table: Callable[..., Any]) -> None:
    first = entry("trick", 2, FIRST)
    table("round", 1, ROUND)
    then = table(**first)
    table("trick", 3, SECOND)
    again = table(**first)
    assert not again.stored
    assert (again.version, again.effect, again.awaiting) == (3, then.effect, then.awaiting)
    assert Entry.objects.filter(match=match).count() == 4


def test_times_devices_and_base_versions_do_not_make_it_another(match: Match, table: Callable[..., Any]) -> None:
    one = entry("round", 1, ROUND)
    table(**one)
    again = {**one, "base_version": 9, "device": "phone", "entered_at": "2026-11-29T23:00:00Z"}
    assert not table(**again).stored


@pytest.mark.parametrize(
    "other",
    [{"data": {**ROUND, "note": "again"}}, {"kind": "expose", "data": {"round": 1, "card": "3S"}}, {"reason": "x"}],
)
def test_the_same_id_with_other_content_is_refused(match: Match, table: Callable[..., Any], other: Json) -> None:
    one = entry("round", 1, ROUND)
    table(**one)
    refused = refusal(lambda: table(**{**one, **other}), Invalid)
    assert refused.code == "entry_id_reused"
    assert refused.errors[0]["pointer"] == "/id"


def test_an_id_may_be_used_in_another_match_too(circle: Circle, match: Match, table: Callable[..., Any]) -> None:
    one = entry("round", 1, ROUND)
    table(**one)
    assert enter(viewer=circle.scorer, match_id=circle.match().pk, entry=one).stored


def test_an_entry_taken_back_since_is_said_to_stand_no_more(table: Callable[..., Any]) -> None:
    one = entry("round", 1, ROUND)
    table(**one)
    undo = entry("undo", 2, {})
    table(**undo)
    again = table(**one)
    assert (again.stored, again.stands, again.version) == (False, False, 2)
    assert again.awaiting == {"round": 1, "trick": 1, "leader": "white"}
    assert table(**undo).stands


def test_another_device_with_the_very_same_content_is_content(match: Match, table: Callable[..., Any]) -> None:
    table("round", 1, ROUND)
    first = table("trick", 2, FIRST)
    for base_version in (1, 2, 3):
        same = table("trick", base_version, FIRST)
        assert (same.stored, same.version, same.effect) == (False, 3, first.effect)
        assert same.entry_id == first.entry_id
    assert Entry.objects.filter(match=match).count() == 3


def test_a_slot_holds_the_very_same_only_if_the_entry_that_wrote_it_says_the_same(table: Callable[..., Any]) -> None:
    """A round with a card seen by accident and a round without one are two statements about the table."""
    first = table("round", 1, {**ROUND, "exposed": ["3S"], "note": "new cards"})
    for other in (ROUND, {**ROUND, "exposed": ["3S"]}, {**ROUND, "note": "new cards"}):
        taken = refusal(lambda other=other: table("round", 2, other), Conflict)
        assert (taken.code, taken.params["version"]) == ("slot_taken", 2)
        assert refusal(lambda other=other: table("round", 1, other), Conflict).code == "stale_version"
    table("expose", 2, {"round": 1, "card": "4S"})
    both = {**ROUND, "exposed": ["3S", "4S"], "note": "new cards"}
    assert refusal(lambda: table("round", 3, both), Conflict).code == "slot_taken"
    same = table("round", 3, {**ROUND, "exposed": ["3S"], "note": "new cards", "reshuffled": None})
    assert (same.stored, same.entry_id, same.version) == (False, first.entry_id, 2)


def test_a_whole_round_is_the_very_same_after_a_note_on_it(table: Callable[..., Any]) -> None:
    whole = {"round": 1, "points": {"red": 3, "white": 0}}
    first = table("round", 1, whole)
    table("close_round", 2, {"round": 1, "note": "agreed"})
    again = table("round", 3, whole)
    assert (again.stored, again.entry_id) == (False, first.entry_id)


def test_what_was_laid_down_whole_is_the_same_as_the_record_has_it(circle: Circle) -> None:
    match = circle.match(rounds=[{"setup": SETUP, "exposed": ["3S"], "tricks": []}])
    verdict = enter(viewer=circle.scorer, match_id=match.pk, entry=entry("round", 1, ROUND))
    assert (verdict.stored, verdict.version) == (False, 1)


# -- rehearsals and batches -------------------------------------------------------------------------------------------


def test_a_dry_run_shows_the_effect_and_stores_nothing(circle: Circle, match: Match) -> None:
    before = everything()
    verdict = enter(viewer=circle.scorer, match_id=match.pk, entry=entry("round", 1, ROUND), dry_run=True)
    assert (verdict.stored, verdict.version) == (False, 2)
    assert verdict.awaiting == {"round": 1, "trick": 1, "leader": "white"}
    assert everything() == before


def test_a_dry_run_refuses_as_the_write_would(circle: Circle, match: Match) -> None:
    with pytest.raises(Conflict) as caught:
        enter(viewer=circle.scorer, match_id=match.pk, entry=entry("trick", 1, FIRST), dry_run=True)
    assert caught.value.code == "not_next"


@pytest.mark.parametrize("dry_run", [False, True])
def test_a_batch_stops_at_the_first_refusal(circle: Circle, match: Match, dry_run: bool) -> None:
    entries = follow_on(("round", ROUND), ("trick", {**FIRST, "lead": "7S"}), ("trick", FIRST))
    verdicts = enter_all(viewer=circle.scorer, match_id=match.pk, entries=entries, dry_run=dry_run)
    assert [verdict.version for verdict in verdicts[:-1]] == [2]
    assert len(verdicts) == 2
    assert verdicts[-1].refusal is not None
    assert verdicts[-1].refusal.code == "unknown_card"
    match.refresh_from_db()
    assert match.version == (1 if dry_run else 2)


def test_a_batch_sent_again_from_the_middle_of_itself_goes_on(circle: Circle, match: Match) -> None:
    entries = follow_on(("round", ROUND), ("trick", FIRST), ("trick", SECOND))
    enter_all(viewer=circle.scorer, match_id=match.pk, entries=entries[:2])
    verdicts = enter_all(viewer=circle.scorer, match_id=match.pk, entries=entries)
    assert [(verdict.version, verdict.stored) for verdict in verdicts] == [(2, False), (3, False), (4, True)]


def test_only_what_follows_something_may_leave_out_its_base_version(circle: Circle, match: Match) -> None:
    entries = follow_on(("round", ROUND), ("trick", FIRST))[1:]
    verdicts = enter_all(viewer=circle.scorer, match_id=match.pk, entries=entries)
    assert verdicts[0].refusal is not None
    assert verdicts[0].refusal.errors[0]["pointer"] == "/base_version"


# -- who may ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("visibility", ["private", "public"])
@pytest.mark.parametrize("dry_run", [False, True])
def test_strangers_hear_that_there_is_nothing_here(
    make_circle: Callable[..., Circle], visibility: str, dry_run: bool
) -> None:
    circle = make_circle(visibility=visibility)
    match = circle.match()
    unknown = refusal(
        lambda: enter(viewer=circle.owner, match_id=uuid.uuid4(), entry=entry("round", 1, ROUND)), NotHere
    )
    for viewer in (circle.stranger, circle.nobody, make_circle("monday").owner):
        told = refusal(
            lambda viewer=viewer: enter(
                viewer=viewer, match_id=match.pk, entry=entry("round", 1, ROUND), dry_run=dry_run
            ),
            NotHere,
        )
        assert (told.code, told.detail) == (unknown.code, unknown.detail)


def test_a_member_who_may_only_read_is_told_so(circle: Circle, match: Match) -> None:
    refusal(lambda: enter(viewer=circle.member, match_id=match.pk, entry=entry("round", 1, ROUND)), NotAllowed)
    refusal(lambda: enter_all(viewer=circle.member, match_id=match.pk, entries=[entry("round", 1, ROUND)]), NotAllowed)


def test_a_role_lost_is_lost_at_once_for_the_token_too(circle: Circle, match: Match) -> None:
    assert circle.scorer.user is not None
    _, secret = issue_token(user=circle.scorer.user, name="tablet", scopes=["record"])
    viewer = authenticate(secret)
    assert viewer is not None
    enter(viewer=viewer, match_id=match.pk, entry=entry("round", 1, ROUND))
    Membership.objects.filter(user=circle.scorer.user).update(role="member")
    for late in (viewer, circle.scorer):
        refusal(lambda late=late: enter(viewer=late, match_id=match.pk, entry=entry("trick", 2, FIRST)), NotAllowed)
    Membership.objects.filter(user=circle.scorer.user).delete()
    refusal(lambda: enter(viewer=viewer, match_id=match.pk, entry=entry("trick", 2, FIRST)), NotHere)


def test_the_answer_of_a_match_that_is_complete(circle: Circle) -> None:
    pad = [{"points": {"red": 3, "white": 0}} for _ in range(11)]
    match = circle.match(rounds=pad)
    last = entry("round", 1, {"round": 12, "points": {"red": 0, "white": 6}})
    verdict = enter(viewer=circle.scorer, match_id=match.pk, entry=last)
    assert (verdict.status, verdict.awaiting) == ("complete", None)
    assert verdict.result["winner"] == "red"
    assert list(Seat.objects.order_by("number").values_list("score", "place")) == [(33, 1), (6, 2)]
    shown = sheet(viewer=circle.owner, match_id=match.pk)
    assert (shown.match.status, shown.awaiting) == ("complete", None)
    assert (
        refusal(
            lambda: enter(
                viewer=circle.scorer, match_id=match.pk, entry=entry("round", 2, {**last["data"], "round": 13})
            ),
            Conflict,
        ).code
        == "not_next"
    )


def test_nobody_is_no_actor(match: Match) -> None:
    refusal(lambda: enter(viewer=Viewer.anonymous(), match_id=match.pk, entry=entry("round", 1, ROUND)), NotHere)
