"""Guests: whoever sits at a table needs no account, and stays who he is when he has one later."""

from scorepad.models import Player, User
from scorepad.selectors.people import of_player
from scorepad.services.entries import enter
from scorepad.services.merging import merge
from scorepad.services.players import change_player, create_player
from tests.scorepad.conftest import Circle
from tests.scorepad.tables import SETUP, entry


def test_guests_play_without_an_account_and_keep_their_matches_when_they_get_one(circle: Circle) -> None:
    accounts, club = User.objects.count(), circle.club.slug
    guest = create_player(viewer=circle.scorer, club_slug=club, name="Guest").obj
    match = circle.match(viewer=circle.scorer, seats={"red": guest.pk, "white": circle.ann.pk})
    enter(viewer=circle.scorer, match_id=match.pk, entry=entry("round", 1, {"round": 1, "setup": SETUP}))
    assert User.objects.count() == accounts
    assert not Player.objects.filter(user__isnull=False).exists()

    cora = create_player(viewer=circle.owner, club_slug=club, name="Cora").obj
    change_player(viewer=circle.owner, player_id=cora.pk, user="friday-member")
    merge(viewer=circle.owner, player_id=guest.pk, into=cora.pk)
    assert list(of_player(cora.pk)) == [match]
    assert Player.objects.get(user__username="friday-member") == cora
