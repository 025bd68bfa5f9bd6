"""A ladder deleted by an owner of its club: its rules, the ratings that came of them, and what was published of it.

The matches stay as they are, and so does every other ladder. A season that was frozen was told for good, so its ladder
stays; a trigger of the database sees to it, and lets what was published go only with the ladder that is named in the
transaction's own setting.
"""

from uuid import UUID

from django.db import connection

from scorepad.models import Frozen, Ladder, LadderRating, Published, StaleEvening
from scorepad.refusals import Conflict, NotHere
from scorepad.selectors.access import Viewer, ladder_to, require
from scorepad.services.locks import wait_for
from scorepad.services.rating import LOCK
from scorepad.services.writing import writing
from scorepad.spelling import key_of


def what_goes(ladder: Ladder) -> dict[str, int]:
    """How many players it rates, and how many periods it has told of, as a warning before it is deleted."""
    return {
        "players": LadderRating.objects.filter(ladder=ladder).values("player").distinct().count(),
        "published": Published.objects.filter(ladder=ladder).count(),
    }


def delete_ladder(*, viewer: Viewer, ladder_id: UUID, confirm: str | None) -> None:
    """Delete a ladder, once its name has been said again as the confirmation; nothing of it can be had back."""
    ladder = ladder_to("manage", viewer=viewer, ladder_id=ladder_id)
    _refuse_frozen(ladder)
    if key_of(confirm or "") != key_of(ladder.name):
        detail = f"This deletes the ladder with its standings, for good. Say “{ladder.name}” again to confirm."
        raise Conflict("confirmation_needed", detail, goes=what_goes(ladder))
    with writing() as changes:
        # Whoever rates or publishes it at this moment has read it, and would store rows of a ladder that is gone.
        wait_for(LOCK, str(ladder.club_id))
        locked = Ladder.objects.select_for_update(of=("self",)).select_related("club").filter(pk=ladder_id).first()
        if locked is None:
            raise NotHere
        require("manage", viewer=viewer, club=locked.club)
        _refuse_frozen(locked)
        _erase(locked)
        changes.add(locked.club_id, "ladder", ladder_id, locked.version + 1)


def _refuse_frozen(ladder: Ladder) -> None:
    if Frozen.objects.filter(ladder=ladder).exists():
        detail = "This season was frozen, for good: its final standings stay, and so does the ladder."
        raise Conflict("season_frozen", detail)


def _erase(ladder: Ladder) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('scorepad.erasing', %s, true)", [str(ladder.pk)])
    Published.objects.filter(ladder=ladder)._raw_delete(using="default")
    StaleEvening.objects.filter(ladder=ladder).delete()
    LadderRating.objects.filter(ladder=ladder).delete()
    ladder.delete()
