"""What a viewer finds by name, of all that he may see: players in any spelling, the clubs, the matches of those whose
names he wrote, and ladders. The same number of queries whatever is found.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Case, IntegerField, Q, QuerySet, Value, When
from django.db.models.functions import Coalesce

from scorepad.models import Club, Ladder, Match, NameKey, Player, Seat
from scorepad.selectors.access import Viewer, visible_clubs, visible_ladders, visible_matches, visible_players
from scorepad.selectors.asking import Person
from scorepad.selectors.matches import MatchLine, lines_of
from scorepad.selectors.rows import snapshot
from scorepad.spelling import key_of

LEAST = 2
LONGEST = 100
MOST_WORDS = 6
MOST = 12


@dataclass(frozen=True, slots=True)
class PlayerFound:
    """`spelling` is what he was found by when it is not his name."""

    person: Person
    club: Club
    spelling: str | None


@dataclass(frozen=True, slots=True)
class Found:
    players: Sequence[PlayerFound] = ()
    clubs: Sequence[Club] = ()
    ladders: Sequence[Ladder] = ()
    matches: Sequence[MatchLine] = ()

    @property
    def anything(self) -> bool:
        return any((self.players, self.clubs, self.ladders, self.matches))


def search(*, viewer: Viewer, text: str) -> Found | None:
    """None where the text is too short to look for."""
    key = key_of(text[:LONGEST])
    if len(key) < LEAST:
        return None
    named = Q(name__icontains=key)
    with snapshot():
        return Found(
            players=_players(viewer, key),
            clubs=list(visible_clubs(viewer).filter(named).order_by("name", "pk")[:MOST]),
            ladders=list(visible_ladders(viewer).filter(named).select_related("club").order_by("name", "pk")[:MOST]),
            matches=lines_of(_matches(viewer, key.split()[:MOST_WORDS]), MOST),
        )


def _players(viewer: Viewer, key: str) -> list[PlayerFound]:
    """Those first whose name begins so; each person once."""
    rows = NameKey.objects.filter(key__contains=key, player__in=visible_players(viewer))
    rows = rows.order_by(_begins("key", key), "key", "pk").select_related("player__root", "player__club")[: 3 * MOST]
    found: dict[Person, PlayerFound] = {}
    for row in rows:
        person = Person.of(row.player)
        spelling = row.alias or row.player.name
        found.setdefault(person, PlayerFound(person, row.player.club, None if spelling == person.name else spelling))
    return list(found.values())[:MOST]


def _begins(column: str, key: str) -> Case:
    begins = When(**{f"{column}__startswith": key}, then=Value(0))
    return Case(begins, default=Value(1), output_field=IntegerField())


def _matches(viewer: Viewer, words: Sequence[str]) -> QuerySet[Match]:
    """The matches in which each of these words is part of a name, of one player or the other."""
    matches = visible_matches(viewer)
    for word in words:
        spelt = visible_players(viewer).filter(name_keys__key__contains=word)
        people = spelt.values(who=Coalesce("root", "pk"))
        players = Player.objects.filter(Q(pk__in=people) | Q(root__in=people))
        matches = matches.filter(pk__in=Seat.objects.filter(player__in=players).values("match"))
    return matches
