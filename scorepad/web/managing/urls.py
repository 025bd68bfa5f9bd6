"""What a club's owners and scorers manage."""

from django.urls import path

from scorepad.web.soon import soon

urlpatterns = [
    path("clubs/new/", soon, name="club_new"),
    path("clubs/<slug:slug>/settings/", soon, name="club_settings"),
    path("clubs/<slug:slug>/members/", soon, name="club_members"),
    path("clubs/<slug:slug>/players/new/", soon, name="player_new"),
    path("players/<uuid:player_id>/change/", soon, name="player_change"),
    path("players/<uuid:player_id>/merge/", soon, name="player_merge"),
    path("players/<uuid:player_id>/anonymise/", soon, name="player_anonymise"),
    path("clubs/<slug:slug>/imports/", soon, name="club_imports"),
    path("imports/<uuid:import_id>/", soon, name="import"),
    path("matches/<uuid:match_id>/change/", soon, name="match_change"),
    path("matches/<uuid:match_id>/pair/", soon, name="match_pair"),
]
