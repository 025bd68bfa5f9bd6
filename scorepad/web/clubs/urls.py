"""The clubs' pages: a club, its matches, its players, and the search."""

from django.urls import path

from scorepad.web.clubs.club import club
from scorepad.web.clubs.home import home
from scorepad.web.clubs.language import language
from scorepad.web.clubs.matches import club_matches
from scorepad.web.clubs.players import club_players
from scorepad.web.clubs.screen import club_screen
from scorepad.web.clubs.search import find

urlpatterns = [
    path("", home, name="home"),
    path("clubs/<slug:slug>/", club, name="club"),
    path("clubs/<slug:slug>/screen/", club_screen, name="club_screen"),
    path("clubs/<slug:slug>/matches/", club_matches, name="club_matches"),
    path("clubs/<slug:slug>/players/", club_players, name="club_players"),
    path("search/", find, name="search"),
    path("language/", language, name="language"),
]
