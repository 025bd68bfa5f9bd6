"""What every answer carries, and what nobody takes in."""

from typing import NoReturn

import pytest
from django.test import Client
from django.test.client import FakePayload

from scorepad.middleware import LARGEST_BODY


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/accounts/login/", "/api/v1/", "/nowhere/", "/api/v1/nowhere/"])
def test_nothing_inline_and_nothing_from_elsewhere_is_run(address):
    policy = Client().get(address).headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'self'; ")
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/nowhere/", "/clubs/nowhere/", "/accounts/password/reset/", "/api/v1/nowhere/"])
def test_nobody_keeps_for_others_what_does_not_say_so(address: str) -> None:
    assert "private" in Client().get(address).headers["Cache-Control"]


class Untouched(FakePayload):
    """A body that would take all there is to take: whoever begins to read it has failed."""

    def read(self, *args: object) -> NoReturn:
        raise AssertionError("it was read")


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/accounts/login/", "/clubs/friday/imports/", "/api/v1/clubs/"])
def test_what_is_out_of_all_bounds_is_not_even_read(address: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.get("/accounts/login/")  # with a cookie for forms, as anybody gets it
    kind, length = "multipart/form-data; boundary=x", str(LARGEST_BODY + 1)
    answer = client.generic(
        "POST", address, b"x", content_type=kind, **{"CONTENT_LENGTH": length, "wsgi.input": Untouched()}
    )
    assert answer.status_code == 413
    assert "Content-Security-Policy" in answer.headers
