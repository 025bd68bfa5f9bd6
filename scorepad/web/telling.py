"""What a game tells of players, for pages that know no game: its parts of pages, and its words for figures."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise

from engine.facts import Fact
from engine.figures import Figure, Table
from scorepad.selectors.head_to_head import HeadToHead
from scorepad.selectors.profiles import Profile
from scorepad.selectors.statistics import ClubStatistics
from scorepad.web.players.shown import Address


@dataclass(frozen=True)
class Telling:
    """`player`, `club` and `pair` make what the game's templates show of them; `rows` and `columns` are the words along
    the edges of a table of figures, `grades` those for how a match was recorded."""

    player: Callable[[Profile, Address], object]
    club: Callable[[ClubStatistics, Address], object]
    pair: Callable[[HeadToHead, Address], object]
    figure: Callable[[Figure], str]
    fact: Callable[[Fact], str]
    rows: Callable[[Table], Sequence[str]]
    columns: Callable[[Table], Sequence[str]]
    grades: Mapping[str, Promise]
