"""What tricks say of their sides: turns, the cards led and replied, leads to the opponent's weakness.

In `SETUP` Red leads; his men stand on (2, 1, 1, 1, 1, 0), White's on (0, 2, 1, 1, 1, 1). Where a round is only to be
over, `ended` sweeps both boards by two tricks under a ruling, which tell of no skill.
"""

import pytest

from tests.engine.marrakesh.counting import OFF_BY_TRIPLES, Counted, ended, facts_of, single, some, told
from tests.engine.marrakesh.writing import Record, record, round_, trick

# Red's setup is any; White leads, for he has two Ones.
DIAGRAM_A = {"red": [6, 5, 4, 3, 2, 1], "white": [6, 4, 4, 3, 1, 1]}


def turns(written: Record, side: str) -> Counted:
    return some(facts_of(written)[side], "turn")


class TestTurns:
    @pytest.mark.parametrize(
        ("plays", "counted"),
        [("6/off 3/off", "turn_1_off_2 turn_1_played"), ("6/off 4/1", "turn_1_off_1 turn_1_played turn_1_short")],
    )
    def test_fewer_men_than_could_be_taken_off(self, plays: str, counted: str) -> None:
        """Of 6-3 on Diagram A: "with the latter choice, he succeeds in bearing off only one man instead of two"."""
        written = single(ended(trick("6S 3H", plays), setup=DIAGRAM_A))
        assert turns(written, "white") == told(counted)

    @pytest.mark.parametrize(
        ("plays", "counted"),
        [
            ("6/3 4/off", "turn_1_off_1 turn_1_played"),
            ("6/1 4/1", "turn_1_off_0 turn_1_played turn_1_short"),
        ],
    )
    def test_a_null_chip_that_could_be_avoided(self, plays: str, counted: str) -> None:
        """5-3, the Three first, takes a man off; else a chip is placed, but by nobody who could move no more."""
        setup = {"red": [1, 1, 2, 2, 3, 3], "white": [2, 2, 2, 4, 4, 6]}
        written = single(ended(trick("5D 3H", plays), setup=setup))
        assert turns(written, "white") == told(counted)
        assert turns(written, "red") == {}

    @pytest.mark.parametrize(
        ("plays", "counted"),
        [
            ("5/off 6/5 3/off", "turn_1_off_2 turn_1_played"),
            ("5/off 2/1 6/3", "turn_1_off_1 turn_1_played turn_1_short"),
        ],
    )
    def test_the_extra_cards_number_could_have_taken_one_off(self, plays: str, counted: str) -> None:
        """The rulebook's Heart Ace and Heart Five: "If this card were the Club Three, Red could play a 3"."""
        assert turns(record(ended(trick("AH 5H 3C", plays))), "white") == told(counted)

    def test_an_extra_card_that_was_not_drawn_could_take_off_nothing(self) -> None:
        """5-1 alone takes one man off: there is none on the 1-point."""
        written = record(ended(trick("AH 5H", "5/off 2/1", extra_disregarded=True)))
        assert turns(written, "white") == told("turn_1_off_1 turn_1_played")

    def test_when_the_trick_alone_takes_all_off_an_extra_card_changes_nothing(self) -> None:
        written = record(ended(OFF_BY_TRIPLES, left="red"))
        assert turns(written, "white") == told("turn_1_off_6 turn_1_played")

    def test_chips_by_those_who_can_move_no_more(self) -> None:
        """White is off by triples, and wins once more: a chip in Red's first oval. Red wins two tricks after that."""
        then = trick("AS 2D"), trick("6D 5H", "5/off 4/off"), trick("AS QD", "1/off")
        found = facts_of(record(round_(OFF_BY_TRIPLES, *then)))
        assert some(found["white"], "turn") == told("turn_1_off_6 turn_1_played turn_1_chips_given")
        assert some(found["red"], "turn") == told(
            "turn_1_off_0 turn_1_chips_taken turn_2_off_2 turn_2_played turn_3_off_1 turn_3_played"
        )

    def test_a_ruled_turn_is_left_out_and_fills_its_oval(self) -> None:
        """The ruling took White's man from the 2-point; his 6-1 after it is his second turn."""
        ruled = trick("AS 2C", ruling={"note": "let it stand", "board": [0, 1, 1, 1, 1, 1]})
        written = record(ended(ruled, trick("6S AH", "6/off 2/1")))
        assert turns(written, "white") == told("turn_2_off_1 turn_2_played")

    def test_what_the_ovals_of_a_round_say_is_not_said_twice(self) -> None:
        """At grade tricks the men off come from the tricks: the turns that a ruling made are in none."""
        assert turns(record(ended()), "red") == {}


class TestCards:
    def test_suits_numbers_and_who_won(self) -> None:
        """Spades beat Diamonds, Red leads again; Clubs beat Spades, White receives and wins."""
        found = facts_of(record(ended(trick("AS 6D", "5/off 1/off"), trick("QS 4C", "4/off"))))
        assert some(found["red"], "led") == told(
            "led=2 led_won led_s_at_1 led_1_at_1 led_s_at_2 led_0_at_2 led_numbers led_to_no_man"
        )
        assert some(found["white"], "received") == told(
            "received=2 received_won received_d_at_1 received_6_at_1 received_c_at_2 received_4_at_2"
        )
        assert some(found["white"], "led") == some(found["red"], "received") == {}

    def test_a_trick_that_stood_by_a_ruling_is_not_among_them_and_keeps_its_number(self) -> None:
        ruled = trick("6S 2D", "5/off 2/off", ruling={"note": "the wrong side led", "leader": "red"})
        found = facts_of(record(ended(ruled, trick("AS 6D", "4/off 1/off"))))
        assert some(found["red"], "led") == told("led led_won led_s_at_2 led_1_at_2 led_numbers led_to_no_man")
        assert some(found["white"], "received") == told("received received_d_at_2 received_6_at_2")

    @pytest.mark.parametrize(
        ("extra", "plays", "times"),
        [
            ("3C", "5/off 2/1 3/off", 1),
            ("5C", "5/off 2/1 6/1 4/off 3/off 2/off", 4),
            ("2H", "5/off 2/1 2/off 4/2 2/off 3/1", 4),
            ("5H", "5/off 2/1 6/1 4/off 3/off 2/off 1/off 1/off", 6),
            ("QH", "5/off 2/1", 4),
            ("QC", "5/off 2/1", 1),
        ],
    )
    def test_extra_cards_of_a_suit_match(self, extra: str, plays: str, times: int) -> None:
        """The rulebook's own: the Club Three once, the Club Five and the Heart Deuce four times, the Heart Five six.

        A Null matches like any other, though "zero played any number of times is still zero".
        """
        left = "red" if extra == "5H" else "red white"
        found = facts_of(record(ended(trick(f"AH 5H {extra}", plays), left=left), options={"pack": "double"}))
        assert some(found["white"], "received") == told(
            f"received received_won received_suit_matches received_extra_{times} received_h_at_1 received_5_at_1"
        )
        number = "QA23456".index(extra[0])
        assert some(found["white"], "extra_") == told(f"extra_{extra[1].lower()} extra_number_{number}")
        assert some(found["red"], "led") == told("led led_suit_matches led_h_at_1 led_1_at_1 led_numbers led_to_no_man")
        assert some(found["red"], "extra") == {}

    def test_doubles_are_won_by_either(self) -> None:
        """The rulebook's own with the sides swapped: the leader's Spade Deuce beats the receiver's Diamond Deuce.

        The extra card is compared with the winner's own: the Spade Four matches it in suit.
        """
        found = facts_of(record(ended(trick("2S 2D 4S", "2/off 5/3 3/1 3/1 4/off 1/off 1/off 1/off"))))
        assert some(found["red"], "led") == told(
            "led led_won led_doubles led_extra_4 led_s_at_1 led_2_at_1 led_numbers"
        )
        assert some(found["white"], "received") == told("received received_doubles received_d_at_1 received_2_at_1")

    def test_after_triples_an_extra_card_counts_four_times_whatever_it_is(self) -> None:
        found = facts_of(record(ended(trick("AH AH 3C", "2/1 2/1 1/off 1/off 4/3 3/2 3/off 6/3 3/off 5/2"))))
        assert some(found["white"], "received") == told(
            "received received_won received_triples received_extra_4 received_h_at_1 received_1_at_1"
        )
        assert some(found["white"], "extra_") == told("extra_c extra_number_3")

    def test_an_extra_card_that_was_disregarded(self) -> None:
        found = facts_of(record(ended(trick("AH 5H", "5/off 2/1", extra_disregarded=True))))
        assert some(found["white"], "received_disregarded", "received_extra", "extra") == told("received_disregarded")
        assert some(found["red"], "led_disregarded") == {}

    def test_nor_is_it_counted_as_that_under_a_ruling(self) -> None:
        ruled = trick("AH 5H", "5/off 2/1", extra_disregarded=True, ruling={"note": "the wrong side led"})
        assert some(facts_of(record(ended(ruled)))["white"], "received", "extra") == {}

    def test_an_extra_card_under_a_ruling_has_its_suit_and_number_and_nothing_else(self) -> None:
        ruled = trick("AH 5H 3C", "5/off 2/1 3/off", ruling={"note": "drawn by the wrong side"})
        assert some(facts_of(record(ended(ruled)))["white"], "received", "extra") == told("extra_c extra_number_3")


class TestLeads:
    """Jacoby: "If your opponent's opening setup lacks a particular number, you should tend to lead a card of it"."""

    @pytest.mark.parametrize(
        ("cards", "plays", "counted"),
        [
            ("2S QD", "3/1", "led_numbers led_to_no_man"),
            ("4S QD", "4/off", "led_numbers led_to_no_man"),
            ("3S QD", "3/off", "led_numbers"),
            ("QS AD", "1/off", ""),
        ],
    )
    def test_a_number_on_which_the_opponent_has_no_man(self, cards: str, plays: str, counted: str) -> None:
        """In Diagram 1 White has rolled 6-5-3-3-1-1. A Null is on no point."""
        setup = {"red": [1, 1, 3, 3, 3, 4], "white": [6, 5, 3, 3, 1, 1]}
        written = record(ended(trick(cards, plays), setup=setup))
        assert some(facts_of(written)["red"], "led_numbers", "led_to") == told(counted)

    def test_the_board_before_the_trick_counts(self) -> None:
        """The Six finds a man on White's 6-point, and takes him off; the next Six finds none."""
        tricks = trick("6S 6C 2D", "6/off 5/off 4/off 3/off 2/off"), trick("6S AH", "2/1 1/off")
        found = facts_of(record(ended(*tricks, left="red")))
        assert some(found["red"], "led_numbers", "led_to") == told("led_numbers")
        assert some(found["white"], "led_numbers", "led_to") == told("led_numbers led_to_no_man")

    def test_not_when_the_opponent_can_move_no_more(self) -> None:
        """White is off by triples, and leads a Two; Red wins, and leads twice to one who has no man anywhere."""
        then = trick("2D 5H", "5/off 2/off"), trick("4S 2D", "4/off 3/1"), trick("AS QD", "1/off")
        found = facts_of(record(round_(OFF_BY_TRIPLES, *then)))
        assert some(found["red"], "led_numbers", "led_to") == told("led_numbers")
        assert some(found["white"], "led_numbers", "led_to") == told("led_numbers")

    def test_nor_when_he_has_had_his_three_turns(self) -> None:
        """White's turns are 2, 0 and 1; the Five that Red leads after them goes to one who has men and cannot move."""
        of_white = trick("2D 5H", "5/off 2/off"), trick("AS QD", "2/1"), trick("AS 2D", "1/off 3/1")
        then = trick("2C 3D", "3/off 2/off"), trick("5S QH", "5/off")
        found = facts_of(single(ended(*of_white, *then, left="red")))
        assert some(found["red"], "led_numbers", "led_to") == told("led_numbers")
        assert some(found["white"], "led_numbers", "led_to") == told("led_numbers=3")

    def test_a_lead_taken_back(self) -> None:
        found = facts_of(record(ended(trick("AS 6D", "5/off 1/off", withdrawn="2H"))))
        assert some(found["red"], "led_withdrawn") == told("led_withdrawn")
        assert some(found["white"], "led_withdrawn") == {}
