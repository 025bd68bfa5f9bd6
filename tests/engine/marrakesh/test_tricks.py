from itertools import product

import pytest

from engine.marrakesh.cards import CARDS
from engine.marrakesh.tricks import extra_numbers, judge


@pytest.mark.parametrize(
    ("lead", "reply", "receiver_wins", "kind", "numbers"),
    [
        ("4H", "6C", False, "plain", (4, 6)),
        ("AS", "4C", True, "plain", (1, 4)),
        ("4C", "AS", False, "plain", (1, 4)),
        ("4H", "QC", False, "plain", (4,)),
        ("AH", "5H", True, "suit_match", (1, 5)),
        ("5H", "AH", True, "suit_match", (1, 5)),
        ("QH", "5H", True, "suit_match", (5,)),
        ("2S", "2D", False, "doubles", (2,) * 4),
        ("2D", "2S", True, "doubles", (2,) * 4),
        ("5D", "5D", True, "triples", (5,) * 6),
        # Ruling 5: two Nulls are doubles, of the same suit triples; they play nothing.
        ("QS", "QH", False, "doubles", ()),
        ("QD", "QD", True, "triples", ()),
    ],
)
def test_the_two_cards_say_who_wins_and_which_numbers(
    lead: str, reply: str, receiver_wins: bool, kind: str, numbers: tuple[int, ...]
) -> None:
    assert judge(lead, reply) == (receiver_wins, kind, numbers)


def test_with_triples_or_a_suit_match_the_receiver_is_always_the_winner() -> None:
    for lead, reply in product(CARDS, CARDS):
        judged = judge(lead, reply)
        assert (judged.kind in ("suit_match", "triples")) == (lead[1] == reply[1])
        assert judged.receiver_wins or lead[1] != reply[1]
        assert list(judged.numbers) == sorted(judged.numbers)


def test_with_a_number_match_either_player_can_win() -> None:
    doubles = [judged for lead, reply in product(CARDS, CARDS) if (judged := judge(lead, reply)).kind == "doubles"]
    assert [judged.receiver_wins for judged in doubles].count(True) == len(doubles) / 2


class TestTheExtraCard:
    """Ruling 6: it is compared with the card the winner played."""

    @pytest.mark.parametrize(
        ("kind", "own", "extra", "numbers"),
        [
            ("suit_match", "5H", "3C", (3,)),
            ("suit_match", "5H", "5C", (5,) * 4),
            ("suit_match", "5H", "2H", (2,) * 4),
            ("suit_match", "5H", "5H", (5,) * 6),
            ("suit_match", "QH", "2H", (2,) * 4),
            ("suit_match", "5H", "QH", ()),
            ("doubles", "QS", "6C", (6,)),
            ("doubles", "QS", "QS", ()),
            ("triples", "5H", "3C", (3,) * 4),
            ("triples", "5H", "5H", (5,) * 4),
            ("triples", "QH", "6S", (6,) * 4),
            ("triples", "5H", "QC", ()),
            ("doubles", "5H", None, ()),
        ],
    )
    def test_it_is_played_once_four_or_six_times(
        self, kind: str, own: str, extra: str | None, numbers: tuple[int, ...]
    ) -> None:
        assert extra_numbers(kind, own, extra) == numbers
