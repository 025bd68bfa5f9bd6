"""A whole club as lines of JSON: its name, players, ladders, matches with their journals, and how many of each.

Nothing derived is in it, no account and no clock: a club that was taken in from such a file gives the same bytes again.
What makes it up is noted in one moment; the journals are then read a batch at a time, each up to the version it had,
for a journal only grows. So it is the club of one moment, and no transaction stays open while it is sent. Whoever
reads a file without its last line knows that it was broken off.
"""

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

from scorepad.models import Club, Entry, Ladder, Match, Player
from scorepad.selectors.access import Viewer, club_to
from scorepad.selectors.rows import AT_A_TIME, snapshot
from scorepad.selectors.season_tables import TableRules

Json = dict[str, Any]

FORMAT = "scorepad-export/1"

_COLUMNS = (
    "match",
    "version",
    "entry_id",
    "kind",
    "data",
    "reason",
    "undoes",
    "device",
    "entered_at",
    "stored_at",
    "claimed_at",
)


class BrokenOff(Exception):
    """The club was erased while it was read."""


def export(*, viewer: Viewer, slug: str) -> Iterator[str]:
    """The lines of the club, some at a time. Whoever may not have them is refused before any is sent."""
    with snapshot():
        club = club_to("manage", viewer=viewer, slug=slug)
        players = list(Player.objects.filter(club=club).prefetch_related("name_keys").order_by("pk"))
        ladders = list(Ladder.objects.filter(club=club).order_by("pk"))
        versions = list(Match.objects.filter(club=club).order_by("pk").values_list("pk", "version"))
    return _stream(club, players, ladders, versions)


def _stream(
    club: Club, players: Sequence[Player], ladders: Sequence[Ladder], versions: Sequence[tuple[UUID, int]]
) -> Iterator[str]:
    yield _line({"format": FORMAT, "club": _club(club)})
    for start in range(0, len(players), AT_A_TIME):
        yield "".join(_line({"player": _player(player)}) for player in players[start : start + AT_A_TIME])
    for ladder in ladders:
        yield _line({"ladder": _ladder(ladder)})
    for start in range(0, len(versions), AT_A_TIME):
        yield "".join(_matches(dict(versions[start : start + AT_A_TIME])))
    yield _line({"end": {"players": len(players), "ladders": len(ladders), "matches": len(versions)}})


def _matches(versions: dict[UUID, int]) -> Iterator[str]:
    journals: dict[UUID, list[Json]] = {match: [] for match in versions}
    for match, version, *columns in _entries(versions):
        if version <= versions[match]:
            journals[match].append(_entry(version, *columns))
    for match, entries in journals.items():
        if len(entries) != versions[match]:
            raise BrokenOff(f"The journal of {match} is not all there any more.")
        yield _line({"match": {"id": str(match)}, "entries": entries})


def _entries(matches: dict[UUID, int]) -> Iterator[tuple[Any, ...]]:
    return iter(Entry.objects.filter(match__in=matches).order_by("match", "version").values_list(*_COLUMNS))


def _club(club: Club) -> Json:
    return {
        "id": str(club.pk),
        "slug": club.slug,
        "name": club.name,
        "time_zone": club.time_zone,
        "visibility": club.visibility,
    }


def _player(player: Player) -> Json:
    return {
        "id": str(player.pk),
        "name": player.name,
        "aliases": player.aliases,
        "hidden": player.hidden,
        "anonymised_at": _moment(player.anonymised_at),
        "merged_into": None if player.merged_into_id is None else str(player.merged_into_id),
    }


def _ladder(ladder: Ladder) -> Json:
    """Its rules: ratings and tables follow from them and the matches. What was published stays where it was."""
    return {
        "id": str(ladder.pk),
        "game": ladder.game,
        "name": ladder.name,
        "season_start": _day(ladder.season_start),
        "season_end": _day(ladder.season_end),
        "system": ladder.system,
        "parameters": ladder.parameters,
        "period": ladder.period,
        "least_matches": ladder.least_matches,
        "largest_deviation": ladder.largest_deviation,
        "active_within": ladder.active_within,
        "forfeits": ladder.forfeits,
        "table": TableRules.of(ladder.table).dump(),
    }


def _day(day: date | None) -> str | None:
    return None if day is None else day.isoformat()


def _entry(
    version: int,
    entry_id: UUID,
    kind: str,
    data: Json,
    reason: str | None,
    undoes: int | None,
    device: str | None,
    entered_at: datetime | None,
    stored_at: datetime,
    claimed_at: datetime | None,
) -> Json:
    return {
        "version": version,
        "id": str(entry_id),
        "kind": kind,
        "data": data,
        "reason": reason,
        "undoes": undoes,
        "device": device,
        "entered_at": _moment(entered_at),
        # Of what was taken in from elsewhere, when it was stored there.
        "stored_at": _moment(claimed_at or stored_at),
    }


def _moment(moment: datetime | None) -> str | None:
    return None if moment is None else moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _line(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"
