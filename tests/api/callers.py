"""Whoever calls the API in a test: a token, a session or nobody, over Django's own client."""

import json
from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.test import Client

BASE = "/api/v1"
PROBLEM = "application/problem+json"


class Caller:
    def __init__(self, token: str | None = None) -> None:
        self.client = Client(raise_request_exception=False)
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def get(self, path: str, params: Mapping[str, Any] | None = None, **headers: str) -> Any:
        return self.client.get(BASE + path, params, headers={**self.headers, **named(headers)})

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        kind = {"CONTENT_TYPE": "application/json"}  # which the client leaves out of an empty body
        return self.client.generic(method, BASE + path, raw, headers={**self.headers, **named(headers)}, **kind)

    def post(self, path: str, body: Any, **headers: str) -> Any:
        return self.send("POST", path, body, **headers)


def named(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


def problem(response: HttpResponse, status: int, code: str) -> dict[str, Any]:
    """The problem details of an answer, its common members checked."""
    assert response.status_code == status, response.content
    assert response.headers["Content-Type"] == PROBLEM
    said: dict[str, Any] = json.loads(response.content)
    assert {"type", "title", "status", "detail", "code", "errors", "request_id"} <= set(said)
    assert (said["status"], said["code"]) == (status, code)
    assert said["request_id"] == response.headers["X-Request-Id"]
    assert all(set(e) == {"pointer", "record_pointer", "code", "params", "detail"} for e in said["errors"])
    return said


def nameless(response: HttpResponse) -> bytes:
    """An answer without its request id."""
    return response.content.replace(response.headers["X-Request-Id"].encode(), b"")
