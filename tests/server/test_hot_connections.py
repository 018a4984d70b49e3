"""A connection whose answers are ready obeys every rule of the others."""

import socket
import threading
import time
from itertools import cycle, islice
from pathlib import Path

import pytest

from marquee.server import Protocol
from tests.server.hot import EVENTS, Served, told
from tests.server.live import statuses, until_closed

ASSET = "/assets/main.js"
IDLE_S = 0.4
GROWTH_MB = 40


class Narrow(Protocol):
    MOST = 2
    HEAD_S = 0.6


@pytest.fixture(scope="module")
def hot(sqlite_template, tmp_path_factory):
    running = Served(sqlite_template, tmp_path_factory.mktemp("hot") / "data")
    running.prime("/")
    running.prime(ASSET)
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


def test_ready_answer_comes_byte_by_byte_too(hot):
    whole = hot.head("/")
    with hot.connect() as peer:
        for _ in range(2):
            for at in range(len(whole)):
                peer.sendall(whole[at : at + 1])
            status, _, _, was_ready = told(peer)
            assert (status, was_ready) == (200, True)


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
    with narrow.connect() as peer:
        began = time.monotonic()
        while time.monotonic() - began < 2 * IDLE_S:
            peer.sendall(narrow.head("/"))
            assert told(peer)[3]
        idle = time.monotonic()
        assert until_closed(peer) == b""
        assert IDLE_S * 0.9 <= time.monotonic() - idle < IDLE_S + 2


def test_head_that_begins_after_a_ready_answer_is_late_as_any(narrow):
    with narrow.connect() as peer:
        peer.sendall(narrow.head("/") + b"GET / HT")
        assert statuses(until_closed(peer)) == [200, 408]


def test_connections_beyond_the_limit_are_refused_what_is_ready(narrow):
    with narrow.connect(), narrow.connect() as second:
        second.sendall(narrow.head("/"))
        assert told(second)[0] == 200
        assert statuses(narrow.ask(narrow.head("/"))) == [503]


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
