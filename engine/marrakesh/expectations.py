"""What the dice bring on average: the opening setup, exactly, by enumeration.

"If the players roll the same opening setups, the rolls do not count, and both players roll again." So a setup that
stood is one of two known to differ, which makes a common setup a little rarer than in a single throw. Nothing is worked
out before it is asked for, and then once.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache, partial
from math import factorial, perm, prod

from engine.figures import Chance
from engine.marrakesh.bearing_off import MEN, SETUPS

Dice = tuple[int, ...]  # in ascending order

FACES = 6
THROWS: int = FACES**MEN  # all equally likely


def throws_of(dice: Dice) -> int:
    """In how many ways six dice show just this setup."""
    return factorial(MEN) // prod(factorial(men) for men in SETUPS[dice])


def throws_of_shape(shape: str) -> int:
    """In how many ways six dice show a setup of this shape: its parts are so many dice each, of different faces."""
    parts = [int(part) for part in shape.split("-")]
    which_faces = perm(FACES, len(parts)) // prod(factorial(parts.count(size)) for size in set(parts))
    return which_faces * factorial(MEN) // prod(factorial(part) for part in parts)


@cache
def opening_setups() -> Mapping[Dice, Fraction]:
    """The chance of each opening setup of one player, both players' setups being different."""
    ways = {dice: throws_of(dice) for dice in SETUPS}
    different = THROWS**2 - sum(each**2 for each in ways.values())
    return {dice: Fraction(each * (THROWS - each), different) for dice, each in ways.items()}


@cache
def setup_pips() -> Chance:
    expected = sum((chance * sum(dice) for dice, chance in opening_setups().items()), Fraction())
    squares = sum((chance * sum(dice) ** 2 for dice, chance in opening_setups().items()), Fraction())
    return Chance(expected, squares - expected**2)


def setup_shape(shape: str) -> Callable[[], Chance]:
    """The chance of the shape, to be worked out when it is asked for."""
    return partial(_of_shape, shape)


@cache
def setup_ones() -> Chance:
    return _happening(opening_setups()[(1,) * MEN])


def die() -> Chance:
    """Any face of any die: no face is favoured by throwing again. The dice of two setups known to differ are not
    independent, so there is no variance to add up."""
    return Chance(Fraction(1, FACES))


@cache
def _of_shape(shape: str) -> Chance:
    chances = (chance for dice, chance in opening_setups().items() if shape_of(dice) == shape)
    return _happening(sum(chances, Fraction()))


def shape_of(dice: Dice) -> str:
    """How many dice show the same number, the most first."""
    return "-".join(str(men) for men in sorted(filter(None, SETUPS[dice]), reverse=True))


def _happening(chance: Fraction) -> Chance:
    return Chance(chance, chance * (1 - chance))
