"""What every test may ask for. The servers behind it are started by tests/servers.py."""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.core.management import call_command
from django.db import connection
from django.test import TransactionTestCase
from django.test.client import ClientHandler
from hypothesis import HealthCheck

from scorepad.celery import app
from scorepad.local import processes
from tests.emptying import empty
from tests.sharing import IN_A_BROWSER, in_order, pytest_xdist_make_scheduler

__all__ = ["pytest_xdist_make_scheduler"]

# A machine that is busy, with other workers of the same run above all, is no fault of what is tested. The build tries
# the same examples each time; whoever runs the tests by hand tries new ones.
hypothesis.settings.register_profile(
    "unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize="CI" in os.environ
)
hypothesis.settings.load_profile("unhurried")
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
WORKER = "-m celery -A scorepad worker --concurrency=1 --queues=none --loglevel=INFO"
LONGEST_NAME = 60
QUEUE = app.conf.task_default_queue


@pytest.fixture(scope="session", autouse=True)
def _static_files() -> None:
    call_command("collectstatic", interactive=False, verbosity=0)


@pytest.fixture(scope="session", autouse=True)
def _one_chain_of_middleware(_static_files: None) -> Iterator[None]:
    """For the clients of all tests: to build one is to read all static files, which takes longer than a request."""
    handler = ClientHandler()
    handler.load_middleware()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ClientHandler, "_middleware_chain", staticmethod(handler._middleware_chain))
        yield


@pytest.fixture(scope="session", autouse=True)
def _short_work_of_passwords() -> Iterator[None]:
    """Told in what is stored of a password, so that a server which takes longer over its own reads these too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PBKDF2PasswordHasher, "iterations", 1000)
        yield


@pytest.fixture(scope="session", autouse=True)
def _quick_to_empty() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", empty)
        yield


@pytest.fixture(scope="session")
def worker_process(django_db_setup: None) -> Iterator[processes.Child]:
    """A real Celery worker on the test database. It takes no jobs until a test asks for `worker`."""
    folder = Path(settings.STATIC_ROOT).parent
    database = f"{os.environ['DATABASE_URL'].rpartition('/')[0]}/{connection.settings_dict['NAME']}"
    child = processes.start(
        "Celery worker",
        [sys.executable, *WORKER.split()],
        log=folder / "worker.log",
        ready=lambda pid: bool(app.control.broadcast("ping", reply=True, limit=1, timeout=1)),
        env={**os.environ, "DATABASE_URL": database, "SCOREPAD_PROCESS": "worker"},
    )
    try:
        processes.wait_for(child)
        yield child
    finally:
        child.stop()


@pytest.fixture
def worker(transactional_db: None, worker_process: processes.Child) -> Iterator[processes.Child]:
    """The worker, taking jobs for the length of this test: only those that this test has sent."""
    app.control.purge()
    app.control.add_consumer(QUEUE, reply=True, limit=1, timeout=30)
    yield worker_process
    app.control.cancel_consumer(QUEUE, reply=True, limit=1, timeout=30)


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """A case is named by its value where that is short. With pytest-xdist the name travels, and is the same each time
    that the tests are collected: nothing drawn at random may stand in it."""
    return argname if isinstance(val, str | bytes) and len(val) > LONGEST_NAME else None


def pytest_configure(config: pytest.Config) -> None:
    if os.environ.get("REQUIRE_BROWSER") == "1" and not BROWSER:
        raise pytest.UsageError("REQUIRE_BROWSER=1, and there is no Chromium: install the package chromium.")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Browser tests run last: from the first of them on, Playwright's event loop runs in this thread."""
    browser = [item for item in items if item.nodeid.startswith(IN_A_BROWSER)]
    others = [item for item in items if item not in browser]
    if browser and not BROWSER:
        config.hook.pytest_deselected(items=browser)
        config.stash[left_out] = len(browser)
        browser = []
    items[:] = others + in_order(browser)


left_out = pytest.StashKey[int]()


def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workeroutput"):  # a worker of pytest-xdist, whose terminal is another process's
        session.config.workeroutput["left_out"] = session.config.stash.get(left_out, 0)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    node.config.stash[left_out] = getattr(node, "workeroutput", {}).get("left_out", 0)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if config.stash.get(left_out, 0):
        terminalreporter.write_line(f"No Chromium was found: {config.stash[left_out]} browser tests were left out.")
