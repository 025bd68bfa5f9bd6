"""One write, one transaction: patient for two seconds, and in our own words when the database says no.

What a write changed is told to the club's feed as the last thing before the commit, under a lock of the club's own that
ends with the transaction: so the feed's numbers are in the order of the commits, and none is given out below one that
somebody may have read already. A sequence alone would not do: whoever drew first may commit last.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal
from uuid import UUID

from django.db import IntegrityError, InternalError, OperationalError, connection, transaction

from scorepad.models import Change
from scorepad.refusals import Busy, Refused, conflict_at, id_in_use, invalid_at

PATIENCE = "2s"
FEED = 0xFEED

What = Literal["club", "player", "match", "member", "import", "ladder"]

# Somebody holds the lock; two waited for each other; the query, or a transaction that stood idle, was ended by a time
# limit; the server is going or gone.
_TRY_AGAIN = ("55P03", "40P01", "40001", "57014", "25P03", "57P01", "57P02", "57P03", "53300")
_CONNECTION = "08"


@dataclass(slots=True)
class Changes:
    """What a write has changed so far, to be told when the rest of it is done."""

    told: list[Change] = field(default_factory=list)

    def add(self, club_id: UUID, what: What, ref: UUID, version: int | None = None) -> None:
        self.told.append(Change(club_id=club_id, what=what, ref=ref, version=version))

    def store(self) -> None:
        # The clubs in one order: two writes that told two clubs each would wait for one another otherwise.
        for club_id in sorted({change.club_id for change in self.told}):
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", [FEED, str(club_id)])
        Change.objects.bulk_create(self.told, batch_size=1000)


@contextmanager
def writing() -> Iterator[Changes]:
    """All of it is stored, or nothing. What loses a race against a constraint is refused by the constraint's name."""
    changes = Changes()
    try:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SELECT set_config('lock_timeout', %s, true)", [PATIENCE])
            yield changes
            changes.store()
    except IntegrityError as error:
        refusal = _of_constraint(_constraint(error))
        if refusal is None:
            raise
        raise refusal from error
    except (OperationalError, InternalError) as error:
        if may_pass(error):
            raise Busy from error
        raise


def may_pass(error: OperationalError | InternalError) -> bool:
    """Whether the very same call may go well in a moment: what is away gives no state, or says that it goes.

    The driver files the end of an idle transaction under internal errors.
    """
    state = getattr(error.__cause__, "sqlstate", None)
    if state is None:
        return isinstance(error, OperationalError)
    return state.startswith(_CONNECTION) or state in _TRY_AGAIN


def _of_constraint(name: str | None) -> Refused | None:
    match name:
        case "entry_version_once" | "entry_id_once" | "entry_undone_once":
            return Busy()
        case "scorepad_match_pkey" | "scorepad_player_pkey" | "scorepad_club_pkey":
            return id_in_use()
        case "scorepad_ladder_pkey" | "scorepad_apitoken_pkey" | "scorepad_pairing_pkey" | "scorepad_invitation_pkey":
            return id_in_use()
        case "scorepad_import_pkey":
            return id_in_use()
        case "club_slug_unique":
            return conflict_at("/slug", "slug_taken", "Another club has this address already.")
        case "name_key_taken":
            return conflict_at("/name", "name_taken", "Another player of this club is known by this name.")
        case "ladder_name_taken":
            return conflict_at("/name", "name_taken", "Another ladder of this club has this name.")
        case "player_name_readable" | "club_name_readable":
            return invalid_at("/name", "A name needs something to see, and no control characters.")
        case "name_key_alias_readable":
            return invalid_at("/aliases", "A name needs something to see, and no control characters.")
        case "seat_player_once" | "seat_player_of_club" | "seat_match_of_club":
            return invalid_at("/seats", "The seats of a match are different players of its own club.")
        case _:
            return None


def _constraint(error: IntegrityError) -> str | None:
    diagnosis = getattr(error.__cause__, "diag", None)
    return getattr(diagnosis, "constraint_name", None)
