"""Who may have an account: those for whom somebody who runs the installation has made one. And how they sign in: not
while guesses at passwords cannot be counted.
"""

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from redis.exceptions import RedisError

COME_AGAIN_SECONDS = 10

logger = logging.getLogger(__name__)


class ClosedAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": _("That name and password do not go together."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False


def held_back(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """The view, for as long as Redis counts how often somebody tries; else a page that asks to come again."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except RedisError as error:
            logger.warning("nobody is let in while Redis is away: %s", error)
            page = render(request, "held_back.html", status=503)
            page["Retry-After"] = str(COME_AGAIN_SECONDS)
            return page

    return answer
