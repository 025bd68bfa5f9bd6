"""What every answer carries."""

import pytest
from django.test import Client


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/accounts/login/", "/api/v1/", "/nowhere/", "/api/v1/nowhere/"])
def test_nothing_inline_and_nothing_from_elsewhere_is_run(address):
    policy = Client().get(address).headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'self'; ")
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
