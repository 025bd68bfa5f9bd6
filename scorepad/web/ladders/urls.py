"""The ladders: standings, history, season table; making and changing one."""

from django.urls import path, register_converter

from scorepad.web.ladders.courses import ladder_player, rating_explained
from scorepad.web.ladders.days import DayConverter
from scorepad.web.ladders.deleting import ladder_delete
from scorepad.web.ladders.known import ladder_known, ladder_since
from scorepad.web.ladders.lists import club_ladders
from scorepad.web.ladders.making import ladder_change, ladder_freeze, ladder_new
from scorepad.web.ladders.previews import preview
from scorepad.web.ladders.seasons import ladder_frozen, ladder_season, season_csv
from scorepad.web.ladders.standings import ladder, ladder_csv

register_converter(DayConverter, "day")

urlpatterns = [
    path("clubs/<slug:slug>/ladders/", club_ladders, name="club_ladders"),
    path("clubs/<slug:slug>/ladders/new/", ladder_new, name="ladder_new"),
    path("ladders/<uuid:ladder_id>/", ladder, name="ladder"),
    path("ladders/<uuid:ladder_id>/standings.csv", ladder_csv, name="ladder_csv"),
    path("ladders/<uuid:ladder_id>/published/", ladder_known, name="ladder_known"),
    path("ladders/<uuid:ladder_id>/players/<uuid:player_id>/", ladder_player, name="ladder_player"),
    path("ladders/<uuid:ladder_id>/players/<uuid:player_id>/<day:day>/", rating_explained, name="rating_explained"),
    path("ladders/<uuid:ladder_id>/season/", ladder_season, name="ladder_season"),
    path("ladders/<uuid:ladder_id>/season.csv", season_csv, name="season_csv"),
    path("ladders/<uuid:ladder_id>/frozen/", ladder_frozen, name="ladder_frozen"),
    path("ladders/<uuid:ladder_id>/since/", ladder_since, name="ladder_since"),
    path("ladders/<uuid:ladder_id>/change/", ladder_change, name="ladder_change"),
    path("ladders/<uuid:ladder_id>/freeze/", ladder_freeze, name="ladder_freeze"),
    path("ladders/<uuid:ladder_id>/delete/", ladder_delete, name="ladder_delete"),
    path("previews/<uuid:preview_id>/", preview, name="preview"),
]
