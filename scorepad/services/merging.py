"""Two players who turn out to be one person, and the same taken back.

Matches are not rewritten: the merged player points at the one he became, and reads group by whoever stands at the end
of that line, the root. Everybody on one line is a cluster; two of a cluster can never have met at a table.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.db import connection

from scorepad.models import Club, Player, Seat
from scorepad.refusals import Conflict, NotHere, conflict_at, invalid_at
from scorepad.selectors.access import Viewer, require, visible_players
from scorepad.selectors.impact import Hypothesis
from scorepad.services import staleness
from scorepad.services.players import read_player
from scorepad.services.previewing import Foretold, foretell
from scorepad.services.writing import Changes, writing

MOST_NAMED = 10

# In the order of their ids, as `seating.hold` does.
LOCK = """
SELECT id FROM scorepad_player
WHERE id = ANY(%(roots)s::uuid[]) OR root_id = ANY(%(roots)s::uuid[]) ORDER BY id FOR UPDATE
"""


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """The player, unsaved, as he would be, and what it would do to ladders."""

    player: Player
    foretold: Foretold | None


def merge(*, viewer: Viewer, player_id: UUID, into: UUID) -> Player:
    """The player becomes another of his club; who is that other already stays so. Refused when the two have met."""
    player = player_to_manage(viewer, player_id)
    with writing() as changes:
        other = _other(player, into)
        player, other = lock_clusters(player.club, player.pk, other.pk)
        if player.merged_into_id == other.pk:
            return player
        _require_mergeable(player, other)
        Player.objects.filter(pk=player.pk).update(merged_into=other, root=_root(other))
        Player.objects.filter(root=player.pk).update(root=_root(other))
        staleness.mark_players(player.club_id, [player.pk, _root(other)])
        _tell(changes, player.club, [player.pk, other.pk])
    return read_player(player.pk)


def rehearse_merge(*, viewer: Viewer, player_id: UUID, into: UUID) -> Rehearsed:
    """What `merge` would do, or its refusal. Nobody is held up, and nothing is stored."""
    player_to_manage(viewer, player_id)
    player = read_player(player_id)
    other = _other(player, into)
    roots = dict[UUID, UUID]()
    if player.merged_into_id != other.pk:
        _require_mergeable(player, other)
        followers = Player.objects.filter(root=player.pk).values_list("pk", flat=True)
        roots = dict.fromkeys([player.pk, *followers], _root(other))
    player.merged_into = other
    return _rehearsed(viewer, player, roots)


def unmerge(*, viewer: Viewer, player_id: UUID) -> Player:
    """The player is himself again, with whoever was merged into him. One who was never merged is so already."""
    player = player_to_manage(viewer, player_id)
    with writing() as changes:
        player = lock_clusters(player.club, player.pk, player.pk)[0]
        if player.merged_into_id is None:
            return player
        was = player.merged_into_id
        staleness.mark_players(player.club_id, [player.pk, _root(player)])
        Player.objects.filter(pk=player.pk).update(merged_into=None, root=None)
        for follower in _line_behind(player):
            Player.objects.filter(pk=follower).update(root=player.pk)
        _tell(changes, player.club, [player.pk, was])
    return read_player(player.pk)


def rehearse_unmerge(*, viewer: Viewer, player_id: UUID) -> Rehearsed:
    """What `unmerge` would do."""
    player_to_manage(viewer, player_id)
    player = read_player(player_id)
    alone = player.merged_into_id is None
    roots = {} if alone else dict.fromkeys([player.pk, *_line_behind(player)], player.pk)
    player.merged_into = None
    return _rehearsed(viewer, player, roots)


def _rehearsed(viewer: Viewer, player: Player, roots: dict[UUID, UUID]) -> Rehearsed:
    hypothesis = Hypothesis(player.club_id, roots=roots)
    return Rehearsed(player, foretell(viewer=viewer, club=player.club, hypothesis=hypothesis))


def player_to_manage(viewer: Viewer, player_id: UUID) -> Player:
    player = visible_players(viewer).filter(pk=player_id).select_related("club").first()
    if player is None:
        raise NotHere
    require("manage", viewer=viewer, club=player.club)
    return player


def lock_clusters(club: Club, *players: UUID) -> list[Player]:
    """The players, read once everybody of their clusters is ours.

    The race: a match is being created with both of them, whom no query finds before it is committed. Whoever seats a
    player holds his row FOR KEY SHARE (`seating.hold`); so we wait for that match and see it, or it waits for us and
    sees the merge. A line that grew before we had the lock is read again.
    """
    while True:
        roots = {_root(player) for player in Player.objects.filter(club=club, pk__in=players)}
        with connection.cursor() as cursor:
            cursor.execute(LOCK, {"roots": sorted(roots)})
        found = {player.pk: player for player in Player.objects.filter(pk__in=players).select_related("club")}
        if {_root(player) for player in found.values()} == roots:
            return [found[player] for player in players]


def _other(player: Player, into: UUID) -> Player:
    other = Player.objects.filter(club=player.club_id, pk=into).first()
    if other is None:
        raise invalid_at("/into", "This club has no such player.", code="unknown_player", found=str(into))
    return other


def _require_mergeable(player: Player, other: Player) -> None:
    if player.merged_into_id is not None:
        raise conflict_at("/into", "merged_already", "He was merged into another already: unmerge him first.")
    if _root(other) == player.pk:
        raise conflict_at("/into", "same_player", "These two are one player already.")
    _require_strangers(player.pk, _root(other))


def _require_strangers(root: UUID, other: UUID) -> None:
    """The matches at which somebody of either cluster sat across from somebody of the other, void ones among them."""
    common = _matches_of(root) & _matches_of(other)
    if common:
        named = sorted(map(str, common))[:MOST_NAMED]
        met = "once" if len(common) == 1 else f"in {len(common)} matches"
        raise Conflict("have_met", f"These two have met {met}, so they are two people.", matches=named)


def _matches_of(root: UUID) -> set[UUID]:
    cluster = Player.objects.filter(pk=root) | Player.objects.filter(root=root)
    return set(Seat.objects.filter(player__in=cluster.values("pk")).values_list("match", flat=True))


def _line_behind(player: Player) -> list[UUID]:
    """Everybody who became this player, at one remove or more."""
    found: list[UUID] = []
    into = [player.pk]
    while into:
        into = list(Player.objects.filter(merged_into__in=into).values_list("pk", flat=True))
        found += into
    return found


def _root(player: Player) -> UUID:
    return player.root_id or player.pk


def _tell(changes: Changes, club: Club, players: Iterable[UUID]) -> None:
    for player in players:
        changes.add(club.pk, "player", player)
