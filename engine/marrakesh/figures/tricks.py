"""Figures of tricks, as leader, as receiver and of both together: won, matched in suit or number, extra cards."""

from collections.abc import Iterator
from functools import partial

from engine.figures import Figure
from engine.marrakesh.declared import ROLES
from engine.marrakesh.figures.formulas import figure, of
from engine.marrakesh.tricks import EXTRA_BY_MATCHES

# By the first word of their keys: the role, the facts it is made of, and how tricks and labels are called.
KINDS_OF_TRICKS = {
    "tricks": (None, ROLES, "led or received", ""),
    "led": ("leader", ("led",), "led", ", as leader"),
    "received": ("receiver", ("received",), "received", ", as receiver"),
}
_RESULTS = {
    "won": ("Tricks won", "and won"),
    "suit_matches": ("Suit-matches", "that were a suit-match"),
    "doubles": ("Doubles", "that were doubles"),
    "triples": ("Triples", "that were triples"),
}
_PLAYED = dict(zip(EXTRA_BY_MATCHES, ("once", "four times", "six times"), strict=True))


def _tricks() -> Iterator[Figure]:
    for word, (role, facts, said, label) in KINDS_OF_TRICKS.items():
        of_tricks = partial(figure, group="tricks", unit="tricks", role=role)
        tricks = of(*facts)
        yield of_tricks(word, f"Tricks{label}", "count", tricks, tricks, says=f"tricks {said}")
        for what, (name, that) in _RESULTS.items():
            yield of_tricks(
                f"{word}_{what}",
                f"{name}{label}",
                "rate",
                of(*(f"{fact}_{what}" for fact in facts)),
                tricks,
                says=f"tricks {said} {that} / tricks {said}",
            )


def _extras() -> Iterator[Figure]:
    for word, (role, facts, said, label) in KINDS_OF_TRICKS.items():
        of_extras = partial(figure, group="extras", role=role)
        drawn = {times: of(*(f"{fact}_extra_{times}" for fact in facts)) for times in EXTRA_BY_MATCHES}
        all_drawn = of(*(fact for each in drawn.values() for fact in each))
        disregarded = of(*(f"{fact}_disregarded" for fact in facts))
        cards = f"extra cards drawn after tricks {said}"
        yield of_extras(
            f"{word}_extras",
            f"Extra cards per trick{label}",
            "rate",
            all_drawn,
            of(*facts),
            unit="tricks",
            says=f"{cards} / tricks {said}",
        )
        for times, played in _PLAYED.items():
            yield of_extras(
                f"{word}_extra_{times}",
                f"Extra cards played {played}{label}",
                "rate",
                drawn[times],
                all_drawn,
                unit="cards",
                says=f"{cards}, to be played {played} / {cards}",
            )
        yield of_extras(
            f"{word}_disregarded",
            f"Extra cards disregarded{label}",
            "rate",
            disregarded,
            {**all_drawn, **disregarded},
            unit="cards",
            says=f"extra cards disregarded after tricks {said} / extra cards drawn or disregarded",
        )


FIGURES = (*_tricks(), *_extras())
