"""The rows that a history makes, and how they differ from the rows there are.

Everything in a match's rows is a function of its journal and, for the evening's date, of the club's zone when the match
was first stored: this is that function. A write stores the differences, a check of the ledger looks for some, a rebuild
stores those it finds.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Model

from scorepad.models import Club, Match, Round, Seat
from scorepad.refusals import invalid_at
from scorepad.selectors.rows import Rows
from scorepad.services.planning import History
from scorepad.services.values import moment_at

Key = tuple[str | int, ...]
MATCH: Key = ("match",)

# Parents are known by the key of the row; moments of the row itself, and what was judged when, are no part of the fold.
_NOT_FOLDED = ("match", "round", "created_at", "updated_at", "rules_version", "objection")


@dataclass(frozen=True, slots=True)
class Change:
    """A row whose `fields` are to be as `new` has them."""

    old: Model
    new: Model
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Differences:
    """What has to happen for the rows that are there to be those that are wanted, parents before what hangs on them."""

    missing: Mapping[Key, Model]
    changed: Mapping[Key, Change]
    surplus: Mapping[Key, Model]

    @property
    def seats_somebody(self) -> bool:
        return any("player_id" in change.fields for change in self.changed.values()) or any(
            isinstance(row, Seat) for row in self.missing.values()
        )

    def __iter__(self) -> Iterator[str]:
        """Each difference in words."""
        for key in self.missing:
            yield f"{_said(key)}: missing"
        for key, change in self.changed.items():
            yield f"{_said(key)}: {', '.join(change.fields)}"
        for key in self.surplus:
            yield f"{_said(key)}: too many"


def rows_for(club: Club, history: History, there: Match | None = None) -> Rows:
    """All rows of a match as its journal has it, fresh and unsaved; `there` is the match as it is stored, if it is."""
    match = _match(club, history, there)
    standings = _standings(history)
    rows = Rows(match)
    for number, key in enumerate(history.game.rules.seats, start=1):
        score, place = standings[key]
        player = UUID(history.record["players"][key]["id"])
        rows.seats.append(
            Seat(match=match, number=number, key=key, player_id=player, club=club, score=score, place=place)
        )
    for number, (written, said) in enumerate(zip(history.record["rounds"], history.replay["rounds"], strict=True), 1):
        rows.rounds.append(_round(match, history, number, written, said))
        rows.of_round[number] = history.game.dump_round(written, said)
    return rows


def _standings(history: History) -> dict[str, tuple[int, int | None]]:
    """Score and place by seat. Whoever gave up comes last, whatever the score was."""
    standings = history.game.standings(history.replay)
    if history.status != Match.Status.FORFEITED:
        return standings
    gave_up = history.standing.forfeited_by
    return {key: (score, len(standings) if key == gave_up else 1) for key, (score, _) in standings.items()}


def differences(there: Rows, wanted: Rows) -> Differences:
    old, new = dict(_keyed(there)), dict(_keyed(wanted))
    return Differences(
        missing={key: row for key, row in new.items() if key not in old},
        changed={
            key: Change(old[key], row, fields)
            for key, row in new.items()
            if key in old and (fields := _differing(old[key], row))
        },
        surplus={key: row for key, row in old.items() if key not in new},
    )


def _evening(club: Club, played_at: datetime, there: Match | None) -> date:
    """The date, by the club's own clocks, of the evening on which a match began. It is kept as it was stored, so that a
    club that changes its zone keeps its evenings, as long as it is the date of that moment by some clock on earth."""
    if there is not None and there.played_at == played_at:
        by_utc = played_at.astimezone(UTC).date()
        if abs(there.played_on - by_utc) <= timedelta(days=1):
            return there.played_on
    try:
        return played_at.astimezone(ZoneInfo(club.time_zone)).date()
    except OverflowError as error:
        raise invalid_at("/played_at", "By the club's clocks that evening lies outside the calendar.") from error


def _match(club: Club, history: History, there: Match | None) -> Match:
    record, replay, standing = history.record, history.replay, history.standing
    forfeited = history.status == Match.Status.FORFEITED
    played_at = moment_at("/played_at", record["played_at"])
    return Match(
        id=UUID(history.match_id),
        club=club,
        game=history.game.rules.key,
        options=record.get("options"),
        played_at=played_at,
        played_at_written=record["played_at"],
        rated=standing.rated,
        table=standing.table,
        note=record.get("note"),
        ext=record.get("ext"),
        forfeited_by=standing.forfeited_by if forfeited else None,
        void=standing.void,
        duplicate_of_id=UUID(standing.duplicate_of) if standing.duplicate_of else None,
        version=history.version,
        rules_version=history.game.rules.rules,
        played_on=_evening(club, played_at, there),
        status=history.status,
        grade=replay["grade"],
        summary={name: value for name, value in replay.items() if name != "rounds"},
        awaiting=history.awaiting,
    )


def _round(match: Match, history: History, number: int, written: Mapping[str, Any], said: Mapping[str, Any]) -> Round:
    scores = history.game.scores(said) or {}
    return Round(
        match=match,
        number=number,
        note=written.get("note"),
        complete=said["complete"],
        grade=said["grade"],
        irregular=said["irregular"],
        scores=[scores[key] for key in history.game.rules.seats] if scores else [],
        replay=said,
    )


def _keyed(rows: Rows) -> Iterator[tuple[Key, Model]]:
    yield MATCH, rows.match
    for seat in rows.seats:
        yield ("seat", seat.number), seat
    for round_ in rows.rounds:
        yield ("round", round_.number), round_
        for row in rows.of_round[round_.number]:
            yield ("round", round_.number, *rows.game.row_key(row)), row


def _differing(old: Model, new: Model) -> tuple[str, ...]:
    return tuple(name for name in _folded(type(new)) if getattr(old, name) != getattr(new, name))


@cache
def _folded(model: type[Model]) -> tuple[str, ...]:
    fields = model._meta.concrete_fields
    return tuple(field.attname for field in fields if not field.primary_key and field.name not in _NOT_FOLDED)


def _said(key: Key) -> str:
    return " ".join(str(part) for part in key)
