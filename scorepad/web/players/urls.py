"""What is told of players: one, two beside each other, all of a club, and its records."""

from django.urls import path

from scorepad.web.soon import soon

urlpatterns = [
    path("players/<uuid:player_id>/", soon, name="player"),
    path("head-to-head/", soon, name="head_to_head"),
    path("clubs/<slug:slug>/statistics/", soon, name="club_statistics"),
    path("clubs/<slug:slug>/records/", soon, name="club_records"),
]
