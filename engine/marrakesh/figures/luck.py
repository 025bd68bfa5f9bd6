"""Figures of luck: what the dice and the extra cards brought, beside what they bring on average."""

from functools import partial

from engine.marrakesh import expectations
from engine.marrakesh.figures.formulas import figure

of_luck = partial(figure, group="luck")

FIGURES = (
    of_luck(
        "setup_pips",
        "Pips of the opening setup",
        "deviation",
        "setup_pips",
        "setups",
        unit="setups",
        chance=expectations.setup_pips,
    ),
    of_luck(
        "extras_worth",
        "Men that an extra card can take off",
        "deviation",
        "extras_worth",
        "extras",
        unit="cards",
        says="most men that extra cards could take off / extra cards drawn while men were left",
        expected="extras_expected",
        variance="extras_variance",
    ),
)
