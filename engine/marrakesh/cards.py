"""The pack: cards, suits that beat suits, and the ledger of what has been seen since the last shuffle.

"Spades beat Hearts and Diamonds. Hearts beat Diamonds and Clubs. Diamonds beat only Clubs. Clubs beat only Spades."
A card is written as its rank and suit, `AS` to `QC`; the Queens are Nulls and count zero. A single pack holds two of
each number in each suit and one Null a suit (ruling 1), a double pack twice that.
"""

from engine.violations import Violation, pointer

NUMBERS = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "Q": 0}
BEATS = {"S": "HD", "H": "DC", "D": "C", "C": "S"}
CARDS = tuple(rank + suit for suit in BEATS for rank in NUMBERS)

PACKS = {
    "single": {card: 1 if card[0] == "Q" else 2 for card in CARDS},
    "double": {card: 2 if card[0] == "Q" else 4 for card in CARDS},
}
ROUNDS_PER_SHUFFLE = 3

Place = tuple[str | int, ...]


def number(card: str) -> int:
    return NUMBERS[card[0]]


def beats(card: str, other: str) -> bool:
    """Whether this card's suit outranks the other's."""
    return other[1] in BEATS[card[1]]


def require_card(card: str, *place: str | int) -> None:
    if card not in PACKS["single"]:
        raise Violation("unknown_card", pointer(*place), {"found": card})


class Ledger:
    """The cards written down since the last shuffle, and where: played, drawn, exposed and left unplayed.

    A card that was withdrawn is not counted when it is taken back, since it comes again from the same hand.
    """

    def __init__(self, pack: str) -> None:
        self.copies = PACKS[pack]
        self.shuffle()

    def shuffle(self) -> None:
        self.left = dict(self.copies)
        self.seen: list[tuple[str, Place, str | int]] = []

    def count(self, card: str, place: Place, field: str | int) -> None:
        """Take note of one more card, or refuse it when the pack does not hold that many."""
        left = self.left.get(card)
        if not left:
            require_card(card, *place, field)
            raise self._too_many(card, pointer(*place, field))
        self.left[card] = left - 1
        self.seen.append((card, place, field))

    def _too_many(self, card: str, path: str) -> Violation:
        earlier = [pointer(*place, field) for other, place, field in self.seen if other == card]
        legal = [card for card, left in self.left.items() if left]
        found = {"card": card, "copies": self.copies[card], "earlier": earlier, "legal": legal}
        return Violation("too_many_copies", path, found)
