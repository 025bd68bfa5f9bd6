"""What comes of a correction on the boards and the pad: the trick that ends otherwise, the round's end, its score."""

from copy import deepcopy
from typing import Any

from engine.games import MARRAKESH
from scorepad.web.marrakesh.consequences import consequences
from tests.scorepad.tables import FIRST_ROUND, vectors
from tests.scorepad.web.pages import read

RECORD = vectors()[9]["record"]


def told(record: Any) -> tuple[Any, Any]:
    return record, MARRAKESH.replay(record)


def come(record: Any, before: Any = RECORD) -> list[tuple[str, str, str]]:
    """Each with what is read where cards and boards are drawn."""
    changes = consequences(told(before), told(record))
    return [(change.place, _text(change.before), _text(change.after)) for change in changes]


def _text(drawn: str) -> str:
    return read(f"<p>{drawn}</p>".encode()).text


def test_what_changes_nothing_on_the_table_has_no_consequences():
    noted = deepcopy(RECORD)
    noted["rounds"][2]["note"] = "A cocked die."
    assert come(noted) == []


def test_the_trick_the_boards_and_the_scores_stand_before_and_after():
    """The last man of White's went off by a suit-match of Spades; had Red led the Two of Clubs to the Two of Spades, it
    would have been doubles, which are the leader's, and his last three men would have gone."""
    record = deepcopy(RECORD)
    record["rounds"][1]["tricks"][4]["lead"] = "2C"
    trick, end, red, white, result = come(record)
    assert [place for place, _, _ in (trick, end, red, white, result)] == [
        "Round 2, trick 5",
        "Round 2: in the end",
        "Round 2, Red: score",
        "Round 2, White: score",
        "Result",
    ]
    assert trick[1].startswith("Five of Spades Two of Spades White wins · suit-match Red: two on 2, one on 1.")
    assert trick[1].endswith("White: no men left. Ovals: 3, 2, 1")
    assert trick[2].startswith("Two of Clubs Two of Spades Red wins · doubles Red: no men left. Ovals: 2, 1, 3")
    assert trick[2].endswith("White: one on 1. Ovals: 3, 2")
    # Whoever can no longer move has a null chip put on his oval's place by the other's next trick.
    assert end[1] == "Red: two on 2, one on 1. Ovals: 2, 1, null chip White: no men left. Ovals: 3, 2, 1"
    assert end[2] == "Red: no men left. Ovals: 2, 1, 3 White: one on 1. Ovals: 3, 2, null chip"
    # Off in 3-2-1 or 2-1-3 is a Game, 3, and the other's chip 1.
    assert (red[1:], white[1:]) == (
        ("2, 1, null chip 0", "2, 1, 3 Game, Chip +4"),
        ("3, 2, 1 Game, Chip +4", "3, 2, null chip 0"),
    )
    assert result[1].startswith("Red wins by 1 point,")
    assert result[2].startswith("Red wins by 9 points,")


def test_a_round_that_was_not_there_has_dashes_before_it():
    """The specification's own example of a round: a Backgammon in the third trick, thirteen to nothing."""
    first, *_, red, white = come({**RECORD, "rounds": [FIRST_ROUND]}, {**RECORD, "rounds": []})
    assert first[:2] == ("Round 1, trick 1", "–")
    assert red == ("Round 1, Red: score", "–", "6 Backgammon, Chip +13")
    assert white == ("Round 1, White: score", "–", "2, 1, null chip 0")
