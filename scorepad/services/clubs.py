"""Clubs, founded by whoever then owns them."""

import re
import uuid
from collections.abc import Callable
from functools import cache
from zoneinfo import available_timezones

from scorepad.models import Club, Membership
from scorepad.models.clubs import SLUG
from scorepad.refusals import NotAllowed, NotHere, invalid_at
from scorepad.selectors.access import Viewer, club_to, require
from scorepad.services.accounts import held
from scorepad.services.created import Created, create_once, known_as
from scorepad.services.names import cleaned
from scorepad.services.values import uuid_at
from scorepad.services.writing import Changes, writing

LONGEST_NAME = 100
LONGEST_SLUG = 50
RESERVED = {"new"}  # where clubs are founded
# Names of files among the zones that stand for no place.
NO_ZONES = {"localtime", "Factory", "posixrules"}


def create_club(
    *,
    viewer: Viewer,
    slug: str,
    name: str,
    id: uuid.UUID | str | None = None,
    time_zone: str = "UTC",
    visibility: str = Club.Visibility.PRIVATE,
) -> Created[Club]:
    """A new club, and the viewer its owner; or the club that this very call made before."""
    owner = viewer.user
    if owner is None:
        raise NotHere
    if "manage" not in viewer.rights or viewer.club_id is not None:
        raise NotAllowed
    wanted = Club(
        id=uuid.uuid4() if id is None else uuid_at("/id", id),
        slug=_slug(slug),
        name=cleaned("/name", name, longest=LONGEST_NAME),
        time_zone=time_zone_of(time_zone),
        visibility=_visibility(visibility),
        created_by=owner,
    )
    compared = ("slug", "name", "time_zone", "visibility", "created_by_id")

    def make(changes: Changes) -> Club:
        held(owner)
        wanted.save(force_insert=True)
        Membership.objects.create(club=wanted, user=owner, role=Membership.Role.OWNER)
        changes.add(wanted.pk, "club", wanted.pk)
        return wanted

    return create_once(known=lambda: known_as(wanted, *compared, among=Club.objects.all()), make=make)


def change_club(*, viewer: Viewer, club_slug: str, expect: Callable[[Club], None] | None = None, **given: str) -> Club:
    """What is `given` of name, slug, time_zone and visibility changed; evenings keep the dates that they have.

    `expect` refuses the club as it stands under the lock, when it is not the one that was to be changed. It is not
    asked about one that is already as it is to be: the answer to the very same call may have been lost.
    """
    club = club_to("manage", viewer=viewer, slug=club_slug)
    check: dict[str, Callable[[str], str]] = {
        "name": lambda name: cleaned("/name", name, longest=LONGEST_NAME),
        "slug": _slug,
        "time_zone": time_zone_of,
        "visibility": _visibility,
    }
    wanted = {name: check[name](value) for name, value in given.items()}
    with writing() as changes:
        club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        require("manage", viewer=viewer, club=club)
        changed = [name for name, value in wanted.items() if getattr(club, name) != value]
        if changed and expect is not None:
            expect(club)
        for name in changed:
            setattr(club, name, wanted[name])
        if changed:
            club.save(update_fields=changed)
            changes.add(club.pk, "club", club.pk)
    return club


def _slug(slug: str) -> str:
    if not isinstance(slug, str) or len(slug) > LONGEST_SLUG or not re.fullmatch(SLUG, slug):
        raise invalid_at("/slug", "A club's address is made of a to z, 0 to 9 and single hyphens between them.")
    if slug in RESERVED:
        raise invalid_at("/slug", f"“{slug}” is an address of this site's own.", code="slug_reserved")
    return slug


def time_zone_of(name: object, place: str = "/time_zone") -> str:
    if not isinstance(name, str) or name not in _zones():
        raise invalid_at(place, "A time zone is named by its place, as Europe/Vienna.", found=name)
    return name


def _visibility(visibility: str) -> str:
    if visibility not in Club.Visibility.values:
        raise invalid_at("/visibility", "A club is public or private.", allowed=list(Club.Visibility.values))
    return visibility


@cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones() - NO_ZONES)
