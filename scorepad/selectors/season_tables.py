"""Season tables: the matches that count for a ladder, told in points instead of ratings.

Pure but for `season_table` and `table_rows`, which read: places come of points, and of those level of one tie-break
after the other, in the order in which the ladder's rules name them, each asked once of those who are still level.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from engine.facts import Fact
from scorepad.games import GAMES
from scorepad.models import Ladder, Match, Player, Stale
from scorepad.selectors.access import Viewer, ladder_to
from scorepad.selectors.asking import Person
from scorepad.selectors.rated import RatedMatch, rated_by, rated_matches
from scorepad.selectors.rows import snapshot
from scorepad.selectors.standings import people_of

DIRECT, MARGIN, WINS = "direct", "margin", "wins"
TIEBREAKS = (DIRECT, MARGIN, WINS)
NAMES = {DIRECT: "Direct encounter", MARGIN: "Margin", WINS: "Wins"}
LESS = "-"  # before a fact of which less is better

WIN, DRAW, LOSS, BYE, FORFEIT_WIN, FORFEIT_LOSS = "win", "draw", "loss", "bye", "forfeit_win", "forfeit_loss"
POINTS: Mapping[str, float] = {WIN: 2, DRAW: 1, LOSS: 0}
LIKE: Mapping[str, str] = {BYE: WIN, FORFEIT_WIN: WIN, FORFEIT_LOSS: LOSS}  # unless they are given their own

FactsOf = Mapping[str, Mapping[UUID, int]]  # by fact and player


@dataclass(frozen=True, slots=True)
class TableRules:
    """`points` of each thing that can come to a player, the tie-breaks in their order, and how many byes who had."""

    points: Mapping[str, float]
    tiebreaks: tuple[str, ...]
    byes: Mapping[UUID, int]

    @classmethod
    def of(cls, written: Mapping[str, Any]) -> "TableRules":
        given: dict[str, float] = {**POINTS, **written.get("points", {})}
        points = given | {name: given.get(name, given[like]) for name, like in LIKE.items()}
        byes = {UUID(player): number for player, number in written.get("byes", {}).items()}
        return cls(points, tuple(written.get("tiebreaks", TIEBREAKS)), byes)

    def dump(self) -> dict[str, Any]:
        byes = {str(player): number for player, number in self.byes.items()}
        return {"points": dict(self.points), "tiebreaks": list(self.tiebreaks), "byes": byes}

    def names(self, game: str) -> tuple[str, ...]:
        """The tie-breaks in words."""
        facts = {fact.key: fact.label for fact in GAMES[game].rules.facts.declared}
        return tuple(NAMES.get(each) or _name(each, facts) for each in self.tiebreaks)

    @property
    def facts(self) -> tuple[str, ...]:
        """The keys of the facts among the tie-breaks."""
        return tuple(each.removeprefix(LESS) for each in self.tiebreaks if each not in TIEBREAKS)


@dataclass(frozen=True, slots=True)
class TableRow:
    """A player in the table. `won` and `lost` count forfeits too, of which there were so many; byes are no matches.

    `tiebreaks` hold what each of them says of him, in their order: direct encounter only of whoever was level when it
    was asked.
    """

    player: UUID
    place: int
    points: float
    won: int
    drawn: int
    lost: int
    forfeits_won: int
    forfeits_lost: int
    byes: int
    margin: int
    tiebreaks: tuple[float | None, ...]

    @property
    def matches(self) -> int:
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """`pending` changes of the club are not in the facts yet, by which those level may be parted."""

    ladder: Ladder
    rules: TableRules
    rows: tuple[TableRow, ...]
    people: Mapping[UUID, Person]
    pending: int


def table_of(*, viewer: Viewer, ladder_id: UUID) -> SeasonTable:
    with snapshot():
        return season_table(ladder_to("read", viewer=viewer, ladder_id=ladder_id))


def season_table(ladder: Ladder) -> SeasonTable:
    """The table of this ladder's season as it stands."""
    with snapshot():
        rules = TableRules.of(ladder.table)
        players = Player.objects.filter(club=ladder.club_id).values_list("pk", "root")
        rows = table_rows(ladder, {player: root or player for player, root in players})
        pending = Stale.objects.filter(club=ladder.club_id).count() if rules.facts else 0
        return SeasonTable(ladder, rules, rows, people_of(row.player for row in rows), pending)


def table_rows(ladder: Ladder, roots: Mapping[UUID, UUID]) -> tuple[TableRow, ...]:
    """The rows alone, by whoever knows of all players of the club who they are by now."""
    rules = TableRules.of(ladder.table)
    matches = rated_matches(ladder, None, roots)
    return tuple(ranked(rules, matches, facts=_facts(ladder, rules.facts), roots=roots))


def ranked(
    rules: TableRules,
    matches: Sequence[RatedMatch],
    *,
    facts: FactsOf | None = None,
    roots: Mapping[UUID, UUID] | None = None,
) -> list[TableRow]:
    """The rows of the table, the first place first, those of one place by id. `roots` say who those with byes are."""
    tallies = _tallies(rules, matches, roots or {})
    level = _parted(sorted(tallies), lambda player: tallies[player].points(rules))
    said: list[dict[UUID, float]] = []
    for tiebreak in rules.tiebreaks:
        told, parts = dict[UUID, float](), list[list[UUID]]()
        for group in level:
            values = _values(rules, tiebreak, group, tallies, matches, facts or {})
            parts += _parted(group, _better(tiebreak, values))
            told |= values
        level = parts
        said.append(told)
    return list(_rows(rules, level, tallies, said))


@dataclass(slots=True)
class _Tally:
    """What a player's matches come to."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    forfeits_won: int = 0
    forfeits_lost: int = 0
    byes: int = 0
    margin: int = 0

    def add(self, outcome: str, *, forfeit: bool) -> None:
        setattr(self, outcome, getattr(self, outcome) + 1)
        if forfeit and outcome != "drawn":
            name = f"forfeits_{outcome}"
            setattr(self, name, getattr(self, name) + 1)

    def points(self, rules: TableRules) -> float:
        of = rules.points
        played = (self.won - self.forfeits_won) * of[WIN] + self.drawn * of[DRAW]
        played += (self.lost - self.forfeits_lost) * of[LOSS]
        return (
            played + self.forfeits_won * of[FORFEIT_WIN] + self.forfeits_lost * of[FORFEIT_LOSS] + self.byes * of[BYE]
        )


def _tallies(rules: TableRules, matches: Iterable[RatedMatch], roots: Mapping[UUID, UUID]) -> dict[UUID, _Tally]:
    found: dict[UUID, _Tally] = {}
    for match in matches:
        for player, score in zip(match.players, match.scores, strict=True):
            tally = found.setdefault(player, _Tally())
            tally.add(match.outcome_of(player), forfeit=match.forfeited)
            if not match.forfeited:  # how far ahead somebody was who then gave up says nothing
                tally.margin += len(match.scores) * score - sum(match.scores)
    for player, number in rules.byes.items():
        if player in roots:
            found.setdefault(roots[player], _Tally()).byes += number
    return found


def _values(
    rules: TableRules,
    tiebreak: str,
    group: Sequence[UUID],
    tallies: Mapping[UUID, _Tally],
    matches: Sequence[RatedMatch],
    facts: FactsOf,
) -> dict[UUID, float]:
    """What this tie-break says of those who are still level."""
    if tiebreak == DIRECT:
        if len(group) == 1:
            return {}
        among = [match for match in matches if set(match.players) <= set(group)]
        direct = _tallies(TableRules(rules.points, (), {}), among, {})
        return {player: direct.get(player, _Tally()).points(rules) for player in group}
    if tiebreak == MARGIN:
        return {player: tallies[player].margin for player in group}
    if tiebreak == WINS:
        return {player: tallies[player].won for player in group}
    told = facts.get(tiebreak.removeprefix(LESS), {})
    return {player: told.get(player, 0) for player in group}


def _better(tiebreak: str, values: Mapping[UUID, float]) -> Callable[[UUID], float]:
    sign = -1 if tiebreak.startswith(LESS) else 1
    return lambda player: sign * values.get(player, 0)


def _parted(players: Sequence[UUID], value: Callable[[UUID], float]) -> list[list[UUID]]:
    """Those level in this, the most first."""
    in_order = sorted(players, key=lambda player: (-value(player), player))
    return [list(part) for _, part in groupby(in_order, value)]


def _rows(
    rules: TableRules,
    level: Sequence[Sequence[UUID]],
    tallies: Mapping[UUID, _Tally],
    said: Sequence[dict[UUID, float]],
) -> Iterator[TableRow]:
    place = 1
    for group in level:
        for player in group:
            tally = tallies[player]
            yield TableRow(
                player=player,
                place=place,
                points=tally.points(rules),
                won=tally.won,
                drawn=tally.drawn,
                lost=tally.lost,
                forfeits_won=tally.forfeits_won,
                forfeits_lost=tally.forfeits_lost,
                byes=tally.byes,
                margin=tally.margin,
                tiebreaks=tuple(told.get(player) for told in said),
            )
        place += len(group)


def _facts(ladder: Ladder, keys: Sequence[str]) -> FactsOf:
    """By fact what those who play in this ladder have of it in the matches that count; one query."""
    if not keys:
        return {}
    game = GAMES[ladder.game]
    seats = game.facts._default_manager.filter(match__in=Match.objects.filter(rated_by(ladder)))
    rows: QuerySet[Any, Any] = seats.order_by().values_list("player", "player__root", *keys)
    declared = {fact.key: fact for fact in game.rules.facts.declared}
    found: dict[str, dict[UUID, int]] = {key: {} for key in keys}
    for player, root, *values in rows:
        for key, value in zip(keys, values, strict=True):
            _add(declared[key], found[key], root or player, value)
    return found


def _add(fact: Fact, found: dict[UUID, int], player: UUID, value: int) -> None:
    known = found.get(player, 0)
    found[player] = max(known, value) if fact.adds == "max" else known + value


def _name(tiebreak: str, facts: Mapping[str, str]) -> str:
    label = facts[tiebreak.removeprefix(LESS)]
    return f"{label}, the fewer the better" if tiebreak.startswith(LESS) else label
