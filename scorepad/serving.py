"""How gunicorn serves Scorepad, here and in a container: `gunicorn --config python:scorepad.serving scorepad.wsgi`.

A thread waits for as long as a client takes to send its body, and eight phones that walked out of the Wi-Fi half-way
would be all the threads there are. So the kernel gives up on a client that sends nothing for a while; a socket that is
accepted inherits that from the one that listens.
"""

import socket
import struct
from typing import Any

worker_class = "gthread"
threads = 8
control_socket_disable = True

SILENT_SECONDS = 5


def when_ready(server: Any) -> None:
    for listener in server.LISTENERS:
        listener.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, struct.pack("ll", SILENT_SECONDS, 0))
