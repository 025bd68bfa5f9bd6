"""Whatever comes in that is not what it should be is refused in problem details: on every route that takes a body or
parameters, as the URL configuration and the OpenAPI document have them.
"""

import json
from typing import Any

import pytest

from api.parsers import BODY_LIMIT
from api.views.document import document
from tests.api.callers import PROBLEM, Caller, problem
from tests.api.policy import TABLE, World
from tests.api.routes import CALLS
from tests.api.worlds import address, counted

Json = dict[str, Any]

LONG = "9" * 5000
UNREADABLE = {
    "nothing": (b"", 400, "malformed_json"),
    "a list": (b"[]", 400, "not_an_object"),
    "a word": (b'"x"', 400, "not_an_object"),
    "broken off": (b'{"a":', 400, "malformed_json"),
    "a key twice": (b'{"a":1,"a":1}', 400, "duplicate_key"),
    "a key twice within": (b'{"a":{"b":1,"b":1}}', 400, "duplicate_key"),
    "NUL": (b'{"a":"\\u0000"}', 400, "bad_text"),
    "half a pair": (b'{"a":"\\ud800"}', 400, "bad_text"),
    "half a pair in a key": (b'{"\\udfff":1}', 400, "bad_text"),
    "no number": (b'{"a":NaN}', 400, "bad_number"),
    "without end": (b'{"a":-Infinity}', 400, "bad_number"),
    "too great": (b'{"a":1e400}', 400, "bad_number"),
    "too long": (b'{"a":' + LONG.encode() + b"}", 400, "bad_number"),
    "too deep": (b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}", 400, "too_deep"),
    "too deep of objects": (b'{"a":' * 30_000 + b"1" + b"}" * 30_000, 400, "too_deep"),
    "not UTF-8": (b'{"a":"\xff"}', 400, "bad_encoding"),
    "with a mark": (b'\xef\xbb\xbf{"a":1}', 400, "malformed_json"),
    "too large": (b'{"a":"' + b"x" * BODY_LIMIT + b'"}', 413, "body_too_large"),
}
# What stands in for each member of a body in turn.
WRONG: list[Any] = [
    None,
    True,
    1.0,
    -1,
    2**63 - 1,
    "",
    " ",
    "\u202e",
    "x" * 100_000,
    [],
    [[]],
    {},
    {"a": 1},
    ["x"] * 3000,
]
GARBAGE = ["", "\0", "\ud83d", "x", "-1", "1.0", "1e400", LONG, "2026-13-40", "true ", "'; --", "*", "x" * 3000]


def operation(method: str, route: str) -> Json | None:
    """What the document says of it."""
    path = f"/api/{route}"
    for piece in route.split("/"):
        if piece.startswith("<"):
            path = path.replace(piece, "{" + piece.strip("<>").split(":")[1] + "}")
    found: Json | None = document()["paths"].get(path, {}).get(method.lower())
    return found


def takes_json(method: str, route: str) -> bool:
    """A file of lines is read otherwise: what is wrong with one of them is told of that line."""
    kinds = (operation(method, route) or {}).get("requestBody", {}).get("content", {})
    return "application/json" in kinds and "application/x-ndjson" not in kinds


BODIES = [call for call in CALLS if takes_json(*call)]
PARAMETERS = [
    (method, route, parameter["name"])
    for method, route in CALLS
    for parameter in (operation(method, route) or {}).get("parameters", [])
    if parameter["in"] == "query"
]


@pytest.fixture(scope="module", params=["private"])
def place(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def owner(everyone: dict[str, Caller]) -> Caller:
    return everyone["owner"]


def refused_or_done(answer: Any, before: list[int]) -> None:
    """Never our fault, and whatever is refused is told in one shape and has changed nothing."""
    assert answer.status_code < 500, answer.content
    if answer.status_code >= 400:
        assert answer.headers["Content-Type"] == PROBLEM, answer.content
        assert json.loads(answer.content)["code"]
        assert counted() == before


@pytest.mark.parametrize(("method", "route"), BODIES)
def test_a_body_that_nobody_could_have_written_is_refused(method: str, route: str, world: World, owner: Caller) -> None:
    row, before = TABLE[method, route], counted()
    path = address(route, world) + row.query.format(world=world)
    for what, (body, status, code) in UNREADABLE.items():
        answer = owner.send(method, path, body, **row.headers(world))
        assert problem(answer, status, code), what
        assert counted() == before, what


@pytest.mark.parametrize(("method", "route"), BODIES)
def test_a_key_that_is_not_known_is_refused(method: str, route: str, world: World, owner: Caller) -> None:
    row, before = TABLE[method, route], counted()
    assert row.body is not None, "the table lacks a body for it"
    body = {**row.body(world), "no_such_key": 1}
    path = address(route, world) + row.query.format(world=world)
    answer = owner.send(method, path, body, **row.headers(world))
    assert answer.status_code == 422, answer.content
    assert "no_such_key" in json.dumps(problem(answer, 422, answer.json()["code"])["errors"])
    assert counted() == before


@pytest.mark.parametrize(("method", "route"), BODIES)
def test_a_body_without_a_length_is_read_no_further_than_its_limit(
    method: str, route: str, world: World, owner: Caller
) -> None:
    row, before = TABLE[method, route], counted()
    path = f"/api/v1{address(route, world)}{row.query.format(world=world)}"
    headers = {**owner.headers, **{name.replace("_", "-"): value for name, value in row.headers(world).items()}}
    whole = b'{"a":"' + b"x" * BODY_LIMIT + b'"}'
    for terminated, status, code in ((True, 413, "body_too_large"), (False, 411, "length_required")):
        chunked = {"HTTP_TRANSFER_ENCODING": "chunked", "wsgi.input_terminated": terminated}
        kind = "application/json"
        answer = owner.client.generic(method, path, whole, content_type=kind, headers=headers, **chunked)
        problem(answer, status, code)
    assert counted() == before


@pytest.mark.parametrize(("method", "route"), BODIES)
def test_each_member_of_a_body_may_be_anything_and_is_never_our_fault(
    method: str, route: str, world: World, owner: Caller
) -> None:
    row = TABLE[method, route]
    assert row.body is not None
    path = address(route, world) + row.query.format(world=world)
    known = operation(method, route) or {}
    said = known["requestBody"]["content"]["application/json"]["schema"]
    names = set(row.body(world)) | set(members(said))
    for name in sorted(names):
        for wrong in WRONG:
            before = counted()
            refused_or_done(owner.send(method, path, {**row.body(world), name: wrong}, **row.headers(world)), before)


def members(schema: Json) -> list[str]:
    """The names a body may have, through all references and alternatives."""
    if "$ref" in schema:
        return members(document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]])
    return [*schema.get("properties", {})] + [name for each in schema.get("oneOf", []) for name in members(each)]


@pytest.mark.parametrize(("method", "route"), [call for call in CALLS if operation(*call)])
def test_a_parameter_that_is_not_known_is_refused(method: str, route: str, world: World, owner: Caller) -> None:
    row, before = TABLE[method, route], counted()
    body = None if row.body is None else row.body(world)
    for name in ("no_such_parameter", "ordering", "order_by", "format", "limit"):
        query = f"{row.query or '?'}&{name}=x".replace("?&", "?").format(world=world)
        answer = owner.send(method, address(route, world) + query, body, **row.headers(world))
        problem(answer, 400, "unknown_parameter")
        assert counted() == before


@pytest.mark.parametrize(("method", "route", "name"), PARAMETERS)
def test_each_parameter_may_be_anything_and_is_never_our_fault(
    method: str, route: str, name: str, world: World, owner: Caller
) -> None:
    row = TABLE[method, route]
    body = None if row.body is None else row.body(world)
    path = address(route, world)
    for garbage in GARBAGE:
        before = counted()
        if method == "GET":
            answer = owner.get(path, {name: garbage.encode("utf-8", "surrogatepass")})
        else:
            quoted = "".join(f"%{byte:02x}" for byte in garbage.encode("utf-8", "surrogatepass"))
            answer = owner.send(method, f"{path}?{name}={quoted}", body, **row.headers(world))
        refused_or_done(answer, before)
    twice = owner.send(method, f"{path}?{name}=1&{name}=1", body, **row.headers(world))
    problem(twice, 400, "bad_parameter")
    if name == "cursor":
        for forged in ("x", "WyJ4Il0", "WyJ4Il0:" + "a" * 43, ":", "é", "." * 900):
            problem(owner.get(path, {name: forged}), 400, "bad_cursor")
    if name == "page_size":
        for size in ("0", "101", "1" * 30, "2.0", "+2", "１"):
            problem(owner.get(path, {name: size}), 400, "bad_parameter")
