"""What is told of a ladder as of the end of a period or of its season, as JSON that is kept; and how what would be told
now differs from it.

People are told by id alone. `dump` and `parse` of a standing are twins.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Max

from engine.ratings.games import Rating
from scorepad.models import Change, Ladder
from scorepad.selectors.periods import end_of, period_of
from scorepad.selectors.ranking import AsOf, Standing
from scorepad.selectors.rated import roots_of
from scorepad.selectors.season_tables import SeasonTable, TableRow, TableRules
from scorepad.selectors.standings import rows_of

Json = dict[str, Any]

FORMAT = "scorepad-standings/1"
RULES = (
    *("game", "season_start", "season_end", "system", "parameters", "period"),
    *("least_matches", "largest_deviation", "active_within", "forfeits"),
)


@dataclass(frozen=True, slots=True)
class Told:
    """A document, and what was known when it was made: where the club's feed was, and who had become whom."""

    document: Json
    position: int
    merges: Mapping[str, str]
    ladder_version: int


@dataclass(frozen=True, slots=True)
class Moved:
    """A player of whom something else would be told now: his place, and his rating or points, `then` and `now`; None
    where he was not on the ladder."""

    player: UUID
    then: tuple[int | None, float] | None
    now: tuple[int | None, float] | None


def told_of(ladder: Ladder, ends: date, table: SeasonTable | None = None) -> Told:
    """What is to be told as of the evening of `ends`. Whoever calls holds the snapshot as of which it is."""
    document: Json = {"format": FORMAT, "ladder": rules_of(ladder), "ends": ends.isoformat()}
    document["standings"] = [dump(row) for row in standings_at(ladder, ends)]
    if table is not None:
        document["table"] = [dump_table_row(row) for row in table.rows]
    last = Change.objects.filter(club=ladder.club_id).aggregate(last=Max("pk"))["last"]
    return Told(document, last or 0, merges_of(ladder), ladder.version)


def standings_at(ladder: Ladder, ends: date) -> tuple[Standing, ...]:
    """The standings as known now of the evening at which a period has ended."""
    return rows_of(ladder, AsOf.of(ladder, ends, date.max))


def merges_of(ladder: Ladder) -> dict[str, str]:
    return {str(player): str(root) for player, root in sorted(roots_of(ladder.club_id).items())}


def rules_of(ladder: Ladder) -> Json:
    """The ladder's rules as JSON. Its name is none: somebody may be named in it, and he can ask to be forgotten."""
    rules = {name: getattr(ladder, name) for name in RULES} | {"table": TableRules.of(ladder.table).dump()}
    plain = {name: value.isoformat() if isinstance(value, date) else value for name, value in rules.items()}
    return {"id": str(ladder.pk), **plain}


def ended_periods(ladder: Ladder, since: date, today: date) -> list[tuple[date, date]]:
    """The periods, first day and last, that had not ended before `since` and have ended today; within the season, at
    whose end the last of them ends too."""
    found: list[tuple[date, date]] = []
    last = ladder.season_end or date.max
    day = max(since, ladder.season_start or date.min)
    while day <= last:
        first = period_of(ladder.period, day)
        ends = min(end_of(ladder.period, first), last)
        if ends >= today:
            break
        found.append((first, ends))
        day = ends + timedelta(days=1)
    return found


def dump(row: Standing) -> Json:
    return {
        "player": str(row.player),
        "place": row.place,
        **row.rating._asdict(),
        "matches": row.matches,
        "won": row.won,
        "drawn": row.drawn,
        "lost": row.lost,
        "last_played": row.last_played.isoformat(),
        "gates": list(row.gates),
        "change": row.change,
        "place_before": row.place_before,
    }


def parse(told: Json) -> Standing:
    return Standing(
        player=UUID(told["player"]),
        place=told["place"],
        rating=Rating(told["rating"], told["deviation"], told["volatility"]),
        matches=told["matches"],
        won=told["won"],
        drawn=told["drawn"],
        lost=told["lost"],
        last_played=date.fromisoformat(told["last_played"]),
        gates=tuple(told["gates"]),
        change=told["change"],
        place_before=told["place_before"],
    )


def dump_table_row(row: TableRow) -> Json:
    return {**asdict(row), "player": str(row.player), "tiebreaks": list(row.tiebreaks)}


def moved_in_standings(then: Sequence[Json], now: Iterable[Standing]) -> tuple[Moved, ...]:
    return _moved(then, [dump(row) for row in now], lambda row: (row["place"], row["rating"]))


def moved_in_table(then: Sequence[Json], now: Iterable[TableRow]) -> tuple[Moved, ...]:
    return _moved(then, [dump_table_row(row) for row in now], lambda row: (row["place"], row["points"]))


def _moved(
    then: Sequence[Json], now: Sequence[Json], told: Callable[[Json], tuple[int | None, float]]
) -> tuple[Moved, ...]:
    """In the order of then, and after that of now."""
    old, new = ({row["player"]: told(row) for row in rows} for rows in (then, now))
    return tuple(
        Moved(UUID(player), old.get(player), new.get(player))
        for player in {**old, **new}
        if old.get(player) != new.get(player)
    )
