"""What a club's owners and scorers manage."""

from django.urls import path

from scorepad.web.managing.clubs import club_delete, club_new, club_settings
from scorepad.web.managing.corrections import match_change
from scorepad.web.managing.imports import club_imports, import_taken_back, import_taken_in, one_import
from scorepad.web.managing.invitations import club_invitations, invitation_withdrawn
from scorepad.web.managing.members import club_members, member, member_leaves, member_reset
from scorepad.web.managing.pairing import match_pair
from scorepad.web.managing.people import player_anonymise, player_merge, player_unmerge
from scorepad.web.managing.players import player_change, player_new

urlpatterns = [
    path("clubs/new/", club_new, name="club_new"),
    path("clubs/<slug:slug>/settings/", club_settings, name="club_settings"),
    path("clubs/<slug:slug>/delete/", club_delete, name="club_delete"),
    path("clubs/<slug:slug>/members/", club_members, name="club_members"),
    path("clubs/<slug:slug>/members/<uuid:ref>/", member, name="member"),
    path("clubs/<slug:slug>/members/<uuid:ref>/leave/", member_leaves, name="member_leaves"),
    path("clubs/<slug:slug>/members/<uuid:ref>/password/", member_reset, name="member_reset"),
    path("clubs/<slug:slug>/invitations/", club_invitations, name="club_invitations"),
    path(
        "clubs/<slug:slug>/invitations/<uuid:invitation_id>/withdraw/",
        invitation_withdrawn,
        name="invitation_withdrawn",
    ),
    path("clubs/<slug:slug>/players/new/", player_new, name="player_new"),
    path("players/<uuid:player_id>/change/", player_change, name="player_change"),
    path("players/<uuid:player_id>/merge/", player_merge, name="player_merge"),
    path("players/<uuid:player_id>/unmerge/", player_unmerge, name="player_unmerge"),
    path("players/<uuid:player_id>/anonymise/", player_anonymise, name="player_anonymise"),
    path("clubs/<slug:slug>/imports/", club_imports, name="club_imports"),
    path("imports/<uuid:import_id>/", one_import, name="import"),
    path("imports/<uuid:import_id>/take-in/", import_taken_in, name="import_taken_in"),
    path("imports/<uuid:import_id>/take-back/", import_taken_back, name="import_taken_back"),
    path("matches/<uuid:match_id>/change/", match_change, name="match_change"),
    path("matches/<uuid:match_id>/pair/", match_pair, name="match_pair"),
]
