"""The ladders: standings, history, season table; making and changing one."""

from django.urls import path

from scorepad.web.soon import soon

urlpatterns = [
    path("clubs/<slug:slug>/ladders/", soon, name="club_ladders"),
    path("clubs/<slug:slug>/ladders/new/", soon, name="ladder_new"),
    path("ladders/<uuid:ladder_id>/", soon, name="ladder"),
    path("ladders/<uuid:ladder_id>/season/", soon, name="ladder_season"),
    path("ladders/<uuid:ladder_id>/change/", soon, name="ladder_change"),
]
