"""Large answers on their way out: together, and for one peer, they may hold only so much memory."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from marquee.errors import Overloaded
from marquee.server.peers import Peers, peer_of
from marquee.settings.values import Networks

MAX_BYTES = 64 * 1024 * 1024
MAX_PEER_BYTES = 16 * 1024 * 1024
LARGE_BYTES = 128 * 1024
"""Smaller answers are always sent."""
SLICE_BYTES = 64 * 1024
TOO_MUCH = "Too many large answers at once, please try again"


class Outgoing:
    """The bytes of large answers that a process has yet to send."""

    def __init__(self, max_bytes: int = MAX_BYTES, max_peer_bytes: int = MAX_PEER_BYTES) -> None:
        self._max_bytes, self._max_peer_bytes = max_bytes, max_peer_bytes
        self._bytes = 0
        self._bytes_of = Peers()

    @contextmanager
    def holding(self, size: int, peer: str | None) -> Iterator[None]:
        """Counts so many bytes until they are sent. Raises Overloaded, but not for the first answer of all."""
        if self._bytes and self._bytes + size > self._max_bytes:
            raise Overloaded(TOO_MUCH)
        if peer and self._bytes_of[peer] and self._bytes_of[peer] + size > self._max_peer_bytes:
            raise Overloaded(TOO_MUCH)
        self._bytes += size
        if peer:
            self._bytes_of[peer] += size
        try:
            yield
        finally:
            self._bytes -= size
            if peer:
                self._bytes_of.leave(peer, size)


class BoundedSending:
    """The ASGI layer that counts large answers, and hands them to the connection only as fast as the client reads.

    Files are read piece by piece as they are sent: they hold little, and pass.
    """

    def __init__(self, app: ASGIApp, outgoing: Outgoing, trusted_proxies: Networks = ()) -> None:
        self.app, self.outgoing, self.trusted_proxies = app, outgoing, trusted_proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] == "HEAD":
            await self.app(scope, receive, send)
            return
        held_back: Message | None = None

        async def send_bounded(message: Message) -> None:
            """Raises Overloaded instead of beginning an answer for which there is no room."""
            nonlocal held_back
            if message["type"] == "http.response.start" and _content_length(message["headers"]) > LARGE_BYTES:
                held_back = message
                return
            start, held_back = held_back, None
            if start is None:
                await send(message)
            elif message.get("more_body"):
                await send(start)
                await send(message)
            else:
                with self.outgoing.holding(len(message["body"]), self._peer(scope)):
                    await send(start)
                    await _send_sliced(message["body"], send)

        await self.app(scope, receive, send_bounded)

    def _peer(self, scope: Scope) -> str | None:
        client = scope.get("client")
        return peer_of(client[0], exempt_loopback=True, trusted_proxies=self.trusted_proxies) if client else None


async def _send_sliced(body: bytes, send: Send) -> None:
    """The server waits before each slice until the client has read enough of those before it."""
    view = memoryview(body)
    for start in range(0, len(body), SLICE_BYTES):
        end = start + SLICE_BYTES
        await send({"type": "http.response.body", "body": view[start:end], "more_body": end < len(body)})


def _content_length(headers: Sequence[tuple[bytes, bytes]]) -> int:
    return next((int(value) for name, value in headers if name == b"content-length"), 0)
