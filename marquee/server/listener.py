"""The socket that visitors connect to."""

import errno
import socket

from marquee.errors import OperatorError

MAX_UNSENT = 128 * 1024
"""In bytes: what the system takes of an answer before it can be sent. It would hold megabytes for clients that do not
read, and hide from us whether they do."""
WHAT_TO_DO = {
    errno.EADDRINUSE: " Stop what listens there, or name another with --port.",
    errno.EACCES: " Name one above 1023 with --port, and put a proxy in front.",
    errno.EADDRNOTAVAIL: " Name an address of this machine with --host.",
}


def listen(host: str, port: int, backlog: int) -> socket.socket:
    """A socket on which a visitor waits, instead of being refused, from here on. Raises OperatorError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        limit_unsent(listener)
        listener.listen(backlog)
    except OSError as error:
        listener.close()
        said = f"Cannot listen on {host} port {port}: {error.strerror or error}."
        raise OperatorError(said + WHAT_TO_DO.get(error.errno or 0, "")) from error
    return listener


def limit_unsent(listener: socket.socket) -> None:
    """Set MAX_UNSENT for its connections, where the system knows of it."""
    if hasattr(socket, "TCP_NOTSENT_LOWAT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, MAX_UNSENT)
