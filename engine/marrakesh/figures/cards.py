"""Figures of the cards led and replied, and of reading the opponent: what there is to know of his habits."""

from collections.abc import Iterator, Sequence
from functools import partial

from engine.figures import Figure
from engine.marrakesh.declared import NUMBERS, SUIT_NAMES, SUITS, TRICK_NUMBERS
from engine.marrakesh.figures.formulas import READING_FROM, figure, of

_SAID = {"led": "led", "received": "replied"}
_NULL, _LOW, _HIGH = "0", "123", "456"  # numbers as facts name them
_EARLY = range(1, 3)  # tricks


def _leads() -> Iterator[Figure]:
    of_leads = partial(figure, group="leads", unit="tricks", role="leader")
    yield from _habits("led", "leads", "leader")
    numbers = "Aces to Sixes led while the opponent could still move"
    yield of_leads(
        "led_to_no_man",
        "Led to a point without a man of the opponent's",
        "rate",
        "led_to_no_man",
        "led_numbers",
        says=f"{numbers}, with none of his men on that point / {numbers}",
    )
    yield of_leads("led_withdrawn", "Leads taken back", "rate", "led_withdrawn", "led")


def _habits(role: str, group: str, of_role: str) -> Iterator[Figure]:
    """Suits, numbers and Nulls: the same figures of leads and of replies."""
    of_cards = partial(figure, group=group, unit="tricks", role=of_role)
    said = _SAID[role]

    def at(parts: Sequence[str], tricks: range = TRICK_NUMBERS) -> dict[str, int]:
        return {f"{role}_{part}_at_{trick}": 1 for part in parts for trick in tricks}

    shares = [(SUIT_NAMES[suit], SUIT_NAMES[suit].capitalize(), suit.lower()) for suit in SUITS]
    shares += [("nulls", "Nulls", _NULL), ("low", "Aces to Threes", _LOW), ("high", "Fours to Sixes", _HIGH)]
    for key, name, parts in shares:
        yield of_cards(
            f"{role}_{key}", f"{name} {said}", "rate", at(parts), role, says=f"{name} {said} / tricks {role}"
        )
    yield of_cards(
        f"{role}_nulls_early",
        f"Nulls {said} early",
        "rate",
        at(_NULL, _EARLY),
        at(_NULL),
        says=f"Nulls {said} to 1st and 2nd tricks / Nulls {said}",
    )
    weighted = {key: number for number in NUMBERS[1:] for key in at(str(number))}
    yield of_cards(
        f"{role}_number",
        f"Average number {said}",
        "mean",
        weighted,
        of(*weighted),
        says=f"numbers {said} added up, without Nulls / Aces to Sixes {said}",
        squares={key: number**2 for key, number in weighted.items()},
    )


def _reading() -> Iterator[Figure]:
    """What the rulebook calls the ESP factor: the receiver hits when he replies with the lead's suit."""
    kinds = {
        "reading": ("Reading", "receiver", "replies of the lead's suit"),
        "being_read": ("Being read", "leader", "leads whose suit was replied"),
    }
    for key, (name, role, hits) in kinds.items():
        of_reading = partial(
            figure, group="reading", unit="tricks", role=role, expected=f"{key}_expected", shown_from=READING_FROM
        )
        yield of_reading(
            f"{key}_index",
            f"{name} index",
            "index",
            f"{key}_hits",
            key,
            says=f"{hits} / such hits expected of the cards not seen",
            variance=f"{key}_variance",
        )
        yield of_reading(
            f"{key}_rate",
            f"{name}: {hits}",
            "rate",
            f"{key}_hits",
            key,
            says=f"{hits} / tricks of which the cards not seen are known",
        )


FIGURES = (*_leads(), *_habits("received", "replies", "receiver"), *_reading())
