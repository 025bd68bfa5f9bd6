"""What a new ladder would tell, and what other rules would do to one, said before it is done. Nothing is written.

It is worked out by the very functions with which a job rates the ladder once its rules are stored.
"""

import uuid
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from scorepad.models import Ladder, Match
from scorepad.selectors.access import Viewer, club_to, ladder_to
from scorepad.selectors.asking import Person
from scorepad.selectors.impact import Move, impact_of_rules
from scorepad.selectors.rated import rated_by
from scorepad.selectors.rows import snapshot
from scorepad.selectors.standings import people_of, today_of
from scorepad.services.ladder_rules import apply
from scorepad.services.ladders import new_ladder
from scorepad.services.previewing import MOST_AT_ONCE


@dataclass(frozen=True, slots=True)
class LadderEffect:
    """`changed` are the rules that would be others, by name. Everybody who would stand otherwise today is in `moves`,
    in the order in which they would stand; None where more `matches` would be rated than anybody waits for."""

    ladder: Ladder
    changed: tuple[str, ...]
    matches: int
    moves: tuple[Move, ...] | None
    people: Mapping[UUID, Person]


def effect_of_new_ladder(*, viewer: Viewer, club_slug: str, game: str, **rules: Any) -> LadderEffect:
    """Of a ladder with these rules; refused where `create_ladder` would refuse them."""
    club = club_to("manage", viewer=viewer, slug=club_slug)
    with snapshot():
        return _effect(None, new_ladder(club, uuid.uuid4(), game, rules), tuple(rules))


def effect_of_rules(*, viewer: Viewer, ladder_id: UUID, **given: Any) -> LadderEffect:
    """Of what is `given` of a ladder's rules; refused where `change_ladder` would refuse it."""
    with snapshot():
        ladder = ladder_to("manage", viewer=viewer, ladder_id=ladder_id)
        wanted = copy(ladder)
        return _effect(ladder, wanted, tuple(apply(given, wanted)))


def _effect(ladder: Ladder | None, wanted: Ladder, changed: tuple[str, ...]) -> LadderEffect:
    matches = Match.objects.filter(rated_by(wanted)).count()
    if matches > MOST_AT_ONCE:
        return LadderEffect(wanted, changed, matches, None, {})
    moves = impact_of_rules(ladder, wanted, today_of(wanted)).moves if changed else ()
    return LadderEffect(wanted, changed, matches, moves, people_of(move.player for move in moves))
