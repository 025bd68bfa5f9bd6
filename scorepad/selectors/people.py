"""The people behind players: whoever was merged into another is that other, and reads group by him."""

from collections.abc import Collection
from uuid import UUID

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from scorepad.models import Match, Player, Seat


def names_of(players: Collection[UUID]) -> dict[UUID, str]:
    """What these are called today."""
    return dict(Player.objects.filter(pk__in=players).values_list("pk", "name")) if players else {}


def cluster_of(player_id: UUID) -> QuerySet[Player]:
    """All players that are one person with this one, himself among them."""
    root = Player.objects.filter(pk=player_id).values(who=Coalesce("root", "pk"))
    return Player.objects.filter(Q(pk__in=root) | Q(root__in=root))


def of_opponents(player_id: UUID, opponent_id: UUID) -> QuerySet[Match]:
    """The matches in which the two met. Nobody meets himself, whichever of his players is asked for."""
    against = Seat.objects.filter(player__in=cluster_of(opponent_id)).exclude(player__in=cluster_of(player_id))
    return of_player(player_id).filter(pk__in=against.values("match"))


def of_player(player_id: UUID) -> QuerySet[Match]:
    """The matches in which he has a seat, under whichever of his players."""
    return Match.objects.filter(seats__player__in=cluster_of(player_id))
