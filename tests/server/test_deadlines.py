"""Clients that are late are cut off, and keep nobody waiting."""

import contextlib
import select
import threading
import time

import pytest

from tests.server.live import GET, LAST, POST, Hasty, Live, drip, read_answer, statuses, until_closed
from tests.waiting import PATIENCE_S


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
        assert statuses(live.ask(LAST)) == [200]


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
