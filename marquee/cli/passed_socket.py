"""The listening socket that systemd holds and passes on, so that visitors wait during a restart, and none is refused.

See docs/decisions/0038-systemd-holds-the-socket.md.
"""

import os
import socket
from collections.abc import Mapping

from marquee.errors import OperatorError
from marquee.server.listener import limit_unsent

FIRST_PASSED_FD = 3
"""Source: sd_listen_fds(3)."""
ONE_STREAM = "its .socket unit must have one ListenStream=, such as 127.0.0.1:8000"


def passed_listener(environ: Mapping[str, str]) -> socket.socket | None:
    """The listening socket that systemd has passed to this process, if any. Raises OperatorError."""
    number = environ.get("LISTEN_FDS", "0")
    if environ.get("LISTEN_PID") != str(os.getpid()) or number == "0":
        return None
    if number != "1":
        raise OperatorError(f"systemd has passed {number} sockets, and Marquee serves one: {ONE_STREAM}")
    listener = _tcp_listener()
    limit_unsent(listener)
    return listener


def _tcp_listener() -> socket.socket:
    """Raises OperatorError for a socket that visitors do not connect to by TCP."""
    try:
        passed = socket.socket(fileno=FIRST_PASSED_FD)
    except OSError as error:
        raise OperatorError(f"systemd has passed a file that is no socket: {ONE_STREAM}") from error
    if passed.family == socket.AF_UNIX:
        path = os.fsdecode(passed.getsockname()) or "without a name"
        passed.close()
        raise OperatorError(f"systemd has passed the Unix socket {path}, and Marquee listens by TCP: {ONE_STREAM}")
    if passed.type != socket.SOCK_STREAM or not passed.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
        passed.close()
        raise OperatorError(f"systemd has passed a socket that takes no connections: {ONE_STREAM}, without Accept=")
    return passed
