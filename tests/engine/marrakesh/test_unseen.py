"""What was not seen: reading the leader, and the extra cards that could have come.

The pack is single. Where a round is only to be over, `ended` sweeps both boards by two tricks under a ruling, which
tell of no skill: Red leads 3C and 3D, White replies 4C and 4D, and these cards are seen like any other.
"""

import pytest

from engine.marrakesh.bearing_off import EMPTY
from tests.engine.marrakesh.counting import OFF_BY_TRIPLES, Counted, ended, facts_of, read, single, some, stood, told
from tests.engine.marrakesh.writing import Record, record, round_, trick


class TestReading:
    """52 cards, 13 of a suit, and Red leads the Spade Ace, to which White replies the Diamond Six."""

    FIRST = trick("AS 6D", "5/off 1/off")
    # 13/52 = 0.25, and 0.25 x 0.75 = 0.1875.
    OF_A_WHOLE_PACK = (1, 250_000, 187_500)

    def readings(self, *rounds: Record) -> dict[str, Counted]:
        found = facts_of(single(*rounds))
        for side, other in (("red", "white"), ("white", "red")):
            mirror = {key.replace("reading", "being_read"): n for key, n in some(found[side], "reading").items()}
            assert some(found[other], "being_read") == mirror
        return {side: some(found[side], "reading") for side in found}

    def test_a_hand_that_is_not_known_is_among_what_was_not_seen(self) -> None:
        assert self.readings(ended(self.FIRST)) == {"red": {}, "white": read("reading", *self.OF_A_WHOLE_PACK)}

    def test_a_hand_that_was_turned_up_is_not(self) -> None:
        """White's six are 6D 4C 4D and three unplayed: (13 - 4)/(52 - 6) = 0.1956522, times 37/46 = 0.1573724."""
        found = self.readings(ended(self.FIRST, unplayed={"white": ["5D", "QD", "2S"]}))
        assert found["white"] == read("reading", 1, 195_652, 157_372)

    def test_the_leaders_hand_turned_up_tells_the_receiver_nothing(self) -> None:
        found = self.readings(ended(self.FIRST, unplayed={"red": ["5D", "QD", "2S"]}))
        assert found["white"] == read("reading", *self.OF_A_WHOLE_PACK)

    def test_a_hand_that_was_played_to_the_last_card_is_known(self) -> None:
        """White's six are 6D 2D 5D 3D 4C 4D: (13 - 5)/(52 - 6) = 8/46 = 0.1739130, times 38/46 = 0.1436673."""
        red_ends = stood("2S 2D", "red", [1, 1, 1, 0, 0, 0]), stood("5S 5D", "red", [1, 1, 0, 0, 0, 0])
        white_ends = stood("6C 3D", "white", [0, 2, 1, 1, 1, 0]), stood("3C 4C", "white", [0, 2, 1, 0, 0, 0])
        found = self.readings(round_(self.FIRST, *red_ends, *white_ends, stood("3D 4D", "white", EMPTY)))
        assert found["white"] == read("reading", 1, 173_913, 143_667)

    def test_what_was_played_before_was_seen(self) -> None:
        """To Red's Heart Five White replies the Heart Six, a hit. 50 cards were not seen, 13 of them Hearts: 0.26,
        times 0.74 = 0.1924. With the first trick's 0.25 and 0.1875: 0.51 and 0.3799."""
        second = trick("5H 6H 2S", "6/off 5/off 2/off")
        found = self.readings(ended(self.FIRST, second))
        assert found["white"] == read("reading", 2, 510_000, 379_900, hits=1)

    def test_an_exposed_card_was_seen_from_the_start(self) -> None:
        """12/51 = 0.2352941, times 39/51 = 0.1799308."""
        found = self.readings(ended(self.FIRST, exposed=["QD"]))
        assert found["white"] == read("reading", 1, 235_294, 179_931)

    def test_each_trick_is_rounded_for_itself(self) -> None:
        """47 cards, 12 Diamonds: 0.2553191 and 0.1901313. Then 45, with 11: 0.2444444 and 0.1846914.

        Rounded after adding up, these would be 0.499764 and 0.374823.
        """
        second = trick("5S 2D", "4/off 2/off")
        found = self.readings(ended(self.FIRST, second, exposed=["QD", "QS", "QH", "QC", "2C"]))
        assert found["white"] == read("reading", 2, 499_763, 374_822)

    def test_a_ruled_trick_is_left_out_and_its_cards_were_seen(self) -> None:
        """6S, 2D and the extra QD: 49 cards are left, with 11 Diamonds. 11/49 = 0.2244898, times 38/49 = 0.1740941."""
        ruled = trick("6S 2D QD", "5/off 2/off", ruling={"note": "drawn for nothing", "leader": "red"})
        found = self.readings(ended(ruled, trick("AS 6D", "4/off 1/off")))
        assert found["white"] == read("reading", 1, 224_490, 174_094)

    def test_earlier_rounds_since_the_shuffle_were_seen(self) -> None:
        """3C 4C 3D 4D under rulings, QD exposed, 5D 5D AC 2C turned up: 43 cards are left, with 13 - 5 Diamonds.

        8/43 = 0.1860465, times 35/43 = 0.1514332.
        """
        before = ended(exposed=["QD"], unplayed={"red": ["5D", "5D", "AC", "2C"]})
        found = self.readings(before, ended(self.FIRST))
        assert found["white"] == read("reading", 1, 186_047, 151_433)

    def test_extra_cards_of_earlier_rounds_were_seen(self) -> None:
        """AH 5H QD and four more cards: 45 are left, with 13 - 3 Diamonds. 10/45 = 0.2222222, x 35/45 = 0.1728395.

        Before them White's Heart Five hit the Ace's suit: 13/52, 0.25 and 0.1875.
        """
        before = ended(trick("AH 5H QD", "5/off 2/1"))
        found = self.readings(before, ended(self.FIRST))
        assert found["white"] == read("reading", 2, 250_000 + 222_222, 187_500 + 172_840, hits=1)

    def test_after_a_shuffle_nothing_was_seen(self) -> None:
        """The cards "are shuffled after every three rounds": the fourth is like the first."""
        third = round_(stood("6C 6D", "red", EMPTY), stood("5C 5D", "white", EMPTY))
        found = self.readings(ended(), ended(exposed=["QD"]), third, ended(self.FIRST))
        assert found["white"] == read("reading", *self.OF_A_WHOLE_PACK)

    def test_nor_after_one_that_was_needed_sooner(self) -> None:
        found = self.readings(ended(), ended(self.FIRST, reshuffled=True))
        assert found["white"] == read("reading", *self.OF_A_WHOLE_PACK)

    @pytest.mark.parametrize(
        "coarse", [{"points": {"red": 4, "white": 0}}, {"ovals": {"red": [6], "white": [6]}, "exposed": ["QD"]}]
    )
    def test_nobody_can_say_what_was_seen_in_a_round_without_tricks(self, coarse: Record) -> None:
        """It and what follows it until the shuffle stay out; what came before it does not."""
        found = self.readings(ended(self.FIRST), coarse, ended(self.FIRST))
        assert found["white"] == read("reading", *self.OF_A_WHOLE_PACK)
        assert self.readings(coarse, ended(self.FIRST), ended(self.FIRST, reshuffled=True)) == found
        assert self.readings(coarse, ended(), ended(), ended(self.FIRST)) == found

    def test_a_double_pack(self) -> None:
        """25 of 103 when the Diamond Null was exposed: 0.2427184, times 78/103 = 0.1838062."""
        written = record(ended(self.FIRST, exposed=["QD"]), options={"pack": "double"})
        assert some(facts_of(written)["white"], "reading") == read("reading", 1, 242_718, 183_806)


class TestReadingALeadTakenBack:
    """Red takes the Heart Two back; while it is in his hand White knows more of it than of any other."""

    FIRST = trick("AS 6D", "5/off 1/off", withdrawn="2H")

    def reading(self, *rounds: Record) -> Counted:
        return some(facts_of(single(*rounds))["white"], "reading")

    def test_until_it_is_led(self) -> None:
        """At the trick at which it comes too. Then 48 cards were not seen, 12 of them Hearts: 0.25 and 0.1875."""
        led, after = trick("2H 6C", "4/off 2/off"), trick("5S 6H", "3/off 1/off")
        assert self.reading(ended(self.FIRST, led, left="white")) == {}
        assert self.reading(ended(self.FIRST, led, after, left="white")) == read("reading", 1, 250_000, 187_500)

    def test_until_he_replies_with_it(self) -> None:
        """White wins the second trick and leads the third, to which Red replies the Heart Two; it is his trick.

        In the fourth Red leads and White replies a Heart: 46 cards, 12 of them Hearts. 12/46 = 0.2608696, times
        34/46 = 0.1928166.
        """
        tricks = self.FIRST, trick("6S 2C", "6/off 2/off"), trick("6D 2H", "4/off 2/off"), trick("5S 6H", "3/off 1/off")
        assert self.reading(ended(*tricks, left="white")) == read("reading", 1, 260_870, 192_817)

    def test_when_it_never_comes_it_stays_out_and_was_seen_all_the_same(self) -> None:
        """In the next round 3C 4C 3D 4D, AS 6D and the Heart Two were seen: 45 cards, with 12 Hearts.

        12/45 = 0.2666667, times 33/45 = 0.1955556.
        """
        again = trick("5S 2D", "4/off 2/off")
        assert self.reading(ended(self.FIRST, again)) == {}
        assert self.reading(ended(self.FIRST), ended(trick("AS 6H", "5/off 1/off"))) == read(
            "reading", 1, 266_667, 195_556
        )

    def test_turned_up_at_the_end_it_was_in_the_hand_all_the_while_and_is_seen_once(self) -> None:
        """White never knew it gone. The next round: the seven cards of before and 2C 5C: 43, 12 Hearts.

        12/43 = 0.2790698, times 31/43 = 0.2011898.
        """
        before = ended(self.FIRST, unplayed={"red": ["2H", "2C", "5C"]})
        assert self.reading(before) == {}
        assert self.reading(before, ended(trick("AS 6H", "5/off 1/off"))) == read("reading", 1, 279_070, 201_190)

    def test_the_other_copy_led_at_once_is_not_the_one_taken_back(self) -> None:
        """A hand that held both (ruling 15): only after the second Heart Two was led is none known any more.

        Then 46 cards were not seen, 13 - 2H - 6H - 2H = 10 of them Hearts. 10/46 = 0.2173913, times 36/46 = 0.1701323.
        """
        both = trick("2H 6C", "5/off 2/off", withdrawn="2H")
        then = trick("5S 6H", "4/off 3/off")
        assert self.reading(ended(both, then)) == {}
        second, third = trick("2H QC", "1/off"), trick("AS 6H")
        assert self.reading(ended(both, then, second, left="white")) == {}
        assert self.reading(ended(both, then, second, third, left="white")) == read("reading", 1, 217_391, 170_132)

    def test_and_was_seen_when_it_never_comes(self) -> None:
        """In the next round both Heart Twos and 6C 3C 4C 3D 4D are gone: 45 cards, with 11 Hearts.

        11/45 = 0.2444444, times 34/45 = 0.1846914.
        """
        before = ended(trick("2H 6C", "5/off 2/off", withdrawn="2H"))
        assert self.reading(before, ended(trick("AS 6H", "5/off 1/off"))) == read("reading", 1, 244_444, 184_691)

    def test_the_same_card_taken_back_twice_is_one_card(self) -> None:
        """After it was led at last 46 cards were not seen, 12 of them Hearts: 0.2608696, times 34/46 = 0.1928166."""
        twice = trick("5S 2D", "4/off 2/off", withdrawn="2H")
        written = ended(self.FIRST, twice, trick("2H QC", "3/1"), trick("AS 6H"), left="white")
        assert self.reading(written) == read("reading", 1, 260_870, 192_817)

    def test_the_leaders_reading_of_the_other_is_not_touched(self) -> None:
        """White wins the second trick and leads; Red, who took the Heart Two back, replies a Diamond.

        48 cards were not seen, 12 of them Diamonds: 0.25 and 0.1875.
        """
        tricks = self.FIRST, trick("6S 2C", "6/off 2/off"), trick("5H 2D", "5/off 2/off")
        found = facts_of(single(ended(*tricks)))
        assert some(found["red"], "reading") == read("reading", 1, 250_000, 187_500)
        assert some(found["white"], "reading") == {}


class TestLuckOfExtraCards:
    """White replies the Heart Five to the Heart Ace and plays 5/off, 2/1: his men stand on (1, 1, 1, 1, 0, 1).

    Of the cards that he could draw then, a number of another suit than Hearts takes one man off, but a Five, which
    matches his own in number: played four times it takes off four of them less one, 6/1 and then three. Hearts are
    played four times: an Ace takes two men off, a Two two, a Three two, a Four three (6/2, then 4, 3 and a 2), a Six
    four; the other Heart Five is played six times, and takes all five.
    """

    DRAWN = trick("AH 5H 3C", "5/off 2/1 3/off")

    def luck(self, *rounds: Record) -> Counted:
        return some(facts_of(single(*rounds))["white"], "extras")

    def test_against_the_cards_that_could_have_come(self) -> None:
        """52 - AH 5H - 3C 4C 3D 4D, which were in hands, = 46: 26 that take one man off, 6 Fives, 3 Nulls, 11 Hearts.

        26 x 1 + 6 x 3 + AH 2 + 2 x 2H 2 + 2 x 3H 2 + 2 x 4H 3 + 5H 5 + 2 x 6H 4 = 73; 73/46 = 1.5869565.
        Squares: 26 + 54 + 4 + 8 + 8 + 18 + 25 + 32 = 175; 175/46 - (73/46)^2 = 2721/2116 = 1.2859168.
        """
        assert self.luck(ended(self.DRAWN)) == told(
            "extras extras_worth extras_expected=1586957 extras_variance=1285917"
        )

    def test_a_better_card(self) -> None:
        """The other Heart Five is worth five men. White is off by it, so that 3D and 4D could have come as well.

        48 cards, 75 men, 177: 75/48 = 1.5625, 177/48 - 1.5625^2 = 1.24609375.
        """
        plays = "5/off 2/1 6/1 4/off 3/off 2/off 1/off 1/off"
        assert self.luck(ended(trick("AH 5H 5H", plays), left="red")) == told(
            "extras extras_worth=5 extras_expected=1562500 extras_variance=1246094"
        )

    def test_what_it_took_off_does_not_matter(self) -> None:
        """6/3 instead of 3/off: a turn that was short is not bad luck."""
        assert self.luck(ended(trick("AH 5H 3C", "5/off 2/1 6/3"))) == self.luck(ended(self.DRAWN))

    def test_cards_turned_up_at_the_end_were_in_hands(self) -> None:
        """5C 5D QC less: 43 cards, 67 men; 67/43 = 1.5581395. 157/43 - (67/43)^2 = 2262/1849 = 1.2233640."""
        assert self.luck(ended(self.DRAWN, unplayed={"red": ["5C", "5D", "QC"]})) == told(
            "extras extras_worth extras_expected=1558140 extras_variance=1223364"
        )

    def test_a_card_taken_back_was_in_a_hand(self) -> None:
        """Red shows the Spade Six with the Ace: 45 cards, 72 men; 72/45 = 1.6, 174/45 - 1.6^2 = 98/75 = 1.3066667."""
        shown = trick("AH 5H 3C", "5/off 2/1 3/off", withdrawn="6S")
        expected = told("extras extras_worth extras_expected=1600000 extras_variance=1306667")
        assert self.luck(ended(shown)) == expected

    def test_and_so_was_one_that_is_only_shown_later(self) -> None:
        later = stood("3C 4C", "red", EMPTY, withdrawn="6S")
        assert self.luck(ended(self.DRAWN, later, left="white")) == told(
            "extras extras_worth extras_expected=1600000 extras_variance=1306667"
        )

    def test_cards_seen_in_earlier_rounds_could_not_come(self) -> None:
        """3C 4C 3D 4D before, and again: 42 cards, 69 men: 69/42 = 1.6428571. 171/42 - (69/42)^2 = 1.3724490.

        The extra card is the Spade Three now, since both Threes of Clubs have been.
        """
        drawn = trick("AH 5H 3S", "5/off 2/1 3/off")
        assert self.luck(ended(), ended(drawn)) == told(
            "extras extras_worth extras_expected=1642857 extras_variance=1372449"
        )

    def test_a_null_takes_nothing_off(self) -> None:
        assert self.luck(ended(trick("AH 5H QH", "5/off 2/1"))) == told(
            "extras extras_expected=1586957 extras_variance=1285917"
        )

    def test_not_when_the_last_man_was_off_before(self) -> None:
        found = facts_of(single(ended(OFF_BY_TRIPLES, left="red")))["white"]
        assert some(found, "extra", "received_extra") == told("received_extra_4 extra_c extra_number_3")

    def test_not_under_a_ruling(self) -> None:
        ruled = trick("AH 5H 3C", "5/off 2/1 3/off", ruling={"note": "drawn by the wrong side"})
        assert self.luck(ended(ruled)) == {}

    def test_not_when_nobody_can_say_what_was_seen(self) -> None:
        coarse = {"ovals": {"red": [6], "white": [6]}}
        assert self.luck(coarse, ended(self.DRAWN)) == {}
        assert self.luck(coarse, ended(self.DRAWN, reshuffled=True)) == self.luck(ended(self.DRAWN))
