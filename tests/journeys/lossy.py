"""A bad line: a proxy that loses requests before the server has them, and answers after it has done the work."""

import socket
import threading
from contextlib import suppress
from random import Random
from socketserver import StreamRequestHandler, ThreadingTCPServer
from typing import Any


class Lossy(ThreadingTCPServer):
    """Loses a fifth of the requests and a fifth of the answers. One request a connection."""

    daemon_threads = True

    def __init__(self, server: tuple[str, int], seed: int, loss: float = 0.2) -> None:
        super().__init__(("127.0.0.1", 0), Exchange)
        self.server, self.loss, self.chance, self.lock = server, loss, Random(seed), threading.Lock()
        self.requests_lost = self.answers_lost = self.passed = 0

    @property
    def url(self) -> str:
        return "http://{}:{}".format(*self.server_address)

    def __enter__(self) -> "Lossy":
        threading.Thread(target=self.serve_forever, args=[0.01], daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self.shutdown()
        self.server_close()

    def lost(self, counter: str) -> bool:
        with self.lock:
            lost = self.chance.random() < self.loss
            if lost:
                setattr(self, counter, getattr(self, counter) + 1)
            return lost


class Exchange(StreamRequestHandler):
    server: Any

    def handle(self) -> None:
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            line = self.rfile.readline()
            if not line:
                return
            head += line
        length = next(
            (
                int(line.partition(b":")[2])
                for line in head.split(b"\r\n")
                if line.lower().startswith(b"content-length:")
            ),
            0,
        )
        body = self.rfile.read(length)
        if self.server.lost("requests_lost"):
            return
        answer = b""
        with socket.create_connection(self.server.server, timeout=60) as line:
            line.sendall(head[:-2] + b"Connection: close\r\n\r\n" + body)
            while piece := line.recv(65536):
                answer += piece
        if self.server.lost("answers_lost"):
            # Sometimes the line breaks in the middle of an answer.
            answer = answer[: self.server.chance.randrange(len(answer))] if self.server.answers_lost % 2 else b""
        else:
            self.server.passed += 1
        with suppress(ConnectionError):
            self.wfile.write(answer)
