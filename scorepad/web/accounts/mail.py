"""What there is only where mail is sent: an account's address, and a new password by mail.

Elsewhere whoever has forgotten his password reads here how he gets a link.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.views import password_reset
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

View = Callable[..., HttpResponse]


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
