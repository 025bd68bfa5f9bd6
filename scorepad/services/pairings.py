"""Pairing: a short link, or its QR code, hands one device a token for one match.

Whoever may record in the club makes the link; whoever opens it first has the token, which records that match and opens
nothing else. It reaches as far as the maker's role does at each moment, and ends with the token he made it by.
"""

import secrets
import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from scorepad.models import ApiToken, Match, Pairing
from scorepad.refusals import NotAllowed, NotHere
from scorepad.selectors.access import Viewer, match_to, rights_at
from scorepad.services.created import create_once, known_as
from scorepad.services.names import cleaned
from scorepad.services.tokens import issue_token, keyed_digest
from scorepad.services.values import uuid_at
from scorepad.services.writing import Changes, writing

# No vowels, so that no code is a word, and nothing that is taken for something else when it is read out.
ALPHABET = "23456789BCDFGHJKMNPQRSTVWXZ"
LENGTH = 10
LINK_LASTS = timedelta(minutes=10)
TOKEN_LASTS = timedelta(hours=48)


@dataclass(frozen=True, slots=True)
class Paired:
    """`code` is what the link is made of, in the one answer in which it is shown; None when it was made before."""

    pairing: Pairing
    code: str | None


@dataclass(frozen=True, slots=True)
class Claimed:
    token: ApiToken
    secret: str


def create_pairing(
    *, viewer: Viewer, match_id: uuid.UUID, id: uuid.UUID | str | None = None, name: str = "Device"
) -> Paired:
    match = match_to("record", viewer=viewer, matches=Match.objects.select_related("club"), match_id=match_id)
    if viewer.user is None or viewer.match_id is not None:
        raise NotAllowed
    code, now = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH)), timezone.now()
    wanted = Pairing(
        id=uuid.uuid4() if id is None else uuid_at("/id", id),
        match=match,
        name=cleaned("/name", name),
        digest=keyed_digest(code),
        created_by=viewer.user,
        expires_at=now + LINK_LASTS,
        token_expires_at=min(now + TOKEN_LASTS, _end_of(viewer) or now + TOKEN_LASTS),
    )
    compared = ("match_id", "name", "created_by_id")

    def make(_: Changes) -> Pairing:
        wanted.save(force_insert=True)
        return wanted

    created = create_once(known=lambda: known_as(wanted, *compared, among=Pairing.objects.all()), make=make)
    return Paired(created.obj, code if created.new else None)


def pairing_of(code: str) -> Pairing:
    """What a code opens, while it does. Nothing is used up by looking: links are opened by previews, too."""
    return _open(Pairing.objects.all(), code)


def claim_pairing(*, code: str) -> Claimed:
    """The token, for the first who asks."""
    with writing():
        # Two devices at once: the second waits for the row, and finds that it was claimed.
        pairing = _open(Pairing.objects.select_for_update(of=("self",)), code)
        token, secret = issue_token(
            user=pairing.created_by,
            name=pairing.name,
            scopes=["record"],
            club=pairing.match.club,
            match=pairing.match,
            expires_at=pairing.token_expires_at,
        )
        Pairing.objects.filter(pk=pairing.pk).update(claimed_at=timezone.now(), token=token)
    return Claimed(token, secret)


def _open(pairings: QuerySet[Pairing], code: str) -> Pairing:
    typed = "".join(code.upper().split()).replace("-", "")
    found = pairings.select_related("match__club", "created_by").filter(digest=keyed_digest(typed)).first()
    if found is None or found.claimed_at is not None or found.expires_at <= timezone.now():
        raise NotHere
    if "record" not in rights_at(Viewer.of_session(found.created_by), found.match):
        raise NotHere
    return found


def _end_of(viewer: Viewer) -> datetime | None:
    return None if viewer.token_id is None else ApiToken.objects.get(pk=viewer.token_id).expires_at
