"""How gunicorn serves Scorepad, here and in a container: `gunicorn --config python:scorepad.serving scorepad.wsgi`.

A thread waits for as long as a client takes to send its body, or to read what is streamed to it, and eight phones that
walked out of the Wi-Fi half-way would be all the threads there are. So the kernel gives up on a client that sends or
takes nothing for a while; a socket that is accepted inherits that from the one that listens.
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
        for which in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
            listener.sock.setsockopt(socket.SOL_SOCKET, which, struct.pack("ll", SILENT_SECONDS, 0))
