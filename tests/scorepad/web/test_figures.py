"""Side by side: what is counted, and from what."""

import pytest

from scorepad.web.marrakesh.chart import chart
from scorepad.web.marrakesh.figures import counted_in, side_by_side
from scorepad.web.marrakesh.words import Names
from tests.scorepad.tables import Json, vectors

VECTORS = vectors()
NAMES = Names.of({"red": "Ann", "white": "Bob"})


def figures(replay: Json) -> dict[str, tuple[int, int]]:
    return {figure.label: (figure.counts["red"], figure.counts["white"]) for figure in side_by_side(replay)}


def replay(*rounds: Json) -> Json:
    none = {"red": 0, "white": 0}
    blank = {"grade": "tricks", "tricks": None, "ovals": {"red": [], "white": []}}
    return {"rounds_scored": none, "best_round": none, "rounds": [blank | given for given in rounds]}


def trick(leader: str, winner: str, kind: str = "plain", chip: str | None = None, irregular: bool = False) -> Json:
    return {"leader": leader, "winner": winner, "kind": kind, "chip": chip, "irregular": irregular}


def test_the_mock_ups_match():
    assert figures(VECTORS[9]["replay"]) == {
        "rounds scored": (8, 8),
        "best round": (12, 13),
        "tricks won": (36, 31),
        "suit-matches": (11, 11),
        "doubles won": (2, 4),
        "null chips given": (8, 5),
    }
    (matches,) = [figure for figure in side_by_side(VECTORS[9]["replay"]) if figure.of]
    assert matches.of == {"red": 32, "white": 35}


def test_only_the_receiver_can_match_suit_and_triples_match_it_too():
    played = [trick("red", "white", "suit_match"), trick("red", "white", "triples"), trick("white", "white", "doubles")]
    assert figures(replay({"tricks": played})) == {
        "rounds scored": (0, 0),
        "best round": (0, 0),
        "tricks won": (0, 3),
        "suit-matches": (0, 2),
        "doubles won": (0, 1),
        "null chips given": (0, 0),
    }


def test_irregular_tricks_are_left_out():
    """A ruled trick is "counted in the result and left out of every measure of skill"."""
    played = [
        trick("red", "white", "suit_match", irregular=True),
        trick("white", "white", "doubles", chip="white", irregular=True),
        trick("white", "red", chip="red"),
    ]
    seen = {"tricks": played, "ovals": {"red": [0], "white": [1, 0]}}
    assert figures(replay(seen)) == {
        "rounds scored": (0, 0),
        "best round": (0, 0),
        "tricks won": (1, 0),
        "suit-matches": (0, 0),
        "doubles won": (0, 0),
        "null chips given": (0, 1),
    }


def test_a_chip_placed_by_a_winner_who_cannot_move_lies_in_the_opponents_oval():
    played = [trick("red", "red", chip="white"), trick("red", "white", chip="white")]
    assert figures(replay({"tricks": played, "ovals": {"red": [], "white": [0, 0]}}))["null chips given"] == (2, 0)


def test_the_chips_of_a_backgammon_played_trick_by_trick_go_back_too():
    played = [trick("red", "white", chip="white"), trick("white", "white"), trick("white", "red", chip="red")]
    assert figures(replay({"tricks": played, "ovals": {"red": [0], "white": [0, 6]}}))["null chips given"] == (0, 1)


def test_null_chips_in_the_ovals_of_a_backgammon_go_back_to_the_middle():
    """ "if the player has received null chips at his first and second turns, and he bears off all six men on his third
    turn, he still scores 12 for a Backgammon, and the two null chips are returned to the middle area" """
    assert figures(replay({"grade": "ovals", "ovals": {"red": [0, 0, 6], "white": [0, 1, 0]}}))["null chips given"] == (
        2,
        0,
    )


def test_a_score_pad_alone_has_no_tricks_and_no_chips():
    assert set(figures(VECTORS[5]["replay"])) == {"rounds scored", "best round"}


BY_TRICKS = {"tricks": [trick("red", "red")]}
BY_OVALS = {"grade": "ovals", "ovals": {"red": [1], "white": [0]}}
BY_POINTS = {"grade": "points", "ovals": None}
JUST_DEALT: Json = {"tricks": []}


@pytest.mark.parametrize(
    ("rounds", "said"),
    [
        ([BY_TRICKS, BY_TRICKS, JUST_DEALT], ""),
        ([BY_POINTS, BY_POINTS], ""),
        ([], ""),
        ([BY_TRICKS, BY_OVALS, BY_POINTS], "Tricks are counted in 1 of 3 rounds, null chips in 2."),
        ([BY_TRICKS, BY_POINTS], "Tricks and null chips are counted in 1 of 2 rounds."),
        ([BY_OVALS, BY_POINTS, BY_OVALS], "Null chips are counted in 2 of 3 rounds."),
        ([BY_OVALS, BY_OVALS], "Null chips are counted in 2 of 2 rounds."),
    ],
)
def test_figures_say_from_how_many_rounds_they_come_when_not_from_all(rounds: list[Json], said: str):
    assert counted_in(replay(*rounds)) == said


def test_the_chart_of_the_mock_up():
    drawn = chart(VECTORS[9]["replay"]["running"], NAMES, "red")
    assert drawn.white.steps.startswith("M0 1000H83V1000H167V920H250V660")
    assert drawn.red.dots.startswith("M250 940h.1M333 820h.1")
    assert drawn.grid == [(0, "100%"), (20, "60%"), (40, "20%")]
    assert (drawn.red.shift, drawn.white.shift) == (-2, 12)
    assert drawn.sentence == (
        "Running score after each of 12 rounds, at last Ann 45, Bob 44; "
        "the largest lead was Bob's, 17 points after round 4"
    )


def test_labels_of_lines_that_end_apart_stand_at_their_ends():
    drawn = chart([[10, 2], [30, 2]], NAMES, None)
    assert (drawn.red.shift, drawn.white.shift) == (4, 4)
    assert drawn.end == "16.67%"


def test_a_match_without_points_has_a_chart_all_the_same():
    drawn = chart([[0, 0]], NAMES, None)
    assert drawn.red.dots == ""
    assert drawn.grid[0] == (0, "100%")


def test_scores_of_any_size_fit():
    for most in (5, 29, 45, 134, 999, 11988, 10**12, 2**63 - 1):
        drawn = chart([[most, 0]], NAMES, None)
        assert 2 <= len(drawn.grid) <= 6
        assert 0 <= int(drawn.red.steps.rpartition("V")[2]) < 300


def test_scores_below_nothing_lie_on_the_ground():
    """No rule takes points away, but a pad that was accepted unchecked may say so, and its page shows it."""
    drawn = chart([[-5, -7]], NAMES, None)
    assert drawn.grid == [(0, "100%"), (5, "0%")]
    assert (drawn.red.steps, drawn.white.height) == ("M0 1000H83V1000", "100%")
