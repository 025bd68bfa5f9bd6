"""The match: running score, tiebreaks, Oasis, payoff, and what comes next."""

from decimal import localcontext
from typing import Any

import pytest

from engine.marrakesh import awaiting, replay
from tests.engine.marrakesh.writing import Record, one, record, refusal, round_, trick

STAKE = {"amount": "0.25", "currency": "EUR"}
NOTHING = (0, 0)


def pad(*pairs: tuple[int, int], **options: Any) -> Record:
    """Twelve rounds with these scores, the rest of them without points."""
    scores = [*pairs, *[NOTHING] * (12 - len(pairs))]
    return record(*({"points": {"red": red, "white": white}} for red, white in scores), options=options)


def result(written: Record) -> Record:
    found: Record = replay(written)["result"]
    return found


class TestRunningScore:
    def test_there_is_an_entry_for_each_complete_round(self) -> None:
        written = record({"points": {"red": 4, "white": 0}}, {"points": {"red": 3, "white": 3}}, round_())
        replayed = replay(written)
        assert replayed["running"] == [[4, 0], [7, 3]]
        assert replayed["totals"] == {"red": 7, "white": 3}
        assert replayed["rounds_scored"] == {"red": 2, "white": 1}
        assert replayed["best_round"] == {"red": 4, "white": 3}
        assert (replayed["complete"], replayed["result"]) == (False, None)

    def test_nothing_is_scored_yet(self) -> None:
        replayed = replay(record())
        assert replayed == {
            "complete": False,
            "grade": "tricks",
            "rounds": [],
            "running": [],
            "totals": {"red": 0, "white": 0},
            "rounds_scored": {"red": 0, "white": 0},
            "best_round": {"red": 0, "white": 0},
            "result": None,
        }

    @pytest.mark.parametrize(
        ("rounds", "grade"),
        [
            ([round_()], "tricks"),
            ([{"ovals": {"red": [6], "white": [6]}}, round_()], "ovals"),
            ([{"ovals": {"red": [6], "white": [6]}}, {"points": {"red": 3, "white": 0}}, round_()], "points"),
        ],
    )
    def test_a_matchs_grade_is_its_lowest(self, rounds: list[Record], grade: str) -> None:
        assert replay(record(*rounds))["grade"] == grade

    def test_a_match_has_twelve_rounds(self) -> None:
        written = pad((3, 0))
        assert replay(written)["complete"]
        written["rounds"].append({"points": {"red": 0, "white": 0}})
        assert refusal(written) == ("too_many_rounds", "/rounds/12")

    def test_a_twelfth_round_under_way_is_not_followed_by_another(self) -> None:
        written = pad()
        written["rounds"][11] = round_()
        assert not replay(written)["complete"]
        written["rounds"].append(round_())
        assert refusal(written) == ("round_incomplete", "/rounds/11")


class TestTiebreaks:
    """Ruling 12: score, then rounds scored in, then the best single round; still equal is a draw."""

    @pytest.mark.parametrize(
        ("pairs", "winner", "decided_by", "margin"),
        [
            ([(3, 0)], "red", "score", 3),
            ([(3, 4), (0, 1)], "white", "score", 2),
            ([(3, 0), (3, 0), (0, 6)], "red", "rounds_scored", 0),
            ([(6, 0), (0, 3), (0, 3)], "white", "rounds_scored", 0),
            ([(12, 0), (1, 0), (0, 9), (0, 4)], "red", "best_round", 0),
            ([(9, 0), (4, 0), (0, 12), (0, 1)], "white", "best_round", 0),
            ([(3, 0), (0, 3)], None, None, 0),
            ([], None, None, 0),
        ],
    )
    def test_the_first_that_tells_them_apart(
        self, pairs: list[tuple[int, int]], winner: str | None, decided_by: str | None, margin: int
    ) -> None:
        found = result(pad(*pairs))
        assert (found["winner"], found["decided_by"], found["margin"]) == (winner, decided_by, margin)
        assert (found["oasis"], found["multiplier"], found["payoff"]) == (None, 1, None)

    def test_the_score_a_ruling_left_standing_counts(self) -> None:
        written = pad((3, 0))
        written["rounds"][1] = {
            "points": {"red": 3, "white": 0},
            "ruling": {"points": {"red": 0, "white": 7}, "note": "pad agreed"},
        }
        replayed = replay(written)
        assert replayed["result"]["winner"] == "white"
        assert replayed["rounds_scored"] == {"red": 1, "white": 1}


class TestOasis:
    """Ruling 13."""

    def test_only_the_winners_rounds_count(self) -> None:
        found = result(pad(*[(1, 0)] * 11, (0, 12), stake=STAKE, oasis=True))
        assert (found["winner"], found["oasis"], found["payoff_points"]) == ("white", None, 1)

    @pytest.mark.parametrize("oasis", [False, None])
    def test_both_players_must_have_agreed(self, oasis: bool | None) -> None:
        found = result(pad(*[(3, 0)] * 12, stake=STAKE, oasis=oasis))
        assert (found["oasis"], found["multiplier"], found["payoff"]["amount"]) == (None, 1, "9.00")

    def test_a_win_by_tiebreak_keeps_the_name_and_pays_nothing(self) -> None:
        found = result(pad(*[(1, 0)] * 10, (0, 10), stake=STAKE, oasis=True))
        assert (found["winner"], found["decided_by"]) == ("red", "rounds_scored")
        assert (found["oasis"], found["multiplier"], found["margin"]) == ("oasis", 2, 0)
        assert (found["payoff_points"], found["payoff"]["amount"]) == (0, "0.00")

    def test_a_draw_has_none(self) -> None:
        found = result(pad(*[(3, 3)] * 12, stake=STAKE, oasis=True))
        assert (found["winner"], found["oasis"], found["multiplier"]) == (None, None, 1)
        assert found["payoff"] == {"amount": "0.00", "currency": "EUR"}

    @pytest.mark.parametrize("stake", [{}, {"stake": None}])
    def test_it_is_played_for_a_stake_only(self, stake: Record) -> None:
        assert refusal(record(options={"oasis": True, **stake})) == ("oasis_without_stake", "/options/oasis")
        assert replay(record(options={"oasis": False, **stake}))


class TestPayoff:
    @pytest.mark.parametrize(
        ("amount", "paid"),
        [
            ("0.25", "0.75"),
            ("1", "3"),
            ("10.00", "30.00"),
            ("0.0001", "0.0003"),
            ("0.3333", "0.9999"),
            ("333333333333.3333", "999999999999.9999"),
        ],
    )
    def test_it_is_exact_and_keeps_the_stakes_decimals(self, amount: str, paid: str) -> None:
        stake = {"amount": amount, "currency": "USD"}
        assert result(pad((3, 0), stake=stake))["payoff"] == {"amount": paid, "currency": "USD"}

    def test_of_nothing_is_nothing_with_as_many_decimals(self) -> None:
        stake = {"amount": "0.0001", "currency": "USD"}
        assert result(pad(stake=stake))["payoff"]["amount"] == "0.0000"

    def test_the_highest_stake_of_the_widest_match_is_paid_to_the_last_decimal(self) -> None:
        options = {"stake": {"amount": "999999999999.9999", "currency": "USD"}, "oasis": True}
        ruled = {"points": {"red": 999, "white": 0}, "ruling": {"note": "as the pad has it"}}
        found = result(record(*[ruled] * 12, options=options))
        assert found["payoff_points"] == 999 * 12 * 4
        assert found["payoff"]["amount"] == "47951999999999995.2048"

    def test_the_decimal_context_of_the_caller_does_not_matter(self) -> None:
        with localcontext(prec=2):
            assert result(pad((12, 0), stake=STAKE))["payoff"]["amount"] == "3.00"


class TestAwaiting:
    def ahead(self, written: Record) -> Record | None:
        return awaiting(written, replay(written))

    def test_the_first_setup(self) -> None:
        assert self.ahead(record()) == {"round": 1, "trick": None, "leader": None}

    def test_the_first_trick_and_its_leader(self) -> None:
        assert self.ahead(one()) == {"round": 1, "trick": 1, "leader": "red"}

    def test_the_next_trick_and_the_winner_who_leads_it(self) -> None:
        assert self.ahead(one(trick("4D QH", "4/off"))) == {"round": 1, "trick": 2, "leader": "white"}
        ruled = trick("4D QH", "4/off", ruling={"winner": "red", "note": "it stood"})
        assert self.ahead(one(ruled)) == {"round": 1, "trick": 2, "leader": "red"}

    def test_the_next_setup(self) -> None:
        assert self.ahead(record({"points": {"red": 3, "white": 0}})) == {"round": 2, "trick": None, "leader": None}

    def test_nothing_when_the_match_is_complete(self) -> None:
        assert self.ahead(pad()) is None
