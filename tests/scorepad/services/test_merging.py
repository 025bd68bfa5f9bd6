"""Two players who are one person: merged, unmerged, never when they have met; safe against a match made meanwhile."""

import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from scorepad.models import Match, Player, Seat
from scorepad.refusals import Busy, Conflict, Invalid, NotAllowed, NotHere, Refused
from scorepad.selectors.access import Viewer
from scorepad.selectors.people import cluster_of, of_player
from scorepad.services.entries import enter
from scorepad.services.matches import create_match
from scorepad.services.merging import merge, unmerge
from scorepad.services.players import change_player, create_player
from tests.scorepad.conftest import EVENING, Circle
from tests.scorepad.tables import entry

NewPlayer = Callable[[str], Player]


@pytest.fixture
def new(circle: Circle) -> NewPlayer:
    def made(name: str) -> Player:
        return create_player(viewer=circle.owner, club_slug=circle.club.slug, name=name).obj

    return made


def lines() -> dict[str, tuple[str | None, str | None]]:
    """Of every player whom he was merged into and who he is, by name."""
    rows = Player.objects.values_list("name", "merged_into__name", "root__name")
    return {name: (into, root) for name, into, root in rows}


def conflict(call: Callable[[], Any]) -> Conflict:
    before = lines()
    with pytest.raises(Conflict) as refused:
        call()
    assert lines() == before
    return refused.value


def test_a_line_of_merges_ends_in_one_root_and_is_taken_apart_where_one_likes(circle: Circle, new: NewPlayer) -> None:
    a, b, c, d = (new(name) for name in "ABCD")
    own = {"viewer": circle.owner}
    merge(**own, player_id=a.pk, into=b.pk)
    merge(**own, player_id=c.pk, into=d.pk)
    merge(**own, player_id=b.pk, into=c.pk)
    whole = {"A": ("B", "D"), "B": ("C", "D"), "C": ("D", "D"), "D": (None, None)}
    assert lines() == whole | {"Ann": (None, None), "Bob": (None, None)}
    merge(**own, player_id=b.pk, into=c.pk)  # again
    assert {player.name for player in cluster_of(a.pk)} == {"A", "B", "C", "D"}
    unmerge(**own, player_id=b.pk)
    assert {name: lines()[name] for name in "ABCD"} == {
        "A": ("B", "B"), "B": (None, None), "C": ("D", "D"), "D": (None, None),
    }  # fmt: skip
    assert unmerge(**own, player_id=b.pk).merged_into_id is None  # again


def test_nobody_becomes_himself_or_somebody_in_another_club(
    circle: Circle, new: NewPlayer, make_circle: Callable[..., Circle]
) -> None:
    a, b = new("A"), new("B")
    merge(viewer=circle.owner, player_id=a.pk, into=b.pk)
    for player, into in ((a, a), (b, a), (b, b)):
        said = conflict(lambda player=player, into=into: merge(viewer=circle.owner, player_id=player.pk, into=into.pk))
        assert said.code in ("same_player", "merged_already")
    assert conflict(lambda: merge(viewer=circle.owner, player_id=a.pk, into=circle.ann.pk)).code == "merged_already"
    elsewhere = make_circle("saturday").ann
    for into in (elsewhere.pk, uuid.uuid4()):
        with pytest.raises(Invalid) as refused:
            merge(viewer=circle.owner, player_id=b.pk, into=into)
        assert (refused.value.code, refused.value.errors[0]["pointer"]) == ("unknown_player", "/into")


def test_two_who_have_met_are_two_also_along_their_lines_and_in_void_matches(circle: Circle, new: NewPlayer) -> None:
    match = circle.match()
    void = entry("void", 1, {}) | {"reason": "a trial"}
    enter(viewer=circle.owner, match_id=match.pk, entry=void)
    a, b = new("A"), new("B")
    merge(viewer=circle.owner, player_id=a.pk, into=circle.ann.pk)
    merge(viewer=circle.owner, player_id=b.pk, into=circle.bob.pk)
    for player, into in ((circle.ann, circle.bob), (circle.ann, b), (circle.bob, a)):
        said = conflict(lambda player=player, into=into: merge(viewer=circle.owner, player_id=player.pk, into=into.pk))
        assert (said.code, said.params["matches"]) == ("have_met", [str(match.pk)])


def test_reads_group_by_the_root_and_matches_are_not_rewritten(circle: Circle, new: NewPlayer) -> None:
    a = new("A")
    first = circle.match(seats={"red": a.pk, "white": circle.bob.pk})
    second = circle.match()
    seats = list(Seat.objects.order_by("pk").values())
    merge(viewer=circle.owner, player_id=a.pk, into=circle.ann.pk)
    for player in (a, circle.ann):
        assert set(of_player(player.pk)) == {first, second}
    assert list(Seat.objects.order_by("pk").values()) == seats
    unmerge(viewer=circle.owner, player_id=a.pk)
    assert set(of_player(a.pk)) == {first}


def test_the_two_cannot_sit_down_at_one_table_afterwards(circle: Circle, new: NewPlayer) -> None:
    a = new("A")
    match = circle.match(seats={"red": a.pk, "white": circle.bob.pk})
    merge(viewer=circle.owner, player_id=a.pk, into=circle.ann.pk)
    for seats in ({"red": a.pk, "white": circle.ann.pk}, {"red": circle.ann.pk, "white": a.pk}):
        with pytest.raises(Invalid) as refused:
            circle.match(seats=seats)
        assert refused.value.code == "same_player"
    patch = {"patch": [{"op": "replace", "path": "/players/white/id", "value": str(circle.ann.pk)}]}
    with pytest.raises(Invalid):
        enter(viewer=circle.owner, match_id=match.pk, entry=entry("amend", 1, patch) | {"reason": "x"})
    assert Match.objects.count() == 1


def test_an_undo_does_not_bring_the_two_to_one_table_either(circle: Circle, new: NewPlayer) -> None:
    a = new("A")
    match = circle.match(seats={"red": a.pk, "white": circle.ann.pk})
    patch = {"patch": [{"op": "replace", "path": "/players/white", "value": {"name": "Bob"}}]}
    enter(viewer=circle.owner, match_id=match.pk, entry=entry("amend", 1, patch) | {"reason": "it was Bob"})
    merge(viewer=circle.owner, player_id=a.pk, into=circle.ann.pk)
    with pytest.raises(Invalid) as refused:
        enter(viewer=circle.owner, match_id=match.pk, entry=entry("undo", 2, {}))
    assert refused.value.code == "same_player"
    match.refresh_from_db()
    assert match.version == 2


def test_merging_is_the_owners(circle: Circle, new: NewPlayer) -> None:
    a = new("A")
    for who, refusal in ((circle.scorer, NotAllowed), (circle.member, NotAllowed), (circle.stranger, NotHere)):
        for call in (merge, unmerge):
            with pytest.raises(refusal):
                call(viewer=who, player_id=a.pk, **({"into": circle.ann.pk} if call is merge else {}))
    assert lines()["A"] == (None, None)


def told(call: Callable[[], Any]) -> str:
    """What became of a call that was made again while somebody else was busy."""
    try:
        for _ in range(10):
            try:
                call()
                return "done"
            except Busy:
                continue
        return "busy"
    except Refused as refused:
        return refused.code
    finally:
        connection.close()


@pytest.mark.django_db(transaction=True)
def test_a_match_created_meanwhile_and_a_merge_cannot_both_be(circle: Circle, new: NewPlayer) -> None:
    for turn in range(12):
        a, b = new(f"A{turn}"), new(f"B{turn}")

        def seat(a: Player = a, b: Player = b) -> Any:
            return create_match(
                viewer=circle.scorer,
                id=uuid.uuid4(),
                club_slug=circle.club.slug,
                game="marrakesh",
                played_at=EVENING,
                seats={"red": a.pk, "white": b.pk},
            )

        def join(a: Player = a, b: Player = b) -> Any:
            return merge(viewer=circle.owner, player_id=a.pk, into=b.pk)

        with ThreadPoolExecutor(2) as pool:
            said = [each.result() for each in (pool.submit(told, seat), pool.submit(told, join))]
        assert said in (["done", "have_met"], ["same_player", "done"])


@pytest.mark.django_db(transaction=True)
def test_two_merges_at_once_never_make_a_ring(circle: Circle, new: NewPlayer) -> None:
    for turn in range(8):
        a, b = new(f"A{turn}"), new(f"B{turn}")
        pairs = [(a, b), (b, a)]
        with ThreadPoolExecutor(2) as pool:
            jobs = [
                pool.submit(told, lambda x=x, y=y: merge(viewer=circle.owner, player_id=x.pk, into=y.pk))
                for x, y in pairs
            ]
            said = sorted(job.result() for job in jobs)
        assert said == ["done", "same_player"]
        assert Player.objects.filter(pk__in=[a.pk, b.pk], merged_into__isnull=True).count() == 1


def test_a_player_is_renamed_keeps_his_own_spellings_and_takes_nobody_elses(circle: Circle, new: NewPlayer) -> None:
    change = {"viewer": circle.scorer, "player_id": circle.ann.pk}
    changed = change_player(**change, name="Anna", aliases=["Ann", "Annie"])
    assert (changed.name, changed.aliases) == ("Anna", ["Ann", "Annie"])
    assert change_player(**change, name="ann", aliases=["ANNA"]).aliases == ["ANNA"]
    for given, place in (({"name": "BOB"}, "/name"), ({"aliases": ["x", "bob"]}, "/aliases/1")):
        with pytest.raises(Conflict) as refused:
            change_player(**change, **given)
        assert (refused.value.code, refused.value.errors[0]["pointer"]) == ("name_taken", place)
    assert change_player(**change).name == "ann"
    assert change_player(**change, hidden=True).hidden


def test_whose_account_a_player_is_only_owners_say(circle: Circle, new: NewPlayer) -> None:
    with pytest.raises(NotAllowed):
        change_player(viewer=circle.scorer, player_id=circle.ann.pk, user="friday-member")
    with pytest.raises(Invalid) as refused:
        change_player(viewer=circle.owner, player_id=circle.ann.pk, user="friday-stranger")
    assert refused.value.code == "unknown_user"
    assert change_player(viewer=circle.owner, player_id=circle.ann.pk, user="friday-member").user == circle.member.user
    assert change_player(viewer=circle.owner, player_id=circle.ann.pk, user=None).user is None


def test_a_guest_plays_without_an_account(circle: Circle, new: NewPlayer) -> None:
    guest = new("A guest from Lyon")
    assert guest.user is None
    match = circle.match(seats={"red": guest.pk, "white": circle.bob.pk})
    assert {seat.player.name for seat in match.seats.all()} == {"A guest from Lyon", "Bob"}


def test_nobody_but_recorders_renames(circle: Circle) -> None:
    cases: list[tuple[Viewer, type[Refused]]] = [
        (circle.member, NotAllowed), (circle.stranger, NotHere), (circle.nobody, NotHere),
    ]  # fmt: skip
    for who, refusal in cases:
        with pytest.raises(refusal):
            change_player(viewer=who, player_id=circle.ann.pk, name="Mallory")
    assert Player.objects.get(pk=circle.ann.pk).name == "Ann"
