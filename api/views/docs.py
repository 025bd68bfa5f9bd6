"""The OpenAPI document for people, as a page that needs nothing from elsewhere."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from api.views.document import document

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Field:
    name: str
    kind: str
    required: bool
    about: str


@dataclass(frozen=True, slots=True)
class Shape:
    name: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Operation:
    method: str
    path: str
    about: str
    parameters: tuple[Field, ...]
    takes: tuple[str, ...]
    gives: tuple[str, ...]


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    described = document()
    shapes = [_shape(name, schema) for name, schema in described["components"]["schemas"].items()]
    context = {
        "about": described["info"]["description"],
        "operations": list(_operations(described["paths"])),
        "shapes": [shape for shape in shapes if shape.fields],
    }
    return render(request, "api/docs.html", context)


def _operations(paths: Json) -> Iterator[Operation]:
    for path, methods in paths.items():
        for method, said in methods.items():
            answers = [answer for status, answer in said["responses"].items() if status != "default"]
            yield Operation(
                method=method.upper(),
                path=path,
                about=said["description"],
                parameters=tuple(_field(each["name"], each["schema"], each) for each in said.get("parameters", ())),
                takes=_kinds([said.get("requestBody", {})]),
                gives=_kinds(answers),
            )


def _kinds(contents: Iterable[Json]) -> tuple[str, ...]:
    schemas = (form["schema"] for each in contents for form in each.get("content", {}).values())
    return tuple(dict.fromkeys(map(_kind, schemas)))


def _shape(name: str, schema: Json) -> Shape:
    required = schema.get("required", ())
    parts = schema.get("properties", {})
    return Shape(name, tuple(_field(key, part, {"required": key in required}) for key, part in parts.items()))


def _field(name: str, schema: Json, about: Json) -> Field:
    text = about.get("description") or schema.get("description") or ""
    return Field(name, _kind(schema), bool(about.get("required")), text)


def _kind(schema: Json) -> str:
    """A type in a few words."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    for joined in ("oneOf", "allOf"):
        if joined in schema:
            return " or ".join(_kind(part) for part in schema[joined])
    if "enum" in schema:
        return " or ".join(f"“{value}”" for value in schema["enum"])
    given = schema.get("type", "anything")
    first, *others = given if isinstance(given, list) else [given]
    if first == "array":
        return f"list of {_kind(schema['items'])}"
    return " or ".join([str(schema.get("format", first)), *others])
