"""A connection whose answers are ready obeys every rule of the others."""

import asyncio
import contextlib
import socket
import threading
import time
from itertools import cycle, islice
from pathlib import Path

import pytest

from marquee.server.protocol import Protocol
from marquee.site.renderer import Renderer
from tests.conftest import before_release
from tests.server.live import Full, statuses, until_closed
from tests.server.served import EVENTS, Served, answers, told
from tests.waiting import PATIENCE_S

ASSET = "/assets/main.js"
IDLE_S = 0.4
GROWTH_MB = 40


class Narrow(Protocol):
    PROXY_IDLE_S = IDLE_S  # type: ignore[assignment]  # a test has no whole second to wait
    HEAD_S = 0.6


@pytest.fixture(scope="module")
def hot(sqlite_template, tmp_path_factory):
    running = Served(sqlite_template, tmp_path_factory.mktemp("hot") / "data")
    running.prime("/")
    running.prime(ASSET)
    yield running
    running.stop()


@pytest.fixture(scope="module")
def ordinary(sqlite_template, tmp_path_factory):
    running = Served(sqlite_template, tmp_path_factory.mktemp("ordinary") / "data", MARQUEE_HOT_PATH="off")
    yield running
    running.stop()


@pytest.fixture
def narrow(sqlite_template, tmp_path):
    running = Served(sqlite_template, tmp_path / "data", Narrow, {"timeout_keep_alive": IDLE_S})
    running.prime("/")
    yield running
    running.stop()


def test_pipelined_requests_are_answered_in_order(hot):
    """Answers that are ready, those of the app, and requests with a body, mixed."""
    kinds = {
        hot.head("/"): b"<!doctype html>",
        hot.head(EVENTS, hot.key, "Content-Length: 2") + b"{}": b'[{"id"',
        hot.head("/nowhere"): b"<!doctype html>",
        hot.head(ASSET): b"// the front end",
        hot.head("/health/live"): b"",
        hot.head("/rest/v1/music_events", "Content-Length: 0", method="POST"): b'{"message"',
    }
    asked = list(islice(cycle(kinds), 60))
    with hot.connect() as peer:
        peer.sendall(b"".join(asked))
        parser = peer.makefile("rb")
        for one in asked:
            assert body(parser).startswith(kinds[one])


def body(stream):
    length = 0
    while (line := stream.readline()) != b"\r\n":
        name, _, value = line.partition(b": ")
        if name == b"content-length":
            length = int(value)
    return stream.read(length)


def test_head_may_come_in_any_two_pieces(hot):
    """With what follows it in the second one; the same head that came whole before it changes nothing."""
    whole, asset = hot.head("/"), hot.head(ASSET)
    page = hot.get("/")[2]
    with hot.connect() as peer:
        peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        stream = peer.makefile("rb")
        for at in range(len(whole)):
            peer.sendall(whole)
            assert body(stream) == page
            peer.sendall(whole[:at])
            peer.sendall(whole[at:] + asset)
            assert [body(stream), body(stream)] == [page, b"// the front end"]


def test_head_may_come_byte_by_byte(hot):
    whole = hot.head("/")
    page = hot.get("/")[1:3]
    with hot.connect() as peer:
        for at in range(len(whole)):
            peer.sendall(whole[at : at + 1])
        assert told(peer)[1:3] == page
        peer.sendall(whole)
        assert told(peer)[3]


@pytest.mark.parametrize("first", ["", "/nowhere"])
@pytest.mark.parametrize("before", [b"\r\n", b"\r", b"GET", b"GET /nowhere HTTP/1.1\r\nHost: a\r\nCookie: "])
def test_what_looks_like_a_head_is_none_after_something_else(hot, ordinary, first, before):
    """What came before the same bytes decides what they are."""
    asked = (hot.head(first) if first else b"") + before, hot.head("/") + hot.head(ASSET, "Connection: close")
    assert answers(hot.ask(*asked)) == answers(ordinary.ask(*asked))


@pytest.mark.parametrize("first", ["", "/nowhere"])
@pytest.mark.parametrize("is_chunked", [False, True])
def test_head_within_a_body_is_no_request(hot, is_chunked, first):
    inner, last = hot.head(ASSET), hot.head("/", "Connection: close")
    if is_chunked:
        outer = hot.head("/nowhere", "Transfer-Encoding: chunked")
        body = [b"%x\r\n" % len(inner), inner, b"\r\n0\r\n\r\n"]
    else:
        outer = hot.head("/nowhere", f"Content-Length: {len(inner)}")
        body = [inner]
    opening = (hot.head(first) if first else b"") + outer
    for pieces in ((opening, *body, last), (b"".join((opening, *body, last)),)):
        received = hot.ask(*pieces)
        assert [answer[0] for answer in answers(received)] == ([404, 404, 200] if first else [404, 200])


@pytest.mark.parametrize("is_together", [True, False])
def test_answer_that_is_ready_waits_for_the_one_before_it(hot, monkeypatch, is_together):
    entered, gate = threading.Event(), threading.Event()

    async def wait(_renderer, _data):
        entered.set()
        await asyncio.to_thread(gate.wait)

    monkeypatch.setattr(Renderer, "render", wait)
    artist = "/artist/night-ferry" if is_together else "/artist/abel-quintero"
    with hot.connect() as peer:
        peer.sendall(hot.head(artist) + (hot.head(ASSET) if is_together else b""))
        assert entered.wait(PATIENCE_S)
        peer.sendall(hot.head(ASSET) * 2)
        hot.settle()
        gate.set()
        stream = peer.makefile("rb")
        assert b"<!doctype html>" in body(stream)
        assert [body(stream) for _ in range(3 if is_together else 2)] == [b"// the front end"] * (2 + is_together)


def test_head_has_no_body(hot):
    hot.prime("/", method="HEAD")
    assert hot.get("/", method="HEAD")[1:3] == (hot.get("/")[1], b"")


def test_last_request_is_answered_and_the_connection_closed(hot):
    page = hot.get("/")[2]
    for last in (hot.head("/", "Connection: close"), hot.head("/", version="1.0")):
        received = hot.ask(hot.head(ASSET) + last)
        assert statuses(received) == [200, 200]
        assert b"connection: close" in received
        assert received.endswith(page)


def test_what_follows_and_is_malformed_is_refused_after_the_answer(hot):
    assert statuses(hot.ask(hot.head(ASSET) + b"GET / HTTP/1.1\r\nHost: a\r\nbad header\r\n\r\n")) == [200, 400]
    assert statuses(hot.ask(hot.head(ASSET) * 2 + b"\x00")) == [200, 200, 400]


def test_every_answer_says_when(hot):
    with hot.connect() as peer:
        peer.sendall(hot.head(ASSET))
        assert b"\r\ndate: " in peer.recv(65536).lower()


def test_idle_connection_is_closed_but_not_one_in_use(narrow):
    """In use means more often than the idle time: a gap that a busy machine made longer starts the test again."""
    while not stays_open_in_use(narrow):
        pass


def stays_open_in_use(narrow):
    """Whether a connection was used for twice the idle time without a gap that long, and closed only afterwards."""
    with narrow.connect() as peer:
        used = began = time.monotonic()
        while used - began < 2 * IDLE_S:
            still_open = False
            with contextlib.suppress(ConnectionError):
                peer.sendall(narrow.head("/"))
                still_open = told(peer)[3]
            used, before = time.monotonic(), used
            if used - before > IDLE_S / 2:
                return False
            assert still_open
        return until_closed(peer) == b""


def test_head_that_begins_after_a_ready_answer_is_late_as_any(narrow):
    with narrow.connect() as peer:
        peer.sendall(narrow.head("/") + b"GET / HT")
        assert statuses(until_closed(peer)) == [200, 408]


def test_connections_beyond_the_limit_are_refused_what_is_ready(sqlite_template, tmp_path):
    full = Served(sqlite_template, tmp_path / "data", Full)
    full.prime("/")
    with full.connect(), full.connect() as second:
        second.sendall(full.head("/"))
        assert told(second)[0] == 200
        assert statuses(full.ask(full.head("/"))) == [503]
    full.stop()


@before_release
def test_client_that_never_reads_fills_no_memory(hot):
    """It has 48,000 requests; when it does read, each has its answer."""
    count = 48_000
    asked = hot.head("/", f"Cookie: {'x' * 400}") * count
    before = resident_mb()
    with hot.connect() as peer:
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
        sender = threading.Thread(target=peer.sendall, args=(asked,))
        sender.start()
        sender.join(1)
        assert sender.is_alive()
        assert resident_mb() - before < GROWTH_MB
        answered = 0
        tail = b""
        while answered < count:
            tail += peer.recv(1 << 20)
            answered += tail.count(b"HTTP/1.1 200 OK\r\n")
            tail = tail[-16:]
        sender.join()
    assert resident_mb() - before < GROWTH_MB


def resident_mb():
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024
