"""The declared figures of Marrakesh, worked out by hand from small sums and held to the facts of the golden matches."""

import json
from collections import Counter
from functools import partial
from pathlib import Path

import pytest

from engine.facts import MILLION
from engine.figures import Figure, Sums, Table, Told, inputs, tell, weighed
from engine.games import MARRAKESH
from engine.marrakesh.facts import FACTS
from engine.marrakesh.figures import FIGURES
from engine.marrakesh.matches import replay

NAMED = FIGURES.named
TABLES = {table.key: table for table in FIGURES.tables}
DECLARED = {fact.key: fact for fact in FACTS.declared}
NOTHING = dict.fromkeys(DECLARED, 0)
GRADES = ("points", "ovals", "tricks")
VECTORS = Path(__file__).parents[2] / "vectors" / "matches.jsonl"


def told(key: str, **sums: int) -> Told:
    """What is told of these facts, all others being zero."""
    assert set(sums) <= set(DECLARED)
    return tell(NAMED[key], NOTHING | sums)


@pytest.fixture(scope="module")
def all_sums() -> list[dict[str, int]]:
    """The facts of each seat of the golden matches that were played to the end, and all of them added up."""
    seats = []
    for line in VECTORS.read_text().splitlines():
        record = json.loads(line)["record"]
        replayed = replay(record)
        if replayed["complete"]:
            winner = replayed["result"]["winner"]
            places = {side: 1 if winner in (side, None) else 2 for side in ("red", "white")}
            seats += FACTS.of_match(record, replayed, places).values()
    assert len(seats) > 10
    return [dict(zip(FACTS.keys, values, strict=True)) for values in [*seats, FACTS.added(seats)]]


# -- declarations -------------------------------------------------------------------------------------------------


def test_the_registry_has_them() -> None:
    assert MARRAKESH.figures is FIGURES


def test_no_two_figures_have_one_key() -> None:
    keys = Counter(figure.key for figure in FIGURES.figures)
    keys.update(figure.key for table in FIGURES.tables for row in table.cells for figure in row)
    keys.update(TABLES.keys())
    assert [key for key, times in keys.items() if times > 1] == []


def test_a_figure_is_made_of_declared_facts_and_tells_their_grade_and_whom_they_are_for() -> None:
    for key, figure in NAMED.items():
        facts = [DECLARED[fact] for fact in inputs(figure, NOTHING)]
        assert figure.grade == max((fact.grade for fact in facts), key=GRADES.index), key
        assert figure.for_members == any(fact.for_members for fact in facts), key


def test_a_figure_says_what_it_rests_on_in_one_line() -> None:
    for key, figure in NAMED.items():
        assert any(figure.per.values()), key
        assert figure.unit in {"matches", "rounds", "turns", "tricks", "cards", "setups", "dice"}, key
        assert len(figure.formula.splitlines()) == 1, key
        assert figure.verdict_from >= figure.shown_from >= 1, key


def test_a_fact_kept_as_the_most_is_told_as_it_is_and_added_to_nothing() -> None:
    for key, figure in NAMED.items():
        most = [fact for fact in inputs(figure, NOTHING) if DECLARED[fact].adds == "max"]
        assert most == (list(figure.of) if figure.measure == "most" else []), key
        assert len(most) <= 1, key


def test_every_group_is_in_use_and_declared() -> None:
    used = {figure.group for figure in FIGURES.figures} | {table.group for table in FIGURES.tables}
    assert used == {group.key for group in FIGURES.groups}


def test_figures_come_in_the_order_of_their_groups() -> None:
    order = [group.key for group in FIGURES.groups]
    places = [order.index(figure.group) for figure in FIGURES.figures]
    assert places == sorted(places)


def test_headlines_are_figures() -> None:
    assert set(FIGURES.headlines) <= {figure.key for figure in FIGURES.figures}


def test_only_oasis_is_for_members() -> None:
    kept = [figure.key for figure in FIGURES.for_guests().figures]
    assert [f.key for f in FIGURES.figures if f.key not in kept] == ["oasis", "great_oasis", "perfect_oasis"]


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_a_table_has_a_cell_for_each_row_and_column(table: Table) -> None:
    assert len(table.cells) == len(table.rows)
    assert {len(row) for row in table.cells} == {len(table.columns)}
    in_it = [figure for row in table.cells for figure in row]
    assert {(each.unit, each.grade, each.role, each.group) for each in in_it} == {
        (table.unit, table.grade, table.role, table.group)
    }


def test_the_heatmaps_are_of_four_suits_and_seven_numbers_by_six_tricks() -> None:
    sizes = {key: (len(table.rows), len(table.columns)) for key, table in TABLES.items()}
    assert sizes["leads_suits"] == sizes["replies_suits"] == (4, 6)
    assert sizes["leads_numbers"] == sizes["replies_numbers"] == (7, 6)
    assert sizes["men_off_by_turn"] == (3, 7)
    assert sizes["points_by_round"] == (12, 1)


# -- from few cases -----------------------------------------------------------------------------------------------


def test_of_nothing_nothing_is_told() -> None:
    assert {(tell(figure, NOTHING).value, tell(figure, NOTHING).n) for figure in NAMED.values()} == {(None, 0)}


@pytest.mark.parametrize("key", ["reading", "being_read"])
def test_reading_is_shown_from_fifty_replies(key: str) -> None:
    sums = {f"{key}_hits": 20, f"{key}_expected": 15 * MILLION, f"{key}_variance": 11 * MILLION}
    few, enough = (told(f"{key}_index", **{key: n}, **sums) for n in (49, 50))
    assert (few.value, few.n) == (None, 49)
    assert enough.value == pytest.approx(4 / 3)
    assert enough.p_value is not None


def test_a_kind_of_setup_is_judged_once_ten_could_be_expected() -> None:
    """A straight comes once in 64.8 throws, six Ones once in 46 656; one pair more than once in five."""
    assert NAMED["setup_111111"].verdict_from == 648
    assert NAMED["setup_ones"].verdict_from == 466_560
    assert NAMED["setup_21111"].verdict_from == 44
    lucky = told("setup_ones", setup_ones=1, setups=12)
    assert lucky.value == pytest.approx(1 / 12)
    assert lucky.p_value is None
    assert lucky.expected == pytest.approx(1 / 46_656, rel=0.01)


def test_pips_of_29_setups_are_no_verdict() -> None:
    assert told("setup_pips", setup_pips=900, setups=29).p_value is None
    assert told("setup_pips", setup_pips=900, setups=30).p_value is not None


# -- worked out by hand -------------------------------------------------------------------------------------------


def test_matches_won_are_a_share_of_all_that_count() -> None:
    rate = told("win_rate", won=7, matches=10)
    assert rate.value == 0.7
    assert rate.interval == pytest.approx((0.3968, 0.8922), abs=0.0001)


def test_points_are_of_matches_played_to_the_end() -> None:
    """50 and 40 points, and a match that was given up."""
    points = told("points_per_match", matches=3, completed=2, completed_points=90, completed_points_squares=4100)
    assert (points.value, points.n, points.standard_error) == (45.0, 2, pytest.approx(5.0))


def test_the_margin_is_of_own_points_less_the_opponents() -> None:
    """10 ahead, 5 behind, 10 ahead."""
    sums = {"completed": 3, "completed_points": 150, "completed_against": 135, "completed_margin_squares": 225}
    margin = told("margin_per_match", **sums)
    assert (margin.value, margin.standard_error) == (5.0, pytest.approx(5.0))


def test_what_decided_a_match_leaves_out_those_that_nothing_decided() -> None:
    sums = {"completed": 11, "drawn": 1, "won_by_score": 4, "lost_by_score": 3}
    sums |= {"won_by_rounds_scored": 2, "lost_by_best_round": 1}
    found = {by: told(f"decided_by_{by}", **sums) for by in ("score", "rounds_scored", "best_round")}
    assert {by: (each.value, each.n) for by, each in found.items()} == {
        "score": (0.7, 10),
        "rounds_scored": (0.2, 10),
        "best_round": (0.1, 10),
    }
    assert (told("ties_won", **sums).value, told("ties_won", **sums).n) == (pytest.approx(2 / 3), 3)


def test_points_of_a_round_are_those_of_the_scorecard() -> None:
    """A Game is 3, El Ayun 12, a Grand Fez 18; two rounds more brought nothing: 18 of 4 rounds either way."""
    offensive = told("offensive_points", named=4, offensive_game=2, offensive_el_ayun=1)
    defensive = told("defensive_points", named=4, defensive_grand_fez=1)
    assert (offensive.value, defensive.value) == (4.5, 4.5)
    # 3, 3, 12, 0: squares of the differences from 4.5 are 2.25, 2.25, 56.25, 20.25; √(81 / 3 / 4).
    assert offensive.standard_error == pytest.approx(27**0.5 / 2)
    # 18, 0, 0, 0: 182.25 + 3 × 20.25 = 243.
    assert defensive.standard_error == pytest.approx(4.5)


def test_men_off_are_averaged_by_turn_and_over_all_turns() -> None:
    sums = {"turn_1_off_0": 2, "turn_1_off_1": 3, "turn_1_off_2": 5, "turn_3_off_6": 1}
    first, third, every = (told(key, **sums) for key in ("men_off_turn_1", "men_off_turn_3", "men_off"))
    assert (first.value, first.n) == (1.3, 10)
    assert first.standard_error == pytest.approx(0.26034, abs=0.00001)
    assert (third.value, third.n) == (6.0, 1)
    assert (every.value, every.n) == (pytest.approx(19 / 11), 11)


def test_null_chips_are_turns_without_a_man_off() -> None:
    sums = {"turn_1_off_0": 1, "turn_1_off_2": 3, "turn_2_off_0": 2, "turn_2_off_1": 2}
    assert (told("null_chips_turn_1", **sums).value, told("null_chips", **sums).value) == (0.25, pytest.approx(3 / 8))


def test_turns_lost_to_an_opponent_who_is_done_were_not_played() -> None:
    sums = {"turn_3_played": 6, "turn_3_chips_taken": 2, "turn_3_short": 3}
    assert (told("chips_taken_turn_3", **sums).value, told("chips_taken_turn_3", **sums).n) == (0.25, 8)
    assert (told("short_turns_turn_3", **sums).value, told("short_turns_turn_3", **sums).n) == (0.5, 6)


def test_chips_given_are_of_all_tricks() -> None:
    given = told("chips_given", turn_2_chips_given=1, turn_3_chips_given=2, led=10, received=20)
    assert (given.value, given.n) == (0.1, 30)


def test_tricks_won_as_leader_as_receiver_and_in_all() -> None:
    sums = {"led": 10, "led_won": 4, "received": 30, "received_won": 18}
    found = [told(key, **sums) for key in ("led_won", "received_won", "tricks_won")]
    assert [(each.value, each.n) for each in found] == [(0.4, 10), (0.6, 30), (0.55, 40)]


def test_extra_cards_are_told_apart_by_how_often_they_are_played() -> None:
    sums = {"received_extra_1": 6, "received_extra_4": 3, "received_extra_6": 1, "received_disregarded": 2}
    shares = [told(f"received_extra_{times}", **sums) for times in (1, 4, 6)]
    assert [(each.value, each.n) for each in shares] == [(0.6, 10), (0.3, 10), (0.1, 10)]
    disregarded = told("received_disregarded", **sums)
    assert (disregarded.value, disregarded.n) == (pytest.approx(1 / 6), 12)


def test_suits_and_numbers_of_leads_are_of_all_leads() -> None:
    """An Ace of Spades, a Null of Spades, a Six of Hearts and a Four of Clubs."""
    sums = {"led": 4, "led_s_at_1": 1, "led_s_at_6": 1, "led_h_at_2": 1, "led_c_at_2": 1}
    sums |= {"led_1_at_1": 1, "led_0_at_6": 1, "led_6_at_2": 1, "led_4_at_2": 1}
    shares = {key: told(f"led_{key}", **sums).value for key in ("spades", "hearts", "diamonds", "clubs")}
    assert shares == {"spades": 0.5, "hearts": 0.25, "diamonds": 0.0, "clubs": 0.25}
    assert [told(f"led_{key}", **sums).value for key in ("nulls", "low", "high")] == [0.25, 0.25, 0.5]
    average = told("led_number", **sums)
    assert (average.value, average.n) == (pytest.approx(11 / 3), 3)


def test_an_early_null_was_played_to_the_first_or_second_trick() -> None:
    early = told("received_nulls_early", received=36, received_0_at_1=1, received_0_at_2=2, received_0_at_6=3)
    assert (early.value, early.n) == (0.5, 6)


def test_leads_to_a_number_without_a_man_are_of_those_that_could_be() -> None:
    led = told("led_to_no_man", led=30, led_numbers=20, led_to_no_man=5)
    assert (led.value, led.n) == (0.25, 20)


def test_replies_of_the_leads_suit_stand_beside_the_chance_of_them() -> None:
    sums = {"reading": 60, "reading_hits": 20, "reading_expected": 15 * MILLION, "reading_variance": 11_250_000}
    index, rate = told("reading_index", **sums), told("reading_rate", **sums)
    assert (index.value, index.p_value) == (pytest.approx(4 / 3), pytest.approx(0.1360, abs=0.0001))
    assert (rate.value, rate.expected) == (pytest.approx(1 / 3), 0.25)


def test_pips_are_told_by_the_setup_beside_21() -> None:
    """860 pips of 40 setups, 840 expected: 20 more, where the standard deviation is √(40 × 17.523)."""
    pips = told("setup_pips", setup_pips=860, setups=40)
    assert (pips.value, pips.expected) == (21.5, 21.0)
    assert pips.standard_error == pytest.approx(0.6619, abs=0.0001)
    assert pips.p_value == pytest.approx(0.4500, abs=0.0001)


def test_extra_cards_are_told_beside_those_that_could_have_come() -> None:
    sums = {"extras": 50, "extras_worth": 120, "extras_expected": 100 * MILLION, "extras_variance": 64 * MILLION}
    worth = told("extras_worth", **sums)
    assert (worth.value, worth.expected) == (2.4, 2.0)
    assert worth.p_value == pytest.approx(0.0124, abs=0.0001)


def test_each_face_is_expected_once_in_six() -> None:
    sums = NOTHING | {"dice_1": 3, "dice_6": 9}
    faces = [tell(face, sums) for (face,) in TABLES["faces"].cells]
    assert [(each.value, each.n, each.expected) for each in faces] == [
        (value, 12, pytest.approx(1 / 6)) for value in (0.25, 0, 0, 0, 0, 0.75)
    ]


def test_points_by_round_are_averages_of_that_round() -> None:
    """5 and 9 points in third rounds."""
    sums = NOTHING | {"round_3": 2, "round_3_points": 14, "round_3_squares": 106}
    found = [tell(points, sums) for (points,) in TABLES["points_by_round"].cells]
    assert (found[2].value, found[2].n, found[2].standard_error) == (7.0, 2, pytest.approx(2.0))
    assert {each.value for number, each in enumerate(found) if number != 2} == {None}


# -- the golden matches -------------------------------------------------------------------------------------------


def test_every_figure_is_told_of_real_matches_and_shares_are_shares(all_sums: list[Sums]) -> None:
    for sums in all_sums:
        for figure in NAMED.values():
            found = tell(figure, sums)
            if figure.measure == "rate":
                assert 0 <= weighed(figure.of, sums) <= weighed(figure.per, sums)
            assert (found.value is None) == (found.n < figure.shown_from)


def test_every_figure_is_determined_by_its_inputs(all_sums: list[Sums]) -> None:
    for figure in NAMED.values():
        assert tell(figure, inputs(figure, all_sums[-1])) == tell(figure, all_sums[-1])


def test_what_is_told_of_both_roles_adds_up(all_sums: list[Sums]) -> None:
    both = [key for key in NAMED if key == "tricks" or key.startswith("tricks_")]
    assert len(both) == 10
    for key, sums in [(key, sums) for key in both for sums in all_sums]:
        led, received = (NAMED[key.replace("tricks", role)] for role in ("led", "received"))
        for part in ("of", "per"):
            in_all, as_leader, as_receiver = (weighed(getattr(f, part), sums) for f in (NAMED[key], led, received))
            assert in_all == as_leader + as_receiver


def test_of_a_role_only_figures_of_its_facts_are_left() -> None:
    assert FIGURES.roles == ("leader", "receiver")
    for role, words in (("leader", ("led", "being_read")), ("receiver", ("received", "reading"))):
        kept = FIGURES.of_role(role)
        assert kept.figures
        assert len(kept.tables) == 2
        facts = {key for figure in kept.named.values() for key in inputs(figure, NOTHING)}
        assert {key for key in facts if not key.startswith(words)} == set()


@pytest.mark.parametrize(
    ("key", "whole"),
    [
        ("leads_suits", "column"),
        ("leads_numbers", "column"),
        ("replies_suits", "column"),
        ("replies_numbers", "column"),
        ("men_off_by_turn", "row"),
        ("faces", "column"),
        ("extra_suits", "column"),
        ("extra_numbers", "column"),
    ],
)
def test_the_shares_of_a_table_are_of_one_whole(all_sums: list[Sums], key: str, whole: str) -> None:
    table = TABLES[key]
    lines = table.cells if whole == "row" else tuple(zip(*table.cells, strict=True))
    for line in lines:
        counted = sum(map(partial(_numerator, all_sums[-1]), line))
        assert {weighed(figure.per, all_sums[-1]) for figure in line} == {counted}
        assert counted > 0


def test_every_setup_is_of_one_kind(all_sums: list[Sums]) -> None:
    *kinds, ones = (row[0] for row in TABLES["kinds_of_setups"].cells)
    assert ones.key == "setup_ones"
    assert sum(_numerator(all_sums[-1], kind) for kind in kinds) == all_sums[-1]["setups"] > 0


def _numerator(sums: Sums, figure: Figure) -> int:
    return weighed(figure.of, sums)
