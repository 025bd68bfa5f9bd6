"""The rulebook's words: sides, cards, results, kinds; and how people are called in a sentence."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

SIDE_WORDS: Mapping[str, Promise] = {"red": _("Red"), "white": _("White")}

RESULTS: Mapping[str, Promise] = {
    "game": pgettext_lazy("result of a round", "Game"),
    "casablanca": _("Casablanca"),
    "rabat": _("Rabat"),
    "bogart": _("Bogart"),
    "el_ayun": _("El Ayun"),
    "gammon": _("Gammon"),
    "gibraltar": _("Gibraltar"),
    "tangier": _("Tangier"),
    "backgammon": _("Backgammon"),
    "chip": pgettext_lazy("result of a round", "Chip"),
    "double_chip": _("Double-Chip"),
    "little_fez": _("Little Fez"),
    "common_fez": _("Common Fez"),
    "royal_fez": _("Royal Fez"),
    "grand_fez": _("Grand Fez"),
}
MARRAKESH = 30  # "the maximum score on one round": a Backgammon or an El Ayun, and a Grand Fez

KINDS: Mapping[str, Promise] = {"suit_match": _("suit-match"), "doubles": _("doubles"), "triples": _("triples")}

RANKS: Mapping[str, Promise] = {
    "A": _("Ace"),
    "2": _("Two"),
    "3": _("Three"),
    "4": _("Four"),
    "5": _("Five"),
    "6": _("Six"),
    "Q": _("Null"),
}
SUITS: Mapping[str, Promise] = {
    "S": _("Spades"),
    "H": _("Hearts"),
    "D": _("Diamonds"),
    "C": pgettext_lazy("suit", "Clubs"),
}

PLURALS: Sequence[Promise] = (_("Ones"), _("Twos"), _("Threes"), _("Fours"), _("Fives"), _("Sixes"))
COUNTS: Sequence[Promise] = (_("none"), _("one"), _("two"), _("three"), _("four"), _("five"), _("six"))

LONGEST_NAME = 24
SYMBOLS = {"EUR": "€", "GBP": "£", "USD": "$"}


@dataclass(frozen=True)
class Names:
    """Both players' names: `full` and `short` as they are, for titles and labels; by side, isolated in HTML, so that a
    name written from right to left turns nothing around it."""

    full: Mapping[str, str]
    short: Mapping[str, str]

    @classmethod
    def of(cls, full: Mapping[str, str]) -> "Names":
        """Sentences call people by their first name, unless both have the same; nobody fills a line with his."""
        first = {side: next(iter(name.split()), name) for side, name in full.items()}
        called = first if len(set(first.values())) == len(first) else full
        return cls(full, {side: Truncator(name).chars(LONGEST_NAME) for side, name in called.items()})

    def __getitem__(self, side: str) -> SafeString:
        return format_html("<bdi>{}</bdi>", self.short[side])


def card_name(card: str) -> str:
    return gettext("{rank} of {suit}").format(rank=RANKS[card[0]], suit=SUITS[card[1]])


def result_names(score: Mapping[str, Any]) -> list[str]:
    """What one side scored with in a round, as it is written on the pad: "Game, Royal Fez"."""
    offensive, defensive = score.get("offensive"), score.get("defensive")
    names = [str(RESULTS[part["name"]]) for part in (offensive, defensive) if part]
    if score.get("pips"):
        names.append(gettext("Pips"))
    if offensive and defensive and offensive["points"] + defensive["points"] == MARRAKESH:
        names.append("Marrakesh")
    return names


def turns(ovals: Sequence[int]) -> str:
    """The ovals of one side, first turn first: "1, null chip"."""
    return ", ".join(str(off) if off else gettext("null chip") for off in ovals)


def board_label(side: str, men: Sequence[int], ovals: Sequence[int]) -> str:
    points = [
        gettext("{count} on {point}").format(count=COUNTS[count], point=point)
        for point, count in reversed(list(enumerate(men, start=1)))
        if count
    ]
    return gettext("{side}: {men}. Ovals: {ovals}").format(
        side=SIDE_WORDS[side],
        men=", ".join(points) or gettext("no men left"),
        ovals=turns(ovals) or gettext("empty"),
    )


def money(sum_: Mapping[str, str]) -> str:
    symbol = SYMBOLS.get(sum_["currency"])
    return f"{symbol}{sum_['amount']}" if symbol else f"{sum_['currency']}\u00a0{sum_['amount']}"


def pack_of(options: Mapping[str, Any]) -> int:
    """How many cards are in the pack that was agreed on."""
    return 104 if options.get("pack") == "double" else 52
