"""`manage.py reset_link`: a forgotten password, mended by whoever runs the installation."""

import io

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from scorepad.models import User


@pytest.mark.django_db
def test_the_link_it_prints_sets_a_password(client: Client) -> None:
    User.objects.create_superuser("root", password="forgotten since")
    out = io.StringIO()
    call_command("reset_link", "root", site="https://scores.example/", stdout=out)
    link = out.getvalue().strip()
    assert link.startswith("https://scores.example/accounts/password/")
    twice = dict.fromkeys(("new_password1", "new_password2"), "when in doubt, lead low")
    assert client.post(link.removeprefix("https://scores.example"), twice).status_code == 200
    assert User.objects.get().check_password("when in doubt, lead low")


@pytest.mark.django_db
def test_nobody_of_this_name() -> None:
    User.objects.create_user("gone", is_active=False)
    for name in ("nobody", "gone"):
        with pytest.raises(CommandError, match=name):
            call_command("reset_link", name)
