"""Who sees what, and who may do what: the one place that decides.

A private club is its members' alone; a public club is read by anyone. Owners manage, scorers record, members read.
A token is its owner's shadow: it never reaches beyond the roles he has at this moment, nor beyond its own scopes and
club. A device's reaches one match; of the rest of its club it sees what any passer-by sees. A club that was deleted is
nobody's from that moment, whatever of it is still to be erased. What a viewer may not see is not here, which is what he
hears of things that never existed, too.
"""

from collections.abc import Set
from dataclasses import dataclass
from typing import Literal
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import OuterRef, Q, QuerySet, Subquery

from scorepad.models import Club, Import, Ladder, Match, Membership, Player, User
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
    """Whoever asks. `club_id` and `token_id` are a token's, `match_id` that of a device that records this one match;
    roles are looked up anew each time, never kept here.
    """

    user: User | None
    scopes: frozenset[str]
    club_id: UUID | None = None
    token_id: UUID | None = None
    match_id: UUID | None = None

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
    """What the viewer may do in the whole of this club as one of its own; nothing for guests and devices. One query."""
    return frozenset() if viewer.match_id is not None else _rights(viewer, club)


def rights_at(viewer: Viewer, match: Match) -> Set[str]:
    """What the viewer may do with this match as one of its club, stakes among it; nothing for guests. One query."""
    return _rights(viewer, match.club) if viewer.match_id in (None, match.pk) else frozenset()


def may(viewer: Viewer, right: Right, club: Club) -> bool:
    """Whether the viewer's role and scopes give him this right in the club. Anyone reads a public club."""
    public = club.visibility == Club.Visibility.PUBLIC and club.deleted_at is None
    return (right == "read" and public) or right in rights_in(viewer, club)


def visible_clubs(viewer: Viewer) -> QuerySet[Club]:
    public = Q(visibility=Club.Visibility.PUBLIC)
    if viewer.match_id is None:
        public |= Q(pk__in=_clubs(viewer, "read"))
    return Club.objects.filter(public, deleted_at__isnull=True)


def own_role(viewer: Viewer) -> Subquery:
    """The viewer's role in each of some clubs, as a column of theirs; null where he is a guest."""
    return Subquery(_memberships(viewer).filter(club=OuterRef("pk")).values("role")[:1])


def visible_matches(viewer: Viewer) -> QuerySet[Match]:
    seen = Q(club__in=visible_clubs(viewer))
    if viewer.match_id is not None:
        seen |= _matches(viewer, "read")
    return Match.objects.filter(seen)


def visible_players(viewer: Viewer) -> QuerySet[Player]:
    return Player.objects.filter(club__in=visible_clubs(viewer))


def visible_ladders(viewer: Viewer) -> QuerySet[Ladder]:
    return Ladder.objects.filter(club__in=visible_clubs(viewer))


def club_to(right: Right, *, viewer: Viewer, slug: str) -> Club:
    """The club, if the viewer has this right there."""
    club = visible_clubs(viewer).filter(slug=slug).first()
    if club is None:
        raise NotHere
    require(right, viewer=viewer, club=club)
    return club


def match_to(right: Right, *, viewer: Viewer, matches: QuerySet[Match], match_id: UUID) -> Match:
    """The match out of these, if the viewer has this right on it; a lock on `matches` is taken only then."""
    match = matches.filter(_matches(viewer, right), pk=match_id).first()
    if match is not None:
        return match
    seen = visible_matches(viewer).filter(pk=match_id).select_related("club").first()
    if seen is None:
        raise NotHere
    require_at(right, viewer=viewer, match=seen)
    raise NotHere


def import_to(right: Right, *, viewer: Viewer, import_id: UUID) -> Import:
    """The import, if the viewer has this right in its club."""
    batch = Import.objects.filter(pk=import_id, club__deleted_at__isnull=True).select_related("club").first()
    if batch is None:
        raise NotHere
    require(right, viewer=viewer, club=batch.club)
    return batch


def ladder_to(right: Right, *, viewer: Viewer, ladder_id: UUID) -> Ladder:
    """The ladder, if the viewer has this right in its club."""
    ladder = Ladder.objects.filter(pk=ladder_id, club__deleted_at__isnull=True).select_related("club").first()
    if ladder is None:
        raise NotHere
    require(right, viewer=viewer, club=ladder.club)
    return ladder


def require(right: Right, *, viewer: Viewer, club: Club) -> None:
    """Refuse who lacks this right: a member hears that it is not his to do, anyone else that there is nothing here."""
    if may(viewer, right, club):
        return
    raise NotAllowed if viewer.match_id is None and _is_one_of(viewer, club) else NotHere


def require_at(right: Right, *, viewer: Viewer, match: Match) -> None:
    """The same of one match: a device, too, hears what it may not do with its own."""
    if right in rights_at(viewer, match) or may(viewer, right, match.club):
        return
    raise NotAllowed if viewer.match_id in (None, match.pk) and _is_one_of(viewer, match.club) else NotHere


def _rights(viewer: Viewer, club: Club) -> Set[str]:
    membership = _memberships(viewer).filter(club=club).first() if _in_reach(viewer, club) else None
    return RIGHTS_OF_ROLE[membership.role] & viewer.rights if membership else frozenset()


def _matches(viewer: Viewer, right: str) -> Q:
    """The matches on which role and scopes give the viewer this right."""
    own = {} if viewer.match_id is None else {"pk": viewer.match_id}
    return Q(club__in=_clubs(viewer, right), **own)


def _clubs(viewer: Viewer, right: str) -> QuerySet[Membership, UUID]:
    """The clubs in which role and scopes give the viewer this right."""
    roles = [role for role, rights in RIGHTS_OF_ROLE.items() if right in rights & viewer.rights]
    clubs = _memberships(viewer).filter(role__in=roles)
    if viewer.club_id is not None:
        clubs = clubs.filter(club=viewer.club_id)
    return clubs.values_list("club", flat=True)


def _memberships(viewer: Viewer) -> QuerySet[Membership]:
    if viewer.user is None:
        return Membership.objects.none()
    return Membership.objects.filter(user=viewer.user, user__is_active=True, club__deleted_at__isnull=True)


def _in_reach(viewer: Viewer, club: Club) -> bool:
    return viewer.club_id in (None, club.pk)


def _is_one_of(viewer: Viewer, club: Club) -> bool:
    return _in_reach(viewer, club) and _memberships(viewer).filter(club=club).exists()
