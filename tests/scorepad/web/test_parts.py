"""What pages of every kind write."""

from django.conf import settings
from django.test import Client

from scorepad.templatetags.pages import with_code
from tests.scorepad.web.conftest import Visit


def test_what_stands_between_backticks_is_code_and_all_of_it_text():
    assert (
        with_code("From `next` of <b> & `<i>`.") == "From <code>next</code> of &lt;b&gt; &amp; <code>&lt;i&gt;</code>."
    )
    assert with_code("a lone ` stays") == "a lone ` stays"


def test_the_foot_of_every_page_tells_the_version(db: None, visit: Visit):
    for address, status in (("/", 200), ("/accounts/login/", 200), ("/nowhere/", 404), ("/api/v1/docs/", 200)):
        assert f"Scorepad {settings.VERSION}" in visit(address, status=status).one("footer").text


def test_no_backtick_is_left_in_the_description_of_the_api(db: None, client: Client):
    assert b"`" not in client.get("/api/v1/docs/").content
