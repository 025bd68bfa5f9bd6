"""The matches of a club as somebody wants them, a page at a time, the latest first."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from scorepad.selectors.access import Viewer
from scorepad.selectors.asking import Person
from scorepad.selectors.calling import names_of, people_called
from scorepad.selectors.clubs import ClubLine, club_seen
from scorepad.selectors.matches import MatchLine, Wanted, chosen, matches_of
from scorepad.selectors.rows import snapshot

PAGE = 20


@dataclass(frozen=True, slots=True)
class Evenings:
    """`names` are those to choose from. `player` and `opponent` are whoever is meant, `unknown` the texts that mean
    nobody here, or several: then nothing is found. `older` is the last match of this page when there are more."""

    line: ClubLine
    names: Sequence[str]
    player: Person | None
    opponent: Person | None
    unknown: Sequence[str]
    found: int
    matches: Sequence[MatchLine]
    older: UUID | None


def evenings_of(
    *, viewer: Viewer, slug: str, wanted: Wanted, player: str = "", opponent: str = "", before: UUID | None = None
) -> Evenings:
    """`player` and `opponent` as they were typed; whoever is asked for alone is asked for as a player."""
    with snapshot():
        line = club_seen(viewer, slug)
        typed = [text for text in (player, opponent) if text]
        people = people_called(line.club, typed)
        unknown = [text for text in typed if text not in people]
        who, other, *_ = [*(people[text].id for text in typed if text in people), None, None]
        wanted = replace(wanted, player=who, opponent=other)
        matches = [] if unknown else matches_of(viewer, line.club, wanted=wanted, before=before, limit=PAGE + 1)
        return Evenings(
            line=line,
            names=names_of(line.club),
            player=people.get(player),
            opponent=people.get(opponent),
            unknown=unknown,
            found=0 if unknown else chosen(viewer, line.club, wanted).count(),
            matches=matches[:PAGE],
            older=matches[PAGE - 1].id if len(matches) > PAGE else None,
        )
