"""API tokens: given out once, kept as a keyed digest, known again when they come back.

A token is `sp_`, ten letters and digits to find it by, and a secret tail. A stolen database opens nothing without the
pepper, and how long a comparison takes tells nothing about the digest.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from scorepad.models import ApiToken, Club, User
from scorepad.models.tokens import SCOPES
from scorepad.refusals import invalid_at
from scorepad.selectors.access import Viewer

MARK = "sp_"
ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
FINDABLE = 10
SECRET = 32
USE_NOTED_EVERY = timedelta(minutes=1)


def issue_token(
    *, user: User, name: str, scopes: Iterable[str], club: Club | None = None, expires_at: datetime | None = None
) -> tuple[ApiToken, str]:
    """A new token and its text, which is not kept and cannot be shown again."""
    wanted = sorted(set(scopes), key=lambda scope: SCOPES.index(scope) if scope in SCOPES else len(SCOPES))
    if not wanted or not set(wanted) <= set(SCOPES):
        raise invalid_at("/scopes", f"A token's scopes are some of {', '.join(SCOPES)}.", allowed=list(SCOPES))
    findable, secret = _random(FINDABLE), _random(SECRET)
    text = f"{MARK}{findable}{secret}"
    token = ApiToken.objects.create(
        user=user, name=name, scopes=wanted, club=club, expires_at=expires_at, prefix=findable, digest=_digest(text)
    )
    return token, text


def revoke_token(*, token: ApiToken) -> None:
    """The token opens nothing from now on. Its row stays: the journal says which token wrote an entry."""
    ApiToken.objects.filter(pk=token.pk, revoked_at__isnull=True).update(revoked_at=timezone.now())


def authenticate(secret: str) -> Viewer | None:
    """Whose token this is, unless it is unknown, expired, revoked, or its owner may no longer sign in."""
    if len(secret) != len(MARK) + FINDABLE + SECRET or not secret.startswith(MARK) or not secret.isascii():
        return None
    findable = secret[len(MARK) :][:FINDABLE]
    token = ApiToken.objects.filter(prefix=findable).select_related("user").first()
    # The digest is compared even when there is no such token, so that guesses at prefixes all take as long.
    known = hmac.compare_digest(token.digest if token else "", _digest(secret))
    now = timezone.now()
    if token is None or not known or token.revoked_at is not None or not token.user.is_active:
        return None
    if token.expires_at is not None and token.expires_at <= now:
        return None
    _note_use(token, now)
    return Viewer(token.user, frozenset(token.scopes), token.club_id, token.pk, token.match_id)


def _note_use(token: ApiToken, now: datetime) -> None:
    """Once a minute at most, and never in anybody's way: a row that another request is noting is left to it."""
    stale = Q(last_used_at__isnull=True) | Q(last_used_at__lt=now - USE_NOTED_EVERY)
    if token.last_used_at is not None and token.last_used_at >= now - USE_NOTED_EVERY:
        return
    free = ApiToken.objects.filter(stale, pk=token.pk).select_for_update(skip_locked=True, no_key=True)
    with transaction.atomic():
        ApiToken.objects.filter(pk__in=free.values("pk")).update(last_used_at=now)


def _random(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def _digest(text: str) -> str:
    return hmac.new(settings.TOKEN_PEPPER.encode(), text.encode(), hashlib.sha256).hexdigest()
