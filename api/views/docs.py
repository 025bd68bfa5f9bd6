"""The OpenAPI document for people, as a page that needs nothing from elsewhere."""

import json
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
class Example:
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Operation:
    method: str
    path: str
    about: str
    parameters: tuple[Field, ...]
    takes: tuple[str, ...]
    gives: tuple[str, ...]
    refuses: tuple[str, ...]
    examples: tuple[Example, ...]


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    described = document()
    shapes = [_shape(name, schema) for name, schema in described["components"]["schemas"].items()]
    context = {
        "about": described["info"]["description"],
        "operations": list(_operations(described["paths"], described["components"])),
        "shapes": [shape for shape in shapes if shape.fields],
    }
    return render(request, "api/docs.html", context)


def _operations(paths: Json, components: Json) -> Iterator[Operation]:
    for path, methods in paths.items():
        for method, said in methods.items():
            answers = [answer for answer in said["responses"].values() if "$ref" not in answer]
            request = said.get("requestBody", {})
            yield Operation(
                method=method.upper(),
                path=path,
                about=said["description"],
                parameters=tuple(_field(each["name"], each["schema"], each) for each in said.get("parameters", ())),
                takes=_kinds([request]),
                gives=_kinds(answers),
                refuses=tuple(status for status, answer in said["responses"].items() if "$ref" in answer),
                examples=(*_examples("Sent", [request], components), *_examples("Answered", answers, components)),
            )


def _kinds(contents: Iterable[Json]) -> tuple[str, ...]:
    schemas = (form["schema"] for each in contents for form in each.get("content", {}).values())
    return tuple(dict.fromkeys(map(_kind, schemas)))


def _examples(title: str, bodies: Iterable[Json], components: Json) -> Iterator[Example]:
    contents = (form for body in bodies for form in body.get("content", {}).items())
    texts: dict[str, str] = {}
    for media_type, content in contents:
        for example in content.get("examples", {}).values():
            if "$ref" in example:
                example = components["examples"][example["$ref"].rpartition("/")[2]]
            value = example["value"]
            text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)
            texts.setdefault(text, f"{title}, as {media_type}")
    yield from (Example(name, text) for text, name in texts.items())


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
