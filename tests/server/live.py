"""A server on a real socket, and a client that may send any bytes."""

import asyncio
import contextlib
import re
import select
import socket
import threading
from http.client import HTTPResponse
from typing import ClassVar

import uvicorn

from marquee.server.listener import listen
from marquee.server.peers import Peers
from marquee.server.protocol import Protocol
from tests.waiting import PATIENCE_S

GET = b"GET /a HTTP/1.1\r\nHost: stage.test\r\n\r\n"
LAST = b"GET /last HTTP/1.1\r\nHost: stage.test\r\nConnection: close\r\n\r\n"
POST = b"POST /echo HTTP/1.1\r\nHost: stage.test\r\nConnection: close\r\n"


class Hasty(Protocol):
    HEAD_S = 0.5
    BODY_S = 0.5
    SEND_S = 0.6
    LINGER_S = 0.2


class Crowded(Protocol):
    EXEMPT_LOOPBACK = False
    MAX_PER_PEER = 3
    peers: ClassVar = Peers()


class Full(Protocol):
    MAX_CONNECTIONS = 2


class Live:
    """A server of its own, on a thread of its own. Its app answers with its path and body, unless another is given."""

    def __init__(self, protocol=Protocol, app=None, **options):
        self.paths = []
        self.trailers = []
        self.entered = threading.Event()
        self.listener = listen("127.0.0.1", 0, 256)
        self.address = self.listener.getsockname()
        config = uvicorn.Config(
            app or self.app,
            http=protocol,
            interface="asgi3",
            lifespan="on" if app else "off",
            log_config=None,
            access_log=False,
            ws="none",
            **options,
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, args=([self.listener],), daemon=True)
        self.thread.start()

    async def app(self, scope, receive, send):
        self.paths.append(scope["path"])
        if scope["path"] == "/gate":
            self.loop, self.gate = asyncio.get_running_loop(), asyncio.Event()
            self.entered.set()
            await self.gate.wait()
        body, more = scope["path"].encode(), scope["path"] in ("/echo", "/gate")
        if scope["path"] == "/echo":
            body = b""
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                break
            body, more = body + message["body"], message["more_body"]
        self.trailers = [value for name, value in scope["headers"] if name == b"x-trailer"]
        length = [(b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": length})
        await send({"type": "http.response.body", "body": body})

    def open_gate(self):
        self.loop.call_soon_threadsafe(self.gate.set)

    def connect(self):
        return contextlib.closing(socket.create_connection(self.address, timeout=PATIENCE_S))

    def ask(self, *parts):
        """What comes back until the server closes."""
        with self.connect() as peer:
            for part in parts:
                peer.sendall(part)
            return until_closed(peer)

    def stop(self):
        self.server.should_exit = True
        self.thread.join(PATIENCE_S)
        assert not self.thread.is_alive()


def until_closed(peer):
    received = b""
    with contextlib.suppress(ConnectionResetError):
        while part := peer.recv(65536):
            received += part
    return received


def read_answer(peer, method="GET"):
    """One answer of a connection that stays open."""
    answer = HTTPResponse(peer, method=method)
    answer.begin()
    return answer.status, answer.read()


def statuses(received):
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3}) ", received)]


def drip(peer, byte):
    """Sends a byte every now and then until the server has something to say."""
    with contextlib.suppress(ConnectionResetError, BrokenPipeError):
        while not select.select([peer], [], [], 0.02)[0]:
            peer.send(byte)
