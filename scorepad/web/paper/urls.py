"""Score sheets on paper, blank and filled."""

from django.urls import path

from scorepad.web.soon import soon

urlpatterns = [
    path("clubs/<slug:slug>/paper/", soon, name="blank_paper"),
    path("matches/<uuid:match_id>/paper/", soon, name="match_paper"),
]
