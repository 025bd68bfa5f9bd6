"""Schemathesis asks every operation of docs/openapi.yaml, as an owner: no answer is one that the document knows not of.

Half of what it sends is as the document has it, half is not; the ids in addresses are those of a club with a match.
Whether what it stored could also be committed, constraints that wait for the end included, is asked after each test.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
import schemathesis
import yaml
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.api.callers import Caller
from tests.api.conftest import Settled
from tests.api.policy import World
from tests.api.test_document import COMMITTED

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
EXAMPLES = 20


@cache
def handler() -> WSGIHandler:
    """Made in the first test, when there are static files."""
    return WSGIHandler()


schema = schemathesis.openapi.from_dict(yaml.load(COMMITTED.read_text(), Loader=yaml.CSafeLoader))
schema.app = lambda environ, start_response: handler()(environ, start_response)
OPERATIONS: dict[str, APIOperation] = {
    f"{each.ok().method.upper()} {each.ok().path}": each.ok() for each in schema.get_all_operations()
}


@pytest.fixture(scope="module")
def place() -> str:
    return "private"


@pytest.fixture(autouse=True)
def _one_connection(settled: Settled) -> Iterator[None]:
    """As Django's own client has it: a server would close, with a request, the transaction that the test takes back."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_answer_is_in_the_document(name: str, world: World, everyone: dict[str, Caller]) -> None:
    operation, owner = OPERATIONS[name], everyone["owner"]
    ids: dict[str, Any] = {each: getattr(world, each) for each in World.__annotations__ if f"{{{each}}}" in name}
    strategies = [
        operation.as_strategy(mode, **({"path_parameters": ids} if ids else {}))
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
    ]

    @settings(
        max_examples=EXAMPLES, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck)
    )
    @given(case=st.one_of(strategies))
    def ask(case: schemathesis.Case) -> None:
        case.call_and_validate(headers=owner.headers, checks=CHECKS)

    ask()
