"""`make run`, as a person lives with it: begun from a bare shell, pasted from, interrupted, killed, begun again.

A copy of this checkout, with a var/ of its own and this .venv, is started for real. Its processes are those whose
working folder or command is in the copy. What one test has stopped, the next one may take up again: to make the demo
club takes longer than the rest.
"""

import os
import re
import shlex
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import psycopg
import pytest

from scorepad.local import places, postgres, valkey

CHECKOUT = Path(__file__).resolve().parents[2]
COPIED = ("engine", "scorepad", "api", "templates", "requirements", "manage.py", "Makefile", "pyproject.toml")
PATIENCE = 180


@dataclass
class Run:
    """One `make run` in a terminal of its own, and what it has printed."""

    checkout: Path
    process: subprocess.Popen[str]
    printed: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self) -> None:
        assert self.process.stdout
        with self.process.stdout as lines:
            self.printed.extend(lines)

    @property
    def text(self) -> str:
        return "".join(self.printed)

    def until(self, words: str) -> str:
        assert wait(lambda: words in self.text or self.process.poll() is not None), self.text
        assert words in self.text, self.text
        return self.text

    @property
    def page(self) -> str:
        return str(re.findall(r"runs at (\S+)", self.until("Ctrl-C stops everything"))[0])

    @property
    def curl(self) -> list[str]:
        return shlex.split(next(line for line in self.until("Ctrl-C stops").splitlines() if line.startswith("curl")))

    def paste(self, words: list[str] | None = None) -> httpx.Response:
        """This run's line, or that of an earlier one on the port of this."""
        words = words or self.curl
        headers = dict(words[at + 1].split(": ", 1) for at, word in enumerate(words) if word == "-H")
        path = httpx.URL(next(word for word in words if word.startswith("http"))).path
        return httpx.post(self.page + path[1:], headers=headers, content=words[words.index("-d") + 1], timeout=PATIENCE)

    def press_ctrl_c(self) -> None:
        """It reaches all of the terminal's foreground group: make, and whatever make waits for."""
        os.killpg(self.process.pid, signal.SIGINT)

    def ended(self) -> int:
        code = self.process.wait(PATIENCE)
        self.reader.join(PATIENCE)
        return code

    @property
    def supervisor(self) -> int:
        return next(pid for pid in processes_of(self.checkout) if words_of(pid)[1:] == ["-m", "scorepad.local"])


def wait(true: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + PATIENCE
    while not true() and time.monotonic() < deadline:
        time.sleep(0.05)
    return true()


def words_of(pid: int) -> list[str]:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_text().split("\0")[:-1]
    return []


def processes_of(checkout: Path) -> list[int]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if (folder / "cwd").resolve().is_relative_to(checkout) and words_of(int(folder.name)):
                found.append(int(folder.name))
    return found


def children_of(parent: int, word: str) -> list[int]:
    """The processes that this one has started by a command with the word in it."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            _, parent_of_it, *_ = stat.read_text().rpartition(")")[2].split()
            if int(parent_of_it) == parent and word in words_of(int(stat.parent.name)):
                found.append(int(stat.parent.name))
    return found


def waiters(holder: psycopg.Connection) -> int:
    holder.execute("SELECT pg_stat_clear_snapshot()")  # or else it is what this transaction saw at first
    found = holder.execute("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'").fetchone()
    assert found
    return int(found[0])


@pytest.fixture(scope="module")
def checkouts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("checkouts")


@pytest.fixture
def terminal(checkouts: Path) -> Iterator[Callable[..., Run]]:
    runs: list[Run] = []

    def make_run(name: str = "club", **environment: str) -> Run:
        checkout = checkouts / name
        if not checkout.exists():
            checkout.mkdir()
            (checkout / ".venv").symlink_to(CHECKOUT / ".venv")
            for part in COPIED:
                copy = shutil.copytree if (CHECKOUT / part).is_dir() else shutil.copy2
                copy(CHECKOUT / part, checkout / part)
        process = subprocess.Popen(
            ["make", "run"],
            cwd=checkout,
            env={"PATH": "/usr/bin:/bin", **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        runs.append(Run(checkout, process))
        return runs[-1]

    yield make_run
    for run in runs:
        with suppress(ProcessLookupError, StopIteration):
            os.kill(run.supervisor, signal.SIGTERM)
        run.ended()


def test_a_club_lives_with_it(terminal: Callable[..., Run]) -> None:
    first = terminal()

    page = httpx.get(first.page)
    assert page.status_code == 200
    assert 'href="/clubs/oasis/"' in page.text
    assert httpx.get(f"{first.page}clubs/oasis/matches/").text.count('href="/matches/') > 10
    assert [first.paste().status_code for _ in range(2)] == [201, 200]

    second = terminal()
    assert second.ended() == 0
    assert first.page in second.text

    here = places.of_checkout(first.checkout)
    guest = terminal("guest", DATABASE_URL=postgres.url(here.run), REDIS_URL=valkey.url(here.run))
    assert guest.page != first.page
    assert guest.text.count("(the password that you have set)") == 1
    assert not (guest.checkout / "var" / "postgres").exists()

    guest.press_ctrl_c()
    guest.press_ctrl_c()
    guest.until("Stopped.")
    guest.ended()
    assert processes_of(guest.checkout) == []
    assert httpx.get(first.page).status_code == 200

    os.kill(first.supervisor, signal.SIGKILL)
    first.ended()
    again = terminal()
    assert again.page
    assert again.text.count("Making a demo club") == 0
    assert [again.paste().status_code for _ in range(2)] == [201, 200]
    assert again.paste(first.curl).status_code == 200  # the token of an earlier start still opens the door

    os.kill(again.process.pid, signal.SIGTERM)
    again.until("Stopped.")
    again.ended()
    assert processes_of(again.checkout) == []


def test_what_is_in_flight_is_finished_and_what_dies_is_told(terminal: Callable[..., Run]) -> None:
    run = terminal()
    run.until("Ctrl-C stops everything")
    answers: list[httpx.Response] = []
    request = threading.Thread(target=lambda: answers.append(run.paste()))
    with psycopg.connect(postgres.url(places.of_checkout(run.checkout).run)) as holder:
        holder.execute("SELECT FROM scorepad_match WHERE status = 'open' FOR UPDATE")
        request.start()
        assert wait(lambda: waiters(holder) == 1)
        run.press_ctrl_c()
        run.until("Stopping")
    request.join()
    assert [answer.status_code for answer in answers] == [201]
    run.until("Stopped.")
    run.ended()
    assert processes_of(run.checkout) == []

    again = terminal()
    again.until("Ctrl-C stops everything")
    assert wait(lambda: "ready" in (again.checkout / "var" / "log" / "worker.log").read_text())
    supervisor = again.supervisor
    for deaths in (1, 2):
        (worker,) = children_of(supervisor, "worker")
        os.kill(worker, signal.SIGKILL)
        assert wait(lambda deaths=deaths: again.text.count("worker is started again") == deaths), again.text
        assert wait(lambda: children_of(supervisor, "worker") != []), again.text
    assert again.text.count("worker has ended by itself (code -9)") == 2
    assert re.search(r"celery@\S+ ready", again.text)
    postmaster = (again.checkout / "var" / "postgres" / "postmaster.pid").read_text().split()[0]
    os.kill(int(postmaster), signal.SIGKILL)
    assert again.ended() != 0
    assert "PostgreSQL has ended by itself (code -9)" in again.text
    assert processes_of(again.checkout) == []
