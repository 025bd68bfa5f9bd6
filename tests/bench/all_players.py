"""All players' statistics, from facts in PostgreSQL and from the tricks themselves in Parquet by DuckDB.

The club's matches become fifty times as many by other ids and other players. Both ways have to give the same numbers
before they are timed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import UUID

from tests.bench import tricks_in_parquet
from tests.bench.club import BenchClub
from tests.bench.timing import in_turn

COPIES = 50


def measure(club: BenchClub, *, matches: int) -> None:
    from django.db import connection

    from scorepad.games import GAMES
    from scorepad.selectors.filters import Filters, of_club
    from scorepad.selectors.tallies import tallied, tallies
    from tests.bench import copies

    game, players = GAMES["marrakesh"], len(club.players)
    with TemporaryDirectory() as folder:
        tricks, rows = write_tricks(Path(folder), matches=matches, players=players)
        copies.multiply(game, copies=COPIES, players=players)
        with connection.cursor() as cursor:  # as many processes as DuckDB has threads
            cursor.execute(f"SET max_parallel_workers_per_gather = {tricks_in_parquet.THREADS - 1}")
        from_tricks = tricks_in_parquet.AllPlayers(tricks)
        named = only(game, next(iter(from_tricks().values())))
        require_the_same(tallied(named, of_club(club.club.pk)), named.rules.facts.keys, from_tricks())
        best = in_turn(
            {
                "tricks": from_tricks,
                "facts": lambda: tallied(named, of_club(club.club.pk)),
                "all facts": lambda: tallied(game, of_club(club.club.pk)),
                "totals": lambda: tallies(game, club.club.pk, Filters()),
            }
        )
    figures, facts = len(named.rules.facts.keys), len(game.rules.facts.keys)
    print(f'"all players" of {matches * COPIES} matches, {players} players, {figures} figures of each, all in memory:')
    print(f"DuckDB        {best['tricks'] * 1e3:6.0f} ms  (from {rows} tricks in Parquet, 2 threads)")
    print(f"PostgreSQL    {best['facts'] * 1e3:6.0f} ms  (from {2 * matches * COPIES} rows of facts, 2 processes)")
    print(f"              {best['all facts'] * 1e3:6.0f} ms  (all {facts} facts from them, as under a filter)")
    print(f"              {best['totals'] * 1e3:6.0f} ms  (all {facts} facts from the totals, as without a filter)")
    print(f"ratio         {best['tricks'] / best['facts']:6.2f}")


def write_tricks(folder: Path, *, matches: int, players: int) -> tuple[Path, int]:
    from django.db import connection

    from tests.bench import copies

    copies.number()
    with (
        (folder / "tricks.csv").open("wb") as file,
        connection.cursor() as cursor,
        cursor.copy(tricks_in_parquet.TRICKS) as copy,
    ):
        for part in copy:
            file.write(part)
    tricks = folder / "tricks.parquet"
    rows = tricks_in_parquet.write(folder / "tricks.csv", tricks, copies=COPIES, matches=matches, players=players)
    return tricks, rows


def only(game: Any, keys: Mapping[str, int]) -> Any:
    """The game as if it had declared these facts alone, so that the selectors ask for no others."""
    facts = game.rules.facts
    declared = tuple(fact for fact in facts.declared if fact.key in keys)
    return replace(game, rules=replace(game.rules, facts=replace(facts, declared=declared)))


def require_the_same(
    from_facts: Mapping[UUID, Sequence[int]], keys: Sequence[str], from_tricks: Mapping[int, Mapping[str, int]]
) -> None:
    from tests.bench import copies

    numbers = copies.numbers()
    told = {numbers[player]: dict(zip(keys, values, strict=True)) for player, values in from_facts.items()}
    if told != from_tricks:
        raise SystemExit("PostgreSQL and DuckDB do not say the same of all players: nothing to compare.")
