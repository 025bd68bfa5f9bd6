from itertools import combinations_with_replacement

import pytest

from engine.marrakesh.bearing_off import BOARDS, EMPTY, MEN_ON, PIPS_ON, SETUPS, ends, follow, halt
from engine.marrakesh.bearing_off import plays as plays_of
from tests.engine import oracle

TRICKS = [
    *combinations_with_replacement(range(1, 7), 1),
    *((a, b) for a, b in combinations_with_replacement(range(1, 7), 2) if a != b),
    *((number,) * times for number in range(1, 7) for times in (4, 6)),
]


def test_there_are_924_boards_of_at_most_six_men() -> None:
    assert len(BOARDS) == len(set(BOARDS)) == 924
    assert all(min(board) >= 0 and MEN_ON[board] == sum(board) <= 6 for board in BOARDS)


def test_there_are_462_setups() -> None:
    assert len(SETUPS) == 462
    assert all(PIPS_ON[board] == sum(dice) for dice, board in SETUPS.items())


@pytest.mark.parametrize("number", range(1, 7))
def test_each_number_does_what_the_rulebook_says_on_each_board(number: int) -> None:
    for board in BOARDS:
        by_hand = {f"{move[0]}/{move[1] or 'off'}": oracle.moved(board, move) for move in oracle.moves(board, number)}
        assert list(plays_of(board, number).items()) == list(by_hand.items())


@pytest.mark.parametrize("number", range(1, 7))
def test_a_number_can_be_played_while_a_man_is_left(number: int) -> None:
    assert [board for board in BOARDS if not plays_of(board, number)] == [EMPTY]


@pytest.mark.parametrize("numbers", TRICKS, ids=str)
def test_the_end_boards_and_their_lines_are_those_of_a_search_through_every_order(numbers: tuple[int, ...]) -> None:
    for board in BOARDS[:: 1 if len(numbers) < 3 else 5]:
        assert {end: list(line) for end, line in ends(board, numbers).items()} == oracle.ends(board, numbers, ())


@pytest.mark.parametrize(
    ("numbers", "extra"), [((2, 5), (3,)), ((1, 6), (2,) * 4), ((4,) * 4, (1,)), ((1,) * 6, (1,) * 4), ((3,), (5,) * 6)]
)
def test_the_extra_cards_numbers_come_after_the_tricks(numbers: tuple[int, ...], extra: tuple[int, ...]) -> None:
    """Ruling 2."""
    for board in BOARDS[::7]:
        by_hand = oracle.ends(board, numbers, extra)
        assert {end: list(line) for end, line in ends(board, numbers, extra).items()} == by_hand


def test_numbers_may_be_given_in_any_order() -> None:
    assert ends((1, 1, 1, 1, 1, 1), [2, 6]) == ends((1, 1, 1, 1, 1, 1), (6, 2))


class TestTheFirstLine:
    """Larger numbers before smaller; for one number, higher points before lower."""

    def test_larger_numbers_are_tried_first(self) -> None:
        board = (0, 1, 0, 0, 0, 1)
        assert ends(board, [2, 6])[EMPTY] == ("6/off", "2/off")

    def test_the_smaller_comes_first_where_only_that_leads_there(self) -> None:
        assert ends((0, 0, 0, 0, 0, 1), [2, 6])[EMPTY] == ("6/off",)
        assert ends((0, 0, 0, 1, 0, 1), [2, 6])[(0, 0, 0, 1, 0, 0)] == ("6/4", "4/off")

    def test_higher_points_are_tried_first(self) -> None:
        assert ends((0, 0, 0, 2, 0, 2), [2, 2, 2, 2])[(0, 2, 0, 2, 0, 0)] == ("6/4", "6/4", "4/2", "4/2")


class TestFollow:
    def test_a_man_taken_off_may_have_used_the_larger_or_the_smaller_number(self) -> None:
        """3/off fits the three, and the five too while no man stands higher: what follows decides."""
        board = (0, 0, 2, 0, 0, 0)
        assert follow(board, (1, 5), (), ["3/off", "3/2"]) == (0, 1, 0, 0, 0, 0)
        assert follow(board, (3, 5), (), ["3/off", "3/off"]) == EMPTY
        assert follow((1, 1, 1, 0, 0, 0), (3, 5), (), ["3/off", "2/off"]) == (1, 0, 0, 0, 0, 0)
        assert follow((1, 0, 1, 0, 0, 0), (2, 3), (), ["3/off", "1/off"]) == EMPTY
        assert follow((1, 0, 1, 0, 0, 0), (2, 3), (), ["3/1", "1/off"]) == (1, 0, 0, 0, 0, 0)

    def test_a_line_must_play_every_number_while_a_man_is_left(self) -> None:
        assert follow((2, 0, 0, 0, 0, 0), (1, 5), (), ["1/off"]) is None
        assert follow((1, 0, 0, 0, 0, 0), (1, 5), (), ["1/off"]) == EMPTY

    def test_no_play_is_left_without_a_man(self) -> None:
        assert follow((1, 0, 0, 0, 0, 0), (1, 5), (), ["1/off", "1/off"]) is None
        assert follow(EMPTY, (1, 5), (), []) == EMPTY

    def test_the_extra_cards_number_cannot_come_first(self) -> None:
        board = (0, 0, 0, 1, 0, 1)
        assert follow(board, (2,), (6,), ["6/4", "4/off"]) == (0, 0, 0, 1, 0, 0)
        assert follow(board, (2,), (6,), ["6/off", "4/2"]) is None

    @pytest.mark.parametrize("numbers", [(1, 2), (2, 5), (3, 6), (4, 4, 4, 4)])
    def test_every_line_to_every_end_can_be_followed_to_it(self, numbers: tuple[int, ...]) -> None:
        for board in BOARDS[::3]:
            for end, line in ends(board, numbers).items():
                assert follow(board, numbers, (), line) == end


class TestHalt:
    def test_it_says_what_could_be_played_instead_larger_numbers_first(self) -> None:
        end = halt((1, 1, 1, 1, 1, 1), (2, 5), (), ["4/3"])
        assert (end.played, end.left, end.legal) == (0, (5, 2), ["6/1", "5/off", "6/4", "5/3", "4/2", "3/1", "2/off"])

    def test_it_goes_as_far_as_any_order_of_the_numbers_does(self) -> None:
        end = halt((0, 0, 1, 0, 0, 1), (2, 6), (), ["6/4", "4/3"])
        assert (end.played, end.board, end.legal) == (1, (0, 0, 1, 1, 0, 0), ["4/off"])

    def test_nothing_is_legal_once_all_numbers_are_played(self) -> None:
        end = halt((0, 0, 0, 0, 0, 2), (6,), (), ["6/off", "6/off"])
        assert (end.played, end.legal) == (1, [])
