"""The registry of what each game shows: the one file of this room that names every game.

A game brings words for its seats, a function that works out its match page, one for a pad that is blank, one that tells
what a correction changed in its records and one what comes of that, the forms of such corrections, the words for what
its rules refuse, what is told of its players, and a folder of templates: `match.html`, the whole page; `paper.html`,
its score sheet on paper, blank or filled; `row.html`, a finished match in a list; `table.html`, an open one;
`opening.html`, how a first match begins, and `first.html`, how it is recorded; `sprite.html`, what its drawings refer
to; `feats.html`, how often its feats were done in a club.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from engine.games import MARRAKESH
from scorepad.selectors.sheets import Sheet
from scorepad.web.asked import Asked
from scorepad.web.changes import Change
from scorepad.web.managing.correcting import Correction
from scorepad.web.marrakesh.amending import AMENDING
from scorepad.web.marrakesh.changed import changes as marrakesh_changes
from scorepad.web.marrakesh.consequences import consequences as marrakesh_consequences
from scorepad.web.marrakesh.pad import blank
from scorepad.web.marrakesh.page import page as marrakesh_page
from scorepad.web.marrakesh.refused import refused
from scorepad.web.marrakesh.telling import TELLING
from scorepad.web.marrakesh.words import SIDE_WORDS
from scorepad.web.telling import Telling

Told = tuple[Mapping[str, Any], Mapping[str, Any]]  # a record and its replay


# A registry's lines are told apart by which they are: what they hold need not be hashable.
@dataclass(frozen=True, eq=False)
class GamePages:
    key: str
    name: str
    seats: Mapping[str, Promise]
    page: Callable[[Sheet, Asked], object]
    blank: Callable[[], object]
    telling: Telling
    changes: Callable[[Told, Told], Iterator[Change]]
    consequences: Callable[[Told, Told], Iterator[Change]]
    amending: Mapping[str, type[Correction]]
    refused: Callable[[str, str, Mapping[str, Any]], str | None]

    @property
    def match(self) -> str:
        return f"{self.key}/match.html"

    @property
    def paper(self) -> str:
        return f"{self.key}/paper.html"

    @property
    def row(self) -> str:
        return f"{self.key}/row.html"

    @property
    def table(self) -> str:
        return f"{self.key}/table.html"

    @property
    def opening(self) -> str:
        return f"{self.key}/opening.html"

    @property
    def first(self) -> str:
        return f"{self.key}/first.html"

    @property
    def sprite(self) -> str:
        return f"{self.key}/sprite.html"

    @property
    def feats(self) -> str:
        return f"{self.key}/feats.html"

    @property
    def player(self) -> str:
        return f"{self.key}/player.html"

    @property
    def club_statistics(self) -> str:
        return f"{self.key}/club_statistics.html"

    @property
    def head_to_head(self) -> str:
        return f"{self.key}/head_to_head.html"


_MARRAKESH = GamePages(
    key=MARRAKESH.key,
    name=MARRAKESH.name,
    seats=SIDE_WORDS,
    page=marrakesh_page,
    blank=blank,
    telling=TELLING,
    changes=marrakesh_changes,
    consequences=marrakesh_consequences,
    amending=AMENDING,
    refused=refused,
)

GAMES = {pages.key: pages for pages in (_MARRAKESH,)}
