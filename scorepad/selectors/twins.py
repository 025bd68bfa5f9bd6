"""Two players side by side, for whoever asks himself whether they are one person.

Two who sat across from one another are two people; two who played on one evening at different tables most likely are.
Matches are counted as the statistics have them, of every game, under all names that each was merged from.
"""

from dataclasses import dataclass
from datetime import date
from uuid import UUID

from scorepad.games import GAMES
from scorepad.models import Match, Player
from scorepad.refusals import invalid_at
from scorepad.selectors.access import Viewer
from scorepad.selectors.choosing import player_to
from scorepad.selectors.filters import seated
from scorepad.selectors.people import of_opponents
from scorepad.selectors.results import Result, results

MOST_MATCHES = 10
MOST_OPPONENTS = 5


@dataclass(frozen=True, slots=True)
class Side:
    """`points` are those of a match on average; `opponents` those he met most often."""

    player: Player
    matches: int
    won: int
    drawn: int
    lost: int
    points: float | None
    first: date | None
    last: date | None
    opponents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Twins:
    """`met` are matches in which they sat across from one another, the latest first, void ones too; `evenings` those
    on which both played."""

    one: Side
    other: Side
    met: tuple[Match, ...]
    evenings: tuple[date, ...]


def twins(*, viewer: Viewer, player_id: UUID, other_id: UUID) -> Twins:
    """For those who manage the club: of nobody else is it the business."""
    player = player_to("manage", viewer=viewer, player_id=player_id)
    other = Player.objects.filter(club=player.club, pk=other_id).select_related("club").first()
    if other is None:
        raise invalid_at("/into", "This club has no such player.", code="unknown_player", found=str(other_id))
    played, others = _played(player), _played(other)
    across = of_opponents(player.pk, other.pk).values("pk")
    met = Match.objects.filter(pk__in=across).order_by("-played_at", "-pk")
    both = {result.played_on for result in played} & {result.played_on for result in others}
    return Twins(_side(player, played), _side(other, others), tuple(met[:MOST_MATCHES]), tuple(sorted(both)))


def _played(player: Player) -> list[Result]:
    found = [each for game in GAMES.values() for each in results(game, seated(player.root_id or player.pk))]
    return sorted(found, key=lambda result: result.played_on, reverse=True)


def _side(player: Player, newest_first: list[Result]) -> Side:
    won, drawn, lost = (sum(each.outcome == outcome for each in newest_first) for outcome in ("won", "drawn", "lost"))
    return Side(
        player=player,
        matches=len(newest_first),
        won=won,
        drawn=drawn,
        lost=lost,
        points=sum(each.points for each in newest_first) / len(newest_first) if newest_first else None,
        first=newest_first[-1].played_on if newest_first else None,
        last=newest_first[0].played_on if newest_first else None,
        opponents=_most_often(newest_first),
    )


def _most_often(played: list[Result]) -> tuple[str, ...]:
    counted: dict[str, int] = {}
    for result in played:
        counted[result.opponent.name] = counted.get(result.opponent.name, 0) + 1
    return tuple(sorted(counted, key=lambda name: (-counted[name], name))[:MOST_OPPONENTS])
