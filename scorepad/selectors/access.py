"""Who sees what, and who may do what: the one place that decides.

A private club is its members' alone; a public club is read by anyone. Owners manage, scorers record, members read.
A token is its owner's shadow: it never reaches beyond the roles he has at this moment, nor beyond its own scopes and
club. What a viewer may not see is not here, which is what he hears of things that never existed, too.
"""

from collections.abc import Set
from dataclasses import dataclass
from typing import Any, Literal
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Q, QuerySet

from scorepad.models import Club, Match, Membership, Player, User
from scorepad.refusals import NotAllowed, NotHere

Right = Literal["read", "record", "manage"]

RIGHTS_OF_ROLE: dict[str, frozenset[str]] = {
    Membership.Role.OWNER: frozenset({"read", "record", "manage"}),
    Membership.Role.SCORER: frozenset({"read", "record"}),
    Membership.Role.MEMBER: frozenset({"read"}),
}
ALL_RIGHTS = RIGHTS_OF_ROLE[Membership.Role.OWNER]
# Each scope holds those before it: who may record must read what comes next.
RIGHTS_OF_SCOPE: dict[str, frozenset[str]] = {
    "read": frozenset({"read"}),
    "record": frozenset({"read", "record"}),
    "manage": ALL_RIGHTS,
}


@dataclass(frozen=True, slots=True)
class Viewer:
    """Whoever asks. `club_id` and `token_id` are a token's; roles are looked up anew each time, never kept here."""

    user: User | None
    scopes: frozenset[str]
    club_id: UUID | None = None
    token_id: UUID | None = None

    @classmethod
    def anonymous(cls) -> "Viewer":
        return cls(None, frozenset())

    @classmethod
    def of_session(cls, user: AbstractBaseUser | AnonymousUser) -> "Viewer":
        known = isinstance(user, User) and user.is_active
        return cls(user, frozenset(RIGHTS_OF_SCOPE)) if known and isinstance(user, User) else cls.anonymous()

    @property
    def rights(self) -> Set[str]:
        """What the scopes allow, were the roles to allow it."""
        return frozenset[str]().union(*(RIGHTS_OF_SCOPE[scope] for scope in self.scopes))


def rights_in(viewer: Viewer, club: Club) -> Set[str]:
    """What the viewer may do in this club as one of its own, stakes among it; nothing for guests. One query."""
    if viewer.user is None or not _in_reach(viewer, club):
        return frozenset()
    membership = Membership.objects.filter(user=viewer.user, user__is_active=True, club=club).first()
    return RIGHTS_OF_ROLE[membership.role] & viewer.rights if membership else frozenset()


def may(viewer: Viewer, right: Right, club: Club) -> bool:
    """Whether the viewer's role and scopes give him this right in the club. Anyone reads a public club."""
    return (right == "read" and club.visibility == Club.Visibility.PUBLIC) or right in rights_in(viewer, club)


def visible_clubs(viewer: Viewer) -> QuerySet[Club]:
    return Club.objects.filter(Q(visibility=Club.Visibility.PUBLIC) | _where(viewer, "read"))


def visible_matches(viewer: Viewer) -> QuerySet[Match]:
    return Match.objects.filter(club__in=visible_clubs(viewer))


def visible_players(viewer: Viewer) -> QuerySet[Player]:
    return Player.objects.filter(club__in=visible_clubs(viewer))


def club_to(right: Right, *, viewer: Viewer, slug: str) -> Club:
    """The club, if the viewer has this right there."""
    club = visible_clubs(viewer).filter(slug=slug).first()
    if club is None:
        raise NotHere
    require(right, viewer=viewer, club=club)
    return club


def match_to(right: Right, *, viewer: Viewer, matches: QuerySet[Match], match_id: UUID) -> Match:
    """The match out of these, if the viewer has this right in its club; a lock on `matches` is taken only then."""
    match = matches.filter(_where(viewer, right, "club"), pk=match_id).first()
    if match is not None:
        return match
    hidden = visible_matches(viewer).filter(pk=match_id).select_related("club").first()
    if hidden is None:
        raise NotHere
    require(right, viewer=viewer, club=hidden.club)
    raise NotHere


def require(right: Right, *, viewer: Viewer, club: Club) -> None:
    """Refuse who lacks this right: a member hears that it is not his to do, anyone else that there is nothing here."""
    if may(viewer, right, club):
        return
    if viewer.user is not None and _in_reach(viewer, club) and _role(viewer, club):
        raise NotAllowed
    raise NotHere


def _where(viewer: Viewer, right: str, club: str = "") -> Q:
    """The clubs, by the path `club` from what is asked for, in which role and scopes give the viewer this right."""
    if viewer.user is None or right not in viewer.rights:
        return Q(pk__in=())
    roles = [role for role, rights in RIGHTS_OF_ROLE.items() if right in rights]
    clubs = Membership.objects.filter(user=viewer.user, user__is_active=True, role__in=roles)
    if viewer.club_id is not None:
        clubs = clubs.filter(club=viewer.club_id)
    lookup: dict[str, Any] = {f"{club or 'pk'}__in": clubs.values("club")}
    return Q(**lookup)


def _in_reach(viewer: Viewer, club: Club) -> bool:
    return viewer.club_id in (None, club.pk)


def _role(viewer: Viewer, club: Club) -> bool:
    return Membership.objects.filter(user=viewer.user, club=club).exists()
