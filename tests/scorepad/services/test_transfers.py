"""The export of a club taken in: the same club where there is room for its ids, the same under others where not."""

import copy
import json
import uuid
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from scorepad.models import Club, Entry, Import, ImportLine, Match, Player, Seat
from scorepad.refusals import Invalid, NotAllowed
from scorepad.selectors.exports import export
from scorepad.selectors.journal import lines_of
from scorepad.selectors.rows import record_of, replay_of, rows_of
from scorepad.services import erasing
from scorepad.services.clubs import create_club
from scorepad.services.entries import enter
from scorepad.services.imports import create_import, run
from scorepad.services.ledger import problems_of
from scorepad.services.merging import merge
from scorepad.services.players import change_player, create_player
from scorepad.services.taking_back import take_back
from tests.scorepad.conftest import Circle, circle_here
from tests.scorepad.tables import entry, vectors, written_down

Json = dict[str, Any]


def exported(circle: Circle) -> list[Json]:
    """The lines of the club."""
    return [json.loads(line) for line in raw(circle).splitlines()]


def raw(circle: Circle) -> bytes:
    slug = Club.objects.get(pk=circle.club.pk).slug
    return "".join(export(viewer=circle.owner, slug=slug)).encode()


def text(told: list[Json]) -> bytes:
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in told).encode()


def taken_in(circle: Circle, told: list[Json], **given: Any) -> Import:
    batch = create_import(viewer=circle.owner, club_slug=circle.club.slug, source=text(told), **given).obj
    run(import_id=batch.pk)
    return Import.objects.get(pk=batch.pk)


def statuses(batch: Import) -> list[tuple[str, str]]:
    return list(ImportLine.objects.filter(batch=batch).order_by("number").values_list("what", "status"))


def problem(batch: Import) -> tuple[str, str]:
    """Code and place of the first refusal."""
    refused = ImportLine.objects.filter(batch=batch, status="refused").order_by("number")[0]
    return refused.problem["code"], refused.problem["errors"][0]["pointer"]


@pytest.fixture(scope="module")
def settled(django_db_setup: None, django_db_blocker: Any) -> Iterator[Circle]:
    """Made once: each test takes back what it did, and the last of them all of it."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield lived_in(circle_here())
        transaction.set_rollback(True)


@pytest.fixture
def club(settled: Circle, db: None) -> Circle:
    return copy.deepcopy(settled)


def lived_in(circle: Circle) -> Circle:
    """Players with aliases, a merge and one hidden; matches some tricks, corrected, undone, void, given up."""
    friday: Json = {"viewer": circle.owner, "club_slug": circle.club.slug}
    old = create_player(name="Roberta", aliases=["Bobbie", "Robbie"], **friday).obj
    gone = create_player(name="Cleo", **friday).obj
    played = next(vector["record"] for vector in vectors() if vector["replay"]["complete"])
    *before, _ = played["rounds"]
    match = circle.match(options=played.get("options"), rounds=before)
    entered = [(kind, data) for kind, data in written_down(played) if data["round"] == len(played["rounds"])]
    for version, (kind, data) in enumerate(entered, start=1):
        enter(viewer=circle.scorer, match_id=match.pk, entry=entry(kind, version, data, device="tablet-2"))
    last = Match.objects.get(pk=match.pk).version
    patch = {"patch": [{"op": "replace", "path": "/players/red", "value": {"name": "Cleo"}}], "rated": False}
    enter(viewer=circle.owner, match_id=match.pk, entry=entry("amend", last, patch) | {"reason": "it was Cleo"})
    enter(viewer=circle.owner, match_id=match.pk, entry=entry("undo", last + 1, {}))
    double = circle.match(seats={"red": old.pk, "white": circle.ann.pk})
    void = entry("void", 1, {"duplicate_of": str(match.pk)}) | {"reason": "twice"}
    enter(viewer=circle.owner, match_id=double.pk, entry=void)
    left = circle.match(seats={"red": gone.pk, "white": circle.ann.pk}, table="Table 2")
    enter(viewer=circle.owner, match_id=left.pk, entry=entry("forfeit", 1, {"seat": "white"}) | {"reason": "tired"})
    merge(viewer=circle.owner, player_id=old.pk, into=circle.bob.pk)
    change_player(viewer=circle.owner, player_id=gone.pk, hidden=True)
    return circle


@pytest.fixture
def elsewhere(make_circle: Callable[..., Circle]) -> Circle:
    """A club with nobody in it yet."""
    other = make_circle("monday")
    other.club = create_club(viewer=other.owner, slug="tuesday", name="New", time_zone="Asia/Tokyo").obj
    return other


def sound(club: Club) -> None:
    for match in Match.objects.filter(club=club).select_related("club"):
        assert list(problems_of(rows_of(match), lines_of(match))) == []


def derived(club: Club) -> list[Json]:
    """What the rules make of the club's matches, in an order that no id has a part in."""
    matches = Match.objects.filter(club=club).select_related("club")
    found = [
        {
            "replay": {name: value for name, value in replay_of(rows_of(match)).items() if name != "id"},
            "rounds": record_of(rows_of(match))["rounds"],
            "as": [match.status, match.void, match.rated, match.table, match.forfeited_by, match.version],
            "played_on": str(match.played_on),
            "seats": [(seat.player.name, seat.score, seat.place) for seat in rows_of(match).seats],
        }
        for match in matches
    ]
    return sorted(found, key=lambda match: json.dumps(match, sort_keys=True))


def test_into_an_installation_without_it_it_is_the_same_club(club: Circle) -> None:
    told, was, slug = raw(club), derived(club.club), club.club.slug
    erasing.delete_club(viewer=club.owner, slug=slug, confirm=slug)
    erasing.erase(club_id=club.club.pk)
    club.club = create_club(viewer=club.owner, id=club.club.pk, slug=slug, name="x", time_zone="Asia/Tokyo").obj

    batch = taken_in(club, [json.loads(line) for line in told.splitlines()])

    assert (batch.state, batch.mode, batch.total, batch.position) == ("done", "atomic", 7, 7)
    assert set(statuses(batch)) == {("player", "new"), ("match", "new")}
    assert raw(club) == told
    assert derived(club.club) == was
    sound(club.club)


def test_who_imported_stands_beside_when_the_file_says_it_was_entered(club: Circle, elsewhere: Circle) -> None:
    told = exported(club)
    batch = taken_in(elsewhere, told)
    for match in Match.objects.filter(club=elsewhere.club):
        for one in Entry.objects.filter(match=match):
            assert (one.actor, one.imported) == (elsewhere.owner.user, batch)
            assert one.claimed_at < one.stored_at
    claimed = {datetime.fromisoformat(line["stored_at"]) for each in told for line in each.get("entries", [])}
    assert {one.claimed_at for one in Entry.objects.filter(imported=batch)} == claimed


def test_beside_the_club_itself_it_is_the_same_under_other_ids(club: Circle, elsewhere: Circle) -> None:
    told, was, before = exported(club), derived(club.club), raw(club)

    batch = taken_in(elsewhere, told)

    assert (batch.state, batch.problem) == ("done", None)
    assert derived(elsewhere.club) == was
    assert raw(club) == before
    old = {line["match"]["id"] for line in told if "match" in line}
    new = set(Match.objects.filter(club=elsewhere.club).values_list("pk", flat=True))
    assert new == {uuid.uuid5(elsewhere.club.pk, match) for match in old}
    double = Match.objects.get(club=elsewhere.club, duplicate_of__isnull=False)
    assert double.duplicate_of_id in new
    merged = Player.objects.get(club=elsewhere.club, name="Roberta")
    assert merged.root is not None
    assert (merged.root.name, merged.root.club) == ("Bob", elsewhere.club)
    assert merged.aliases == ["Bobbie", "Robbie"]
    ids = {line["player"]["id"] for line in told if "player" in line} | old | {str(club.club.pk)}
    journal = json.dumps(list(Entry.objects.filter(match__in=new).values_list("data", flat=True)))
    assert not [known for known in ids if known in journal]
    taken = Club.objects.get(pk=elsewhere.club.pk)
    assert (taken.name, taken.time_zone) == (club.club.name, club.club.time_zone)
    sound(elsewhere.club)


def test_twice_is_once_also_when_it_went_on_meanwhile(club: Circle, elsewhere: Circle) -> None:
    told = exported(club)
    taken_in(elsewhere, told)
    match = Match.objects.get(club=elsewhere.club, table="Table 2")
    enter(viewer=elsewhere.owner, match_id=match.pk, entry=entry("void", 2, {}) | {"reason": "x"})
    rows = Entry.objects.count(), Seat.objects.count(), Player.objects.count()

    again = taken_in(elsewhere, told)

    assert set(statuses(again)) == {("player", "here"), ("match", "here")}
    assert (Entry.objects.count(), Seat.objects.count(), Player.objects.count()) == rows
    # Found again under the ids that it got, even when the club it is of has gone.
    erasing.delete_club(viewer=club.owner, slug=club.club.slug, confirm=club.club.slug)
    erasing.erase(club_id=club.club.pk)
    assert set(statuses(taken_in(elsewhere, told))) == {("player", "here"), ("match", "here")}


def test_a_dry_run_tells_and_stores_nothing(club: Circle, elsewhere: Circle) -> None:
    before = Club.objects.values().get(pk=elsewhere.club.pk)
    batch = taken_in(elsewhere, exported(club), dry_run=True)
    assert (batch.state, set(statuses(batch))) == ("done", {("player", "new"), ("match", "new")})
    assert not Match.objects.filter(club=elsewhere.club).exists()
    assert not Player.objects.filter(club=elsewhere.club).exists()
    assert Club.objects.values().get(pk=elsewhere.club.pk) == before


def test_a_name_that_somebody_here_has_stops_all_of_it(club: Circle, make_circle: Callable[..., Circle]) -> None:
    other = make_circle("monday")
    batch = taken_in(other, exported(club))
    assert (batch.state, problem(batch)) == ("refused", ("name_taken", "/player/name"))
    assert (Player.objects.filter(club=other.club).count(), Match.objects.filter(club=other.club).count()) == (2, 0)


def test_it_is_taken_back_whole(club: Circle, elsewhere: Circle) -> None:
    batch = taken_in(elsewhere, exported(club))
    take_back(viewer=elsewhere.owner, import_id=batch.pk)
    assert set(Match.objects.filter(club=elsewhere.club).values_list("void", flat=True)) == {True}
    assert not Player.objects.filter(club=elsewhere.club, hidden=False, merged__isnull=True, root=None).exists()
    sound(elsewhere.club)


def test_only_an_owner_brings_a_club(club: Circle, elsewhere: Circle) -> None:
    for who in (club.scorer, club.member):
        with pytest.raises(NotAllowed):
            create_import(viewer=who, club_slug=club.club.slug, source=text(exported(club)))
    assert not Import.objects.exists()


@pytest.mark.parametrize("kept", [slice(0, -1), slice(0, 3), slice(0, 1), slice(1, None)])
def test_a_file_that_broke_off_is_refused_at_once(club: Circle, elsewhere: Circle, kept: slice) -> None:
    told = exported(club)[kept]
    if told[0].get("format"):
        with pytest.raises(Invalid) as refused:
            taken_in(elsewhere, told)
        assert refused.value.code == "broken_off"
    else:  # no export then, but lines that are no records
        assert set(statuses(taken_in(elsewhere, told))) == {("match", "refused")}
    assert not Match.objects.filter(club=elsewhere.club).exists()


def test_one_that_lacks_a_line_in_between_is_broken_off_too(club: Circle, elsewhere: Circle) -> None:
    told = exported(club)
    with pytest.raises(Invalid) as refused:
        taken_in(elsewhere, [*told[:2], *told[3:]])
    assert refused.value.code == "broken_off"


def match_of(told: list[Json], **wanted: Any) -> list[Json]:
    """The entries of the first match that has one of this kind."""
    return next(
        line["entries"]
        for line in told
        if "match" in line and any(each["kind"] == wanted["kind"] for each in line["entries"])
    )


STRANGER = str(uuid.uuid4())


def _gap(told: list[Json]) -> None:
    del match_of(told, kind="undo")[3]


def _undo_of_another(told: list[Json]) -> None:
    match_of(told, kind="undo")[-1]["undoes"] -= 1


def _without_reason(told: list[Json]) -> None:
    match_of(told, kind="forfeit")[-1]["reason"] = " "


def _unknown_kind(told: list[Json]) -> None:
    match_of(told, kind="forfeit")[-1]["kind"] = "explode"


def _stranger_on_a_seat(told: list[Json]) -> None:
    match_of(told, kind="forfeit")[0]["data"]["seats"]["red"] = STRANGER


def _stranger_once_amended_in(told: list[Json]) -> None:
    match_of(told, kind="amend")[-2]["data"]["patch"][0]["value"] = {"id": STRANGER}


def _one_player_twice(told: list[Json]) -> None:
    seats = match_of(told, kind="forfeit")[0]["data"]["seats"]
    seats["red"] = seats["white"]


def _merged_and_met(told: list[Json]) -> None:
    players = {line["player"]["name"]: line["player"] for line in told if "player" in line}
    players["Cleo"]["merged_into"] = players["Ann"]["id"]


def _merged_with_himself(told: list[Json]) -> None:
    players = {line["player"]["name"]: line["player"] for line in told if "player" in line}
    players["Bob"]["merged_into"] = players["Roberta"]["id"]


def _merged_into_a_stranger(told: list[Json]) -> None:
    next(line["player"] for line in told if "player" in line)["merged_into"] = STRANGER


def _impossible_trick(told: list[Json]) -> None:
    trick = next(each for each in match_of(told, kind="undo") if each["kind"] == "trick")
    trick["data"]["reply"] = trick["data"]["lead"]


def _no_time(told: list[Json]) -> None:
    del match_of(told, kind="forfeit")[-1]["stored_at"]


def _of_no_club(told: list[Json]) -> None:
    match_of(told, kind="forfeit")[0]["data"]["club"] = "friday"


def _of_another_club(told: list[Json]) -> None:
    match_of(told, kind="forfeit")[0]["data"]["club"] = str(uuid.uuid4())


def _entry_twice(told: list[Json]) -> None:
    entries = match_of(told, kind="forfeit")
    entries[1]["id"] = entries[0]["id"]


def _unknown_field(told: list[Json]) -> None:
    match_of(told, kind="forfeit")[-1]["actor"] = 1


def _bad_name(told: list[Json]) -> None:
    next(line["player"] for line in told if "player" in line)["name"] = "\u202eevil"


def _twice(told: list[Json]) -> None:
    told[-2] = told[-3]


FAULTS = [
    (_gap, "malformed", "/entries/3/version"),
    (_undo_of_another, "malformed", "/undoes"),
    (_without_reason, "malformed", "/entries/1/reason"),
    (_unknown_kind, "malformed", "/entries/1/kind"),
    (_stranger_on_a_seat, "unknown_player", "/entries/0/data/seats/red"),
    (_stranger_once_amended_in, "unknown_player", "/data/patch/0/value"),
    (_one_player_twice, "same_player", "/entries/0/data/seats/white"),
    (_merged_and_met, "same_player", "/entries"),
    (_merged_with_himself, "same_player", "/player/merged_into"),
    (_merged_into_a_stranger, "unknown_player", "/player/merged_into"),
    (_impossible_trick, None, ""),
    (_no_time, "malformed", "/entries/1/stored_at"),
    (_of_no_club, "malformed", "/entries/0/data/club"),
    (_of_another_club, "malformed", "/entries/0/data/club"),
    (_entry_twice, "entry_id_reused", "/entries"),
    (_unknown_field, "malformed", "/entries/1/actor"),
    (_bad_name, "malformed", "/player/name"),
    (_twice, "id_in_use", "/match/id"),
]


@pytest.mark.parametrize(("spoil", "code", "place"), FAULTS, ids=[fault[0].__name__ for fault in FAULTS])
def test_a_journal_that_cannot_be_is_refused_and_nothing_is_stored(
    club: Circle, elsewhere: Circle, spoil: Callable[[list[Json]], None], code: str | None, place: str
) -> None:
    told = exported(club)
    spoil(told)

    batch = taken_in(elsewhere, told)

    assert (batch.state, batch.problem and batch.problem["code"]) == ("refused", "pieces_refused")
    found, where = problem(batch)
    assert found == code or code is None
    assert place in where
    assert not Match.objects.filter(club=elsewhere.club).exists()
    assert not Player.objects.filter(club=elsewhere.club).exists()


def test_a_match_that_was_altered_in_the_file_is_not_the_one_that_is_here(club: Circle, elsewhere: Circle) -> None:
    told = exported(club)
    taken_in(elsewhere, told)
    match_of(told, kind="forfeit")[0]["data"]["table"] = "Table 7"
    batch = taken_in(elsewhere, told)
    assert (batch.state, problem(batch)[0]) == ("refused", "id_in_use")


def test_many_matches_cost_as_many_queries_as_one(club: Circle, elsewhere: Circle) -> None:
    told = exported(club)
    extra = next(line for line in told if "match" in line and len(line["entries"]) == 2)
    counts = []
    for many in (1, 40):
        lines = [line for line in told if "player" in line]
        for _ in range(many):
            match_id = str(uuid.uuid4())
            created = extra["entries"][0] | {"id": match_id}
            lines.append({"match": {"id": match_id}, "entries": [created]})
        end = {"end": {"players": len(lines) - many, "matches": many}}
        batch = create_import(
            viewer=elsewhere.owner, club_slug=elsewhere.club.slug, source=text([told[0], *lines, end]), dry_run=True
        ).obj
        with CaptureQueriesContext(connection) as queries:
            run(import_id=batch.pk)
        counts.append(len(queries))
    assert counts[0] == counts[1]
