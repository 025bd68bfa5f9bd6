"""The page for a new password, by a link."""

import pytest
from django.test import Client

from scorepad.models import User
from scorepad.services.resets import reset_of
from tests.scorepad.web.pages import Element, read

NEW = "when in doubt, lead low"


@pytest.fixture
def ann(db: None) -> User:
    return User.objects.create_user("ann", password="forgotten since")


@pytest.fixture
def link(ann: User) -> str:
    return reset_of(user=ann).path


def sent(client: Client, link: str, first: str, again: str, status: int = 200) -> Element:
    answer = client.post(link, {"new_password1": first, "new_password2": again})
    assert answer.status_code == status
    return read(answer.content)


def test_the_link_asks_for_a_password_and_then_one_signs_in_with_it(ann: User, link: str, client: Client):
    answer = client.get(link)
    assert "no-store" in answer["Cache-Control"]
    page = read(answer.content)
    assert page.one("main").all("bdi")[0].text == "ann"
    assert len(page.all("input", type="password")) == 2
    assert sent(client, link, NEW, NEW).one("h1").text == "The password is set"
    assert client.post("/accounts/login/", {"login": "ann", "password": NEW}).status_code == 302


def test_what_the_old_password_had_opened_is_closed(ann: User, client: Client):
    client.force_login(ann)
    ann.refresh_from_db()
    assert client.get("/account/").status_code == 200
    sent(Client(), reset_of(user=ann).path, NEW, NEW)
    assert client.get("/account/").status_code == 302


@pytest.mark.parametrize(
    ("first", "again"), [("short", "short"), (NEW, "another"), ("password1", "password1"), ("", "")]
)
def test_what_is_no_good_password_is_told_and_the_link_stays(
    ann: User, link: str, client: Client, first: str, again: str
):
    assert sent(client, link, first, again).all("ul", **{"class": "errorlist"})
    assert User.objects.get().check_password("forgotten since")
    assert sent(client, link, NEW, NEW).one("h1").text == "The password is set"


def test_a_spent_link_says_so(ann: User, link: str, client: Client):
    sent(client, link, NEW, NEW)
    assert read(client.get(link).content).one("h1").text == "This link is spent"
    assert sent(client, link, "another good one", "another good one", status=404).one("h1").text == "This link is spent"
    assert User.objects.get().check_password(NEW)


def test_it_takes_no_form_of_another_page(ann: User, link: str):
    answer = Client(enforce_csrf_checks=True).post(link, {"new_password1": NEW, "new_password2": NEW})
    assert answer.status_code == 403
    assert User.objects.get().check_password("forgotten since")


def test_a_name_is_read_as_it_is_written(client: Client, db: None):
    user = User.objects.create_user("<img src=x onerror=alert(1)>")
    page = client.get(reset_of(user=user).path)
    assert b"<img src=x" not in page.content
    assert read(page.content).one("main").all("bdi")[0].text == user.username
