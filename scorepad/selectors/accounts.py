"""Somebody's own account, for his own page: what he signs in with, his clubs, who he is at their tables."""

from dataclasses import dataclass

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator

from scorepad.models import Membership, Player
from scorepad.refusals import NotAllowed
from scorepad.selectors.access import Viewer, visible_players
from scorepad.selectors.members import own_memberships
from scorepad.selectors.tokens import open_tokens


@dataclass(frozen=True, slots=True)
class Account:
    """`address` is a confirmed one, `awaiting` one that is still to be; `second_step` says whether he is asked for a
    code; `tokens` how many of his open something."""

    name: str
    address: str | None
    awaiting: str | None
    second_step: bool
    memberships: tuple[Membership, ...]
    players: tuple[Player, ...]
    tokens: int


def own_account(viewer: Viewer) -> Account:
    user = viewer.user
    if user is None:
        raise NotAllowed
    addresses = dict(EmailAddress.objects.filter(user=user).values_list("verified", "email"))
    players = visible_players(viewer).filter(user=user).select_related("club").order_by("club__slug", "name_key")
    return Account(
        name=user.get_username(),
        address=addresses.get(True),
        awaiting=addresses.get(False),
        second_step=Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).exists(),
        memberships=tuple(own_memberships(viewer)),
        players=tuple(players),
        tokens=open_tokens(viewer).count(),
    )
