"""What an extra card tells of whoever drew it: its suit and its number, how often it is played, and how lucky it was.

Luck is the most men that it could take off, beside the average over the cards that could have come: those that nobody
had seen and that were in nobody's hand.
"""

from functools import lru_cache
from operator import mul

from engine.facts import millionths
from engine.marrakesh.bearing_off import EMPTY, MEN, Board, follow, most_off
from engine.marrakesh.cards import CARDS, NUMBERS
from engine.marrakesh.declared import AT
from engine.marrakesh.hands import Json, Side
from engine.marrakesh.tricks import EXTRA_AFTER_TRIPLES, extra_numbers
from engine.marrakesh.unseen import Unseen

_SUITS = {suit: AT[f"extra_{suit.lower()}"] for suit in "SHDC"}
_RANKS = {rank: AT[f"extra_number_{number}"] for rank, number in NUMBERS.items()}
_MULTIPLICITY = {
    leads: {times: AT[f"{role}_extra_{times}"] for times in (1, 4, 6)}
    for leads, role in ((True, "led"), (False, "received"))
}
_DISREGARDED = {True: AT["led_disregarded"], False: AT["received_disregarded"]}
_EXTRAS, _WORTH, _EXPECTED, _VARIANCE = (
    AT[key] for key in ("extras", "extras_worth", "extras_expected", "extras_variance")
)


def count(number: int, leader: Side, winner: Side, trick: Json, judged: Json, unseen: Unseen) -> None:
    """Add what the extra card tells of the winner, who drew it or disregarded it. From then on it is seen."""
    extra, regular, leads = trick.get("extra"), not judged["irregular"], winner is leader
    if extra is not None:
        own = trick["lead"] if leads else trick["reply"]
        _count_face(winner.counts, extra)
        if regular:
            winner.counts[_MULTIPLICITY[leads][_times(judged["kind"], own, extra)]] += 1
            if unseen.whole:
                _count_luck(winner, number, judged, own, extra, unseen)
        unseen.see((extra,))
    elif regular and trick.get("extra_disregarded"):
        winner.counts[_DISREGARDED[leads]] += 1


def _count_face(of_winner: list[int], extra: str) -> None:
    of_winner[_SUITS[extra[1]]] += 1
    of_winner[_RANKS[extra[0]]] += 1


def _times(kind: str, own: str, extra: str) -> int:
    """How often the extra card's number is played, were it a Null."""
    if kind == "triples":
        return EXTRA_AFTER_TRIPLES
    return (1, 4, 6)[(own[0] == extra[0]) + (own[1] == extra[1])]


def _count_luck(winner: Side, number: int, judged: Json, own: str, extra: str, unseen: Unseen) -> None:
    """What the extra card was worth, beside the cards that could have come: those in nobody's hand."""
    numbers = tuple(judged["numbers"])
    middle = follow(winner.board, numbers, (), judged["plays"][: len(numbers)])
    if middle is None or middle == EMPTY:
        return
    worths = _worths(middle, judged["kind"] == "triples", own)
    held = [*winner.after(number), *winner.kept, *winner.other.after(number), *winner.other.kept]
    both = sum(map(mul, unseen.left.values(), worths)) - sum([worths[_PLACE[card]] for card in held])
    cards, worth, squares = unseen.cards - len(held), both & _MEN, both >> _ABOVE
    of_winner = winner.counts
    of_winner[_EXTRAS] += 1
    of_winner[_WORTH] += worths[_PLACE[extra]] & _MEN
    of_winner[_EXPECTED] += millionths(worth, cards)
    of_winner[_VARIANCE] += millionths(cards * squares - worth * worth, cards * cards)


# The most men that a card could take off and, above them, their square are kept side by side in one integer, so that
# both are added up at once. 104 cards of a double pack take off 624 men at most.
_ABOVE = 10
_MEN = (1 << _ABOVE) - 1
_WITH_SQUARES = [men + (men * men << _ABOVE) for men in range(MEN + 1)]
_PLACE = {card: place for place, card in enumerate(CARDS)}


@lru_cache(maxsize=1 << 14)
def _worths(board: Board, triples: bool, own: str) -> tuple[int, ...]:
    """What each card of the pack, in its order, could take off."""
    kind = "triples" if triples else "other"
    return tuple(_WITH_SQUARES[most_off(board, extra_numbers(kind, own, card))] for card in CARDS)
