"""Who may have an account, and how they sign in: not while guesses at passwords cannot be counted.

Accounts are made by whoever runs the installation, by an invitation, or, where SIGNUP says so, by anybody. A second
step, by an app that shows codes, is there for whoever wants one; of its secret the database alone tells nothing.
"""

import base64
import hashlib
import logging
import secrets
from collections.abc import Callable
from functools import wraps
from smtplib import SMTPException
from typing import Any

import segno
from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.response import SimpleTemplateResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from redis.exceptions import RedisError

from scorepad.models import User
from scorepad.refusals import Conflict
from scorepad.services.usernames import take
from scorepad.services.writing import writing

COME_AGAIN_SECONDS = 10

logger = logging.getLogger(__name__)


class Accounts(DefaultAccountAdapter):  # type: ignore[misc]
    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": _("That name and password do not go together."),
        "username_taken": _("Somebody signs in by this name already."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return bool(settings.SIGNUP == "open")

    def save_user(self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True) -> User:
        """The race: two choose one name at once, and the form of each has found it free."""
        try:
            with writing():
                take(form.cleaned_data["username"])
                saved: User = super().save_user(request, user, form, commit)
                return saved
        except Conflict as refused:
            messages.error(request, self.error_messages["username_taken"])
            raise ImmediateHttpResponse(redirect("account_signup")) from refused

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("account")

    def format_email_subject(self, subject: str) -> str:
        return f"Scorepad: {subject}"


class SecondStep(DefaultMFAAdapter):  # type: ignore[misc]
    """The secrets of second steps, sealed with TOKEN_PEPPER: a stolen database does not open what they guard."""

    def get_totp_issuer(self) -> str:
        return f"Scorepad {self._get_site_name()}"

    def build_totp_svg(self, url: str) -> str:
        return segno.make(url).svg_inline(omitsize=True, svgclass=None, lineclass=None)

    def encrypt(self, text: str) -> str:
        return _seal().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """What was sealed; with another pepper since, something that nobody knows: an empty secret would be known."""
        try:
            return _seal().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            logger.warning("a second step was sealed with another TOKEN_PEPPER; see manage.py forget_second_step")
            return base64.b32encode(secrets.token_bytes(20)).decode()


def _seal() -> Fernet:
    key = hashlib.sha256(b"scorepad second step" + settings.TOKEN_PEPPER.encode()).digest()
    return Fernet(base64.urlsafe_b64encode(key))


def held_back(view: Callable[..., Any]) -> Callable[..., Any]:
    """The view, for as long as Redis counts how often somebody tries, and the mail is taken; else a page that asks to
    come again."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            response: HttpResponse = view(request, *args, **kwargs)
            # A page that is drawn later may ask the counter still; it is to do so here.
            return response.render() if isinstance(response, SimpleTemplateResponse) else response
        except RedisError as error:
            logger.warning("nobody is let in while Redis is away: %s", error)
            return _come_again(request, "held_back.html")
        except (SMTPException, OSError) as error:
            logger.warning("a mail was not taken: %s", error)
            return _come_again(request, "mail_away.html")

    return answer


def _come_again(request: HttpRequest, template: str) -> HttpResponse:
    page = render(request, template, status=503)
    page["Retry-After"] = str(COME_AGAIN_SECONDS)
    return page
