"""What a club's screen on the wall shows, all of it as of one moment: its latest matches, the round that is played in
each that goes on, and who leads its ladder.

The number of queries depends neither on how many play nor on how much was played.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from scorepad.games import GAMES
from scorepad.models import Club, Round
from scorepad.selectors.access import Viewer
from scorepad.selectors.clubs import club_seen
from scorepad.selectors.fronts import TopOfLadder, latest, top_of
from scorepad.selectors.matches import MatchLine
from scorepad.selectors.rows import hang, snapshot

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class RoundInPlay:
    """A round as it was written down so far, and the engine's word on it."""

    number: int
    written: Json
    replay: Json


@dataclass(frozen=True, slots=True)
class Screen:
    club: Club
    matches: Sequence[MatchLine]
    rounds: Mapping[UUID, RoundInPlay]
    top: TopOfLadder | None


def screen(*, viewer: Viewer, slug: str) -> Screen:
    with snapshot():
        club = club_seen(viewer, slug).club
        matches = latest(viewer, club)
        return Screen(club, matches, dict(_in_play(match.id for match in matches if match.under_way)), top_of(club))


def _in_play(matches: Iterable[UUID]) -> Iterator[tuple[UUID, RoundInPlay]]:
    """Of each match its last round, unless it is complete: what was played before is veiled while a match is open."""
    last = Round.objects.filter(match__in=list(matches)).order_by("match", "-number").distinct("match")
    rounds = [round_ for round_ in last.select_related("match") if not round_.complete]
    hung: dict[int, list[Any]] = {round_.pk: [] for round_ in rounds}
    hang(hung, (GAMES[round_.match.game] for round_ in rounds), round__in=hung)
    for round_ in rounds:
        written = GAMES[round_.match.game].load_round(hung[round_.pk])
        yield round_.match_id, RoundInPlay(round_.number, written, round_.replay)
