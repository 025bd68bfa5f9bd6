"""Bodies as they come over the wire of a real server: chunked, broken off, of a wrong length, too large."""

import json
import socket
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from api.parsers import BODY_LIMIT
from scorepad.models import Entry, Match, Player
from scorepad.services.tokens import issue_token
from scorepad.serving import threads
from tests.journeys.conftest import Club
from tests.journeys.web import Web

BODY = json.dumps({"name": "Carl"}).encode()


def chunked(body: bytes, size: int = 65536) -> bytes:
    pieces = [body[start : start + size] for start in range(0, len(body), size)]
    return b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"


@pytest.fixture
def path(club: Club) -> str:
    return f"/api/v1/clubs/{club.slug}/players/"


def send(web: Web, club: Club, path: str, headers: dict[str, str], body: bytes) -> tuple[int, dict[str, Any]]:
    """Send just this, and no more; read what comes back until the server closes."""
    lines = {
        "Host": "localhost",
        "Authorization": f"Bearer {club.token}",
        "Content-Type": "application/json",
        "Connection": "close",
        **headers,
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    with socket.create_connection(web.address, timeout=60) as line:
        line.sendall(f"POST {path} HTTP/1.1\r\n{head}\r\n".encode() + body)
        line.shutdown(socket.SHUT_WR)
        answer = b"".join(received(line))
    first, _, rest = answer.partition(b"\r\n")
    return int(first.split()[1]), json.loads(rest.partition(b"\r\n\r\n")[2])


def received(line: socket.socket) -> Iterator[bytes]:
    while piece := line.recv(65536):
        yield piece


def test_a_chunked_body_is_read_like_any_other(web: Web, club: Club, path: str) -> None:
    status, answer = send(web, club, path, {"Transfer-Encoding": "chunked"}, chunked(BODY, 3))
    assert (status, answer["name"]) == (201, "Carl")


@pytest.mark.parametrize(
    ("headers", "body", "status", "code"),
    [
        ({"Transfer-Encoding": "chunked"}, chunked(b" " * BODY_LIMIT + BODY), 413, "body_too_large"),
        ({"Content-Length": str(BODY_LIMIT + 1)}, b" " * (BODY_LIMIT + 1), 413, "body_too_large"),
        ({"Content-Length": str(10**12)}, BODY, 413, "body_too_large"),
        ({"Content-Length": str(len(BODY) + 1)}, BODY, 400, "body_incomplete"),
        ({"Content-Length": str(len(BODY) - 1)}, BODY, 400, "malformed_json"),
        ({"Content-Length": "0"}, b"", 400, "malformed_json"),
        ({}, b"", 400, "malformed_json"),
        ({"Transfer-Encoding": "chunked"}, b'5\r\n{"nam', 400, "body_incomplete"),
        ({"Transfer-Encoding": "chunked"}, b"zz\r\n" + BODY, 400, "body_incomplete"),
        ({"Transfer-Encoding": "chunked"}, chunked(b'{"name":"\\ud800"}'), 400, "bad_text"),
    ],
)
def test_a_body_of_a_wrong_length_stores_nothing(
    headers: dict[str, str], body: bytes, status: int, code: str, web: Web, club: Club, path: str
) -> None:
    found, answer = send(web, club, path, headers, body)
    assert (found, answer["code"]) == (status, code)
    assert Player.objects.count() == 2


@pytest.mark.parametrize("known", [True, False], ids=["with a token", "without"])
def test_bodies_that_never_come_do_not_keep_the_others_waiting(web: Web, club: Club, path: str, known: bool) -> None:
    """More of them than the server has threads: all the others wait, but only until it gives up on the silent ones."""
    authorization = f"Authorization: Bearer {club.token}\r\n" if known else ""
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\n{authorization}Content-Type: application/json\r\n"
    with ExitStack() as lines:
        for _ in range(threads + 1):
            line = lines.enter_context(socket.create_connection(web.address, timeout=60))
            line.sendall(f"{head}Content-Length: 100\r\n\r\n{{".encode())
        with web.client(club.token) as client:
            assert client.get("/api/v1/").status_code == 200


def test_readers_who_take_nothing_do_not_keep_the_others_waiting(
    web: Web, club: Club, begin: Callable[..., str]
) -> None:
    """The export of a club is streamed as fast as it is read; it is more than what the kernel holds for a reader."""
    match = Match.objects.get(pk=begin(None))
    for version in range(2, 50):
        Entry.objects.create(
            match=match,
            version=version,
            entry_id=uuid.uuid4(),
            kind="amend",
            data={"x": "x" * 250_000},
            actor=match.club.created_by,
        )
    Match.objects.filter(pk=match.pk).update(version=49)
    token = issue_token(user=match.club.created_by, name="owner", scopes=["manage"])[1]
    head = f"GET /api/v1/clubs/{club.slug}/export/ HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n"
    with ExitStack() as lines:
        for _ in range(threads + 1):
            line = lines.enter_context(socket.socket())
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.connect(web.address)
            line.sendall(head.encode())
        with web.client(club.token) as client:
            assert client.get("/api/v1/").status_code == 200
