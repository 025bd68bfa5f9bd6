"""The form of a new account: django-allauth's, which says of an address in its own words that it may be left out."""

from typing import Any

from allauth.account.forms import SignupForm
from django.utils.translation import gettext_lazy as _


class NewAccount(SignupForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "email" in self.fields:
            self.fields["email"].label = _("Mail address")
