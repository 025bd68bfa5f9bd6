"""What the database itself refuses, tried in SQL behind the back of all Python."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from scorepad.models import Match, NameKey, Player, Round, Seat, Setup, Trick
from tests.scorepad.conftest import Circle
from tests.scorepad.tables import SETUP

TRICK = {"lead": "AS", "reply": "6D", "plays": ["6/off", "1/off"]}


def run(sql: str, *values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def refused(sql: str, *values: Any) -> str | None:
    """The name of the constraint that refuses this statement at the latest when it is to be stored."""
    with pytest.raises(IntegrityError) as caught, transaction.atomic():
        run(sql, *values)
    return caught.value.__cause__.diag.constraint_name


@pytest.fixture
def match(circle: Circle) -> Match:
    return circle.match(rounds=[{"setup": SETUP, "tricks": [TRICK]}])


# -- clubs are kept apart ---------------------------------------------------------------------------------------------


def test_a_seat_holds_no_player_of_another_club(make_circle: Callable[..., Circle], match: Match) -> None:
    other = make_circle("monday")
    move = "UPDATE scorepad_seat SET player_id = %s WHERE match_id = %s AND number = 1"
    assert refused(move, other.ann.pk, match.pk) == "seat_player_of_club"


def test_a_seat_cannot_be_said_to_be_of_another_club(make_circle: Callable[..., Circle], match: Match) -> None:
    other = make_circle("monday")
    move = "UPDATE scorepad_seat SET player_id = %s, club_id = %s WHERE match_id = %s AND number = 1"
    assert refused(move, other.ann.pk, other.club.pk, match.pk) == "seat_match_of_club"


def test_a_match_does_not_move_to_another_club(make_circle: Callable[..., Circle], match: Match) -> None:
    other = make_circle("monday")
    assert refused("UPDATE scorepad_match SET club_id = %s WHERE id = %s", other.club.pk, match.pk) == (
        "seat_match_of_club"
    )


def test_a_player_who_has_sat_down_does_not_change_clubs(
    make_circle: Callable[..., Circle], circle: Circle, match: Match
) -> None:
    other = make_circle("monday")
    moved = refused("UPDATE scorepad_player SET club_id = %s WHERE id = %s", other.club.pk, circle.ann.pk)
    assert moved in ("seat_player_of_club", "name_key_player_of_club", "player_name_has_key")


# -- each thing once --------------------------------------------------------------------------------------------------


def test_the_seats_of_a_match_are_different_players(circle: Circle, match: Match) -> None:
    same = "UPDATE scorepad_seat SET player_id = %s WHERE match_id = %s"
    assert refused(same, circle.ann.pk, match.pk) == "seat_player_once"


def test_a_seat_number_is_given_once(match: Match) -> None:
    assert refused("UPDATE scorepad_seat SET number = 1 WHERE match_id = %s", match.pk) == "seat_number_once"


def test_a_round_has_its_number_alone(match: Match) -> None:
    copy = (
        "INSERT INTO scorepad_round (match_id, number, complete, grade, irregular, scores, replay)"
        " SELECT match_id, number, complete, grade, irregular, scores, replay FROM scorepad_round WHERE match_id = %s"
    )
    assert refused(copy, match.pk) == "round_number_once"


def test_a_trick_has_its_number_alone(match: Match) -> None:
    copy = (
        "INSERT INTO scorepad_trick (round_id, number, lead, reply, led_by, winner, kind, irregular)"
        " SELECT round_id, number, lead, reply, led_by, winner, kind, irregular FROM scorepad_trick"
    )
    assert refused(copy) == "trick_number_once"


ENTRY = (
    "INSERT INTO scorepad_entry (match_id, version, entry_id, kind, data, format, actor_id, undoes)"
    " SELECT match_id, %s, %s, %s, '{}', format, actor_id, %s FROM scorepad_entry WHERE match_id = %s AND version = 1"
)


@pytest.mark.parametrize(
    ("version", "kind", "undoes", "constraint"),
    [
        (1, "create", None, "entry_version_once"),
        (2, "create", None, "entry_create_first"),
        (1, "trick", None, "entry_create_first"),
        (2, "undo", None, "entry_undoes_earlier"),
        (2, "undo", 1, "entry_undoes_earlier"),
        (3, "undo", 3, "entry_undoes_earlier"),
        (2, "trick", 2, "entry_undoes_earlier"),
        (4, "undo", 3, "entry_undoes_an_entry"),
    ],
)
def test_the_journal_counts_up_and_undoes_what_is_there(
    match: Match, version: int, kind: str, undoes: int | None, constraint: str
) -> None:
    assert refused(ENTRY, version, uuid.uuid4(), kind, undoes, match.pk) == constraint


def test_an_entry_id_is_used_once_in_a_match(match: Match) -> None:
    assert refused(ENTRY, 2, match.pk, "trick", None, match.pk) == "entry_id_once"


# -- what can be written down -----------------------------------------------------------------------------------------

BAD_TRICKS = {
    "lead": ["'7S'", "'S6'", "'as'", "''", "'KD'"],
    "reply": ["'1S'", "'A'"],
    "withdrawn": ["'QX'"],
    "extra": ["'0C'"],
    "leader": ["'blue'", "''"],
    "winner": ["'none'"],
    "chip": ["'black'"],
    "kind": ["'quads'"],
    "number": ["0", "7"],
    "off": ["7"],
    "plays": ["'{6/6}'", "'{5/6}'", "'{off}'", "'{7/1}'", "'{6/off,NULL}'"],
    "board": ["'{0,0,0,0,0,7}'", "'{0,0,0,0,0}'", "'{0,0,0,0,0,0,0}'", "'{-1,0,0,0,0,0}'", "'{0,0,0,0,0,NULL}'"],
    "ruling_board": ["'{1,1,1,1,1,9}'"],
    "ruling_winner": ["'red'"],
}


@pytest.mark.parametrize(
    ("column", "value"), [(name, value) for name, values in BAD_TRICKS.items() for value in values]
)
def test_a_trick_holds_cards_plays_and_boards_only(match: Match, column: str, value: str) -> None:
    constraint = refused(f"UPDATE scorepad_trick SET {column} = {value}")
    assert constraint is not None
    assert constraint.startswith(f"trick_{column}_") or constraint in (
        "trick_ruling_has_note",
        f"scorepad_trick_{column}_check",
    )


BAD_SETUPS = {
    "red_dice": ["'{1,2,3,4,5,7}'", "'{0,1,2,3,4,5}'", "'{1,2,3,4,5}'", "'{1,2,3,4,5,6,6}'", "NULL"],
    "exposed": ["'{3X}'", "'{NULL}'"],
    "red_unplayed": ["'{3S}'", "'{KS}'"],
    "white_ovals": ["'{7}'", "'{}'", "'{0,0,0,0}'", "'{1,2}'"],
    "red_pips": ["37", "1"],
    "ruled_red": ["1000", "5"],
}


@pytest.mark.parametrize(
    ("column", "value"), [(name, value) for name, values in BAD_SETUPS.items() for value in values]
)
def test_a_setup_holds_dice_cards_and_scores_only(match: Match, column: str, value: str) -> None:
    constraint = refused(f"UPDATE scorepad_setup SET {column} = {value}")
    assert constraint is not None
    assert constraint.startswith("setup_")


def test_what_is_written_down_of_both_sides_is_of_both(match: Match) -> None:
    assert refused("UPDATE scorepad_setup SET white_dice = NULL") == "setup_dice_of_both"


# -- people and clubs -------------------------------------------------------------------------------------------------

UNREADABLE = [
    "",
    " ",
    "\u200b",
    "Ann\n",
    "A\tnn",
    " Ann",
    "Ann ",
    "\u202eAnn",
    "Ann\u2066",
    "\u3164",
    "\u2800",
    "Zoe\u0308",  # not NFC
    "A\x7fn",
]


@pytest.mark.parametrize("name", UNREADABLE)
def test_a_name_can_be_read(circle: Circle, name: str) -> None:
    assert refused("UPDATE scorepad_player SET name = %s WHERE id = %s", name, circle.ann.pk) == "player_name_readable"
    assert refused("UPDATE scorepad_club SET name = %s", name) == "club_name_readable"
    assert refused("UPDATE scorepad_namekey SET alias = %s WHERE key = 'ann'", name) == "name_key_alias_readable"


@pytest.mark.parametrize("name", ["Zoë", "Ян", "山田", "O'Brien", "علي", "🂡", "नि‍खिल"])
def test_names_of_the_world_can_be_read(circle: Circle, name: str) -> None:
    Player.objects.filter(pk=circle.ann.pk).update(name=name)


def test_a_name_is_taken_once_in_a_club(circle: Circle) -> None:
    assert refused("UPDATE scorepad_namekey SET key = 'ann' WHERE key = 'bob'") == "name_key_taken"


def test_a_name_cannot_be_kept_without_its_key(circle: Circle) -> None:
    assert refused("UPDATE scorepad_player SET name_key = 'nobody' WHERE id = %s", circle.ann.pk) == (
        "player_name_has_key"
    )
    assert refused("DELETE FROM scorepad_namekey WHERE key = 'ann'") == "player_name_has_key"


def test_a_key_belongs_to_a_player_of_the_club(make_circle: Callable[..., Circle], circle: Circle) -> None:
    other = make_circle("monday")
    key = "INSERT INTO scorepad_namekey (club_id, player_id, key, alias) VALUES (%s, %s, 'x', 'x')"
    assert refused(key, other.club.pk, circle.ann.pk) == "name_key_player_of_club"


@pytest.mark.parametrize("slug", ["", "Friday", "fri day", "-friday", "friday-", "fri--day", "fri_day", "frïday"])
def test_the_address_of_a_club_is_plain(circle: Circle, slug: str) -> None:
    assert refused("UPDATE scorepad_club SET slug = %s", slug) == "club_slug_plain"


def test_a_role_is_a_known_one_and_held_once(circle: Circle) -> None:
    assert refused("UPDATE scorepad_membership SET role = 'king'") == "membership_role_known"
    copy = (
        "INSERT INTO scorepad_membership (club_id, user_id, role)"
        " SELECT club_id, user_id, role FROM scorepad_membership"
    )
    assert refused(copy) == "membership_once"


def test_a_player_who_has_sat_down_cannot_be_deleted(circle: Circle, match: Match) -> None:
    assert refused("DELETE FROM scorepad_player WHERE id = %s", circle.ann.pk)
    with pytest.raises(Exception, match="protected"):
        circle.ann.delete()
    assert Seat.objects.filter(player=circle.ann).exists()


def test_a_player_who_never_sat_down_can_be_deleted_with_his_keys(circle: Circle) -> None:
    circle.ann.delete()
    run("SELECT 1")
    assert list(NameKey.objects.values_list("key", flat=True)) == ["bob"]


def test_nothing_above_has_changed_a_row(match: Match) -> None:
    assert (Round.objects.count(), Setup.objects.count(), Trick.objects.count(), NameKey.objects.count()) == (
        1,
        1,
        1,
        2,
    )
