"""The players of a club by name: how strong by its ladder, how much they have played, and how it went lately.

Whoever was merged is the person he became; who is hidden is left out. Of the facts no more is read than what every game
declares: `won`, `drawn` and `lost`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db import connection
from django.db.models import Q, QuerySet

from scorepad.games import GAMES
from scorepad.models import Club, Ladder, Player
from scorepad.refusals import NotHere
from scorepad.selectors.access import Viewer
from scorepad.selectors.asking import Person
from scorepad.selectors.clubs import ClubLine, club_seen
from scorepad.selectors.fronts import leading_ladder
from scorepad.selectors.ranking import Standing
from scorepad.selectors.rows import snapshot
from scorepad.selectors.standings import as_of_day, rows_of

PAGE = 40
FORM = 10


@dataclass(frozen=True, slots=True)
class Played:
    """`form` are the outcomes of the last matches, the oldest of them first."""

    matches: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    last_played: date | None = None
    form: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RosterLine:
    """`standing` is None for whoever is not on the ladder."""

    person: Person
    played: Played
    standing: Standing | None


@dataclass(frozen=True, slots=True)
class Roster:
    """`next` is the last player of this page when there are more."""

    line: ClubLine
    ladder: Ladder | None
    rows: Sequence[RosterLine]
    next: UUID | None


def roster(*, viewer: Viewer, slug: str, after: UUID | None = None) -> Roster:
    with snapshot():
        line = club_seen(viewer, slug)
        players = list(_players(line.club, after)[: PAGE + 1])
        people = [Person.of(player) for player in players[:PAGE]]
        ladder = leading_ladder(list(line.club.ladders.all()))
        played, standings = played_by([person.id for person in people]), _standings(ladder)
        return Roster(
            line=line,
            ladder=ladder,
            rows=[RosterLine(each, played.get(each.id, Played()), standings.get(each.id)) for each in people],
            next=people[-1].id if len(players) > PAGE else None,
        )


def _players(club: Club, after: UUID | None) -> QuerySet[Player]:
    players = club.players.filter(root=None, hidden=False).order_by("name_key", "pk")
    if after is None:
        return players
    last = club.players.filter(pk=after).first()
    if last is None:
        raise NotHere
    return players.filter(Q(name_key__gt=last.name_key) | Q(name_key=last.name_key, pk__gt=last.pk))


def _standings(ladder: Ladder | None) -> dict[UUID, Standing]:
    if ladder is None:
        return {}
    return {row.player: row for row in rows_of(ladder, as_of_day(ladder, None))}


# -- what they have played ----------------------------------------------------------------------------------------

_PLAYER = Player._meta.db_table
_OF_EACH_GAME = " UNION ALL ".join(
    f"SELECT player_id, match_id, played_at, played_on, won, drawn FROM {game.facts._meta.db_table}"  # noqa: S608
    for game in GAMES.values()
)
_PLAYED = f"""
    WITH people AS (
        SELECT id, coalesce(root_id, id) AS person FROM {_PLAYER} WHERE coalesce(root_id, id) = ANY(%s)
    ), results AS (
        SELECT people.person, facts.played_on, facts.won, facts.drawn,
            row_number() OVER (PARTITION BY people.person ORDER BY facts.played_at DESC, facts.match_id DESC) AS back
        FROM people JOIN ({_OF_EACH_GAME}) facts ON facts.player_id = people.id
    )
    SELECT person, count(*), sum(won), sum(drawn), max(played_on),
        array_agg(CASE WHEN won = 1 THEN 'won' WHEN drawn = 1 THEN 'drawn' ELSE 'lost' END ORDER BY back DESC)
            FILTER (WHERE back <= %s)
    FROM results GROUP BY person
"""  # noqa: S608


def played_by(people: Sequence[UUID]) -> dict[UUID, Played]:
    """What each of these persons has played that counts, whatever the game; one query."""
    with connection.cursor() as cursor:
        cursor.execute(_PLAYED, [list(people), FORM])
        return {
            person: Played(matches, int(won), int(drawn), matches - int(won) - int(drawn), last_played, tuple(form))
            for person, matches, won, drawn, last_played, form in cursor.fetchall()
        }
