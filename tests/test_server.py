"""The connection under the app, from the other end of a real socket; and what we lean on in uvicorn."""

import asyncio
import contextlib
import inspect
import re
import select
import socket
import threading
import time
from collections import Counter
from http.client import HTTPResponse
from typing import ClassVar

import pytest
import uvicorn
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from marquee import server
from marquee.framing import MAX_BODY, MAX_HEAD, MAX_TARGET
from marquee.server import Protocol, peer_of
from tests.cast import Site

PATIENCE_S = 10
GET = b"GET /a HTTP/1.1\r\nHost: stage.test\r\n\r\n"
LAST = b"GET /last HTTP/1.1\r\nHost: stage.test\r\nConnection: close\r\n\r\n"
POST = b"POST /echo HTTP/1.1\r\nHost: stage.test\r\nConnection: close\r\n"


class Hasty(Protocol):
    HEAD_S = 0.2
    BODY_S = 0.4
    LINGER_S = 0.2


class Crowded(Protocol):
    EXEMPT_PRIVATE = False
    PER_PEER = 3
    peers: ClassVar = Counter()


class Live:
    """A server of its own, on a thread of its own. Its app answers with its path and the body."""

    def __init__(self, protocol=Protocol):
        self.paths = []
        self.trailers = []
        self.entered = threading.Event()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.address = self.listener.getsockname()
        config = uvicorn.Config(
            self.app, http=protocol, interface="asgi3", lifespan="off", log_config=None, access_log=False, ws="none"
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, args=([self.listener],))
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


@pytest.fixture(scope="module")
def live():
    running = Live()
    yield running
    running.stop()


@pytest.fixture
def hasty():
    running = Live(Hasty)
    yield running
    running.stop()


# What a client may send.


def test_usual_request_of_a_browser_is_answered(live):
    head = (
        b"GET /artist/mara-voss?tab=events HTTP/1.1\r\nHost: 127.0.0.1:8000\r\nConnection: keep-alive\r\n"
        b'sec-ch-ua: "Chromium";v="130"\r\nsec-ch-ua-mobile: ?0\r\nUpgrade-Insecure-Requests: 1\r\n'
        b"User-Agent: Mozilla/5.0 (X11; Linux x86_64)\r\nAccept: text/html,*/*;q=0.8\r\nSec-Fetch-Site: none\r\n"
        b"Accept-Encoding: gzip, deflate, br\r\nAccept-Language: nl,en;q=0.9\r\nCookie: a=b; c=\xc3\xa9\r\n\r\n"
    )
    with live.connect() as peer:
        for _ in range(3):
            peer.sendall(head)
            assert read_answer(peer) == (200, b"/artist/mara-voss")


def test_request_may_come_byte_by_byte(live):
    whole = POST + b"Content-Length: 5\r\n\r\nhello"
    received = live.ask(*(whole[at : at + 1] for at in range(len(whole))))
    assert received.endswith(b"\r\n\r\nhello")


def test_pipelined_requests_are_answered_in_order(live):
    received = live.ask(b"".join(GET.replace(b"/a", b"/%d" % at) for at in range(20)) + LAST)
    bodies = [part.partition(b"\r\n\r\n")[2] for part in received.split(b"HTTP/1.1 200 OK\r\n")[1:]]
    assert bodies == [b"/%d" % at for at in range(20)] + [b"/last"]


def test_http_1_0_is_answered_and_closed_with_and_without_host(live):
    for host in (b"", b"Host: stage.test\r\n"):
        assert live.ask(b"GET /a HTTP/1.0\r\n" + host + b"\r\n").endswith(b"\r\n\r\n/a")


def test_connection_close_is_honoured(live):
    received = live.ask(LAST)
    assert b"connection: close" in received
    assert received.endswith(b"/last")


def test_head_has_no_body(live):
    received = live.ask(LAST.replace(b"GET", b"HEAD"))
    assert statuses(received) == [200]
    assert received.endswith(b"\r\n\r\n")


def test_expectation_is_met_before_the_body_is_sent(live):
    with live.connect() as peer:
        peer.sendall(POST + b"Content-Length: 5\r\nExpect: 100-continue\r\n\r\n")
        assert peer.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        peer.sendall(b"hello")
        assert until_closed(peer).endswith(b"\r\n\r\nhello")


def test_chunked_body_is_read_and_its_trailers_never_become_headers(live):
    body = b"5;note=x\r\nhello\r\n1\r\n!\r\n0\r\nX-Trailer: forged\r\n\r\n"
    assert live.ask(POST + b"Transfer-Encoding: chunked\r\n\r\n", body).endswith(b"\r\n\r\nhello!")
    assert live.trailers == []


def test_upgrade_is_declined_and_what_follows_is_not_read(live):
    before = len(live.paths)
    upgrade = b"GET /a HTTP/1.1\r\nHost: stage.test\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n"
    assert statuses(live.ask(upgrade + GET)) == [200]
    assert live.paths[before:] == ["/a"]


@pytest.mark.parametrize("host", [b"stage.test", b"STAGE.test:8000", b"127.0.0.1", b"[::1]:80", b"xn--bcher-kva.ch"])
def test_well_formed_host_is_fine(live, host):
    assert statuses(live.ask(LAST.replace(b"stage.test", host))) == [200]


def test_absolute_form_of_the_same_host_is_fine(live):
    received = live.ask(LAST.replace(b"/last", b"http://STAGE.test/last"))
    assert received.endswith(b"\r\n\r\n/last")


# What is refused.


def head(*lines, first=b"GET /never HTTP/1.1", host=b"Host: stage.test"):
    return b"\r\n".join(line for line in (first, host, *lines, b"", b"") if line is not None)


CHUNKED = b"Transfer-Encoding: chunked"
POST_NEVER = b"POST /never HTTP/1.1"
ANOMALIES = {
    "no host": head(host=None),
    "two hosts": head(b"Host: stage.test"),
    "two different hosts": head(b"Host: other.test"),
    "empty host": head(host=b"Host:"),
    "host with path": head(host=b"Host: stage.test/a"),
    "host with user": head(host=b"Host: a@stage.test"),
    "host with space": head(host=b"Host: stage test"),
    "host with list": head(host=b"Host: stage.test, other.test"),
    "host with bad port": head(host=b"Host: stage.test:80a"),
    "bad host in HTTP/1.0": head(first=b"GET /never HTTP/1.0", host=b"Host: a/b"),
    "length and chunked": head(b"Content-Length: 3", CHUNKED, first=POST_NEVER) + b"0\r\n\r\n",
    "chunked and length": head(CHUNKED, b"Content-Length: 3", first=POST_NEVER) + b"0\r\n\r\n",
    "two lengths": head(b"Content-Length: 3", b"Content-Length: 4", first=POST_NEVER) + b"abcd",
    "list of lengths": head(b"Content-Length: 3, 4", first=POST_NEVER) + b"abcd",
    "signed length": head(b"Content-Length: +3", first=POST_NEVER) + b"abc",
    "negative length": head(b"Content-Length: -1", first=POST_NEVER),
    "length beyond numbers": head(b"Content-Length: " + b"9" * 30, first=POST_NEVER),
    "gzip, chunked": head(b"Transfer-Encoding: gzip, chunked", first=POST_NEVER) + b"0\r\n\r\n",
    "gzip": head(b"Transfer-Encoding: gzip", first=POST_NEVER),
    "identity": head(b"Transfer-Encoding: identity", first=POST_NEVER),
    "Chunked": head(b"Transfer-Encoding: Chunked", first=POST_NEVER) + b"0\r\n\r\n",
    "chunked twice": head(CHUNKED, CHUNKED, first=POST_NEVER) + b"0\r\n\r\n",
    "chunked in HTTP/1.0": head(CHUNKED, first=b"POST /never HTTP/1.0") + b"0\r\n\r\n",
    "folded line": head(b"X: a", b" b"),
    "space before colon": head(b"X : a"),
    "space before the first field": head(host=b" Host: stage.test"),
    "no colon": head(b"X"),
    "no name": head(b": a"),
    "bare LF": head(b"X: a").replace(b"\r\n", b"\n"),
    "one bare LF": head(b"X: a\nY: b"),
    "bare CR": head(b"X: a\rb"),
    "NUL": head(b"X: a\0b"),
    "control character": head(b"X: a\x01b"),
    "DEL": head(b"X: a\x7fb"),
    "foreign authority": head(first=b"GET http://other.test/never HTTP/1.1"),
    "authority with user": head(first=b"GET http://stage.test@other.test/never HTTP/1.1"),
    "foreign scheme": head(first=b"GET ftp://stage.test/never HTTP/1.1"),
    "no slash": head(first=b"GET never HTTP/1.1"),
    "asterisk": head(first=b"GET * HTTP/1.1"),
    "control character in the target": head(first=b"GET /never\x01 HTTP/1.1"),
    "space in the target": head(first=b"GET /never a HTTP/1.1"),
    "unknown method": head(first=b"STEAL /never HTTP/1.1"),
    "HTTP/0.9": b"GET /never\r\n\r\n",
    "HTTP/1.2": head(first=b"GET /never HTTP/1.2"),
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
}


@pytest.mark.parametrize("anomaly", ANOMALIES.values(), ids=ANOMALIES)
def test_ambiguous_request_is_400_and_the_connection_closed(live, anomaly):
    received = live.ask(anomaly + GET)
    assert statuses(received) == [400]
    assert b"\r\nconnection: close\r\n" in received
    assert b"\r\ncontent-length: 0\r\n" in received
    assert b"\r\nx-content-type-options: nosniff\r\n" in received
    assert "/never" not in live.paths


@pytest.mark.parametrize(
    "body", [b"5\nhello\r\n0\r\n\r\n", b"0x5\r\nhello\r\n", b"5\r\nhelloX", b"-1\r\n", b"5\r\nhello\n0"]
)
def test_malformed_chunk_is_400_and_the_connection_closed(live, body):
    assert statuses(live.ask(POST + b"Transfer-Encoding: chunked\r\n\r\n", body)) == [400]


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (head(first=b"GET /never HTTP/2.0"), 505),
        (head(first=b"TRACE /never HTTP/1.1"), 405),
        (head(first=b"CONNECT stage.test:80 HTTP/1.1"), 405),
        (head(first=b"GET /" + b"a" * MAX_TARGET + b" HTTP/1.1"), 414),
        (b"GET /" + b"a" * MAX_TARGET, 414),
        (head(b"X: " + b"a" * MAX_HEAD), 431),
        (head()[:-2] + b"X: " + b"a" * MAX_HEAD, 431),
        (head(*[b"X: a"] * (MAX_HEAD // 5)), 431),
        (head(b"Content-Length: %d" % (MAX_BODY + 1), first=POST_NEVER), 413),
        (head(b"Content-Length: %d" % (MAX_BODY + 1), b"Expect: 100-continue", first=POST_NEVER), 413),
    ],
)
def test_request_beyond_a_limit_is_refused_and_closed(live, request_, status):
    received = live.ask(request_)
    assert statuses(received) == [status]
    assert (b"\r\nallow: " in received) == (status == 405)
    assert "/never" not in live.paths


def test_requests_at_the_limits_are_answered(live):
    target = b"/" + b"a" * (MAX_TARGET - 1)
    assert statuses(live.ask(LAST.replace(b"/last", target))) == [200]
    assert statuses(live.ask(LAST[:-2] + b"X: " + b"a" * (MAX_HEAD - 1000) + b"\r\n\r\n")) == [200]
    body = b"x" * MAX_BODY
    assert live.ask(POST + b"Content-Length: %d\r\n\r\n" % MAX_BODY + body).endswith(b"\r\n\r\n" + body)


def test_refusal_reaches_a_client_that_is_still_sending_its_body(live):
    declared = head(b"Content-Length: %d" % (8 * MAX_BODY), first=POST_NEVER)
    assert statuses(live.ask(declared, b"x" * (2 * MAX_BODY))) == [413]


def test_endless_trailers_are_cut(live):
    trailers = b"X-Trailer: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n" * (4 * MAX_BODY // 44)
    assert statuses(live.ask(POST + b"Transfer-Encoding: chunked\r\n\r\n0\r\n", trailers)) == [413]


def test_refusal_waits_for_the_answers_before_it(live):
    with live.connect() as peer:
        peer.sendall(GET.replace(b"/a", b"/gate") + GET + head(b"Host: two.test"))
        assert live.entered.wait(PATIENCE_S)
        live.open_gate()
        received = until_closed(peer)
    assert statuses(received) == [200, 200, 400]


def test_refused_body_of_a_waiting_request_does_not_disturb_the_one_before_it(live):
    live.entered.clear()
    with live.connect() as peer:
        chunked = POST.replace(b"Connection: close\r\n", b"") + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n"
        peer.sendall(GET.replace(b"/a", b"/gate") + chunked)
        assert live.entered.wait(PATIENCE_S)
        live.open_gate()
        received = until_closed(peer)
    assert statuses(received) == [200, 400]


def test_finished_answer_is_never_followed_by_a_refusal_of_its_body(live):
    with live.connect() as peer:
        peer.sendall(POST.replace(b"/echo", b"/a").replace(b"close", b"keep-alive") + b"Content-Length: 9\r\n\r\n")
        assert read_answer(peer) == (200, b"/a")
        peer.sendall(b"x" * 9 + head(host=None))
        assert statuses(until_closed(peer)) == [400]


# Who is late.


def test_slow_head_is_cut(hasty):
    started = time.monotonic()
    with hasty.connect() as peer:
        peer.sendall(b"GET /never HTTP/1.1\r\nX: ")
        drip(peer, b"a")
        received = until_closed(peer)
    assert statuses(received) == [408]
    assert Hasty.HEAD_S <= time.monotonic() - started < PATIENCE_S
    assert hasty.paths == []


@pytest.mark.parametrize(
    "start",
    [b"Content-Length: 100000\r\n\r\n", b"Transfer-Encoding: chunked\r\n\r\n186A0\r\n"],
    ids=["length", "chunked"],
)
def test_slow_body_is_cut(hasty, start):
    with hasty.connect() as peer:
        peer.sendall(POST + start)
        drip(peer, b"a")
        assert statuses(until_closed(peer)) == [408]
    assert hasty.paths == ["/echo"]


@pytest.mark.parametrize("byte", [b"", b"\n"], ids=["silent", "blank lines"])
def test_connection_that_says_nothing_is_closed_without_a_word(hasty, byte):
    with hasty.connect() as peer:
        drip(peer, byte)
        assert until_closed(peer) == b""


def test_slow_second_head_is_cut(hasty):
    with hasty.connect() as peer:
        peer.sendall(GET)
        assert read_answer(peer) == (200, b"/a")
        peer.sendall(GET[:-2])
        assert statuses(until_closed(peer)) == [408]


def test_client_that_waits_for_us_is_not_late(hasty):
    with hasty.connect() as peer:
        peer.sendall(POST.replace(b"/echo", b"/gate") + b"Content-Length: 200000\r\n\r\n" + b"x" * 200_000)
        assert hasty.entered.wait(PATIENCE_S)
        assert not select.select([peer], [], [], 3 * Hasty.BODY_S)[0]
        hasty.open_gate()
        assert statuses(until_closed(peer)) == [200]


def test_half_sent_requests_do_not_keep_others_waiting(live):
    with contextlib.ExitStack() as stack:
        for _ in range(100):
            stack.enter_context(live.connect()).sendall(b"GET /never HTTP/1.1\r\nHost: stage")
        started = time.monotonic()
        assert statuses(live.ask(LAST)) == [200]
        assert time.monotonic() - started < 2


def test_running_request_is_finished_at_shutdown():
    running = Live()
    with running.connect() as peer:
        peer.sendall(GET.replace(b"/a", b"/gate"))
        assert running.entered.wait(PATIENCE_S)
        stopping = threading.Thread(target=running.stop)
        stopping.start()
        while running.listener.fileno() != -1:
            time.sleep(0.01)
        running.open_gate()
        assert until_closed(peer).endswith(b"\r\n\r\n/gate")
        stopping.join(PATIENCE_S)


# How many, and for whom.


def test_connections_beyond_the_limit_of_a_peer_are_closed():
    running = Live(Crowded)
    with contextlib.ExitStack() as stack:
        peers = [stack.enter_context(running.connect()) for _ in range(Crowded.PER_PEER)]
        for peer in peers:
            peer.sendall(GET)
            assert read_answer(peer) == (200, b"/a")
        assert running.ask(b"") == b""
        peers[0].sendall(LAST)
        assert statuses(until_closed(peers[0])) == [200]
    while Crowded.peers:
        time.sleep(0.01)
    assert statuses(running.ask(LAST)) == [200]
    running.stop()


@pytest.mark.parametrize(
    ("address", "peer"),
    [
        ("9.9.9.9", "9.9.9.9"),
        ("::ffff:9.9.9.9", "9.9.9.9"),
        ("2606:4700:1:2:3:4:5:6", "2606:4700:1:2::/64"),
        ("127.0.0.1", None),
        ("::1", None),
        ("172.18.0.4", None),
        ("fe80::1%eth0", None),
        ("somewhere", None),
    ],
)
def test_connections_are_counted_by_address_or_network(address, peer):
    assert peer_of(address, exempt_private=True) == peer


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("undercard.example", 200),
        ("Undercard.EXAMPLE:443", 200),
        ("localhost:8000", 200),
        ("127.0.0.1:8000", 200),
        ("[::1]", 200),
        ("undercard.example:8000", 421),
        ("undercard.example.evil.test", 421),
        ("evil.test", 421),
        ("127.0.0.1.evil.test", 421),
        ("", 421),
    ],
)
async def test_site_with_an_address_serves_only_its_host(template, tmp_path, host, status):
    opened = Site.open(template, tmp_path / "data", MARQUEE_BASE_URL="https://undercard.example")
    answer = await opened.client.get("/health/live", headers={"host": host})
    await opened.close()
    assert answer.status_code == status
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "evil" not in answer.text + str(answer.headers)


@pytest.mark.anyio
async def test_site_without_an_address_serves_any_host_and_repeats_none(site):
    answer = await site.client.get("/", headers={"host": "evil.test"})
    assert answer.status_code == 200
    assert "evil.test" not in answer.text + str(answer.headers)


@pytest.mark.anyio
async def test_client_that_leaves_in_the_middle_of_its_body_is_not_a_fault_of_ours(site, caplog):
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/auth/v1/token",
        "query_string": b"grant_type=password",
        "headers": [(b"apikey", site.service.keys.publishable.encode()), (b"content-length", b"9")],
    }
    sent = []

    async def receive():
        return {"type": "http.disconnect"}

    async def send(message):
        sent.append(message)

    await site.app(scope, receive, send)
    assert sent[0]["status"] == 400
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


# What we lean on.


@pytest.mark.parametrize(
    "name", [name for name in vars(Protocol) if name.startswith(("on_", "connection_", "data_received"))]
)
def test_uvicorn_still_has_the_method_that_we_extend(name):
    ours, theirs = getattr(Protocol, name), getattr(HttpToolsProtocol, name)
    assert list(inspect.signature(ours).parameters) == list(inspect.signature(theirs).parameters)


def test_uvicorn_still_has_the_state_that_we_read():
    loop = asyncio.new_event_loop()
    connection = HttpToolsProtocol(uvicorn.Config(Live.app, ws="none"), ServerState(), {}, loop)
    loop.close()
    names = {"client", "cycle", "flow", "headers", "loop", "parser", "pipeline", "server_state", "transport"}
    assert names <= vars(connection).keys()
    assert callable(connection._unset_keepalive_if_required)
    given = dict.fromkeys(inspect.signature(RequestResponseCycle).parameters)
    cycle = vars(RequestResponseCycle(**given)).keys()
    assert {"disconnected", "keep_alive", "message_event", "response_complete", "response_started"} <= cycle
    assert "read_paused" in vars(FlowControl(None))
    ours = set(vars(Protocol)) - set(vars(HttpToolsProtocol))
    assert not ours & (vars(connection).keys() | {"__init__"})
    assert server.REFUSALS[400][0] == b"HTTP/1.1 400 Bad Request\r\n"
