"""Players of a club: their names and aliases, which no other player of that club may have."""

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db.models import QuerySet

from scorepad.models import Club, NameKey, Player, User
from scorepad.refusals import Conflict, NotHere, conflict_at, id_in_use, invalid_at
from scorepad.selectors.access import Viewer, club_to, require, visible_players
from scorepad.services.created import Created, create_once
from scorepad.services.names import alike, cleaned
from scorepad.services.values import uuid_at
from scorepad.services.writing import Changes, writing
from scorepad.spelling import key_of

MOST_ALIASES = 20


def create_player(
    *,
    viewer: Viewer,
    club_slug: str,
    name: str,
    id: uuid.UUID | str | None = None,
    aliases: Sequence[str] = (),
) -> Created[Player]:
    """A new player, or the one that this very call made before; with hints at players whose names are much alike."""
    club = club_to("record", viewer=viewer, slug=club_slug)
    player_id = uuid.uuid4() if id is None else uuid_at("/id", id)
    name = cleaned("/name", name)
    spellings = spellings_of(name, aliases)
    player = Player(id=player_id, club=club, name=name, name_key=key_of(name))

    def make(changes: Changes) -> Player:
        player.save(force_insert=True)
        NameKey.objects.bulk_create(
            NameKey(club=club, player=player, key=key, alias=alias) for key, alias in spellings.items()
        )
        changes.add(club.pk, "player", player.pk)
        return player

    try:
        created = create_once(known=lambda: _known(player, spellings), make=make)
    except Conflict as refusal:
        if refusal.code == "name_taken":  # the constraint does not tell which of the spellings it is
            _require_free(NameKey.objects.filter(club=club), spellings)
        raise
    return replace(created, hints=_hints(club, player_id, spellings))


def change_player(
    *, viewer: Viewer, player_id: uuid.UUID, expect: Callable[[Player], None] | None = None, **given: Any
) -> Player:
    """What is `given` of name, aliases, hidden and user changed; `user` is a member's name to sign in with, or None.

    Names are for recorders to put right; whose account a player is, only owners say. `expect` refuses the player as he
    stands under the lock, unless he is already as he is to be.
    """
    player = visible_players(viewer).filter(pk=player_id).select_related("club").first()
    if player is None:
        raise NotHere
    require("manage" if "user" in given else "record", viewer=viewer, club=player.club)
    user = _member(player.club, given["user"]) if "user" in given else None
    with writing() as changes:
        player = Player.objects.select_for_update(of=("self",), no_key=True).select_related("club").get(pk=player_id)
        if player.anonymised_at is not None and {"name", "aliases", "user"} & given.keys():
            raise Conflict("anonymised", "This player was made anonymous, for good.")
        if _is_so(player, given, user):
            return read_player(player_id)
        if expect is not None:
            expect(player)
        if "name" in given or "aliases" in given:
            _rename(player, given.get("name", player.name), given.get("aliases", player.aliases))
        if "hidden" in given:
            player.hidden = given["hidden"]
        if "user" in given:
            player.user = user
        player.save(update_fields=["name", "name_key", "hidden", "user"])
        changes.add(player.club_id, "player", player.pk)
    return read_player(player_id)


def read_player(player_id: uuid.UUID) -> Player:
    return Player.objects.select_related("club", "user").prefetch_related("name_keys").get(pk=player_id)


def _is_so(player: Player, given: Mapping[str, Any], user: User | None) -> bool:
    """Whether the player has all that is given already: the very same call may have been answered and not heard."""
    if "name" in given or "aliases" in given:
        name = cleaned("/name", given.get("name", player.name))
        there = dict(NameKey.objects.filter(player=player).values_list("key", "alias"))
        if name != player.name or spellings_of(name, given.get("aliases", player.aliases)) != there:
            return False
    return given.get("hidden", player.hidden) == player.hidden and ("user" not in given or user == player.user)


def _rename(player: Player, name: str, aliases: Sequence[str]) -> None:
    """Every spelling of the player made anew: those that he keeps are taken by nobody in between."""
    name = cleaned("/name", name)
    spellings = spellings_of(name, aliases)
    others = NameKey.objects.filter(club=player.club).exclude(player=player)
    _require_free(others, spellings)
    NameKey.objects.filter(player=player).delete()
    NameKey.objects.bulk_create(
        NameKey(club=player.club, player=player, key=key, alias=alias) for key, alias in spellings.items()
    )
    player.name, player.name_key = name, key_of(name)


def _member(club: Club, username: str | None) -> User | None:
    if username is None:
        return None
    user = User.objects.filter(username=username, is_active=True, memberships__club=club).first()
    if user is None:
        raise invalid_at("/user", "No member of this club signs in by this name.", code="unknown_user", found=username)
    return user


def spellings_of(name: str, aliases: Sequence[str]) -> dict[str, str | None]:
    """Every key of this player with the alias that it is of, None for the name's own."""
    if isinstance(aliases, str) or len(aliases) > MOST_ALIASES:
        raise invalid_at("/aliases", f"A player has at most {MOST_ALIASES} aliases.", most=MOST_ALIASES)
    spellings: dict[str, str | None] = {key_of(name): None}
    for index, alias in enumerate(aliases):
        clean = cleaned(f"/aliases/{index}", alias)
        if key_of(clean) in spellings:
            raise invalid_at(f"/aliases/{index}", "This is the player's name, or one of the aliases before it.")
        spellings[key_of(clean)] = clean
    return spellings


def _require_free(others: QuerySet[NameKey], spellings: dict[str, str | None]) -> None:
    """Refuse the first spelling that another player has, at its place: the name, then the aliases in their order."""
    taken = set(others.filter(key__in=spellings).values_list("key", flat=True))
    for index, key in enumerate(spellings):
        if key in taken:
            place = f"/aliases/{index - 1}" if index else "/name"
            raise conflict_at(place, "name_taken", "Another player of this club is known by this name.")


def _known(wanted: Player, spellings: dict[str, str | None]) -> Player | None:
    known = Player.objects.filter(pk=wanted.pk).select_related("club").first()
    if known is None:
        return None
    keys = dict(NameKey.objects.filter(player=known).values_list("key", "alias"))
    if known.club_id != wanted.club_id or known.name != wanted.name or keys != spellings:
        raise id_in_use()
    return known


def _hints(club: Club, player_id: uuid.UUID, spellings: dict[str, str | None]) -> tuple[dict[str, object], ...]:
    others = NameKey.objects.filter(club=club).exclude(player=player_id).select_related("player").order_by("key")
    found = {other.player_id: other.player for other in others for key in spellings if alike(key, other.key)}
    return tuple({"code": "similar_name", "player": other.pk, "name": other.name} for other in found.values())
