"""Every worked example of the rulebook, in its order, and those of "Bearing Off for Beginners"."""

from fractions import Fraction
from itertools import product
from typing import ClassVar

import pytest

from engine.marrakesh import replay
from engine.marrakesh.bearing_off import MEN_ON, PIPS_ON, SETUPS, ends
from engine.marrakesh.bearing_off import plays as plays_of
from engine.marrakesh.matches import ROUNDS
from engine.marrakesh.scoring import DEFENSIVE, OFFENSIVE, defensive, offensive, score
from engine.marrakesh.tricks import extra_numbers, judge
from tests.engine.diagrams import (
    DIAGRAM_1_RED,
    DIAGRAM_1_WHITE,
    DIAGRAM_2_RED,
    DIAGRAM_2_WHITE,
    DIAGRAM_3_WHITE,
    DIAGRAM_4_RED,
    DIAGRAM_A_RED,
    DIAGRAM_A_WHITE,
    DIAGRAM_B_RED,
    DIAGRAM_B_WHITE,
)
from tests.engine.marrakesh.writing import Record, one, record, refusal, trick, tricks_of

Board = tuple[int, ...]


def most_off(board: Board, numbers: list[int]) -> tuple[Board, int]:
    """The board after taking off the most men, and how many."""
    end = min(ends(board, numbers), key=lambda after: (MEN_ON[after], PIPS_ON[after]))
    return end, MEN_ON[board] - MEN_ON[end]


def after(board: Board, *plays: tuple[int, str]) -> Board:
    """The board after each number has made its play."""
    for number, play in plays:
        board = plays_of(board, number)[play]
    return board


def dice_of(board: Board) -> list[int]:
    return [point for point, men in enumerate(board, 1) for _ in range(men)]


class TestPreliminaries:
    def test_opening_setup_same_rolls_do_not_count(self) -> None:
        setup = {"red": DIAGRAM_1_WHITE, "white": sorted(DIAGRAM_1_WHITE)}
        assert refusal(record({"setup": setup, "tricks": []})) == ("identical_setups", "/rounds/0/setup")

    @pytest.mark.parametrize("red", DIAGRAM_1_RED)
    def test_opening_lead_red_has_more_threes_in_diagram_1(self, red: list[int]) -> None:
        setup = {"red": red, "white": DIAGRAM_1_WHITE}
        assert replay(record({"setup": setup, "tricks": []}))["rounds"][0]["leader"] == "red"


class TestRankOfSuitsAndBearingOff:
    """And its examples in Diagram 2."""

    def test_hearts_outrank_clubs_so_red_moves_6_4(self) -> None:
        assert judge("4H", "6C") == (False, "plain", (4, 6))
        assert most_off(DIAGRAM_2_RED, [6, 4]) == (after(DIAGRAM_2_RED, (6, "6/off"), (4, "4/off")), 2)

    def test_clubs_beat_spades_so_white_moves_4_1(self) -> None:
        assert judge("AS", "4C") == (True, "plain", (1, 4))
        assert after(DIAGRAM_2_WHITE, (4, "4/off"), (1, "2/1")) in ends(DIAGRAM_2_WHITE, [4, 1])


class TestNulls:
    def test_four_null_bears_off_one_man(self) -> None:
        assert judge("4H", "QC") == (False, "plain", (4,))
        assert after(DIAGRAM_2_RED, (4, "4/off")) in ends(DIAGRAM_2_RED, [4])

    def test_five_null_can_only_move_from_the_6_point_to_the_1_point(self) -> None:
        assert judge("QH", "5D") == (False, "plain", (5,))
        assert list(ends(DIAGRAM_2_RED, [5]).values()) == [("6/1",)]


class TestNullChips:
    def test_white_puts_the_chip_in_reds_first_oval(self) -> None:
        setup = {"red": dice_of(DIAGRAM_2_RED), "white": dice_of(DIAGRAM_2_WHITE)}
        replayed = replay(record({"setup": setup, "tricks": [trick("QH 5D", "6/1")]}))["rounds"][0]
        assert replayed["tricks"][0]["chip"] == "red"
        assert replayed["ovals"] == {"red": [0], "white": []}

    def test_3_2_bears_off_nothing_in_diagram_2(self) -> None:
        assert most_off(DIAGRAM_2_RED, [3, 2])[1] == 0


class TestSuitMatch:
    def test_the_receiver_plays_both_numbers_and_an_extra_card_once(self) -> None:
        assert judge("AH", "5H") == (True, "suit_match", (1, 5))
        assert extra_numbers("suit_match", "5H", "3C") == (3,)

    def test_men_borne_off_with_the_extra_card_go_to_the_same_oval(self) -> None:
        written = one(trick("AH 5H 3C", "5/off 2/1 3/off"))
        assert replay(written)["rounds"][0]["ovals"] == {"red": [], "white": [2]}


class TestRematch:
    def test_the_club_five_matches_in_number_four_fives(self) -> None:
        assert extra_numbers("suit_match", "5H", "5C") == (5, 5, 5, 5)

    def test_the_heart_deuce_matches_in_suit_four_twos(self) -> None:
        assert extra_numbers("suit_match", "5H", "2H") == (2, 2, 2, 2)

    def test_another_heart_five_matches_in_both_six_fives(self) -> None:
        assert extra_numbers("suit_match", "5H", "5H") == (5, 5, 5, 5, 5, 5)

    def test_once_all_men_are_off_remaining_numbers_are_omitted(self) -> None:
        assert ends((1, 0, 0, 0, 0, 0), [5, 6], [5, 5, 5, 5]) == {(0, 0, 0, 0, 0, 0): ("1/off",)}


class TestDoubles:
    def test_spade_deuce_and_diamond_deuce_white_wins_double_2(self) -> None:
        assert judge("2S", "2D") == (False, "doubles", (2, 2, 2, 2))

    @pytest.mark.parametrize(("extra", "numbers"), [("3H", (3,)), ("2H", (2,) * 4), ("3S", (3,) * 4), ("2S", (2,) * 6)])
    def test_the_extra_card_is_played_once_four_or_six_times(self, extra: str, numbers: tuple[int, ...]) -> None:
        assert extra_numbers("doubles", "2S", extra) == numbers

    @pytest.mark.parametrize("own", ["2S", "QS", "QH"])
    def test_no_play_is_made_with_a_null(self, own: str) -> None:
        assert extra_numbers("doubles", own, "QS") == ()


class TestTriples:
    def test_diamond_five_twice_red_plays_six_fives(self) -> None:
        assert judge("5D", "5D") == (True, "triples", (5, 5, 5, 5, 5, 5))

    @pytest.mark.parametrize("extra", ["3C", "5C", "3D", "5D"])
    def test_the_extra_card_is_played_four_times_whatever_it_is(self, extra: str) -> None:
        assert extra_numbers("triples", "5D", extra) == (int(extra[0]),) * 4


class TestRoundCompleted:
    """Diagram 3: White has had his three turns, Red none yet."""

    SETUP: ClassVar = {"red": [3, 3, 4, 4, 5, 5], "white": [1, 1, 2, 2, 6, 6]}
    THREE_TURNS: ClassVar = [trick("2S 6D", "6/off 2/off"), trick("2H AD", "2/off 1/off"), trick("AH QC", "1/off")]

    def written(self, *then: Record) -> Record:
        round_ = {"setup": self.SETUP, "tricks": [*self.THREE_TURNS, *then]}
        return record(round_, options={"pack": "double"})

    def test_white_may_not_move_his_last_man_and_gives_red_a_chip(self) -> None:
        last = tricks_of(self.written(trick("4S 6D")))[-1]
        assert (last["chip"], last["off"], last["numbers"]) == ("red", None, [])
        assert last["board"]["white"] == list(DIAGRAM_3_WHITE)
        assert refusal(self.written(trick("4S 6D", "6/off"))) == ("cannot_move", "/rounds/0/tricks/3/plays")

    def test_three_chips_and_the_round_is_over(self) -> None:
        replayed = replay(self.written(trick("4S 6D"), trick("3H 2C"), trick("5D AC")))["rounds"][0]
        assert [trick["leader"] for trick in replayed["tricks"]] == ["white"] * 6
        assert replayed["ovals"] == {"red": [0, 0, 0], "white": [2, 2, 1]}
        assert replayed["complete"]

    def test_heart_four_and_club_four_play_no_double_4_and_draw_no_card(self) -> None:
        last = tricks_of(self.written(trick("4H 4C")))[-1]
        assert (last["kind"], last["numbers"], last["extra_numbers"], last["chip"]) == ("doubles", [], [], "red")
        assert refusal(self.written(trick("4H 4C 3S"))) == ("extra_not_due", "/rounds/0/tricks/3/extra")


class TestUnplayedCards:
    RED_OFF_IN_TWO: ClassVar = [
        trick("AS AH", "1/off 1/off 1/off 1/off", extra_disregarded=True),
        trick("AS 2D", "1/off 1/off"),
    ]

    def tricks(self, setup: dict[str, list[int]], *tricks: Record) -> tuple[int, bool]:
        """How many tricks the round took, none of its cards left in hand but the unplayed ones turned up."""
        left = ["6H", "5H", "4H"][: 6 - len(tricks)]
        round_ = {"setup": setup, "tricks": list(tricks), "unplayed": {"red": left, "white": left}}
        replayed = replay(record(round_, options={"pack": "double"}))["rounds"][0]
        return len(replayed["tricks"]), replayed["complete"]

    def test_after_a_gammon_the_sixth_card_of_each_player_is_not_played(self) -> None:
        setup = {"red": [1, 1, 1, 1, 1, 1], "white": [2, 2, 3, 4, 5, 6]}
        white = [trick("3D 4S", "4/off 3/off"), trick("5S QD", "5/off"), trick("6S 2D", "6/off 2/off")]
        assert self.tricks(setup, *self.RED_OFF_IN_TWO, *white) == (5, True)

    def test_after_two_gammons_the_fifth_and_sixth_are_not_played(self) -> None:
        setup = {"red": [1, 1, 1, 1, 1, 1], "white": [1, 1, 1, 1, 1, 2]}
        white = [trick("AD AD", "1/off " * 5 + "2/1", extra_disregarded=True), trick("2S 3D", "1/off")]
        assert self.tricks(setup, *self.RED_OFF_IN_TWO, *white) == (4, True)

    def test_after_a_backgammon_on_the_first_turn_the_fifth_and_sixth_are_not_played(self) -> None:
        setup = {"red": [2, 2, 2, 2, 2, 2], "white": [1, 1, 1, 1, 1, 1]}
        red = trick("2D 2D 5C", "2/off " * 6)
        white = [trick(cards, "1/off 1/off") for cards in ("3D 4S", "3S 4D", "5S 6D")]
        assert self.tricks(setup, red, *white) == (4, True)


class TestEarningPoints:
    def test_casablanca_and_double_chip_is_10_and_the_running_score_goes_from_23_to_33(self) -> None:
        assert OFFENSIVE["casablanca"] + DEFENSIVE["double_chip"] == 10
        before = [{"points": {"red": points, "white": 0}} for points in (4, 4, 4, 4, 4, 3)]
        seventh = {"ovals": {"red": [2, 2, 2], "white": [0, 0, 3]}}
        assert replay(record(*before, seventh))["running"][-2:] == [[23, 0], [33, 0]]

    def test_the_running_score_after_4_0_and_three_points_each_is_7_3(self) -> None:
        rounds = [{"points": {"red": 4, "white": 0}}, {"points": {"red": 3, "white": 3}}]
        assert replay(record(*rounds))["running"] == [[4, 0], [7, 3]]

    def test_a_rabat_is_earned_by_taking_off_one_man_and_moving_another_down(self) -> None:
        three_left = (1, 0, 0, 1, 1, 0)
        assert most_off(three_left, [4, 1])[1] == 2
        assert after(three_left, (4, "4/off"), (1, "5/4")) in ends(three_left, [4, 1])
        assert offensive((3, 1, 2)) == "rabat"

    def test_backgammon_on_the_third_turn_scores_12_and_both_chips_go_back(self) -> None:
        assert offensive((0, 0, 6)) == "backgammon"
        assert defensive((0, 0, 6)) is None


class TestPips:
    WHITE: Board = (2, 1, 0, 0, 0, 0)
    RED: Board = (0, 0, 1, 0, 0, 1)

    def test_whites_4_pips_are_less_than_reds_9_though_he_has_more_men(self) -> None:
        pips = {"red": PIPS_ON[self.RED], "white": PIPS_ON[self.WHITE]}
        assert pips == {"red": 9, "white": 4}
        both = score({"red": (2, 1, 1), "white": (1, 1, 1)}, pips)
        assert (both["red"]["pips"], both["white"]["pips"]) == (0, 1)

    def test_equal_pips_score_nothing(self) -> None:
        both = score({"red": (2, 1, 1), "white": (2, 2, 1)}, {"red": 5, "white": 5})
        assert (both["red"]["pips"], both["white"]["pips"]) == (0, 0)


class TestChipsAndFezzes:
    def test_pips_and_chip_are_2_points(self) -> None:
        assert score({"red": (2, 2, 1), "white": (2, 1, 0)}, {"red": 2, "white": 12})["red"]["total"] == 2

    def test_triple_chip_is_a_grand_fez_of_18(self) -> None:
        assert defensive((0, 0, 0)) == "grand_fez"
        assert max(DEFENSIVE.values()) == DEFENSIVE["grand_fez"] == 18


class TestMiscellaneousRules:
    def test_an_exposed_card_is_out_of_play(self) -> None:
        written = one(trick("QH 6C"), pack="single", exposed=["QH"])
        assert refusal(written) == ("too_many_copies", "/rounds/0/tricks/0/lead")

    def test_a_card_led_face_up_is_taken_back_for_that_trick_only(self) -> None:
        """Taken back, the Ace of Hearts is in the hand again: it is played later, as one of the pack's two."""
        first = trick("5H 6C", "5/off 4/off", withdrawn="AH")
        assert tricks_of(one(first))[0]["numbers"] == [5, 6]
        written = one(first, trick("AH 2D", "2/off 1/off"), trick("3S AH", "3/off 1/off"), pack="single")
        assert [each["winner"] for each in tricks_of(written)] == ["red"] * 3
        written["rounds"][0]["exposed"] = ["AH"]
        assert refusal(written) == ("too_many_copies", "/rounds/0/tricks/2/reply")

    def test_who_leads_on_without_drawing_loses_the_right_to_play_more(self) -> None:
        written = one(trick("AH 5H", "5/off 2/1", extra_disregarded=True))
        assert tricks_of(written)[0]["extra_numbers"] == []


class TestBearingOffForBeginners:
    def test_6_4_takes_off_two_men_in_diagram_a(self) -> None:
        assert most_off(DIAGRAM_A_WHITE, [6, 4]) == (after(DIAGRAM_A_WHITE, (6, "6/off"), (4, "4/off")), 2)

    def test_6_5_makes_the_same_play_as_6_4(self) -> None:
        assert most_off(DIAGRAM_A_WHITE, [6, 5]) == most_off(DIAGRAM_A_WHITE, [6, 4])

    @pytest.mark.parametrize("numbers", [[6, 5], [6, 4], [5, 4]])
    def test_red_plays_6_5_6_4_and_5_4_by_bearing_off_his_two_highest_men(self, numbers: list[int]) -> None:
        assert most_off(DIAGRAM_A_RED, numbers) == (after(DIAGRAM_A_RED, (5, "5/off"), (4, "4/off")), 2)

    def test_6_3_takes_off_two_men_or_one_man_and_moves_another(self) -> None:
        legal = ends(DIAGRAM_A_WHITE, [6, 3])
        assert after(DIAGRAM_A_WHITE, (6, "6/off"), (3, "3/off")) in legal
        assert after(DIAGRAM_A_WHITE, (6, "6/off"), (3, "4/1")) in legal

    def test_6_2_moves_down_with_the_two_from_the_4_point_or_the_3_point(self) -> None:
        legal = ends(DIAGRAM_A_WHITE, [6, 2])
        assert after(DIAGRAM_A_WHITE, (6, "6/off"), (2, "4/2")) in legal
        assert after(DIAGRAM_A_WHITE, (6, "6/off"), (2, "3/1")) in legal
        # Ruling 3 adds the third: 6/4 with the two, then the six on the man it moved.
        assert legal[after(DIAGRAM_A_WHITE, (2, "6/4"), (6, "4/off"))] == ("6/4", "4/off")
        assert len(legal) == 3

    def test_men_from_the_6_point_and_the_1_point_come_off_with_6_1_and_not_with_6_2(self) -> None:
        both_off = after(DIAGRAM_A_WHITE, (6, "6/off"), (1, "1/off"))
        assert both_off in ends(DIAGRAM_A_WHITE, [6, 1])
        assert both_off not in ends(DIAGRAM_A_WHITE, [6, 2])

    def test_5_2_in_any_order_takes_off_the_man_just_moved_in_diagram_b(self) -> None:
        legal = ends(DIAGRAM_B_RED, [5, 2])
        assert after(DIAGRAM_B_RED, (5, "6/1"), (2, "3/1")) in legal
        assert legal[after(DIAGRAM_B_RED, (2, "6/4"), (5, "4/off"))] == ("6/4", "4/off")
        assert most_off(DIAGRAM_B_RED, [5, 2])[1] == 1

    def test_double_5_moves_from_the_6_point_and_removes_three_men(self) -> None:
        four_fives = [(5, "6/1"), (5, "3/off"), (5, "3/off"), (5, "3/off")]
        assert list(ends(DIAGRAM_B_RED, [5] * 4)) == [after(DIAGRAM_B_RED, *four_fives)]

    def test_double_2_bears_off_the_6_point_with_three_twos_and_moves_with_the_fourth(self) -> None:
        four_twos = [(2, "6/4"), (2, "4/2"), (2, "2/off"), (2, "3/1")]
        assert after(DIAGRAM_B_RED, *four_twos) in ends(DIAGRAM_B_RED, [2] * 4)

    @pytest.mark.parametrize("fourth", ["6/4", "3/1"])
    def test_white_bears_off_three_men_with_double_2_and_moves_one_down(self, fourth: str) -> None:
        three_off = after(DIAGRAM_B_WHITE, *[(2, "2/off")] * 3)
        assert list(plays_of(three_off, 2)) == ["6/4", "3/1"]
        assert plays_of(three_off, 2)[fourth] in ends(DIAGRAM_B_WHITE, [2] * 4)
        assert most_off(DIAGRAM_B_WHITE, [2] * 4)[1] == 3


class TestSidelights:
    def test_the_most_one_round_can_score_is_30_a_marrakesh(self) -> None:
        for ovals in ((6,), (1, 4, 1)):
            assert score({"red": ovals, "white": (0, 0, 0)}, {"red": 0, "white": 36})["red"]["total"] == 30

    def test_the_odds_of_a_straight_and_of_six_of_a_kind(self) -> None:
        """Ruling 16: the book's 1 in 75 for a straight is approximate; it is 6!/6⁶, about 1 in 65."""
        throws = [tuple(sorted(throw)) for throw in product(range(1, 7), repeat=6)]
        assert set(throws) == set(SETUPS)
        assert Fraction(throws.count((1, 2, 3, 4, 5, 6)), len(throws)) == Fraction(5, 324)
        assert Fraction(sum(len(set(throw)) == 1 for throw in throws), len(throws)) == Fraction(1, 7776)
        assert Fraction(throws.count((1,) * 6), len(throws)) == Fraction(1, 46656)


class TestOasisBonuses:
    @pytest.mark.parametrize(
        ("scored_in", "name", "multiplier"),
        [(9, None, 1), (10, "oasis", 2), (11, "great_oasis", 3), (12, "perfect_oasis", 4)],
    )
    def test_the_margin_is_doubled_tripled_or_quadrupled(
        self, scored_in: int, name: str | None, multiplier: int
    ) -> None:
        rounds = [{"points": {"red": 3 if number < scored_in else 0, "white": 0}} for number in range(ROUNDS)]
        options = {"stake": {"amount": "0.25", "currency": "EUR"}, "oasis": True}
        result = replay(record(*rounds, options=options))["result"]
        assert (result["oasis"], result["multiplier"]) == (name, multiplier)
        assert result["payoff_points"] == 3 * scored_in * multiplier


class TestWinningStrategy:
    """Its "Diagram 1" is Diagram 2 (ruling 16)."""

    @pytest.mark.parametrize(
        ("lead", "two_off"), [(5, [6]), (3, []), (1, []), (6, [2, 4, 5]), (4, [2, 6]), (2, [4, 6])]
    )
    def test_whites_setup_lacks_the_five_three_and_ace_that_red_should_lead(
        self, lead: int, two_off: list[int]
    ) -> None:
        """ "If White wins the trick, White will bear off only one man (unless he succeeds in matching suit or number)."
        The book overlooks the Six to Red's Five, which takes off White's two highest men."""
        replies = [number for number in range(7) if number != lead]
        most = {
            reply: most_off(DIAGRAM_2_WHITE, [number for number in (lead, reply) if number])[1] for reply in replies
        }
        assert [reply for reply in replies if most[reply] > 1] == two_off

    def test_reds_setup_lacks_threes_and_twos_so_a_three_or_a_deuce_is_whites_best_lead(self) -> None:
        assert [number for number in range(1, 7) if not most_off(DIAGRAM_2_RED, [number])[1]] == [2, 3, 5]

    def test_5_3_moves_down_first_and_bears_off_a_man_from_the_4_point(self) -> None:
        assert ends(DIAGRAM_2_WHITE, [5, 3])[after(DIAGRAM_2_WHITE, (3, "6/3"), (5, "4/off"))] == ("6/3", "4/off")
        five_first = after(DIAGRAM_2_WHITE, (5, "6/1"))
        assert MEN_ON[five_first] - MEN_ON[most_off(five_first, [3])[0]] == 0

    @pytest.mark.parametrize("ace", ["4/3", "2/1"])
    def test_the_ace_of_5_1_moves_off_the_4_point_or_down_from_the_2_point(self, ace: str) -> None:
        assert after(DIAGRAM_4_RED, (5, "5/off"), (1, ace)) in ends(DIAGRAM_4_RED, [5, 1])
