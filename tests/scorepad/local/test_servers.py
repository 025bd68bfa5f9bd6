"""The servers that `make test` and `make run` share are real, and are what they are said to be."""

import ast
import subprocess
import sys

import pytest
from django.core.cache import cache
from django.db import connection

from scorepad.celery import app


def shown(setting):
    with connection.cursor() as cursor:
        cursor.execute(f"SHOW {setting}")
        return cursor.fetchone()[0]


@pytest.mark.django_db
def test_postgres_is_18_and_sorts_the_same_everywhere():
    assert shown("server_version").startswith("18.")
    assert shown("server_encoding") == "UTF8"
    with connection.cursor() as cursor:
        cursor.execute("SELECT datlocprovider, datlocale FROM pg_database WHERE datname = current_database()")
        assert cursor.fetchone() == ("b", "C.UTF-8")
        cursor.execute("SELECT upper('écarté'), 'Z' < 'a'")
        assert cursor.fetchone() == ("ÉCARTÉ", True)


@pytest.mark.django_db
def test_postgres_listens_on_a_socket_only():
    assert shown("listen_addresses") == ""


@pytest.mark.django_db
def test_only_a_request_waits_for_the_database_only_so_long():
    """A test, a migration or a nightly job may think for longer within its transaction."""
    limits = {"lock_timeout": "2s", "statement_timeout": "5s", "idle_in_transaction_session_timeout": "10s"}
    assert {shown(setting) for setting in limits} == {"0"}
    code = (
        f"import scorepad.wsgi; from {__name__} import shown; print({{name: shown(name) for name in {list(limits)}}})"
    )
    asked = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ast.literal_eval(asked.stdout) == limits


@pytest.mark.django_db
def test_statements_are_prepared_on_the_server():
    for _ in range(4):
        with connection.cursor() as cursor:
            cursor.execute("SELECT %s::int + 1977", [1])
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE %s", ["SELECT $1::int + 1977"])
        assert cursor.fetchone()[0] == 1


def test_valkey_keeps_what_it_is_given():
    cache.set("a", "b")
    assert cache.get("a") == "b"


def test_a_real_worker_takes_jobs(worker):
    (queues,) = app.control.broadcast("active_queues", reply=True, limit=1, timeout=30)
    assert [queue["name"] for queue in next(iter(queues.values()))] == ["none", app.conf.task_default_queue]
