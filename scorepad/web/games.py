"""The registry of what each game shows: the one file of this room that names every game.

A game brings a function that works out its match page, and a folder of templates: `match.html`, the whole page;
`row.html`, a finished match in a list; `table.html`, an open one; `opening.html`, how a first match begins;
`sprite.html`, what its drawings refer to.
"""

from collections.abc import Callable
from dataclasses import dataclass

from engine.games import MARRAKESH
from scorepad.selectors.sheets import Sheet
from scorepad.web.asked import Asked
from scorepad.web.marrakesh.page import page as marrakesh_page


@dataclass(frozen=True)
class GamePages:
    key: str
    name: str
    page: Callable[[Sheet, Asked], object]

    @property
    def match(self) -> str:
        return f"{self.key}/match.html"

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


GAMES = {pages.key: pages for pages in (GamePages(MARRAKESH.key, MARRAKESH.name, marrakesh_page),)}
