"""`manage.py recheck`: what other rules would make of matches that were accepted under these."""

import io
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from engine.violations import Violation
from scorepad import games
from scorepad.models import Match
from scorepad.selectors.sheets import sheet
from scorepad.services.entries import enter
from tests.scorepad.conftest import Circle
from tests.scorepad.services.entering import everything
from tests.scorepad.tables import entry, vectors

Replay = Callable[[dict[str, Any]], dict[str, Any]]

NEXT_YEAR = "marrakesh-1978/2"
TODAY = games.GAMES["marrakesh"]


@pytest.fixture
def match(circle: Circle) -> Match:
    vector = next(vector for vector in vectors() if vector["replay"]["result"])
    return circle.match(options=vector["record"]["options"], rounds=vector["record"]["rounds"])


@pytest.fixture
def play_by(monkeypatch: pytest.MonkeyPatch) -> Callable[[Replay], None]:
    """Let an engine of next year, with other rules, take the place of today's."""

    def next_year(rules: Replay) -> None:
        game = replace(TODAY, rules=replace(TODAY.rules, rules=NEXT_YEAR, replay=rules))
        monkeypatch.setitem(games.GAMES, "marrakesh", game)

    return next_year


def no_sixes(record: dict[str, Any]) -> dict[str, Any]:
    """Rules under which nobody may throw a Six."""
    for index, round_ in enumerate(record["rounds"]):
        if 6 in round_.get("setup", {}).get("red", ()):
            raise Violation("bad_setup", f"/rounds/{index}/setup/red", {"side": "red", "found": [6]})
    return TODAY.rules.replay(record)


def one_more_each_round(record: dict[str, Any]) -> dict[str, Any]:
    """Rules under which Red gets a point for every round."""
    replay = TODAY.rules.replay(record)
    for round_ in replay["rounds"]:
        if round_["score"]:
            round_["score"]["red"]["total"] += 1
    replay["totals"]["red"] += len(replay["rounds"])
    return replay


def recheck() -> tuple[int, list[str]]:
    out = io.StringIO()
    try:
        call_command("recheck", stdout=out, verbosity=0)
    except CommandError as error:
        return error.returncode, out.getvalue().splitlines()
    return 0, out.getvalue().splitlines()


def test_under_the_same_rules_nothing_moves(match: Match) -> None:
    before = everything()
    assert recheck() == (0, ["0 matches would move, 0 would be refused"])
    assert everything() == before


def test_what_would_be_refused_is_listed_flagged_and_still_shows(
    circle: Circle, match: Match, play_by: Callable[[Replay], None]
) -> None:
    shown = sheet(viewer=circle.member, match_id=match.pk)
    play_by(no_sixes)
    code, lines = recheck()
    assert code == 1
    assert lines[0].startswith(f"{match.pk}  bad_setup  /rounds/")
    assert lines[-1] == "0 matches would move, 1 would be refused"
    flagged = Match.objects.get(pk=match.pk)
    assert flagged.objection is not None
    assert (flagged.objection["rules"], flagged.objection["code"]) == (NEXT_YEAR, "bad_setup")
    assert (flagged.rules_version, flagged.version) == (match.rules_version, match.version)
    still = sheet(viewer=circle.member, match_id=match.pk)
    assert (still.record, still.replay, still.awaiting) == (shown.record, shown.replay, shown.awaiting)
    assert still.etag != shown.etag
    play_by(TODAY.rules.replay)
    assert recheck()[0] == 0
    assert Match.objects.get(pk=match.pk).objection is None


def test_what_would_move_is_listed_and_left_alone(match: Match, play_by: Callable[[Replay], None]) -> None:
    before = everything()
    play_by(one_more_each_round)
    code, lines = recheck()
    assert code == 1
    assert any(line.startswith(f"{match.pk}  moved  round 1: red ") for line in lines)
    assert any(line.startswith(f"{match.pk}  moved  red: score") for line in lines)
    assert lines[-1] == "1 matches would move, 0 would be refused"
    assert everything() == before


def test_the_ledger_holds_such_a_match_to_its_record_alone(match: Match, play_by: Callable[[Replay], None]) -> None:
    for rules in (no_sixes, one_more_each_round):
        play_by(rules)
        call_command("verify_journal", stdout=io.StringIO(), verbosity=0)


def test_the_next_entry_is_accepted_under_the_rules_of_its_day(
    circle: Circle, play_by: Callable[[Replay], None]
) -> None:
    match = circle.match()
    play_by(one_more_each_round)
    points = {"round": 1, "points": {"red": 3, "white": 0}}
    enter(viewer=circle.scorer, match_id=match.pk, entry=entry("round", 1, points))
    match.refresh_from_db()
    assert match.rules_version == NEXT_YEAR
    assert [seat.score for seat in match.seats.order_by("number")] == [4, 0]
