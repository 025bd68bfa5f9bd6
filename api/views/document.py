"""The OpenAPI document: the reference of this API, made from the code that answers."""

from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiYamlRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from api.renderers import OneJSONRenderer
from api.views.base import Resource


class Document(Resource):
    schema = None
    renderer_classes = [OneJSONRenderer, OpenApiYamlRenderer]

    def get(self, request: Request) -> Response:
        generator = SchemaGenerator()  # type: ignore[no-untyped-call]
        document = generator.get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
        return Response(document, headers={"Cache-Control": "no-cache"})
