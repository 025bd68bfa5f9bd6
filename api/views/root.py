"""The way in: what this server speaks, how much it takes at once, and what time it has."""

from django.conf import settings
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.bodies.entries import BATCH_LIMIT
from api.pagination import PAGE_LIMIT
from api.parsers import BODY_LIMIT, DEPTH_LIMIT
from api.shapes.root import RootShape
from api.throttling import BURST, PER_ADDRESS, SUSTAINED
from api.views.base import Resource
from engine.games import GAMES
from scorepad.services import installation

LIMITS = {
    "body_bytes": BODY_LIMIT,
    "depth": DEPTH_LIMIT,
    "entries_per_batch": BATCH_LIMIT,
    "page_size": PAGE_LIMIT,
    "token_requests": {"per_second": BURST.amount, "per_minute": SUSTAINED.amount},
    "anonymous_requests": {"per_minute": PER_ADDRESS.amount},
}


class Root(Resource):
    @extend_schema(operation_id="get_root", responses=RootShape)
    def get(self, request: Request) -> Response:
        """Versions, games, limits, the installation's epoch and the server's clock."""
        games = {
            game.key: {
                "name": game.name,
                "rules": game.rules,
                "record_format": game.record_format,
                "seats": game.seats,
                "kinds": game.kinds,
            }
            for game in GAMES.values()
        }
        return Response(
            {
                "name": "scorepad",
                "version": settings.VERSION,
                "api": "v1",
                "games": games,
                "limits": LIMITS,
                "epoch": installation.epoch(),
                "time": timezone.now(),
                "links": {name: f"{request.path}{name}/" for name in ("clubs", "matches", "schema", "docs")},
            }
        )
