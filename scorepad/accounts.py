"""Who may have an account: those for whom somebody who runs the installation has made one."""

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _


class ClosedAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": _("That name and password do not go together."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False
