"""What figures and facts are called. The engine's own English labels are translated as they are; those that say a
number, a card or a kind within are made anew here, so that each is one sentence to translate and not hundreds.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_lazy as _

from engine.facts import Fact
from engine.figures import Figure
from engine.marrakesh.declared import TRICK_NUMBERS
from engine.marrakesh.scoring import DEFENSIVE, OFFENSIVE
from scorepad.web.marrakesh.words import RANKS, RESULTS, SUITS

NUMBERS: Mapping[str, Promise] = {
    "0": RANKS["Q"],
    "1": RANKS["A"],
    "2": RANKS["2"],
    "3": RANKS["3"],
    "4": RANKS["4"],
    "5": RANKS["5"],
    "6": RANKS["6"],
}
KINDS_OF_SETUPS: Mapping[str, Promise] = {
    "6": _("Six-of-a-Kind"),
    "51": _("Five-of-a-Kind"),
    "42": _("Four and a pair"),
    "411": _("Four-of-a-Kind"),
    "33": _("Three and three"),
    "321": _("Three and a pair"),
    "3111": _("Three-of-a-Kind"),
    "222": _("Three pairs"),
    "2211": _("Two pairs"),
    "21111": _("One pair"),
    "111111": _("Straight"),
    "ones": _("Six Ones"),
}
TRICKS = tuple(str(trick) for trick in TRICK_NUMBERS)
# Figures of results under their headings, as the rulebook has them together.
RESULTS_TOGETHER: Sequence[tuple[Promise, Sequence[str]]] = (
    (_("Bearing off"), tuple(f"offensive_{name}" for name in OFFENSIVE)),
    (_("Holding the opponent"), tuple(f"defensive_{name}" for name in DEFENSIVE)),
    (_("Besides"), ("pips_won",)),
)
Naming = Callable[..., str]


def figure_label(figure: Figure) -> str:
    return _label(figure.key, figure.label)


def fact_label(fact: Fact) -> str:
    return _named(FACTS_OF_RESULTS, fact.key) or _label(fact.key, fact.label)


def part_label(key: str) -> str:
    """What the key of a cell says of its row alone: the suit, the number, the kind, the face."""
    part = re.sub(r"_at_\d$", "", key).rpartition("_")[2]
    if key.startswith("setup_"):
        return str(KINDS_OF_SETUPS[part])
    if key.startswith("dice_"):
        return part
    return _card(part)


def _label(key: str, otherwise: str) -> str:
    """A result is called by its name; anything else as its pattern says, or as the engine calls it."""
    of, _underscore, result = key.partition("_")
    if of in ("offensive", "defensive") and result in RESULTS:
        return str(RESULTS[result])
    return _named(_NAMED, key) or str(IN_FULL.get(key) or gettext(otherwise))


def _named(patterns: Iterable[tuple[str, Naming]], key: str) -> str:
    found = ((naming, re.fullmatch(pattern, key)) for pattern, naming in patterns)
    return next((naming(*match.groups()) for naming, match in found if match), "")


def _card(part: str) -> str:
    return str(SUITS[part.upper()]) if part.upper() in SUITS else str(NUMBERS[part])


def _led(part: str, trick: str) -> str:
    return gettext("{card} led to trick {trick}").format(card=_card(part), trick=trick)


def _replied(part: str, trick: str) -> str:
    return gettext("{card} replied to trick {trick}").format(card=_card(part), trick=trick)


def _men_off(turn: str, off: str) -> str:
    said = ngettext("Turn {turn}: {n} man off", "Turn {turn}: {n} men off", int(off))
    return said.format(turn=turn, n=off) if off != "0" else gettext("Turn {turn}: null chip").format(turn=turn)


def _of_turn(what: str, turn: str) -> str:
    said = {
        "men_off": gettext("Men off, turn {turn}"),
        "null_chips": gettext("Null chips, turn {turn}"),
        "short_turns": gettext("Fewer men off than possible, turn {turn}"),
        "chips_taken": gettext("Null chips from an opponent who was done, turn {turn}"),
        "chips_given": gettext("Null chips given when done, turn {turn}"),
    }
    return said[what].format(turn=turn)


def _turns(turn: str, what: str) -> str:
    said = {
        "played": gettext("Turns played, turn {turn}"),
        "short": gettext("Turns with fewer men off than possible, turn {turn}"),
        "chips_given": gettext("Null chips given when done, turn {turn}"),
        "chips_taken": gettext("Null chips from an opponent who was done, turn {turn}"),
    }
    return said[what].format(turn=turn)


def _rounds(number: str, what: str | None) -> str:
    said = {
        None: gettext("Rounds finished, round {round}"),
        "_points": gettext("Points, round {round}"),
        "_squares": gettext("Squares of the points, round {round}"),
    }
    return said[what].format(round=number)


def _points_of_round(number: str) -> str:
    return gettext("Points in round {round}").format(round=number)


def _setups(kind: str) -> str:
    return gettext("Opening setups: {kind}").format(kind=KINDS_OF_SETUPS[kind])


def _dice(face: str) -> str:
    return gettext("Dice that showed {face}").format(face=face)


def _extras(part: str) -> str:
    return gettext("Extra cards: {card}").format(card=_card(part))


def _borne_off(name: str) -> str:
    return gettext("Rounds borne off as {result}").format(result=RESULTS[name])


def _held(name: str) -> str:
    return gettext("Rounds with {result} against the opponent").format(result=RESULTS[name])


def _times(role: str, times: str) -> str:
    said = {
        "led": ngettext("Extra cards, as leader, played once", "Extra cards, as leader, played {n} times", int(times)),
        "received": ngettext(
            "Extra cards, as receiver, played once", "Extra cards, as receiver, played {n} times", int(times)
        ),
        "tricks": ngettext("Extra cards played once", "Extra cards played {n} times", int(times)),
    }
    return said[role].format(n=times)


def _marrakeshes() -> str:
    return pgettext("rounds of 30 points", "Marrakeshes")


# What says too little when it stands alone.
IN_FULL: Mapping[str, Promise] = {
    "win_rate": _("Matches won"),
    "draw_rate": _("Matches drawn"),
    "loss_rate": _("Matches lost"),
    "gave_up": _("Matches given up"),
    "won_by_forfeit": _("Matches given up by the opponent"),
    "rounds_scored": _("Rounds scored in"),
    "men_off": _("Men off a turn"),
    "null_chips": _("Turns with a null chip"),
}
_NAMED: tuple[tuple[str, Naming], ...] = (
    (r"led_([shdc]|[0-6])_at_(\d)", _led),
    (r"received_([shdc]|[0-6])_at_(\d)", _replied),
    (r"turn_(\d)_off_(\d)", _men_off),
    (r"(men_off|null_chips|short_turns|chips_taken|chips_given)_turn_(\d)", _of_turn),
    (r"turn_(\d)_(played|short|chips_given|chips_taken)", _turns),
    (r"round_(\d+)(_points|_squares)?", _rounds),
    (r"points_of_round_(\d+)", _points_of_round),
    (r"setup_(\d+|ones)", _setups),
    (r"dice_(\d)", _dice),
    (r"extra_(?:number_)?([shdc]|[0-6])", _extras),
    (r"(led|received|tricks)_extra_(\d)", _times),
    (r"marrakeshes", _marrakeshes),
)
# Of facts alone: a figure of the same key is called by the result's name.
FACTS_OF_RESULTS: tuple[tuple[str, Naming], ...] = (
    (rf"offensive_({'|'.join(OFFENSIVE)})", _borne_off),
    (rf"defensive_({'|'.join(DEFENSIVE)})", _held),
)
