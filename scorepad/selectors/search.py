"""What a viewer finds by name, of all that he may see or of one club: players in any spelling, the clubs, the matches
of those whose names he wrote, and ladders. The same number of queries whatever is found.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Case, IntegerField, Q, QuerySet, Value, When
from django.db.models.functions import Coalesce

from scorepad.models import Club, Ladder, Match, NameKey, Player, Seat
from scorepad.refusals import NotHere
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
    """`club` is the one that was looked through, if not all. Of clubs themselves only those are found which are not."""

    club: Club | None = None
    players: Sequence[PlayerFound] = ()
    clubs: Sequence[Club] = ()
    ladders: Sequence[Ladder] = ()
    matches: Sequence[MatchLine] = ()

    @property
    def anything(self) -> bool:
        return any((self.players, self.clubs, self.ladders, self.matches))


def is_long_enough(text: str) -> bool:
    return len(key_of(text[:LONGEST])) >= LEAST


def search(*, viewer: Viewer, text: str, slug: str | None = None) -> Found:
    """Nothing where the text is too short to look for; the club of this slug has to be there for him all the same."""
    key = key_of(text[:LONGEST])
    with snapshot():
        clubs = visible_clubs(viewer) if slug is None else visible_clubs(viewer).filter(slug=slug)
        club = None if slug is None else clubs.first()
        if slug is not None and club is None:
            raise NotHere
        if len(key) < LEAST:
            return Found(club)
        ladders = visible_ladders(viewer).filter(club__in=clubs, name__icontains=key)
        return Found(
            club=club,
            players=_players(visible_players(viewer).filter(club__in=clubs), key),
            clubs=list(clubs.filter(name__icontains=key).order_by("name", "pk")[:MOST]) if club is None else (),
            ladders=list(ladders.select_related("club").order_by("name", "pk")[:MOST]),
            matches=lines_of(_matches(viewer, key.split()[:MOST_WORDS]).filter(club__in=clubs), MOST),
        )


def _players(seen: QuerySet[Player], key: str) -> list[PlayerFound]:
    """Those first whose name begins so; each person once."""
    rows = NameKey.objects.filter(key__contains=key, player__in=seen)
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
