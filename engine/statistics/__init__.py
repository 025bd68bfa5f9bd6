"""The mathematics of statistics, for figures of any game: sums go in, estimates and their doubt come out.

Nothing here knows what was counted. The sums are whole numbers or fractions and are kept exact until the last step, so
that the same sums give the same figures to the last digit, in whatever order the matches were added up.

    estimates    rates, averages, the reading index, luck, percentiles
    differences  whether two rates differ
    discoveries  which of many differences found at once are worth a mark
    fairness     whether the dice are fair, however often one looks
"""
