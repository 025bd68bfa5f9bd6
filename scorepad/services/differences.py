"""What corrections changed: the match as the journal had it before each of them, and as it had it after.

Pure, as planning is. Where today's rules cannot lay down again what was accepted under older ones, nothing is told.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from engine.violations import Violation
from scorepad.games import GameHere
from scorepad.selectors.journal import Line, until
from scorepad.services.folding import Unfoldable
from scorepad.services.planning import History, history_from


@dataclass(frozen=True, slots=True)
class Difference:
    version: int
    before: History
    after: History


def differences(
    game: GameHere, match_id: UUID, lines: Sequence[Line], versions: Collection[int]
) -> Iterator[Difference]:
    """Of each of these versions that the match can be folded for, and for the one before it."""
    for version in versions:
        try:
            before, after = (history_from(game, str(match_id), until(lines, last)) for last in (version - 1, version))
        except (Violation, Unfoldable):
            continue
        yield Difference(version, before, after)
