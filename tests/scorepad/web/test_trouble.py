"""Pages while the database is away, or somebody holds what they need: they ask to come again, and nothing is lost."""

import uuid
from collections.abc import Callable

import psycopg
import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from scorepad.models import Player
from tests.scorepad.conftest import Circle
from tests.scorepad.web.pages import read

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def scorer(circle: Circle) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(circle.scorer.user)
    return client


def assert_asks_to_come_again(answer: object) -> None:
    assert answer.status_code == 503, answer.content
    assert int(answer["Retry-After"]) >= 1
    assert read(answer.content).one("h1").text == "In a moment again"


def test_with_the_database_away_a_page_says_so_and_the_form_sent_again_is_taken_once(
    circle: Circle, scorer: Client, monkeypatch: pytest.MonkeyPatch
):
    address, form = reverse("player_new", args=[circle.club.slug]), {"id": str(uuid.uuid4()), "name": "Cleo"}
    with monkeypatch.context() as away:
        away.setitem(connection.settings_dict, "HOST", "/nowhere")
        connection.close()
        answers = [scorer.get(reverse("club", args=[circle.club.slug])), scorer.post(address, form)]
        connection.close()
    for answer in answers:
        assert_asks_to_come_again(answer)
    assert [scorer.post(address, form).status_code for _ in range(2)] == [302, 302]
    assert Player.objects.filter(name="Cleo").count() == 1


def part_two_players(circle: Circle, client: Client) -> object:
    return client.post(reverse("player_unmerge", args=[circle.ann.pk]))


def read_a_club(circle: Circle, client: Client) -> object:
    return client.get(reverse("club", args=[circle.club.slug]))


@pytest.mark.parametrize("ask", [part_two_players, read_a_club])
def test_what_somebody_holds_is_asked_for_again(circle: Circle, ask: Callable[[Circle, Client], object]):
    client = Client(raise_request_exception=False)
    client.force_login(circle.owner.user)
    with psycopg.connect(**connection.get_connection_params() | {"cursor_factory": None}) as other:
        other.execute("LOCK TABLE scorepad_player IN ACCESS EXCLUSIVE MODE")
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '300ms'")
        answer = ask(circle, client)
        with connection.cursor() as cursor:
            cursor.execute("RESET lock_timeout")
    assert_asks_to_come_again(answer)
    assert ask(circle, client).status_code in (200, 302)


def test_what_is_broken_itself_is_our_fault(circle: Circle, scorer: Client):
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE scorepad_club RENAME TO scorepad_gone")
    try:
        answer = scorer.get(reverse("club", args=[circle.club.slug]))
    finally:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE scorepad_gone RENAME TO scorepad_club")
    assert answer.status_code == 500
    assert read(answer.content).one("h1").text == "Something went wrong"
