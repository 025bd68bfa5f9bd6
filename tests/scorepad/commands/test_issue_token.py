"""`manage.py issue_token`: the way in for a club's first app."""

import io
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from scorepad.models import ApiToken
from scorepad.selectors.access import may
from scorepad.services.tokens import authenticate
from tests.scorepad.conftest import Circle


def issued(*arguments: str, **options: Any) -> str:
    out = io.StringIO()
    call_command("issue_token", *arguments, stdout=out, **options)
    return out.getvalue().strip()


def test_a_token_lets_its_owner_record_and_no_more(circle: Circle) -> None:
    assert circle.scorer.user is not None
    viewer = authenticate(issued(circle.scorer.user.username, "tablet by the window", club=circle.club.slug))
    assert viewer is not None
    assert may(viewer, "record", circle.club)
    assert not may(viewer, "manage", circle.club)
    token = ApiToken.objects.get()
    assert (token.name, token.scopes, token.club) == ("tablet by the window", ["record"], circle.club)


def test_the_scopes_are_those_asked_for(circle: Circle) -> None:
    assert circle.owner.user is not None
    viewer = authenticate(issued(circle.owner.user.username, "screen", scopes=["read"]))
    assert viewer is not None
    assert may(viewer, "read", circle.club)
    assert not may(viewer, "record", circle.club)


@pytest.mark.parametrize(("username", "club"), [("nobody-of-this-name", None), ("friday-owner", "no-such-club")])
def test_unknown_people_and_clubs_are_named_and_nothing_is_stored(
    circle: Circle, username: str, club: str | None
) -> None:
    with pytest.raises(CommandError, match=club or username):
        issued(username, "tablet", club=club)
    assert not ApiToken.objects.exists()
