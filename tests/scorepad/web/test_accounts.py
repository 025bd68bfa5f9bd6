"""The way in and out, what is somebody's own, and pages for when something is wrong."""

import re
import time
from functools import partial
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.core import mail
from django.test import Client
from django.views.defaults import server_error

from scorepad.models import ApiToken, Membership, Player, User
from scorepad.services.tokens import authenticate
from tests.scorepad.conftest import Circle
from tests.scorepad.services.test_races import at_once
from tests.scorepad.web.conftest import Visit
from tests.scorepad.web.pages import Element, read

PASSWORD = "when in doubt, lead low"
NEW_PASSWORD = "seven moons over Fez"
ADDRESS = "ann@mail.example"


@pytest.fixture
def ann(db: None) -> User:
    return User.objects.create_user("ann", password=PASSWORD)


@pytest.fixture
def as_ann(ann: User, client: Client) -> Client:
    """Somebody who has signed in, and given his password once more, as is asked before anything of that is changed."""
    assert signed_in(client, PASSWORD)
    assert client.get("/accounts/2fa/totp/activate/")["Location"].startswith("/accounts/reauthenticate/")
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client


@pytest.fixture
def sends_mail(settings: Any) -> None:
    settings.SENDS_MAIL, settings.ACCOUNT_EMAIL_VERIFICATION = True, "optional"


def signed_in(client: Client, password: str) -> bool:
    client.post("/accounts/login/", {"login": "ann", "password": password})
    return "_auth_user_id" in client.session


def told(answer: Any) -> Element:
    return read(answer.content)


def link_in(message: mail.EmailMessage) -> str:
    (link,) = re.findall(r"http://testserver(\S+)", message.body)
    return link


def test_who_has_an_account_signs_in_and_out(ann: User, client: Client, visit: Visit):
    assert "Sign in" in visit("/").text
    answer = client.post("/accounts/login/", {"login": "ann", "password": PASSWORD})
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert told(client.get("/")).one("a", href="/account/").text == "ann"
    assert "You are signed in as ann ." in told(client.get("/accounts/logout/")).text
    client.post("/accounts/logout/")
    assert not told(client.get("/")).all("a", href="/account/")


def test_whoever_signs_in_comes_back_to_the_page_that_was_closed(ann: User, client: Client, circle: Circle):
    Membership.objects.create(club=circle.club, user=ann, role="member")
    closed = f"/matches/{circle.match().pk}/?round=1&step=2"
    page = told(client.get(closed))
    (way,) = {link.attributes["href"] for link in page.all("a") if link.text == "Sign in"}
    back = dict(parse_qsl(urlsplit(way).query))
    answer = client.post("/accounts/login/", {"login": "ann", "password": PASSWORD} | back)
    assert answer["Location"] == closed
    assert client.get(closed).status_code == 200


@pytest.mark.parametrize("address", ["/", "/accounts/login/", "/accounts/password/reset/", "/language/"])
def test_from_where_one_signs_in_the_way_leads_home(db: None, visit: Visit, address: str):
    ways = [link.attributes["href"] for link in visit(address).all("a") if link.text == "Sign in"]
    assert set(ways) == {"/accounts/login/"}


def test_a_wrong_password_is_told_and_nobody_is_signed_in(ann: User, client: Client):
    page = told(client.post("/accounts/login/", {"login": "ann", "password": "lead high"}))
    assert page.one("div", role="alert").text == "That name and password do not go together."
    assert "_auth_user_id" not in client.session


def test_the_way_back_leads_nowhere_else(ann: User, client: Client):
    form = {"login": "ann", "password": PASSWORD, "next": "https://elsewhere.example/"}
    assert client.post("/accounts/login/", form)["Location"] == "/"


# -- a new account ----------------------------------------------------------------------------------------------------


def joining(**given: str) -> dict[str, str]:
    return {"username": "newcomer", "password1": PASSWORD, "password2": PASSWORD, **given}


@pytest.mark.django_db
def test_anybody_makes_an_account_where_that_is_open(settings: Any, client: Client):
    settings.SIGNUP = "open"
    for wrong in ({"password2": "another"}, {"password1": "password", "password2": "password"}, {"username": "a b"}):
        assert told(client.post("/accounts/signup/", joining(**wrong))).all("ul", **{"class": "errorlist"})
    assert not User.objects.exists()
    assert client.post("/accounts/signup/", joining()).status_code == 302
    assert "newcomer" in told(client.get("/account/")).one("main").text
    assert User.objects.get().check_password(PASSWORD)
    again = told(Client().post("/accounts/signup/", joining(username="NEWCOMER")))
    assert "autofocus" in again.one("input", name="username").attributes
    assert {field.attributes.get("aria-describedby", "") for field in again.all("input")} <= {"", "id_username_error"}
    assert "Somebody signs in by this name already." in again.text


@pytest.mark.django_db(transaction=True)
def test_one_name_that_newcomers_choose_at_once_is_one_newcomers(settings: Any):
    settings.SIGNUP = "open"
    names = ["newcomer", "Newcomer", "newcomer", "NEWCOMER"]
    client = partial(Client, raise_request_exception=False, REMOTE_ADDR="203.0.113.11")
    answers = at_once([partial(client().post, "/accounts/signup/", joining(username=name)) for name in names])
    assert {answer.status_code for answer in answers} <= {200, 302, 503}
    assert User.objects.count() == 1
    assert sum(answer.get("Location") == "/" for answer in answers) == 1


@pytest.mark.django_db
def test_nobody_makes_an_account_where_it_takes_an_invitation(settings: Any, client: Client):
    settings.SIGNUP = "invited"
    assert told(client.get("/accounts/signup/")).one("h1").text == "By invitation"
    client.post("/accounts/signup/", joining())
    assert not User.objects.exists()


@pytest.mark.django_db
def test_sign_ups_from_one_address_are_counted(settings: Any):
    settings.SIGNUP = "open"
    answers = [Client(REMOTE_ADDR="203.0.113.9").post("/accounts/signup/", joining(username="")) for _ in range(11)]
    assert [answer.status_code for answer in answers] == [200] * 10 + [429]
    assert told(answers[-1]).one("h1").text == "Too often"
    assert Client(REMOTE_ADDR="203.0.113.10").post("/accounts/signup/", joining()).status_code == 302


# -- a forgotten password ---------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_where_nothing_is_mailed_it_says_who_makes_a_link(visit: Visit, as_ann: Client):
    assert "An owner of your club makes you a link" in visit("/accounts/password/reset/").text
    for address in ("email/", "confirm-email/", "confirm-email/x/", "password/reset/done/", "password/reset/key/1-x/"):
        visit(f"/accounts/{address}", status=404)
    assert mail.outbox == []


def test_where_mail_is_sent_a_confirmed_address_gets_a_link_to_a_new_password(
    sends_mail: None, ann: User, as_ann: Client, settings: Any
):
    settings.SIGNUP, settings.ACCOUNT_SIGNUP_FIELDS = "open", [*settings.ACCOUNT_SIGNUP_FIELDS, "email"]
    assert "Mail address (optional)" in told(Client().get("/accounts/signup/")).text
    as_ann.post("/accounts/email/", {"email": ADDRESS, "action_add": ""})
    confirming = mail.outbox.pop()
    assert (confirming.to, "ann" in confirming.body) == ([ADDRESS], True)
    assert "ann" in told(as_ann.get(link_in(confirming))).one("main").text
    Client().post("/accounts/password/reset/", {"email": ADDRESS})
    assert mail.outbox == []  # it may be a stranger's until then
    as_ann.post(link_in(confirming))
    assert EmailAddress.objects.get(user=ann).verified

    stranger = Client()
    for address in ("nobody@mail.example", ADDRESS):
        asked = stranger.post("/accounts/password/reset/", {"email": address}, follow=True)
        assert told(asked).one("h1").text == "Look into your mail"  # and says not whether there is such an account
    (resetting,) = mail.outbox
    page = stranger.get(link_in(resetting), follow=True)
    form = {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    assert told(stranger.post(page.request["PATH_INFO"], form, follow=True)).one("h1").text == "The password is set"
    assert told(Client().get(link_in(resetting), follow=True)).one("h1").text == "This link is spent"
    assert as_ann.get("/account/").status_code == 302  # what the old one had opened is closed
    assert not signed_in(Client(), PASSWORD)
    assert signed_in(Client(), NEW_PASSWORD)


def test_a_new_password_closes_what_the_old_one_has_opened_elsewhere(as_ann: Client):
    elsewhere = Client()
    assert signed_in(elsewhere, PASSWORD)
    form = {"oldpassword": "wrong", "password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    assert as_ann.post("/accounts/password/change/", form).status_code == 200
    assert as_ann.post("/accounts/password/change/", form | {"oldpassword": PASSWORD})["Location"] == "/account/"
    assert (as_ann.get("/account/").status_code, elsewhere.get("/account/").status_code) == (200, 302)


# -- the second step --------------------------------------------------------------------------------------------------


def now_shown(secret: str, steps: int = 0) -> str:
    """RFC 6238: what an app shows, so many half minutes from now."""
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30 + steps))


def test_a_second_step_is_asked_for_and_its_secret_is_sealed(ann: User, as_ann: Client, settings: Any):
    secret = told(as_ann.get("/accounts/2fa/totp/activate/")).one("code").text
    assert as_ann.post("/accounts/2fa/totp/activate/", {"code": "000000"}).status_code == 200
    codes = told(as_ann.post("/accounts/2fa/totp/activate/", {"code": now_shown(secret)}, follow=True))
    recovery = [code.text for code in codes.all("code")]
    assert len(set(recovery)) == 10
    for page, headline in (
        ("", "The second step"),
        ("recovery-codes/", "Recovery codes"),
        ("recovery-codes/generate/", "New recovery codes"),
        ("totp/deactivate/", "Do without the second step"),
    ):
        assert told(as_ann.get(f"/accounts/2fa/{page}")).one("h1").text == headline
    stored = str([*Authenticator.objects.values_list("data", flat=True)])
    assert secret not in stored

    def second_step(code: str) -> bool:
        client = Client()
        assert not signed_in(client, PASSWORD)  # the password alone suffices no more
        client.post("/accounts/2fa/authenticate/", {"code": code})
        return "_auth_user_id" in client.session

    assert second_step(now_shown(secret, 1))
    assert not second_step("000000")
    assert [second_step(recovery[0]), second_step(recovery[0])] == [True, False]
    settings.TOKEN_PEPPER = "another"
    assert not second_step(now_shown(secret, -1))
    assert not second_step(recovery[1])
    as_ann.post("/accounts/2fa/totp/deactivate/")
    assert signed_in(Client(), PASSWORD)


@pytest.mark.django_db(transaction=True)
def test_what_is_tapped_twice_is_set_up_once(ann: User, sends_mail: None):
    client = partial(Client, REMOTE_ADDR="203.0.113.12")
    first = client()
    first.force_login(ann)
    first.post("/accounts/reauthenticate/", {"password": PASSWORD})
    secret = told(first.get("/accounts/2fa/totp/activate/")).one("code").text

    def sent(address: str, form: dict[str, str]) -> int:
        tap = client()
        tap.cookies = first.cookies.copy()
        return int(tap.post(address, form).status_code)

    code = {"code": now_shown(secret)}
    assert at_once([partial(sent, "/accounts/2fa/totp/activate/", code)] * 3) == [302] * 3
    assert Authenticator.objects.filter(user=ann, type=Authenticator.Type.TOTP).count() == 1
    address = {"email": ADDRESS, "action_add": ""}
    assert set(at_once([partial(sent, "/accounts/email/", address)] * 3)) <= {200, 302}
    assert EmailAddress.objects.filter(user=ann).count() == 1


# -- one's own --------------------------------------------------------------------------------------------------------


def test_the_account_page_says_what_is_somebodys_own(circle: Circle, visit: Visit, client: Client):
    Player.objects.filter(pk=circle.ann.pk).update(user=circle.scorer.user)
    page = visit("/account/", circle.scorer).one("main")
    assert "You sign in as friday-scorer ." in page.text
    assert page.one("a", href="/clubs/friday/").text == "Friday Club"
    assert page.one("a", href=f"/players/{circle.ann.pk}/").text == "Ann"
    assert "None yet." in visit("/account/", circle.stranger).text
    client.logout()
    assert client.get("/account/")["Location"] == "/accounts/login/?next=/account/"


def test_a_token_is_shown_once_and_opens_what_it_may_until_it_is_withdrawn(circle: Circle, client: Client):
    client.force_login(circle.scorer.user)
    hidden = told(client.get("/account/tokens/")).one("input", name="id").attributes["value"]
    form = {"id": hidden, "name": "clock by the bar", "scopes": "record", "club": "friday", "lasts": "30"}
    shown = told(client.post("/account/tokens/", form))
    secret = shown.one("code").text
    viewer = authenticate(secret)
    assert viewer is not None
    assert (viewer.user, viewer.scopes, viewer.club_id) == (circle.scorer.user, {"record"}, circle.club.pk)
    assert shown.one("div", **{"class": "code"}).all("svg")
    again = client.post("/account/tokens/", form)
    assert (secret in again.content.decode(), ApiToken.objects.count()) == (False, 1)
    too_much = {**form, "id": hidden.replace(hidden[:8], "00000000"), "scopes": "manage"}
    assert "does not reach so far" in told(client.post("/account/tokens/", too_much)).text
    assert ApiToken.objects.count() == 1

    own = f"/account/tokens/{viewer.token_id}/"
    other = Client()
    other.force_login(circle.owner.user)
    assert other.post(own).status_code == 404
    client.get(own)
    assert authenticate(secret)
    client.post(own)
    assert authenticate(secret) is None
    assert "clock by the bar" not in told(client.get("/account/tokens/")).one("main").text


def test_an_account_is_deleted_by_its_name_and_by_no_last_owner(circle: Circle, client: Client):
    client.force_login(circle.owner.user)
    refused = told(client.post("/account/delete/", {"confirm": "friday-owner"}))
    assert "You are the only owner of friday" in refused.text
    client.force_login(circle.member.user)
    EmailAddress.objects.create(user=circle.member.user, email=ADDRESS)
    assert "This is not the name you sign in with." in told(client.post("/account/delete/", {"confirm": "x"})).text
    assert client.post("/account/delete/", {"confirm": "friday-member"}).status_code == 302
    assert "_auth_user_id" not in client.session
    assert not Membership.objects.filter(user=circle.member.user).exists()
    assert not EmailAddress.objects.exists()
    assert User.objects.filter(is_active=True).count() == 3


# -- when something is wrong ------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_what_is_not_there_says_so_in_our_look(visit: Visit):
    page = visit("/nowhere/", status=404)
    assert page.one("h1").text == "There is nothing here"
    assert page.one("main")


def test_a_form_without_its_token_is_explained(ann: User):
    answer = Client(enforce_csrf_checks=True).post("/accounts/login/", {"login": "ann"})
    assert answer.status_code == 403
    assert told(answer).one("h1").text == "Send it again"


def test_when_something_breaks_the_page_needs_nothing_that_could_break(client: Client):
    answer = server_error(client.get("/static/").wsgi_request)
    assert answer.status_code == 500
    assert told(answer).one("h1").text == "Something went wrong"
