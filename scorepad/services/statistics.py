"""The statistics brought up to date: facts of matches, then totals of players, from what is stale.

One job at a time does this for a club, under a lock that recorders never take. It reads what is stale, then the
matches, then writes and deletes the rows that it has read, in one transaction for each batch. Whatever changes after
it has read leaves a row that it has not: so a job may be lost, doubled, late or killed, and the tables come out the
same. A rebuild is nothing else: all is stale, and brought up to date.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Q, QuerySet

from scorepad.games import GAMES, GameHere
from scorepad.models import Club, Match, SeatFacts, Stale
from scorepad.refusals import Busy
from scorepad.selectors.facts import Found, Row, columns, facts_of
from scorepad.selectors.rows import snapshot
from scorepad.services.locks import alone
from scorepad.services.totals import renew_totals, roots_of
from scorepad.services.writing import writing

LOCK = 0x57A7
PATIENCE = 5.0  # seconds
AT_A_TIME = 200

logger = logging.getLogger(__name__)

# Finds the facts of batches of matches, each as of a moment after the batch was given out, in their order.
Finder = Callable[[Iterable[Sequence[UUID]]], Iterator[Found]]


def find_here(batches: Iterable[Sequence[UUID]]) -> Iterator[Found]:
    """The facts found in this process."""
    for matches in batches:
        yield find(matches)


def find(matches: Sequence[UUID]) -> Found:
    with snapshot():
        return facts_of(matches)


def refresh(*, club_id: UUID, finder: Finder = find_here, patience: float = PATIENCE) -> Iterator[int]:
    """Bring a club's statistics up to date, and say how many stale rows were dealt with, some at a time.

    `Busy` when another job is still at it after a while: that one sees to it, or the sweep will.
    """
    with alone(LOCK, str(club_id), patience=patience) as mine:
        if not mine:
            raise Busy
        yield from _facts(club_id, finder)
        yield from _totals(club_id)


def stale_clubs() -> list[UUID]:
    """The clubs of which something is stale."""
    return list(Stale.objects.order_by("club").values_list("club", flat=True).distinct())


def mark_outdated() -> int:
    """Mark as stale the matches whose facts were found by other rules of counting than today's, and say how many."""
    marked = 0
    for game in GAMES.values():
        outdated = game.facts._default_manager.exclude(version=game.rules.facts.version)
        stale = Stale.objects.filter(match__isnull=False).values("match")
        rows = outdated.exclude(match__in=stale).values_list("club", "match").distinct()
        marked += len(Stale.objects.bulk_create([Stale(club_id=club, match_id=match) for club, match in rows], 1000))
    return marked


def mark_all(*, clubs: Iterable[Club]) -> int:
    """Mark as stale every match of these clubs, and every player with totals; say how many there are to do.

    The facts of matches that are not there any more go at once: nothing is left of them to be marked.
    """
    for club in clubs:
        with transaction.atomic():
            marked = Stale.objects.filter(club=club)
            matches = Match.objects.filter(club=club).exclude(pk__in=marked.filter(match__isnull=False).values("match"))
            rows = [Stale(club=club, match_id=match) for match in matches.values_list("pk", flat=True)]
            for game in GAMES.values():
                game.facts._default_manager.filter(club=club).exclude(
                    match__in=Match.objects.filter(club=club).values("pk")
                ).delete()
                totals = game.totals._default_manager.filter(club=club).values_list("player", flat=True)
                rows += [Stale(club=club, player_id=player) for player in totals]
            Stale.objects.bulk_create(rows, batch_size=1000)
    return Stale.objects.filter(club__in=list(clubs)).count()


def _facts(club_id: UUID, finder: Finder) -> Iterator[int]:
    """Replace the facts of stale matches, and mark as stale whoever sits or sat there.

    Once through is not enough: a row that was given its number early may be stored late, behind those read already.
    """
    while Stale.objects.filter(club=club_id, match__isnull=False).exists():
        yield from _facts_of_all(club_id, finder)


def _facts_of_all(club_id: UUID, finder: Finder) -> Iterator[int]:
    given_out: list[dict[int, UUID]] = []
    for found in finder(_batches(club_id, given_out)):
        stale = given_out.pop(0)
        for match, why in found.uncountable.items():
            logger.error("match %s cannot be counted and keeps the facts that it had: %s", match, why)
        matches = sorted(set(stale.values()) - found.uncountable.keys())
        with _replacing():
            players = _seated(matches, found)
            for key, rows in found.rows.items():
                _replace(GAMES[key], matches, rows)
            players |= _seated(matches, found)
            Stale.objects.bulk_create([Stale(club_id=club_id, player_id=player) for player in sorted(players)])
            Stale.objects.filter(pk__in=stale).delete()
        yield len(stale)


def _batches(club_id: UUID, given_out: list[dict[int, UUID]]) -> Iterator[Sequence[UUID]]:
    """Stale matches in the order in which they became so, and in `given_out` the rows that said so."""
    position = 0
    while True:
        rows = Stale.objects.filter(club=club_id, match__isnull=False, pk__gt=position).order_by("pk")
        stale = dict(rows.values_list("pk", "match")[:AT_A_TIME])
        if not stale:
            return
        position = max(stale)
        given_out.append(stale)
        yield sorted(set(stale.values()))


def _totals(club_id: UUID) -> Iterator[int]:
    while True:
        rows = Stale.objects.filter(club=club_id, player__isnull=False).order_by("pk")
        stale = dict(rows.values_list("pk", "player"))
        if not stale:
            return
        with _replacing():
            renew_totals(set(stale.values()))
            Stale.objects.filter(pk__in=stale).delete()
        yield len(stale)


@contextmanager
def _replacing() -> Iterator[None]:
    """One transaction, in which readers see all of it or nothing, and which itself sees who is who as of one moment:
    a merge in between would have us write for somebody of whom we have deleted nothing."""
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        with writing():
            yield


def _seated(matches: Sequence[UUID], found: Found) -> set[UUID]:
    """Whose seats these matches have facts of."""
    players: set[UUID] = set()
    for key, rows in found.rows.items():
        players |= set(_there(GAMES[key], matches, rows).values_list("player", flat=True))
    return players | roots_of(players)


def _replace(game: GameHere, matches: Sequence[UUID], rows: Sequence[Row]) -> None:
    _there(game, matches, rows).delete()
    names = ", ".join(f'"{name}"' for name in columns(game))
    statement = f"COPY {game.facts._meta.db_table} ({names}) FROM STDIN"
    # What the driver raises inside a copy is not Django's until it is told so.
    with connection.wrap_database_errors, connection.cursor() as cursor, cursor.copy(statement) as copy:
        for row in rows:
            copy.write_row(row)


def _there(game: GameHere, matches: Sequence[UUID], rows: Sequence[Row]) -> QuerySet[SeatFacts]:
    """The facts of these matches, and of their seats, should those stand under another match by some mishap."""
    seats = [row[0] for row in rows]
    return game.facts._default_manager.filter(Q(match__in=matches) | Q(seat__in=seats))
