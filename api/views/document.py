"""The OpenAPI document: the reference of this API, made from the code that answers."""

from functools import cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiYamlRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from api.renderers import OneJSONRenderer
from api.views.base import Resource


@cache
def document() -> dict[str, Any]:
    """The same for everybody and as long as this code runs."""
    generator = SchemaGenerator()  # type: ignore[no-untyped-call]
    made: dict[str, Any] = generator.get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return made


class Document(Resource):
    schema = None
    renderer_classes = [OneJSONRenderer, OpenApiYamlRenderer]

    def get(self, request: Request) -> Response:
        return Response(document(), headers={"Cache-Control": "no-cache"})
