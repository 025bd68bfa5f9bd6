"""The recorder's page, and what a device keeps of it: one for everybody, complete, and another one when anything is."""

import json
import re
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from scorepad.services.pairings import create_pairing
from tests.scorepad.conftest import Circle
from tests.scorepad.web.pages import read

pytestmark = pytest.mark.django_db

IMPORTED = re.compile(r"""^(?:import|export)[^"']*?from\s*["']([^"']+)["']""", re.MULTILINE)
SOURCES = Path(settings.BASE_DIR) / "scorepad" / "static" / "scorepad" / "recorder"
OF_A_GAME = re.compile(r"""["'](?:red|white|trick|setup|dice|lead|reply|board)["']|\.(?:red|white)\b""")
COMMENT = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)
# What one of Safari 15.4, Chrome 90 and Firefox 90 does not know yet.
TOO_NEW = re.compile(
    r"\.(?:at|findLast|findLastIndex|toSorted|toReversed|toSpliced|hasOwn|groupBy|withResolvers|fromAsync)\("
    r"|\b(?:structuredClone|randomUUID|scheduler|showPicker)\b|AbortSignal\.|\(\?<[=!]|\bstatic \{"
    r"|:has\(|@container|@layer|color-mix\(|light-dark\(|\d[dsl]v[hw]\b"
)
HASHED = re.compile(r"\.[0-9a-f]{12}\.\w+$")


def kept(client: Client, **headers: str) -> dict[str, Any]:
    """What the worker says that it keeps."""
    text = client.get("/record/worker.js", headers=headers).content.decode()
    found: dict[str, Any] = json.loads(text.partition("const KEPT = ")[2].partition(";")[0])
    return found


def got(client: Client, address: str) -> tuple[str, str]:
    """The media type and the text of a file."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    answer.close()
    return answer["Content-Type"].partition(";")[0], content.decode(errors="replace")


def test_the_page_is_the_same_for_everybody_and_hands_the_csrf_token_to_scripts(client: Client, circle: Circle):
    guest = client.get("/record/")
    client.force_login(circle.owner.user)
    member = client.get("/record/")
    assert guest.content == member.content
    assert guest["ETag"] == member["ETag"]
    cookie = guest.cookies[settings.CSRF_COOKIE_NAME]
    assert not cookie["httponly"]
    body = read(guest.content).one("body")
    assert body.attributes["data-csrf-cookie"] == settings.CSRF_COOKIE_NAME
    assert cookie.value not in guest.content.decode()


def test_a_member_writes_through_the_api_with_the_cookies_token_and_not_without(circle: Circle):
    client = Client(enforce_csrf_checks=True)
    client.force_login(circle.scorer.user)
    token = client.get("/record/").cookies[settings.CSRF_COOKIE_NAME].value
    path, body = f"/api/v1/clubs/{circle.club.slug}/players/", {"name": "Carla"}
    refused = client.post(path, body, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (403, "csrf_failed")
    made = client.post(path, body, content_type="application/json", headers={"X-CSRFToken": token})
    assert made.status_code == 201


def test_what_the_worker_keeps_is_all_there_and_every_import_is_of_it(client: Client):
    files = [address for name in ("words", "files") for address in kept(client)[name]]
    modules = [address for address in files if address.endswith(".js")]
    assert any("/recorder/main." in address for address in modules)
    texts = {address: got(client, address)[1] for address in files}
    for address in modules:
        assert HASHED.search(address), address
        for imported in IMPORTED.findall(texts[address]):
            assert HASHED.search(imported), (address, imported)
            assert normpath(join(dirname(address), imported)) in files, (address, imported)
    linked = {link.attributes["href"] for link in read(client.get("/record/").content).all("link")}
    assert linked <= set(files)


def test_only_the_registry_of_games_knows_a_games_own_folder():
    games = {path.name for path in SOURCES.iterdir() if (path / "game.js").exists()}
    assert games == {"marrakesh"}
    for path in SOURCES.rglob("*.js"):
        inside = path.relative_to(SOURCES).parts[0] in games
        imported = {part for address in IMPORTED.findall(path.read_text()) for part in address.split("/")}
        assert inside or path.name == "games.js" or not imported & games, path
        assert inside or not OF_A_GAME.search(path.read_text()), path


def test_old_tablets_know_all_that_it_is_written_in():
    assert TOO_NEW.search("last = rounds.at(-1)")
    assert TOO_NEW.search(".sheet:has(p)")
    for path in (*SOURCES.rglob("*.js"), *SOURCES.rglob("*.css")):
        assert not TOO_NEW.search(COMMENT.sub("", path.read_text())), path


def test_another_language_is_another_app_and_the_same_one_is_not_fetched_again(client: Client):
    english, german = kept(client), kept(client, **{"Accept-Language": "de"})
    assert english["name"] != german["name"]
    assert kept(client) == english
    for address in ("/record/", "/record/worker.js", "/record/words.json", "/record/manifest.webmanifest"):
        first = client.get(address)
        again = client.get(address, headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b""), address


@pytest.mark.parametrize("language", ["en", "de"])
def test_words_say_which_plural_a_number_takes(client: Client, language: str):
    words = client.get("/record/words.json", headers={"Accept-Language": language}).json()
    assert words["language"] == language
    assert words["plurals"][:3] == [1, 0, 1]
    assert len(words["plurals"]) == 200


def test_a_device_can_install_it(client: Client):
    manifest = client.get("/record/manifest.webmanifest")
    assert manifest["Content-Type"] == "application/manifest+json"
    told = manifest.json()
    assert (told["start_url"], told["scope"], told["display"]) == ("/record/", "/record/", "standalone")
    assert {icon["sizes"] for icon in told["icons"]} == {"any", "192x192", "512x512"}
    for icon in told["icons"]:
        assert got(client, icon["src"])[0] == icon["type"]


def test_a_link_for_a_device_leads_into_the_recorder(circle: Circle, client: Client):
    code = create_pairing(viewer=circle.scorer, match_id=circle.match().pk).code
    page = read(client.get(f"/pair/{code}/").content)
    assert f"/record/#pair={code}" in [link.attributes["href"] for link in page.all("a")]
    # Whoever holds the device need not be let into a private club: nothing leads there.
    assert not [link for link in page.all("a") if "/clubs/" in link.attributes["href"]]
