"""A match of two rounds, and its club's scorer who has something to say of it."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from scorepad.models import Match
from scorepad.services.entries import enter
from scorepad.services.verdicts import Verdict
from tests.scorepad.conftest import Circle
from tests.scorepad.tables import FIRST_ROUND, SECOND_ROUND, Json, entry


@pytest.fixture
def match(circle: Circle) -> Match:
    return circle.match(rounds=copy.deepcopy([FIRST_ROUND, SECOND_ROUND]))


@pytest.fixture
def table(circle: Circle, match: Match) -> Callable[..., Verdict]:
    """Enter something at the table of this match, as its scorer."""

    def at_table(kind: str, base_version: int, data: Json, **more: Any) -> Verdict:
        return enter(viewer=circle.scorer, match_id=match.pk, entry=entry(kind, base_version, data, **more))

    return at_table


@pytest.fixture
def say(circle: Circle, match: Match) -> Callable[..., Verdict]:
    """Enter something as the club's scorer, at the version that the match has."""

    def said(kind: str, data: Json, *, reason: str | None = "so it was", **more: Any) -> Verdict:
        match.refresh_from_db()
        given = entry(kind, more.pop("base_version", match.version), data)
        if reason is not None:
            given["reason"] = reason
        dry_run = more.pop("dry_run", False)
        return enter(viewer=circle.scorer, match_id=match.pk, entry={**given, **more}, dry_run=dry_run)

    return said
