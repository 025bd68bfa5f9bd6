"""What there is only where mail is sent: an account's address, and a new password by mail.

Elsewhere whoever has forgotten his password reads here how he gets a link.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.forms import ResetPasswordForm
from allauth.account.models import EmailAddress
from allauth.account.views import password_reset
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from scorepad.models import User

View = Callable[..., HttpResponse]


class Forgotten(ResetPasswordForm):  # type: ignore[misc]
    """Whoever has the link has the account: an address that nobody has confirmed may be a stranger's, by a slip."""

    users: list[User]

    def clean_email(self) -> str:
        address: str = super().clean_email()
        confirmed = EmailAddress.objects.filter(user__in=self.users, email=address.lower(), verified=True)
        owners = set(confirmed.values_list("user", flat=True))
        self.users = [user for user in self.users if user.pk in owners]
        return address


def forgotten(request: HttpRequest) -> HttpResponse:
    return password_reset(request) if settings.SENDS_MAIL else render(request, "account/forgotten.html")


def by_mail(view: View) -> View:
    """The view where mail is sent; nothing where none is."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not settings.SENDS_MAIL:
            raise Http404
        return view(request, *args, **kwargs)

    return answer
