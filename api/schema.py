"""What the OpenAPI document says of every operation alike: its parameters, its problems, its two ways of signing in.

Examples and refusals stand among the components, once each, and every operation points at those of its own.
"""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiResponse

from api.errors import HTTP_CODES, of_status
from api.examples import FREE, example_of
from api.problems import CONTENT_TYPE, Problem
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
            "name": "sessionid",  # as deployed; the document names no checkout
            "description": "The installation's own pages; what writes also sends X-CSRFToken. `make run` adds an ending"
            " of the checkout's own to the name.",
        }


# What most often stands behind a status, where it has no words of its own.
TELLING = {
    400: ("unknown_parameter", "'palyer' is not a parameter of this resource; it takes cursor, page_size."),
    409: ("conflict", "Something of this name or id is there already."),
    412: ("precondition_failed", "The resource has another version by now."),
    422: ("malformed", "“name”: this field is required."),
    428: ("precondition_required", "Send If-Match with the ETag of what you mean to change."),
}
REFUSED = {400: "BadRequest", 401: "NotSignedIn", 403: "NotAllowed", 404: "NotFound", 406: "NotAcceptable"}
REFUSED |= {409: "Conflict", 412: "Outdated", 413: "TooLarge", 415: "UnsupportedMediaType", 422: "Invalid"}
REFUSED |= {428: "PreconditionRequired", 429: "TooManyRequests", 503: "Unavailable"}
HEADERS = {401: "WWW-Authenticate", 429: "Retry-After", 503: "Retry-After"}
# A post that needs nothing told is an empty object, not an empty body.
NO_MORE: dict[str, Any] = {
    "content": {
        "application/json": {
            "schema": {"type": "object", "additionalProperties": False},
            "examples": {"nothing": {"value": {}}},
        }
    },
    "required": True,
}


def with_examples(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """The last step of making the document."""
    components = result["components"]
    components["examples"] = {}
    components["responses"] = {REFUSED[status]: _refused(status) for status in REFUSED}
    for path, methods in result["paths"].items():
        for method, operation in methods.items():
            said = operation["responses"]
            said.pop("default", None)
            if method == "post":
                operation.setdefault("requestBody", deepcopy(NO_MORE))
            for each in (operation.get("requestBody", {}), *said.values()):
                for media_type, content in each.get("content", {}).items():
                    _exemplify(operation["operationId"], media_type, content, components)
            for status in sorted(refusals(path, method, operation)):
                said.setdefault(str(status), {"$ref": f"#/components/responses/{REFUSED[status]}"})
    return result


def _exemplify(operation: str, media_type: str, content: dict[str, Any], components: dict[str, Any]) -> None:
    if "examples" in content:
        return
    if "$ref" in content["schema"]:
        name = content["schema"]["$ref"].rpartition("/")[2]
        value = example_of(content["schema"], components["schemas"])
    elif (operation, media_type) in FREE:
        name, value = f"{operation}-{media_type.replace('/', '-')}", FREE[operation, media_type]
    else:
        return
    components["examples"][name] = {"value": value}
    content["examples"] = {name: {"$ref": f"#/components/examples/{name}"}}


def _refused(status: int) -> dict[str, Any]:
    code, detail = TELLING.get(status) or HTTP_CODES[status]
    problem = Problem(status, code, detail) if status in TELLING else of_status(status)
    response: dict[str, Any] = {
        "description": problem.detail,
        "content": {
            CONTENT_TYPE: {
                "schema": {"$ref": "#/components/schemas/Problem"},
                "examples": {code: {"value": problem.as_dict("d3b07384d113edec49eaa6238ad5ff00")}},
            }
        },
    }
    if status in HEADERS:
        response["headers"] = {HEADERS[status]: {"schema": {"type": "string"}}}
    return response


def refusals(path: str, method: str, operation: dict[str, Any]) -> Iterator[int]:
    """The statuses in which an operation may say no."""
    writes, rules = method != "get", "/engine/" in path
    yield from (400, 401, 403, 406, 429, 503)
    named = any(each["in"] == "query" and each.get("required") for each in operation.get("parameters", ()))
    if "{" in path or named or (writes and not rules):
        yield 404
    if "requestBody" in operation:
        yield from (413, 415, 422)
    if writes and not rules:
        yield 409
    if any(each["name"] == "If-Match" for each in operation.get("parameters", ())):
        yield from (412, 428)
