"""The ladders: standings, history, season table; making and changing one."""

from django.urls import path

from scorepad.web.ladders.lists import club_ladders
from scorepad.web.ladders.standings import ladder, ladder_csv
from scorepad.web.soon import soon

urlpatterns = [
    path("clubs/<slug:slug>/ladders/", club_ladders, name="club_ladders"),
    path("clubs/<slug:slug>/ladders/new/", soon, name="ladder_new"),
    path("ladders/<uuid:ladder_id>/", ladder, name="ladder"),
    path("ladders/<uuid:ladder_id>/standings.csv", ladder_csv, name="ladder_csv"),
    path("ladders/<uuid:ladder_id>/published/", soon, name="ladder_known"),
    path("ladders/<uuid:ladder_id>/players/<uuid:player_id>/", soon, name="ladder_player"),
    path("ladders/<uuid:ladder_id>/season/", soon, name="ladder_season"),
    path("ladders/<uuid:ladder_id>/frozen/", soon, name="ladder_frozen"),
    path("ladders/<uuid:ladder_id>/change/", soon, name="ladder_change"),
]
