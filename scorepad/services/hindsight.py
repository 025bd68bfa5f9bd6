"""What has become known since standings were told: which matches were corrected or came late, who was merged, whether
the rules are others, and who stands elsewhere for it.

Nothing is written here; but to say what a match was then, its journal is folded as it stood.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import count, groupby
from typing import Any
from uuid import UUID

from django.db.models import Max, Q, QuerySet

from engine.violations import Violation
from scorepad.games import GAMES
from scorepad.models import Change, Frozen, Ladder, Match, Player, Published, Seat
from scorepad.refusals import NotHere, Refused
from scorepad.selectors.access import Viewer, ladder_to, rights_in, visible_ladders
from scorepad.selectors.asking import Person, unknown
from scorepad.selectors.journal import Line, lines_of_all, until
from scorepad.selectors.ranking import Standing
from scorepad.selectors.rated import RatedMatch, counts_for, rated_match
from scorepad.selectors.rows import snapshot
from scorepad.selectors.season_tables import table_rows
from scorepad.selectors.standings import day_of, pending
from scorepad.selectors.told import Moved, moved_in_standings, moved_in_table, parse, rules_of, standings_at
from scorepad.services.corrections import KINDS
from scorepad.services.folding import Unfoldable
from scorepad.services.planning import history_from
from scorepad.services.rowing import rows_for

MOST_CORRECTED = 200
AT_A_TIME = MOST_CORRECTED + 1  # enough, where all of them count otherwise
TOLD_KINDS = ("create", "undo", *KINDS)


@dataclass(frozen=True, slots=True)
class Corrected:
    """A match that counted otherwise `then` than it does `now`, None where it did not count; and what was entered
    since, but for the play itself."""

    match: UUID
    then: RatedMatch | None
    now: RatedMatch | None
    entries: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Merged:
    """A player who has become another since, or himself again: his root `then` and `now`, None for himself."""

    player: UUID
    then: UUID | None
    now: UUID | None


@dataclass(frozen=True, slots=True)
class Hindsight:
    """`corrections` in the order of their evenings, the first so many; `more` says that there are others. `rules` are
    those that were others then, by name. `pending` changes of the club are not in what is told of now."""

    standings: tuple[Moved, ...]
    table: tuple[Moved, ...]
    corrections: tuple[Corrected, ...]
    more: bool
    merges: tuple[Merged, ...]
    rules: Mapping[str, Mapping[str, Any]]
    pending: int


@dataclass(frozen=True, slots=True)
class KnownThen:
    ladder: Ladder
    published: Published
    rows: tuple[Standing, ...]
    people: Mapping[UUID, Person]
    since: Hindsight


@dataclass(frozen=True, slots=True)
class FrozenSeason:
    ladder: Ladder
    frozen: Frozen
    people: Mapping[UUID, Person]
    since: Hindsight
    member: bool


def known_then(*, viewer: Viewer, ladder_id: UUID, day: date | None = None) -> KnownThen:
    """The standings that were published last of those that had ended by this day, and what came since."""
    with snapshot():
        ladder = ladder_to("read", viewer=viewer, ladder_id=ladder_id)
        published = Published.objects.filter(ladder=ladder, ends__lte=day_of(ladder, day)).order_by("ends").last()
        if published is None:
            raise unknown("nothing_published", "Nothing of this ladder had been published by then.", parameter="as_of")
        rows = tuple(parse(row) for row in published.standings["standings"])
        everybody = _Everybody.of(ladder)
        since = _hindsight(ladder, published, everybody, rights_in(viewer, ladder.club))
        return KnownThen(ladder, published, rows, everybody.people, since)


def frozen_season(*, viewer: Viewer, ladder_id: UUID) -> FrozenSeason:
    """The final standings of a season that were frozen, and what came since."""
    with snapshot():
        ladder = visible_ladders(viewer).filter(pk=ladder_id).select_related("club", "frozen__frozen_by").first()
        if ladder is None or not hasattr(ladder, "frozen"):
            raise NotHere
        everybody, rights = _Everybody.of(ladder), rights_in(viewer, ladder.club)
        since = _hindsight(ladder, ladder.frozen, everybody, rights)
        return FrozenSeason(ladder, ladder.frozen, everybody.people, since, bool(rights))


@dataclass(frozen=True, slots=True)
class _Everybody:
    """All players of a club: the name that each very player has, whoever he has become since, and who that is."""

    people: Mapping[UUID, Person]
    roots: Mapping[UUID, UUID]

    @classmethod
    def of(cls, ladder: Ladder) -> "_Everybody":
        rows = list(Player.objects.filter(club=ladder.club_id).values_list("pk", "name", "root"))
        people = {player: Person(player, name) for player, name, _ in rows}
        return cls(people, {player: root or player for player, _, root in rows})

    @property
    def merges(self) -> dict[str, str]:
        return {str(player): str(root) for player, root in self.roots.items() if root != player}


def _hindsight(ladder: Ladder, told: Published | Frozen, everybody: _Everybody, rights: Collection[str]) -> Hindsight:
    then = told.standings
    corrections, more = _corrections(ladder, told, rights)
    return Hindsight(
        standings=moved_in_standings(then["standings"], standings_at(ladder, told.ends)),
        table=moved_in_table(then["table"], table_rows(ladder, everybody.roots)) if "table" in then else (),
        corrections=corrections,
        more=more,
        merges=tuple(_merges(told.merges, everybody.merges)),
        rules={name: {"then": then["ladder"].get(name), "now": rule} for name, rule in _other_rules(ladder, then)},
        pending=pending(ladder),
    )


def _other_rules(ladder: Ladder, then: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    return ((name, rule) for name, rule in rules_of(ladder).items() if then["ladder"].get(name) != rule)


def _merges(then: Mapping[str, str], now: Mapping[str, str]) -> Iterator[Merged]:
    for player in sorted({*then, *now}):
        if then.get(player) != now.get(player):
            yield Merged(UUID(player), *(UUID(roots[player]) if player in roots else None for roots in (then, now)))


# -- matches ----------------------------------------------------------------------------------------------------------


def _corrections(
    ladder: Ladder, told: Published | Frozen, rights: Collection[str]
) -> tuple[tuple[Corrected, ...], bool]:
    """Three queries, and two more for each further so many matches that were written since."""
    versions = _versions_then(ladder, told.position)
    found: list[Corrected] = []
    for seated in _in_batches(_written_since(ladder, told, versions)):
        found += [each for each in _compared(ladder, told.ends, seated, versions, rights) if each.then != each.now]
        if len(found) > MOST_CORRECTED:
            break
    return tuple(found[:MOST_CORRECTED]), len(found) > MOST_CORRECTED


def _written_since(ladder: Ladder, told: Published | Frozen, versions: Mapping[UUID, int]) -> QuerySet[Match]:
    # Whatever was there already may have been on an earlier evening.
    early = Q(played_on__lte=told.ends) | Q(pk__in=[match for match, version in versions.items() if version])
    return Match.objects.filter(early, pk__in=list(versions), club=ladder.club_id, game=ladder.game)


def _in_batches(matches: QuerySet[Match]) -> Iterator[dict[Match, list[Seat]]]:
    """Some of these at a time with their seats, in the order of their evenings."""
    in_order = ("played_on", "played_at", "pk")
    for first in count(0, AT_A_TIME):
        some = matches.order_by(*in_order)[first : first + AT_A_TIME]
        seats = Seat.objects.filter(match__in=some.values("pk")).select_related("match").defer("match__summary")
        rows = seats.order_by(*(f"match__{name}" for name in in_order), "number")
        seated = {match: list(of_match) for match, of_match in groupby(rows, lambda seat: seat.match)}
        if seated:
            yield seated
        if len(seated) < AT_A_TIME:
            return


def _versions_then(ladder: Ladder, position: int) -> dict[UUID, int]:
    """The matches of the club that were written since, with the version that each had then; 0 for none."""
    changes = Change.objects.filter(club=ladder.club_id, what="match")
    changed = changes.filter(pk__gt=position).values("ref")
    then = changes.filter(ref__in=changed).order_by().values("ref")
    versions = then.annotate(then=Max("version", filter=Q(pk__lte=position))).values_list("ref", "then")
    return {match: version or 0 for match, version in versions}


def _compared(
    ladder: Ladder,
    ends: date,
    seated: Mapping[Match, Sequence[Seat]],
    versions: Mapping[UUID, int],
    rights: Collection[str],
) -> Iterator[Corrected]:
    journals = lines_of_all(seated)
    for match, seats in seated.items():
        lines, version = journals[match.pk], versions[match.pk]
        yield Corrected(
            match.pk,
            then=_counted(ladder, ends, *_rows_then(ladder, match, until(lines, version))) if version else None,
            now=_counted(ladder, ends, match, seats),
            entries=tuple(_shown(line, match, rights) for line in lines if _tells(line, version)),
        )


def _rows_then(ladder: Ladder, match: Match, lines: tuple[Line, ...]) -> tuple[Match | None, list[Seat]]:
    """The match as its journal had it; nothing when today's rules refuse what it was."""
    try:
        rows = rows_for(ladder.club, history_from(GAMES[match.game], str(match.pk), lines), match)
    except (Unfoldable, Violation, Refused):
        return None, []
    return rows.match, rows.seats


def _counted(ladder: Ladder, ends: date, match: Match | None, seats: Iterable[Seat]) -> RatedMatch | None:
    counts = match is not None and match.played_on <= ends and counts_for(ladder, match)
    return rated_match(match, seats) if counts and match is not None else None


def _tells(line: Line, version: int) -> bool:
    return line.version > version and line.kind in TOLD_KINDS


def _shown(line: Line, match: Match, rights: Collection[str]) -> Line:
    """Who entered it is for members; why, while a match is open, for those who record."""
    hidden = match.status == Match.Status.OPEN and "record" not in rights
    line = replace(line, data=None, reason=None if hidden else line.reason)
    return line if "read" in rights else replace(line, actor="", token_id=None)
