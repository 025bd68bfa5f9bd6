"""What the OpenAPI document says of every operation alike: its parameters, its problems, its two ways of signing in."""

from typing import Any

from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiResponse

from api.problems import CONTENT_TYPE
from api.shapes.problems import ProblemShape


class Schema(AutoSchema):
    def get_override_parameters(self) -> list[Any]:
        parameters = getattr(self.view, "parameters_by_method", {}).get(self.method)
        return [parameters] if parameters else []

    def get_auth(self) -> list[Any]:
        open_to_all = self.method == "GET" or not self.view.permission_classes
        return [*super().get_auth(), *([{}] if open_to_all else [])]

    def _get_serializer_name(self, serializer: Any, direction: Any, bypass_extensions: bool = False) -> str:
        name: str = super()._get_serializer_name(serializer, direction, bypass_extensions)
        return name.removesuffix("Shape")

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        refused = OpenApiResponse(ProblemShape, "Refused, with problem details (RFC 9457); clients switch on `code`.")
        bodies["default"] = self._get_response_for_code(  # type: ignore[no-untyped-call]
            refused, "default", [CONTENT_TYPE], direction
        )
        return bodies


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        return {"type": "http", "scheme": "bearer"}


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "api.authentication.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": settings.SESSION_COOKIE_NAME,
            "description": "The installation's own pages; what writes also sends X-CSRFToken.",
        }
