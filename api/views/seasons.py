"""What is told of a season: its table, and its final standings once they are frozen."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.conditional import answer_as_shown
from api.fields import Nothing
from api.shapes.seasons import FrozenShape, TableShape
from api.views.base import Resource
from scorepad.selectors.asking import Person
from scorepad.selectors.rated import RatedMatch
from scorepad.selectors.season_tables import SeasonTable, TableRow, table_of
from scorepad.selectors.told import Moved
from scorepad.services.freezing import checksum, freeze
from scorepad.services.hindsight import Corrected, FrozenSeason, Hindsight, frozen_season

Json = dict[str, Any]
People = Mapping[UUID, Person]


def show_table(found: SeasonTable) -> Json:
    names = zip(found.rules.tiebreaks, found.rules.names(found.ladder.game), strict=True)
    return {
        "ladder": found.ladder.pk,
        "tiebreaks": [{"key": key, "name": name} for key, name in names],
        "pending": found.pending,
        "table": [show_table_row(row, found.people) for row in found.rows],
    }


def show_table_row(row: TableRow, people: People) -> Json:
    return {
        "place": row.place,
        "player": show_player(row.player, people),
        "points": row.points,
        "matches": row.matches,
        "won": row.won,
        "drawn": row.drawn,
        "lost": row.lost,
        "forfeits_won": row.forfeits_won,
        "forfeits_lost": row.forfeits_lost,
        "byes": row.byes,
        "margin": row.margin,
        "tiebreaks": list(row.tiebreaks),
    }


def show_player(player: UUID, people: People) -> Json:
    person = people[player]
    return {"id": person.id, "name": person.name}


def show_since(since: Hindsight, people: People) -> Json:
    return {
        "standings": [show_moved(row, people, "rating") for row in since.standings],
        "table": [show_moved(row, people, "points") for row in since.table],
        "corrections": [show_corrected(row, people) for row in since.corrections],
        "more": since.more,
        "merges": [
            {name: who and show_player(who, people) for name, who in zip(("player", "then", "now"), row, strict=True)}
            for row in ((merge.player, merge.then, merge.now) for merge in since.merges)
        ],
        "rules": since.rules,
        "pending": since.pending,
    }


def show_moved(row: Moved, people: People, told: str) -> Json:
    then, now = (stood and {"place": stood[0], told: stood[1]} for stood in (row.then, row.now))
    return {"player": show_player(row.player, people), "then": then, "now": now}


def show_corrected(row: Corrected, people: People) -> Json:
    return {
        "match": row.match,
        "then": row.then and show_counted(row.then, people),
        "now": row.now and show_counted(row.now, people),
        "entries": [
            {name: getattr(line, name) for name in ("version", "kind", "reason", "actor", "stored_at")}
            for line in row.entries
        ],
    }


def show_counted(match: RatedMatch, people: People) -> Json:
    return {
        "played_on": match.played_on,
        "players": [show_player(player, people) for player in match.players],
        "places": list(match.places),
        "scores": list(match.scores),
    }


def show_frozen(found: FrozenSeason) -> Json:
    frozen = found.frozen
    named = {row["player"] for name in ("standings", "table") for row in frozen.standings[name]}
    return {
        "ladder": found.ladder.pk,
        "ends": frozen.ends,
        "frozen_at": frozen.frozen_at,
        "frozen_by": frozen.frozen_by.get_username() if found.member else "",
        "checksum": frozen.checksum,
        "intact": checksum(frozen.standings) == frozen.checksum,
        "document": frozen.standings,
        "players": [show_player(UUID(player), found.people) for player in sorted(named)],
        "since": show_since(found.since, found.people),
    }


class LadderTable(Resource):
    @extend_schema(operation_id="get_table", responses=TableShape)
    def get(self, request: Request, ladder_id: UUID) -> HttpResponseBase:
        """The season in points: all matches that count for the ladder, by the rules of its table."""
        return answer_as_shown(request, show_table(table_of(viewer=self.viewer, ladder_id=ladder_id)))


class Freeze(Resource):
    @extend_schema(operation_id="freeze_ladder", request=Nothing, responses=dict.fromkeys((201, 200), FrozenShape))
    def post(self, request: Request, ladder_id: UUID) -> Response:
        """The final standings and the table of a season frozen, once and for all.

        409 `season_under_way` until it has ended, `season_without_end` when it has no end. 503 while matches of it are
        still being rated.
        """
        self.body(Nothing)
        made = freeze(viewer=self.viewer, ladder_id=ladder_id)
        shown = show_frozen(frozen_season(viewer=self.viewer, ladder_id=ladder_id))
        return self.created(shown, made.new, f"/api/v1/ladders/{ladder_id}/frozen/")


class FrozenStandings(Resource):
    @extend_schema(operation_id="get_frozen", responses=FrozenShape)
    def get(self, request: Request, ladder_id: UUID) -> HttpResponseBase:
        """The final standings that were frozen, and what would be told otherwise now. 404 when they are not."""
        return answer_as_shown(request, show_frozen(frozen_season(viewer=self.viewer, ladder_id=ladder_id)))
