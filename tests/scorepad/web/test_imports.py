"""Files taken in on pages: looked at first, then for good, and taken back."""

import re
import uuid
from collections.abc import Callable
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from engine.games import MARRAKESH
from scorepad.models import Import, Match, Player
from scorepad.selectors.exports import export
from scorepad.services.clubs import change_club, create_club
from scorepad.services.imports import run
from scorepad.services.ladders import create_ladder
from scorepad.services.players import change_player
from tests.scorepad.conftest import Circle
from tests.scorepad.services.test_imports import lines, record
from tests.scorepad.tables import vectors
from tests.scorepad.web.pages import Element, read
from tests.scorepad.web.test_corrections import put
from tests.scorepad.web.test_pad import whole


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
    assert first == "1 Ann – Bob Match · 29 November 2026 · 6–1 · open new"
    assert second == "2 Zoe – Bob Match · 29 November 2026 · 6–1 · open new Zoe becomes a new player."
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
    assert change_player(viewer=circle.owner, player_id=circle.ann.pk, name="Anna").name == "Anna"
    assert verdicts(shown(client, batch))[0].startswith("1 Anna – Bob Match")  # as she is called today
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
    client.cookies["django_language"] = "de"
    for source, said in {
        "Björn".encode("latin-1"): "Diese Datei ist nicht in UTF-8: Byte 2 gehört nicht dazu.",
        b"{}\n" * 20_001: "Eine Datei hat höchstens 20000 Partien.",
        b"Dear club": "Das ist weder eine Aufzeichnung noch",
    }.items():
        assert read(sent(client, circle, source).content).one("div", role="alert").text.startswith(said)
    assert not Import.objects.exists()


def test_a_piece_that_is_no_match_says_why_in_the_readers_language(circle: Circle, client: Client):
    client.force_login(circle.scorer.user)
    sent(client, circle, b"\n".join([b"{", b"[1]", b'{"a": 1, "a": 2}', b'{"a": "' + b"x" * 2**18 + b'"}']))
    begins = re.compile(r"^\[Played .*\n", re.MULTILINE)
    sent(client, circle, begins.sub("", MARRAKESH.dump_text(MARRAKESH.normalised(vectors()[9]["record"]))).encode())
    said = []
    for looked_at in Import.objects.order_by("created_at"):
        run(import_id=looked_at.pk)
        for language in ("en", "de"):
            page = client.get(f"/imports/{looked_at.pk}/", headers={"Accept-Language": language})
            said.append([row.split("refused ")[-1].split("abgelehnt ")[-1] for row in verdicts(read(page.content))])
    english, german, text, german_text = said
    assert english == [
        "This cannot be read as JSON: line 1, column 2.",
        "This should be a JSON object.",
        "This name stands twice in the same object. at /a",
        "A match takes 262144 bytes at most.",
    ]
    assert german == [
        "Das ist als JSON nicht zu lesen: Zeile 1, Spalte 2.",
        "Das sollte ein JSON-Objekt sein.",
        "Dieser Name steht zweimal im selben Objekt. bei /a",
        "Eine Partie braucht höchstens 262144 Bytes.",
    ]
    # Who writes the text form has never heard of the record's own fields.
    assert "the tag Played" in text[0]
    assert "die Zeile Played" in german_text[0]


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


def test_what_cannot_have_happened_says_who_played_and_why_in_the_readers_language(
    circle: Circle, make_circle: Callable[..., Circle], client: Client
):
    client.force_login(circle.scorer.user)
    ruled = {"red": {"name": "Ann <b>"}, "white": {"id": str(make_circle("monday").bob.pk)}}
    never = [{"points": {"red": 24, "white": 9}}]
    sent(
        client, circle, lines(record(rounds=never), record(players=ruled), record(players={"red": 3}, played_at="soon"))
    )
    looked_at = Import.objects.get()
    run(import_id=looked_at.pk)
    impossible, nobody, unread = verdicts(shown(client, looked_at))
    assert impossible == "1 Ann – Bob Match · 29 November 2026 refused Round 1: no round can end 24 to 9."
    assert nobody.startswith("2 Ann <b> – ? Match · 29 November 2026 refused")  # of no other club is a name told
    assert unread.startswith("3 ? Match refused")
    german = client.get(f"/imports/{looked_at.pk}/", headers={"Accept-Language": "de"})
    first = verdicts(read(german.content))[0]
    assert first.endswith("29. November 2026 abgelehnt Runde 1: keine Runde kann 24 zu 9 enden.")


def test_an_export_tells_its_players_matches_and_ladders_by_name(
    circle: Circle, make_circle: Callable[..., Circle], client: Client
):
    circle.match(**whole(vectors()[9]["record"]))
    put(circle.match(), circle.owner, "void", {}, "A lesson.")
    told = "".join(export(viewer=circle.owner, slug=circle.club.slug)).encode()
    elsewhere = make_circle("monday")
    elsewhere.club = create_club(viewer=elsewhere.owner, slug="tuesday", name="New", time_zone="Asia/Tokyo").obj
    client.force_login(elsewhere.owner.user)
    sent(client, elsewhere, told)
    looked_at = Import.objects.get()
    run(import_id=looked_at.pk)
    said = [row.partition(" ")[2] for row in verdicts(shown(client, looked_at))]
    assert sorted(said) == [  # in the file they stand in the order of their ids
        "Ann Player new",
        "Ann – Bob Match · 30 November 2026 · 0–0 · open · void new",
        "Ann – Bob Match · 30 November 2026 · 45–44 new",
        "Bob Player new",
    ]


def test_an_export_of_which_something_is_refused_is_offered_to_nobody(
    circle: Circle, make_circle: Callable[..., Circle], client: Client
):
    """It is taken "always whole", so no button promises a part of it; and a ladder's name is no player's."""
    for each in (circle, elsewhere := make_circle("monday")):
        create_ladder(viewer=each.owner, club_slug=each.club.slug, game="marrakesh", name="Winter", system="elo")
    client.force_login(elsewhere.owner.user)
    sent(client, elsewhere, "".join(export(viewer=circle.owner, slug=circle.club.slug)).encode())
    looked_at = Import.objects.get()
    run(import_id=looked_at.pk)
    page = shown(client, looked_at)
    assert "Another ladder of this club has this name." in page.text
    assert "An export is taken whole or not at all" in page.text
    taking = f"/imports/{looked_at.pk}/take-in/"
    (form,) = page.all("form", action=taking)
    assert not form.all("button")


def test_a_file_may_name_moments_that_no_clock_of_the_club_shows(circle: Circle, client: Client):
    change_club(viewer=circle.owner, club_slug="friday", time_zone="America/New_York")
    client.force_login(circle.scorer.user)
    unknown = {"red": {"name": "Nobody"}, "white": {"name": "Bob"}}
    moments = ("0001-01-01T00:00:00Z", "9999-12-31T23:59:59-14:00", "2026-02-30T19:30:00Z")
    sent(client, circle, lines(*(record(played_at=moment, players=unknown) for moment in moments)))
    run(import_id=Import.objects.get().pk)
    said = verdicts(shown(client, Import.objects.get()))
    assert ["1 January" in said[0], "31 December" in said[1]] == [True, True]
    assert all("refused" in each for each in said)


def test_a_match_at_the_end_of_the_calendar_is_read_though_its_club_moves_east(circle: Circle, client: Client):
    match = circle.match(played_at="9999-12-31T23:59:59Z")
    change_club(viewer=circle.owner, club_slug="friday", time_zone="Pacific/Kiritimati")
    client.force_login(circle.owner.user)
    for address in (f"/matches/{match.pk}/", f"/matches/{match.pk}/change/?what=match"):
        assert client.get(address).status_code == 200
