"""A round at each of its grades: setups, cards turned up at its end, ovals and points from a pad, rulings."""

from typing import Any

import pytest

from engine.marrakesh import replay
from tests.engine.marrakesh.writing import SETUP, Record, one, record, refusal, refused, round_, trick

R = "/rounds/0"
NOTE = {"note": "agreed at the table"}

# White is off in three turns and gives Red a chip with each trick left, which are all six.
WHITE_FIRST = {"red": [3, 3, 4, 4, 5, 5], "white": [1, 1, 2, 2, 6, 6]}
SIX_TRICKS = [
    trick("2S 6D", "6/off 2/off"),
    trick("2H AD", "2/off 1/off"),
    trick("AH QC", "1/off"),
    trick("4S 6H"),
    trick("3H 2C"),
    trick("5D AC"),
]
# Both are off in one turn.
SIXES = {"red": [2, 2, 2, 2, 2, 2], "white": [1, 1, 1, 1, 1, 1]}
TWO_TRICKS = [trick("2D 2D 5C", "2/off " * 6), trick("AS AS", "1/off " * 6)]


def whole(setup: dict[str, list[int]], tricks: list[Record], **fields: Any) -> Record:
    return record({"setup": setup, "tricks": tricks, **fields}, options={"pack": "double"})


def replayed(written: Record) -> Record:
    first: Record = replay(written)["rounds"][0]
    return first


def ovals(red: list[int], white: list[int], pips: tuple[int, int] | None = None, **fields: Any) -> Record:
    written: Record = {"ovals": {"red": red, "white": white}, **fields}
    if pips is not None:
        written["pips"] = {"red": pips[0], "white": pips[1]}
    return record(written)


def points(red: int, white: int, **fields: Any) -> Record:
    return record({"points": {"red": red, "white": white}, **fields})


class TestSetup:
    @pytest.mark.parametrize(
        "dice",
        [[], [1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 6, 6], [0, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 7], [-1] * 6, [10**5000] * 6],
        ids=["none", "five", "seven", "a zero", "a seven", "negative", "5000 digits"],
    )
    @pytest.mark.parametrize("side", ["red", "white"])
    def test_six_dice_from_1_to_6(self, side: str, dice: list[int]) -> None:
        assert refusal(one(setup={**SETUP, side: dice})) == ("bad_setup", f"{R}/setup/{side}")

    @pytest.mark.parametrize(
        ("red", "white", "leader"),
        [
            ([1, 1, 6, 6, 6, 6], [1, 5, 5, 5, 5, 5], "red"),
            ([1, 2, 6, 6, 6, 6], [1, 2, 2, 5, 5, 5], "white"),
            ([1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 5], "white"),
            ([6, 6, 6, 6, 6, 5], [6, 6, 6, 6, 6, 6], "red"),
        ],
    )
    def test_more_ones_lead_then_more_twos_and_so_forth(self, red: list[int], white: list[int], leader: str) -> None:
        assert replayed(one(setup={"red": red, "white": white}))["leader"] == leader
        assert replayed(one(setup={"red": white, "white": red}))["leader"] != leader

    def test_the_order_of_the_dice_does_not_matter(self) -> None:
        setup = {"red": [6, 5, 4, 3, 2, 1], "white": [1, 2, 3, 4, 5, 6]}
        assert refusal(one(setup=setup)) == ("identical_setups", f"{R}/setup")

    @pytest.mark.parametrize("pad", [{"points": {"red": 3, "white": 0}}, {"ovals": {"red": [6], "white": [6]}}])
    def test_it_may_be_known_of_a_pad_too(self, pad: Record) -> None:
        assert replayed(record(pad))["leader"] is None
        assert replayed(record({**pad, "setup": SETUP}))["leader"] == "red"
        assert refusal(record({**pad, "setup": {"red": [1], "white": [2]}})) == ("bad_setup", f"{R}/setup/red")


class TestUnderWay:
    def test_a_round_without_tricks_awaits_its_leader(self) -> None:
        empty = replayed(one())
        assert (empty["complete"], empty["score"], empty["tricks"]) == (False, None, [])
        assert empty["ovals"] == {"red": [], "white": []}

    @pytest.mark.parametrize("count", range(6))
    def test_it_may_stop_early_in_the_last_round_only(self, count: int) -> None:
        written = whole(WHITE_FIRST, SIX_TRICKS[:count])
        assert not replay(written)["complete"]
        written["rounds"].append({"points": {"red": 3, "white": 0}})
        violation = refused(written)
        assert (violation.code, violation.path) == ("round_incomplete", R)

    @pytest.mark.parametrize("field", [{"unplayed": {"red": ["6S"]}}, {"unplayed": {"white": []}}])
    def test_no_cards_are_turned_up_before_it_ended(self, field: Record) -> None:
        assert refusal(whole(WHITE_FIRST, SIX_TRICKS[:4], **field)) == ("round_incomplete", f"{R}/unplayed")

    @pytest.mark.parametrize("unplayed", [None, {}, {"red": None, "white": None}])
    def test_naming_no_side_says_nothing(self, unplayed: Record | None) -> None:
        assert not replayed(whole(WHITE_FIRST, SIX_TRICKS[:4], unplayed=unplayed))["complete"]

    def test_no_ruling_is_given_before_it_ended(self) -> None:
        ruling = {"points": {"red": 1, "white": 0}, **NOTE}
        assert refusal(whole(WHITE_FIRST, SIX_TRICKS[:5], ruling=ruling)) == ("round_incomplete", f"{R}/ruling")


class TestUnplayed:
    @pytest.mark.parametrize(
        "unplayed",
        [
            None,
            {},
            {"red": None},
            {"red": ["6S", "6S", "5H", "4H"]},
            {"white": ["6S", "6H", "QS", "QS"]},
            {"red": ["6S", "6S", "5H", "4H"], "white": ["6S", "6H", "QS", "QS"]},
        ],
    )
    def test_one_side_or_both_or_not_written_down(self, unplayed: Record | None) -> None:
        assert replayed(whole(SIXES, TWO_TRICKS, unplayed=unplayed))["complete"]

    @pytest.mark.parametrize("cards", [[], ["6S"], ["6S", "6H", "6D", "6C", "5S"]])
    @pytest.mark.parametrize("side", ["red", "white"])
    def test_six_minus_the_cards_played(self, side: str, cards: list[str]) -> None:
        violation = refused(whole(SIXES, TWO_TRICKS, unplayed={side: cards}))
        assert (violation.code, violation.path) == ("wrong_unplayed", f"{R}/unplayed/{side}")
        assert violation.params["expected"] == 4

    def test_none_are_left_after_six_tricks(self) -> None:
        assert replayed(whole(WHITE_FIRST, SIX_TRICKS, unplayed={"red": [], "white": []}))["complete"]
        violation = refused(whole(WHITE_FIRST, SIX_TRICKS, unplayed={"red": ["6S"]}))
        assert (violation.code, violation.path) == ("wrong_unplayed", f"{R}/unplayed/red")

    def test_red_is_looked_at_before_white(self) -> None:
        unplayed = {"white": [], "red": ["6S", "6S", "XX", "4H"]}
        assert refusal(whole(SIXES, TWO_TRICKS, unplayed=unplayed)) == ("unknown_card", f"{R}/unplayed/red/2")


class TestOvals:
    @pytest.mark.parametrize(
        "sequence",
        [
            [],
            [1],
            [3, 2],
            [1, 1, 1, 1],
            [0, 6, 0],
            [6, 0],
            [3, 3, 0],
            [7],
            [4, 3],
            [2, 2, 3],
            [-1, 6, 1],
            [2, 2, -1],
            [10**30],
        ],
        ids=str,
    )
    @pytest.mark.parametrize("side", ["red", "white"])
    def test_one_to_three_turns_until_the_sixth_man_or_the_third_turn(self, side: str, sequence: list[int]) -> None:
        written = ovals([2, 2, 2], [2, 2, 2])
        written["rounds"][0]["ovals"][side] = sequence
        assert refusal(written) == ("impossible_ovals", f"{R}/ovals")

    @pytest.mark.parametrize(
        ("red", "white", "pips"),
        [
            ([2, 2, 1], [0, 0, 0], (0, 6)),
            ([2, 2, 1], [0, 0, 0], (7, 6)),
            ([2, 2, 1], [0, 0, 0], (1, 5)),
            ([2, 2, 1], [0, 0, 0], (1, 37)),
            ([2, 2, 1], [0, 0, 0], (-1, 10**30)),
            ([2, 2, 2], [2, 2, 1], (1, 1)),
            ([2, 2, 2], [2, 2, 1], (0, 0)),
            ([2, 2, 2], [2, 2, 1], (0, 7)),
            ([2, 2, 2], [6], (0, 1)),
        ],
    )
    def test_pips_lie_between_the_men_left_and_six_times_as_many(
        self, red: list[int], white: list[int], pips: tuple[int, int]
    ) -> None:
        assert refusal(ovals(red, white, pips)) == ("impossible_ovals", f"{R}/pips")

    def test_the_sentence_says_how_many_there_can_be(self) -> None:
        assert refused(ovals([2, 2, 1], [0, 1, 1], (7, 9))).detail == (
            "Round 1: Red has 1 man left, so 1 to 6 pips, not 7."
        )
        assert refused(ovals([2, 2, 2], [0, 1, 1], (4, 9))).detail == "Round 1: Red is off, so 0 pips, not 4."

    @pytest.mark.parametrize("pips", [None, (0, 4)])
    def test_they_may_be_left_out_when_a_side_is_off(self, pips: tuple[int, int] | None) -> None:
        score = replayed(ovals([2, 2, 2], [2, 2, 1], pips))["score"]
        assert (score["red"]["pips"], score["white"]["pips"]) == (0, 0)
        assert score["red"]["total"] == 6

    def test_the_score_is_derived(self) -> None:
        scored = replayed(ovals([1, 0, 0], [2, 2, 1], (14, 2)))
        assert (scored["grade"], scored["complete"], scored["tricks"]) == ("ovals", True, None)
        assert scored["ovals"] == {"red": [1, 0, 0], "white": [2, 2, 1]}
        assert scored["score"]["white"] == {
            "offensive": None,
            "defensive": {"name": "royal_fez", "points": 9},
            "pips": 1,
            "total": 10,
        }


class TestPoints:
    @pytest.mark.parametrize(
        "pair", [(14, 30), (24, 9), (-1, 0), (0, 31), (30, 30), (10**5000, 0), (2, 2)], ids=range(7)
    )
    def test_a_pair_that_no_round_can_end_with_is_refused(self, pair: tuple[int, int]) -> None:
        assert refusal(points(*pair)) == ("impossible_points", f"{R}/points")

    def test_nothing_but_the_total_is_known(self) -> None:
        scored = replayed(points(13, 0))
        assert (scored["grade"], scored["ovals"], scored["tricks"], scored["leader"]) == ("points", None, None, None)
        assert scored["score"]["red"] == {"offensive": None, "defensive": None, "pips": None, "total": 13}

    def test_a_ruling_says_that_it_stood(self) -> None:
        for ruling in (NOTE, {**NOTE, "points": None}, {**NOTE, "points": {"red": 14, "white": 30}}):
            scored = replayed(points(14, 30, ruling=ruling))
            assert (scored["score"]["red"]["total"], scored["score"]["white"]["total"]) == (14, 30)
            assert scored["irregular"]

    @pytest.mark.parametrize("pair", [(999, 0), (0, 999), (999, 999)])
    def test_unchecked_it_may_be_what_a_ruling_could_say(self, pair: tuple[int, int]) -> None:
        scored = replayed(points(*pair, ruling=NOTE))
        assert (scored["score"]["red"]["total"], scored["score"]["white"]["total"]) == pair

    @pytest.mark.parametrize("pair", [(-1, 0), (0, -1), (1000, 0), (0, 1000), (10**5000, 0)], ids=range(5))
    def test_and_no_more_than_that(self, pair: tuple[int, int]) -> None:
        assert refusal(points(*pair, ruling=NOTE)) == ("impossible_points", f"{R}/points")

    def test_a_ruling_that_says_otherwise_does_not(self) -> None:
        ruling = {**NOTE, "points": {"red": 14, "white": 0}}
        assert refusal(points(14, 30, ruling=ruling)) == ("impossible_points", f"{R}/points")
        assert replayed(points(13, 0, ruling=ruling))["score"]["red"]["total"] == 14


class TestRuling:
    RULED: Record = {"points": {"red": 5, "white": 999}, **NOTE}

    @pytest.mark.parametrize(
        "written",
        [whole(SIXES, TWO_TRICKS), ovals([6], [6]), points(12, 12)],
        ids=["tricks", "ovals", "points"],
    )
    def test_the_score_that_stood_is_the_total_and_what_was_derived_stays(self, written: Record) -> None:
        derived = replayed(written)["score"]
        ruled = replayed(record({**written["rounds"][0], "ruling": self.RULED}, options={"pack": "double"}))
        assert ruled["score"]["red"] == {**derived["red"], "total": 5}
        assert ruled["score"]["white"] == {**derived["white"], "total": 999}
        assert ruled["irregular"]

    @pytest.mark.parametrize("note", [None, "", " \n"])
    def test_it_needs_a_note(self, note: str | None) -> None:
        ruling = {"points": {"red": 5, "white": 0}, "note": note}
        for written in (whole(SIXES, TWO_TRICKS, ruling=ruling), points(5, 0, ruling=ruling)):
            assert refusal(written) == ("ruling_without_note", f"{R}/ruling")

    def test_a_ruled_trick_makes_its_round_irregular(self) -> None:
        assert not replayed(one(trick("5H 4C", "5/off 4/off")))["irregular"]
        assert replayed(one(trick("5H 4C", "5/off 4/off", ruling=NOTE)))["irregular"]


class TestSixInOneTurn:
    def test_chips_on_that_side_count_for_nobody(self) -> None:
        """Ruling 8."""
        score = replayed(ovals([0, 0, 6], [0, 6]))["score"]
        assert score["red"] == {
            "offensive": {"name": "backgammon", "points": 12},
            "defensive": None,
            "pips": 0,
            "total": 12,
        }
        assert score["white"]["total"] == 12


def test_a_second_round_is_judged_at_its_own_place() -> None:
    written = record({"points": {"red": 3, "white": 0}}, round_(trick("5H 4C", "1/off")))
    assert refusal(written) == ("illegal_play", "/rounds/1/tricks/0/plays/0")
