"""Secrets are made once and kept; what a club has set stands."""

import os
import stat

import pytest

from scorepad.local import environment, places


@pytest.fixture
def here(tmp_path):
    found = places.of_checkout(tmp_path)
    places.make_private(found.var)
    return found


@pytest.fixture
def unset(monkeypatch):
    for name in ("SECRET_KEY", "TOKEN_PEPPER", "DATABASE_URL", "REDIS_URL", "STATIC_ROOT"):
        monkeypatch.delenv(name, raising=False)


def test_secrets_are_made_once_for_their_owner_only(here):
    kept = environment.keep_secrets(here)
    assert stat.S_IMODE(here.secrets.stat().st_mode) == 0o600
    assert len({*kept.values()}) == len(environment.KEPT)
    assert min(len(kept["SECRET_KEY"]), len(kept["TOKEN_PEPPER"])) >= 50
    assert environment.keep_secrets(here) == kept


def test_the_embedded_servers_unless_others_are_named(here, unset, monkeypatch):
    kept = environment.keep_secrets(here)
    monkeypatch.setenv("REDIS_URL", "redis://club.example:6379/0")
    found = environment.of_processes(here, kept)
    assert found["REDIS_URL"] == "redis://club.example:6379/0"
    assert found["DATABASE_URL"].startswith("postgres://scorepad@%2F")
    assert found["SECRET_KEY"] == kept["SECRET_KEY"]
    assert "DEMO_PASSWORD" not in found


def test_what_is_set_for_a_server_that_others_reach_is_not_for_this_one(here, unset, monkeypatch, tmp_path):
    monkeypatch.setenv("STATIC_ROOT", "/var/www")
    monkeypatch.setenv("ALLOWED_HOSTS", "club.example")
    found = environment.of_processes(here, {})
    assert found["STATIC_ROOT"] == str(tmp_path / "var" / "static")
    assert "127.0.0.1" in found["ALLOWED_HOSTS"]


def test_an_empty_variable_names_nothing(here, unset, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "")
    assert environment.of_processes(here, {})["DATABASE_URL"].startswith("postgres://scorepad@%2F")


def test_bytecode_is_compiled(here, monkeypatch):
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    assert "PYTHONDONTWRITEBYTECODE" not in environment.of_processes(here, {})


def test_manage_works_where_nothing_was_ever_run_and_writes_nothing(tmp_path, unset, monkeypatch):
    monkeypatch.setattr(os, "environ", os.environ.copy())
    environment.fill_in(tmp_path)
    assert os.environ["SECRET_KEY"]
    assert list(tmp_path.iterdir()) == []


def test_manage_uses_what_make_run_has_made(here, tmp_path, unset, monkeypatch):
    monkeypatch.setattr(os, "environ", os.environ.copy())
    kept = environment.keep_secrets(here)
    environment.fill_in(tmp_path)
    assert os.environ["SECRET_KEY"] == kept["SECRET_KEY"]
    assert "%2F" in os.environ["DATABASE_URL"]


def test_also_with_the_servers_that_make_run_was_given(here, tmp_path, unset, monkeypatch):
    monkeypatch.setattr(os, "environ", os.environ | {"DATABASE_URL": "postgres://club.example/scorepad"})
    kept = environment.keep_secrets(here)
    environment.fill_in(tmp_path)
    assert os.environ["SECRET_KEY"] == kept["SECRET_KEY"]
    assert os.environ["DATABASE_URL"] == "postgres://club.example/scorepad"


def test_manage_leaves_an_installation_alone(tmp_path, unset, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgres://club.example/scorepad")
    before = dict(os.environ)
    environment.fill_in(tmp_path)
    assert dict(os.environ) == before
