"""Matches begin with `create`, the first entry of their journal."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.utils import timezone

from engine.violations import Violation
from scorepad.games import GAMES
from scorepad.models import Club, Entry, Match, Player
from scorepad.refusals import NotAllowed, id_in_use, invalid_at, violated
from scorepad.selectors.access import Viewer, club_to
from scorepad.selectors.doubles import hints_for
from scorepad.selectors.impact import Hypothesis, Supposed
from scorepad.services.corrections import LONGEST_TABLE
from scorepad.services.created import Created, create_once
from scorepad.services.folding import WHOLE, laid_down, standing_of
from scorepad.services.incoming import Incoming, content
from scorepad.services.planning import By, History, line_of
from scorepad.services.previewing import foretell
from scorepad.services.rowing import rows_for
from scorepad.services.storage import store_new
from scorepad.services.values import text_at, uuid_at
from scorepad.services.verdicts import Verdict, verdict_of
from scorepad.services.writing import Changes

Json = dict[str, Any]


def create_match(
    *,
    viewer: Viewer,
    id: UUID | str,
    club_slug: str,
    game: str,
    played_at: str,
    seats: Mapping[str, UUID | str],
    options: Json | None = None,
    rated: bool = True,
    table: str = "",
    rounds: list[Any] | None = None,
    note: str | None = None,
    ext: Json | None = None,
    reason: str | None = None,
    device: str | None = None,
) -> Created[Match]:
    """A new match, or the one that this very call made before. `rounds` may hold what is written down of it already.

    A hint says when the same players have another match that evening: it may have been recorded twice.
    """
    given = _given({"options": options, "rounds": rounds, "note": note, "ext": ext, "reason": reason, "device": device})
    club, history = _first(viewer, id, club_slug, game, played_at, seats, rated, table, **given)

    def make(changes: Changes) -> Match:
        match = store_new([(club, history)])[0]
        changes.add(club.pk, "match", match.pk, match.version)
        return match

    created = create_once(known=lambda: _known(club, history), make=make)
    return replace(created, hints=tuple(hints_for(created.obj)))


def rehearse_match(*, viewer: Viewer, club_slug: str, **given: Any) -> Verdict:
    """What `create_match` would do with the same, or its refusal. Nothing is stored."""
    club, history = _first(viewer, club_slug=club_slug, **_given(given))
    known = _known(club, history)
    matches = () if known else (Supposed.of(rows_for(club, history)),)
    foretold = foretell(viewer=viewer, club=club, hypothesis=Hypothesis(club.pk, matches))
    return replace(verdict_of(None, history, history.lines[0], stored=False), foretold=foretold)


def _first(
    viewer: Viewer,
    id: UUID | str,
    club_slug: str,
    game: str,
    played_at: str,
    seats: Mapping[str, UUID | str],
    rated: bool = True,
    table: str = "",
    reason: str | None = None,
    device: str | None = None,
    **whole: Any,
) -> tuple[Club, History]:
    """The club and the history with which the match begins."""
    club = club_to("record", viewer=viewer, slug=club_slug)
    match_id = uuid_at("/id", id)
    data = _data(club, game, played_at, seats, rated, table)
    return club, begun(by=by_of(viewer), match_id=match_id, data=data | whole, reason=reason, device=device)


def _data(club: Club, game: str, played_at: str, seats: Mapping[str, UUID | str], rated: bool, table: str) -> Json:
    """The data of the `create` entry but for what of the record is written down already: people by id only."""
    if game not in GAMES:
        raise invalid_at("/game", f"The games known here are {', '.join(GAMES)}.", found=game, allowed=list(GAMES))
    if type(rated) is not bool:
        raise invalid_at("/rated", "A match is rated or it is not: true or false.")
    return {
        "club": str(club.pk),
        "game": game,
        "seats": _seats(club, GAMES[game].rules.seats, seats),
        "played_at": played_at,
        "rated": rated,
        "table": text_at("/table", table, most=LONGEST_TABLE) or "",
    }


def _seats(club: Club, keys: Iterable[str], seats: Mapping[str, UUID | str]) -> dict[str, str]:
    if not isinstance(seats, Mapping) or set(seats) != set(keys):
        raise invalid_at("/seats", f"The seats of this game are {', '.join(keys)}.", allowed=list(keys))
    players = {key: uuid_at(f"/seats/{key}", seats[key]) for key in keys}
    known = set(Player.objects.filter(club=club, pk__in=players.values()).values_list("pk", flat=True))
    taken: set[UUID] = set()
    for key, player in players.items():
        if player not in known:
            raise invalid_at(f"/seats/{key}", "This club has no such player.", code="unknown_player", found=str(player))
        if player in taken:
            raise invalid_at(f"/seats/{key}", "A player sits on one seat only.", code="same_player", found=str(player))
        taken.add(player)
    return {key: str(player) for key, player in players.items()}


def by_of(viewer: Viewer) -> By:
    if viewer.user is None:
        raise NotAllowed
    return By(viewer.user.pk, viewer.user.get_username(), viewer.token_id, timezone.now())


def begun(
    *,
    by: By,
    match_id: UUID,
    data: Json,
    reason: str | None = None,
    device: str | None = None,
    imported_id: UUID | None = None,
) -> History:
    """The history of a match with its first entry, which keeps the parts of the record as they were written, without
    nulls. Its id is the match's own, so that it too can be sent again."""
    game = GAMES[data["game"]]
    try:
        record = game.rules.normalised(laid_down(game, str(match_id), data))
        replay = game.rules.replay(record)
    except Violation as violation:
        raise violated(violation, pointer=violation.path, record_pointer=violation.path) from violation
    incoming = Incoming(
        id=match_id,
        kind="create",
        base_version=0,
        data={name: record[name] if name in WHOLE else value for name, value in data.items()},
        reason=text_at("/reason", reason, most=Entry._meta.get_field("reason").max_length),
        entered_at=None,
        device=text_at("/device", device, most=Entry._meta.get_field("device").max_length),
    )
    line = replace(line_of(incoming, 1, by), imported_id=imported_id)
    return History(game, str(match_id), (line,), record, replay, standing_of([line]))


def _known(club: Club, history: History) -> Match | None:
    """The match that has this id, when its first entry says just what this one does."""
    match = Match.objects.filter(pk=history.match_id).select_related("club").first()
    if match is None:
        return None
    first, line = Entry.objects.get(match=match, version=1), history.lines[0]
    same = content(first.kind, first.data, first.reason) == content(line.kind, line.data, line.reason)
    if match.club_id != club.pk or not same:
        raise id_in_use()
    return match


def _given(values: Json) -> Json:
    return {name: value for name, value in values.items() if value is not None}
