"""Correcting the past: a record amended or replaced, a match ended early."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest

from scorepad.models import Match, Membership, Seat
from scorepad.refusals import Conflict, Invalid, Refused
from scorepad.selectors.journal import journal, lines_of
from scorepad.selectors.rows import record_of, rows_of
from scorepad.selectors.sheets import sheet
from scorepad.services.entries import enter, enter_all
from scorepad.services.ledger import problems_of, rebuild
from scorepad.services.players import create_player
from scorepad.services.verdicts import Verdict
from tests.scorepad.conftest import EVENING, Circle
from tests.scorepad.services.entering import everything, refusal
from tests.scorepad.tables import FIRST_ROUND, SECOND_ROUND, SETUP, Json, entry


def amend(*ops: Json) -> Json:
    return {"patch": list(ops)}


def op(name: str, path: str, value: Any = None, **more: Any) -> Json:
    return {"op": name, "path": path, **({} if name in ("remove", "move", "copy") else {"value": value}), **more}


def record(match: Match) -> Json:
    match.refresh_from_db()
    assert list(problems_of(rows_of(match), lines_of(match))) == []
    return record_of(rows_of(match))


def test_a_card_misread_in_an_earlier_round_is_put_right(say: Callable[..., Verdict], match: Match) -> None:
    before = everything()
    misread = amend(op("replace", "/rounds/0/tricks/3/lead", "6H"))
    shown = say("amend", misread, dry_run=True)
    assert everything() == before
    assert say("amend", misread).changes == shown.changes
    assert record(match)["rounds"][0]["tricks"][3]["lead"] == "6H"


def test_a_suit_misread_scores_its_round_anew(say: Callable[..., Verdict], match: Match) -> None:
    """5H upon 5S is doubles, four Fives: a man off the 5-point, two down from the 6-point, and the highest one off.
    With that Red is not off in one turn, and there is no Backgammon."""
    misread = {"lead": "5H", "reply": "5S", "extra_disregarded": True, "board": [3, 1, 0, 0, 0, 0]}
    tricks = [*FIRST_ROUND["tricks"][:2], misread]
    done = say("amend", amend(op("replace", "/rounds/0/tricks", tricks), op("remove", "/rounds/1")))
    assert done.changes["rounds"][0] == {"round": 1, "before": {"red": 13, "white": 0}, "after": None}
    assert done.awaiting == {"round": 1, "trick": 4, "leader": "red"}


def test_what_a_correction_changes_is_shown_first_and_is_then_what_it_changes(
    say: Callable[..., Verdict], match: Match
) -> None:
    pads = amend(op("replace", "/rounds/1", {"points": {"red": 0, "white": 12}}))
    before = everything()
    shown = say("amend", pads, dry_run=True)
    assert everything() == before
    assert [each["round"] for each in shown.changes["rounds"]] == [2]
    assert shown.changes["rounds"][0]["after"] == {"red": 0, "white": 12}
    assert shown.changes["totals"]["after"] == {"red": 13, "white": 12}
    done = say("amend", pads)
    assert done.changes == shown.changes
    match.refresh_from_db()
    assert match.running == [[13, 0], [13, 12]]
    assert {seat.key: seat.score for seat in Seat.objects.filter(match=match)} == {"red": 13, "white": 12}
    assert record(match)["rounds"][1] == {"points": {"red": 0, "white": 12}}


def test_an_amendment_that_makes_a_later_trick_impossible_is_refused_with_that_tricks_violation(
    say: Callable[..., Verdict], match: Match
) -> None:
    """With other dice White's men do not stand where the second trick's board leaves them."""
    dice = {"red": [6, 1, 2, 6, 4, 5], "white": [3, 3, 6, 1, 4, 2]}
    patch = amend(op("replace", "/rounds/0/setup", dice))
    said = refusal(lambda: say("amend", patch), Invalid)
    assert said.errors[0]["record_pointer"] == "/rounds/0/tricks/1/board"
    assert (said.code, said.errors[0]["pointer"]) == ("unreachable_board", "")


def test_a_fault_within_an_op_is_told_where_the_op_says_it(say: Callable[..., Verdict], match: Match) -> None:
    patch = amend(op("test", "/rounds/0/tricks/0/lead", "AS"), op("replace", "/rounds/0/tricks/0/lead", "9S"))
    said = refusal(lambda: say("amend", patch), Invalid)
    assert (said.code, said.errors[0]["pointer"]) == ("unknown_card", "/data/patch/1/value")
    assert said.errors[0]["record_pointer"] == "/rounds/0/tricks/0/lead"


@pytest.mark.parametrize(
    "seats",
    [
        lambda ann, bob: [
            {"op": "replace", "path": "/players", "value": {"red": {"id": str(bob.pk)}, "white": {"id": str(ann.pk)}}}
        ],
        lambda ann, bob: [op("replace", "/players/red/name", "bob"), op("replace", "/players/white", {"name": "ANN"})],
        lambda ann, bob: [
            op("test", "/players/red", {"id": str(ann.pk), "name": "Ann"}),
            op("move", "/players/third", **{"from": "/players/red"}),
            op("move", "/players/red", **{"from": "/players/white"}),
            op("move", "/players/white", **{"from": "/players/third"}),
        ],
    ],
)
def test_players_swapped(seats: Any, say: Callable[..., Verdict], match: Match, circle: Circle) -> None:
    done = say("amend", amend(*seats(circle.ann, circle.bob)))
    swapped = {"red": {"id": str(circle.bob.pk)}, "white": {"id": str(circle.ann.pk)}}
    assert record(match)["players"] == swapped
    assert done.changes["players"]["after"] == {key: player["id"] for key, player in swapped.items()}
    lines = journal(viewer=circle.scorer, match_id=match.pk)
    assert "ann" not in str([line.data for line in lines]).casefold()
    say("undo", {}, reason=None)
    assert record(match)["players"]["red"] == {"id": str(circle.ann.pk)}


def test_another_player_is_seated_by_name_and_an_unknown_one_hears_of_those_near(
    say: Callable[..., Verdict], match: Match, circle: Circle
) -> None:
    john = create_player(viewer=circle.owner, club_slug=circle.club.slug, name="John", aliases=["Johnny"]).obj
    say("amend", amend(op("replace", "/players/white", {"name": "johnny"})))
    assert record(match)["players"]["white"] == {"id": str(john.pk)}
    said = refusal(lambda: say("amend", amend(op("replace", "/players/red/name", "Jon"))), Invalid)
    assert (said.code, said.errors[0]["pointer"]) == ("unknown_player", "/data/patch/0/value")
    assert said.errors[0]["params"]["near"] == [{"player": str(john.pk), "name": "John"}]
    twice = refusal(lambda: say("amend", amend(op("replace", "/players/red", {"name": "John"}))), Invalid)
    assert twice.code == "same_player"


def test_a_match_is_dated_back(say: Callable[..., Verdict], match: Match) -> None:
    say("amend", amend(op("replace", "/played_at", "2026-11-22T20:00:00+01:00")))
    match.refresh_from_db()
    assert str(match.played_on) == "2026-11-22"
    say("undo", {}, reason=None)
    match.refresh_from_db()
    assert (match.played_at_written, str(match.played_on)) == (EVENING, "2026-11-29")


def test_what_is_no_part_of_the_record_is_corrected_beside_it(say: Callable[..., Verdict], match: Match) -> None:
    done = say("amend", {"rated": False, "table": "by the window"})
    match.refresh_from_db()
    assert (match.rated, match.table) == (False, "by the window")
    assert done.changes["rated"] == {"before": True, "after": False}
    refusal(lambda: say("amend", {"rated": False}), Conflict)
    assert record(match)["rounds"] == [FIRST_ROUND, SECOND_ROUND]


BAD = [
    ([], "/data/patch", "bad_patch"),
    ([{"op": "add", "path": "/note"}], "/data/patch/0/value", "bad_patch"),
    ([{"op": "add", "path": "/note", "value": "a", "from": "/id"}], "/data/patch/0/from", "bad_patch"),
    ([{"op": "put", "path": "/note", "value": "a"}], "/data/patch/0/op", "bad_patch"),
    ([op("add", "note", "a")], "/data/patch/0/path", "bad_patch"),
    ([op("add", "/a~2", "a")], "/data/patch/0/path", "bad_patch"),
    ([op("replace", "/rounds/7", {})], "/data/patch/0/path", "bad_patch"),
    ([op("add", "/rounds/01", {})], "/data/patch/0/path", "bad_patch"),
    ([op("remove", "/rounds/0/note")], "/data/patch/0/path", "bad_patch"),
    ([op("copy", "/note", **{"from": "/nowhere"})], "/data/patch/0/from", "bad_patch"),
    ([op("replace", "/id", str(uuid.uuid4()))], "/data/patch/0/path", "bad_patch"),
    ([op("remove", "/format")], "/data/patch/0/path", "bad_patch"),
    ([op("replace", "", [1])], "/data/patch", "bad_patch"),
    ([op("remove", "/players/red/name")], "/data/patch/0/path", "bad_patch"),
    ([op("remove", "/players/red")], "", "malformed"),
    ([op("remove", "/played_at")], "", "malformed"),
    ([op("add", "/nonsense", 1)], "/data/patch/0/value", "malformed"),
    ([op("add", "/rounds/0/note", 1)], "/data/patch/0/value", "malformed"),
    ([op("add", "/rounds/-", {"points": {"red": 100, "white": 0}})], "/data/patch/0/value/points", "impossible_points"),
    ([op("add", "/note", "x")] * 101, "/data/patch", "bad_patch"),
]


@pytest.mark.parametrize(("ops", "pointer", "code"), BAD)
def test_a_patch_that_cannot_be_done_is_refused_at_its_place(
    ops: list[Json], pointer: str, code: str, say: Callable[..., Verdict]
) -> None:
    said = refusal(lambda: say("amend", {"patch": ops}), Invalid)
    assert (said.code, said.errors[0]["pointer"]) == (code, pointer)


def test_a_test_that_fails_is_a_conflict_and_tells_true_from_one(say: Callable[..., Verdict]) -> None:
    for value in ("KS", None, 1):
        patch = amend(op("test", "/rounds/0/tricks/0/lead", value), op("add", "/note", "a"))
        assert refusal(lambda patch=patch: say("amend", patch), Conflict).code == "test_failed"
    ten = amend(op("test", "/rounds/1/pips/red", True))
    assert refusal(lambda: say("amend", ten), Conflict).code == "test_failed"


@pytest.mark.parametrize("deep", [False, True])
def test_copies_cannot_make_a_record_grow_without_end(deep: bool, say: Callable[..., Verdict]) -> None:
    start = op("add", "/ext", {"a": "x" * 1000})
    if deep:
        ops = [op("copy", f"/ext/{step}", **{"from": ""}) for step in range(20)]
    else:
        ops = [op("copy", f"/ext/{step}", **{"from": "/ext"}) for step in range(40)]
    assert refusal(lambda: say("amend", {"patch": [start, *ops]}), Invalid).code == "bad_patch"


@pytest.mark.parametrize("kind", ["replace", "amend", "forfeit", "abandon", "void", "restore"])
@pytest.mark.parametrize("reason", [None, "", " \n"])
def test_a_correction_needs_a_reason(kind: str, reason: str | None, say: Callable[..., Verdict]) -> None:
    data: Json = {"amend": amend(op("add", "/note", "a")), "forfeit": {"seat": "red"}}.get(kind, {})
    said = refusal(lambda: say(kind, data, reason=reason), Invalid)
    assert said.errors[0]["pointer"] == "/reason"


def test_a_whole_record_takes_the_place_of_another(say: Callable[..., Verdict], match: Match, circle: Circle) -> None:
    whole = {
        "format": "marrakesh-record/1",
        "id": str(match.pk),
        "played_at": EVENING,
        "players": {"red": {"name": "Ann"}, "white": {"id": str(circle.bob.pk), "name": "Robert"}},
        "rounds": [{"points": {"red": 0, "white": 1}}],
        "note": "from the paper pad",
    }
    done = say("replace", {"record": whole})
    assert (done.running, done.status) == ([[0, 1]], "open")
    assert [each["round"] for each in done.changes["rounds"]] == [1, 2]
    assert record(match)["rounds"] == [{"points": {"red": 0, "white": 1}}]
    assert refusal(lambda: say("replace", {"record": whole}), Conflict).code == "nothing_changed"
    other = {**whole, "id": str(uuid.uuid4())}
    assert refusal(lambda: say("replace", {"record": other}), Invalid).errors[0]["pointer"] == "/data/record/id"
    impossible = {**whole, "rounds": [{"points": {"red": 100, "white": 1}}]}
    said = refusal(lambda: say("replace", {"record": impossible}), Invalid)
    assert said.errors[0]["pointer"] == "/data/record/rounds/0/points"
    say("undo", {}, reason=None)
    assert record(match)["rounds"] == [FIRST_ROUND, SECOND_ROUND]


def test_an_entry_replaced_since_does_not_stand_and_its_retry_changes_nothing(circle: Circle) -> None:
    match = circle.match()
    steps = [
        entry("round", 1, {"round": 1, "setup": SETUP}),
        entry("trick", 2, {"round": 1, "trick": 1, **FIRST_ROUND["tricks"][0]}),
    ]
    firsts = [enter(viewer=circle.scorer, match_id=match.pk, entry=step) for step in steps]
    other = amend(op("replace", "/rounds/0/tricks/0", {"lead": "AS", "reply": "6H", "plays": ["6/off", "1/off"]}))
    amended = entry("amend", 3, other) | {"reason": "it was the Heart"}
    enter(viewer=circle.scorer, match_id=match.pk, entry=amended)
    before = everything()
    for step, first, stands in zip(steps, firsts, (True, False), strict=True):
        again = enter(viewer=circle.scorer, match_id=match.pk, entry=step)
        assert (again.stored, again.stands) == (False, stands)
        assert (again.version, again.effect, again.changes) == (first.version, first.effect, first.changes)
    # Another tablet saw the Heart at once, and one still believes in the Diamond.
    heart = entry("trick", 4, {"round": 1, "trick": 1, "lead": "AS", "reply": "6H", "plays": ["6/off", "1/off"]})
    assert not enter(viewer=circle.scorer, match_id=match.pk, entry=heart).stored
    diamond = {**steps[1], "id": str(uuid.uuid4()), "base_version": 4}
    said = refusal(lambda: enter(viewer=circle.scorer, match_id=match.pk, entry=diamond), Conflict)
    assert said.code == "slot_taken"
    assert everything() == before


def test_whoever_gives_up_comes_last_and_nothing_more_is_played(say: Callable[..., Verdict], match: Match) -> None:
    done = say("forfeit", {"seat": "red"})
    match.refresh_from_db()
    assert (done.status, done.awaiting, done.result) == ("forfeited", None, None)
    assert (match.status, match.forfeited_by, match.awaiting) == ("forfeited", "red", None)
    assert match.counts == {"played": False, "rated": False, "counted": True}
    seats = {seat.key: (seat.score, seat.place) for seat in Seat.objects.filter(match=match)}
    assert {key: place for key, (_, place) in seats.items()} == {"red": 2, "white": 1}
    assert seats["red"][0] > 12  # the score stays
    round_ = {"round": 3, "setup": SETUP}
    assert refusal(lambda: say("round", round_, reason=None), Conflict).detail == "Red has forfeited this match."
    assert not say("forfeit", {"seat": "red"}).stored
    assert refusal(lambda: say("forfeit", {"seat": "white"}), Conflict).code == "slot_taken"
    assert refusal(lambda: say("abandon", {}), Conflict).code == "slot_taken"
    record(match)
    say("undo", {}, reason=None)
    assert say("round", round_, reason=None).stored
    assert refusal(lambda: say("forfeit", {"seat": "blue"}), Invalid).errors[0]["pointer"] == "/data/seat"


def test_a_match_that_nobody_goes_on_with_counts_for_nothing(say: Callable[..., Verdict], match: Match) -> None:
    assert say("abandon", {}).status == "abandoned"
    match.refresh_from_db()
    assert match.counts == {"played": False, "rated": False, "counted": False}
    assert {seat.place for seat in Seat.objects.filter(match=match)} == {None}


def test_a_record_made_complete_is_complete_whoever_gave_up(say: Callable[..., Verdict], match: Match) -> None:
    say("forfeit", {"seat": "red"})
    rounds = [{"points": {"red": 0, "white": 1}}] * 12
    done = say("amend", amend(op("replace", "/rounds", rounds)))
    match.refresh_from_db()
    assert (done.status, match.status, match.forfeited_by) == ("complete", "complete", None)
    assert match.counts == {"played": True, "rated": True, "counted": True}
    assert refusal(lambda: say("forfeit", {"seat": "white"}), Conflict).code == "not_next"
    record(match)
    say("undo", {}, reason=None)
    match.refresh_from_db()
    assert (match.status, match.forfeited_by) == ("forfeited", "red")


def test_a_batch_corrects_and_goes_on_and_can_be_sent_again_whole(circle: Circle) -> None:
    match = circle.match()
    batch = [
        entry("round", 1, {"round": 1, "points": {"red": 1, "white": 0}}),
        entry("amend", 2, amend(op("replace", "/rounds/0/points", {"red": 0, "white": 1}))) | {"reason": "swapped"},
        entry("round", 3, {"round": 2, "points": {"red": 1, "white": 0}}),
        entry("forfeit", 4, {"seat": "white"}) | {"reason": "the last tram"},
    ]
    for step in batch[1:]:
        del step["base_version"]
    rehearsed = enter_all(viewer=circle.scorer, match_id=match.pk, entries=batch, dry_run=True)
    done = enter_all(viewer=circle.scorer, match_id=match.pk, entries=batch)
    again = enter_all(viewer=circle.scorer, match_id=match.pk, entries=batch)
    for one, other, third in zip(rehearsed, done, again, strict=True):
        assert (one.changes, one.version, one.status) == (other.changes, other.version, other.status)
        assert (third.stored, third.changes, third.version) == (False, other.changes, other.version)
    assert record(match)["rounds"] == [{"points": {"red": 0, "white": 1}}, {"points": {"red": 1, "white": 0}}]


def test_a_correction_of_a_version_that_is_behind_is_stale_unless_it_was_made(
    say: Callable[..., Verdict], match: Match
) -> None:
    note = amend(op("add", "/note", "by candlelight"))
    say("amend", note)
    assert not say("amend", note, base_version=1).stored
    assert (
        refusal(lambda: say("amend", amend(op("add", "/note", "b")), base_version=1), Conflict).code == "stale_version"
    )


def test_rows_that_were_damaged_are_rebuilt_from_a_corrected_journal(say: Callable[..., Verdict], match: Match) -> None:
    say("amend", amend(op("replace", "/rounds/1", {"points": {"red": 0, "white": 12}})))
    say("forfeit", {"seat": "white"})
    say("void", {})
    whole = everything()
    Match.objects.filter(pk=match.pk).update(void=False, table="elsewhere")
    assert [problem.detail for problem in problems_of(rows_of(Match.objects.get(pk=match.pk)), lines_of(match))] == [
        "match: table, void"
    ]
    rebuild(match_id=match.pk)
    now = everything()
    for rows in (*now, *whole):
        for row in rows:
            row.pop("updated_at", None)
    assert now == whole


def test_an_onlooker_reads_no_cards_out_of_a_correction(
    say: Callable[..., Verdict], match: Match, circle: Circle
) -> None:
    say("amend", amend(op("add", "/note", "the Queen of Spades was mine")))
    seen = journal(viewer=circle.member, match_id=match.pk)[-1]
    assert (seen.kind, seen.data, seen.reason) == ("amend", None, None)


def test_a_guest_reads_no_stake_out_of_a_correction(make_circle: Callable[..., Circle]) -> None:
    circle = make_circle("hall", "public")
    match = circle.match()
    stake = {"stake": {"amount": "0.25", "currency": "EUR"}}
    steps = [
        ("amend", amend(op("add", "/options", stake))),
        ("replace", {"record": {**record(match), "options": stake, "note": "x"}}),
        ("abandon", {}),
    ]
    for version, (kind, data) in enumerate(steps, start=1):
        given = entry(kind, version, data) | {"reason": "agreed"}
        enter(viewer=circle.scorer, match_id=match.pk, entry=given)
    assert "0.25" in str(journal(viewer=circle.member, match_id=match.pk))
    assert "0.25" not in str(journal(viewer=circle.nobody, match_id=match.pk))
    assert "0.25" not in str(sheet(viewer=circle.nobody, match_id=match.pk).record)


def test_nobody_but_recorders_corrects(match: Match, circle: Circle) -> None:
    given = entry("void", 1, {}) | {"reason": "why not"}
    for viewer in (circle.member, circle.stranger, circle.nobody):
        refusal(lambda viewer=viewer: enter(viewer=viewer, match_id=match.pk, entry=given), Refused)
    Membership.objects.filter(user=circle.scorer.user).delete()
    refusal(lambda: enter(viewer=circle.scorer, match_id=match.pk, entry=given), Refused)
