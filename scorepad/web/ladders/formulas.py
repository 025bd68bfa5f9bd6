"""The formula of a rating system step by step, in words and with the numbers of one change: whoever has a pencil comes
to the same rating.

The engine has said what came of it; nothing is rated here but what a step needs to be shown.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import fsum, sqrt

from django.utils.translation import gettext

from engine.ratings.games import Rating
from scorepad.models import Ladder
from scorepad.selectors.rating_changes import RatingChange
from scorepad.web.ladders.words import number
from scorepad.web.rounding import rounded, signed

SCALE = 173.7178  # points of rating on the paper's own scale


@dataclass(frozen=True)
class Step:
    """A sentence, the formula, and the same with this change's numbers."""

    said: str
    formula: str
    numbers: str = ""


def steps(change: RatingChange) -> list[Step]:
    if not change.contributions:
        return list(_time_alone(change))
    return list(_elo(change) if change.ladder.system == Ladder.System.ELO else _glicko2(change))


def _time_alone(change: RatingChange) -> Iterator[Step]:
    if change.ladder.system == Ladder.System.ELO:
        yield Step(gettext("Without a match Elo leaves a rating as it is."), "rating′ = rating")
        return
    yield Step(
        gettext("Without a match nothing is learnt: the rating stays, and is less sure once the period is over."),
        "φ′ = √(φ² + σ²)",
        _surer(change.before, change.after),
    )


def _elo(change: RatingChange) -> Iterator[Step]:
    given, own = change.ladder.parameters, change.before.rating
    first = change.contributions[0]
    yield Step(
        gettext("Of each match, the score that was to be expected by both ratings before the period."),
        gettext("expected = 1 / (1 + 10^((opponent − own) / 400))"),
        f"1 / (1 + 10^(({rounded(first.rating.rating)} − {rounded(own)}) / 400)) = {rounded(first.expected, 3)}",
    )
    if given["margin_scale"] is not None:
        yield Step(
            gettext("A wide margin counts for more, and the less so the stronger the winner was already."),
            gettext("m = 1 + ln(1 + margin / {scale}) · 2 / (1 + 10^((winner − loser) / 400)); 1 for a draw").format(
                scale=number(given["margin_scale"])
            ),
        )
    factor = number(given["factor"])
    margin = " · m" if given["margin_scale"] is not None else ""
    yield Step(
        gettext("What a match brings is the score less the expected one, times the ladder's factor."),
        gettext("gain = {factor}{margin} · (score − expected)").format(factor=factor, margin=margin),
        ""
        if margin
        else f"{factor} · ({number(first.score)} − {rounded(first.expected, 3)}) = {signed(first.gain, 1)}",
    )
    yield _sum(change)


def _glicko2(change: RatingChange) -> Iterator[Step]:
    before, after, first = change.before, change.after, change.contributions[0]
    if change.idle:
        yield Step(
            gettext("Since the last match the rating has become less sure, by a step for each period without one."),
            "φ = √(φ² + k σ²)",
            f"k = {change.idle}",
        )
    yield Step(
        gettext("Ratings and deviations on the scale of the formula."),
        "μ = (rating − 1500) / 173.7178, φ = deviation / 173.7178",
        f"μ = {rounded(_mu(before), 4)}, φ = {rounded(_phi(before), 4)}, σ = {rounded(before.volatility or 0, 6)}",
    )
    trust, expected = gettext("trust"), gettext("expected")
    yield Step(
        gettext("Of each match, how much the opponent’s rating can be trusted, and the score to be expected."),
        f"{trust} = 1 / √(1 + 3 φ² / π²), {expected} = 1 / (1 + e^(−{trust} (μ − μ₂)))",
        f"μ₂ = {rounded(_mu(first.rating), 4)}: {trust} = {rounded(first.trust or 0, 4)}, "
        f"{expected} = {rounded(first.expected, 4)}",
    )
    yield Step(
        gettext("What all matches together say: how surely, and how much better or worse than expected."),
        f"v = 1 / Σ {trust}² {expected} (1 − {expected}), Δ = v Σ {trust} ({gettext('score')} − {expected})",
        f"v = {rounded(change.variance or 0, 4)}, Δ = {rounded(change.improvement or 0, 4)}",
    )
    yield Step(
        gettext("The volatility, which grows when results surprise."),
        "σ′ = e^(x / 2), e^x (Δ² − φ² − v − e^x) / (2 (φ² + v + e^x)²) = (x − ln σ²) / τ²",
        f"σ′ = {rounded(after.volatility or 0, 6)}, τ = {number(change.ladder.parameters['tau'])}",
    )
    yield Step(
        gettext("The deviation, which shrinks with each match."),
        "φ′ = 1 / √(1 / (φ² + σ′²) + 1 / v)",
        f"φ′ = {rounded(_phi(after), 4)}: {rounded(after.deviation or 0, 1)}",
    )
    weight = SCALE * _phi(after) ** 2 * (first.trust or 0)
    yield Step(
        gettext("What a match brings."),
        f"173.7178 φ′² {trust} ({gettext('score')} − {expected})",
        f"{rounded(weight, 2)} · ({number(first.score)} − {rounded(first.expected, 4)}) = {signed(first.gain, 1)}",
    )
    yield _sum(change)


def _sum(change: RatingChange) -> Step:
    gains = fsum(each.gain for each in change.contributions)
    return Step(
        gettext("The rating after the period is the one before it and all that its matches brought."),
        "rating′ = rating + Σ",
        f"{rounded(change.before.rating, 1)} {signed(gains, 1, apart=True)} = {rounded(change.after.rating, 1)}",
    )


def _surer(before: Rating, after: Rating) -> str:
    sigma = before.volatility or 0
    grown = sqrt(_phi(before) ** 2 + sigma**2)
    if abs(grown - _phi(after)) > 1e-6:  # a new player's deviation is the most there is, and a period may not be over
        return f"φ′ = {rounded(_phi(after), 4)}: {rounded(after.deviation or 0, 1)}"
    return (
        f"√({rounded(_phi(before), 4)}² + {rounded(sigma, 4)}²) = {rounded(grown, 4)}: "
        f"{rounded(after.deviation or 0, 1)}"
    )


def _mu(rating: Rating) -> float:
    return (rating.rating - 1500) / SCALE


def _phi(rating: Rating) -> float:
    return (rating.deviation or 0) / SCALE
