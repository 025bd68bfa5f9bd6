"""What a change would do to the ladders, told to whoever is about to make it; at once, or by a job when it takes long.

Nothing is written but the job's own row, which names people and matches by id alone and is erased after a day. A device
hears of its own match only, so of ladders nothing, unless anybody may read them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any
from uuid import UUID

from django.utils import timezone

from scorepad.models import Club, Match, Player, Preview, Seat
from scorepad.refusals import NotHere
from scorepad.selectors.access import Viewer, may
from scorepad.selectors.impact import Hypothesis, Impact, Supposed, Touched, impact_on, touched_by
from scorepad.selectors.ranking import Standing
from scorepad.selectors.rows import snapshot
from scorepad.selectors.standings import today_of
from scorepad.services.nudges import nudge
from scorepad.services.writing import writing

Json = dict[str, Any]

TASK = "scorepad.tasks.previews.run"
# So many matches rated anew, over all ladders that are touched, are not waited for. They take about a second.
MOST_AT_ONCE = 5000
KEPT_FOR = timedelta(days=1)
STALE_AFTER = timedelta(minutes=6)  # longer than any job may take


@dataclass(frozen=True, slots=True)
class Foretold:
    """`ladders` that would move; None while a job works it out, whose `preview` is to be asked for."""

    ladders: list[Json] | None
    preview: UUID | None = None


def foretell(*, viewer: Viewer, club: Club, hypothesis: Hypothesis) -> Foretold | None:
    """What would move, or where that will be told; nothing to whoever may not read the club's ladders."""
    if viewer.user is None or not may(viewer, "read", club):
        return None
    with snapshot():
        touched = touched_by(hypothesis)
        if sum(each.size for each in touched) <= MOST_AT_ONCE:
            return Foretold(_named(_told(hypothesis, touched)))
    asked = dump(hypothesis)
    with writing():
        waiting = Preview.objects.filter(club=club, actor=viewer.user, state=Preview.State.QUEUED, hypothesis=asked)
        preview = waiting.first() or Preview.objects.create(club=club, actor=viewer.user, hypothesis=asked)
        nudge(TASK, str(preview.pk))
    return Foretold(None, preview.pk)


def work_out(*, preview_id: UUID) -> None:
    """Do what the job is for. Done twice, it tells the same; one that is done is left alone."""
    preview = Preview.objects.filter(pk=preview_id, state=Preview.State.QUEUED, club__deleted_at__isnull=True).first()
    if preview is None:
        return
    hypothesis = parse(preview.club_id, preview.hypothesis)
    with snapshot():
        ladders = _told(hypothesis, touched_by(hypothesis))
    _finish(preview_id, state=Preview.State.DONE, ladders=ladders)


def give_up(*, preview_id: UUID) -> None:
    """The worker's time is over, and would be each time."""
    _finish(preview_id, state=Preview.State.GIVEN_UP)


def _finish(preview_id: UUID, **found: Any) -> None:
    with writing():
        queued = Preview.objects.filter(pk=preview_id, state=Preview.State.QUEUED)
        queued.update(finished_at=timezone.now(), **found)


def left() -> list[UUID]:
    """Those whose job was lost, or whose worker was."""
    queued = Preview.objects.filter(state=Preview.State.QUEUED, created_at__lt=timezone.now() - STALE_AFTER)
    return list(queued.values_list("pk", flat=True))


def erase_old() -> None:
    with writing():
        Preview.objects.filter(created_at__lt=timezone.now() - KEPT_FOR).delete()


def preview_to(viewer: Viewer, preview_id: UUID) -> Preview:
    """The preview, unsaved with the names of its players, for whoever asked for it and may read its club still."""
    own = Preview.objects.filter(pk=preview_id, actor=viewer.user).select_related("club")
    preview = None if viewer.user is None else own.first()
    if preview is None or not may(viewer, "read", preview.club):
        raise NotHere
    preview.ladders = preview.ladders and _named(preview.ladders)
    return preview


def _told(hypothesis: Hypothesis, touched: Sequence[Touched]) -> list[Json]:
    impacts = (impact_on(hypothesis, each, today_of(each.ladder)) for each in touched)
    return [_dump_impact(impact) for impact in impacts if impact.periods or impact.moves]


def _named(ladders: list[Json]) -> list[Json]:
    """With each player's name as it is today: a name that was stored would outlive its anonymising."""
    players = [UUID(row["player"]) for each in ladders for row in each["standings"]]
    names = {str(pk): name for pk, name in Player.objects.filter(pk__in=players).values_list("pk", "name")}

    def named(row: Json) -> Json:
        return {**row, "player": {"id": row["player"], "name": names.get(row["player"], "")}}

    return [{**each, "standings": [named(row) for row in each["standings"]]} for each in ladders]


def _dump_impact(impact: Impact) -> Json:
    return {
        "ladder": str(impact.ladder.pk),
        "name": impact.ladder.name,
        "periods": [period.isoformat() for period in impact.periods],
        "standings": [
            {"player": str(move.player), "before": _dump_line(move.before), "after": _dump_line(move.after)}
            for move in impact.moves
        ],
    }


def _dump_line(row: Standing | None) -> Json | None:
    if row is None:
        return None
    told = {
        name: getattr(row, name) for name in ("place", "matches", "won", "drawn", "lost", "provisional", "inactive")
    }
    return {**told, "rating": row.rating.rating, "deviation": row.rating.deviation}


def dump(hypothesis: Hypothesis) -> Json:
    return {
        "matches": [_dump_match(supposed) for supposed in hypothesis.matches],
        "roots": {str(player): str(root) for player, root in hypothesis.roots.items()},
    }


def parse(club_id: UUID, told: Json) -> Hypothesis:
    return Hypothesis(
        club_id,
        tuple(_parse_match(club_id, match) for match in told["matches"]),
        {UUID(player): UUID(root) for player, root in told["roots"].items()},
    )


def _dump_match(supposed: Supposed) -> Json:
    match = supposed.match
    return {
        "id": str(match.pk),
        "game": match.game,
        "rated": match.rated,
        "void": match.void,
        "status": str(match.status),
        "played_on": match.played_on.isoformat(),
        "seats": [[str(seat.player_id), seat.place, seat.score] for seat in supposed.seats],
    }


def _parse_match(club_id: UUID, told: Json) -> Supposed:
    own = {name: told[name] for name in ("game", "rated", "void", "status")}
    match = Match(id=UUID(told["id"]), club_id=club_id, played_on=date.fromisoformat(told["played_on"]), **own)
    seats: Sequence[Seat] = [
        Seat(player_id=UUID(player), place=place, score=score) for player, place, score in told["seats"]
    ]
    return Supposed(match, seats)
