"""`manage.py rebuild_statistics`: all of it from nothing, by one process or several, stopped and gone on with."""

import io
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection

from scorepad.demo.generator import Habits, match
from scorepad.models import MarrakeshFacts, MarrakeshTotals, Match, Stale
from scorepad.services import statistics, verifying
from scorepad.services.players import create_player
from scorepad.services.rebuilding import rebuild as rebuilt
from scorepad.services.statistics import refresh
from tests.scorepad.conftest import Circle
from tests.scorepad.killing import children_of, holder, wait, waiters

ROUNDS = [match(Random(seed), habits=Habits(ovals=seed, points=seed))["rounds"] for seed in range(3)]


@pytest.fixture
def club(circle: Circle) -> Circle:
    """Seven matches of three players, none of which has been counted yet."""
    cleo = create_player(viewer=circle.owner, club_slug=circle.club.slug, name="Cleo").obj
    for number in range(7):
        white = cleo if number % 3 == 0 else circle.bob
        circle.match(rounds=ROUNDS[number % 3], seats={"red": circle.ann.pk, "white": white.pk})
    return circle


def rebuild(**options: Any) -> str:
    out = io.StringIO()
    call_command("rebuild_statistics", stdout=out, **{"workers": 1, "verbosity": 0} | options)
    return out.getvalue()


def tables() -> list[Any]:
    return [list(model._default_manager.order_by("pk").values_list()) for model in (MarrakeshFacts, MarrakeshTotals)]


def empty() -> None:
    for model in (MarrakeshFacts, MarrakeshTotals, Stale):
        model._default_manager.all().delete()


def verified() -> None:
    assert list(verifying.problems_of_facts(list(Match.objects.all()))) == []
    assert list(verifying.problems_of_all()) == []


@contextmanager
def process(*options: str) -> Iterator[subprocess.Popen[str]]:
    """The command in a process of its own, on the test's database."""
    database = f"{os.environ['DATABASE_URL'].rpartition('/')[0]}/{connection.settings_dict['NAME']}"
    with subprocess.Popen(
        [sys.executable, "manage.py", "rebuild_statistics", *options],
        cwd=settings.BASE_DIR,
        env={**os.environ, "DATABASE_URL": database},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # what runs in the background has it ignored
    ) as started:
        try:
            yield started
        finally:
            with suppress(ProcessLookupError):
                os.killpg(started.pid, signal.SIGKILL)


def test_from_nothing_all_is_as_if_it_had_been_counted_match_by_match(club: Circle) -> None:
    list(refresh(club_id=club.club.pk))
    right = tables()
    empty()
    assert rebuild() == "All statistics are up to date.\n"
    assert tables() == right
    assert (MarrakeshFacts.objects.count(), MarrakeshTotals.objects.count(), Stale.objects.count()) == (14, 3, 0)
    rebuild()
    assert tables() == right
    verified()


def test_what_is_marked_already_is_counted_once(club: Circle) -> None:
    told: list[int] = []
    done = sum(rebuilt(clubs=[club.club], workers=1, told=told.append))
    assert told == [7]
    assert done == 7 + 3


def test_one_club_alone(club: Circle, make_circle: Callable[..., Circle]) -> None:
    other = make_circle("saturday")
    other.match(rounds=ROUNDS[0])
    rebuild(club="friday")
    assert set(MarrakeshFacts.objects.values_list("club", flat=True)) == {club.club.pk}
    assert list(Stale.objects.values_list("club", flat=True)) == [other.club.pk]
    rebuild()
    assert MarrakeshFacts.objects.count() == 14 + 2


def test_a_club_that_there_is_not_is_an_error_and_changes_nothing(club: Circle) -> None:
    with pytest.raises(CommandError, match="There is no club 'sunday'"):
        rebuild(club="sunday")
    assert (MarrakeshFacts.objects.count(), Stale.objects.count()) == (0, 7)


@pytest.mark.parametrize("workers", [0, -1])
@pytest.mark.parametrize("options", [{}, {"go_on": True}])
def test_without_anybody_to_count_nothing_is_begun(club: Circle, workers: int, options: dict[str, bool]) -> None:
    with pytest.raises(CommandError, match=f"--workers is 1 or more, not {workers}"):
        rebuild(workers=workers, **options)
    assert (MarrakeshFacts.objects.count(), Stale.objects.count()) == (0, 7)


def test_one_that_was_stopped_goes_on_with_what_is_left(club: Circle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statistics, "AT_A_TIME", 2)
    rebuild()
    right = tables()
    MarrakeshFacts.objects.update(points=777)
    stopped = rebuilt(clubs=[club.club], workers=1, told=int)
    assert [next(stopped), next(stopped)] == [2, 2]
    stopped.close()
    assert Stale.objects.filter(match__isnull=False).count() == 3
    assert MarrakeshFacts.objects.filter(points=777).count() == 6
    rebuild(go_on=True)
    assert Stale.objects.count() == 0
    assert tables() == right


def test_going_on_marks_nothing_of_its_own(club: Circle) -> None:
    rebuild()
    MarrakeshFacts.objects.update(points=777)
    rebuild(go_on=True)
    assert MarrakeshFacts.objects.filter(points=777).count() == 14


def test_how_far_it_is_is_shown_unless_it_is_to_be_quiet(club: Circle, capsys: pytest.CaptureFixture[str]) -> None:
    rebuild(verbosity=1)
    shown = capsys.readouterr().err
    assert "100%" in shown
    assert "10/10" in shown  # seven matches, three players
    rebuild()
    assert capsys.readouterr().err == ""


def test_its_help_says_what_it_does_and_names_each_option(capsys: pytest.CaptureFixture[str]) -> None:
    with suppress(SystemExit):
        call_command("rebuild_statistics", "--help")
    said = " ".join(capsys.readouterr().out.split())
    assert "It may be stopped and started again, and matches may be recorded meanwhile." in said
    for option in ("--club SLUG", "--workers WORKERS", "--continue"):
        assert option in said


@pytest.mark.django_db(transaction=True)
def test_several_processes_find_what_one_finds(club: Circle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statistics, "AT_A_TIME", 1)
    rebuild()
    right = tables()
    empty()
    rebuild(workers=2)
    assert tables() == right


@pytest.mark.django_db(transaction=True)
def test_one_that_was_killed_is_gone_on_with(club: Circle) -> None:
    with holder() as other, process("--workers", "2") as killed:
        other.execute("LOCK TABLE scorepad_marrakeshtotals IN SHARE MODE")
        # It has the facts, and waits for the totals.
        assert wait(lambda: waiters(other) == 1)
        helping = children_of(killed.pid)
        assert len(helping) >= 2
        os.kill(killed.pid, signal.SIGKILL)
        killed.communicate()
    assert (killed.returncode, MarrakeshFacts.objects.count(), MarrakeshTotals.objects.count()) == (-9, 14, 0)
    assert wait(lambda: not any(Path(f"/proc/{child}").exists() for child in helping))
    with process("--continue") as again:
        out, error = again.communicate(timeout=60)
    assert (again.returncode, out) == (0, "All statistics are up to date.\n"), error
    assert MarrakeshTotals.objects.count() == 3
    verified()


@pytest.mark.django_db(transaction=True)
def test_ctrl_c_stops_all_of_it_with_a_word_on_how_to_go_on(club: Circle) -> None:
    with holder() as other, process("--workers", "2") as stopped:
        other.execute("LOCK TABLE scorepad_marrakeshtotals IN SHARE MODE")
        assert wait(lambda: waiters(other) == 1)
        os.killpg(stopped.pid, signal.SIGINT)  # as a terminal sends it: to the processes that help, too
        _, error = stopped.communicate(timeout=60)
    assert stopped.returncode == 130
    assert error.splitlines()[-1] == "CommandError: Stopped. With --continue it goes on with what is left."
    assert "Traceback" not in error
    rebuild(go_on=True)
    assert MarrakeshTotals.objects.count() == 3
    verified()
