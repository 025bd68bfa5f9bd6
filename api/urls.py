"""The addresses of the API, version 1. What leads nowhere is answered here, too, and not by a redirect."""

from django.urls import path, re_path, register_converter

from api.converters import IdConverter
from api.views import engine
from api.views.base import Nothing
from api.views.changes import Changes
from api.views.clubs import Clubs, OneClub
from api.views.docs import docs
from api.views.document import Document
from api.views.entries import Entries
from api.views.explaining import ExplainClub, ExplainPair, ExplainPlayer
from api.views.exports import Export, MatchesTable, RoundsTable
from api.views.head_to_head import HeadToHead
from api.views.histories import ExplainRating, LadderHistory
from api.views.imports import Imports, OneImport, TakeBack
from api.views.invitations import Invitations, OneInvitation
from api.views.ladders import Ladders, OneLadder
from api.views.matches import Hints, Matches, OneMatch
from api.views.members import Me, Members, OneMember
from api.views.pairings import Claim, Pairings
from api.views.players import Anonymise, Merge, OnePlayer, Players, Unmerge
from api.views.previews import OnePreview
from api.views.records import Record, Replay
from api.views.resets import Resets
from api.views.root import Root
from api.views.seasons import Freeze, FrozenStandings, LadderTable
from api.views.standings import LadderStandings
from api.views.statistics import ClubStatistics, Habits, PlayerStatistics, Records
from api.views.tokens import OneToken, Tokens

register_converter(IdConverter, "id")

urlpatterns = [
    path("v1/", Root.as_view()),
    path("v1/clubs/", Clubs.as_view()),
    path("v1/clubs/<slug:slug>/", OneClub.as_view()),
    path("v1/clubs/<slug:slug>/members/", Members.as_view()),
    path("v1/clubs/<slug:slug>/members/<id:ref>/", OneMember.as_view()),
    path("v1/clubs/<slug:slug>/members/<id:ref>/reset/", Resets.as_view()),
    path("v1/clubs/<slug:slug>/changes/", Changes.as_view()),
    path("v1/clubs/<slug:slug>/export/", Export.as_view()),
    path("v1/clubs/<slug:slug>/matches.csv", MatchesTable.as_view()),
    path("v1/clubs/<slug:slug>/rounds.csv", RoundsTable.as_view()),
    path("v1/clubs/<slug:slug>/imports/", Imports.as_view()),
    path("v1/imports/<id:import_id>/", OneImport.as_view()),
    path("v1/imports/<id:import_id>/take-back/", TakeBack.as_view()),
    path("v1/clubs/<slug:slug>/invitations/", Invitations.as_view()),
    path("v1/clubs/<slug:slug>/invitations/<id:invitation_id>/", OneInvitation.as_view()),
    path("v1/clubs/<slug:slug>/players/", Players.as_view()),
    path("v1/players/<id:player_id>/", OnePlayer.as_view()),
    path("v1/players/<id:player_id>/merge/", Merge.as_view()),
    path("v1/players/<id:player_id>/unmerge/", Unmerge.as_view()),
    path("v1/players/<id:player_id>/anonymise/", Anonymise.as_view()),
    path("v1/clubs/<slug:slug>/ladders/", Ladders.as_view()),
    path("v1/ladders/<id:ladder_id>/", OneLadder.as_view()),
    path("v1/ladders/<id:ladder_id>/standings/", LadderStandings.as_view()),
    path("v1/ladders/<id:ladder_id>/history/", LadderHistory.as_view()),
    path("v1/ladders/<id:ladder_id>/explain/", ExplainRating.as_view()),
    path("v1/ladders/<id:ladder_id>/table/", LadderTable.as_view()),
    path("v1/ladders/<id:ladder_id>/freeze/", Freeze.as_view()),
    path("v1/ladders/<id:ladder_id>/frozen/", FrozenStandings.as_view()),
    path("v1/players/<id:player_id>/statistics/", PlayerStatistics.as_view()),
    path("v1/players/<id:player_id>/statistics/explain/", ExplainPlayer.as_view()),
    path("v1/players/<id:player_id>/habits/", Habits.as_view()),
    path("v1/clubs/<slug:slug>/statistics/", ClubStatistics.as_view()),
    path("v1/clubs/<slug:slug>/statistics/explain/", ExplainClub.as_view()),
    path("v1/clubs/<slug:slug>/records/", Records.as_view()),
    path("v1/head-to-head/", HeadToHead.as_view()),
    path("v1/head-to-head/explain/", ExplainPair.as_view()),
    path("v1/matches/", Matches.as_view()),
    path("v1/matches/<id:match_id>/", OneMatch.as_view()),
    path("v1/previews/<id:preview_id>/", OnePreview.as_view()),
    path("v1/matches/<id:match_id>/entries/", Entries.as_view()),
    path("v1/matches/<id:match_id>/record/", Record.as_view()),
    path("v1/matches/<id:match_id>/replay/", Replay.as_view()),
    path("v1/matches/<id:match_id>/hints/", Hints.as_view()),
    path("v1/matches/<id:match_id>/pairings/", Pairings.as_view()),
    path("v1/pairings/claim/", Claim.as_view()),
    path("v1/tokens/", Tokens.as_view()),
    path("v1/tokens/<id:token_id>/", OneToken.as_view()),
    path("v1/me/", Me.as_view()),
    *engine.paths(),
    path("v1/schema/", Document.as_view()),
    path("v1/docs/", docs, name="api_docs"),
    re_path("", Nothing.as_view()),
]
