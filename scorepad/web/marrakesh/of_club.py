"""What of Marrakesh is told on the page of a club's statistics: results, leading and replying, setups and dice, luck,
reading, and the headlines of each player.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scorepad.selectors.statistics import ClubStatistics, Filled, Line
from scorepad.web.marrakesh.labels import RESULTS_TOGETHER, figure_label, part_label
from scorepad.web.players import parts
from scorepad.web.players.shown import Address, Shown, shown

HEADLINES: Mapping[str, Promise] = {
    "matches": _("Matches"),
    "win_rate": pgettext_lazy("matches", "Won"),
    "points_per_match": _("Points a match"),
    "points_per_round": _("Points a round"),
    "tricks_won": _("Tricks won"),
    "led_won": _("Won leading"),
    "received_won": _("Won replying"),
    "reading_index": pgettext_lazy("reading index", "Reading"),
    "being_read_index": _("Being read"),
}


@dataclass(frozen=True)
class Listed:
    player: object
    figures: Sequence[Shown]


@dataclass(frozen=True)
class OfClub:
    results: parts.Bars | None
    roles: parts.Bars | None
    setups: parts.Bars | None
    faces: parts.Bars | None
    luck: Sequence[parts.Whisker]
    reading: Sequence[parts.Whisker]
    headlines: Sequence[str]
    players: Sequence[Listed]


def of_club(found: ClubStatistics, address: Address) -> OfClub:
    told = {each.figure.key: each for each in found.figures}
    tables = {each.table.key: each for each in found.tables}
    return OfClub(
        results=_bars(_groups_of_results(told, address), told.get("borne_off")),
        roles=_bars([("", _of_roles(told, address))], told.get("tricks_won")),
        setups=_of_table(tables, "kinds_of_setups", address),
        faces=_of_table(tables, "faces", address),
        luck=parts.whiskers(told, ("setup_pips", "extras_worth"), figure_label, address),
        reading=parts.whiskers(told, ("reading_index",), figure_label, address),
        headlines=[str(HEADLINES[figure.key]) for figure in found.headlines],
        players=[
            Listed(each.player, [shown(one.figure, one.told, "", _nowhere) for one in each.headlines])
            for each in found.players
        ],
    )


def _nowhere(_figure: str) -> str:
    """A player's own page explains his figures."""
    return ""


def _lines(told: Mapping[str, Line], keys: Iterable[str], address: Address) -> list[Shown]:
    return [parts.line(told[key], figure_label, address) for key in keys if key in told and told[key].told.n]


def _of_roles(told: Mapping[str, Line], address: Address) -> list[Shown]:
    roles = {"led_won": gettext("Whoever led"), "received_won": gettext("Whoever replied")}
    return [replace(each, label=roles[each.key]) for each in _lines(told, tuple(roles), address)]


def _groups_of_results(told: Mapping[str, Line], address: Address) -> list[tuple[str, list[Shown]]]:
    return [(str(heading), _lines(told, keys, address)) for heading, keys in RESULTS_TOGETHER]


def _bars(groups: Sequence[tuple[str, Sequence[Shown]]], of: Line | None) -> parts.Bars | None:
    return parts.bars(groups, of.told.n, 0) if of and any(figures for _, figures in groups) else None


def _of_table(tables: Mapping[str, Filled[Line]], key: str, address: Address) -> parts.Bars | None:
    lines = [row[0] for row in tables[key].cells] if key in tables else []
    figures = [parts.line(each, lambda figure: part_label(figure.key), address) for each in lines if each.told.n]
    return parts.bars([("", figures)], lines[0].told.n, 0) if figures else None
