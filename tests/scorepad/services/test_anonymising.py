"""A person made anonymous: his name stands nowhere in the database, and everybody's results stay to the byte."""

import threading
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from scorepad.models import (
    ApiToken,
    Change,
    Entry,
    Import,
    ImportLine,
    Invitation,
    LedgerCheck,
    Match,
    NameKey,
    Pairing,
    Player,
    Round,
    Seat,
)
from scorepad.refusals import Conflict, NotAllowed, NotHere, Refused
from scorepad.selectors.access import Viewer
from scorepad.selectors.journal import lines_of
from scorepad.selectors.rows import rows_of
from scorepad.services.anonymising import anonymise
from scorepad.services.entries import enter
from scorepad.services.ledger import problems_of
from scorepad.services.merging import merge, unmerge
from scorepad.services.pairings import create_pairing
from scorepad.services.players import change_player, create_player
from scorepad.services.tokens import issue_token
from tests.scorepad.conftest import EVENING, Circle
from tests.scorepad.tables import SETUP, entry, vectors, written_down

NAMES = ("Rosalinde Groß", "Rosi <img src=x onerror=alert(1)>", "Linde")
SPELLINGS = ("rosalinde gross", "rosi <img", "linde", "rosalinde", "onerror")

FREE_TEXT = """
SELECT table_name, column_name FROM information_schema.columns
WHERE table_schema = 'public' AND data_type IN ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'bytea')
ORDER BY table_name, ordinal_position
"""


def everything() -> Iterator[tuple[str, str]]:
    """Every text, array, JSON and run of bytes in the whole database, with the column it stands in."""
    with connection.cursor() as cursor:
        cursor.execute(FREE_TEXT)
        for table, column in cursor.fetchall():
            cursor.execute(f'SELECT "{column}" FROM "{table}" WHERE "{column}" IS NOT NULL')
            for (value,) in cursor.fetchall():
                said = bytes(value).decode(errors="replace") if isinstance(value, memoryview | bytes) else str(value)
                yield f"{table}.{column}", said


def found() -> set[str]:
    """The columns in which the person is still called by a name of hers."""
    return {
        where
        for where, said in everything()
        if any(spelling in said.casefold().replace("\u200b", "") for spelling in SPELLINGS)
    }


def results() -> list[Any]:
    """All that is counted of anybody."""
    seats = Seat.objects.order_by("pk").values_list("match", "number", "key", "player", "score", "place")
    rounds = Round.objects.order_by("pk").values_list("match", "number", "complete", "grade", "irregular", "scores")
    matches = Match.objects.order_by("pk").values_list("pk", "version", "status", "grade", "summary", "void", "rated")
    return [*seats, *rounds, *matches]


def problems() -> list[Any]:
    return [each for match in Match.objects.all() for each in problems_of(rows_of(match), lines_of(match))]


class Talked:
    """A club that talks of Rosalinde, who has sat at its tables under two players."""

    def __init__(self, circle: Circle) -> None:
        self.circle, self.own = circle, {"viewer": circle.owner}
        name, *aliases = NAMES[:2]
        slug = circle.club.slug
        self.rosa = create_player(**self.own, club_slug=slug, name=name, aliases=aliases).obj
        self.linde = create_player(**self.own, club_slug=slug, name=NAMES[2]).obj
        merge(**self.own, player_id=self.linde.pk, into=self.rosa.pk)

    def enter(self, match: Match, kind: str, data: dict[str, Any], **more: Any) -> None:
        version = Match.objects.get(pk=match.pk).version
        enter(viewer=self.circle.owner, match_id=match.pk, entry=entry(kind, version, data, **more))

    def play(self) -> Match:
        """Every kind of entry that free words stand in."""
        match = self.circle.match(
            seats={"red": self.rosa.pk, "white": self.circle.bob.pk}, table="Linde's table",
        )  # fmt: skip
        said = "rosalinde GROSS was late; ROSALINDE gro\u200bß sat down"
        self.enter(match, "round", {"round": 1, "setup": SETUP, "note": said}, device="Linde's phone")
        trick = {"round": 1, "trick": 1, "lead": "AS", "reply": "6D", "plays": ["6/off", "1/off"]}
        self.enter(match, "trick", trick | {"note": "Linde thought long"})
        self.enter(match, "undo", {}, reason="Linde said no")
        ruling = {"winner": "red", "note": "asked Linde"}
        self.enter(match, "trick", trick | {"ruling": ruling})
        patch = [
            {"op": "add", "path": "/note", "value": f"{NAMES[1]} won"},
            {"op": "add", "path": "/ext", "value": {"x": {"Linde": ["LINDE", {"linde": "Annette"}]}}},
            {"op": "copy", "from": "/ext/x/Linde", "path": "/ext/Rosalinde Groß"},
            {"op": "test", "path": "/rounds/0/note", "value": said},
        ]
        self.enter(match, "amend", {"patch": patch}, reason="as Linde wished")
        self.enter(match, "forfeit", {"seat": "red"}, reason="Linde had to go")
        return match

    def replaced(self) -> Match:
        """A whole record written over another, played to its end."""
        match = self.circle.match(seats={"red": self.circle.bob.pk, "white": self.linde.pk})
        record = {
            "format": "marrakesh-record/1", "played_at": EVENING, "note": "Linde", "ext": {"who": "Linde"},
            "players": {"red": {"id": str(self.circle.bob.pk)}, "white": {"name": "Linde"}},
            "rounds": [{"points": {"red": 10, "white": 0}, "note": "Linde slept", "ruling": None}],
        }  # fmt: skip
        self.enter(match, "replace", {"record": record}, reason="Linde found the pad")
        self.enter(match, "void", {}, reason="Linde says it never was")
        return match

    def beside(self, match: Match) -> None:
        """What is no part of a match."""
        circle, owner = self.circle, self.circle.owner.user
        assert owner is not None
        issue_token(user=owner, name="For Linde's phone", scopes=["read"], club=circle.club)
        create_pairing(**self.own, match_id=match.pk, name="Linde's tablet")
        told = {"code": "unknown_player", "params": {"near": [NAMES[0]]}, "detail": "No “Linde” here."}
        batch = Import.objects.create(
            club=circle.club, actor=owner, mode="atomic", digest="0" * 64, state="refused", problem=told
        )
        seats = {"seats": [{"seat": "red", "name": "Linde"}], "played_at": EVENING}
        ImportLine.objects.create(
            batch=batch, number=1, what="match", status="refused", problem=told, hints=[told], told=seats
        )
        LedgerCheck.objects.create(problems=[{"match": str(match.pk), "code": "refused", "detail": "Linde, no."}])
        Match.objects.filter(pk=match.pk).update(objection=told)
        self.link = Invitation.objects.create(
            club=circle.club, role="member", player=self.linde, digest="1" * 64, created_by=owner,
            expires_at=timezone.now(),
        )  # fmt: skip


@pytest.fixture
def talked(circle: Circle) -> Talked:
    return Talked(circle)


def test_the_name_goes_everywhere_and_the_results_stay(talked: Talked) -> None:
    match = talked.play()
    talked.replaced()
    talked.beside(match)
    before, columns = results(), found()
    assert columns >= {
        "scorepad_player.name", "scorepad_player.name_key", "scorepad_namekey.key", "scorepad_namekey.alias",
        "scorepad_entry.data", "scorepad_entry.reason", "scorepad_entry.device", "scorepad_match.table",
        "scorepad_match.note", "scorepad_match.ext", "scorepad_match.objection", "scorepad_round.note",
        "scorepad_trick.ruling_note", "scorepad_apitoken.name", "scorepad_pairing.name", "scorepad_import.problem",
        "scorepad_importline.problem", "scorepad_importline.hints", "scorepad_importline.told",
        "scorepad_ledgercheck.problems",
    }  # fmt: skip
    last = Change.objects.latest("pk").pk
    shown = anonymise(viewer=talked.circle.owner, player_id=talked.linde.pk)
    assert found() == set()
    assert results() == before
    Match.objects.update(objection=None)
    assert problems() == []
    assert shown.pk == talked.linde.pk
    assert shown.anonymised_at is not None
    names = [player.name for player in Player.objects.filter(pk__in=[talked.rosa.pk, talked.linde.pk])]
    assert len(set(names)) == 2
    assert all(name.startswith("Anonymous ") for name in names)
    assert not NameKey.objects.filter(player__in=[talked.rosa, talked.linde], alias__isnull=False).exists()
    told = set(Change.objects.filter(pk__gt=last).values_list("what", "ref"))
    assert told == {("player", talked.rosa.pk), ("player", talked.linde.pk)} | {
        ("match", pk) for pk in Match.objects.values_list("pk", flat=True)
    }
    talked.link.refresh_from_db()
    assert talked.link.player is None
    assert talked.link.revoked_at is not None


def test_what_others_wrote_of_others_stays_as_it_is(talked: Talked) -> None:
    match = talked.play()
    anonymise(viewer=talked.circle.owner, player_id=talked.rosa.pk)
    round_ = Entry.objects.get(match=match, kind="round")
    assert round_.data["note"] == "* was late; * sat down"
    assert round_.data["setup"] == {side: list(dice) for side, dice in SETUP.items()}
    match.refresh_from_db()
    assert (match.table, match.note) == ("*'s table", "* won")
    assert match.ext == {"x": {"*": ["*", {"*2": "Annette"}]}, "*3": ["*", {"*2": "Annette"}]}
    assert {player.name for player in Player.objects.filter(anonymised_at=None)} == {"Ann", "Bob"}


def test_another_club_and_its_words_are_left_alone(talked: Talked, make_circle: Callable[..., Circle]) -> None:
    other = Talked(make_circle("saturday"))
    match = other.play()
    before = list(Entry.objects.filter(match=match).order_by("version").values())
    anonymise(viewer=talked.circle.owner, player_id=talked.rosa.pk)
    assert list(Entry.objects.filter(match=match).order_by("version").values()) == before
    other.rosa.refresh_from_db()
    assert other.rosa.name == NAMES[0]


def test_matches_of_every_shape_stay_what_their_journals_say(talked: Talked) -> None:
    for vector in vectors()[:12]:
        record = vector["record"]
        match = talked.circle.match(
            seats={"red": talked.rosa.pk, "white": talked.circle.bob.pk}, options=record.get("options")
        )
        for kind, data in written_down(record):
            talked.enter(match, kind, data | ({"note": f"{data.get('note', '')} Linde"} if kind == "round" else {}))
    before = results()
    anonymise(viewer=talked.circle.owner, player_id=talked.rosa.pk)
    assert (found(), problems(), results()) == (set(), [], before)


def test_asked_again_nothing_more_happens_and_no_name_comes_back(talked: Talked) -> None:
    talked.play()
    own = {"viewer": talked.circle.owner, "player_id": talked.rosa.pk}
    name = anonymise(**own).name
    rows, changes = list(Entry.objects.values()), Change.objects.count()
    assert anonymise(**own).name == name
    for given in ({"name": "Rosa"}, {"aliases": ["Rosa"]}, {"user": "friday-member"}):
        with pytest.raises(Conflict) as refused:
            change_player(**own, **given)
        assert refused.value.code == "anonymised"
    assert (list(Entry.objects.values()), Change.objects.count()) == (rows, changes)
    assert change_player(**own, hidden=True).hidden
    unmerge(viewer=talked.circle.owner, player_id=talked.linde.pk)
    taken = create_player(viewer=talked.circle.owner, club_slug=talked.circle.club.slug, name=NAMES[0])
    assert taken.new


def test_a_name_merged_into_one_who_has_none_goes_as_well(talked: Talked) -> None:
    own = {"viewer": talked.circle.owner}
    anonymise(**own, player_id=talked.rosa.pk)
    late = create_player(**own, club_slug=talked.circle.club.slug, name="Linde").obj
    merge(**own, player_id=late.pk, into=talked.rosa.pk)
    talked.enter(talked.circle.match(table="Linde"), "abandon", {}, reason="Linde came")
    anonymise(**own, player_id=talked.rosa.pk)
    assert found() == set()


def test_only_owners_may(talked: Talked) -> None:
    for viewer, refusal in (
        (talked.circle.scorer, NotAllowed), (talked.circle.member, NotAllowed),
        (talked.circle.stranger, NotHere), (talked.circle.nobody, NotHere),
    ):  # fmt: skip
        with pytest.raises(refusal):
            anonymise(viewer=viewer, player_id=talked.rosa.pk)
    with pytest.raises(NotHere):
        anonymise(viewer=talked.circle.owner, player_id=uuid.uuid4())
    assert not Player.objects.filter(anonymised_at__isnull=False).exists()


def test_a_file_that_is_being_taken_in_comes_first(talked: Talked) -> None:
    owner = talked.circle.owner.user
    assert owner is not None
    Import.objects.create(club=talked.circle.club, actor=owner, mode="atomic", digest="0" * 64, state="running")
    with pytest.raises(Conflict) as refused:
        anonymise(viewer=talked.circle.owner, player_id=talked.rosa.pk)
    assert refused.value.code == "import_under_way"
    talked.rosa.refresh_from_db()
    assert talked.rosa.name == NAMES[0]


def test_the_journal_lets_go_of_words_alone_and_only_of_the_club_that_is_named(talked: Talked) -> None:
    match = talked.play()
    line = Entry.objects.filter(match=match, version=2)
    for club, change in (
        (uuid.uuid4(), {"reason": "x"}), (talked.circle.club.pk, {"kind": "trick"}),
        (talked.circle.club.pk, {"entry_id": uuid.uuid4()}), (None, {"reason": "x"}),
    ):  # fmt: skip
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT set_config('scorepad.redacting', %s, true)", [str(club or "")])
            with pytest.raises(DatabaseError), transaction.atomic():
                line.update(**change)
    assert line.get().reason is None


@pytest.mark.django_db(transaction=True)
def test_entries_stored_meanwhile_leave_no_row_apart_from_its_journal(circle: Circle) -> None:
    talked = Talked(circle)
    matches = [talked.play() for _ in range(4)]
    go = threading.Barrier(3)

    def record(viewer: Viewer, some: list[Match]) -> None:
        try:
            go.wait(10)
            for match in some * 6:
                version = Match.objects.get(pk=match.pk).version
                try:
                    enter(viewer=viewer, match_id=match.pk, entry=entry("undo", version, {}))
                except Refused:
                    time.sleep(0.01)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        jobs = [pool.submit(record, circle.owner, some) for some in (matches[:2], matches[2:])]
        go.wait(10)
        anonymise(viewer=circle.owner, player_id=talked.rosa.pk)
        for job in jobs:
            job.result()
    assert problems() == []
    assert found() == set()
    assert ApiToken.objects.count() == Pairing.objects.count() == 0
