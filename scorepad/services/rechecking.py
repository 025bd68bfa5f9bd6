"""What the rules of today would make of yesterday's matches, before they are let near them.

Every record is replayed and set beside what was derived when it was last written. Nothing is changed but a flag: a
match that today's engine refuses says so (`objection`), keeps its values, still shows, and can be amended.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from engine.violations import Violation
from scorepad.games import GameHere
from scorepad.models import Match
from scorepad.selectors.rows import Json, Rows, in_batches, record_of, replay_of, rows_of_all


@dataclass(frozen=True, slots=True)
class Finding:
    """A match that would not stay as it is: `refused` with a violation's code, or moved; `what` says it in words."""

    match_id: UUID
    refused: str | None
    what: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rechecked:
    matches: int
    findings: tuple[Finding, ...]


def recheck_all() -> Iterator[Rechecked]:
    """Recheck every match, some at a time."""
    for batch in in_batches(Match.objects.all(), rows_of_all):
        findings = [finding for rows in batch if (finding := _recheck(rows))]
        yield Rechecked(len(batch), tuple(findings))


def _recheck(rows: Rows) -> Finding | None:
    match, then = rows.match, replay_of(rows)
    try:
        now = rows.game.rules.replay(record_of(rows))
    except Violation as violation:
        _flag(match, _objection(rows.game, violation))
        return Finding(match.pk, violation.code, (f"{violation.path or 'the record'}: {violation.detail}",))
    _flag(match, None)
    if now == then:
        return None
    return Finding(match.pk, None, tuple(_moves(rows.game, then, now)) or ("details that move no score",))


def _moves(game: GameHere, then: Json, now: Json) -> Iterator[str]:
    """What a rules change moves: the scores of rounds, of seats, the result."""
    for number, (before, after) in enumerate(zip(then["rounds"], now["rounds"], strict=True), start=1):
        if game.scores(before) != game.scores(after):
            yield f"round {number}: {_said(game.scores(before))} would be {_said(game.scores(after))}"
    before_, after_ = game.standings(then), game.standings(now)
    for key in before_:
        if before_[key] != after_[key]:
            yield f"{key}: score and place {before_[key]} would be {after_[key]}"
    if then["result"] != now["result"]:
        yield f"result: {then['result']} would be {now['result']}"


def _objection(game: GameHere, violation: Violation) -> Json:
    return {
        "rules": game.rules.rules,
        "code": violation.code,
        "path": violation.path,
        "detail": violation.detail,
    }


def _flag(match: Match, objection: Json | None) -> None:
    # Not when it was written meanwhile: whoever wrote it has had it judged by today's engine.
    if match.objection != objection:
        Match.objects.filter(pk=match.pk, version=match.version).update(objection=objection)


def _said(scores: dict[str, int] | None) -> Any:
    return "no score" if scores is None else " ".join(f"{key} {score}" for key, score in scores.items())
