"""What has become known since standings were told: which matches were corrected or came late, who was merged, whether
the rules are others, and who stands elsewhere for it.

Nothing is written here; but to say what a match was then, its journal is folded as it stood.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import Max, Q

from engine.violations import Violation
from scorepad.games import GAMES
from scorepad.models import Change, Frozen, Ladder, Match, Player, Published, Seat
from scorepad.refusals import NotHere, Refused
from scorepad.selectors.access import Viewer, ladder_to, rights_in
from scorepad.selectors.asking import Person, unknown
from scorepad.selectors.journal import Line, lines_of_all, until
from scorepad.selectors.ranking import Standing
from scorepad.selectors.rated import RatedMatch, counts_for, rated_match
from scorepad.selectors.rows import AT_A_TIME, snapshot
from scorepad.selectors.season_tables import season_table
from scorepad.selectors.standings import day_of, pending
from scorepad.selectors.told import (
    Moved,
    merges_of,
    moved_in_standings,
    moved_in_table,
    parse,
    rules_of,
    standings_at,
)
from scorepad.services.corrections import KINDS
from scorepad.services.folding import Unfoldable
from scorepad.services.planning import history_from
from scorepad.services.rowing import rows_for

MOST_CORRECTED = 200
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
        since = _hindsight(viewer, ladder, published)
        return KnownThen(ladder, published, rows, _people([row.player for row in rows], since), since)


def frozen_season(*, viewer: Viewer, ladder_id: UUID) -> FrozenSeason:
    """The final standings of a season that were frozen, and what came since."""
    with snapshot():
        ladder = ladder_to("read", viewer=viewer, ladder_id=ladder_id)
        frozen = Frozen.objects.filter(ladder=ladder).select_related("frozen_by").first()
        if frozen is None:
            raise NotHere
        rows = [*frozen.standings["standings"], *frozen.standings["table"]]
        since = _hindsight(viewer, ladder, frozen)
        people = _people([UUID(row["player"]) for row in rows], since)
        return FrozenSeason(ladder, frozen, people, since, bool(rights_in(viewer, ladder.club)))


def _hindsight(viewer: Viewer, ladder: Ladder, told: Published | Frozen) -> Hindsight:
    then = told.standings
    corrections, more = _corrections(viewer, ladder, told)
    return Hindsight(
        standings=moved_in_standings(then["standings"], standings_at(ladder, told.ends)),
        table=moved_in_table(then["table"], season_table(ladder).rows) if "table" in then else (),
        corrections=corrections,
        more=more,
        merges=tuple(_merges(told.merges, merges_of(ladder))),
        rules={name: {"then": then["ladder"].get(name), "now": rule} for name, rule in _other_rules(ladder, then)},
        pending=pending(ladder),
    )


def _people(players: Collection[UUID], since: Hindsight) -> dict[UUID, Person]:
    """Everybody who is named, under the name that this very player has, whoever he has become since."""
    named = {*players, *(row.player for row in (*since.standings, *since.table))}
    named |= {who for row in since.merges for who in (row.player, row.then, row.now) if who is not None}
    named |= {who for row in since.corrections for each in (row.then, row.now) if each for who in each.players}
    return {each.pk: Person(each.pk, each.name) for each in Player.objects.filter(pk__in=named)}


def _other_rules(ladder: Ladder, then: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    return ((name, rule) for name, rule in rules_of(ladder).items() if then["ladder"].get(name) != rule)


def _merges(then: Mapping[str, str], now: Mapping[str, str]) -> Iterator[Merged]:
    for player in sorted({*then, *now}):
        if then.get(player) != now.get(player):
            yield Merged(UUID(player), *(UUID(roots[player]) if player in roots else None for roots in (then, now)))


# -- matches ----------------------------------------------------------------------------------------------------------


def _corrections(viewer: Viewer, ladder: Ladder, told: Published | Frozen) -> tuple[tuple[Corrected, ...], bool]:
    versions = _versions_then(ladder, told.position)
    changes = Change.objects.filter(club=ladder.club_id, what="match").order_by()
    changed, there = changes.filter(pk__gt=told.position).values("ref"), changes.filter(pk__lte=told.position)
    # Whatever was there already may have been on an earlier evening.
    early = Q(played_on__lte=told.ends) | Q(pk__in=there.values("ref"))
    matches = Match.objects.filter(early, pk__in=changed, club=ladder.club_id, game=ladder.game)
    ids = list(matches.order_by("played_on", "played_at", "pk").values_list("pk", flat=True))
    found: list[Corrected] = []
    for first in range(0, len(ids), AT_A_TIME):
        some = list(
            Match.objects.filter(pk__in=ids[first : first + AT_A_TIME]).order_by("played_on", "played_at", "pk")
        )
        found += [each for each in _compared(viewer, ladder, told.ends, some, versions) if each.then != each.now]
        if len(found) > MOST_CORRECTED:
            break
    return tuple(found[:MOST_CORRECTED]), len(found) > MOST_CORRECTED


def _versions_then(ladder: Ladder, position: int) -> dict[UUID, int]:
    """The matches of the club that were written since, with the version that each had then; 0 for none."""
    changes = Change.objects.filter(club=ladder.club_id, what="match")
    changed = changes.filter(pk__gt=position).values("ref")
    then = changes.filter(ref__in=changed).order_by().values("ref")
    versions = then.annotate(then=Max("version", filter=Q(pk__lte=position))).values_list("ref", "then")
    return {match: version or 0 for match, version in versions}


def _compared(
    viewer: Viewer, ladder: Ladder, ends: date, matches: Sequence[Match], versions: Mapping[UUID, int]
) -> Iterator[Corrected]:
    journals = lines_of_all(matches)
    seats: dict[UUID, list[Seat]] = {}
    for seat in Seat.objects.filter(match__in=[match.pk for match in matches]).order_by("number"):
        seats.setdefault(seat.match_id, []).append(seat)
    rights = rights_in(viewer, ladder.club)
    for match in matches:
        lines, version = journals[match.pk], versions[match.pk]
        yield Corrected(
            match.pk,
            then=_counted(ladder, ends, *_rows_then(ladder, match, until(lines, version))) if version else None,
            now=_counted(ladder, ends, match, seats[match.pk]),
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
