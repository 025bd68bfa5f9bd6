"""Ladders, made and changed by the owners of their club.

Only rules are written here. Whenever they would rate otherwise the ladder is marked stale from the beginning, in the
same transaction, and a job rates it anew.
"""

import uuid
from collections.abc import Callable, Collection, Mapping
from copy import copy
from typing import Any

from scorepad.games import GAMES
from scorepad.models import Club, Ladder
from scorepad.refusals import Conflict, NotHere, invalid_at
from scorepad.selectors.access import Viewer, club_to, ladder_to, require
from scorepad.services.created import Created, create_once, known_as
from scorepad.services.ladder_rules import RULES, apply
from scorepad.services.staleness import mark_ladder
from scorepad.services.values import uuid_at
from scorepad.services.writing import Changes, writing

MOST_LADDERS = 100
# A name and a table rate nobody, and a gate marks whoever is rated already.
RATES_NOBODY = {"name", "table", "least_matches", "largest_deviation", "active_within"}


def create_ladder(
    *,
    viewer: Viewer,
    club_slug: str,
    game: str,
    name: str,
    system: str,
    id: uuid.UUID | str | None = None,
    **given: Any,
) -> Created[Ladder]:
    """A new ladder of the club, or the one that this very call made before."""
    club = club_to("manage", viewer=viewer, slug=club_slug)
    rules = {"name": name, "system": system, **given}
    wanted = new_ladder(club, uuid.uuid4() if id is None else uuid_at("/id", id), game, rules)

    def known() -> Ladder | None:
        _take(club)
        return known_as(wanted, "club_id", "game", *RULES, among=Ladder.objects.all())

    def make(changes: Changes) -> Ladder:
        if Ladder.objects.filter(club=club).count() >= MOST_LADDERS:
            raise Conflict("too_many_ladders", f"A club has at most {MOST_LADDERS} ladders.", most=MOST_LADDERS)
        wanted.save(force_insert=True)
        mark_ladder(club.pk, wanted.pk, wanted.game)
        changes.add(club.pk, "ladder", wanted.pk, wanted.version)
        wanted.refresh_from_db()
        return wanted

    return create_once(known=known, make=make)


def new_ladder(
    club: Club,
    ladder_id: uuid.UUID,
    game: object,
    rules: Mapping[str, Any],
    players: Collection[uuid.UUID] | None = None,
) -> Ladder:
    """The ladder, unsaved, with whatever is usual where nothing is given."""
    if type(game) is not str or game not in GAMES:
        raise invalid_at("/game", "This game is not played here.", found=game, allowed=list(GAMES))
    ladder = Ladder(id=ladder_id, club=club, game=game, parameters={})
    apply(rules, ladder, players)
    return ladder


def change_ladder(
    *, viewer: Viewer, ladder_id: uuid.UUID, expect: Callable[[Ladder], None] | None = None, **given: Any
) -> Ladder:
    """What is `given` of a ladder's rules changed, all but its game; parameters by their names, unless the system is
    another.

    `expect` refuses the ladder as it stands under the lock, unless it is already as it is to be.
    """
    ladder_to("manage", viewer=viewer, ladder_id=ladder_id)
    with writing() as changes:
        ladders = Ladder.objects.select_for_update(of=("self",), no_key=True).select_related("club")
        ladder = ladders.filter(pk=ladder_id).first()
        if ladder is None:
            raise NotHere
        require("manage", viewer=viewer, club=ladder.club)
        wanted = copy(ladder)
        changed = apply(given, wanted)
        if not changed:
            return ladder
        if expect is not None:
            expect(ladder)
        wanted.version += 1
        wanted.save(update_fields=[*changed, *(["name_key"] if "name" in changed else []), "version"])
        changes.add(ladder.club_id, "ladder", ladder.pk, wanted.version)
        if not RATES_NOBODY.issuperset(changed):
            mark_ladder(ladder.club_id, ladder.pk, ladder.game)
    wanted.refresh_from_db(fields=RULES)
    return wanted


def _take(club: Club) -> None:
    """One at a time makes ladders of a club, and nobody while it goes. Recorders wait for none of them."""
    if Club.objects.select_for_update(no_key=True).filter(pk=club.pk, deleted_at__isnull=True).first() is None:
        raise NotHere
