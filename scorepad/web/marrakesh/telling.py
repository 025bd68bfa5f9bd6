"""Marrakesh as pages of players know it that know no game: what is told where, and in which words.

of_player.py, of_club.py and of_pair.py choose the figures of a page, labels.py calls them.
"""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.figures import Table
from engine.marrakesh.declared import ROUND_NUMBERS, TURN_NUMBERS
from scorepad.web.marrakesh.labels import TRICKS, fact_label, figure_label, part_label
from scorepad.web.marrakesh.of_club import of_club
from scorepad.web.marrakesh.of_pair import of_pair
from scorepad.web.marrakesh.of_player import of_player
from scorepad.web.telling import Telling


def _rows_of(table: Table) -> list[str]:
    if table.key == "points_by_round":
        return [str(number) for number in ROUND_NUMBERS]
    if table.key == "men_off_by_turn":
        return [gettext("Turn {turn}").format(turn=turn) for turn in TURN_NUMBERS]
    return [part_label(row[0].key) for row in table.cells]


def _columns_of(table: Table) -> list[str]:
    """Numbers as they are; what is not one has a name."""
    if len(table.columns) == len(TRICKS):
        return list(TRICKS)
    return [column if column.isdecimal() else gettext(column) for column in table.columns]


TELLING = Telling(
    player=of_player,
    club=of_club,
    pair=of_pair,
    figure=figure_label,
    fact=fact_label,
    rows=_rows_of,
    columns=_columns_of,
    grades={"points": _("by points alone"), "ovals": _("by ovals"), "tricks": _("trick by trick")},
)
