"""The real servers of a test run: a PostgreSQL and a Valkey of its own, started before Django reads its settings.

Loaded by `-p tests.servers` in pyproject.toml, since pytest-django reads the settings before any conftest.py. The
servers of `make run`, or whatever DATABASE_URL points to, are never touched. All of it lies in one folder that goes
when the run ends; what a killed run has left is swept by the next one. Where pytest-xdist shares the tests out, each
of its workers has servers of its own, and the process that hands out has none.
"""

import fcntl
import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from scorepad.local import postgres, processes, valkey

MARK = "scorepad-test-"
ENOUGH_MEMORY = 2**30
NOWHERE = {"DATABASE_URL": "postgres://nobody@localhost:1/nowhere", "REDIS_URL": "redis://localhost:1"}
running = pytest.StashKey[ExitStack]()


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Iterator[None]:
    early_config.stash[running] = stack = ExitStack()
    if only_hands_out(early_config):
        os.environ.update(NOWHERE, SECRET_KEY=secrets.token_urlsafe(48))
    else:
        os.environ.update(stack.enter_context(test_servers()))
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    try:
        return (yield)
    except BaseException:  # pytest goes no further, so there will be no pytest_unconfigure
        stack.close()
        raise


def pytest_unconfigure(config: pytest.Config) -> None:
    config.stash[running].close()


def only_hands_out(config: pytest.Config) -> bool:
    """Whether the tests run in workers of this process: each of them comes by here itself."""
    options = config.known_args_namespace
    return bool(options.numprocesses) and not options.usepdb and "PYTEST_XDIST_WORKER" not in os.environ


@contextmanager
def test_servers() -> Iterator[dict[str, str]]:
    """Start both servers; give the environment that points at them; stop them and remove all they wrote."""
    for place in {roomy(), Path(tempfile.gettempdir())}:
        sweep(place)
    with ExitStack() as stack:
        folder = stack.enter_context(private_folder(roomy()))
        children: list[processes.Child] = []
        for child in start_servers(folder):
            stack.callback(child.stop)
            children.append(child)
            processes.remember(children, folder / "children.json")
            processes.wait_for(child)
        yield {
            "DATABASE_URL": postgres.url(folder),
            "REDIS_URL": valkey.url(folder),
            "SECRET_KEY": secrets.token_urlsafe(48),
            "TOKEN_PEPPER": secrets.token_urlsafe(48),
            "STATIC_ROOT": str(folder / "static"),
            "ALLOWED_HOSTS": "testserver,localhost,127.0.0.1",
            "SCOREPAD_LOCAL": "1",
            "THROTTLE": "off",  # tests ask faster than people; those of the limits turn it on
        }


def start_servers(folder: Path) -> Iterator[processes.Child]:
    (folder / "valkey").mkdir()
    yield valkey.start(data=folder / "valkey", sockets=folder, log=folder / "valkey.log", keep=False)
    settings = postgres.CARELESS
    yield postgres.start(data=folder / "postgres", sockets=folder, log=folder / "postgres.log", settings=settings)


def roomy() -> Path:
    memory = Path("/dev/shm")
    if memory.is_dir() and os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > ENOUGH_MEMORY:
        return memory
    return Path(tempfile.gettempdir())


@contextmanager
def private_folder(place: Path) -> Iterator[Path]:
    """A folder with a lock that is held as long as this process lives, whichever way it ends."""
    folder = Path(tempfile.mkdtemp(prefix=MARK, dir=place))
    with (folder / "lock.new").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        (folder / "lock.new").rename(folder / "lock")  # held before it is seen, or a run beside would sweep it away
        try:
            yield folder
        finally:
            shutil.rmtree(folder)


def sweep(place: Path) -> None:
    """End and remove what runs left that were killed. A folder without its lock yet is a run that is just starting."""
    for folder in place.glob(f"{MARK}*"):
        try:
            with (folder / "lock").open("r+") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                processes.end_leftovers(folder / "children.json")
                shutil.rmtree(folder, ignore_errors=True)
        except OSError:
            continue
