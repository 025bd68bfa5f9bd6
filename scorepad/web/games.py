"""The registry of what each game shows: the one file of this room that names every game.

A game brings words for its seats, a function that works out its match page, one that tells what a correction changed in
its records, and a folder of templates: `match.html`, the whole page; `paper.html`, its score sheet on paper, blank or
filled; `row.html`, a finished match in a list; `table.html`, an open one; `opening.html`, how a first match begins;
`sprite.html`, what its drawings refer to.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise

from engine.games import MARRAKESH
from scorepad.selectors.sheets import Sheet
from scorepad.web.asked import Asked
from scorepad.web.changes import Change
from scorepad.web.marrakesh.changed import changes as marrakesh_changes
from scorepad.web.marrakesh.page import page as marrakesh_page
from scorepad.web.marrakesh.words import SIDE_WORDS

Told = tuple[Mapping[str, Any], Mapping[str, Any]]  # a record and its replay


@dataclass(frozen=True)
class GamePages:
    key: str
    name: str
    seats: Mapping[str, Promise] = field(hash=False)
    page: Callable[[Sheet, Asked], object]
    changes: Callable[[Told, Told], Iterator[Change]]

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
    def sprite(self) -> str:
        return f"{self.key}/sprite.html"


_MARRAKESH = GamePages(
    key=MARRAKESH.key,
    name=MARRAKESH.name,
    seats=SIDE_WORDS,
    page=marrakesh_page,
    changes=marrakesh_changes,
)

GAMES = {pages.key: pages for pages in (_MARRAKESH,)}
