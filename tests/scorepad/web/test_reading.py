"""How a page for reading is sent: as its reader can take it."""

import pytest
from django.test import Client


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("accepted", "packed"),
    [
        ("gzip", True),
        ("deflate, gzip;q=0.5, *;q=0.1", True),
        ("gzip;q=0.001", True),
        ("gzip;q=0", False),
        ("br, gzip; q=0.000", False),
        ("gzip;q=0, identity", False),
        ("identity", False),
    ],
)
def test_nobody_is_sent_what_he_cannot_unpack(accepted: str, packed: bool):
    answer = Client().get("/", headers={"Accept-Encoding": accepted})
    assert (answer.headers.get("Content-Encoding") == "gzip") == packed
