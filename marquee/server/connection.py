"""An HTTP connection: deadlines, size limits and strict framing, which uvicorn lacks.

It leans on uvicorn's internals: uvicorn is pinned exactly, and tests/server/test_peers.py fails when they change.
"""

import asyncio
import logging
from enum import Enum
from typing import ClassVar

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from marquee.logs import Seldom
from marquee.server import capacity
from marquee.server.flow_control import FlowController
from marquee.server.limits import (
    MAX_FIELDS,
    MAX_HEAD,
    MAX_TARGET,
    Refused,
    check_head,
    encode_headers,
    has_body,
    head_size,
)
from marquee.server.peers import Peers, peer_of
from marquee.server.refusals import Refusal, refusals
from marquee.server.send_deadline import SendDeadline
from marquee.settings.values import Networks
from marquee.web.body import LARGEST_BODY, MAX_FORM, MAX_PICTURE, is_upload
from marquee.web.security_headers import security_headers

log = logging.getLogger("marquee")
crowded = Seldom(log)

MAX_RECEIVED = 2 * LARGEST_BODY  # one request with its chunk sizes, chunk extensions and trailers
MAX_RECEIVED_UPLOAD = 2 * (MAX_PICTURE + MAX_FORM)


class Stage(Enum):
    """What the peer has yet to send."""

    IDLE = "nothing"
    HEAD = "the rest of a head"
    BODY = "the rest of a body"


IDLE, HEAD, BODY = Stage  # globals, since they are looked up for every request


class Connection(HttpToolsProtocol):
    """One connection. The application answers its requests, or they are refused."""

    HEAD_S: ClassVar[float] = 10
    BODY_S: ClassVar[float] = 30
    UPLOAD_S: ClassVar[float] = 10
    MIN_UPLOADED: ClassVar[int] = 160 * 1024  # in each `UPLOAD_S`: 16 KB a second, which a telephone line manages
    SEND_S: ClassVar[float] = 60
    LINGER_S: ClassVar[float] = 2
    GRACE_S: ClassVar[float] = 1  # in which a request may be on its way when the server stops
    STOP_S: ClassVar[float] = 5  # in which one that has begun to arrive must be whole then
    MAX_PER_PEER: ClassVar[int] = 200
    MAX_CONNECTIONS: ClassVar[int] = capacity.MAX_CONNECTIONS  # of the whole process
    EXEMPT_LOOPBACK: ClassVar[bool] = True
    # Longer than proxies keep a connection to use it again (nginx 60 s, Caddy 120 s): a save that meets its end is
    # answered 502. Strangers have 5 s (uvicorn's default).
    PROXY_IDLE_S: ClassVar[int] = 130
    trusted_proxies: ClassVar[Networks] = ()
    peers: ClassVar[Peers] = Peers()
    refusals: ClassVar[dict[int, Refusal]] = refusals(security_headers())

    is_stopping = False  # the next answer is the last one; set on the class, for all connections
    stage: Stage = IDLE
    received = 0  # bytes since the end of the last request
    is_uploading = False  # a picture, whose body may be larger and take longer
    received_before = 0  # of `received`, what had come when an upload's time was last looked at
    timer: asyncio.TimerHandle | None = None  # None while the peer owes nothing: an ordinary request needs no timer
    over = False  # nothing more is read
    refusal: Refused | None = None
    peer: str | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.flow: FlowController = FlowController(transport, self.loop, self._feed, self.pipeline)
        self.sending = SendDeadline(transport, self.loop, self.SEND_S, self._cut)
        self._arm(self.HEAD_S)
        self.peer = peer_of(self.client[0], self.EXEMPT_LOOPBACK, self.trusted_proxies) if self.client else None
        if self.peer:
            self.peers[self.peer] += 1
        else:
            self.timeout_keep_alive = self.PROXY_IDLE_S
        if len(self.connections) > self.MAX_CONNECTIONS:
            self._turn_away("too many connections", len(self.connections) - self.MAX_CONNECTIONS)
        elif self.peer and self.peers[self.peer] > self.MAX_PER_PEER:
            self._turn_away("too many connections of one peer", self.peers[self.peer] - self.MAX_PER_PEER)

    def connection_lost(self, exc: Exception | None) -> None:
        self.over = True
        self._disarm()
        self.sending.cancel()
        if self.peer:
            self.peers.leave(self.peer)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self.flow.take(data)

    def _feed(self, data: bytes) -> None:
        if self.over:
            return
        self.received += len(data)
        try:
            self.parser.feed_data(data)
            if self.stage is not IDLE or (self.received and not self._is_answering()):
                self._check_progress()
        except httptools.HttpParserUpgrade:
            self._decline_upgrade()
        except Refused as refused:
            self._refuse(refused)
        except httptools.HttpParserError as error:
            reason = error.__context__
            self._refuse(reason if isinstance(reason, Refused) else Refused(400, "malformed"))

    # The parser's callbacks.

    def on_message_begin(self) -> None:
        self.url, self.headers = b"", []
        self.stage = HEAD

    def on_header(self, name: bytes, value: bytes) -> None:
        if len(self.headers) >= MAX_FIELDS:
            raise Refused(431, "too many fields")
        self.headers.append((name.lower(), value))

    def on_headers_complete(self) -> None:
        if self.timer is not None:
            self._disarm()
        method = self.parser.get_method()
        check_head(method, self.parser.get_http_version(), self.url, self.headers)
        self.is_uploading, self.received_before = is_upload(method, self.url), 0
        if self.parser.should_upgrade() and has_body(self.headers):
            raise Refused(400, "upgrade with a body")  # which the parser takes for what was upgraded to
        if self.received > MAX_HEAD and head_size(self.url, self.headers) > MAX_HEAD:
            raise Refused(431, "head too large")
        self._pass_on()
        if self.is_stopping:
            self.cycle.keep_alive = False
        self.headers = []  # trailers end up here, not among the headers that were checked (RFC 9110 section 6.5.1)
        self.stage = BODY

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self.stage = IDLE
        self.received = 0
        if self.timer is not None:
            self._disarm()

    def _pass_on(self) -> None:
        """Let uvicorn prepare what the application gets: only now, since a refused request needs none of it."""
        target, headers = self.url, self.headers
        super().on_message_begin()
        self.on_url(target)
        for name, value in headers:
            super().on_header(name, value)
        super().on_headers_complete()

    # The clock.

    def _check_progress(self) -> None:
        """Limit what has arrived only in part. Raises Refused."""
        if self.stage is HEAD:
            if len(self.url) > MAX_TARGET:
                raise Refused(414, "target too long")
            if self.received > MAX_HEAD:
                raise Refused(431, "head too large")
        elif self.stage is BODY and self.received > (MAX_RECEIVED_UPLOAD if self.is_uploading else MAX_RECEIVED):
            raise Refused(413, "body too large")
        if self.timer is None:
            self._arm(self._body_s() if self.stage is BODY else self.HEAD_S)

    def _body_s(self) -> float:
        return self.UPLOAD_S if self.is_uploading else self.BODY_S

    def _arm(self, seconds: float) -> None:
        self._disarm()
        self.timer = self.loop.call_later(seconds, self._on_deadline)

    def _disarm(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def _on_deadline(self) -> None:
        self.timer = None
        if self.over:
            self.transport.abort()
        elif self.flow.read_paused:  # the peer is waiting for the server
            self._arm(self._body_s())
        elif self.stage is BODY and self.is_uploading and self._is_progressing():
            self._arm(self.UPLOAD_S)
        elif self.stage is IDLE:
            self._close()
        else:
            self._refuse(Refused(503 if self.is_stopping else 408, f"{self.stage.value} is late"))

    def _is_progressing(self) -> bool:
        """Whether an upload that somebody still waits for has come far enough since this was last asked."""
        came, self.received_before = self.received - self.received_before, self.received
        return came >= self.MIN_UPLOADED and self._is_answering()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.sending.watch()

    def resume_writing(self) -> None:
        self.sending.note_progress()
        super().resume_writing()

    # The end of a connection.

    def shutdown(self) -> None:
        """Answer what has begun to arrive, or does within a moment: it may be on its way. Then close."""
        self.is_stopping = True
        if self._is_answering():
            self.cycle.keep_alive = False
        if not self.over and (self.stage is not IDLE or not self._is_answering()):
            self._arm(self.GRACE_S if self.stage is IDLE else self.STOP_S)

    def _close(self) -> None:
        """Close once what waits is sent, if the peer takes it."""
        self.transport.close()
        self.sending.watch()

    def _cut(self) -> None:
        log.info("cut", extra={"why": "the client does not read", "peer": self.client and self.client[0]})
        self.transport.abort()

    def _turn_away(self, why: str, excess: int) -> None:
        """Refuse a new connection before it says anything. Waiting until it has read that would cost a file each."""
        crowded.warning(why, peer=self.client and self.client[0], connections=len(self.connections))
        self.over, self.refusal = True, Refused(503, why)
        self._finish()
        if excess > capacity.REFUSED_AT_ONCE:
            self.transport.close()

    def _refuse(self, refusal: Refused) -> None:
        """Refuse once earlier requests are answered: responses keep the order of requests (RFC 9112 section 9.3.2)."""
        log.info(
            "refused", extra={"status": refusal.status, "why": refusal.why, "peer": self.client and self.client[0]}
        )
        waits = bool(self.pipeline) or (self.stage is not BODY and self._is_answering())
        self.over, self.refusal = True, refusal
        self._disarm()
        if self.stage is BODY:
            self._abandon()
        if not waits:
            self._finish()

    def _abandon(self) -> None:
        """Give up the request whose body is incomplete. If its response has begun, there cannot be another."""
        if self.pipeline:
            self.pipeline.popleft()  # the newest, which has not begun yet
            return
        if self.cycle.response_started:
            self.refusal = None
        self.cycle.disconnected = True
        self.cycle.message_event.set()

    def _decline_upgrade(self) -> None:
        """Answer as if no upgrade was requested (RFC 9110 section 7.8); the bytes after it are not taken for HTTP."""
        self.over = True
        self.cycle.keep_alive = False
        if not self._is_answering():
            self._finish()

    def on_response_complete(self) -> None:
        was_last = self.over and not self.pipeline
        super().on_response_complete()
        if was_last:
            self._finish()
        elif self.transport.is_closing():
            self.sending.watch()

    def _finish(self) -> None:
        """Close after the response, and discard input for a moment, so that a reset does not overtake the response.

        Source: RFC 9112 section 9.6.
        """
        if self.transport.is_closing():
            return
        self._unset_keepalive_if_required()
        if self.refusal is not None:
            head, body = self.refusals[self.refusal.status]
            known = encode_headers(self.server_state.default_headers)
            self.transport.write(head + known + b"\r\n" + (b"" if self.parser.get_method() == b"HEAD" else body))
        if self.transport.can_write_eof():
            self.transport.write_eof()
            self.flow.resume_reading()
            self._arm(self.LINGER_S)
        else:
            self.transport.close()

    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete
