"""The policy table: for every route and method of the API, what each kind of caller hears.

A new route needs a row here, or test_policy.py fails. `Row(who, body, query, headers)`: `who` is one of the policies
below; `body` and `headers` are made of a `World`, the ids of things in one club; the same row is asked again with ids
that never were. A new kind of id in an address gets its member in `World`, by the name the address gives it.
"""

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.games import MARRAKESH
from tests.api.plays import ROUND, entry

Json = dict[str, Any]

CALLERS = (
    "owner", "scorer", "member", "stranger", "anonymous",
    "owner:read", "owner:record", "owner:manage", "elsewhere", "device", "expired",
)  # fmt: skip


@dataclass(frozen=True)
class World:
    """Ids of one club, by the names that addresses have for them. `elsewhere` is a token of another club."""

    slug: str
    match_id: str
    player_id: str
    other_player_id: str
    token_id: str
    ref: str
    import_id: str
    preview_id: str
    invitation_id: str
    ladder_id: str
    etag: str = '"none"'

    @classmethod
    def of_nothing(cls) -> "World":
        return cls("no-such-club", *(str(uuid.uuid4()) for _ in range(9)))


@dataclass(frozen=True)
class Policy:
    """The status by kind of caller: in a private club, and in one that is open to the public."""

    private: Mapping[str, int]
    public: Mapping[str, int]


def everybody(status: int) -> dict[str, int]:
    return dict.fromkeys(CALLERS, status)


def open_to_all(good: int = 200) -> Policy:
    """Nothing in it is anybody's."""
    return Policy(everybody(good) | {"expired": 401}, everybody(good) | {"expired": 401})


OWNERS = ("owner", "owner:read", "owner:record", "owner:manage")
MEMBERS = ("owner", "scorer", "member", "owner:read", "owner:record", "owner:manage")


def reads(good: int = 200, *more: str) -> Policy:
    """For members; of a public club for anyone."""
    private = everybody(404) | {"expired": 401} | dict.fromkeys((*MEMBERS, *more), good)
    return Policy(private, open_to_all(good).public)


def _writes(good: int, allowed: tuple[str, ...]) -> Policy:
    said = everybody(404) | dict.fromkeys(MEMBERS, 403) | {"anonymous": 401, "expired": 401}
    said |= dict.fromkeys(allowed, good)
    return Policy(said, said)


def records(good: int = 201, *more: str) -> Policy:
    """For owners and scorers; other members hear that it is not theirs to do."""
    return _writes(good, ("owner", "scorer", "owner:record", "owner:manage", *more))


def recorders_only(good: int = 200) -> Policy:
    """What those who record read; nobody is asked to sign in to be told that there is nothing here."""
    said = {**records(good).private, "anonymous": 404}
    return Policy(said, said)


def manages(good: int = 200) -> Policy:
    """For owners."""
    return _writes(good, ("owner", "owner:manage"))


def members_only(good: int = 200) -> Policy:
    """For members, of a public club too; whoever is none is told that there is nothing here."""
    said = everybody(404) | {"expired": 401} | dict.fromkeys(MEMBERS, good)
    return Policy(said, said)


def account(good: int = 200, *refused: str) -> Policy:
    """For whoever has an account and a token that may: no club is asked about. Those `refused` hear 403."""
    said = everybody(good) | {"anonymous": 401, "expired": 401} | dict.fromkeys(refused, 403)
    return Policy(said, said)


def but(policy: Policy, **others: int) -> Policy:
    return Policy({**policy.private, **others}, {**policy.public, **others})


def of_the_owner(good: int) -> Policy:
    """The owner's own, by a token that manages; other accounts, and a token for another club, find nothing there."""
    said = everybody(404) | dict.fromkeys(LESSER, 403) | {"anonymous": 401, "expired": 401}
    said |= dict.fromkeys(("owner", "owner:manage"), good)
    return Policy(said, said)


def of_the_asker(good: int = 200) -> Policy:
    """The owner's, who asked, by any token that reads the club."""
    private = everybody(404) | {"expired": 401} | dict.fromkeys(OWNERS, good)
    return Policy(private, private | dict.fromkeys(("elsewhere", "device"), good))


@dataclass(frozen=True)
class Row:
    who: Policy
    body: Callable[[World], Any] | None = None
    query: str = ""
    headers: Callable[[World], Mapping[str, str]] = field(default=lambda world: {})


def new_id() -> str:
    return str(uuid.uuid4())


def new_club(world: World) -> Json:
    return {"slug": f"c-{uuid.uuid4().hex[:8]}", "name": "Founded"}


def new_player(world: World) -> Json:
    return {"name": f"New {uuid.uuid4().hex[:8]}"}


def new_ladder(world: World) -> Json:
    return {"name": f"New {uuid.uuid4().hex[:8]}", "game": "marrakesh", "system": "glicko2"}


def new_match(world: World) -> Json:
    seats = {"red": world.player_id, "white": world.other_player_id}
    return {
        "id": new_id(),
        "club": world.slug,
        "game": "marrakesh",
        "played_at": "2026-11-29T19:30:00Z",
        "seats": seats,
    }


def new_entry(world: World) -> Json:
    return entry(ROUND, 1)


def a_record(world: World) -> Json:
    seats = {"red": world.player_id, "white": world.other_player_id}
    players = {key: {"id": player} for key, player in seats.items()}
    began = "2026-11-28T19:30:00Z"
    return {"format": "marrakesh-record/1", "played_at": began, "players": players, "rounds": []}


def as_it_stands(world: World) -> Mapping[str, str]:
    return {"If-Match": world.etag}


def whatever(world: World) -> Mapping[str, str]:
    return {"If-Match": "*"}


def new_token(world: World) -> Json:
    return {"name": "Reader", "scopes": ["read"]}


LESSER = ("owner:read", "owner:record", "device")
NO_ROUNDS = {"format": MARRAKESH.record_format, "rounds": []}
A_TRICK = MARRAKESH.questions["trick"].example
SOME_NUMBERS = MARRAKESH.questions["plays"].example
NOT_FOUNDERS = ("owner:read", "owner:record", "elsewhere", "device")

TABLE: dict[tuple[str, str], Row] = {
    ("GET", "v1/"): Row(open_to_all()),
    ("GET", "v1/schema/"): Row(open_to_all()),
    ("GET", "v1/docs/"): Row(Policy(everybody(200), everybody(200))),
    ("GET", "v1/clubs/"): Row(open_to_all()),
    ("POST", "v1/clubs/"): Row(account(201, *NOT_FOUNDERS), new_club),
    ("GET", "v1/clubs/<slug:slug>/"): Row(reads()),
    ("PATCH", "v1/clubs/<slug:slug>/"): Row(manages(), lambda world: {"name": "Renamed"}, headers=whatever),
    ("DELETE", "v1/clubs/<slug:slug>/"): Row(manages(204), query="?confirm={world.slug}"),
    ("GET", "v1/clubs/<slug:slug>/members/"): Row(members_only()),
    ("POST", "v1/clubs/<slug:slug>/members/"): Row(manages(201), lambda world: {"user": "stranger", "role": "member"}),
    ("GET", "v1/clubs/<slug:slug>/members/<id:ref>/"): Row(members_only()),
    ("PATCH", "v1/clubs/<slug:slug>/members/<id:ref>/"): Row(
        manages(), lambda world: {"role": "owner"}, headers=whatever
    ),
    ("DELETE", "v1/clubs/<slug:slug>/members/<id:ref>/"): Row(but(manages(204), scorer=204)),  # his own
    ("POST", "v1/clubs/<slug:slug>/members/<id:ref>/reset/"): Row(manages(201), lambda world: {}),
    ("GET", "v1/clubs/<slug:slug>/invitations/"): Row(but(manages(), anonymous=404)),
    ("POST", "v1/clubs/<slug:slug>/invitations/"): Row(manages(201), lambda world: {"role": "member"}),
    ("DELETE", "v1/clubs/<slug:slug>/invitations/<id:invitation_id>/"): Row(manages(204)),
    ("GET", "v1/me/"): Row(account(200)),
    ("DELETE", "v1/me/"): Row(account(409, *LESSER, "elsewhere")),
    ("GET", "v1/clubs/<slug:slug>/players/"): Row(reads()),
    ("POST", "v1/clubs/<slug:slug>/players/"): Row(records(), new_player),
    ("GET", "v1/players/<id:player_id>/"): Row(reads()),
    ("PATCH", "v1/players/<id:player_id>/"): Row(records(200), lambda world: {"name": "Renamed"}, headers=whatever),
    ("POST", "v1/players/<id:player_id>/merge/"): Row(manages(409), lambda world: {"into": world.other_player_id}),
    ("POST", "v1/players/<id:player_id>/unmerge/"): Row(manages(200), lambda world: {}),
    ("POST", "v1/players/<id:player_id>/anonymise/"): Row(manages(200), lambda world: {}),
    ("GET", "v1/clubs/<slug:slug>/ladders/"): Row(reads()),
    ("POST", "v1/clubs/<slug:slug>/ladders/"): Row(manages(201), new_ladder),
    ("GET", "v1/ladders/<id:ladder_id>/"): Row(reads()),
    ("PATCH", "v1/ladders/<id:ladder_id>/"): Row(manages(), lambda world: {"name": "Renamed"}, headers=whatever),
    ("DELETE", "v1/ladders/<id:ladder_id>/"): Row(manages(409)),  # its season is frozen
    ("GET", "v1/ladders/<id:ladder_id>/standings/"): Row(reads()),
    ("GET", "v1/ladders/<id:ladder_id>/history/"): Row(reads(), query="?player={world.player_id}"),
    ("GET", "v1/ladders/<id:ladder_id>/explain/"): Row(
        # Nobody has been rated yet.
        reads(400),
        query="?player={world.player_id}&period=2024-12-31",
    ),
    ("GET", "v1/ladders/<id:ladder_id>/table/"): Row(reads()),
    ("POST", "v1/ladders/<id:ladder_id>/freeze/"): Row(manages(), lambda world: {}),
    ("GET", "v1/ladders/<id:ladder_id>/frozen/"): Row(reads()),
    ("GET", "v1/matches/"): Row(open_to_all()),
    ("POST", "v1/matches/"): Row(records(), new_match),
    ("GET", "v1/matches/<id:match_id>/"): Row(reads(200, "device")),
    ("GET", "v1/matches/<id:match_id>/entries/"): Row(reads(200, "device")),
    ("POST", "v1/matches/<id:match_id>/entries/"): Row(records(201, "device"), new_entry),
    ("GET", "v1/matches/<id:match_id>/record/"): Row(reads(200, "device")),
    ("PUT", "v1/matches/<id:match_id>/record/"): Row(records(200, "device"), a_record, "?reason=so", as_it_stands),
    ("GET", "v1/matches/<id:match_id>/replay/"): Row(reads(200, "device")),
    ("GET", "v1/matches/<id:match_id>/hints/"): Row(recorders_only()),
    ("POST", "v1/engine/marrakesh/replay/"): Row(open_to_all(), lambda world: NO_ROUNDS),
    ("POST", "v1/engine/marrakesh/trick/"): Row(open_to_all(), lambda world: A_TRICK),
    ("POST", "v1/engine/marrakesh/plays/"): Row(open_to_all(), lambda world: SOME_NUMBERS),
    ("GET", "v1/clubs/<slug:slug>/imports/"): Row(recorders_only()),
    ("POST", "v1/clubs/<slug:slug>/imports/"): Row(records(202), a_record),
    ("GET", "v1/imports/<id:import_id>/"): Row(recorders_only()),
    ("POST", "v1/imports/<id:import_id>/take-back/"): Row(records(200), lambda world: {}),
    ("GET", "v1/previews/<id:preview_id>/"): Row(of_the_asker()),
    ("GET", "v1/tokens/"): Row(account(200, *LESSER)),
    ("POST", "v1/tokens/"): Row(account(201, *LESSER), new_token),
    ("DELETE", "v1/tokens/<id:token_id>/"): Row(of_the_owner(204)),
    ("POST", "v1/matches/<id:match_id>/pairings/"): Row(but(records(201), device=403), lambda world: {}),
    ("POST", "v1/pairings/claim/"): Row(open_to_all(404), lambda world: {"code": "BCDFGHJKMN"}),
    ("GET", "v1/clubs/<slug:slug>/changes/"): Row(reads()),
    ("GET", "v1/clubs/<slug:slug>/matches.csv"): Row(reads()),
    ("GET", "v1/clubs/<slug:slug>/rounds.csv"): Row(reads()),
    ("GET", "v1/players/<id:player_id>/statistics/"): Row(reads()),
    ("GET", "v1/players/<id:player_id>/statistics/explain/"): Row(reads(), query="?figure=win_rate"),
    ("GET", "v1/clubs/<slug:slug>/statistics/"): Row(reads()),
    ("GET", "v1/clubs/<slug:slug>/statistics/explain/"): Row(reads(), query="?figure=win_rate"),
    ("GET", "v1/clubs/<slug:slug>/records/"): Row(reads()),
    ("GET", "v1/players/<id:player_id>/habits/"): Row(reads()),
    ("GET", "v1/head-to-head/"): Row(reads(), query="?a={world.player_id}&b={world.other_player_id}"),
    ("GET", "v1/head-to-head/explain/"): Row(
        reads(), query="?a={world.player_id}&b={world.other_player_id}&figure=win_rate"
    ),
    ("GET", "v1/clubs/<slug:slug>/export/"): Row(but(manages(), anonymous=404)),
}
