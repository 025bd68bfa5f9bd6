"""`manage.py forget_second_step`: somebody who has lost his phone and his codes is let in by his password again."""

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core.management import CommandError, call_command
from django.test import Client

from scorepad.models import User

PASSWORD = "when in doubt, lead low"


@pytest.mark.django_db
def test_the_password_alone_lets_in_again_and_others_keep_their_step(client: Client) -> None:
    people = [User.objects.create_user(name, password=PASSWORD) for name in ("ann", "bob")]
    for person in people:
        TOTP.activate(person, generate_totp_secret())
        RecoveryCodes.activate(person)
    call_command("forget_second_step", "ann")
    for name, let_in in (("ann", True), ("bob", False)):
        client = Client()
        client.post("/accounts/login/", {"login": name, "password": PASSWORD})
        assert ("_auth_user_id" in client.session) == let_in
    for name in ("nobody", "ann"):
        with pytest.raises(CommandError, match=name):
            call_command("forget_second_step", name)
