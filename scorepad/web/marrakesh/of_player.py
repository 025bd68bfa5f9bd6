"""What of Marrakesh is told on a player's page: his score pads in short, what he bears off and holds, what he leads and
replies, how he reads and is read, his luck, and what sets him off from the others.

Reads figures that the selectors have told, and decides nothing about them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from engine.figures import Figure
from scorepad.selectors.comparing import Compared
from scorepad.selectors.habits import Habit, Habits
from scorepad.selectors.profiles import Profile
from scorepad.selectors.statistics import Filled
from scorepad.web.marrakesh.labels import RESULTS_TOGETHER, TRICKS, figure_label, part_label
from scorepad.web.players import parts
from scorepad.web.players.shown import Address, Shown, shown, whole, written
from scorepad.web.rounding import grouped


@dataclass(frozen=True)
class Stat:
    """A figure in large; `small` stands beside it and `beneath` under it."""

    label: str
    value: str
    small: str
    beneath: str
    address: str


@dataclass(frozen=True)
class OfPlayer:
    """What a player's page shows of the game itself."""

    stats: Sequence[Stat]
    results: parts.Bars | None
    leads: parts.Heat | None
    replies: parts.Heat | None
    reading: Sequence[parts.Whisker]
    hits: str
    luck: Sequence[parts.Whisker]
    outstanding: Sequence[Shown]
    habits: Sequence[parts.Marked]


def of_player(found: Profile, address: Address) -> OfPlayer:
    told = {each.figure.key: each for each in found.figures}
    habits = {each.table.key: each for each in found.habits.tables}
    return OfPlayer(
        stats=_stats(told, address),
        results=_results(told, address),
        leads=_heat(habits, "leads_suits", address),
        replies=_heat(habits, "replies_suits", address),
        reading=parts.whiskers(told, ("reading_index", "being_read_index"), figure_label, address),
        hits=_hits(told),
        luck=parts.whiskers(told, ("setup_pips", "extras_worth"), figure_label, address),
        outstanding=parts.outstanding(told.values(), figure_label, address),
        habits=list(parts.marked(_all(found.habits), figure_label, address)),
    )


def _stats(told: Mapping[str, Compared], address: Address) -> list[Stat]:
    """The score pad first, then how he plays."""
    found = [_matches(told, address)]
    if "points_per_round" in told:
        found.append(_stat(told["points_per_round"], gettext("Points a round"), address))
    if "rounds_scored" in told:
        found.append(_stat(told["rounds_scored"], gettext("Rounds scored in"), address))
    if "reading_index" in told:
        found.append(_stat(told["reading_index"], gettext("Reading the lead"), address))
    if "best_match" in told:
        found.append(_best(told, address))
    return found


def _matches(told: Mapping[str, Compared], address: Address) -> Stat:
    rate, lost, drawn = (told[key].told for key in ("win_rate", "loss_rate", "draw_rate"))
    won, defeats, draws = (round((each.value or 0) * each.n) for each in (rate, lost, drawn))
    beneath = gettext("{lost} lost, {drawn} drawn") if draws else gettext("{lost} lost, none drawn")
    return Stat(
        gettext("Matches won"),
        whole(won),
        gettext("of {n}").format(n=whole(rate.n)),
        beneath.format(lost=whole(defeats), drawn=whole(draws)),
        address("win_rate"),
    )


def _stat(of: Compared, label: str, address: Address) -> Stat:
    figure = shown(of.figure, of.told, label, address)
    beneath = gettext("{interval} · n {n}") if figure.sure else "n {n}"
    return Stat(label, figure.value, figure.unit, beneath.format(interval=figure.sure, n=figure.n), figure.address)


def _best(told: Mapping[str, Compared], address: Address) -> Stat:
    match, round_ = told["best_match"], told["best_round"]
    best = written(round_.figure, round_.told.value, round_.told.n)
    return Stat(
        gettext("Best match"),
        written(match.figure, match.told.value, match.told.n),
        "",
        gettext("best round {points}").format(points=best),
        address("best_match"),
    )


def _results(told: Mapping[str, Compared], address: Address) -> parts.Bars | None:
    """Of no rounds whose results are known there is nothing to draw."""
    first = told["borne_off"]
    if first.told.value is None:
        return None
    groups = [
        (str(heading), [parts.compared(told[key], figure_label, address) for key in keys])
        for heading, keys in RESULTS_TOGETHER
    ]
    return parts.bars(groups, first.told.n, first.club.n)


def _heat(habits: Mapping[str, Filled[Habit]], key: str, address: Address) -> parts.Heat | None:
    return parts.heat(habits[key], _rows(habits[key].table.cells), TRICKS, address) if key in habits else None


def _rows(cells: Iterable[Sequence[Figure]]) -> list[tuple[str, str]]:
    """For each row a key, by which a suit is drawn, and a word."""
    return [(row[0].key.split("_")[-3].upper(), part_label(row[0].key)) for row in cells]


def _hits(told: Mapping[str, Compared]) -> str:
    rate = told["reading_rate"].told if "reading_rate" in told else None
    if rate is None or rate.value is None or rate.expected is None:
        return ""
    said = gettext("{hits} suit-matches where chance gives {expected}")
    return said.format(hits=whole(round(rate.value * rate.n)), expected=grouped(rate.expected * rate.n))


def _all(habits: Habits) -> list[Habit]:
    return [*habits.habits, *(cell for table in habits.tables for row in table.cells for cell in row)]
