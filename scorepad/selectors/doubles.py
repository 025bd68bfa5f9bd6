"""Matches that may have been recorded twice: two tablets began one match under two ids, both offline."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from scorepad.games import GAMES
from scorepad.models import Match, Seat
from scorepad.selectors.access import Viewer, match_to, require
from scorepad.selectors.rows import Rows, record_of, rows_of_all

Json = dict[str, Any]


def doubles(*, viewer: Viewer, match_id: UUID) -> list[Json]:
    """Hints at other recordings of this match, for whoever may record in its club."""
    matches = Match.objects.select_related("club")
    match = match_to("record", viewer=viewer, matches=matches, match_id=match_id)
    require("record", viewer=viewer, club=match.club)  # a device sees no other match
    return hints_for(match)


def hints_for(match: Match) -> list[Json]:
    """Other matches of the very same people on the same evening, with the numbers of the rounds that are the same in
    both. Void ones are settled already, and a void match needs no hint itself."""
    evening = same_evening(match)
    if not evening:
        return []
    own, *theirs = rows_of_all([match, *evening])
    return [
        {"code": "same_pair_same_evening", "match": other.match.pk, "rounds": list(_rounds_in_both(own, other))}
        for other in theirs
    ]


def same_evening(match: Match) -> list[Match]:
    """The other matches of the very same people on that evening, void ones left out; of a void match none."""
    if match.void:
        return []
    there = Match.objects.filter(club=match.club_id, game=match.game, played_on=match.played_on, void=False)
    others = list(there.exclude(pk=match.pk).order_by("pk"))
    people = _people([match.pk, *(other.pk for other in others)]) if others else {}
    return [other for other in others if people[other.pk] == people[match.pk]]


def _people(matches: list[UUID]) -> dict[UUID, set[UUID]]:
    """Who sat at each of these matches, in one query."""
    people: dict[UUID, set[UUID]] = {match: set() for match in matches}
    for match, player, root in Seat.objects.filter(match__in=matches).values_list("match", "player", "player__root"):
        people[match].add(root or player)
    return people


def _rounds_in_both(own: Rows, other: Rows) -> Iterator[int]:
    fingerprint = GAMES[own.match.game].rules.fingerprint
    there = {fingerprint(round_) for round_ in record_of(other)["rounds"]}
    for number, round_ in enumerate(record_of(own)["rounds"], start=1):
        print_ = fingerprint(round_)
        if print_ is not None and print_ in there:
            yield number
