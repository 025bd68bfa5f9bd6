"""What of Marrakesh is told where: which figures on a player's page, a club's and a pair's, in which order and words.

Reads figures that the selectors have told, and decides nothing about them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from engine.figures import Figure, Table, Told
from engine.marrakesh.declared import ROUND_NUMBERS, TRICK_NUMBERS, TURN_NUMBERS
from engine.marrakesh.scoring import DEFENSIVE, OFFENSIVE
from scorepad.selectors.comparing import Compared
from scorepad.selectors.habits import Habit, Habits
from scorepad.selectors.head_to_head import HeadToHead, Pair
from scorepad.selectors.profiles import Profile
from scorepad.selectors.statistics import ClubStatistics, Filled, Line
from scorepad.web.marrakesh.labels import fact_label, figure_label, part_label
from scorepad.web.players import parts
from scorepad.web.players.shown import Address, Shown, shown, whole, written
from scorepad.web.telling import Telling

TRICKS = tuple(str(trick) for trick in TRICK_NUMBERS)
RESULTS: Sequence[tuple[Promise, Sequence[str]]] = (
    (_("Bearing off"), tuple(f"offensive_{name}" for name in OFFENSIVE)),
    (_("Holding the opponent"), tuple(f"defensive_{name}" for name in DEFENSIVE)),
    (_("Besides"), ("pips_won",)),
)
TWINS = (
    *("win_rate", "points_per_match", "best_match", "points_per_round", "rounds_scored", "best_round"),
    *("tricks_won", "led_won", "received_won", "received_suit_matches", "men_off", "null_chips"),
    *("reading_index", "setup_pips", "extras_worth"),
)
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
        reading=_whiskers(told, ("reading_index", "being_read_index"), address),
        hits=_hits(told),
        luck=_whiskers(told, ("setup_pips", "extras_worth"), address),
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
        (str(heading), [parts.compared(told[key], figure_label, address) for key in keys]) for heading, keys in RESULTS
    ]
    return parts.bars(groups, first.told.n, first.club.n)


def _heat(habits: Mapping[str, Filled[Habit]], key: str, address: Address) -> parts.Heat | None:
    return parts.heat(habits[key], _rows(habits[key].table.cells), TRICKS, address) if key in habits else None


def _rows(cells: Iterable[Sequence[Figure]]) -> list[tuple[str, str]]:
    """For each row a key, by which a suit is drawn, and a word."""
    return [(row[0].key.split("_")[-3].upper(), part_label(row[0].key)) for row in cells]


def _whiskers(told: Mapping[str, Compared], keys: Sequence[str], address: Address) -> list[parts.Whisker]:
    figures = [told[key] for key in keys if key in told]
    drawn = (parts.whisker(each.figure, each.told, figure_label(each.figure), address) for each in figures)
    return [each for each in drawn if each]


def _hits(told: Mapping[str, Compared]) -> str:
    rate = told["reading_rate"].told if "reading_rate" in told else None
    if rate is None or rate.value is None or rate.expected is None:
        return ""
    said = gettext("{hits} suit-matches where chance gives {expected}")
    return said.format(hits=whole(round(rate.value * rate.n)), expected=whole(round(rate.expected * rate.n)))


def _all(habits: Habits) -> list[Habit]:
    return [*habits.habits, *(cell for table in habits.tables for row in table.cells for cell in row)]


# -- a club -------------------------------------------------------------------------------------------------------


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
        luck=_lines_as_whiskers(told, ("setup_pips", "extras_worth"), address),
        reading=_lines_as_whiskers(told, ("reading_index",), address),
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
    return [(str(heading), _lines(told, keys, address)) for heading, keys in RESULTS]


def _bars(groups: Sequence[tuple[str, Sequence[Shown]]], of: Line | None) -> parts.Bars | None:
    return parts.bars(groups, of.told.n, 0) if of and any(figures for _, figures in groups) else None


def _of_table(tables: Mapping[str, Filled[Line]], key: str, address: Address) -> parts.Bars | None:
    lines = [row[0] for row in tables[key].cells] if key in tables else []
    figures = [parts.line(each, lambda figure: part_label(figure.key), address) for each in lines if each.told.n]
    return parts.bars([("", figures)], lines[0].told.n, 0) if figures else None


def _lines_as_whiskers(told: Mapping[str, Line], keys: Sequence[str], address: Address) -> list[parts.Whisker]:
    figures = [told[key] for key in keys if key in told]
    drawn = (parts.whisker(each.figure, each.told, figure_label(each.figure), address) for each in figures)
    return [each for each in drawn if each]


# -- two players --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Twin:
    """One figure of both."""

    label: str
    address: str
    a: Shown
    b: Shown


def of_pair(found: HeadToHead, address: Address) -> list[Twin]:
    """Those of which there is something to be told of one of them at least."""
    told = {each.figure.key: each for each in found.figures}
    return [_twin(told[key], address) for key in TWINS if key in told and _known(told[key].a, told[key].b)]


def _twin(of: Pair, address: Address) -> Twin:
    label = figure_label(of.figure)
    a, b = (shown(of.figure, each, label, address) for each in (of.a, of.b))
    return Twin(label, address(of.figure.key), a, b)


def _known(a: Told, b: Told) -> bool:
    return a.value is not None or b.value is not None


# -- the game as pages know it ------------------------------------------------------------------------------------


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
