"""How dates are written where Django's own way is not that of the house: the day before the month, in English too."""
