"""Figures of turns: men off, null chips, and numbers that were not used to the full."""

from collections.abc import Iterator, Sequence
from functools import partial

from engine.figures import Figure
from engine.marrakesh.declared import MEN_OFF, ORDINALS, ROLES, TURN_NUMBERS
from engine.marrakesh.figures.formulas import figure, of

of_turns = partial(figure, group="turns", unit="turns")


def _turns() -> Iterator[Figure]:
    yield from _of(TURN_NUMBERS, "", "turns", "")
    for turn in TURN_NUMBERS:
        yield from _of([turn], f"_turn_{turn}", f"{ORDINALS[turn]} turns", f", {ORDINALS[turn]} turn")


def _of(turns: Sequence[int], suffix: str, said: str, label: str) -> Iterator[Figure]:
    """The figures of all turns, or of one of the three."""
    men = {f"turn_{turn}_off_{off}": off for turn in turns for off in MEN_OFF}
    no_man = of(*(f"turn_{turn}_off_0" for turn in turns))
    played, short, taken, given = (
        of(*(f"turn_{turn}_{what}" for turn in turns)) for what in ("played", "short", "chips_taken", "chips_given")
    )
    yield of_turns(
        f"men_off{suffix}",
        f"Men off{label}",
        "mean",
        men,
        of(*men),
        says=f"men off on {said} / {said}",
        squares={key: off**2 for key, off in men.items()},
    )
    yield of_turns(
        f"null_chips{suffix}",
        f"Null chips{label}",
        "rate",
        no_man,
        of(*men),
        says=f"{said} with a null chip / {said}",
    )
    yield of_turns(
        f"short_turns{suffix}",
        f"Fewer men off than possible{label}",
        "rate",
        short,
        played,
        says=f"{said} with fewer men off than the numbers could take off / {said} played",
    )
    yield of_turns(
        f"chips_taken{suffix}",
        f"Null chips from an opponent who was done{label}",
        "rate",
        taken,
        {**played, **taken},
        says=f"{said} lost to an opponent who could move no more man / {said} played or lost so",
    )
    yield of_turns(
        f"chips_given{suffix}",
        f"Null chips given when done{label}",
        "rate",
        given,
        of(*ROLES),
        unit="tricks",
        says=f"null chips given on the opponent's {said} when no more man could be moved / tricks led or received",
    )


FIGURES = tuple(_turns())
