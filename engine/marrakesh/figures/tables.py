"""Figures of Marrakesh that are read side by side: by trick, by turn, by round, by face and by kind of setup."""

from collections.abc import Callable, Mapping

from engine.figures import Chance, Figure, Table
from engine.marrakesh import expectations
from engine.marrakesh.bearing_off import MEN
from engine.marrakesh.declared import (
    FACES,
    MEN_OFF,
    ORDINALS,
    ROUND_NUMBERS,
    SUIT_NAMES,
    SUITS,
    TRICK_NUMBERS,
    TURN_NUMBERS,
)
from engine.marrakesh.figures.formulas import figure, of, verdict_on

_TRICKS = tuple(ORDINALS[trick] for trick in TRICK_NUMBERS)
_SUITS = {suit.lower(): SUIT_NAMES[suit].capitalize() for suit in SUITS}
_FACES = {str(face): name for face, name in zip(FACES, ("One", "Two", "Three", "Four", "Five", "Six"), strict=True)}
_NUMBERS = {"0": "Null", **_FACES, "1": "Ace"}
_CARDS = {"led": ("leads", "leader", "led"), "received": ("replies", "receiver", "replied")}
_KINDS = {
    "6": "Six-of-a-Kind",
    "5-1": "Five-of-a-Kind",
    "4-2": "Four and a pair",
    "4-1-1": "Four-of-a-Kind",
    "3-3": "Three and three",
    "3-2-1": "Three and a pair",
    "3-1-1-1": "Three-of-a-Kind",
    "2-2-2": "Three pairs",
    "2-2-1-1": "Two pairs",
    "2-1-1-1-1": "One pair",
    "1-1-1-1-1-1": "Straight",
}


def _by_trick(role: str, what: str, parts: Mapping[str, str]) -> Table:
    """What was led or replied at each trick: the shares of the suits, or of the numbers, of all cards of that trick."""
    group, of_role, said = _CARDS[role]

    def cell(part: str, name: str, trick: int) -> Figure:
        return figure(
            f"{role}_{part}_at_{trick}",
            f"{name} {said} to {ORDINALS[trick]} tricks",
            "rate",
            f"{role}_{part}_at_{trick}",
            of(*(f"{role}_{each}_at_{trick}" for each in parts)),
            group=group,
            unit="tricks",
            says=f"{name} {said} to {ORDINALS[trick]} tricks / {ORDINALS[trick]} tricks {role}",
            role=of_role,
        )

    return Table(
        key=f"{group}_{what}",
        label=f"{what.capitalize()} {said} by trick",
        group=group,
        unit="tricks",
        grade="tricks",
        rows=tuple(parts.values()),
        columns=_TRICKS,
        cells=tuple(tuple(cell(part, name, trick) for trick in TRICK_NUMBERS) for part, name in parts.items()),
        role=of_role,
    )


def _suits(role: str) -> Table:
    return _by_trick(role, "suits", _SUITS)


def _numbers(role: str) -> Table:
    return _by_trick(role, "numbers", _NUMBERS)


def _men_off() -> Table:
    def cell(turn: int, off: int) -> Figure:
        named = f"{ORDINALS[turn]} turns with {off or 'no'} {'man' if off == 1 else 'men'} off"
        return figure(
            f"turn_{turn}_off_{off}",
            named,
            "rate",
            f"turn_{turn}_off_{off}",
            of(*(f"turn_{turn}_off_{each}" for each in MEN_OFF)),
            group="turns",
            unit="turns",
            says=f"{named} / {ORDINALS[turn]} turns",
        )

    return Table(
        key="men_off_by_turn",
        label="Men off by turn",
        group="turns",
        unit="turns",
        grade="ovals",
        rows=tuple(ORDINALS[turn] for turn in TURN_NUMBERS),
        columns=tuple(str(off) for off in MEN_OFF),
        cells=tuple(tuple(cell(turn, off) for off in MEN_OFF) for turn in TURN_NUMBERS),
    )


def _points_by_round() -> Table:
    def cell(number: int) -> Figure:
        return figure(
            f"points_of_round_{number}",
            f"Points in {ORDINALS[number]} rounds",
            "mean",
            f"round_{number}_points",
            f"round_{number}",
            group="rounds",
            unit="rounds",
            squares=f"round_{number}_squares",
        )

    return Table(
        key="points_by_round",
        label="Points by round",
        group="rounds",
        unit="rounds",
        grade="points",
        rows=tuple(ORDINALS[number] for number in ROUND_NUMBERS),
        columns=("Points",),
        cells=tuple((cell(number),) for number in ROUND_NUMBERS),
    )


def _kinds_of_setups() -> Table:
    kinds = [
        (f"setup_{shape.replace('-', '')}", name, expectations.throws_of_shape(shape), expectations.setup_shape(shape))
        for shape, name in _KINDS.items()
    ]
    kinds.append(("setup_ones", "Six Ones", expectations.throws_of((1,) * MEN), expectations.setup_ones))
    return Table(
        key="kinds_of_setups",
        label="Kinds of opening setups",
        group="luck",
        unit="setups",
        grade="points",
        rows=tuple(name for _, name, *_ in kinds),
        columns=("Share",),
        cells=tuple((_kind(*kind),) for kind in kinds),
    )


def _kind(key: str, name: str, throws: int, chance: Callable[[], Chance]) -> Figure:
    return figure(
        key,
        f"Opening setups: {name}",
        "rate",
        key,
        "setups",
        group="luck",
        unit="setups",
        chance=chance,
        verdict_from=verdict_on(throws),
    )


def _shares(key: str, label: str, noun: str, prefix: str, parts: Mapping[str, str], unit: str) -> Table:
    """Which share of all dice, or of all extra cards, were of each part."""

    def cell(part: str, name: str) -> Figure:
        return figure(
            f"{prefix}_{part}",
            f"{label}: {name}",
            "rate",
            f"{prefix}_{part}",
            of(*(f"{prefix}_{each}" for each in parts)),
            group="luck",
            unit=unit,
            says=f"{noun} that were {name} / {noun}",
            chance=expectations.die if unit == "dice" else None,
        )

    return Table(
        key=key,
        label=label,
        group="luck",
        unit=unit,
        grade="points" if unit == "dice" else "tricks",
        rows=tuple(parts.values()),
        columns=("Share",),
        cells=tuple((cell(part, name),) for part, name in parts.items()),
    )


_EXTRAS = "extra cards"

TABLES = (
    _points_by_round(),
    _men_off(),
    _suits("led"),
    _numbers("led"),
    _suits("received"),
    _numbers("received"),
    _kinds_of_setups(),
    _shares("faces", "Faces of the dice", "dice of opening setups", "dice", _FACES, "dice"),
    _shares("extra_suits", "Suits of extra cards", _EXTRAS, "extra", _SUITS, "cards"),
    _shares("extra_numbers", "Numbers of extra cards", _EXTRAS, "extra_number", _NUMBERS, "cards"),
)
