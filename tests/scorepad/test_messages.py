"""Every text has its German, with the same places to fill in; and what is read at run time is what was written."""

import re

import pytest
from django.test import Client

from scorepad.management.commands.messages import DOMAINS, LOCALE, compiled, untranslated, updated

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


@pytest.mark.django_db
def test_pages_speak_the_readers_language_and_the_api_english():
    german = {"Accept-Language": "de-DE,de;q=0.9"}
    assert '<html lang="de"' in Client().get("/accounts/login/", headers=german).content.decode()
    refused = Client().get("/api/v1/clubs/nowhere/members/", headers=german)
    assert '<html lang="en"' in Client().get("/accounts/login/").content.decode()
    assert refused.json()["detail"] == Client().get("/api/v1/clubs/nowhere/members/").json()["detail"]
    assert "Accept-Language" not in refused.headers.get("Vary", "")
