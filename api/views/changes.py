"""What changed in a club, for mirrors and screens."""

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from api.conditional import answer
from api.pagination import PAGE_LIMIT, PAGE_SIZE, address
from api.parameters import Number, Parameters
from api.shapes.changes import ChangePage, ChangeShape
from api.views.base import Resource
from scorepad.selectors.changes import feed


class FeedParameters(Parameters):
    after = Number(
        required=False, default=0, min_value=0, max_value=2**63 - 1, help_text="`last` of the answer before."
    )
    page_size = Number(required=False, default=PAGE_SIZE, min_value=1, max_value=PAGE_LIMIT)


class Changes(Resource):
    parameters_by_method = {"GET": FeedParameters}

    @extend_schema(operation_id="list_changes", responses=ChangePage)
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """What changed in the club after a number, in the order in which it was stored.

        Ask again with `after` set to `last`: nothing is told twice and nothing left out, however many write at once.
        With `If-None-Match` an answer that would be the same is 304, which counts towards no limit.
        """
        after = self.parameters["after"]
        found = feed(viewer=self.viewer, slug=slug, after=after, limit=self.parameters["page_size"])
        body = {
            "results": ChangeShape(found.changes, many=True).data,
            "next": address(request, after=found.last) if found.more else None,
            "last": found.last,
        }
        return answer(request, body, f"{after}-{found.last}-{len(found.changes)}-{found.more:d}")
