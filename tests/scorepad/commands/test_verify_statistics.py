"""`manage.py verify_statistics`: whatever is not what a rebuild would make it is found and named, and mended by one."""

import io
import uuid
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from scorepad.demo.generator import Habits, match
from scorepad.models import LedgerCheck, MarrakeshFacts, MarrakeshTotals, Match, Player, Stale, Trick
from scorepad.services.merging import merge
from scorepad.services.players import create_player
from scorepad.services.statistics import refresh
from tests.scorepad.conftest import Circle

BY_TRICKS = match(Random(1), habits=Habits())["rounds"]
BY_OVALS = match(Random(2), habits=Habits(tricks=0, ovals=1))["rounds"]

Tamper = Callable[["Club"], Any]


class Club:
    """Two complete matches, one void and one begun; Bobby, who turned out to be Bob, sat at the second."""

    def __init__(self, circle: Circle, other: Circle) -> None:
        self.circle, self.other = circle, other
        self.ann, self.bob = circle.ann, circle.bob
        self.bobby: Player = create_player(viewer=circle.owner, club_slug=circle.club.slug, name="Bobby").obj
        self.cleo: Player = create_player(viewer=circle.owner, club_slug=circle.club.slug, name="Cleo").obj
        self.first = circle.match(id=uuid.UUID(int=1), rounds=BY_TRICKS)
        self.second = circle.match(
            id=uuid.UUID(int=2),
            seats={"red": self.bobby.pk, "white": self.ann.pk},
            rounds=BY_OVALS,
        )
        self.begun = circle.match(id=uuid.UUID(int=3))
        self.theirs = other.match(id=uuid.UUID(int=4), rounds=BY_OVALS)
        merge(viewer=circle.owner, player_id=self.bobby.pk, into=circle.bob.pk)
        for each in (circle, other):
            list(refresh(club_id=each.club.pk))

    def facts(self, of: Match, player: Player) -> Any:
        return MarrakeshFacts.objects.filter(match=of, player=player)

    def totals(self, player: Player) -> Any:
        return MarrakeshTotals.objects.filter(player=player)

    def moved(self, row: Any, **changed: Any) -> Any:
        """A row more, like this one but for what is changed."""
        for name, value in changed.items():
            setattr(row, name, value)
        row.save(force_insert=True)
        return row


@pytest.fixture
def club(circle: Circle, make_circle: Callable[..., Circle]) -> Club:
    return Club(circle, make_circle("saturday"))


def verify() -> tuple[int, list[str]]:
    """The exit code and the lines that are printed."""
    out = io.StringIO()
    try:
        call_command("verify_statistics", stdout=out, verbosity=0)
    except CommandError as error:
        return error.returncode, out.getvalue().splitlines()
    return 0, out.getvalue().splitlines()


def rebuild() -> None:
    call_command("rebuild_statistics", workers=1, stdout=io.StringIO(), verbosity=0)


def tables() -> list[Any]:
    return [list(model._default_manager.order_by("pk").values_list()) for model in (MarrakeshFacts, MarrakeshTotals)]


def test_a_club_in_order_has_no_differences(club: Club) -> None:
    assert verify() == (0, ["4 matches, 0 differences"])
    check = LedgerCheck.objects.latest()
    assert (check.of, check.matches, check.problems) == ("statistics", 4, [])
    assert check.finished_at is not None


def test_an_installation_with_no_matches_is_in_order(db: None) -> None:
    assert verify() == (0, ["0 matches, 0 differences"])


# What is done to the tables, of whom that is told, and how.
TAMPERED: dict[str, tuple[Tamper, Callable[[Club], Any], str, str]] = {
    "a fact": (
        lambda club: club.facts(club.first, club.ann).update(points=777),
        *(lambda club: club.first, "facts", "points 777, should be "),
    ),
    "a fact that is the most": (
        lambda club: club.facts(club.second, club.ann).update(best_round=31),
        *(lambda club: club.second, "facts", "best_round 31, should be "),
    ),
    "who sat across": (
        lambda club: club.facts(club.first, club.ann).update(opponent=club.bobby),
        *(lambda club: club.first, "facts", "opponent_id"),
    ),
    "whose facts they are": (
        lambda club: club.facts(club.first, club.ann).update(player=club.cleo),
        *(lambda club: club.first, "facts", "player_id"),
    ),
    "an evening": (
        lambda club: club.facts(club.first, club.ann).update(played_on="2026-01-01"),
        *(lambda club: club.first, "facts", "played_on 2026-01-01, should be 2026-11-29"),
    ),
    "a grade": (
        lambda club: club.facts(club.second, club.ann).update(grade=2),
        *(lambda club: club.second, "facts", "grade 2, should be 1"),
    ),
    "a club": (
        lambda club: club.facts(club.second, club.ann).update(club=club.other.club),
        *(lambda club: club.second, "facts", "club_id"),
    ),
    "a match": (
        lambda club: club.facts(club.first, club.ann).update(match=club.second),
        *(lambda club: club.first, "facts", "match_id"),
    ),
    "a row too few": (
        lambda club: club.facts(club.first, club.bob).delete(),
        *(lambda club: club.first, "facts", "a seat without facts"),
    ),
    "no facts at all": (
        lambda club: MarrakeshFacts.objects.all().delete(),
        *(lambda club: club.theirs, "facts", "a seat without facts"),
    ),
    "a row too many": (
        lambda club: (
            club.moved(club.facts(club.first, club.ann).get(), pk=club.begun.seats.get(number=1).pk)
            and MarrakeshFacts.objects.filter(pk=club.begun.seats.get(number=1).pk).update(match=club.begun)
        ),
        *(lambda club: club.begun, "facts", "facts of a seat that counts nowhere"),
    ),
    "facts of no match": (
        lambda club: club.moved(club.facts(club.first, club.ann).get(), pk=10**9, match_id=uuid.UUID(int=77)),
        *(lambda club: uuid.UUID(int=77), "no_match", "facts of a match that is not there"),
    ),
    "a total": (
        lambda club: club.totals(club.bob).update(won=55),
        *(lambda club: club.bob, "totals", "won 55, should be "),
    ),
    "totals too few": (
        lambda club: club.totals(club.ann).delete(),
        *(lambda club: club.ann, "totals", "no totals, though he has facts"),
    ),
    "totals too many": (
        lambda club: club.moved(club.totals(club.ann).get(), pk=club.cleo.pk),
        *(lambda club: club.cleo, "totals", "totals, though he has no facts"),
    ),
    "totals of one who was merged": (
        lambda club: club.moved(club.totals(club.bob).get(), pk=club.bobby.pk),
        *(lambda club: club.bobby, "totals", "totals, though he has no facts"),
    ),
    "totals of nobody": (
        lambda club: club.moved(club.totals(club.bob).get(), pk=uuid.UUID(int=88)),
        *(lambda club: uuid.UUID(int=88), "totals", "totals, though he has no facts"),
    ),
    "a total's version": (
        lambda club: club.totals(club.ann).update(version=0),
        *(lambda club: club.ann, "totals", "version 0, should be 1"),
    ),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_what_is_not_as_it_should_be_is_named_and_mended_by_a_rebuild(club: Club, what: str) -> None:
    tamper, of, code, said = TAMPERED[what]
    right = tables()
    assert tamper(club)
    wrong = tables()
    returned, lines = verify()
    assert returned == 1
    named = str(getattr(of(club), "pk", of(club)))
    assert any(line.startswith(f"{named}  {code}  ") and said in line for line in lines)
    assert lines[-1] == f"4 matches, {len(lines) - 1} differences"
    assert len(LedgerCheck.objects.latest().problems) == len(lines) - 1
    assert tables() == wrong  # nothing is mended by looking
    rebuild()
    assert verify() == (0, ["4 matches, 0 differences"])
    assert tables() == right


def test_facts_of_a_match_that_was_voided_behind_our_back_are_found(club: Club) -> None:
    Match.objects.filter(pk=club.first.pk).update(void=True)
    returned, lines = verify()
    assert returned == 1
    told = f"{club.first.pk}  facts  facts of a seat that counts nowhere"
    assert lines == [told, told, "4 matches, 2 differences"]
    rebuild()
    assert verify()[0] == 0
    assert set(MarrakeshFacts.objects.values_list("match", flat=True)) == {club.second.pk, club.theirs.pk}


def test_a_merge_behind_our_back_is_found(club: Club) -> None:
    Player.objects.filter(pk=club.bobby.pk).update(merged_into=None, root=None)
    returned, lines = verify()
    assert returned == 1
    assert [line.split("  ")[:2] for line in lines[:-1]] == sorted(
        [str(player.pk), "totals"] for player in (club.bob, club.bobby)
    )
    rebuild()
    assert verify()[0] == 0


def test_what_is_stale_is_left_to_the_job_that_sees_to_it(club: Club) -> None:
    club.facts(club.first, club.ann).update(points=777)
    club.totals(club.ann).update(won=55)
    Stale.objects.create(club=club.circle.club, match=club.first)
    Stale.objects.create(club=club.circle.club, player=club.ann)
    assert verify() == (0, ["4 matches, 0 differences"])


def test_a_match_that_cannot_be_counted_is_named_and_keeps_no_other_from_it(club: Club) -> None:
    """Tricks are gone from the rows: nothing fits any more, which `verify_journal` mends."""
    assert Trick.objects.filter(round__match=club.first, round__number=1).delete()
    club.facts(club.second, club.ann).update(points=777)
    returned, lines = verify()
    assert returned == 1
    assert lines[0].startswith(f"{club.first.pk}  uncountable  ")
    assert lines[1].startswith(f"{club.second.pk}  facts  ")
    rebuild()
    assert (verify()[1][0], verify()[1][1:]) == (lines[0], ["4 matches, 1 differences"])
    with pytest.raises(CommandError):
        call_command("verify_journal", rebuild=True, stdout=io.StringIO(), verbosity=0)
    list(refresh(club_id=club.circle.club.pk))
    assert verify()[0] == 0
