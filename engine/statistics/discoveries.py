"""Which of many differences found at once are worth a mark.

A heatmap of 42 cells looks at 42 differences, and two of them pass 5 % by chance alone. What is held down here is the
false-discovery rate: of the differences marked, the share that is only chance, on average.

By Benjamini and Yekutieli (2001), which holds under any dependence of the p-values on each other. The better known
procedure of Benjamini and Hochberg marks more, but is proved for p-values that are independent or depend on each other
positively only. The cells of one row of a heatmap compete for the same tricks: a number led more often leaves fewer
leads for the others, and that is negative dependence.
"""

from collections.abc import Sequence
from itertools import accumulate
from math import fsum


def adjusted(p_values: Sequence[float]) -> list[float]:
    """For each p-value, in their order, the lowest rate at which its difference would be marked."""
    count = len(p_values)
    price = count * fsum(1 / rank for rank in range(1, count + 1))  # Benjamini and Hochberg would pay `count` alone
    descending = sorted(range(count), key=lambda place: p_values[place], reverse=True)
    raised = [min(1.0, p_values[place] * price / (count - above)) for above, place in enumerate(descending)]
    # A difference is never held back while a less striking one is marked.
    lowest = dict(zip(descending, accumulate(raised, min), strict=True))
    return [lowest[place] for place in range(count)]
