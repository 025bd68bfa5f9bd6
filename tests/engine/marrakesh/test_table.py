"""A round under way: who leads, the extra card, withdrawn leads, rulings of a trick, and a winner who cannot move."""

from typing import Any

import pytest

from engine.marrakesh import replay
from tests.engine.marrakesh.writing import Record, one, record, refusal, refused, trick, tricks_of

AT = "/rounds/0/tricks"
NOTE = {"note": "as it stood"}

# White leads and has had three turns after three tricks, one man being left on his 6-point; Red has had none.
SETUP = {"red": [3, 3, 4, 4, 5, 5], "white": [1, 1, 2, 2, 6, 6]}
WHITE_DONE = [trick("2S 6D", "6/off 2/off"), trick("2H AD", "2/off 1/off"), trick("AH QC", "1/off")]
# Red is off in one turn, with triples.
RED_OFF_SETUP = {"red": [2, 2, 2, 2, 2, 2], "white": [1, 1, 1, 1, 1, 1]}
RED_OFF = [trick("2D 2D 5C", "2/off " * 6)]


def after(first: list[Record], setup: dict[str, list[int]], *then: Record, **fields: Any) -> Record:
    return record({"setup": setup, "tricks": [*first, *then], **fields}, options={"pack": "double"})


class TestLeader:
    def test_the_winner_of_a_trick_leads_to_the_next(self) -> None:
        """Also after a null chip: "he still leads to the next trick"."""
        setup = {"red": [1, 1, 2, 2, 3, 3], "white": [2, 2, 2, 3, 3, 6]}
        replayed = tricks_of(one(trick("4D QH", "6/2"), trick("3S 2D", "3/off 2/off", leader="white"), setup=setup))
        assert [trick["chip"] for trick in replayed] == ["white", None]
        assert [trick["leader"] for trick in replayed] == ["red", "white"]

    @pytest.mark.parametrize(("said", "index"), [("white", 0), ("red", 1)])
    def test_a_leader_who_did_not_lead_is_refused(self, said: str, index: int) -> None:
        tricks = [trick("4D QH", "4/off"), trick("QS 5D", "5/off")]
        tricks[index]["leader"] = said
        violation = refused(one(*tricks))
        assert (violation.code, violation.path) == ("wrong_leader", f"{AT}/{index}/leader")
        assert violation.legal == ["red" if said == "white" else "white"]

    def test_a_ruling_may_name_another_leader_and_the_cross_check_follows_it(self) -> None:
        wrong_side = {**NOTE, "leader": "white"}
        replayed = tricks_of(one(trick("5H 4C", "5/off 4/off", ruling=wrong_side, leader="white")))
        assert (replayed[0]["leader"], replayed[0]["winner"]) == ("white", "white")
        assert refusal(one(trick("5H 4C", "5/off 4/off", ruling=wrong_side, leader="red")))[0] == "wrong_leader"

    def test_who_led_the_first_trick_led_the_round(self) -> None:
        written = one(trick("5H 4C", "5/off 4/off", ruling={**NOTE, "leader": "white"}))
        assert replay(written)["rounds"][0]["leader"] == "white"


class TestExtra:
    DUE = ("5H 4H", "4C 4D", "4C 4C")

    @pytest.mark.parametrize("cards", ["5H 4C", "QS 6D"])
    def test_none_is_due_after_a_plain_trick(self, cards: str) -> None:
        assert refusal(one(trick(f"{cards} 2S", []))) == ("extra_not_due", f"{AT}/0/extra")
        assert refusal(one(trick(cards, [], extra_disregarded=True))) == ("extra_not_due", f"{AT}/0/extra_disregarded")

    @pytest.mark.parametrize("cards", ["4S 4D", "4D 5D", "6D 6D"])
    def test_none_is_due_to_a_winner_who_cannot_move(self, cards: str) -> None:
        winner = "red" if cards[1] == cards[4] else "white"
        first, setup = (RED_OFF, RED_OFF_SETUP) if winner == "red" else (WHITE_DONE, SETUP)
        if winner == "red":
            first = [*RED_OFF, trick("3D 4S", "1/off 1/off")]
        assert refusal(after(first, setup, trick(f"{cards} 2S")))[1] == f"{AT}/{len(first)}/extra"
        assert refusal(after(first, setup, trick(cards, extra_disregarded=True)))[0] == "extra_not_due"
        assert tricks_of(after(first, setup, trick(cards)))[-1]["chip"] == ("white" if winner == "red" else "red")

    def test_it_is_drawn_or_disregarded_not_both(self) -> None:
        written = one(trick("5H 4H 2C", "5/off 4/off 2/off", extra_disregarded=True))
        assert refusal(written) == ("extra_not_due", f"{AT}/0/extra_disregarded")

    @pytest.mark.parametrize("disregarded", [None, False])
    def test_not_disregarded_is_the_same_as_nothing_said(self, disregarded: bool | None) -> None:
        assert tricks_of(one(trick("5H 4H 2C", "5/off 4/off 2/off", extra_disregarded=disregarded)))
        assert tricks_of(one(trick("5H 4C", "5/off 4/off", extra_disregarded=disregarded)))

    @pytest.mark.parametrize("moved", [{"plays": ["5/off", "4/off"]}, {"board": [0, 2, 1, 0, 0, 1]}, {}])
    @pytest.mark.parametrize("cards", ["5H 4H", "4C 4D"])
    def test_one_that_is_due_is_not_forgotten(self, cards: str, moved: Record) -> None:
        assert refusal(one(trick(cards, **moved))) == ("extra_missing", f"{AT}/0/extra")

    def test_it_is_not_known_to_be_needless_from_plays_of_another_form(self) -> None:
        assert refusal(one(trick("5H 4H", "5/off x")))[0] == "extra_missing"

    @pytest.mark.parametrize("moved", [{"plays": ["1/off", "1/off"]}, {"board": [0, 0, 0, 0, 0, 0]}])
    def test_it_need_not_be_drawn_when_the_last_man_is_off_without_it(self, moved: Record) -> None:
        """Ruling 4."""
        setup = {"red": [1, 1, 1, 1, 1, 1], "white": [2, 2, 2, 2, 2, 2]}
        four = trick("6H 6C", "1/off 1/off 1/off 1/off", extra_disregarded=True)
        doubled = one(four, trick("AS AH", **moved), setup=setup)
        assert tricks_of(doubled)[-1]["extra_numbers"] == []
        assert tricks_of(doubled)[-1]["off"] == 2

    def test_a_board_that_the_tricks_numbers_do_not_reach_needs_it(self) -> None:
        assert refusal(one(trick("5H 4H", board=[0] * 6))) == ("extra_missing", f"{AT}/0/extra")

    def test_drawn_though_not_needed_its_numbers_are_told(self) -> None:
        setup = {"red": [1, 1, 1, 1, 1, 1], "white": [2, 2, 2, 2, 2, 2]}
        six = trick("AS AS 3C", "1/off " * 6)
        written = one(trick("QD QC QH", ruling={**NOTE, "winner": "white"}), six, setup=setup)
        assert tricks_of(written)[-1]["extra_numbers"] == [3, 3, 3, 3]
        assert tricks_of(written)[-1]["off"] == 6


class TestWithdrawn:
    def test_a_withdrawn_card_played_later_is_as_it_should_be(self) -> None:
        first = trick("2S 6D", "6/off 2/off", withdrawn="AH")
        tricks = [first, *WHITE_DONE[1:], trick("4S 6D"), trick("3H 2C"), trick("5D AC")]
        assert replay(after([], SETUP, *tricks))["rounds"][0]["complete"]

    @pytest.mark.parametrize("index", range(5))
    def test_in_a_hand_known_to_the_last_card_it_was_played_later(self, index: int) -> None:
        tricks = [*WHITE_DONE, trick("4S 6D"), trick("3H 2C"), trick("5D AC")]
        tricks[index] = {**tricks[index], "withdrawn": "6S"}
        violation = refused(after([], SETUP, *tricks))
        assert (violation.code, violation.path) == ("withdrawn_not_played", f"{AT}/{index}/withdrawn")

    def test_played_before_or_in_the_same_trick_is_not_later(self) -> None:
        """Ruling 15: the hand held both copies, so the other one must come later."""
        tricks = [*WHITE_DONE, trick("4S 6D"), trick("3H 2C"), trick("5D AC")]
        same = [tricks[0], {**tricks[1], "withdrawn": "2H"}, *tricks[2:]]
        assert refusal(after([], SETUP, *same)) == ("withdrawn_not_played", f"{AT}/1/withdrawn")
        both = [*tricks[:1], {**tricks[1], "withdrawn": "2H"}, *tricks[2:5], trick("2H AC")]
        assert replay(after([], SETUP, *both))["rounds"][0]["complete"]

    def test_the_other_sides_card_does_not_count(self) -> None:
        tricks = [{**WHITE_DONE[0], "withdrawn": "6D"}, *WHITE_DONE[1:], trick("4S 6D"), trick("3H 2C"), trick("5D AC")]
        assert refusal(after([], SETUP, *tricks)) == ("withdrawn_not_played", f"{AT}/0/withdrawn")

    def test_at_the_sixth_trick_only_one_card_is_left(self) -> None:
        tricks = [*WHITE_DONE, trick("4S 6D"), trick("3H 2C"), trick("5D AC", withdrawn="5D")]
        assert refusal(after([], SETUP, *tricks)) == ("withdrawn_too_late", f"{AT}/5/withdrawn")

    def test_a_hand_not_known_to_the_last_card_may_still_hold_it(self) -> None:
        assert tricks_of(one(trick("5H 4C", "5/off 4/off", withdrawn="6S")))

    def test_then_it_is_a_card_seen_like_any_other(self) -> None:
        """A single pack holds one Null a suit: it cannot be back in Red's hand and in White's."""
        first, then = trick("5H 4C", "5/off 4/off", withdrawn="QS"), trick("2H QS", "2/off")
        assert refusal(one(first, then, pack="single")) == ("too_many_copies", f"{AT}/0/withdrawn")
        assert tricks_of(one(first, then, pack="double"))

    def test_taken_back_twice_it_is_still_one_card(self) -> None:
        first, then = trick("5H 4C", "5/off 4/off", withdrawn="QS"), trick("2H QC", "2/off", withdrawn="QS")
        assert tricks_of(one(first, then, pack="single"))

    def test_left_unplayed_it_is_accounted_for(self) -> None:
        white = [trick(cards, "1/off 1/off") for cards in ("3D 4S", "3S 4D", "5S 6D")]
        tricks = [{**RED_OFF[0], "withdrawn": "6H"}, *white]
        left = {"white": ["6H", "5H"]}
        assert replay(after([], RED_OFF_SETUP, *tricks, unplayed=left))["rounds"][0]["complete"]
        other = {"white": ["4H", "5H"]}
        assert refusal(after([], RED_OFF_SETUP, *tricks, unplayed=other))[0] == "withdrawn_not_played"
        assert replay(after([], RED_OFF_SETUP, *tricks, unplayed={"red": ["4H", "5H"]}))["rounds"][0]["complete"]

    def test_it_is_a_card(self) -> None:
        assert refusal(one(trick("5H 4C", "5/off 4/off", withdrawn="7S"))) == ("unknown_card", f"{AT}/0/withdrawn")


class TestRuling:
    @pytest.mark.parametrize("note", [None, "", " ", "\n\t", "\u2003"])
    def test_it_needs_a_note(self, note: str | None) -> None:
        ruling = {} if note is None else {"note": note}
        assert refusal(one(trick("5H 4C", "5/off 4/off", ruling=ruling))) == ("ruling_without_note", f"{AT}/0/ruling")

    def test_a_note_alone_marks_the_trick_as_irregular(self) -> None:
        replayed = replay(one(trick("5H 4C", "5/off 4/off", ruling=NOTE)))["rounds"][0]
        assert (replayed["irregular"], replayed["tricks"][0]["irregular"]) == (True, True)

    def test_the_winner_who_stood_moves_and_leads(self) -> None:
        ruled = trick("5H 4C", "5/off 4/off", ruling={**NOTE, "winner": "white"})
        replayed = tricks_of(one(ruled, trick("3H 2C", "3/off 2/off", leader="white")))
        assert [trick["winner"] for trick in replayed] == ["white", "white"]
        assert replayed[0]["kind"] == "plain"

    def test_the_extra_card_is_compared_with_the_card_of_the_winner_who_stood(self) -> None:
        """Red led 5H and was given the suit-match that is White's: 5C matches his own Five."""
        ruled = trick("5H 4H 5C", ruling={**NOTE, "winner": "red", "board": [0] * 6})
        assert tricks_of(one(ruled))[0]["extra_numbers"] == [5, 5, 5, 5]

    def test_an_extra_card_may_be_given_or_not(self) -> None:
        assert tricks_of(one(trick("5H 4H", "5/off 4/off", ruling=NOTE)))[0]["extra_numbers"] == []
        plain = tricks_of(one(trick("5H 4C 2S", "5/off 4/off 2/off", ruling=NOTE)))[0]
        assert (plain["kind"], plain["extra_numbers"]) == ("plain", [2])

    def test_an_extra_card_that_stood_after_a_plain_trick_is_played(self) -> None:
        assert refusal(one(trick("5H 4C 2S", "5/off 4/off", ruling=NOTE))) == ("plays_missing", f"{AT}/0/plays")
        without = one(trick("5H 4C 2S", board=[2, 1, 1, 0, 0, 0], ruling=NOTE))
        assert refusal(without) == ("unreachable_board", f"{AT}/0/board")
        disregarded = trick("5H 4C", "5/off 4/off", ruling=NOTE, extra_disregarded=True)
        assert tricks_of(one(disregarded))[0]["extra_numbers"] == []

    @pytest.mark.parametrize("cards", ["5H 4H 2C", "5H 4C 2S"])
    def test_a_card_both_drawn_and_disregarded_is_refused_all_the_same(self, cards: str) -> None:
        both = one(trick(cards, "5/off 4/off 2/off", ruling=NOTE, extra_disregarded=True))
        assert refusal(both) == ("extra_not_due", f"{AT}/0/extra_disregarded")

    def test_what_it_does_not_name_is_checked_as_usual(self) -> None:
        assert refusal(one(trick("5H 4C", "5/off 3/off", ruling=NOTE)))[0] == "illegal_play"
        assert refusal(one(trick("5H 4C", ruling={**NOTE, "winner": "white"})))[0] == "plays_missing"
        assert refusal(one(trick("5H 4C", board=[0] * 6, ruling=NOTE)))[0] == "unreachable_board"


class TestAWinnerWhoCannotMove:
    def test_he_places_a_chip_in_the_opponents_next_oval_and_leads(self) -> None:
        replayed = replay(after(WHITE_DONE, SETUP, trick("4S 6D"), trick("3H 2C", leader="white")))["rounds"][0]
        last = replayed["tricks"][-1]
        assert (last["chip"], last["off"], last["plays"], last["numbers"]) == ("red", None, [], [])
        assert replayed["ovals"] == {"red": [0, 0], "white": [2, 2, 1]}

    def test_a_side_that_is_off_gives_chips_too(self) -> None:
        replayed = replay(after(RED_OFF, RED_OFF_SETUP, trick("4S 6D"), trick("3H 2C"), trick("5D AC")))["rounds"][0]
        assert replayed["ovals"] == {"red": [6], "white": [0, 0, 0]}
        assert replayed["complete"]
        assert replayed["score"]["red"]["total"] == 30

    @pytest.mark.parametrize(("first", "setup"), [(WHITE_DONE, SETUP), (RED_OFF, RED_OFF_SETUP)])
    @pytest.mark.parametrize(
        ("moved", "path"),
        [
            ({"plays": ["6/off"]}, "plays"),
            ({"board": [0, 0, 0, 0, 0, 1]}, "board"),
            ({"board": [0, 0, 0, 0, 0, 0]}, "board"),
            ({"ruling": {**NOTE, "board": [1, 0, 0, 0, 0, 0]}}, "ruling/board"),
            ({"ruling": {**NOTE, "board": [6, 6, 0, 0, 0, 0]}}, "ruling/board"),
        ],
    )
    def test_he_moves_nothing(self, first: list[Record], setup: dict[str, list[int]], moved: Record, path: str) -> None:
        assert refusal(after(first, setup, trick("4S 6D", **moved))) == ("cannot_move", f"{AT}/{len(first)}/{path}")

    @pytest.mark.parametrize("plays", [None, []])
    def test_empty_plays_are_no_move(self, plays: list[str] | None) -> None:
        assert tricks_of(after(WHITE_DONE, SETUP, trick("4S 6D", plays=plays)))[-1]["plays"] == []

    @pytest.mark.parametrize(
        ("first", "setup", "board"), [(WHITE_DONE, SETUP, [0, 0, 0, 0, 0, 1]), (RED_OFF, RED_OFF_SETUP, [0] * 6)]
    )
    def test_an_unchanged_ruling_board_is_no_move(
        self, first: list[Record], setup: dict[str, list[int]], board: list[int]
    ) -> None:
        last = tricks_of(after(first, setup, trick("4S 6D", ruling={**NOTE, "board": board})))[-1]
        assert (last["plays"], last["chip"] is None, last["off"], last["irregular"]) == ([], False, None, True)

    def test_under_a_ruling_an_extra_card_gives_him_no_numbers(self) -> None:
        last = tricks_of(after(WHITE_DONE, SETUP, trick("4S 6D 2H", ruling=NOTE)))[-1]
        assert (last["numbers"], last["extra_numbers"]) == ([], [])


class TestRoundOver:
    def test_the_round_ends_when_each_side_is_off_or_has_had_three_turns(self) -> None:
        whole = after(WHITE_DONE, SETUP, trick("4S 6D"), trick("3H 2C"), trick("5D AC"), trick("6S 6D"))
        assert refusal(whole) == ("round_over", f"{AT}/6")

    def test_sooner_when_both_are_off(self) -> None:
        two = [trick("2D 2D 5C", "2/off " * 6), trick("AS AS", "1/off " * 6)]
        assert replay(after(two, RED_OFF_SETUP))["rounds"][0]["complete"]
        assert refusal(after(two, RED_OFF_SETUP, trick("6S 6D"))) == ("round_over", f"{AT}/2")
