"""Every address of the site, room by room."""

from django.urls import include, path

from scorepad.accounts import held_back
from scorepad.admin import site as admin
from scorepad.web.icon import icon
from scorepad.web.invitations import invitation
from scorepad.web.matches import match, record_as_text
from scorepad.web.pairing import pair

handler500 = "scorepad.web.trouble.broken"

urlpatterns = [
    path("matches/<uuid:match_id>/", match, name="match"),
    path("matches/<uuid:match_id>/record.txt", record_as_text, name="match_as_text"),
    path("pair/<str:code>/", pair, name="pair"),
    path("invitations/<str:secret>/", held_back(invitation), name="invitation"),
    path("favicon.ico", icon),
    path("admin/", admin.urls),
    # Before the clubs' own pages: a club's address is any word but `new`.
    path("", include("scorepad.web.managing.urls")),
    path("", include("scorepad.web.clubs.urls")),
    path("", include("scorepad.web.players.urls")),
    path("", include("scorepad.web.ladders.urls")),
    path("", include("scorepad.web.accounts.urls")),
    path("", include("scorepad.web.recorder.urls")),
    path("", include("scorepad.web.paper.urls")),
    path("api/", include("api.urls")),
]
