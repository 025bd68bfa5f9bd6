"""Every text has its German, with the same places to fill in; and what is read at run time is what was written."""

import fcntl
import os
import re
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from django.test import Client

from scorepad.management.commands.messages import DOMAINS, LOCALE, alone, compiled, untranslated, updated, write

PLACES = re.compile(r"\{\w*\}|%\(\w+\)s|`[^`]+`")


@pytest.mark.parametrize("domain", DOMAINS)
def test_german_is_complete(domain):
    assert [message.id for message in untranslated(updated("de", domain))] == []


@pytest.mark.parametrize("domain", DOMAINS)
def test_a_translation_fills_in_what_its_text_does(domain):
    wrong = []
    for message in updated("de", domain):
        said, translated = ((each,) if isinstance(each, str) else tuple(each) for each in (message.id, message.string))
        allowed = set(PLACES.findall(said[-1]))
        if message.id and any(set(PLACES.findall(form)) != allowed for form in translated[-1:]):
            wrong.append(message.id)
    assert wrong == []


@pytest.mark.parametrize("domain", DOMAINS)
def test_what_is_compiled_is_what_is_written(domain):
    path = LOCALE / "de" / "LC_MESSAGES" / f"{domain}.mo"
    assert path.read_bytes() == compiled(updated("de", domain)), "run `make messages`, and commit what it wrote"


def test_a_catalogue_is_put_in_the_place_of_the_one_before_it_whole(tmp_path: Path) -> None:
    path, before = tmp_path / "django.po", tmp_path / "before.po"
    path.write_text("what was there")
    before.hardlink_to(path)
    catalog = Catalog("de")
    catalog.add("Match", "Partie")
    write(catalog, path)
    assert before.read_text() == "what was there"  # whoever was reading it reads it to its end
    assert read_po(BytesIO(path.read_bytes()), locale="de")["Match"].string == "Partie"
    assert path.with_suffix(".mo").read_bytes() == compiled(catalog)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["before.po", "django.mo", "django.po"]


def test_one_at_a_time_brings_the_catalogues_up_to_date() -> None:
    other = os.open(LOCALE, os.O_RDONLY)
    try:
        with alone(), pytest.raises(BlockingIOError):
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
        with alone():
            pass  # it may be had again
    finally:
        os.close(other)


@pytest.mark.django_db
def test_pages_speak_the_readers_language_and_the_api_english():
    german = {"Accept-Language": "de-DE,de;q=0.9"}
    assert '<html lang="de"' in Client().get("/accounts/login/", headers=german).content.decode()
    refused = Client().get("/api/v1/clubs/nowhere/members/", headers=german)
    assert '<html lang="en"' in Client().get("/accounts/login/").content.decode()
    assert refused.json()["detail"] == Client().get("/api/v1/clubs/nowhere/members/").json()["detail"]
    assert "Accept-Language" not in refused.headers.get("Vary", "")
