"""An import taken back: whole, once, and with everything that was here before left as it was."""

import uuid
from collections.abc import Iterable

import pytest
from django.db import transaction
from django.utils import timezone

from scorepad.games import GAMES
from scorepad.models import Change, Entry, Import, ImportLine, Match, Player
from scorepad.refusals import Conflict, NotAllowed, NotHere, Refused
from scorepad.selectors.journal import Line, lines_of_all
from scorepad.selectors.rows import rows_of_all
from scorepad.services.entries import enter
from scorepad.services.ledger import problems_of
from scorepad.services.planning import history_from
from scorepad.services.players import create_player
from scorepad.services.storage import store_new
from scorepad.services.taking_back import take_back
from tests.scorepad.conftest import EVENING, Circle
from tests.scorepad.tables import entry


def imported(circle: Circle, seats: Iterable[tuple[Player, Player]], **given: object) -> Import:
    """An import that is done, with a match for each of these pairs."""
    user, now = circle.owner.user, timezone.now()
    assert user is not None
    values = {"mode": "atomic", "state": "done", "digest": uuid.uuid4().hex, "creates_players": True}
    batch = Import.objects.create(club=circle.club, actor=user, **values | given)
    histories = []
    for red, white in seats:
        match_id = uuid.uuid4()
        data = {
            "club": str(circle.club.pk),
            "game": "marrakesh",
            "seats": {"red": str(red.pk), "white": str(white.pk)},
            "played_at": EVENING,
            "rated": True,
            "table": "",
        }
        line = Line(
            1, match_id, "create", data, None, None, user.pk, user.username, None, None, None, now, imported_id=batch.pk
        )
        histories.append((circle.club, history_from(GAMES["marrakesh"], str(match_id), (line,))))
    with transaction.atomic():
        matches = store_new(histories)
    ImportLine.objects.bulk_create(
        ImportLine(batch=batch, number=number, what="match", ref=match.pk, status="new")
        for number, match in enumerate(matches, start=1)
    )
    return batch


def created_with(batch: Import, circle: Circle, name: str) -> Player:
    """A player whom a line of the import had made."""
    player = create_player(viewer=circle.owner, club_slug=circle.club.slug, name=name).obj
    hint = {"code": "player_created", "player": str(player.pk), "name": name}
    ImportLine.objects.filter(batch=batch, number=1).update(hints=[hint])
    return player


def matches_of(batch: Import) -> list[Match]:
    return list(Match.objects.filter(entries__imported=batch, entries__version=1).order_by("pk"))


def test_every_match_of_it_is_void_and_none_besides(circle: Circle) -> None:
    own = circle.match()
    batch = imported(circle, [(circle.ann, circle.bob), (circle.bob, circle.ann)])

    state = take_back(viewer=circle.scorer, import_id=batch.pk)

    assert (state.state, state.taken_back_by) == ("taken_back", circle.scorer.user)
    assert state.taken_back_at is not None
    assert [match.void for match in matches_of(batch)] == [True, True]
    assert not Match.objects.get(pk=own.pk).void
    lines = lines_of_all(Match.objects.all())
    assert not [
        problem for rows in rows_of_all(Match.objects.all()) for problem in problems_of(rows, lines[rows.match.pk])
    ]


def test_the_journal_keeps_the_match_and_names_the_import(circle: Circle) -> None:
    batch = imported(circle, [(circle.ann, circle.bob)])

    take_back(viewer=circle.owner, import_id=batch.pk)

    created, voided = Entry.objects.filter(match__in=matches_of(batch)).order_by("version")
    assert (created.kind, voided.kind, voided.actor) == ("create", "void", circle.owner.user)
    assert str(batch.pk) in voided.reason
    told = Change.objects.filter(club=circle.club).order_by("-pk")[:2]
    assert {(change.what, change.version) for change in told} == {("match", 2), ("import", None)}


def test_what_was_entered_since_goes_with_it_and_comes_back_with_it(circle: Circle) -> None:
    batch = imported(circle, [(circle.ann, circle.bob)])
    (match,) = matches_of(batch)
    round_ = entry("round", 1, {"round": 1, "points": {"red": 12, "white": 3}})
    enter(viewer=circle.scorer, match_id=match.pk, entry=round_)

    take_back(viewer=circle.owner, import_id=batch.pk)
    match.refresh_from_db()
    assert (match.void, match.version) == (True, 3)

    enter(viewer=circle.owner, match_id=match.pk, entry=entry("restore", 3, {}) | {"reason": "it was played"})
    match.refresh_from_db()
    assert (match.void, match.running) == (False, [[12, 3]])


def test_twice_is_once(circle: Circle) -> None:
    batch = imported(circle, [(circle.ann, circle.bob)])
    first = take_back(viewer=circle.owner, import_id=batch.pk)

    second = take_back(viewer=circle.scorer, import_id=batch.pk)

    assert (second.state, second.taken_back_at) == ("taken_back", first.taken_back_at)
    assert second.taken_back_by == circle.owner.user
    assert Entry.objects.count() == 2


def test_one_that_was_void_already_stays_as_it_was(circle: Circle) -> None:
    own = circle.match()
    batch = imported(circle, [(circle.ann, circle.bob)])
    (match,) = matches_of(batch)
    void = entry("void", 1, {"duplicate_of": str(own.pk)}) | {"reason": "written down twice"}
    enter(viewer=circle.owner, match_id=match.pk, entry=void)

    take_back(viewer=circle.owner, import_id=batch.pk)

    match.refresh_from_db()
    assert (match.version, match.duplicate_of) == (2, own)


def test_a_player_whom_only_it_brought_is_hidden(circle: Circle) -> None:
    batch = imported(circle, [(circle.ann, circle.bob)])
    cleo = created_with(batch, circle, "Cleo")

    take_back(viewer=circle.owner, import_id=batch.pk)

    cleo.refresh_from_db()
    circle.ann.refresh_from_db()
    assert (cleo.hidden, circle.ann.hidden) == (True, False)


def test_a_player_who_sat_down_elsewhere_meanwhile_is_not(circle: Circle) -> None:
    batch = imported(circle, [(circle.ann, circle.bob)])
    cleo = created_with(batch, circle, "Cleo")
    circle.match(seats={"red": cleo.pk, "white": circle.bob.pk})

    take_back(viewer=circle.owner, import_id=batch.pk)

    cleo.refresh_from_db()
    assert not cleo.hidden


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"state": "queued"}, "import_under_way"),
        ({"state": "running"}, "import_under_way"),
        ({"state": "refused"}, "nothing_imported"),
        ({"dry_run": True}, "nothing_imported"),
    ],
)
def test_what_is_under_way_or_stored_nothing_cannot_be_taken_back(
    circle: Circle, given: dict[str, object], code: str
) -> None:
    batch = imported(circle, [], **given)

    with pytest.raises(Conflict) as refusal:
        take_back(viewer=circle.owner, import_id=batch.pk)

    assert refusal.value.code == code
    assert Import.objects.get(pk=batch.pk).taken_back_at is None


@pytest.mark.parametrize(("who", "refused"), [("member", NotAllowed), ("stranger", NotHere), ("nobody", NotHere)])
def test_only_those_who_record_take_back(circle: Circle, who: str, refused: type[Refused]) -> None:
    batch = imported(circle, [(circle.ann, circle.bob)])

    with pytest.raises(refused):
        take_back(viewer=getattr(circle, who), import_id=batch.pk)

    assert not matches_of(batch)[0].void
    assert Entry.objects.count() == 1


def test_an_import_of_another_club_is_not_here(circle: Circle, make_circle: object) -> None:
    other = make_circle("monday")  # type: ignore[operator]
    batch = imported(circle, [(circle.ann, circle.bob)])

    with pytest.raises(NotHere):
        take_back(viewer=other.owner, import_id=batch.pk)
