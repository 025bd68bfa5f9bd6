"""Score sheets on paper, blank and filled."""

from django.urls import path

from scorepad.web.paper.sheets import blank_paper, match_paper

urlpatterns = [
    path("clubs/<slug:slug>/paper/", blank_paper, name="blank_paper"),
    path("matches/<uuid:match_id>/paper/", match_paper, name="match_paper"),
]
