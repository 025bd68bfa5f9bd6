"""`manage.py verify_ladders` and `rebuild_ladders`: whatever is amiss with a rating is found, named, and put right."""

import io
import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F

from scorepad.models import Ladder, LadderRating, LedgerCheck, StaleEvening
from scorepad.services.rating import refresh
from tests.scorepad.conftest import Circle
from tests.scorepad.services.test_rating import LOST, WON, make, played


@pytest.fixture
def ladder(circle: Circle) -> Ladder:
    """Of three matches in two weeks."""
    made = make(circle)
    for day, rounds in ((0, WON), (1, WON), (8, LOST)):
        played(circle, day, rounds)
    list(refresh(club_id=circle.club.pk))
    return made


def said(command: str, **options: Any) -> tuple[int, list[str]]:
    """The exit code and the lines that are printed."""
    out = io.StringIO()
    try:
        call_command(command, stdout=out, verbosity=0, **options)
    except CommandError as error:
        return error.returncode, out.getvalue().splitlines()
    return 0, out.getvalue().splitlines()


def ratings() -> list[tuple[Any, ...]]:
    columns = [field.attname for field in LadderRating._meta.concrete_fields if not field.primary_key]
    return list(LadderRating.objects.order_by("ladder", "period", "player").values_list(*columns))


def test_ladders_in_order_have_no_differences(ladder: Ladder) -> None:
    assert said("verify_ladders") == (0, ["1 ladders, 0 differences"])
    check = LedgerCheck.objects.latest()
    assert (check.of, check.problems) == ("ladders", [])
    assert check.finished_at is not None


def change(**values: Any) -> Callable[[LadderRating], object]:
    return lambda row: LadderRating.objects.filter(pk=row.pk).update(**values)


CORRUPTIONS: dict[str, tuple[Callable[[LadderRating], object], str]] = {
    "the last bit of a rating": (change(rating=F("rating") + 2.5e-13), "rating"),
    "a deviation": (change(deviation=F("deviation") + 1e-9), "deviation"),
    "a volatility": (change(volatility=F("volatility") + 1e-12), "volatility"),
    "a count": (change(matches=F("matches") + 1), "matches"),
    "a win": (change(won=F("won") + 1), "won"),
    "a day": (change(last_played=F("last_played") + timedelta(days=1)), "last_played"),
    "a period": (change(period=F("period") - timedelta(days=7)), "should not be there"),
    "a player": (change(player=uuid.uuid4()), "should not be there"),
    "a row that is gone": (lambda row: row.delete(), "missing"),
}


@pytest.mark.parametrize("what", CORRUPTIONS)
@pytest.mark.parametrize("alone", [True, False], ids=["this ladder", "all"])
def test_every_corruption_is_found_and_mended(ladder: Ladder, what: str, alone: bool) -> None:
    before = ratings()
    corrupt, name = CORRUPTIONS[what]
    corrupt(LadderRating.objects.order_by("period", "player")[0])
    assert ratings() != before
    code, lines = said("verify_ladders")
    assert code == 1
    assert any(line.startswith(f"{ladder.pk}  rating  ") and name in line for line in lines)
    assert LedgerCheck.objects.latest().problems
    options = {"ladder": ladder.pk} if alone else {}
    assert said("rebuild_ladders", **options) == (0, ["All ratings are up to date."])
    assert ratings() == before
    assert said("verify_ladders") == (0, ["1 ladders, 0 differences"])


def test_one_ladder_is_rebuilt_and_no_other_touched(circle: Circle, ladder: Ladder) -> None:
    other = make(circle, name="Other", period="day")
    list(refresh(club_id=circle.club.pk))
    LadderRating.objects.update(rating=F("rating") + 1)
    said("rebuild_ladders", ladder=ladder.pk)
    code, lines = said("verify_ladders")
    assert code == 1
    assert {line.split()[0] for line in lines[:-1]} == {str(other.pk)}


def test_what_waits_to_be_recalculated_is_left_out_and_told(circle: Circle, ladder: Ladder) -> None:
    played(circle, 3)
    assert said("verify_ladders") == (
        0,
        ["Ladders that wait to be recalculated were left out.", "1 ladders, 0 differences"],
    )
    assert said("rebuild_ladders") == (0, ["All ratings are up to date."])
    assert not StaleEvening.objects.exists()
    assert said("verify_ladders") == (0, ["1 ladders, 0 differences"])


def test_a_ladder_is_verified_while_another_waits(circle: Circle, ladder: Ladder) -> None:
    LadderRating.objects.update(rating=F("rating") + 1)
    other = make(circle, name="Other")
    StaleEvening.objects.create(club=circle.club, ladder=other, game=other.game)
    code, lines = said("verify_ladders")
    assert (code, {line.split()[0] for line in lines[:-2]}) == (1, {str(ladder.pk)})


def test_a_ladder_that_is_not_there_is_told(db: None) -> None:
    code, lines = said("rebuild_ladders", ladder=uuid.uuid4())
    assert (code, lines) == (1, [])


def test_both_say_how_far_they_are(ladder: Ladder, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("rebuild_ladders")
    assert "3/3" in capsys.readouterr().err
    call_command("verify_ladders")
    assert "1/1" in capsys.readouterr().err
