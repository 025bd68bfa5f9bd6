"""Visitors with a browser's session, and pages read as trees."""

from collections.abc import Callable

import pytest
from django.test import Client

from scorepad.selectors.access import Viewer
from tests.scorepad.web.pages import Element, read

Visit = Callable[..., Element]


@pytest.fixture
def visit(client: Client) -> Visit:
    """The page at an address, as somebody sees it who is signed in as this viewer, or not at all."""

    def visited(address: str, viewer: Viewer | None = None, status: int = 200) -> Element:
        if viewer and viewer.user:
            client.force_login(viewer.user)
        else:
            client.logout()
        answer = client.get(address)
        assert answer.status_code == status, answer.content
        return read(answer.content)

    return visited
