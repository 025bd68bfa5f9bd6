"""The other way to ask all players' statistics: from the tricks themselves, a row each, in Parquet, by DuckDB.

The rows are kept as suits DuckDB best: players, suits and kinds are small numbers, every column of the smallest type,
the rows in the order in which they were played.
"""

from collections.abc import Mapping
from pathlib import Path

import duckdb

THREADS = 2
SUITS = "SHDC"
NUMBERS = "QA23456"
KINDS = ("plain", "suit_match", "doubles", "triples")

# Out of the tables, one row a trick; `numbered` numbers the players and the matches.
TRICKS = f"""
COPY (
    SELECT played.number AS match, round.number AS round, trick.number AS trick,
        leads.number AS leader, receives.number AS receiver, trick.winner = trick.led_by AS leader_won,
        array_position('{{{",".join(KINDS)}}}', trick.kind) - 1 AS kind,
        strpos('{SUITS}', right(lead, 1)) - 1 AS lead_suit, strpos('{NUMBERS}', left(lead, 1)) - 1 AS lead_number,
        strpos('{SUITS}', right(reply, 1)) - 1 AS reply_suit, strpos('{NUMBERS}', left(reply, 1)) - 1 AS reply_number,
        strpos('{SUITS}', right(extra, 1)) - 1 AS extra_suit, strpos('{NUMBERS}', left(extra, 1)) - 1 AS extra_number,
        trick.off, trick.chip = trick.led_by AS chip_of_leader, trick.irregular
    FROM scorepad_trick trick
    JOIN scorepad_round round ON round.id = trick.round_id
    JOIN scorepad_seat leader ON leader.match_id = round.match_id AND leader.key = trick.led_by
    JOIN scorepad_seat receiver ON receiver.match_id = round.match_id AND receiver.key <> trick.led_by
    JOIN numbered leads ON leads.id = leader.player_id
    JOIN numbered receives ON receives.id = receiver.player_id
    JOIN numbered played ON played.id = round.match_id
    ORDER BY 1, 2, 3
) TO STDOUT (FORMAT csv, HEADER)
"""


def write(source: Path, target: Path, *, copies: int, matches: int, players: int) -> int:
    """The rows of `source` so many times over, the matches other ones and the players further round the table in each;
    how many rows that makes."""
    small = [
        *("round", "trick", "kind", "lead_suit", "lead_number", "reply_suit", "reply_number"),
        *("extra_suit", "extra_number", "off"),
    ]
    columns = ", ".join(f"CAST({name} AS TINYINT) AS {name}" for name in small)
    seated = ", ".join(f"CAST(({role} + copy) % {players} AS SMALLINT) AS {role}" for role in ("leader", "receiver"))
    with duckdb.connect(config={"threads": THREADS}) as database:
        row = database.execute(
            f"COPY (SELECT CAST(match + copy * {matches} AS INTEGER) AS match, {columns}, {seated}, "
            "leader_won, chip_of_leader, irregular "
            f"FROM read_csv('{source}') JOIN range({copies}) copies (copy) ON true ORDER BY copy, match, round, trick) "
            f"TO '{target}' (FORMAT parquet)"
        ).fetchone()
    return int(row[0]) if row else 0


class AllPlayers:
    """The query "all players": of each how many tricks he led and received, won of them, and how many were of which
    kind, and the suits that he led and replied by the number of the trick.

    The many rows are grouped first and their few groups spread out into columns then, which is a good deal faster than
    to count under each of the columns' conditions.
    """

    def __init__(self, tricks: Path) -> None:
        self.tricks = tricks
        self.database = duckdb.connect(config={"threads": THREADS})

    def __call__(self) -> dict[int, Mapping[str, int]]:
        """By the player's number, his facts by key."""
        led = self._of("led", "leader", "lead_suit", "leader_won")
        received = self._of("received", "receiver", "reply_suit", "NOT leader_won")
        found = self.database.execute(f"SELECT * FROM ({led}) JOIN ({received}) USING (player)")
        assert found.description
        names = [column[0] for column in found.description]
        return {row[0]: dict(zip(names[1:], row[1:], strict=True)) for row in found.fetchall()}

    def _of(self, role: str, player: str, suit: str, won: str) -> str:
        counted = {
            role: "TRUE",
            f"{role}_won": won,
            f"{role}_suit_matches": f"kind = {KINDS.index('suit_match')}",
            f"{role}_doubles": f"kind = {KINDS.index('doubles')}",
            f"{role}_triples": f"kind = {KINDS.index('triples')}",
        }
        for trick in range(1, 7):
            for number, letter in enumerate(SUITS.lower()):
                counted[f"{role}_{letter}_at_{trick}"] = f"trick = {trick} AND suit = {number}"
        columns = ", ".join(
            f'CAST(coalesce(sum(tricks) FILTER ({which}), 0) AS BIGINT) AS "{key}"' for key, which in counted.items()
        )
        return (
            f"SELECT player, {columns} FROM ("
            f"SELECT {player} AS player, trick, {suit} AS suit, kind, leader_won, count(*) AS tricks "
            f"FROM '{self.tricks}' WHERE NOT irregular GROUP BY ALL) GROUP BY player"
        )
