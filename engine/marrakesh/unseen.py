"""The cards of the pack that lie face down for both players: what is left to wonder about.

As in the ledger, what was written down is what was seen: played, drawn, exposed, turned up unplayed. The record of a
match was judged before, so nothing is refused here.
"""

from collections.abc import Collection

from engine.marrakesh.cards import BEATS, PACKS


class Unseen:
    """The cards not seen since the last shuffle. `whole` is false once a round was played of which the cards were not
    written down trick by trick: then nobody can say afterwards what had been seen."""

    def __init__(self, pack: str) -> None:
        self.copies = PACKS[pack]
        self.shuffle()

    def shuffle(self) -> None:
        self.left = dict(self.copies)
        self.of_suit = dict.fromkeys(BEATS, sum(self.copies.values()) // len(BEATS))
        self.cards = sum(self.copies.values())
        self.whole = True

    def see(self, cards: Collection[str]) -> None:
        left, of_suit = self.left, self.of_suit
        for card in cards:
            left[card] -= 1
            of_suit[card[1]] -= 1
        self.cards -= len(cards)

    def lose_count(self) -> None:
        self.whole = False
