"""What is told of players: one, two beside each other, all of a club, and its records."""

from django.urls import path

from scorepad.web.players.club import club_records, statistics
from scorepad.web.players.explaining import club_figure, pair_figure, player_figure
from scorepad.web.players.figures import club_figures, player_figures
from scorepad.web.players.head_to_head import two_players
from scorepad.web.players.player import player

urlpatterns = [
    path("players/<uuid:player_id>/", player, name="player"),
    path("players/<uuid:player_id>/figures/", player_figures, name="player_figures"),
    path("players/<uuid:player_id>/figures/<slug:figure>/", player_figure, name="player_figure"),
    path("head-to-head/", two_players, name="head_to_head"),
    path("head-to-head/<uuid:a>/<uuid:b>/<slug:figure>/", pair_figure, name="pair_figure"),
    path("clubs/<slug:slug>/statistics/", statistics, name="club_statistics"),
    path("clubs/<slug:slug>/figures/", club_figures, name="club_figures"),
    path("clubs/<slug:slug>/figures/<slug:figure>/", club_figure, name="club_figure"),
    path("clubs/<slug:slug>/records/", club_records, name="club_records"),
]
