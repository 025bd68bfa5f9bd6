"""Players and the names they are known by."""

import unicodedata
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad.models import NameKey, Player
from scorepad.refusals import Conflict, Invalid, NotAllowed, NotHere
from scorepad.services.created import Created
from scorepad.services.names import cleaned
from scorepad.services.players import create_player
from scorepad.spelling import key_of
from tests.scorepad.conftest import Circle


def add(circle: Circle, name: str, **more: Any) -> Created[Player]:
    return create_player(**{"viewer": circle.scorer, "club_slug": "friday", "name": name, **more})


def test_a_name_is_kept_as_it_is_written_and_found_however_it_is_typed(circle: Circle) -> None:
    made = add(circle, "  Zoe\u0308   Müller ", aliases=["ZM", "Zo"])
    player = Player.objects.get(pk=made.obj.pk)
    assert (player.name, player.aliases) == ("Zoë Müller", ["ZM", "Zo"])
    assert player.name_key == "zoë müller"
    assert set(NameKey.objects.filter(player=player).values_list("key", "alias")) == {
        ("zoë müller", None),
        ("zm", "ZM"),
        ("zo", "Zo"),
    }


@pytest.mark.parametrize("name", ["ann", "ANN", "Ann\u200b", "A\u00adnn", "Ann "])
def test_a_name_that_reads_the_same_is_taken(circle: Circle, name: str) -> None:
    with pytest.raises(Conflict) as caught:
        add(circle, name)
    assert caught.value.code == "name_taken"
    assert Player.objects.count() == 2


def test_names_and_aliases_share_their_keys(circle: Circle) -> None:
    add(circle, "Robert", aliases=["Rob"])
    for name, aliases in [("rob", []), ("Cleo", ["ROBERT"]), ("Cleo", ["bob"])]:
        with pytest.raises(Conflict):
            add(circle, name, aliases=aliases)
    assert Player.objects.count() == 3


def test_another_club_may_have_its_own_ann(make_circle: Callable[..., Circle]) -> None:
    friday, monday = make_circle("friday"), make_circle("monday")
    assert friday.ann.name == monday.ann.name


@pytest.mark.parametrize("name", ["Straße", "STRASSE", "strasse"])
def test_casefolding_knows_more_than_lower_case(circle: Circle, name: str) -> None:
    assert key_of(name) == "strasse"


@pytest.mark.parametrize(
    "name",
    ["", " ", "\u200b", "\u3164", "\u2800", "A\nn", "\x00", "\u202eAnn", "Ann\u2069", "\u0301", "x" * 81, 7, None],
)
def test_a_name_that_cannot_be_read_is_refused(circle: Circle, name: Any) -> None:
    with pytest.raises(Invalid) as caught:
        add(circle, name)
    assert caught.value.errors[0]["pointer"] == "/name"
    assert Player.objects.count() == 2


def test_an_alias_is_a_name_too(circle: Circle) -> None:
    for aliases, pointer in [
        (["Z", "\u202e"], "/aliases/1"),
        (["cleo"], "/aliases/0"),
        (["Z", "z"], "/aliases/1"),
        (["Z"] * 21, "/aliases"),
        ("Z", "/aliases"),
    ]:
        with pytest.raises(Invalid) as caught:
            add(circle, "Cleo", aliases=aliases)
        assert caught.value.errors[0]["pointer"] == pointer


@given(name=st.text(max_size=90))
@settings(max_examples=200)
def test_whatever_is_accepted_is_what_the_database_accepts_and_stays_so(name: str) -> None:
    try:
        clean = cleaned("/name", name)
    except Invalid:
        return
    assert clean == unicodedata.normalize("NFC", clean) == cleaned("/name", clean)
    assert clean == clean.strip() != ""
    assert key_of(clean) == key_of(key_of(clean)) != ""
    assert len(key_of(clean)) <= 240


def test_the_database_agrees_with_the_service_on_odd_names(circle: Circle) -> None:
    """One write for each of many odd names: none that the service lets through is stopped by a constraint."""
    odd = [chr(point) for point in range(0x20, 0x3000, 7)] + [
        "e\u0301",
        "a\u200db",
        "\u1160x",
        "𝒜",
        "👩\u200d🚀",
        "\u0345x",
    ]
    kept = []
    for name in odd:
        try:
            kept.append(cleaned("/name", name))
        except Invalid:
            continue
    for name in kept:
        Player.objects.filter(pk=circle.ann.pk).update(name=name)


def test_the_same_again_is_the_player_who_is_there(circle: Circle) -> None:
    player = uuid.uuid4()
    made = add(circle, "Cleo", id=player, aliases=["C"])
    again = add(circle, " Cleo ", id=str(player), aliases=["C"])
    assert (made.new, again.new, again.obj) == (True, False, made.obj)
    for name, aliases in [("Cléo", ["C"]), ("Cleo", []), ("Cleo", ["D"])]:
        with pytest.raises(Conflict) as caught:
            add(circle, name, id=player, aliases=aliases)
        assert caught.value.code == "id_in_use"


def test_an_id_of_a_club_one_cannot_see_is_in_use_too(make_circle: Callable[..., Circle]) -> None:
    friday, monday = make_circle("friday"), make_circle("monday")
    with pytest.raises(Conflict) as caught:
        add(friday, "Ann", id=monday.ann.pk)
    assert caught.value.code == "id_in_use"


def test_a_name_much_like_another_is_hinted_at(circle: Circle) -> None:
    first = add(circle, "Catherine Muller")
    assert first.hints == ()
    for name in ("Katherine Muller", "Muller Catherine"):
        hints = add(circle, name).hints
        assert {"code": "similar_name", "player": first.obj.pk, "name": "Catherine Muller"} in hints
    assert add(circle, "Dora").hints == ()


def test_only_who_records_in_the_club_adds_players(circle: Circle) -> None:
    with pytest.raises(NotAllowed):
        add(circle, "Cleo", viewer=circle.member)
    for viewer in (circle.stranger, circle.nobody):
        with pytest.raises(NotHere):
            add(circle, "Cleo", viewer=viewer)
    assert Player.objects.count() == 2
