"""The way in and out, and pages for when something is wrong."""

import pytest
from django.test import Client
from django.views.defaults import server_error

from scorepad.models import User
from tests.scorepad.web.conftest import Visit
from tests.scorepad.web.pages import read


@pytest.fixture
def ann(db: None) -> User:
    return User.objects.create_user("ann", password="when in doubt, lead low")


def test_who_has_an_account_signs_in_and_out(ann: User, client: Client, visit: Visit):
    assert "Sign in" in visit("/").text
    answer = client.post("/accounts/login/", {"login": "ann", "password": "when in doubt, lead low"})
    assert (answer.status_code, answer["Location"]) == (302, "/")
    signed_in = read(client.get("/").content)
    assert "ann" in signed_in.one("header").text
    assert "Sign out" in signed_in.one("footer").text
    assert "You are signed in as ann." in read(client.get("/accounts/logout/").content).text
    client.post("/accounts/logout/")
    assert "Sign in" in read(client.get("/").content).text


def test_a_wrong_password_is_told_and_nobody_is_signed_in(ann: User, client: Client):
    page = read(client.post("/accounts/login/", {"login": "ann", "password": "lead high"}).content)
    assert page.one("div", role="alert").text == "That name and password do not go together."
    assert "Sign out" not in page.text


@pytest.mark.django_db
def test_the_way_back_leads_nowhere_else(ann: User, client: Client):
    form = {"login": "ann", "password": "when in doubt, lead low", "next": "https://elsewhere.example/"}
    assert client.post("/accounts/login/", form)["Location"] == "/"


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["signup/", "password/reset/", "email/", ""])
def test_there_are_no_pages_for_what_nobody_can_do_here(visit: Visit, address: str):
    visit(f"/accounts/{address}", status=404)


@pytest.mark.django_db
def test_what_is_not_there_says_so_in_our_look(visit: Visit):
    page = visit("/nowhere/", status=404)
    assert page.one("h1").text == "There is nothing here"
    assert page.one("main")


@pytest.mark.django_db
def test_a_form_without_its_token_is_explained(ann: User):
    answer = Client(enforce_csrf_checks=True).post("/accounts/login/", {"login": "ann"})
    assert answer.status_code == 403
    assert read(answer.content).one("h1").text == "Send it again"


def test_when_something_breaks_the_page_needs_nothing_that_could_break(client: Client):
    answer = server_error(client.get("/static/").wsgi_request)
    assert answer.status_code == 500
    assert read(answer.content).one("h1").text == "Something went wrong"
