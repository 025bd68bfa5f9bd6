"""Which matches a ladder rates: asked of the database and of a match in hand, the answer is the same."""

from datetime import date
from itertools import product
from uuid import UUID

import pytest

from scorepad.models import Ladder, Match
from scorepad.selectors.rated import RatedMatch, counts_for, rated_by, rated_match, rated_matches, roots_of
from scorepad.services.merging import merge
from scorepad.services.players import create_player
from tests.scorepad.conftest import Circle

ENDS = ("open", "complete", "forfeited", "abandoned")


def test_a_match_in_hand_counts_when_the_database_says_so(circle: Circle) -> None:
    matches = [
        circle.match(rounds=[{"points": {"red": 3, "white": 0}}] * 12, played_at=f"2026-01-0{day}T19:30:00Z")
        for day in (1, 2, 3)
    ]
    seasons = product((None, date(2026, 1, 2)), (None, date(2026, 1, 2)))
    ladders = [
        Ladder.objects.create(
            club=circle.club,
            game=game,
            name=f"{start} {end} {game} {forfeits}",
            system="elo",
            parameters={},
            season_start=start,
            season_end=end,
            forfeits=forfeits,
        )
        for start, end in seasons
        for forfeits in (False, True)
        for game in ("marrakesh", "rugs")
    ]
    asked = set()
    for rated, void, status in product((True, False), (True, False), ENDS):
        forfeited_by = "red" if status == "forfeited" else None
        Match.objects.update(rated=rated, void=void, status=status, forfeited_by=forfeited_by)
        for ladder in ladders:
            found = set(Match.objects.filter(rated_by(ladder)).values_list("pk", flat=True))
            there = Match.objects.filter(pk__in=[match.pk for match in matches])
            assert {match.pk for match in there if counts_for(ladder, match)} == found
            asked.add(len(found))
    assert asked == {0, 1, 2, 3}


def test_a_match_in_hand_is_the_one_that_is_read(circle: Circle) -> None:
    double = create_player(viewer=circle.owner, club_slug=circle.club.slug, name="Anne").obj
    seats = {"red": double.pk, "white": circle.bob.pk}
    match = circle.match(rounds=[{"points": {"red": 3, "white": 0}}] * 12, seats=seats)
    merge(viewer=circle.owner, player_id=double.pk, into=circle.ann.pk)
    ladder = Ladder.objects.create(club=circle.club, game="marrakesh", name="All", system="elo", parameters={})
    in_hand = rated_match(match, match.seats.order_by("number"))
    assert rated_matches(ladder, None, roots={}) == [in_hand]
    assert rated_matches(ladder, None) == [in_hand.by(roots_of(circle.club.pk))]
    assert in_hand.by(roots_of(circle.club.pk)).players == (circle.ann.pk, circle.bob.pk)


@pytest.mark.parametrize(
    ("scores", "places", "margin"),
    [
        ((9, 4), (1, 2), 5),
        ((4, 9), (2, 1), 5),
        ((4, 4), (1, 1), 0),
        ((4, 4), (2, 1), 0),
        ((9, 4), (2, 1), 0),  # whoever was ahead gave up
        ((4, 9, 2), (2, 1, 3), 0),
    ],
)
def test_a_margin_is_what_the_winner_of_two_was_ahead_by(
    scores: tuple[int, ...], places: tuple[int, ...], margin: int
) -> None:
    players = tuple(UUID(int=number) for number in range(len(scores)))
    assert RatedMatch(UUID(int=9), date(2026, 1, 5), players, places, scores).game.margin == margin
