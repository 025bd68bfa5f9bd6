"""Statistics of players and clubs: figures, tables, records and habits."""

from uuid import UUID

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from api.shapes.statistics import ClubStatisticsShape, HabitsShape, PlayerStatisticsShape, RecordsShape
from api.told import clubs, players
from api.told import habits as told_habits
from api.told import records as told_records
from api.views.telling import OpponentFilters, StatisticsFilters, Told, told_as
from scorepad.selectors.habits import habits
from scorepad.selectors.records import records
from scorepad.selectors.statistics import club_statistics, player_statistics


class PlayerStatistics(Told):
    parameters_by_method = {"GET": StatisticsFilters}

    @extend_schema(operation_id="get_player_statistics", responses=told_as(PlayerStatisticsShape))
    def get(self, request: Request, player_id: UUID) -> HttpResponseBase:
        """A player's statistics: every figure with its n, its interval and the club's average beside it; tables, form,
        streaks, and a calendar by month. Of a merged player those of the person he is.

        With `Accept: text/csv` a line for each figure.
        """
        game = self.parameters["game"]
        found = player_statistics(viewer=self.viewer, game=game, player_id=player_id, filters=self.filters)
        return self.told(players.as_json(found), players.as_table(found), f"{found.player.id}-statistics")


class ClubStatistics(Told):
    parameters_by_method = {"GET": StatisticsFilters}

    @extend_schema(operation_id="get_club_statistics", responses=told_as(ClubStatisticsShape))
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """A club's statistics: its figures, its tables, whether its dice are fair, and its players by name.

        With `Accept: text/csv` a line `of` the club, then one for each player.
        """
        game = self.parameters["game"]
        found = club_statistics(viewer=self.viewer, game=game, slug=slug, filters=self.filters)
        return self.told(clubs.as_json(found), clubs.as_table(found), f"{slug}-statistics")


class Records(Told):
    parameters_by_method = {"GET": OpponentFilters}

    @extend_schema(operation_id="get_records", responses=told_as(RecordsShape))
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """The records of a club: the best match and round, the biggest margin, the longest winning streak, each with
        all who hold it; and every round of 30 points, a Marrakesh, the latest first. No ruling makes one.

        With `Accept: text/csv` a line for each holder.
        """
        found = records(viewer=self.viewer, game=self.parameters["game"], slug=slug, filters=self.filters)
        return self.told(told_records.as_json(found), told_records.as_table(found), f"{slug}-records")


class Habits(Told):
    parameters_by_method = {"GET": StatisticsFilters}

    @extend_schema(operation_id="get_habits", responses=told_as(HabitsShape))
    def get(self, request: Request, player_id: UUID) -> HttpResponseBase:
        """What a player leads and replies, beside the rest of his club. `marked` are the differences that are left
        when it is taken into account how many were looked at.

        With `Accept: text/csv` a line for each.
        """
        game = self.parameters["game"]
        found = habits(viewer=self.viewer, game=game, player_id=player_id, filters=self.filters)
        return self.told(told_habits.as_json(found), told_habits.as_table(found), f"{found.player.id}-habits")
