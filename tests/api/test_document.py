"""The OpenAPI document is the reference: valid, whole, and the answers are what it says they are."""

import json
import re
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import call_command
from jsonschema import Draft202012Validator, FormatChecker

from api.examples import HERE
from api.urls import urlpatterns
from tests.api.callers import Caller
from tests.api.conftest import NewMatch
from tests.api.plays import ROUND, TRICKS, WHOLE_ROUND, entry

Json = dict[str, Any]
COMMITTED = Path(__file__).parents[2] / "docs" / "openapi.yaml"


@pytest.fixture
def document(db: None) -> Json:
    shown: Json = Caller().get("/schema/").json()
    return shown


def test_it_is_valid_and_made_without_a_warning(tmp_path: Path, document: Json) -> None:
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(tmp_path / "schema.yaml"))
    written = yaml.safe_load((tmp_path / "schema.yaml").read_text())
    assert json.loads(json.dumps(written, default=str)) == document
    as_committed = COMMITTED.read_text() == (tmp_path / "schema.yaml").read_text()
    assert as_committed, "docs/openapi.yaml is not what the code says: run make schema, and commit it."
    as_yaml = Caller().get("/schema/", Accept="application/vnd.oai.openapi")
    assert yaml.safe_load(as_yaml.content) == written


def test_it_names_every_resource_and_no_address_elsewhere(document: Json) -> None:
    addresses = {"/api/" + re.sub("<(?:[a-z]+:)?([a-z_]+)>", r"{\1}", str(each.pattern)) for each in urlpatterns}
    assert addresses - set(document["paths"]) == {"/api/", "/api/v1/schema/", "/api/v1/docs/"}
    assert set(document["paths"]) <= addresses
    operations = [operation for path in document["paths"].values() for operation in path.values()]
    assert len({operation["operationId"] for operation in operations}) == len(operations)
    assert all(operation["description"] for operation in operations)
    assert "http" not in json.dumps(document["paths"])


def resolved(document: Json, part: Json) -> Json:
    return document["components"][part["$ref"].split("/")[2]][part["$ref"].split("/")[3]] if "$ref" in part else part


def contents(document: Json) -> Iterator[tuple[str, str, Json]]:
    """Every body that goes in or comes out: the operation's name, the status or "request", and what is said of it."""
    for operation in (operation for path in document["paths"].values() for operation in path.values()):
        bodies = {"request": operation.get("requestBody", {}), **operation["responses"]}
        for status, said in bodies.items():
            for content in resolved(document, said).get("content", {}).values():
                yield operation["operationId"], status, content


def test_every_body_has_an_example_that_is_one(document: Json) -> None:
    for operation, status, content in contents(document):
        examples = content.get("examples", {})
        assert examples, f"{operation} {status} has no example: see api/examples.py"
        schema = {**content["schema"], "components": document["components"]}
        for example in examples.values():
            value = resolved(document, example)["value"]
            errors = list(Draft202012Validator(schema, format_checker=FormatChecker()).iter_errors(value))
            assert not errors, f"{operation} {status}: {errors[0].message} at {list(errors[0].absolute_path)}"


def test_every_operation_says_how_it_may_refuse(document: Json) -> None:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            refusals = {status for status in operation["responses"] if status >= "4"}
            expected = {"400", "401", "403", "406", "429", "503"} | ({"404"} if "{" in path else set())
            assert ("requestBody" in operation) == (method in ("post", "put", "patch"))
            assert refusals >= expected | ({"413", "415", "422"} if "requestBody" in operation else set())
            assert [status for status in operation["responses"] if status < "4"]


def test_only_in_a_batch_may_an_entry_leave_out_its_base_version(document: Json) -> None:
    schemas = document["components"]["schemas"]
    batched = schemas["BatchBody"]["properties"]["entries"]["items"]["$ref"].rpartition("/")[2]
    for name, required, kind in (("EntryBody", True, "integer"), (batched, False, ["integer", "null"])):
        shape = schemas[name]
        assert ("base_version" in shape["required"]) == required
        assert shape["properties"]["base_version"]["type"] == kind
        for field in ("id", "kind", "base_version", "data", "reason", "device", "entered_at"):
            assert shape["properties"][field]["description"]


def test_people_read_it_too_with_nothing_from_elsewhere(document: Json) -> None:
    page = Caller().get("/docs/").content.decode()
    for path in document["paths"]:
        assert f" {path}</code>" in page
    for shape in document["components"]["schemas"].values():
        for name in shape.get("properties", {}):
            assert f"<code>{name}</code>" in page
    assert "http" not in page.replace(HERE, "")


def check(document: Json, answer: Any, method: str, path: str) -> None:
    """The answer's body is what the document says of this very status."""
    responses = document["paths"][f"/api/v1{path}"][method]["responses"]
    status = str(answer.status_code)
    said = resolved(document, responses[status])
    kind = answer.headers["Content-Type"].partition(";")[0]
    assert kind in said["content"], (status, kind)
    schema = {**said["content"][kind]["schema"], "components": document["components"]}
    errors = list(Draft202012Validator(schema, format_checker=FormatChecker()).iter_errors(answer.json()))
    assert not errors, (method, path, status, errors[0].message, list(errors[0].absolute_path))


def test_answers_are_what_the_document_says(document: Json, owner: Caller, closed: Any, new_match: NewMatch) -> None:
    def get(path: str, template: str | None = None) -> None:
        check(document, owner.get(path), "get", template or path)

    def post(path: str, body: Any, template: str | None = None) -> None:
        check(document, owner.post(path, body), "post", template or path)

    club = {"id": str(uuid.uuid4()), "slug": "fridays", "name": "Fridays"}
    for _ in range(2):
        post("/clubs/", club)
    post("/clubs/", {**club, "name": "Other"})
    post("/clubs/", {"nope": 1})
    for name in ("Ann", "Anne", "Ann"):
        post("/clubs/closed/players/", {"name": name, "aliases": [name + "!"]}, "/clubs/{slug}/players/")
    body = new_match(closed)
    for _ in range(2):
        post("/matches/", body)
    match, templated = f"/matches/{body['id']}", "/matches/{match_id}"
    entries = f"{templated}/entries/"
    for version, step in enumerate(WHOLE_ROUND, 1):
        sent = entry(step, version, device="tablet", entered_at="2026-11-29T20:14:03+01:00", reason="so")
        post(f"{match}/entries/?dry_run=true", sent, entries)
        post(f"{match}/entries/", sent, entries)
    post(f"{match}/entries/", sent, entries)
    post(f"{match}/entries/", entry(TRICKS[0], 1), entries)
    post(f"{match}/entries/", entry(("trick", {**TRICKS[0][1], "lead": "2S"}), 1), entries)
    post(f"{match}/entries/", entry(("trick", {**TRICKS[0][1], "round": 2}), 7), entries)
    post(f"{match}/entries/", {"entries": [entry(("undo", {}), 7), entry(ROUND, 3), 5]}, entries)
    post(f"{match}/entries/", {"entries": [entry(ROUND, 1)]}, entries)
    post(f"{match}/entries/", b"{", entries)
    for path in ("/", "/clubs/", "/matches/"):
        get(path)
    get("/clubs/closed/", "/clubs/{slug}/")
    get("/clubs/closed/players/?page_size=1", "/clubs/{slug}/players/")
    get(f"/players/{body['seats']['red']}/", "/players/{player_id}/")
    for part in ("/", "/entries/", "/record/", "/replay/"):
        get(match + part, templated + part)
    get("/matches/x/", "/matches/{match_id}/")
    get("/matches/?nope=1", "/matches/")
