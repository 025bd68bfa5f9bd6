"""The registry of what each game brings to this side of the engine: its rows, and how to read its replay.

Everything else here sees a match as seats, rounds and JSON. A new game is a folder in the engine, a module of rows and
a line in `GAMES`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Model

from engine.games import MARRAKESH, Game
from engine.marrakesh.record import GRADES
from scorepad.models import (
    MarrakeshFacts,
    MarrakeshTotals,
    PlayerTotals,
    SeatFacts,
    Setup,
    Trick,
    marrakesh_feats,
    marrakesh_reading,
    marrakesh_rows,
)

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Feat:
    """A round of which records tell every one there ever was: the fact that counts them, and by seat which they are."""

    key: str
    label: str
    fact: str
    rounds: Callable[[Sequence[UUID]], list[tuple[int, int]]]


@dataclass(frozen=True, slots=True)
class GameHere:
    """`rows` are the models that hang on a round; `row_key` tells those of one round apart.

    `facts` and `totals` are the tables of what its matches say of seats and of players, `grades` its grades of record,
    the lowest first; `read_rounds` reads what facts are made of: each match with its rounds as written and as replayed.
    """

    rules: Game
    rows: tuple[type[Model], ...]
    row_key: Callable[[Model], tuple[str, int]]
    dump_round: Callable[[Mapping[str, Any], Mapping[str, Any]], list[Any]]
    load_round: Callable[[Iterable[Any]], Json]
    scores: Callable[[Mapping[str, Any]], dict[str, int] | None]
    standings: Callable[[Mapping[str, Any]], dict[str, tuple[int, int | None]]]
    grades: tuple[str, ...]
    facts: type[SeatFacts]
    totals: type[PlayerTotals]
    read_rounds: Callable[[Sequence[UUID]], Iterator[tuple[UUID, list[Json], list[Json]]]]
    feats: tuple[Feat, ...]


GAMES: dict[str, GameHere] = {
    MARRAKESH.key: GameHere(
        rules=MARRAKESH,
        rows=(Setup, Trick),
        row_key=lambda row: (type(row).__name__, getattr(row, "number", 0)),
        dump_round=marrakesh_rows.dump_round,
        load_round=marrakesh_rows.load_round,
        scores=marrakesh_rows.scores,
        standings=marrakesh_rows.standings,
        grades=GRADES,
        facts=MarrakeshFacts,
        totals=MarrakeshTotals,
        read_rounds=marrakesh_reading.read_rounds,
        feats=(Feat("marrakesh", "Marrakesh", "marrakeshes", marrakesh_feats.marrakeshes),),
    ),
}
