"""API tokens: given out once, kept as a keyed digest, known again when they come back.

A token is `sp_`, ten letters and digits to find it by, and a secret tail. A stolen database opens nothing without the
pepper, and how long a comparison takes tells nothing about the digest.

Whoever makes one for himself, by his session or a token that manages, gets nothing that he has not: not above his role
in the club it is for, and not beyond the scopes, the club and the last day of the token he asks with.
"""

import hashlib
import hmac
import secrets
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from scorepad.models import ApiToken, Club, Match, User
from scorepad.models.tokens import SCOPES
from scorepad.refusals import NotAllowed, NotHere, invalid_at
from scorepad.selectors.access import RIGHTS_OF_SCOPE, Viewer, rights_in, visible_clubs
from scorepad.selectors.tokens import own_tokens
from scorepad.services.created import create_once, known_as
from scorepad.services.names import cleaned
from scorepad.services.values import moment_at, uuid_at
from scorepad.services.writing import Changes

MARK = "sp_"
ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
FINDABLE = 10
SECRET = 32
USE_NOTED_EVERY = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Issued:
    """`secret` is the token's text, in the one answer in which it is shown; None when the token was there already."""

    token: ApiToken
    secret: str | None


def issue_token(
    *,
    user: User,
    name: str,
    scopes: Iterable[str],
    club: Club | None = None,
    match: Match | None = None,
    expires_at: datetime | None = None,
) -> tuple[ApiToken, str]:
    """A new token and its text, which is not kept and cannot be shown again."""
    token = ApiToken(user=user, name=name, scopes=_scopes(scopes), club=club, match=match, expires_at=expires_at)
    text = _secret_of(token)
    token.save(force_insert=True)
    return token, text


def create_token(
    *,
    viewer: Viewer,
    name: str,
    scopes: Iterable[str],
    id: uuid.UUID | str | None = None,
    club_slug: str | None = None,
    expires_at: str | None = None,
) -> Issued:
    """A token of the viewer's own, or the one that this very call made before."""
    user, own = viewer.user, own_tokens(viewer).select_related("club")
    if user is None:
        raise NotAllowed
    asking = None if viewer.token_id is None else ApiToken.objects.get(pk=viewer.token_id)
    wanted = ApiToken(
        id=uuid.uuid4() if id is None else uuid_at("/id", id),
        user=user,
        name=cleaned("/name", name),
        scopes=_scopes(scopes),
        club=_club(viewer, club_slug),
        expires_at=_end(asking, expires_at),
    )
    _require_within_rights(viewer, wanted)
    text, compared = _secret_of(wanted), ("name", "scopes", "club_id", "expires_at", "match_id")

    def make(_: Changes) -> ApiToken:
        if wanted.expires_at is not None and wanted.expires_at <= timezone.now():
            raise invalid_at("/expires_at", "That moment is past: such a token would open nothing.")
        wanted.save(force_insert=True)
        return wanted

    created = create_once(known=lambda: known_as(wanted, *compared, among=own), make=make)
    return Issued(created.obj, text if created.new else None)


def withdraw_token(*, viewer: Viewer, token_id: uuid.UUID) -> None:
    """Revoke one of the viewer's own."""
    token = own_tokens(viewer).filter(pk=token_id).first()
    if token is None:
        raise NotHere
    revoke_token(token=token)


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
    known = hmac.compare_digest(token.digest if token else "", keyed_digest(secret))
    now = timezone.now()
    if token is None or not known or token.revoked_at is not None or not token.user.is_active:
        return None
    if token.expires_at is not None and token.expires_at <= now:
        return None
    _note_use(token, now)
    return Viewer(token.user, frozenset(token.scopes), token.club_id, token.pk, token.match_id)


def _scopes(scopes: Iterable[str]) -> list[str]:
    wanted = set(scopes)
    if not wanted or not wanted <= set(SCOPES):
        raise invalid_at("/scopes", f"A token's scopes are some of {', '.join(SCOPES)}.", allowed=list(SCOPES))
    return sorted(wanted, key=SCOPES.index)


def _club(viewer: Viewer, slug: str | None) -> Club | None:
    """The club it is for: one that the viewer is in; a token for one club makes others for that club only."""
    if slug is None:
        return Club.objects.get(pk=viewer.club_id) if viewer.club_id is not None else None
    club = visible_clubs(viewer).filter(slug=slug).first()
    if club is None or not rights_in(viewer, club):
        raise NotHere
    return club


def _end(asking: ApiToken | None, expires_at: str | None) -> datetime | None:
    wanted = None if expires_at is None else moment_at("/expires_at", expires_at)
    last = None if asking is None else asking.expires_at
    if wanted is not None and last is not None and wanted > last:
        detail = "The token that asks ends before that; what it makes cannot outlive it."
        raise invalid_at("/expires_at", detail, code="outlives_caller", latest=last.isoformat())
    return wanted or last


def _require_within_rights(viewer: Viewer, wanted: ApiToken) -> None:
    rights = viewer.rights if wanted.club is None else rights_in(viewer, wanted.club)
    if any(not RIGHTS_OF_SCOPE[scope] <= rights for scope in wanted.scopes):
        detail = "Your role in this club does not reach so far; a token of yours cannot either."
        raise invalid_at("/scopes", detail, code="scope_above_role", rights=sorted(rights))


def _secret_of(token: ApiToken) -> str:
    """The text that is to open the token, of which the token keeps the findable part and the digest."""
    token.prefix = _random(FINDABLE)
    text = f"{MARK}{token.prefix}{_random(SECRET)}"
    token.digest = keyed_digest(text)
    return text


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


def keyed_digest(text: str) -> str:
    """What is kept of a secret: nothing that opens anything without the pepper."""
    return hmac.new(settings.TOKEN_PEPPER.encode(), text.encode(), hashlib.sha256).hexdigest()
