"""By what a person knows a piece of a file again: who sat where, when it was played, how it stood; a name.

Pure. People whom the club knows stand by id alone, for their names may be taken back; only those who come with the
file, or whom nobody could make out, stand by the names that it has.
"""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from engine import shapes
from engine.wording import writable
from scorepad.services.planning import History

Json = dict[str, Any]

MOST_SEATS = 8


def of_history(history: History, newcomers: Mapping[UUID, str]) -> Json:
    """A match as it would be here, or as the file has it."""
    record, totals = history.record, history.replay["totals"]
    seats = [
        _seat(key, player, newcomers) | {"score": totals[key]}
        for key, player in zip(record["players"], history.players, strict=True)
    ]
    return {
        "seats": seats,
        "played_at": record["played_at"],
        "status": str(history.status),
        "void": history.standing.void,
    }


def of_seats(seats: Mapping[str, str], played_at: str, newcomers: Mapping[UUID, str]) -> Json:
    """A match that is here already, of which no more was worked out."""
    return {"seats": [_seat(key, UUID(player), newcomers) for key, player in seats.items()], "played_at": played_at}


def of_refused(record: object) -> Json | None:
    """As much as can be made out of what is no record, or cannot have happened."""
    players = record.get("players") if isinstance(record, dict) else None
    if not isinstance(record, dict) or not isinstance(players, dict):
        return None
    seats = [_guessed(key, player) for key, player in list(players.items())[:MOST_SEATS]]
    return {"seats": seats, "played_at": writable(str(record.get("played_at") or ""))}


def of_name(told: object) -> Json | None:
    name = told.get("name") if isinstance(told, dict) else None
    return {"name": writable(name)} if isinstance(name, str) else None


def _seat(key: str, player: UUID, newcomers: Mapping[UUID, str]) -> Json:
    named = {"name": newcomers[player]} if player in newcomers else {}
    return {"seat": key, "player": str(player), **named}


def _guessed(key: str, player: object) -> Json:
    told = player if isinstance(player, dict) else {}
    known, named = shapes.uuid(told.get("id")), of_name(told) or {}
    return {"seat": writable(key), **({} if known is None else {"player": str(known)}), **named}
