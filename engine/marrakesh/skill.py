"""What a round tells of skill and of luck, trick by trick: leads and replies, reading, turns, extra cards.

Tricks that a ruling touched are passed over, but for the cards in them: those were seen like any other.

Reading is what the rulebook calls the ESP factor. The receiver hits when he replies with the lead's suit. What he could
expect is the share of that suit among the cards that he had not seen since the last shuffle and that were not in his
own hand, which is known where it was played to the last card or turned up at the end. Once a card was led face up and
taken back he knows more than that, so while it is in the leader's hand nothing is counted; nor is it when an earlier
round since the shuffle was not written down by its tricks.
"""

from collections.abc import Iterable
from functools import cache

from engine.facts import millionths
from engine.marrakesh import extras
from engine.marrakesh.bearing_off import MEN_ON, most_off
from engine.marrakesh.cards import CARDS, NUMBERS
from engine.marrakesh.declared import AT, TRICK_NUMBERS, TURN_NUMBERS
from engine.marrakesh.hands import Counts, Json, Side, sides_of
from engine.marrakesh.record import OTHER, SIDES
from engine.marrakesh.table import TRICKS, may_move
from engine.marrakesh.unseen import Unseen


def count(counts: Counts, written: Json, said: Json, unseen: Unseen) -> None:
    """Add what the round tells of both sides, and leave `unseen` as it was after it."""
    unseen.see(written.get("exposed") or ())
    sides = sides_of(counts, written, said)
    for number, (trick, judged) in enumerate(zip(written["tricks"], said["tricks"], strict=True), start=1):
        leader, winner = sides[judged["leader"]], sides[judged["winner"]]
        if trick.get("withdrawn") is not None:
            leader.show(trick["withdrawn"])
        if not judged["irregular"]:
            _count_cards(number, leader, winner, trick, judged["kind"])
            _count_lead(leader, leader.other, trick)
            if unseen.whole and not leader.known:
                _count_reading(number, leader.other, trick["lead"], trick["reply"], unseen)
        _lay_down(leader, trick, unseen)
        if trick.get("extra") is not None or trick.get("extra_disregarded"):
            extras.count(number, leader, winner, trick, judged, unseen)
        _take_turn(winner, sides[judged["chip"]] if judged["off"] is None else winner, judged)
    _gather(sides.values(), len(said["tricks"]), unseen)


def _lay_down(leader: Side, trick: Json, unseen: Unseen) -> None:
    """Both cards lie face up from now on; what was known in a hand may have left it."""
    lead, reply, receiver = trick["lead"], trick["reply"], leader.other
    if leader.known:
        leader.play(lead, withdrawn=trick.get("withdrawn"))
    if receiver.known:
        receiver.play(reply)
    unseen.see((lead, reply))


def _take_turn(winner: Side, moved: Side, judged: Json) -> None:
    """`moved` is the side whose oval is filled: the opponent's, when the winner can move no more man."""
    moved.turns += 1
    if not judged["irregular"]:
        _count_turn(winner, moved, judged)
    winner.board = tuple(judged["board"][judged["winner"]])


def _gather(sides: Iterable[Side], tricks: int, unseen: Unseen) -> None:
    """What was turned up at the end, or taken back and never played, was seen as well."""
    for side in sides:
        unseen.see(side.after(tricks))
        unseen.see(side.kept)


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


def _count_cards(number: int, leader: Side, winner: Side, trick: Json, kind: str) -> None:
    of_leader, of_receiver = leader.counts, leader.other.counts
    of_leader[_LED] += 1
    suit, rank = _LED_AT[trick["lead"]][number]
    of_leader[suit] += 1
    of_leader[rank] += 1
    suit, rank = _RECEIVED_AT[trick["reply"]][number]
    of_receiver[suit] += 1
    of_receiver[rank] += 1
    if winner is leader:
        of_leader[_LED_WON] += 1
    if kind != "plain":
        of_leader[_KINDS[kind]] += 1


def _count_lead(leader: Side, receiver: Side, trick: Json) -> None:
    if trick.get("withdrawn") is not None:
        leader.counts[_WITHDRAWN] += 1
    number = NUMBERS[trick["lead"][0]]
    if number and may_move(receiver.board, receiver.turns):
        leader.counts[_LED_NUMBERS] += 1
        leader.counts[_LED_TO_NO_MAN] += not receiver.board[number - 1]


# -- reading ------------------------------------------------------------------------------------------------------

_OF_READING = ("", "_hits", "_expected", "_variance")
_READ, _HITS, _EXPECTED_HITS, _HITS_VARIANCE = (AT[f"reading{what}"] for what in _OF_READING)


def _count_reading(number: int, receiver: Side, lead: str, reply: str, unseen: Unseen) -> None:
    played = number - 1
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
    return millionths(suit, cards), millionths(suit * (cards - suit), cards * cards)


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
