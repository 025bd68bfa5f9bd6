"""Files taken in on pages: looked at first, then for good, and taken back."""

import uuid
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from scorepad.models import Import, Match, Player
from scorepad.services.imports import run
from tests.scorepad.conftest import Circle
from tests.scorepad.services.test_imports import lines, record
from tests.scorepad.web.pages import Element, read


def sent(client: Client, circle: Circle, source: bytes, **given: Any) -> Any:
    file = SimpleUploadedFile("matches.ndjson", source)
    data = {"file": file, "mode": "per_record", "id": str(uuid.uuid4()), **given}
    return client.post(f"/clubs/{circle.club.slug}/imports/", data)


def shown(client: Client, batch: Import, more: str = "") -> Element:
    answer = client.get(f"/imports/{batch.pk}/{more}")
    assert answer.status_code == 200
    return read(answer.content)


def verdicts(page: Element) -> list[str]:
    return [row.text for row in page.one("tbody").all("tr")]


def test_a_file_is_looked_at_then_taken_in_once_and_taken_back(circle: Circle, client: Client):
    client.force_login(circle.scorer.user)
    zoe, ann = record(players={"red": {"name": "Zoe"}, "white": {"name": "Bob"}}), record()
    answer = sent(client, circle, lines(ann, zoe, {"format": "x"}), creates_players="on")
    looked_at = Import.objects.get()
    assert answer.url == f"/imports/{looked_at.pk}/"
    page = shown(client, looked_at)
    assert "0 of 3 have their verdict." in page.text
    assert page.one("div", id="import").attributes["data-live"] == "1"
    assert page.one("noscript").one("a").text == "Look again"
    run(import_id=looked_at.pk)
    page = shown(client, looked_at)
    assert "data-live" not in page.one("div", id="import").attributes
    assert [dd.text for dd in page.all("dd")] == ["2", "0", "1"]
    first, second, third = verdicts(page)
    assert (first, second) == ("1 Match new", "2 Match new Zoe becomes a new player.")
    assert third.startswith("3 Match refused A record names its format")
    assert verdicts(shown(client, looked_at, "?status=refused")) == [third]
    assert len(verdicts(shown(client, looked_at, "?after=2"))) == 1
    assert not Match.objects.exists()
    for _ in range(2):
        taken_in = client.post(f"/imports/{looked_at.pk}/take-in/")
    batch = Import.objects.get(dry_run=False)
    assert taken_in.url == f"/imports/{batch.pk}/"
    run(import_id=batch.pk)
    page = shown(client, batch)
    assert [a.attributes["href"] for a in page.one("tbody").all("a")] == [
        f"/matches/{each['id']}/" for each in (ann, zoe)
    ]
    assert Match.objects.filter(void=False).count() == 2
    assert "its matches are void" in shown(client, batch, "take-back/").text
    assert Match.objects.filter(void=False).count() == 2
    client.post(f"/imports/{batch.pk}/take-back/")
    assert not Match.objects.filter(void=False).exists()
    assert Player.objects.get(name="Zoe").hidden
    assert shown(client, batch).one("h2", id="far").text == "Taken back"


def test_all_or_nothing_may_become_what_can_be_taken(circle: Circle, client: Client):
    client.force_login(circle.scorer.user)
    sent(client, circle, lines(record(), {"format": "x"}), mode="atomic")
    looked_at = Import.objects.get()
    run(import_id=looked_at.pk)
    page = shown(client, looked_at)
    assert "1 piece was refused, so nothing of this file was stored." in page.text
    (way_out,) = [button for button in page.all("button") if button.attributes.get("name") == "mode"]
    assert (way_out.text, way_out.attributes["value"]) == ("Take what can be taken", "per_record")
    client.post(f"/imports/{looked_at.pk}/take-in/", {"mode": "per_record"})
    run(import_id=Import.objects.get(dry_run=False).pk)
    assert Match.objects.count() == 1


def test_what_is_no_file_of_ours_is_told_at_the_form(circle: Circle, client: Client):
    client.force_login(circle.scorer.user)
    answer = sent(client, circle, b"Dear club, we played on Thursday.")
    assert answer.status_code == 200
    assert read(answer.content).one("div", role="alert").text.startswith("This is neither a record")
    assert not Import.objects.exists()


def test_members_and_strangers_take_nothing_in(circle: Circle, client: Client):
    client.force_login(circle.scorer.user)
    sent(client, circle, lines(record()))
    batch = Import.objects.get()
    for viewer, status in ((circle.member, 403), (circle.stranger, 404)):
        client.force_login(viewer.user)
        assert sent(client, circle, lines(record())).status_code == status
        for more in ("", "take-back/"):
            assert client.get(f"/imports/{batch.pk}/{more}").status_code == status
        for more in ("take-in/", "take-back/"):
            assert client.post(f"/imports/{batch.pk}/{more}").status_code == status
    assert Import.objects.count() == 1
