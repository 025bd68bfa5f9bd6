"""What a round tells of skill and of luck, trick by trick: leads and replies, reading, turns, extra cards.

Tricks that a ruling touched are passed over, but for the cards in them: those were seen like any other.

Reading is what the rulebook calls the ESP factor. The receiver hits when he replies with the lead's suit. What he could
expect is the share of that suit among the cards that he had not seen since the last shuffle and that were not in his
own hand, which is known where it was played to the last card or turned up at the end. Once a card was led face up and
taken back he knows more than that, so while it is in the leader's hand nothing is counted; nor is it when an earlier
round since the shuffle was not written down by its tricks.
"""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from operator import mul
from typing import Any

from engine.facts import MILLION
from engine.marrakesh.bearing_off import EMPTY, MEN_ON, SETUPS, Board, follow, most_off
from engine.marrakesh.cards import CARDS, NUMBERS
from engine.marrakesh.declared import AT, TRICK_NUMBERS, TURN_NUMBERS
from engine.marrakesh.record import OTHER, SIDES
from engine.marrakesh.table import TRICKS, may_move
from engine.marrakesh.tricks import EXTRA_AFTER_TRIPLES, extra_numbers
from engine.marrakesh.unseen import Unseen

Json = Mapping[str, Any]
Counts = Mapping[str, list[int]]


class Side:
    """A side in a round: its counts, its board, the turns it has had, and the cards that it held, as far as the record
    tells: those it played, in order, then those turned up.

    `kept` are those that it took back after it had led them face up, and that never came again; `known` those led face
    up and taken back, and not played since.
    """

    __slots__ = ("board", "cards", "counts", "kept", "known", "of_suits", "other", "turns")

    other: "Side"

    def __init__(self, counts: list[int], dice: Iterable[int]) -> None:
        self.counts = counts
        self.board: Board = SETUPS[tuple(sorted(dice))]
        self.turns = 0
        self.cards: list[str] = []
        self.of_suits = ""
        self.kept: set[str] = set()
        self.known: list[str] = []

    @property
    def whole(self) -> bool:
        return len(self.cards) == TRICKS

    def turn_up(self, unplayed: Iterable[str]) -> None:
        """All that it played is told: what it turned up at the end is the rest."""
        self.cards += unplayed
        self.of_suits = "".join([card[1] for card in self.cards])

    def after(self, tricks: int) -> list[str]:
        """The cards that it held still."""
        return self.cards[tricks:]

    def show(self, card: str) -> None:
        """A card taken back: the same one may be led face up again."""
        if card not in self.known:
            self.known.append(card)

    def play(self, card: str, *, withdrawn: str | None = None) -> None:
        """The card leaves the hand. One led right after its like was taken back is the other copy (ruling 15)."""
        if card != withdrawn and card in self.known:
            self.known.remove(card)


def count(counts: Counts, written: Json, said: Json, unseen: Unseen) -> None:
    """Add what the round tells of both sides, and leave `unseen` as it was after it."""
    unseen.see(written.get("exposed") or ())
    sides = _sides(counts, written, said)
    for number, (trick, judged) in enumerate(zip(written["tricks"], said["tricks"], strict=True), start=1):
        leader, winner = sides[judged["leader"]], sides[judged["winner"]]
        receiver = leader.other
        lead, reply, extra, withdrawn = trick["lead"], trick["reply"], trick.get("extra"), trick.get("withdrawn")
        if withdrawn is not None:
            leader.show(withdrawn)
        regular = not judged["irregular"]
        if regular:
            _count_cards(number, leader, winner, lead, reply, judged["kind"])
            if withdrawn is not None:
                leader.counts[_WITHDRAWN] += 1
            if lead[0] != "Q" and may_move(receiver.board, receiver.turns):
                leader.counts[_LED_NUMBERS] += 1
                leader.counts[_LED_TO_NO_MAN] += not receiver.board[NUMBERS[lead[0]] - 1]
            if unseen.whole and not leader.known:
                _count_reading(leader, number, lead, reply, unseen)
        unseen.see((lead, reply))
        if leader.known:
            leader.play(lead, withdrawn=withdrawn)
        if receiver.known:
            receiver.play(reply)
        if extra is not None:
            own = lead if winner is leader else reply
            _count_extra(winner.counts, extra)
            if regular:
                winner.counts[_MULTIPLICITY[winner is leader][_times(judged["kind"], own, extra)]] += 1
                if unseen.whole:
                    _count_luck(winner, number, judged, own, extra, unseen)
            unseen.see((extra,))
        elif regular and trick.get("extra_disregarded"):
            winner.counts[_DISREGARDED[winner is leader]] += 1
        moved = sides[judged["chip"]] if judged["off"] is None else winner
        moved.turns += 1
        if regular:
            _count_turn(winner, moved, judged)
        winner.board = tuple(judged["board"][judged["winner"]])
    for side in sides.values():
        unseen.see(side.after(len(said["tricks"])))
        unseen.see(side.kept)


def _sides(counts: Counts, written: Json, said: Json) -> dict[str, Side]:
    sides = {side: Side(counts[side], written["setup"][side]) for side in SIDES}
    taken_back: list[tuple[Side, int, str]] = []
    for side in SIDES:
        sides[side].other = sides[OTHER[side]]
    for number, (trick, judged) in enumerate(zip(written["tricks"], said["tricks"], strict=True), start=1):
        leader = sides[judged["leader"]]
        leader.cards.append(trick["lead"])
        leader.other.cards.append(trick["reply"])
        if trick.get("withdrawn") is not None:
            taken_back.append((leader, number, trick["withdrawn"]))
    unplayed = written.get("unplayed") or {}
    for side in SIDES:
        sides[side].turn_up(unplayed.get(side) or ())
    for leader, number, card in taken_back:
        if card not in leader.cards[number:]:
            leader.kept.add(card)
    return sides


# -- cards led and replied ----------------------------------------------------------------------------------------


def _at(role: str) -> dict[str, list[tuple[int, int]]]:
    """By card and trick, where its suit and its number are counted."""
    return {
        card: [(0, 0)]
        + [
            (AT[f"{role}_{card[1].lower()}_at_{trick}"], AT[f"{role}_{NUMBERS[card[0]]}_at_{trick}"])
            for trick in TRICK_NUMBERS
        ]
        for card in CARDS
    }


_LED_AT, _RECEIVED_AT = _at("led"), _at("received")
_LED, _LED_WON, _RECEIVED_WON = (AT[key] for key in ("led", "led_won", "received_won"))
_KEYS = {"suit_match": "suit_matches", "doubles": "doubles", "triples": "triples"}
_KINDS = {kind: AT[f"led_{key}"] for kind, key in _KEYS.items()}
_WITHDRAWN, _LED_NUMBERS, _LED_TO_NO_MAN = (AT[key] for key in ("led_withdrawn", "led_numbers", "led_to_no_man"))


def _count_cards(number: int, leader: Side, winner: Side, lead: str, reply: str, kind: str) -> None:
    of_leader, of_receiver = leader.counts, leader.other.counts
    of_leader[_LED] += 1
    suit, rank = _LED_AT[lead][number]
    of_leader[suit] += 1
    of_leader[rank] += 1
    suit, rank = _RECEIVED_AT[reply][number]
    of_receiver[suit] += 1
    of_receiver[rank] += 1
    if winner is leader:
        of_leader[_LED_WON] += 1
    if kind != "plain":
        of_leader[_KINDS[kind]] += 1


# -- reading ------------------------------------------------------------------------------------------------------

_OF_READING = ("", "_hits", "_expected", "_variance")
_READ, _HITS, _EXPECTED_HITS, _HITS_VARIANCE = (AT[f"reading{what}"] for what in _OF_READING)


def _count_reading(leader: Side, number: int, lead: str, reply: str, unseen: Unseen) -> None:
    receiver, played = leader.other, number - 1
    suit, cards = unseen.of_suit[reply[1]], unseen.cards
    if receiver.whole:
        suit -= receiver.of_suits.count(reply[1], played)
        cards -= TRICKS - played
    expected, variance = _chance(suit, cards)
    counts = receiver.counts
    counts[_READ] += 1
    counts[_HITS] += lead[1] == reply[1]
    counts[_EXPECTED_HITS] += expected
    counts[_HITS_VARIANCE] += variance


@cache
def _chance(suit: int, cards: int) -> tuple[int, int]:
    """Of one of so many cards to be one of these: what is expected, and its variance."""
    return _rounded(suit, cards), _rounded(suit * (cards - suit), cards * cards)


def _rounded(numerator: int, denominator: int) -> int:
    """A fraction in millionths, the half rounded up."""
    return (2 * MILLION * numerator + denominator) // (2 * denominator)


# -- extra cards --------------------------------------------------------------------------------------------------

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


def _count_extra(of_winner: list[int], extra: str) -> None:
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
    both = sum(map(mul, unseen.left.values(), worths.values())) - sum([worths[card] for card in held])
    cards, worth, squares = unseen.cards - len(held), both & _MEN, both >> _ABOVE
    of_winner = winner.counts
    of_winner[_EXTRAS] += 1
    of_winner[_WORTH] += worths[extra] & _MEN
    of_winner[_EXPECTED] += _rounded(worth, cards)
    of_winner[_VARIANCE] += _rounded(cards * squares - worth * worth, cards * cards)


# The most men that a card could take off and, above them, their square are kept side by side in one integer, so that
# both are added up at once. 104 cards of a double pack take off 624 men at most.
_ABOVE = 10
_MEN = (1 << _ABOVE) - 1


@lru_cache(maxsize=1 << 14)
def _worths(board: Board, triples: bool, own: str) -> dict[str, int]:
    """By card of the pack, in its order, what it could take off."""
    kind = "triples" if triples else "other"
    men = {card: most_off(board, extra_numbers(kind, own, card)) for card in CARDS}
    return {card: off + (off * off << _ABOVE) for card, off in men.items()}


# -- turns --------------------------------------------------------------------------------------------------------

_OFF = {turn: [AT[f"turn_{turn}_off_{off}"] for off in range(7)] for turn in TURN_NUMBERS}
_PLAYED, _SHORT, _GIVEN, _TAKEN = (
    {turn: AT[f"turn_{turn}_{what}"] for turn in TURN_NUMBERS}
    for what in ("played", "short", "chips_given", "chips_taken")
)


def _count_turn(winner: Side, moved: Side, judged: Json) -> None:
    turn, off = moved.turns, judged["off"]
    if off is None:
        moved.counts[_OFF[turn][0]] += 1
        moved.counts[_TAKEN[turn]] += 1
        winner.counts[_GIVEN[turn]] += 1
        return
    winner.counts[_OFF[turn][off]] += 1
    winner.counts[_PLAYED[turn]] += 1
    numbers, extra_numbers = judged["numbers"], judged["extra_numbers"]
    if off < MEN_ON[winner.board] and off < len(numbers) + len(extra_numbers):
        winner.counts[_SHORT[turn]] += off < most_off(winner.board, tuple(numbers), tuple(extra_numbers))


# -- seen from across ---------------------------------------------------------------------------------------------

_ACROSS = {
    AT["received"]: AT["led"],
    **{AT[f"received_{key}"]: AT[f"led_{key}"] for key in _KEYS.values()},
    **{AT[f"being_read{what}"]: AT[f"reading{what}"] for what in _OF_READING},
}


def mirror(counts: Counts) -> None:
    """What a side received is what the other led, and it was read whenever the other was reading: counted but once."""
    for side in SIDES:
        own, others = counts[side], counts[OTHER[side]]
        for here, there in _ACROSS.items():
            own[here] = others[there]
        own[_RECEIVED_WON] = others[_LED] - others[_LED_WON]
