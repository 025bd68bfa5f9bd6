"""Who sits where: players told by id or name, merged or renamed since, and nobody twice at one table."""

import threading
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from scorepad.models import Match, NameKey, Player
from scorepad.refusals import Invalid, Refused
from scorepad.selectors.journal import lines_of
from scorepad.selectors.rows import record_of, rows_of
from scorepad.services.entries import enter
from scorepad.services.ledger import problems_of
from scorepad.services.players import create_player
from scorepad.services.records import create_record, replace_record
from scorepad.services.seating import Roster
from scorepad.services.verdicts import Verdict
from tests.scorepad.conftest import EVENING, Circle
from tests.scorepad.services.entering import everything, refusal
from tests.scorepad.services.test_races import wait_for_a_waiter
from tests.scorepad.tables import Json, entry

SEATS = ("red", "white")


def merged(player: Player, into: Player) -> None:
    Player.objects.filter(pk=player.pk).update(merged_into=into, root=into)


def renamed(player: Player, key: str) -> None:
    with transaction.atomic():  # the player's reference to his key is looked at when this is committed
        NameKey.objects.filter(player=player, alias__isnull=True).update(key=key)
        Player.objects.filter(pk=player.pk).update(name=key.title(), name_key=key)


@pytest.fixture
def john(circle: Circle) -> Player:
    return create_player(viewer=circle.owner, club_slug=circle.club.slug, name="John", aliases=["Johnny"]).obj


@pytest.fixture
def match(circle: Circle) -> Match:
    return circle.match()


def seated(seat: str, player: Json, *, base_version: int = 1) -> Json:
    patch = [{"op": "replace", "path": f"/players/{seat}", "value": player}]
    return entry("amend", base_version, {"patch": patch}) | {"reason": "it was somebody else"}


def players(match: Match) -> dict[str, str]:
    match.refresh_from_db()
    rows = rows_of(match)
    assert list(problems_of(rows, lines_of(match))) == []
    return {key: player["id"] for key, player in record_of(rows)["players"].items()}


def test_a_player_is_known_by_his_id_or_any_of_his_spellings(circle: Circle, john: Player) -> None:
    roster = Roster.of(circle.club)
    told: list[Json] = [
        {"id": str(john.pk)},
        {"name": "  JOHNNY"},
        {"name": "john"},
        {"id": str(john.pk), "name": "Bob"},
    ]
    assert {roster.resolve("/x", player) for player in told} == {john.pk}
    elsewhere = {"id": str(uuid.uuid4()), "name": "John"}  # as in a file from another installation
    assert roster.resolve("/x", elsewhere) == john.pk


def test_a_merged_player_is_known_by_his_id_and_his_name_is_the_one_he_became(circle: Circle, john: Player) -> None:
    merged(john, circle.bob)
    roster = Roster.of(circle.club)
    assert roster.resolve("/x", {"id": str(john.pk)}) == john.pk
    assert roster.resolve("/x", {"name": "Johnny"}) == circle.bob.pk
    both = {"red": {"id": str(john.pk)}, "white": {"name": "Bob"}}
    said = refusal(lambda: roster.seats("/players", both, SEATS), Invalid)
    assert (said.code, said.errors[0]["pointer"]) == ("same_player", "/players/white")


@pytest.mark.parametrize(
    ("player", "code", "pointer"),
    [
        ({}, "unknown_player", "/x"),
        (None, "malformed", "/x"),
        ("John", "malformed", "/x"),
        ({"id": 7}, "malformed", "/x/id"),
        ({"name": True}, "malformed", "/x/name"),
        ({"name": "Jon"}, "unknown_player", "/x"),
        ({"id": str(uuid.uuid4())}, "unknown_player", "/x"),
        ({"name": "John", "rating": 1500}, "malformed", "/x"),
    ],
)
def test_who_cannot_be_told_is_refused(player: Any, code: str, pointer: str, circle: Circle, john: Player) -> None:
    said = refusal(lambda: Roster.of(circle.club).resolve("/x", player), Invalid)
    assert (said.code, said.errors[0]["pointer"]) == (code, pointer)


def test_a_player_of_another_club_is_unknown(make_circle: Callable[..., Circle], circle: Circle) -> None:
    other = make_circle("saturday").ann
    said = refusal(lambda: Roster.of(circle.club).resolve("/x", {"id": str(other.pk)}), Invalid)
    assert said.code == "unknown_player"


def test_a_roster_takes_two_queries_whoever_is_in_it(circle: Circle) -> None:
    for _ in range(3):
        with CaptureQueriesContext(connection) as queries:
            Roster.of(circle.club)
        assert len(queries) == 2
        create_player(viewer=circle.owner, club_slug=circle.club.slug, name=uuid.uuid4().hex)


SMUGGLED: dict[str, Callable[[Json], list[Json]]] = {
    "moved from elsewhere": lambda who: [
        {"op": "add", "path": "/ext", "value": {"p": who}},
        {"op": "move", "from": "/ext/p", "path": "/players/red"},
    ],
    "copied from elsewhere": lambda who: [
        {"op": "add", "path": "/ext", "value": {"red": who, "white": who}},
        {"op": "copy", "from": "/ext", "path": "/players"},
    ],
    "an id from elsewhere": lambda who: [
        {"op": "add", "path": "/ext", "value": who},
        {"op": "copy", "from": "/ext/id", "path": "/players/red/id"},
    ],
    "put aside deeper down": lambda who: [
        {"op": "add", "path": "/players/red/deep", "value": who},
        {"op": "move", "from": "/players/red/deep", "path": "/players/red"},
    ],
}


@pytest.mark.parametrize("way", SMUGGLED)
def test_nobody_is_seated_who_was_not_looked_up(way: str, circle: Circle, match: Match) -> None:
    for who in ({"id": str(uuid.uuid4())}, {"id": str(circle.bob.pk), "name": "Robert the Rook"}):
        given = entry("amend", 1, {"patch": SMUGGLED[way](who)}) | {"reason": "no reason"}
        for dry_run in (True, False):
            said = refusal(
                partial(enter, viewer=circle.scorer, match_id=match.pk, entry=given, dry_run=dry_run), Invalid
            )
            assert said.code == "bad_patch"


def test_a_rehearsal_refuses_two_seats_for_one_person_as_the_entry_does(
    circle: Circle, match: Match, john: Player
) -> None:
    merged(john, circle.bob)
    given = seated("red", {"id": str(john.pk)})
    for dry_run in (True, False):
        said = refusal(
            lambda dry_run=dry_run: enter(viewer=circle.scorer, match_id=match.pk, entry=given, dry_run=dry_run),
            Invalid,
        )
        assert said.code == "same_player"


@pytest.mark.parametrize("since", ["renamed", "merged", "the name is another's"])
def test_a_name_sent_again_means_whom_it_meant(since: str, circle: Circle, match: Match, john: Player) -> None:
    """A lost answer is asked for again, and meanwhile the player has got another name."""
    given = seated("red", {"name": "John"})
    first = enter(viewer=circle.scorer, match_id=match.pk, entry=given)
    cleo = create_player(viewer=circle.owner, club_slug=circle.club.slug, name="Cleo").obj
    if since == "merged":
        merged(john, cleo)
    else:
        renamed(john, "johannes")
    if since == "the name is another's":
        create_player(viewer=circle.owner, club_slug=circle.club.slug, name="John")
        said = refusal(lambda: enter(viewer=circle.scorer, match_id=match.pk, entry=given), Invalid)
        assert said.code == "entry_id_reused"  # nothing is done twice, and nothing to the wrong man
        return
    before = everything()
    again = enter(viewer=circle.scorer, match_id=match.pk, entry=given)
    assert (again.stored, again.stands, again.version, again.changes) == (False, True, 2, first.changes)
    assert everything() == before
    other = {**given, "data": seated("red", {"name": "Cleo"})["data"]}
    if since == "renamed":
        assert refusal(lambda: enter(viewer=circle.scorer, match_id=match.pk, entry=other), Invalid).code == (
            "entry_id_reused"
        )


def test_a_record_put_again_means_whom_it_meant(circle: Circle, john: Player) -> None:
    match_id = uuid.uuid4()
    record: Json = {
        "format": "marrakesh-record/1",
        "played_at": EVENING,
        "players": {"red": {"name": "Ann"}, "white": {"name": "John"}},
        "rounds": [],
    }
    club = circle.club.slug
    put = create_record(viewer=circle.scorer, match_id=match_id, record=record, club_slug=club)
    renamed(john, "johannes")
    again = create_record(viewer=circle.scorer, match_id=match_id, record=record, club_slug=club)
    assert (put.outcome, again.outcome) == ("created", "same")
    merged(john, circle.bob)
    kept = {**record, "players": {"red": {"name": "Ann"}, "white": {"name": "Bob"}}}
    same = replace_record(viewer=circle.scorer, match_id=match_id, record=kept, tags=None, reason="put again")
    assert (same.outcome, players(same.match)["white"]) == ("same", str(john.pk))
    unknown = {**record, "players": {"red": {"name": "Ann"}, "white": {"name": "Zacharias"}}}
    said = refusal(
        lambda: replace_record(viewer=circle.scorer, match_id=match_id, record=unknown, tags=None, reason="x"), Invalid
    )
    assert said.code == "unknown_player"


# -- while others write -----------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("door", ["create", "amend"])
def test_a_seat_taken_while_two_players_become_one_is_refused(door: str, circle: Circle, john: Player) -> None:
    """The merge has both rows and has found no match of the two; whoever seats them has to wait, and hears of it."""
    match = circle.match()

    def seat() -> Match | Verdict | Refused:
        try:
            if door == "create":
                return circle.match(seats={"red": john.pk, "white": circle.bob.pk})
            return enter(viewer=circle.scorer, match_id=match.pk, entry=seated("red", {"id": str(john.pk)}))
        except Refused as refused:
            return refused
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool, transaction.atomic():
        list(Player.objects.select_for_update().filter(pk__in=[john.pk, circle.bob.pk]).order_by("pk"))
        waiting = pool.submit(seat)
        wait_for_a_waiter()
        merged(john, circle.bob)
    said = waiting.result()
    assert isinstance(said, Invalid)
    assert said.code == "same_player"
    assert players(match) == {"red": str(circle.ann.pk), "white": str(circle.bob.pk)}
    assert Match.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_merge_waits_for_whoever_seats_the_two_and_then_finds_their_match(circle: Circle, john: Player) -> None:
    found: list[int] = []
    begun = threading.Event()

    def merge() -> None:
        begun.set()
        with transaction.atomic():
            list(Player.objects.select_for_update().filter(pk__in=[john.pk, circle.bob.pk]).order_by("pk"))
            found.append(Match.objects.filter(seats__player=john).filter(seats__player=circle.bob).count())
        connection.close()

    with ThreadPoolExecutor(1) as pool, transaction.atomic():
        circle.match(seats={"red": john.pk, "white": circle.bob.pk})
        merging = pool.submit(merge)
        assert begun.wait(30)
        wait_for_a_waiter()
    merging.result()
    assert found == [1]


def test_near_names_are_a_few_the_likest_first(circle: Circle) -> None:
    for name in [*(f"Johanna Weber{letter}" for letter in "cdefgh"), "Weber Johanna", "Johanna Webern"]:
        create_player(viewer=circle.owner, club_slug=circle.club.slug, name=name)
    near = [each["name"] for each in Roster.of(circle.club).near("Johanna Weber")]
    assert near[0] == "Weber Johanna"
    assert len(near) == 5
