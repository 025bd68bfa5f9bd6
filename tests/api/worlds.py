"""A club with something of everything in it, and how to ask for each of its things by a row of the policy table."""

from typing import Any

from django.apps import apps
from django.db import connection, transaction

from scorepad.models import Import, Membership, Preview, User
from scorepad.selectors.access import Viewer
from scorepad.services.freezing import freeze
from scorepad.services.imports import create_import
from scorepad.services.invitations import create_invitation
from scorepad.services.ladders import create_ladder
from scorepad.services.rating import refresh
from scorepad.services.tokens import issue_token
from tests.api.callers import Caller
from tests.api.policy import Row, World


def world_of(match: dict[str, Any], owner: Caller, people: dict[str, User]) -> World:
    token = issue_token(user=people["owner"], name="old", scopes=["read"])[0]
    owner_ = Viewer.of_session(people["owner"])
    batch = create_import(viewer=owner_, club_slug=match["club"], source=b'{"format": "marrakesh-record/1"}').obj
    Import.objects.filter(pk=batch.pk).update(state=Import.State.DONE)
    preview = Preview.objects.create(club=batch.club, actor=people["owner"], hypothesis={})
    invited = create_invitation(viewer=owner_, club_slug=match["club"], role="member")
    of_club = {"viewer": owner_, "club_slug": match["club"], "game": "marrakesh"}
    ladder = create_ladder(**of_club, name="All", system="glicko2", season_end="2024-12-31").obj
    list(refresh(club_id=ladder.club_id))
    freeze(viewer=owner_, ladder_id=ladder.pk)
    return World(
        slug=match["club"],
        match_id=match["id"],
        player_id=str(match["seats"]["red"]["player"]),
        other_player_id=str(match["seats"]["white"]["player"]),
        token_id=str(token.pk),
        ref=str(Membership.objects.get(club__slug=match["club"], user=people["scorer"]).ref),
        import_id=str(batch.pk),
        preview_id=str(preview.pk),
        invitation_id=str(invited.invitation.pk),
        ladder_id=str(ladder.pk),
        etag=owner.get(f"/matches/{match['id']}/record/")["ETag"],
    )


TABLES = [model._meta.db_table for model in apps.get_app_config("scorepad").get_models()]


def address(route: str, world: World) -> str:
    path = route.removeprefix("v1")
    for converter, name in (piece.strip("<>").split(":") for piece in route.split("/") if piece.startswith("<")):
        path = path.replace(f"<{converter}:{name}>", getattr(world, name))
    return path


def ask(caller: Caller, method: str, route: str, row: Row, world: World) -> Any:
    path = address(route, world)
    body = None if row.body is None else row.body(world)
    headers = row.headers(world)
    with transaction.atomic():
        if method == "GET":
            answer = caller.get(path + row.query.format(world=world), **headers)
        else:
            answer = caller.send(method, path + row.query.format(world=world), body, **headers)
        if method != "GET" and answer.status_code < 400:
            transaction.set_rollback(True)  # so that the next caller finds things as this one did
    return answer


def counted() -> list[int]:
    """How many rows every table has, in one query: it is asked over and over."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {', '.join(f'(SELECT count(*) FROM {table})' for table in TABLES)}")
        return list(cursor.fetchone())
