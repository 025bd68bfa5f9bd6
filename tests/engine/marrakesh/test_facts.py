"""What a match says of its sides: results, rounds, patterns, dice. What tricks say is in `test_skill`."""

from typing import Any

import pytest

from engine.marrakesh import replay
from engine.marrakesh.declared import DECLARED
from engine.marrakesh.facts import FACTS
from tests.engine.marrakesh.counting import Counted, ended, facts_of, read, single, some, told
from tests.engine.marrakesh.writing import Record, record, round_, trick

STAKE = {"amount": "0.25", "currency": "EUR"}
NOTHING = (0, 0)
RESULTS = ("won", "drawn", "lost", "gave_up", "oasis", "great_oasis", "perfect_oasis")


def points(red: int, white: int, **fields: Any) -> Record:
    return {"points": {"red": red, "white": white}, **fields}


def ovals(red: list[int], white: list[int], **fields: Any) -> Record:
    return {"ovals": {"red": red, "white": white}, **fields}


def pad(*pairs: tuple[int, int], **options: Any) -> Record:
    """Twelve rounds with these scores, the rest of them without points."""
    return record(*(points(*pair) for pair in [*pairs, *[NOTHING] * (12 - len(pairs))]), options=options)


class TestDeclaration:
    def test_every_fact_is_declared_once(self) -> None:
        keys = [fact.key for fact in DECLARED]
        assert len(keys) == len(set(keys))
        assert FACTS.keys == tuple(keys)

    def test_only_the_best_do_not_add_up(self) -> None:
        assert [fact.key for fact in DECLARED if fact.adds == "max"] == ["best_match", "best_round"]

    def test_what_there_is_only_with_a_stake_is_for_members(self) -> None:
        assert [fact.key for fact in DECLARED if fact.for_members] == ["oasis", "great_oasis", "perfect_oasis"]

    def test_each_fact_says_which_grade_it_needs(self) -> None:
        """A pad of points alone says nothing of any fact that needs ovals or tricks, ovals nothing of tricks."""
        grade = {fact.key: fact.grade for fact in DECLARED}
        of_points = facts_of(pad((13, 0)))["red"]
        of_ovals = facts_of(single(ovals([6], [2, 1, 0])))["red"]
        assert {grade[key] for key in of_points} == {"points"}
        assert {grade[key] for key in of_ovals} == {"points", "ovals"}


class TestTheSpecificationsExample:
    """One round of four tricks, counted by hand; White gave the match up after it."""

    WRITTEN = single(
        {
            "setup": {"red": [6, 1, 2, 6, 4, 5], "white": [3, 5, 6, 1, 4, 2]},
            "exposed": ["3S"],
            "tricks": [
                {"lead": "AS", "reply": "6D", "plays": ["6/off", "1/off"]},
                {"leader": "white", "withdrawn": "QD", "lead": "QH", "reply": "6C", "board": [0, 1, 1, 1, 0, 0]},
                trick("5H 5H 2C", "5/off 6/1 6/1 4/off 2/off 1/off 1/off 1/off"),
                {"lead": "4H", "reply": "QD"},
            ],
            "unplayed": {"red": ["4S", "3C"], "white": ["QS", "4S"]},
        }
    )
    # Red reads White in the first trick alone: from the second on White leads with the Diamond Null known in his hand.
    # 51 cards were not seen, 45 without Red's own six (6D 6C 5H 4H 4S 3C); the Diamonds among them are 13 - 1.
    # 12/45 = 0.2666667; 12 x 33 / 45^2 = 0.1955556.
    BY_RED = (1, 266_667, 195_556)
    # White reads Red in the fourth. 3S and the seven cards of three tricks were seen, and White holds QD QS 4S:
    # 52 - 8 - 3 = 41, the Diamonds among them 13 - 6D - QD = 11. 11/41 = 0.2682927; 11 x 30 / 41^2 = 0.1963117.
    BY_WHITE = (1, 268_293, 196_312)
    # After six Fives Red has two men left, on his 1-point, and the extra card counts four times: any number takes both
    # off, a Null none. 52 - 3S - six cards played - six more in hands (4H QD 4S 3C QS 4S) = 39 could have come, one of
    # them a Null, of Clubs. 2 x 38/39 = 1.9487179; 2^2 x 38/39 x 1/39 = 0.0999343.
    LUCK_OF_RED = told("extras extras_worth=2 extras_expected=1948718 extras_variance=99934")

    def test_red(self) -> None:
        counted = told(
            "matches won won_by_forfeit rounds rounds_scored points=13 points_squares=169 best_round=13 "
            "round_1 round_1_points=13 round_1_squares=169 named offensive_backgammon defensive_chip "
            "turn_1_off_6 turn_1_played turn_3_chips_given "
            "led led_won led_h_at_4 led_4_at_4 led_numbers "
            "received=3 received_won received_triples received_extra_4 "
            "received_d_at_1 received_6_at_1 received_c_at_2 received_6_at_2 received_h_at_3 received_5_at_3 "
            "setups setup_pips=24 setup_21111 dice_1 dice_2 dice_4 dice_5 dice_6=2 extra_c extra_number_2"
        )
        readings = read("reading", *self.BY_RED) | read("being_read", *self.BY_WHITE)
        assert facts_of(self.WRITTEN)["red"] == counted | readings | self.LUCK_OF_RED

    def test_white(self) -> None:
        counted = told(
            "matches lost gave_up rounds points_against=13 round_1 named "
            "turn_1_off_2 turn_2_off_1 turn_3_off_0 turn_1_played turn_2_played turn_3_chips_taken "
            "led=3 led_won=2 led_triples led_numbers=2 led_withdrawn "
            "led_s_at_1 led_1_at_1 led_h_at_2 led_0_at_2 led_h_at_3 led_5_at_3 "
            "received received_d_at_4 received_0_at_4 "
            "setups setup_pips=21 setup_111111 dice_1 dice_2 dice_3 dice_4 dice_5 dice_6"
        )
        readings = read("reading", *self.BY_WHITE) | read("being_read", *self.BY_RED)
        assert facts_of(self.WRITTEN)["white"] == counted | readings


class TestResults:
    """In the rulebook: "The player who has the higher score at the end of the twelfth and final round"."""

    def test_by_score(self) -> None:
        found = facts_of(pad((4, 0), (3, 3)))
        assert some(found["red"], *RESULTS) == {"won": 1, "won_by_score": 1}
        assert some(found["white"], *RESULTS) == {"lost": 1, "lost_by_score": 1}

    def test_by_the_rounds_scored_in(self) -> None:
        """In the rulebook: "If the players are tied …, the winner is the player who has scored in more rounds"."""
        found = facts_of(pad((6, 0), (0, 3), (0, 3)))
        assert some(found["red"], *RESULTS) == {"lost": 1, "lost_by_rounds_scored": 1}
        assert some(found["white"], *RESULTS) == {"won": 1, "won_by_rounds_scored": 1}

    def test_by_the_best_round(self) -> None:
        """In the rulebook: "then the winner is the player who scored the most points in any one round"."""
        found = facts_of(pad((6, 0), (3, 0), (3, 0), (0, 4), (0, 4), (0, 4)))
        assert some(found["red"], *RESULTS) == {"won": 1, "won_by_best_round": 1}
        assert some(found["white"], *RESULTS) == {"lost": 1, "lost_by_best_round": 1}

    def test_a_draw_was_decided_by_nothing(self) -> None:
        for of_side in facts_of(pad((6, 0), (0, 6))).values():
            assert some(of_side, *RESULTS) == {"drawn": 1}

    def test_a_match_played_to_its_end(self) -> None:
        """13-4 over twelve rounds: 13 - 4 = 9."""
        found = facts_of(pad((13, 0), (0, 4)))
        assert some(found["red"], "completed", "best_match") == told(
            "completed completed_points=13 completed_points_squares=169 completed_against=4 "
            "completed_margin_squares=81 best_match=13"
        )
        assert some(found["white"], "completed", "best_match") == told(
            "completed completed_points=4 completed_points_squares=16 completed_against=13 "
            "completed_margin_squares=81 best_match=4"
        )

    def test_a_match_given_up_by_the_one_who_leads_it(self) -> None:
        """It is lost all the same, decided by no tiebreak, and not played to its end; its rounds count."""
        found = facts_of(record(points(13, 0), points(0, 3)), gave_up="red")
        assert some(found["red"], "matches", *RESULTS, "completed", "best_match", "points") == told(
            "matches lost gave_up points=13 points_squares=169 points_against=3"
        )
        assert some(found["white"], "matches", *RESULTS, "completed", "best_match", "points") == told(
            "matches won won_by_forfeit points=3 points_squares=9 points_against=13"
        )

    def test_a_match_given_up_before_its_first_round(self) -> None:
        assert facts_of(record()) == {
            "red": {"matches": 1, "won": 1, "won_by_forfeit": 1},
            "white": {"matches": 1, "lost": 1, "gave_up": 1},
        }

    @pytest.mark.parametrize(
        ("rounds", "named"), [(9, {}), (10, {"oasis": 1}), (11, {"great_oasis": 1}), (12, {"perfect_oasis": 1})]
    )
    def test_oases(self, rounds: int, named: Counted) -> None:
        """In the rulebook: "If the winner of the match scores in 10 out of 12 rounds, it is an Oasis"."""
        found = facts_of(pad(*[(3, 0)] * rounds, stake=STAKE, oasis=True))
        assert some(found["red"], "oasis", "great", "perfect") == named
        assert some(found["white"], "oasis", "great", "perfect") == {}

    def test_no_oasis_without_consent(self) -> None:
        assert some(facts_of(pad(*[(3, 0)] * 12, stake=STAKE))["red"], "oasis", "great", "perfect") == {}


class TestRounds:
    def test_the_points_of_each(self) -> None:
        found = facts_of(record(points(4, 0), points(3, 3), points(0, 12)))
        assert some(found["red"], "round", "points", "best") == told(
            "rounds=3 rounds_scored=2 points=7 points_squares=25 points_against=15 "
            "best_round=4 round_1 round_1_points=4 round_1_squares=16 "
            "round_2 round_2_points=3 round_2_squares=9 round_3"
        )
        assert some(found["white"], "round", "points", "best") == told(
            "rounds=3 rounds_scored=2 points=15 points_squares=153 points_against=7 "
            "best_round=12 round_1 round_2 round_2_points=3 round_2_squares=9 "
            "round_3 round_3_points=12 round_3_squares=144"
        )

    def test_a_round_that_was_not_finished_counts_nowhere(self) -> None:
        """Not its dice, its tricks or its extra cards either."""
        before = single(points(4, 0))
        under_way = round_(trick("AH 5H 3C", "5/off 2/1 3/off"), exposed=["QS"])
        assert facts_of(single(*before["rounds"], under_way)) == facts_of(before)

    @pytest.mark.parametrize(
        ("own", "name"),
        [
            ([2, 3, 1], "game"),
            ([0, 3, 3], "game"),
            ([2, 2, 2], "casablanca"),
            ([3, 1, 2], "rabat"),
            ([1, 1, 4], "bogart"),
            ([1, 4, 1], "el_ayun"),
            ([5, 1], "gammon"),
            ([3, 3], "gibraltar"),
            ([4, 2], "tangier"),
            ([0, 0, 6], "backgammon"),
        ],
    )
    def test_each_offensive_result(self, own: list[int], name: str) -> None:
        found = facts_of(record(ovals(own, [6])))
        assert some(found["red"], "named", "offensive") == {"named": 1, f"offensive_{name}": 1}
        assert some(found["white"], "offensive") == {"offensive_backgammon": 1}

    @pytest.mark.parametrize(
        ("theirs", "name"),
        [
            ([2, 0, 3], "chip"),
            ([0, 2, 0], "double_chip"),
            ([1, 1, 1], "little_fez"),
            ([1, 0, 1], "common_fez"),
            ([0, 1, 0], "royal_fez"),
            ([0, 0, 0], "grand_fez"),
        ],
    )
    def test_each_defensive_result(self, theirs: list[int], name: str) -> None:
        found = facts_of(record(ovals([2, 3, 1], theirs)))
        assert some(found["red"], "defensive") == {f"defensive_{name}": 1}
        assert some(found["white"], "named", "offensive", "defensive", "pips") == {"named": 1}

    def test_pips(self) -> None:
        """In the rulebook: 4 pips of White's against 9 of Red's, "White earns 1 point for Pips"."""
        found = facts_of(record(ovals([2, 2, 0], [2, 0, 1], pips={"red": 9, "white": 4})))
        assert some(found["red"], "pips", "defensive", "points") == told(
            "defensive_chip points points_squares points_against=2"
        )
        assert some(found["white"], "pips", "defensive", "points") == told(
            "pips_won defensive_chip points=2 points_squares=4 points_against"
        )

    @pytest.mark.parametrize("written", [ovals([6], [0, 0, 0]), ovals([1, 4, 1], [0, 0, 0]), points(30, 0)])
    def test_a_marrakesh(self, written: Record) -> None:
        """In the rulebook: "A Backgammon or El Ayun (12 points) plus a Grand Fez (18)"."""
        found = facts_of(record(written))
        assert some(found["red"], "marrakeshes", "best_round") == {"marrakeshes": 1, "best_round": 30}
        assert some(found["white"], "marrakeshes") == {}

    def test_a_round_without_names_written_down_is_not_among_the_named(self) -> None:
        assert some(facts_of(record(points(13, 0)))["red"], "named", "offensive", "defensive") == {}

    def test_a_rounds_men_off_by_turn(self) -> None:
        found = facts_of(record(ovals([6], [2, 0, 1]), ovals([3, 1, 2], [2, 4])))
        assert some(found["red"], "turn") == told("turn_1_off_6 turn_1_off_3 turn_2_off_1 turn_3_off_2")
        assert some(found["white"], "turn") == told("turn_1_off_2=2 turn_2_off_0 turn_2_off_4 turn_3_off_1")


class TestRuledRounds:
    """A round whose score was ruled counts with its total, and with nothing that was made of its patterns."""

    def ruled(self, red: int, white: int) -> dict[str, Any]:
        return {"ruling": {"points": {"red": red, "white": white}, "note": "the pad says so, and both agree"}}

    def test_its_total_counts_and_its_names_do_not(self) -> None:
        found = facts_of(record(ovals([6], [2, 1, 0], **self.ruled(5, 0))))
        assert some(found["red"], "points", "best_round", "rounds", "named", "offensive", "defensive", "turn") == told(
            "points=5 points_squares=25 best_round=5 rounds rounds_scored turn_1_off_6"
        )
        assert some(found["white"], "points", "named") == {"points_against": 5}

    def test_thirty_by_a_ruling_are_no_marrakesh(self) -> None:
        found = facts_of(record(ovals([6], [2, 1, 0], **self.ruled(30, 0))))["red"]
        assert some(found, "marrakeshes", "best_round") == {"best_round": 30}

    def test_nor_are_they_when_the_pad_stands_by_a_note_alone(self) -> None:
        found = facts_of(record(points(30, 0, ruling={"note": "nobody remembers how"})))["red"]
        assert some(found, "marrakeshes", "best_round") == {"best_round": 30}

    def test_pips_that_were_ruled_over(self) -> None:
        written = ovals([2, 2, 0], [2, 0, 1], pips={"red": 9, "white": 4}, **self.ruled(0, 1))
        assert some(facts_of(record(written))["white"], "pips", "defensive", "points") == told("points points_squares")

    def test_a_ruling_of_a_trick_leaves_the_rounds_names(self) -> None:
        """Both sides are swept off their boards in one turn: 12 each, and the names stood."""
        for of_side in facts_of(record(ended())).values():
            assert some(of_side, "named", "offensive", "points", "turn") == told(
                "named offensive_backgammon points=12 points_squares=144 points_against=12"
            )


class TestSetups:
    @pytest.mark.parametrize(
        ("dice", "kind"),
        [
            ([4, 4, 4, 4, 4, 4], "6"),
            ([2, 2, 5, 2, 2, 2], "51"),
            ([6, 3, 6, 3, 6, 6], "42"),
            ([6, 3, 6, 1, 6, 6], "411"),
            ([5, 5, 5, 1, 1, 1], "33"),
            ([5, 5, 5, 1, 1, 2], "321"),
            ([5, 5, 5, 1, 2, 3], "3111"),
            ([1, 1, 3, 3, 6, 6], "222"),
            ([1, 1, 3, 3, 6, 5], "2211"),
            ([6, 5, 3, 3, 1, 2], "21111"),
            ([6, 5, 4, 3, 2, 1], "111111"),
        ],
    )
    def test_each_kind(self, dice: list[int], kind: str) -> None:
        found = facts_of(record(points(4, 0, setup={"red": dice, "white": [2, 3, 4, 5, 6, 6]})))["red"]
        assert some(found, "setup") == {"setups": 1, "setup_pips": sum(dice), f"setup_{kind}": 1}
        assert some(found, "dice") == {f"dice_{face}": dice.count(face) for face in set(dice)}

    def test_a_perfect_setup(self) -> None:
        """In the rulebook: "A perfect 1-1-1-1-1-1 setup: 1 in 46,656"."""
        found = facts_of(record(points(4, 0, setup={"red": [1] * 6, "white": [2] * 6})))
        assert some(found["red"], "setup") == {"setups": 1, "setup_pips": 6, "setup_6": 1, "setup_ones": 1}
        assert some(found["white"], "setup") == {"setups": 1, "setup_pips": 12, "setup_6": 1}

    def test_a_round_without_its_dice(self) -> None:
        assert some(facts_of(record(points(4, 0)))["red"], "setup", "dice") == {}

    def test_dice_count_at_every_grade(self) -> None:
        setup = {"red": [1, 1, 2, 3, 4, 5], "white": [6] * 6}
        written = record(points(4, 0, setup=setup), ovals([6], [6], setup=setup), ended(setup=setup))
        found = facts_of(written)
        assert some(found["red"], "setups", "dice") == told("setups=3 dice_1=6 dice_2=3 dice_3=3 dice_4=3 dice_5=3")
        assert some(found["white"], "setups", "dice") == {"setups": 3, "dice_6": 18}


class TestAddingUp:
    def test_sums_and_the_most(self) -> None:
        """A match of 13 points in one round and one of 4 + 4: 21 points in two, 13 the most in a round and a match."""
        won = {"red": 1, "white": 2}
        both = pad((13, 0)), pad((4, 0), (4, 0))
        of_matches = [FACTS.of_match(written, replay(written), won, None)["red"] for written in both]
        added = dict(zip(FACTS.keys, FACTS.added(of_matches), strict=True))
        assert (added["matches"], added["points"], added["best_round"], added["best_match"]) == (2, 21, 13, 13)

    def test_no_match_at_all(self) -> None:
        assert FACTS.added([]) == (0,) * len(FACTS.keys)
