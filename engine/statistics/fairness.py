"""Whether dice are fair, by a test that may be looked at as often as one likes.

A p-value of the usual kind holds for one look, at a time fixed before. A page that is opened every evening would sooner
or later show fair dice below 5 %. The e-value here is a bet instead: it starts at 1, fair dice let it grow on average
by nothing, and by Ville's inequality the chance that it ever exceeds 1/α, at any look, is at most α.

The bet is a Bayes factor: the probability of the faces under dice of unknown bias over that under fair ones. The bias
is drawn from the Dirichlet distribution with all parameters 1, every bias alike. Jeffreys' parameters of 1/2 would bet
more on dice that hardly ever show some face, which nobody would go on playing with; and with 1 the e-value is a plain
fraction, for six faces 6^n 5! c₁! … c₆! / (n + 5)!, that anybody can check. It depends on the counts alone: the order
in which matches were recorded, or dice picked up, makes no difference.

In Marrakesh a throw does not count when both players threw the same setup, and both throw again. The fair dice that
were written down are therefore not quite independent, and the test still holds. For the faces of a round, given a bias
θ, the ratio here is P_θ(m) P_θ(m') / P(m) P(m'), while the probabilities of what could be written down are those over
1 - c, where c is the chance Σ P_θ(m)² of a throw that does not count. The mean of the ratio with fair dice is therefore
(1 - c_θ) / (1 - c_fair). Now c_θ is the 2n-th power of the L^2n norm of Σ θ_j e^(i t_j), for n dice a side: convex
in θ and symmetric in the faces, so smallest for fair dice. The mean is at most 1, for every bias and so for the
mixture: looked at after whole rounds, the bet is a supermartingale.

That needs the dice of both sides, counted together. For one side alone it fails, if by a hair: of its setups the
common ones are thrown again more often, which makes fair dice look a little uneven. What it is asked of should also
be chosen without a look at the faces: of many players or many months, one will stand out by chance.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, fsum, lgamma, log

_MOST = log(sys.float_info.max)


@dataclass(frozen=True, slots=True)
class Evidence:
    """Against fair dice, from n dice thrown.

    `log_e` is the natural logarithm of the e-value, always finite; `e_value` itself stops at the largest float.
    `p_value` is 1/e, at most 1; it too may be looked at at any time.
    """

    n: int
    e_value: float
    p_value: float
    log_e: float


def evidence(counts: Sequence[int]) -> Evidence:
    """The evidence in how often each face was thrown, a face that never came included as 0."""
    faces, n = len(counts), sum(counts)
    if faces < 2 or min(counts) < 0:
        raise ValueError(f"no counts of the faces of a die: {counts}")
    # Summed exactly, so that the order of the faces does not matter either.
    log_e = fsum([n * log(faces), lgamma(faces), -lgamma(n + faces), *(lgamma(count + 1) for count in counts)])
    e_value = exp(min(log_e, _MOST))
    return Evidence(n, e_value, min(1.0, 1 / e_value), log_e)
