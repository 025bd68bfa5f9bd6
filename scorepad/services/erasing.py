"""A club deleted by its owner: gone from sight at once, erased by a job.

The journal is append-only but for this, and so is what was told of ladders: their triggers let those of a deleted club
go to whoever names that club in the transaction's own setting. What is left to erase stands in the club's row, so that
a lost job is found again.
"""

from collections.abc import Iterable
from uuid import UUID

from django.db import connection
from django.db.models import Model, QuerySet
from django.utils import timezone

from scorepad.games import GAMES
from scorepad.models import (
    ApiToken,
    Change,
    Club,
    Entry,
    Frozen,
    Import,
    ImportLine,
    Invitation,
    Ladder,
    LadderRating,
    Match,
    Membership,
    NameKey,
    Pairing,
    Player,
    Preview,
    Published,
    Round,
    Seat,
    Stale,
    StaleEvening,
)
from scorepad.refusals import Conflict
from scorepad.selectors.access import Viewer, club_to
from scorepad.services.locks import wait_for
from scorepad.services.nudges import nudge
from scorepad.services.rating import LOCK as LADDERS
from scorepad.services.statistics import LOCK as STATISTICS
from scorepad.services.writing import writing

TASK = "scorepad.tasks.erasing.erase_club"
MATCHES_AT_A_TIME = 200


def what_goes(club: Club) -> dict[str, int]:
    """How much of everything is in the club, as a warning before it is deleted."""
    return {
        "matches": Match.objects.filter(club=club).count(),
        "entries": Entry.objects.filter(match__club=club).count(),
        "players": Player.objects.filter(club=club).count(),
        "members": Membership.objects.filter(club=club).count(),
        "tokens": ApiToken.objects.filter(club=club).count(),
        "imports": Import.objects.filter(club=club).count(),
        "ladders": Ladder.objects.filter(club=club).count(),
        "frozen": Frozen.objects.filter(ladder__club=club).count(),
    }


def delete_club(*, viewer: Viewer, slug: str, confirm: str | None) -> None:
    """Delete a club and all that is in it, once its slug has been said again as the confirmation.

    From then on nobody sees it, and its slug is free; nothing of it can be had back.
    """
    club = club_to("manage", viewer=viewer, slug=slug)
    if confirm != club.slug:
        detail = f"This deletes {club.name} with all that is in it, for good. Say “{club.slug}” again to confirm."
        raise Conflict("confirmation_needed", detail, goes=what_goes(club))
    with writing():
        locked = Club.objects.select_for_update().get(pk=club.pk)
        if locked.deleted_at is None:
            locked.deleted_at = timezone.now()
            locked.slug = f"deleted-{club.pk.hex}"
            locked.save(update_fields=["deleted_at", "slug"])
        nudge(TASK, str(club.pk))


def deleted_clubs() -> list[UUID]:
    """Clubs that wait to be erased."""
    return list(Club.objects.filter(deleted_at__isnull=False).values_list("pk", flat=True))


def erase(*, club_id: UUID) -> None:
    """Erase what is left of a deleted club, some matches a transaction. A second job finds less to do, or nothing."""
    while _erase_some(club_id):
        pass
    with writing():
        club = Club.objects.select_for_update().filter(pk=club_id, deleted_at__isnull=False).first()
        if club is not None:
            _erase_rest(club)


def _erase_some(club_id: UUID) -> bool:
    with writing():
        club = Club.objects.select_for_update().filter(pk=club_id, deleted_at__isnull=False).first()
        if club is None:
            return False
        matches = list(Match.objects.filter(club=club).order_by("pk").values_list("pk", flat=True)[:MATCHES_AT_A_TIME])
        _name(club)
        # One that is a duplicate of another would hold it back.
        Match.objects.filter(duplicate_of__in=matches).update(duplicate_of=None)
        rounds = Round.objects.filter(match__in=matches)
        hung = [rows._default_manager.filter(round__in=rounds) for game in GAMES.values() for rows in game.rows]
        Pairing.objects.filter(match__in=matches).delete()
        Entry.objects.filter(match__in=matches)._raw_delete(using="default")
        ApiToken.objects.filter(match__in=matches).delete()
        _delete([*hung, rounds, Seat.objects.filter(match__in=matches), Match.objects.filter(pk__in=matches)])
        return bool(matches)


def _erase_rest(club: Club) -> None:
    # Whoever is bringing its statistics up to date has read matches that are gone by now.
    wait_for(STATISTICS, str(club.pk))
    wait_for(LADDERS, str(club.pk))
    _name(club)
    for told in (Published, Frozen):
        told._default_manager.filter(ladder__club=club)._raw_delete(using="default")
    _delete(rows._default_manager.filter(club=club) for game in GAMES.values() for rows in (game.facts, game.totals))
    Player.objects.filter(club=club).update(merged_into=None, root=None)
    _delete(
        [
            ImportLine.objects.filter(batch__club=club),
            Import.objects.filter(club=club),
            Invitation.objects.filter(club=club),
            Change.objects.filter(club=club),
            Stale.objects.filter(club=club),
            StaleEvening.objects.filter(club=club),
            Preview.objects.filter(club=club),
            LadderRating.objects.filter(ladder__club=club),
            Ladder.objects.filter(club=club),
            ApiToken.objects.filter(club=club),
        ]
    )
    with connection.cursor() as cursor:
        # A player and his name refer to each other; the one constraint that can wait is told to.
        cursor.execute("SET CONSTRAINTS player_name_has_key DEFERRED")
    _delete(
        [
            NameKey.objects.filter(club=club),
            Player.objects.filter(club=club),
            Membership.objects.filter(club=club),
            Club.objects.filter(pk=club.pk),
        ]
    )


def _name(club: Club) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('scorepad.erasing', %s, true)", [str(club.pk)])


def _delete(rows: Iterable[QuerySet[Model]]) -> None:
    for each in rows:
        each.delete()
