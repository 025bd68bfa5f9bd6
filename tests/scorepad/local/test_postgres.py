"""The embedded PostgreSQL survives what happens to it."""

import os
import shutil
import tempfile
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from scorepad.local import postgres, processes
from tests.servers import roomy


@pytest.fixture
def folder():
    with tempfile.TemporaryDirectory(prefix="pg", dir=roomy()) as name:  # pytest's own are too deep for a socket
        yield Path(name)


@pytest.fixture
def start(folder):
    started = []

    def run():
        started.append(postgres.start(data=folder / "data", sockets=folder, log=folder / "log"))
        processes.wait_for(started[-1])
        return started[-1]

    yield run
    for child in started:
        child.stop()


def connect(folder):
    return closing(psycopg.connect(postgres.url(folder), autocommit=True))


def test_what_was_stored_is_there_after_a_stop_and_after_a_kill(folder, start):
    killed = start()
    with connect(folder) as connection:
        connection.execute("CREATE TABLE club AS SELECT 'Oasis' AS name")
    killed.process.kill()
    killed.process.wait()
    again = start()
    with connect(folder) as connection:
        assert connection.execute("SELECT name FROM club").fetchone() == ("Oasis",)
    again.stop()
    start()
    with connect(folder) as connection:
        assert connection.execute("SELECT name FROM club").fetchone() == ("Oasis",)


def test_a_stop_is_orderly(folder, start):
    child = start()
    with connect(folder) as idle:
        idle.execute("SELECT 1")
        child.stop()
    assert child.process.returncode == 0
    assert "database system is shut down" in child.last_words()


def test_an_interrupted_making_of_the_database_never_counts(folder, start):
    half = folder / "data.new"
    half.mkdir()
    (half / "PG_VERSION").write_text("18\n")
    start()
    with connect(folder) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)
    assert not half.exists()


def test_a_number_that_another_process_has_now_is_no_running_server(folder, start):
    """After a reboot the number in postmaster.pid may be anybody's: here it is this very test's."""
    start().stop()
    (folder / "data" / "postmaster.pid").write_text(
        f"{os.getpid()}\n{folder / 'data'}\n1\n5432\n{folder}\n\n 1 1\nready\n"
    )
    assert start().pid == postgres.status(folder / "data")[0]


def test_nothing_of_the_callers_environment_reaches_it(folder, start, monkeypatch):
    monkeypatch.setenv("PGDATA", "/nowhere")
    monkeypatch.setenv("PGOPTIONS", "-c nonsense=1")
    assert not {"PGDATA", "PGOPTIONS"} & postgres.environment().keys()


def test_its_files_are_its_owners_only(folder, start):
    start()
    assert (folder / "data").stat().st_mode & 0o077 == 0
    assert (folder / ".s.PGSQL.5432").stat().st_mode & 0o077 == 0


def test_files_that_were_nobodys_are_handed_over(folder):
    data = folder / "data"
    (data / "base").mkdir(parents=True)
    postgres.own(data, os.geteuid())
    assert data.stat().st_uid == (data / "base").stat().st_uid == os.geteuid()
    shutil.rmtree(data)
