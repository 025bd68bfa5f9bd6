"""A person made anonymous, for good: his names go everywhere, his results stay to the byte.

Whoever was merged with him is him, and goes with him. A name stands in the players' own rows, and in what people have
written in their own words: notes, reasons, tables, names of devices, an app's `ext`, what was said of a file's lines.
It is taken out of the journal, too, which its trigger allows for free words alone, and from the rows in the very same
way, so that these stay its fold. What somebody writes afterwards is his own affair. Whose account a player was is
forgotten; the account itself is its owner's to delete.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Model, QuerySet, TextField
from django.utils import timezone

from scorepad.games import GAMES
from scorepad.models import (
    ApiToken,
    Club,
    Entry,
    Import,
    ImportLine,
    Invitation,
    LedgerCheck,
    Match,
    NameKey,
    Pairing,
    Player,
    Round,
)
from scorepad.refusals import Conflict
from scorepad.selectors.access import Viewer
from scorepad.selectors.people import cluster_of
from scorepad.services.merging import lock_clusters, player_to_manage
from scorepad.services.players import read_player
from scorepad.services.redacting import Redactor
from scorepad.services.writing import writing
from scorepad.spelling import key_of

AT_A_TIME = 1000
UNDER_WAY = (Import.State.QUEUED, Import.State.RUNNING)

Cleaner = Callable[[Any], Any]
Cleaners = Mapping[str, Cleaner]
# Rows, how to clean their columns of JSON, their columns of text, and the column that tells what they are of.
Place = tuple[QuerySet[Any], Cleaners, Sequence[str], str]


def anonymise(*, viewer: Viewer, player_id: UUID) -> Player:
    """The player and whoever was merged with him have no name any more. Whoever has none is so already."""
    player = player_to_manage(viewer, player_id)
    with writing() as changes:
        player = lock_clusters(player.club, player.pk)[0]
        people = list(cluster_of(player.pk).prefetch_related("name_keys").order_by("pk"))
        if all(each.anonymised_at is not None for each in people):
            return read_player(player.pk)
        if Import.objects.filter(club=player.club_id, state__in=UNDER_WAY).exists():
            # It looked the players up by their names when it began, and may be telling of them this very moment.
            raise Conflict("import_under_way", "A file is being taken in; once that is done, ask again.")
        redactor = Redactor(_names(people))
        for each in people:
            _forget(each)
            changes.add(player.club_id, "player", each.pk)
        for match in _redact_matches(player.club, redactor):
            changes.add(player.club_id, "match", match.pk, match.version)
        _redact_beside(player.club, redactor)
    return read_player(player.pk)


def _names(people: Iterable[Player]) -> set[str]:
    named = [each for each in people if each.anonymised_at is None]
    return {name for each in named for name in (each.name, *each.aliases)}


def _forget(player: Player) -> None:
    """A name that nobody has, no aliases, no account, and no link by which somebody would come in as this player."""
    Invitation.objects.filter(player=player).update(player=None, revoked_at=timezone.now())
    player.user = None
    if player.anonymised_at is None:
        NameKey.objects.filter(player=player).delete()
        player.name = _stand_in(player)
        player.name_key = key_of(player.name)
        NameKey.objects.create(club=player.club, player=player, key=player.name_key)
        player.anonymised_at = timezone.now()
    player.save(update_fields=["name", "name_key", "user", "anonymised_at"])


def _stand_in(player: Player) -> str:
    """Made of the id, as short as leaves it to him alone."""
    others = NameKey.objects.filter(club=player.club_id)
    names = (f"Anonymous {player.pk.hex[:length]}" for length in (6, 12, 32))
    return next((name for name in names if not others.filter(key=key_of(name)).exists()), f"Anonymous {player.pk}")


def _redact_matches(club: Club, redactor: Redactor) -> list[Match]:
    """The matches in which the name stood, in their journal or in their rows."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('scorepad.redacting', %s, true)", [str(club.pk)])
    named = {
        match
        for place in _places(Match.objects.filter(club=club), redactor)
        for _, match, _ in _found(redactor, *place)
    }
    # The race: an entry that is being stored just now makes rows of the journal as it was before. So we wait for it, or
    # it for us, and what it has written is read before anything is changed.
    locked = Match.objects.filter(pk__in=named).select_for_update().order_by("pk")
    matches = list(locked.only("pk", "version"))
    for place in _places(Match.objects.filter(pk__in=named), redactor):
        _redact(redactor, *place)
    # What is shown of these matches is different from what it was, although their versions are not.
    locked.update(updated_at=timezone.now())
    return matches


def _places(matches: QuerySet[Match], redactor: Redactor) -> Iterator[Place]:
    """Where people have written in their own words of these matches: the journal, and the rows that are its fold."""
    yield Entry.objects.filter(match__in=matches), {"data": redactor.data}, ("reason", "device"), "match_id"
    yield Round.objects.filter(match__in=matches), {}, ("note",), "match_id"
    for game in GAMES.values():
        for rows in game.rows:
            notes = [field.name for field in rows._meta.concrete_fields if isinstance(field, TextField)]
            yield rows._default_manager.filter(round__match__in=matches), {}, notes, "round__match_id"
    told = {"ext": redactor.words, "objection": redactor.told}
    yield matches, told, ("note", "table"), "pk"


def _redact_beside(club: Club, redactor: Redactor) -> None:
    """What else somebody may have named after him, or said of him."""
    told = dict.fromkeys(("problem", "hints", "told"), redactor.told)
    places: list[Place] = [
        (ApiToken.objects.filter(club=club), {}, ("name",), "pk"),
        (Pairing.objects.filter(match__club=club), {}, ("name",), "pk"),
        (Import.objects.filter(club=club), {"problem": redactor.told}, (), "pk"),
        (ImportLine.objects.filter(batch__club=club), told, (), "pk"),
        (LedgerCheck.objects.all(), {"problems": lambda said: _of_club(said, club, redactor)}, (), "pk"),
    ]
    for place in places:
        _redact(redactor, *place)


def _of_club(problems: list[dict[str, Any]], club: Club, redactor: Redactor) -> list[dict[str, Any]]:
    """The problems of a check, those of this club's matches without the name."""
    ids = {problem["match"] for problem in problems}
    own = {str(match) for match in Match.objects.filter(club=club, pk__in=ids).values_list("pk", flat=True)}
    return [redactor.told(problem) if problem["match"] in own else problem for problem in problems]


def _redact(redactor: Redactor, rows: QuerySet[Any], cleaners: Cleaners, texts: Sequence[str], of: str) -> None:
    model: type[Model] = rows.model
    for pk, _, changed in list(_found(redactor, rows, cleaners, texts, of)):
        model._default_manager.filter(pk=pk).update(**changed)


def _found(
    redactor: Redactor, rows: QuerySet[Any], cleaners: Cleaners, texts: Sequence[str], of: str
) -> Iterator[tuple[Any, Any, dict[str, Any]]]:
    """The rows in whose columns the name stands, what they are `of`, and those columns without it.

    Everything is read, for no query of the database finds a name in each of its spellings, least of all in `json`.
    """
    clean: dict[str, Cleaner] = {**cleaners, **dict.fromkeys(texts, redactor.text)}
    for pk, belongs, *values in rows.order_by().values_list("pk", of, *clean).iterator(chunk_size=AT_A_TIME):
        told = {name: value for name, value in zip(clean, values, strict=True) if value is not None}
        changed = {name: new for name, value in told.items() if (new := clean[name](value)) != value}
        if changed:
            yield pk, belongs, changed
