"""`manage.py verify_journal`: what does not agree with its journal is found, named, and with --rebuild put right."""

import io
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from scorepad.models import Entry, LedgerCheck, Match, Round, Seat, Trick
from tests.scorepad.conftest import Circle
from tests.scorepad.tables import vectors


@pytest.fixture
def match(circle: Circle) -> Match:
    record = next(vector["record"] for vector in vectors() if vector["replay"]["result"])
    return circle.match(options=record["options"], rounds=record["rounds"][:6])


def verify(**options: Any) -> tuple[int, list[str]]:
    """The exit code and the lines that are printed."""
    out = io.StringIO()
    try:
        call_command("verify_journal", stdout=out, verbosity=0, **options)
    except CommandError as error:
        return error.returncode, out.getvalue().splitlines()
    return 0, out.getvalue().splitlines()


def test_a_club_in_order_has_no_problems(circle: Circle, match: Match) -> None:
    circle.match()
    assert verify() == (0, ["2 matches, 0 problems"])
    check = LedgerCheck.objects.latest()
    assert (check.matches, check.problems) == (2, [])
    assert check.finished_at is not None


TAMPERED = {
    "a card": (lambda match: Trick.objects.filter(round__match=match, number=1).update(lead="AS"), "Trick 1"),
    "a score": (lambda match: Seat.objects.filter(match=match, number=1).update(score=99), "seat 1"),
    "a winner": (
        lambda match: Trick.objects.filter(round__match=match, number=2).update(winner="red", chip=None),
        "Trick 2",
    ),
    "a round": (lambda match: Round.objects.filter(match=match, number=6).delete(), "round 6"),
    "a version": (lambda match: Match.objects.filter(pk=match.pk).update(version=2), "match: version"),
    "an evening": (
        lambda match: Match.objects.filter(pk=match.pk).update(played_on="2026-12-01"),
        "match: played_on",
    ),
    "a note": (lambda match: Match.objects.filter(pk=match.pk).update(note="x"), "match: note"),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_rows_that_are_not_the_fold_are_found_and_rebuilt(match: Match, what: str) -> None:
    tamper, where = TAMPERED[what]
    assert tamper(match)
    code, lines = verify()
    assert code == 1
    assert any(line.startswith(f"{match.pk}  differs") and where in line for line in lines)
    assert LedgerCheck.objects.latest().problems
    assert verify(rebuild=True)[0] == 1
    assert verify() == (0, ["1 matches, 0 problems"])


def test_rows_too_many_are_taken_away(match: Match) -> None:
    Round.objects.create(match=match, number=7, complete=False, grade="points", irregular=False, scores=[], replay={})
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO scorepad_setup (round_id, turned_up) SELECT id, false FROM scorepad_round WHERE number = 7"
        )
    code, lines = verify(rebuild=True)
    assert code == 1
    assert f"{match.pk}  differs  round 7: too many" in lines
    assert verify()[0] == 0


def test_a_gap_in_the_journal_is_found(circle: Circle, match: Match) -> None:
    line = Entry.objects.get(match=match)
    Entry.objects.create(match=match, version=3, entry_id=circle.ann.pk, kind="expose", data={}, actor=line.actor)
    code, lines = verify()
    assert code == 1
    assert [line.split("  ")[1] for line in lines[:-1]] == ["gap", "unfoldable"]
    assert all(line.startswith(f"{match.pk}  ") for line in lines[:-1])
