"""The clubs' pages: a club, its matches, its players, its records, and the search."""

from django.urls import path

from scorepad.web.soon import soon

urlpatterns = [
    path("clubs/<slug:slug>/", soon, name="club"),
    path("clubs/<slug:slug>/matches/", soon, name="club_matches"),
    path("clubs/<slug:slug>/players/", soon, name="club_players"),
    path("search/", soon, name="search"),
    path("language/", soon, name="language"),
]
