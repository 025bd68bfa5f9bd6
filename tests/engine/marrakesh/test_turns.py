"""What the winner made of his numbers. Red leads on SETUP, with men on 1, 1, 2, 3, 4 and 5; White's board has 2, 2, 3,
4, 5 and 6."""

import pytest

from tests.engine.marrakesh.writing import one, refusal, refused, trick, tricks_of

FIRST = "/rounds/0/tricks/0"
Fields = dict[str, object]


class TestPlays:
    def test_two_numbers_are_played_in_any_order(self) -> None:
        for plays in ("5/off 4/off", "4/off 5/off"):
            assert tricks_of(one(trick("5H 4C", plays)))[0]["board"]["red"] == [2, 1, 1, 0, 0, 0]

    def test_they_are_kept_as_recorded(self) -> None:
        assert tricks_of(one(trick("5H 4C", "4/off 5/off")))[0]["plays"] == ["4/off", "5/off"]

    @pytest.mark.parametrize("plays", [None, []])
    def test_they_may_be_absent_or_empty_when_no_number_can_be_played(self, plays: list[str] | None) -> None:
        """Ruling 5: two Nulls play nothing, and the extra card is drawn as usual."""
        last = tricks_of(one(trick("QH QC QS", plays=plays)))[0]
        assert (last["plays"], last["off"], last["chip"], last["numbers"]) == ([], 0, "red", [])

    @pytest.mark.parametrize(
        "play",
        ["", "6", "6/", "/6", "6/6", "3/3", "2/5", "7/6", "7/off", "6/0", "0/off", "6-4", "06/4", "6/4 ", "6/OFF"],
    )
    def test_a_play_of_another_form_is_refused_before_any_is_tried(self, play: str) -> None:
        written = one(trick("5H 4C", plays=["6/5", play]))
        assert refusal(written) == ("bad_play", f"{FIRST}/plays/1")

    @pytest.mark.parametrize(
        ("cards", "plays", "index"),
        [
            ("5H 4C", "5/off 3/off", 1),
            ("5H 4C", "5/2", 0),
            ("5H 4C", "6/2", 0),
            ("5H 4C", "5/off 4/off 3/off", 2),
            ("5H QC", "5/off 1/off", 1),
            ("6H QC", "4/off", 0),
            ("QH QC QS", "1/off", 0),
        ],
    )
    def test_the_first_play_that_no_number_allows_is_refused(self, cards: str, plays: str, index: int) -> None:
        assert refusal(one(trick(cards, plays))) == ("illegal_play", f"{FIRST}/plays/{index}")

    def test_after_the_last_man_no_play_is_left(self) -> None:
        setup = {"red": [1, 1, 1, 1, 1, 1], "white": [2, 2, 2, 2, 2, 2]}
        six = trick("6H 6C 5D", "1/off 1/off 1/off 1/off 1/off")
        five_off = one({**six}, setup=setup)
        assert tricks_of(five_off)[0]["off"] == 5
        all_off = one(six, trick("2H 3C", "1/off 1/off"), setup=setup)
        assert refusal(all_off) == ("illegal_play", "/rounds/0/tricks/1/plays/1")
        assert refused(all_off).detail == (
            "Round 1, trick 2, play 2: Red cannot play 1/off: no man is left, so nothing more is legal."
        )

    def test_after_the_last_number_no_play_is_left(self) -> None:
        assert refused(one(trick("5H 4C", "5/off 4/off 3/off"))).detail == (
            "Round 1, trick 1, play 3: Red cannot play 3/off: no number is left, so nothing more is legal."
        )

    @pytest.mark.parametrize("plays", [None, [], ["5/off"]])
    def test_numbers_that_are_left_must_be_played(self, plays: list[str] | None) -> None:
        assert refusal(one(trick("5H 4C", plays=plays))) == ("plays_missing", f"{FIRST}/plays")

    def test_the_extra_cards_numbers_are_played_too(self) -> None:
        plays = "6/off 5/off 4/off"
        assert tricks_of(one(trick("5H 6H 4C", plays)))[0]["extra_numbers"] == [4]
        assert refusal(one(trick("5H 6H 4C", "6/off 5/off"))) == ("plays_missing", f"{FIRST}/plays")

    def test_they_come_after_the_tricks_numbers(self) -> None:
        """Ruling 2."""
        assert refusal(one(trick("5H 6H 4C", "4/off 6/off 5/off")))[0] == "illegal_play"

    def test_what_would_have_been_legal_is_told(self) -> None:
        violation = refused(one(trick("5H 4C", "5/off 6/2")))
        assert violation.legal == ["4/off"]
        assert violation.params["board"] == [2, 1, 1, 1, 0, 0]
        assert violation.detail == (
            "Round 1, trick 1, play 2: Red cannot play 6/2 with one each on 4, 3 and 2, two on 1; with 4 left,"
            " legal: 4/off."
        )


class TestBoard:
    def test_the_engine_finds_the_first_line_that_leads_there(self) -> None:
        last = tricks_of(one(trick("5H 4C", board=[2, 1, 1, 0, 0, 0])))[0]
        assert (last["plays"], last["off"]) == (["5/off", "4/off"], 2)

    def test_the_tricks_numbers_come_before_the_extra_cards(self) -> None:
        last = tricks_of(one(trick("2H 3H 6C", board=[0, 3, 0, 0, 1, 0])))[0]
        assert last["plays"] == ["3/off", "4/2", "6/off"]

    @pytest.mark.parametrize(
        "board",
        [[2, 1, 1, 1, 1, 0], [2, 1, 1, 0, 0, 1], [0, 0, 0, 0, 0, 0], [2, 1, 1, 0, 0, 7], [10**30, 0, 0, 0, 0, 0]],
    )
    def test_a_board_to_which_no_order_leads_is_refused(self, board: list[int]) -> None:
        violation = refused(one(trick("5H 4C", board=board)))
        assert (violation.code, violation.path) == ("unreachable_board", f"{FIRST}/board")
        assert [2, 1, 1, 0, 0, 0] in (violation.legal or [])

    def test_without_a_number_it_stays_as_it_was(self) -> None:
        assert tricks_of(one(trick("QH QC QS", board=[2, 1, 1, 1, 1, 0])))[0]["plays"] == []
        assert refusal(one(trick("QH QC QS", board=[1, 1, 1, 1, 1, 0])))[0] == "unreachable_board"

    def test_with_plays_it_must_agree_and_the_plays_are_kept(self) -> None:
        board = [2, 1, 1, 0, 0, 0]
        assert tricks_of(one(trick("5H 4C", "4/off 5/off", board=board)))[0]["plays"] == ["4/off", "5/off"]
        other = one(trick("5H 4C", "5/1 4/off", board=board))
        assert refusal(other) == ("unreachable_board", f"{FIRST}/board")

    def test_the_plays_are_judged_first(self) -> None:
        assert refusal(one(trick("5H 4C", "5/off", board=[1, 0, 0, 0, 0, 0]))) == ("plays_missing", f"{FIRST}/plays")
        assert refusal(one(trick("5H 4C", plays=[], board=[2, 1, 1, 0, 0, 0])))[0] == "plays_missing"


class TestRuledBoard:
    NOTE: Fields = {"note": "noticed at the next deal"}

    def test_men_may_have_moved_back_and_the_plays_are_unknown(self) -> None:
        last = tricks_of(one(trick("5H 4C", ruling={**self.NOTE, "board": [0, 0, 0, 0, 0, 5]})))[0]
        assert (last["plays"], last["off"], last["irregular"]) == (None, 1, True)

    def test_an_unchanged_board_is_a_turn_without_a_man_off(self) -> None:
        last = tricks_of(one(trick("5H 4C", ruling={**self.NOTE, "board": [2, 1, 1, 1, 1, 0]})))[0]
        assert (last["plays"], last["off"], last["chip"]) == (None, 0, "red")

    def test_all_men_may_be_off(self) -> None:
        assert tricks_of(one(trick("5H 4C", ruling={**self.NOTE, "board": [0] * 6})))[0]["off"] == 6

    @pytest.mark.parametrize("board", [[6, 0, 0, 0, 0, 1], [0, 7, 0, 0, 0, 0], [10**40, 0, 0, 0, 0, 0]])
    def test_no_man_comes_back(self, board: list[int]) -> None:
        written = one(trick("5H 4C", ruling={**self.NOTE, "board": board}))
        assert refusal(written) == ("impossible_board", f"{FIRST}/ruling/board")

    def test_it_needs_the_winner_who_stood(self) -> None:
        last = tricks_of(one(trick("5H 4C", ruling={**self.NOTE, "winner": "white", "board": [6, 0, 0, 0, 0, 0]})))[0]
        assert last["board"] == {"red": [2, 1, 1, 1, 1, 0], "white": [6, 0, 0, 0, 0, 0]}
