"""Who is meant by what somebody typed: a player's id, or a name in any spelling the club knows him by."""

from collections.abc import Iterable
from uuid import UUID

from django.db.models import Q

from scorepad.models import Club, Player
from scorepad.selectors.asking import Person
from scorepad.spelling import key_of

MOST_NAMES = 200


def people_called(club: Club, typed: Iterable[str]) -> dict[str, Person]:
    """The one person of this club behind each of these texts, where there is one: by his id, by a whole spelling, or by
    the beginning of one that is nobody else's. Two queries, however many are asked for."""
    wanted = {text: key for text in typed if (key := key_of(text))}
    if not wanted:
        return {}
    candidates = Q()
    for text, key in wanted.items():
        candidates |= Q(name_keys__key__startswith=key) | Q(pk=_uuid(text))
    players = list(club.players.filter(candidates).distinct().select_related("root").prefetch_related("name_keys"))
    meant = {text: _meant(players, _uuid(text), key) for text, key in wanted.items()}
    return {text: person for text, person in meant.items() if person is not None}


def names_of(club: Club) -> list[str]:
    """The names to choose from."""
    rows = club.players.filter(root=None, hidden=False).order_by("name_key", "pk")
    return list(rows.values_list("name", flat=True)[:MOST_NAMES])


def _meant(players: Iterable[Player], player_id: UUID | None, key: str) -> Person | None:
    keys = {player: [row.key for row in player.name_keys.all()] for player in players}
    exact = {Person.of(player) for player, known in keys.items() if player.pk == player_id or key in known}
    begun = {Person.of(player) for player, known in keys.items() if any(each.startswith(key) for each in known)}
    found = exact or begun
    return found.pop() if len(found) == 1 else None


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
