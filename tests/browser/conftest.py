"""Chromium, the one that the system has and without what would call home, before the server as `make run` starts it."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

from scorepad.models import User
from tests.conftest import BROWSER
from tests.journeys.conftest import server, web
from tests.journeys.web import Web
from tests.scorepad.conftest import Circle, circle, make_circle

__all__ = ["circle", "make_circle", "server", "web"]

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# What the browser itself gives up, an icon above all, when it leaves a page.
LEFT = "net::ERR_ABORTED"
# Long for a page, and no more than slow where the machine has other things to do.
PATIENCE = 60_000
Open = Callable[..., Page]

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    with pytest.MonkeyPatch.context() as patch:
        # Playwright's event loop runs in this thread from now on, and Django takes that for asynchronous code.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        browser = playwright.chromium.launch(executable_path=BROWSER, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium: Browser, web: Web) -> Iterator[Open]:
    """A page at an address of the server, in a context of its own; whatever it complains of fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def opened(address: str = "/", width: int = 1280, **context: Any) -> Page:
        contexts.append(chromium.new_context(viewport={"width": width, "height": 900}, **context))
        contexts[-1].set_default_timeout(PATIENCE)
        page = contexts[-1].new_page()
        page.on("console", lambda message: complaints.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("requestfailed", lambda request: request.failure == LEFT or complaints.append(f"failed: {request.url}"))
        page.goto("http://{}:{}{}".format(*web.address, address))
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


def session_of(user: User, origin: str) -> Any:
    """The cookie of somebody who has signed in."""
    client = Client()
    client.force_login(user)
    name = settings.SESSION_COOKIE_NAME
    return {"name": name, "value": client.cookies[name].value, "url": origin}


@pytest.fixture
def hall(make_circle: Callable[..., Circle]) -> Circle:
    """A public club."""
    return make_circle(visibility="public")
