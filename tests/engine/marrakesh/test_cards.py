import pytest

from engine.marrakesh.cards import CARDS, PACKS, Ledger, beats, number
from engine.violations import Violation
from tests.engine.marrakesh.writing import one, record, refusal, refused, round_, trick

# "Spades beat Hearts and Diamonds. Hearts beat Diamonds and Clubs. Diamonds beat only Clubs. Clubs beat only Spades."
SCORECARD = {"S": {"H", "D"}, "H": {"D", "C"}, "D": {"C"}, "C": {"S"}}


@pytest.mark.parametrize("suit", "SHDC")
def test_suits_beat_suits_as_the_scorecard_says(suit: str) -> None:
    assert {other for other in "SHDC" if beats("A" + suit, "A" + other)} == SCORECARD[suit]


def test_of_two_suits_one_beats_the_other() -> None:
    assert all(beats(a, b) != beats(b, a) for a in CARDS for b in CARDS if a[1] != b[1])


def test_the_queen_counts_zero_and_the_others_their_face_value() -> None:
    assert [number(rank + "S") for rank in "A23456Q"] == [1, 2, 3, 4, 5, 6, 0]


@pytest.mark.parametrize(("pack", "cards", "copies", "nulls"), [("single", 52, 2, 1), ("double", 104, 4, 2)])
def test_the_pack_holds_52_cards_or_104(pack: str, cards: int, copies: int, nulls: int) -> None:
    """Ruling 1: two copies of each number in each suit and one Null a suit; twice that in a double pack."""
    assert sum(PACKS[pack].values()) == cards
    assert {card: nulls if card[0] == "Q" else copies for card in CARDS} == PACKS[pack]


def test_the_ledger_refuses_one_card_too_many_and_says_where_the_others_stand() -> None:
    ledger = Ledger("single")
    ledger.count("AS", ("rounds", 0, "exposed"), 0)
    ledger.count("AS", ("rounds", 0, "tricks", 0), "lead")
    with pytest.raises(Violation) as refusal:
        ledger.count("AS", ("rounds", 0, "tricks", 0), "reply")
    assert refusal.value.path == "/rounds/0/tricks/0/reply"
    assert refusal.value.params["earlier"] == ["/rounds/0/exposed/0", "/rounds/0/tricks/0/lead"]
    assert "AS" not in refusal.value.params["legal"]
    assert len(refusal.value.params["legal"]) == 27


THREE_TRICKS = (trick("2S 6D", "6/off 2/off"), trick("2H AD", "2/off 1/off"), trick("AH QC", "1/off"))
GIVES_ALL_CHIPS = (*THREE_TRICKS, trick("4S 6H"), trick("3H 2C"), trick("5D AC"))
SETUP = {"red": [3, 3, 4, 4, 5, 5], "white": [1, 1, 2, 2, 6, 6]}
WHOLE = {"setup": SETUP, "tricks": list(GIVES_ALL_CHIPS)}


class TestSinceTheLastShuffle:
    """ "The cards are shuffled after every three rounds." """

    def test_a_third_copy_in_the_third_round_is_one_too_many(self) -> None:
        violation = refused(record(WHOLE, WHOLE, WHOLE))
        assert (violation.code, violation.path) == ("too_many_copies", "/rounds/1/tricks/2/reply")
        assert violation.params["earlier"] == ["/rounds/0/tricks/2/reply"]

    def test_the_fourth_round_begins_with_a_whole_pack(self) -> None:
        pad = {"points": {"red": 0, "white": 0}}
        rounds = [WHOLE if number % 3 == 0 else pad for number in range(12)]
        assert refusal(record(*rounds, pad)) == ("too_many_rounds", "/rounds/12")

    def test_a_reshuffled_round_begins_with_a_whole_pack(self) -> None:
        assert refusal(record(WHOLE, {**WHOLE, "reshuffled": True}, WHOLE))[1] == "/rounds/2/tricks/2/reply"

    @pytest.mark.parametrize("reshuffled", [False, None])
    def test_a_round_not_reshuffled_does_not(self, reshuffled: bool | None) -> None:
        assert refusal(record(WHOLE, {**WHOLE, "reshuffled": reshuffled}))[1] == "/rounds/1/tricks/2/reply"

    def test_a_double_pack_holds_twice_as_many(self) -> None:
        written = record(WHOLE, WHOLE, WHOLE, options={"pack": "double"})
        assert refusal(written) == ("too_many_copies", "/rounds/2/tricks/2/reply")

    @pytest.mark.parametrize("points", [{"points": {"red": 0, "white": 0}}, {"ovals": {"red": [6], "white": [6]}}])
    def test_cards_written_down_at_a_coarser_grade_count_too(self, points: dict[str, object]) -> None:
        seen = {**points, "exposed": ["QH"], "unplayed": {"white": ["QC"]}}
        assert refusal(record(seen, round_(exposed=["QH"]))) == ("too_many_copies", "/rounds/1/exposed/0")
        assert refusal(record(seen, round_(trick("5H QC", "5/off")))) == ("too_many_copies", "/rounds/1/tricks/0/reply")


class TestEveryPlaceCounts:
    @pytest.mark.parametrize(
        ("round_", "path"),
        [
            (round_(exposed=["QH", "QH"]), "exposed/1"),
            (round_(trick("QH 6C", "5/off"), exposed=["QH"]), "tricks/0/lead"),
            (round_(trick("6C QH", "6/off"), exposed=["QH"]), "tricks/0/reply"),
            (round_(trick("5H 5H AC", "4/off"), exposed=["5H"]), "tricks/0/reply"),
            (round_(trick("5H 6H QC", "6/off 5/off"), exposed=["QC"]), "tricks/0/extra"),
            (round_(trick("5H 6H 5H", "6/off 5/off"), exposed=["5H"]), "tricks/0/extra"),
        ],
    )
    def test_the_card_that_is_one_too_many_is_named(self, round_: dict[str, object], path: str) -> None:
        assert refusal(record(round_)) == ("too_many_copies", f"/rounds/0/{path}")

    def test_an_extra_card_that_was_not_needed_is_out_of_the_pack_all_the_same(self) -> None:
        """Ruling 4."""
        setup = {"red": [1, 1, 1, 1, 1, 1], "white": [2, 2, 2, 2, 2, 2]}
        off = trick("6H 6C QH", "1/off 1/off 1/off 1/off")
        then = trick("AS 2D", "1/off 1/off")
        assert refusal(record({"setup": setup, "tricks": [off, then], "exposed": ["QH"]}))[1].endswith("/0/extra")
        assert refusal(record({"setup": setup, "tricks": [off, then, trick("QH 6C")]}))[1].endswith("/2/lead")


@pytest.mark.parametrize("card", ["", "S", "A", "1S", "as", "AS ", "10S", "SA", "KD", "A♠", "AS\n", "ＡS"])
def test_what_is_no_card_is_unknown(card: str) -> None:
    assert refusal(one(exposed=[card])) == ("unknown_card", "/rounds/0/exposed/0")
    assert refusal(one(trick("5H 6C", "5/off 4/off", lead=card))) == ("unknown_card", "/rounds/0/tricks/0/lead")
