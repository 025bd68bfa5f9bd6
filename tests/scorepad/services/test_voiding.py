"""A match taken out of the count and put back, perhaps as the second recording of another."""

import copy
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from scorepad.models import Match
from scorepad.refusals import Busy, Conflict, Invalid, Refused
from scorepad.selectors.journal import lines_of
from scorepad.services.entries import enter
from scorepad.services.matches import create_match
from scorepad.services.verdicts import Verdict
from tests.scorepad.conftest import EVENING, Circle
from tests.scorepad.services.entering import refusal
from tests.scorepad.services.test_corrections import record
from tests.scorepad.tables import FIRST_ROUND, SECOND_ROUND, SETUP, entry


def test_a_void_match_counts_for_nothing_goes_on_and_is_restored(say: Callable[..., Verdict], match: Match) -> None:
    assert refusal(lambda: say("restore", {}), Conflict).code == "not_next"
    assert say("void", {}).void
    assert not say("void", {}).stored
    match.refresh_from_db()
    assert (match.status, match.void, match.counts["counted"]) == ("open", True, False)
    assert say("round", {"round": 3, "setup": SETUP}, reason=None).stored
    undone = say("undo", {}, reason=None)
    assert lines_of(match)[undone.version - 1].undoes == 3  # the round: voiding is not taken back but restored
    assert not say("restore", {}).void
    assert not say("restore", {}).stored
    record(match)


def test_a_void_match_that_was_restored_is_not_void_by_what_was_said_before(
    say: Callable[..., Verdict], match: Match
) -> None:
    """A tablet that was offline says again what another has taken back meanwhile: it has to hear of that first."""
    void = {"id": str(uuid.uuid4()), "base_version": 1}
    assert say("void", {}, **void).stands
    say("restore", {})
    again = say("void", {}, **void)
    assert (again.stored, again.stands, again.void) == (False, False, True)
    assert refusal(lambda: say("void", {}, base_version=1), Conflict).code == "stale_version"
    assert say("void", {}).version == 4
    record(match)


def test_the_second_recording_of_a_match_is_void_as_its_duplicate(
    say: Callable[..., Verdict], circle: Circle, match: Match
) -> None:
    first = circle.match()
    say("void", {"duplicate_of": str(first.pk)})
    match.refresh_from_db()
    assert match.duplicate_of_id == first.pk
    assert refusal(lambda: say("void", {}), Conflict).code == "slot_taken"
    record(match)
    back = entry("void", 1, {"duplicate_of": str(match.pk)}) | {"reason": "the other way round"}
    said = refusal(lambda: enter(viewer=circle.scorer, match_id=first.pk, entry=back), Conflict)
    assert said.code == "duplicate_is_void"
    say("restore", {})
    assert enter(viewer=circle.scorer, match_id=first.pk, entry=back).void


def test_a_duplicate_is_of_another_match_of_the_club(
    say: Callable[..., Verdict], match: Match, make_circle: Callable[..., Circle]
) -> None:
    elsewhere = make_circle("saturday").match()
    for other in (match.pk, uuid.uuid4(), elsewhere.pk):
        said = refusal(lambda other=other: say("void", {"duplicate_of": str(other)}), Invalid)
        assert (said.code, said.errors[0]["pointer"]) == ("unknown_match", "/data/duplicate_of")


@pytest.mark.django_db(transaction=True)
def test_two_matches_void_at_once_as_each_others_duplicates_leave_one_that_counts(circle: Circle) -> None:
    pair = [circle.match(), circle.match()]

    def void(own: Match, other: Match) -> str:
        given = entry("void", 1, {"duplicate_of": str(other.pk)}) | {"reason": "recorded twice"}
        try:
            for _ in range(5):
                try:
                    enter(viewer=circle.scorer, match_id=own.pk, entry=given)
                    return "void"
                except Busy:
                    continue
            return "busy"
        except Refused as refused:
            return refused.code
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        said = list(pool.map(void, pair, reversed(pair)))
    assert sorted(said) == ["duplicate_is_void", "void"]
    assert Match.objects.filter(void=True).count() == 1


def test_it_is_told_who_else_recorded_the_evening_and_which_rounds(circle: Circle) -> None:
    rounds = [FIRST_ROUND, SECOND_ROUND]
    first = circle.match(rounds=copy.deepcopy(rounds))
    made = create_match(
        viewer=circle.owner,
        id=uuid.uuid4(),
        club_slug=circle.club.slug,
        game="marrakesh",
        played_at=EVENING,
        seats={"red": circle.ann.pk, "white": circle.bob.pk},
        rounds=[copy.deepcopy(FIRST_ROUND)],
    )
    assert made.hints == ({"code": "same_pair_same_evening", "match": first.pk, "rounds": [1]},)
