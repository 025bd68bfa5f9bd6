"""Files of matches taken in: recognised, judged piece by piece, stored whole or in part, resumed and repeated."""

import copy
import json
import time
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from random import Random
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.utils import timezone

from engine.marrakesh import notation
from scorepad.demo import generator
from scorepad.models import Change, Entry, Import, ImportLine, Match, NameKey, Player
from scorepad.refusals import Conflict, Invalid, NotAllowed, NotHere
from scorepad.selectors.journal import lines_of
from scorepad.selectors.rows import record_of, rows_of
from scorepad.services import imports, judging
from scorepad.services.entries import enter
from scorepad.services.imports import create_import, forget, run, take_in
from scorepad.services.ledger import problems_of
from scorepad.services.pieces import pieces_of
from scorepad.services.players import change_player, create_player
from scorepad.tasks.imports import run as job
from tests.scorepad.conftest import EVENING, Circle
from tests.scorepad.tables import entry

Json = dict[str, Any]
Taken = Callable[..., Import]


def record(**given: Any) -> Json:
    made: Json = {
        "format": "marrakesh-record/1",
        "id": str(uuid.uuid4()),
        "played_at": EVENING,
        "players": {"red": {"name": "Ann"}, "white": {"name": "Bob"}},
        "rounds": [{"points": {"red": 6, "white": 1}}],
    }
    return {name: value for name, value in (made | given).items() if value is not None}


def lines(*records: Json) -> bytes:
    return "\n".join(json.dumps(each) for each in records).encode()


@pytest.fixture
def taken(circle: Circle) -> Taken:
    """An import of this file, done."""

    def take(source: bytes, **given: Any) -> Import:
        values = {"viewer": circle.scorer, "club_slug": circle.club.slug, "source": source} | given
        batch = create_import(**values).obj
        run(import_id=batch.pk)
        return Import.objects.get(pk=batch.pk)

    return take


def verdicts(batch: Import) -> list[tuple[int, str, str | None]]:
    """Line, status and the refusal's code."""
    found = ImportLine.objects.filter(batch=batch).order_by("number")
    return [(line.number, line.status, line.problem and line.problem["code"]) for line in found]


def sound() -> None:
    for match in Match.objects.all():
        assert list(problems_of(rows_of(match), lines_of(match))) == []


def test_records_a_line_become_matches_of_the_players_they_name(taken: Taken, circle: Circle) -> None:
    create_player(viewer=circle.owner, club_slug=circle.club.slug, name="Carla", aliases=["Charlie"])
    played = [generator.match(Random(seed), played_at=EVENING) for seed in range(3)]
    names = [("ANN", "Bob"), ("charlie", "Ann"), ("Bob", "Carla")]
    for each, (red, white) in zip(played, names, strict=True):
        each |= {"id": str(uuid.uuid4()), "players": {"red": {"name": red}, "white": {"name": white}}}
    batch = taken(lines(*played))
    assert (batch.state, batch.total, batch.position, batch.source) == ("done", 3, 3, None)
    assert verdicts(batch) == [(1, "new", None), (2, "new", None), (3, "new", None)]
    for each in played:
        match = Match.objects.get(pk=each["id"])
        assert record_of(rows_of(match))["rounds"] == each["rounds"]
        first = Entry.objects.get(match=match)
        assert (first.kind, first.actor, first.imported) == ("create", circle.scorer.user, batch)
        assert "Ann" not in json.dumps(first.data)
    assert set(Change.objects.filter(what="match").values_list("ref", flat=True)) == {
        uuid.UUID(each["id"]) for each in played
    }
    sound()


def test_what_is_here_already_is_told_and_stored_once(taken: Taken, circle: Circle) -> None:
    one, other = record(), record(note="another")
    first = taken(lines(one, other))
    again = taken(lines(one, one, other))
    assert verdicts(first) == [(1, "new", None), (2, "new", None)]
    assert verdicts(again) == [(1, "here", None), (2, "here", None), (3, "here", None)]
    patch = {"patch": [{"op": "add", "path": "/note", "value": "put right"}]}
    enter(viewer=circle.owner, match_id=uuid.UUID(one["id"]), entry=entry("amend", 1, patch) | {"reason": "x"})
    # As it was sent, and as it is now, it is here; as something else, its id is in use.
    later = taken(lines(one, {**one, "note": "put right"}, {**one, "note": "something else"}))
    assert verdicts(later) == [(1, "here", None), (2, "here", None), (3, "refused", "id_in_use")]
    assert Match.objects.count() == 2


def test_two_pieces_of_one_file_with_one_id(taken: Taken) -> None:
    one = record()
    for mode in ("per_record", "atomic"):
        source = lines(one, one, {**one, "note": "not the same"})
        batch = taken(source, mode=mode, dry_run=True)
        assert verdicts(batch) == [(1, "new", None), (2, "here", None), (3, "refused", "id_in_use")]
    assert Match.objects.count() == 0


def test_an_id_in_use_in_another_club_is_no_more_than_in_use(taken: Taken, make_circle: Callable[..., Circle]) -> None:
    elsewhere = make_circle("saturday").match()
    batch = taken(lines(record(id=str(elsewhere.pk))))
    assert verdicts(batch) == [(1, "refused", "id_in_use")]


REFUSED: list[tuple[str, str, str | None]] = [
    ("{", "malformed_json", ""),
    ('{"format": "marrakesh-record/1", "format": "x"}', "duplicate_key", "/format"),
    ('{"format": "rugs/1"}', "malformed", "/format"),
    (json.dumps(record(played_at=None)), "malformed", "/played_at"),
    (json.dumps(record(players=None)), "malformed", "/players"),
    (json.dumps(record(id="7")), "malformed", "/id"),
    (json.dumps(record(rounds=[{"points": {"red": 100, "white": 0}}])), "impossible_points", "/rounds/0/points"),
    (json.dumps(record(players={"red": {"name": "Ann"}, "white": {"name": "ann"}})), "same_player", "/players/white"),
    (json.dumps(record(note="x" * 300_000)), "piece_too_large", ""),
    ("[1]", "not_an_object", ""),
    ("{}" + "\u2028", "malformed_json", ""),
]


@pytest.mark.parametrize(("line", "code", "pointer"), REFUSED)
def test_a_piece_that_cannot_be_is_refused_and_the_rest_is_stored(
    line: str, code: str, pointer: str | None, taken: Taken
) -> None:
    batch = taken(f"{json.dumps(record())}\n\n{line}\n{json.dumps(record())}\n".encode())
    assert verdicts(batch) == [(1, "new", None), (3, "refused", code), (4, "new", None)]
    problem = ImportLine.objects.get(batch=batch, number=3).problem
    assert problem["errors"][0]["pointer"] == pointer
    assert Match.objects.count() == 2


def test_all_or_nothing(taken: Taken) -> None:
    good, bad = record(), record(rounds=[{"points": {"red": 100, "white": 0}}])
    batch = taken(lines(good, bad), mode="atomic")
    assert (batch.state, batch.problem and batch.problem["code"]) == ("refused", "pieces_refused")
    assert verdicts(batch) == [(1, "new", None), (2, "refused", "impossible_points")]
    assert (Match.objects.count(), Entry.objects.count()) == (0, 0)
    assert taken(lines(good, record()), mode="atomic").state == "done"
    assert Match.objects.count() == 2
    sound()


def test_a_dry_run_stores_nothing_and_says_the_same(taken: Taken, circle: Circle) -> None:
    source = lines(record(), record(players={"red": {"name": "Zoe"}, "white": {"name": "Bob"}}), {"format": "x"})
    for mode in ("per_record", "atomic"):
        for creates in (False, True):
            dry = taken(source, mode=mode, dry_run=True, creates_players=creates)
            assert (Match.objects.count(), Player.objects.count()) == (0, 2)
            assert [status for _, status, _ in verdicts(dry)] == ["new", "new" if creates else "refused", "refused"]


def test_an_unknown_player_is_refused_with_those_near_or_made_on_request(taken: Taken, circle: Circle) -> None:
    create_player(viewer=circle.owner, club_slug=circle.club.slug, name="Johanna Weber")
    source = lines(
        record(players={"red": {"name": "Johana Weber"}, "white": {"name": "Bob"}}),
        record(players={"red": {"name": "johana  weber"}, "white": {"name": "Zoe"}}),
    )
    refused = taken(source)
    assert verdicts(refused) == [(1, "refused", "unknown_player"), (2, "refused", "unknown_player")]
    near = ImportLine.objects.get(batch=refused, number=1).problem["errors"][0]["params"]["near"]
    assert [each["name"] for each in near] == ["Johanna Weber"]
    made = taken(source, creates_players=True)
    assert [status for _, status, _ in verdicts(made)] == ["new", "new"]
    hints = ImportLine.objects.get(batch=made, number=1).hints
    assert [(hint["code"], hint["name"]) for hint in hints] == [
        ("player_created", "Johana Weber"), ("similar_name", "Johanna Weber"),
    ]  # fmt: skip
    assert sorted(Player.objects.values_list("name", flat=True)) == [
        "Ann", "Bob", "Johana Weber", "Johanna Weber", "Zoe",
    ]  # fmt: skip
    assert NameKey.objects.count() == 5
    assert [status for _, status, _ in verdicts(taken(source, creates_players=True))] == ["here", "here"]
    assert Player.objects.count() == 5


def test_a_hostile_name_makes_no_player(taken: Taken) -> None:
    names = ["\u202eevil", " ", "a\u0007b", "x" * 81]
    source = lines(*(record(players={"red": {"name": name}, "white": {"name": "Bob"}}) for name in names))
    assert {status for _, status, _ in verdicts(taken(source, creates_players=True))} == {"refused"}
    assert Player.objects.count() == 2


def test_text_forms_one_after_the_other(taken: Taken) -> None:
    records = [record(), record(rounds=[{"points": {"red": 100, "white": 0}}]), record(id=None)]
    texts = [notation.dump(each) for each in records]
    source = ("\ufeff" + "\n".join(texts)).replace("\n", "\r\n").encode()
    batch = taken(source)
    starts = [1 + "\n".join(texts[:number]).count("\n") + bool(number) for number in range(3)]
    assert verdicts(batch) == [
        (starts[0], "new", None), (starts[1], "refused", "impossible_points"), (starts[2], "new", None),
    ]  # fmt: skip
    said = ImportLine.objects.get(batch=batch, number=starts[1]).problem
    assert starts[1] < said["errors"][0]["params"]["line"] < starts[2]
    # One without an id is known again by what it says.
    assert [status for _, status, _ in verdicts(taken(source))] == ["here", "refused", "here"]
    assert Match.objects.count() == 2


def test_one_record_over_many_lines(taken: Taken) -> None:
    for indent in (None, 2):
        batch = taken(json.dumps(record(), indent=indent).encode())
        assert verdicts(batch) == [(1, "new", None)]


UNRECOGNISED = [
    b"",
    b"\n \n",
    b"\xff\xfe",
    b"<html>",
    b"\n" * 100_000,
    b"PK\x03\x04",
    b'"a"',
    b"Round 1",
    b"[1, 2]",
    b"a,b\n1,2",
]


@pytest.mark.parametrize("source", UNRECOGNISED)
def test_a_file_that_nobody_can_recognise_is_an_error_and_never_an_empty_match(source: bytes, circle: Circle) -> None:
    with pytest.raises(Invalid) as refused:
        create_import(viewer=circle.scorer, club_slug=circle.club.slug, source=source)
    assert refused.value.code == "unrecognised_file"
    assert Import.objects.count() == 0


def test_a_single_line_of_five_megabytes_is_one_refusal(taken: Taken) -> None:
    assert verdicts(taken(b'{"a": "' + b"x" * (5 * 1024 * 1024 - 20) + b'"}')) == [(1, "refused", "piece_too_large")]
    with pytest.raises(Invalid) as refused:
        taken(b'{"a": "' + b"x" * (5 * 1024 * 1024) + b'"}')
    assert refused.value.code == "body_too_large"


def test_the_same_call_again_is_the_same_import(circle: Circle) -> None:
    call: Json = {
        "viewer": circle.scorer,
        "club_slug": circle.club.slug,
        "source": lines(record()),
        "id": uuid.uuid4(),
    }
    assert create_import(**call).new
    assert not create_import(**call).new
    run(import_id=call["id"])
    assert not create_import(**call).new
    for change in ({"source": lines(record())}, {"mode": "atomic"}, {"dry_run": True}, {"creates_players": True}):
        with pytest.raises(Conflict) as refused:
            create_import(**call | change)
        assert refused.value.code == "id_in_use"
    assert (Import.objects.count(), Match.objects.count()) == (1, 1)


def test_a_job_that_comes_twice_or_late_changes_nothing(taken: Taken) -> None:
    batch = taken(lines(record(), record()))
    before = list(Import.objects.values()), list(ImportLine.objects.values()), Match.objects.count()
    run(import_id=batch.pk)
    job(str(batch.pk))
    job(str(uuid.uuid4()))
    assert (list(Import.objects.values()), list(ImportLine.objects.values()), Match.objects.count()) == before


@pytest.mark.parametrize("mode", ["per_record", "atomic"])
def test_a_job_that_was_killed_is_found_and_goes_on(mode: str, circle: Circle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imports, "PIECES_AT_A_TIME", 2)
    batch = create_import(
        viewer=circle.scorer,
        club_slug=circle.club.slug,
        mode=mode,
        source=lines(*(record() for _ in range(7))),
    ).obj
    kept, calls = imports._note, []

    def killed(*given: Any) -> None:
        calls.append(given)
        if len(calls) == 3:
            raise KeyboardInterrupt
        kept(*given)

    monkeypatch.setattr(imports, "_note", killed)
    with pytest.raises(KeyboardInterrupt):
        run(import_id=batch.pk)
    batch.refresh_from_db()
    assert (batch.state, batch.position) == ("running", 4)
    assert Match.objects.count() == (4 if mode == "per_record" else 0)
    assert imports.unfinished() == []
    Import.objects.update(started_at=timezone.now() - timedelta(minutes=5))
    assert imports.unfinished() == [batch.pk]
    run(import_id=batch.pk)
    batch.refresh_from_db()
    assert (batch.state, batch.position, ImportLine.objects.count(), Match.objects.count()) == ("done", 7, 7, 7)
    sound()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("mode", ["per_record", "atomic"])
def test_one_job_at_work_twice_at_once_stores_each_match_once(mode: str, circle: Circle) -> None:
    batch = create_import(
        viewer=circle.scorer, club_slug=circle.club.slug, mode=mode, source=lines(*(record() for _ in range(150)))
    ).obj

    def work(_: int) -> None:
        try:
            job(str(batch.pk))
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as pool:
        list(pool.map(work, range(3)))
    job(str(batch.pk))
    batch.refresh_from_db()
    assert (batch.state, ImportLine.objects.count(), Match.objects.count()) == ("done", 150, 150)


def test_a_renamed_players_old_alias_and_a_merged_one_are_known(taken: Taken, circle: Circle) -> None:
    change_player(viewer=circle.owner, player_id=circle.ann.pk, name="Anna", aliases=["Ann"])
    taken(lines(record()))
    assert record_of(rows_of(Match.objects.get()))["players"]["red"] == {"id": str(circle.ann.pk)}


def test_importing_is_for_those_who_record(circle: Circle) -> None:
    for who, refusal in ((circle.member, NotAllowed), (circle.stranger, NotHere), (circle.nobody, NotHere)):
        with pytest.raises(refusal):
            create_import(viewer=who, club_slug=circle.club.slug, source=lines(record()))


def test_lines_end_where_json_lines_do() -> None:
    one = json.dumps({"note": "a\u2028b\x85c"}, ensure_ascii=False)
    assert [piece.number for piece in pieces_of(f"{one}\r\n\r\n{one}\r{one}".encode())] == [1, 3, 4]
    assert copy.copy(pieces_of(one.encode())[0]).text == one


def test_a_file_full_of_text_forms_is_taken_apart_in_no_time() -> None:
    """Were the lines before each piece counted anew, it would take longer than anybody waits."""
    form = "[Format x]\n" + "y" * 240 + "\n\n"
    source = form.encode() * 20_000
    began = time.process_time()
    pieces = pieces_of(source)
    assert time.process_time() - began < 5
    assert [(piece.number, piece.text) for piece in pieces[::19_999]] == [(1, form), (1 + 3 * 19_999, form)]


def test_newcomers_stop_where_they_would_keep_a_worker_from_everything_else(
    taken: Taken, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judging, "MOST_PLAYERS", 4)
    told = [("Ann", "Zoe"), ("Bob", "Yan"), ("Ann", "Xaver"), ("Zoe", "Yan")]
    source = lines(*(record(players={"red": {"name": red}, "white": {"name": white}}) for red, white in told))
    expected = [(1, "new", None), (2, "new", None), (3, "refused", "too_many_players"), (4, "new", None)]
    assert verdicts(taken(source, creates_players=True)) == expected
    assert Player.objects.count() == 4


@pytest.mark.parametrize(("mode", "dry_run"), [("atomic", False), ("per_record", True)])
def test_what_would_begin_again_for_ever_is_given_up(mode: str, dry_run: bool, circle: Circle) -> None:
    given = {"mode": mode, "dry_run": dry_run, "source": lines(record())}
    batch = create_import(viewer=circle.scorer, club_slug=circle.club.slug, **given).obj
    Import.objects.filter(pk=batch.pk).update(state="running")
    imports.give_up(import_id=batch.pk)
    batch.refresh_from_db()
    assert (batch.state, batch.problem and batch.problem["code"]) == ("refused", "took_too_long")
    run(import_id=batch.pk)
    assert Match.objects.count() == 0


def test_what_is_stored_in_parts_is_gone_on_with_by_the_next_job(circle: Circle) -> None:
    batch = create_import(viewer=circle.scorer, club_slug=circle.club.slug, source=lines(record())).obj
    Import.objects.filter(pk=batch.pk).update(state="running")
    imports.give_up(import_id=batch.pk)
    run(import_id=batch.pk)
    batch.refresh_from_db()
    assert (batch.state, Match.objects.count()) == ("done", 1)


def test_a_file_that_was_looked_at_is_kept_for_a_day_to_be_taken_in_once(circle: Circle, taken: Taken) -> None:
    source = lines(record(), {"format": "x"})
    looked_at = taken(source, dry_run=True)
    assert bytes(looked_at.source) == source
    made, again = (take_in(viewer=circle.scorer, import_id=looked_at.pk) for _ in range(2))
    assert (made.new, again.new, made.obj.pk) == (True, False, again.obj.pk)
    run(import_id=made.obj.pk)
    assert verdicts(made.obj) == verdicts(looked_at)
    assert Match.objects.count() == 1
    with pytest.raises(Conflict, match="not kept"):
        take_in(viewer=circle.scorer, import_id=made.obj.pk)
    with time_machine.travel(timezone.now() + timedelta(hours=23)):
        forget()
    assert Import.objects.get(pk=looked_at.pk).source is not None
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        forget()
    with pytest.raises(Conflict, match="not kept"):
        take_in(viewer=circle.scorer, import_id=looked_at.pk)


def test_what_was_looked_at_is_taken_in_by_those_who_record(circle: Circle, taken: Taken) -> None:
    looked_at = taken(lines(record()), dry_run=True)
    for viewer, refusal in ((circle.member, NotAllowed), (circle.stranger, NotHere)):
        with pytest.raises(refusal):
            take_in(viewer=viewer, import_id=looked_at.pk)
    assert not Match.objects.exists()
