"""A client that does not read is cut off, and holds little until then; one that reads slowly is served to the end."""

import contextlib
import socket
import time
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from marquee.auth.secrets import secrets_file
from marquee.db.open_database import open_database
from marquee.domain.tables import music_artists
from marquee.errors import Overloaded
from marquee.server.outgoing import LARGE_BYTES, BoundedSending, Outgoing
from marquee.server.protocol import Protocol
from tests.cast import ARTIST, insert_row
from tests.conftest import before_release
from tests.server import process
from tests.server.live import Hasty, Live, read_answer, statuses, until_closed
from tests.waiting import PATIENCE_S

LARGE = 4_000_000


class Large:
    """An endpoint as ours are: it turns errors into answers."""

    def __init__(self, size):
        self.size = size

    async def __call__(self, scope, receive, send):
        try:
            await Response(b"x" * self.size)(scope, receive, send)
        except Overloaded as error:
            await Response(b"", error.status)(scope, receive, send)


def served(protocol=Hasty, outgoing=None, file=None, size=LARGE, **options):
    """A server of one large answer, a small one and a file."""

    async def small(_request):
        return Response(b"small")

    async def download(_request):
        return FileResponse(file)

    app = Starlette(
        routes=[Route("/large", Large(size)), Route("/small", small), Route("/file", download)],
        middleware=[Middleware(BoundedSending, outgoing=outgoing or Outgoing())],
    )
    return Live(protocol, app, **options)


@contextlib.contextmanager
def asking(running, path, *fields):
    """A client with little room for what it does not read."""
    with contextlib.closing(socket.socket()) as peer:
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16384)
        peer.settimeout(PATIENCE_S)
        peer.connect(running.address)
        peer.sendall("\r\n".join((f"GET {path} HTTP/1.1", "Host: a", *fields, "", "")).encode())
        yield peer


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "picture"
    path.write_bytes(b"x" * LARGE)
    return path


def gone(running):
    deadline = time.monotonic() + PATIENCE_S
    while running.server.server_state.connections and time.monotonic() < deadline:
        time.sleep(0.01)
    return not running.server.server_state.connections


@pytest.mark.parametrize("field", ["Accept: */*", "Connection: close"])
@pytest.mark.parametrize("path", ["/large", "/file"])
def test_client_that_does_not_read_is_cut(file, log, path, field):
    running = served(file=file)
    started = time.monotonic()
    with asking(running, path, field) as peer:
        assert peer.recv(12) == b"HTTP/1.1 200"
        assert gone(running)
        assert time.monotonic() - started >= Hasty.SEND_S
        with contextlib.suppress(ConnectionResetError):
            assert len(until_closed(peer)) < LARGE
    assert "the client does not read" in log.text
    running.stop()


@pytest.mark.parametrize("field", ["Accept: */*", "Connection: close"])
def test_client_that_does_not_read_a_small_answer_is_cut_too(field):
    """Such an answer has left the application, and nobody waits for it any more."""
    running = served(size=LARGE_BYTES, timeout_keep_alive=0.2)
    with contextlib.ExitStack() as stack:
        for _ in range(3):
            peer = stack.enter_context(asking(running, "/large", field))
            for _ in range(4 if "close" not in field else 0):
                peer.sendall(b"GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
        assert gone(running)
    running.stop()


@before_release
@pytest.mark.parametrize("path", ["/large", "/file"])
def test_client_that_reads_slowly_gets_everything(file, path):
    """At ten times the lowest rate, for ten times as long as a client that does not read at all."""
    running = served(file=file)
    with asking(running, path, "Connection: close") as peer:
        received, started = 0, time.monotonic()
        while part := peer.recv(16384):
            received += len(part)
            time.sleep(max(0, received / LARGE * 10 * Hasty.SEND_S - (time.monotonic() - started)))
    assert received > LARGE
    running.stop()


def test_large_answers_share_a_budget_and_small_ones_are_always_sent():
    running = served(Protocol, Outgoing(max_bytes=2 * LARGE))
    with asking(running, "/large") as first:
        assert first.recv(12) == b"HTTP/1.1 200"
        with asking(running, "/large") as second, asking(running, "/large") as third:
            assert {peer.recv(12) for peer in (second, third)} == {b"HTTP/1.1 200", b"HTTP/1.1 503"}
            with asking(running, "/small") as other:
                assert read_answer(other) == (200, b"small")
        while len(running.server.server_state.connections) > 1:
            time.sleep(0.01)
        with asking(running, "/large") as again:
            assert read_answer(again) == (200, b"x" * LARGE)
    running.stop()


@pytest.mark.parametrize("count", [6, pytest.param(60, marks=before_release)])
def test_memory_has_an_end_whoever_does_not_read(sqlite_template, tmp_path, count):
    """Each asks for an answer of its own, of 6 MB; some get it, and the others are told to come back."""
    database = open_database(sqlite_template.copy(tmp_path / "data"))
    database.write_now(_fill)
    database.close()
    key = f"apikey: {secrets_file.load_or_create(tmp_path / 'data').publishable}"
    with process.running(tmp_path / "data") as (pid, port), contextlib.ExitStack() as stack:
        site = SimpleNamespace(address=("127.0.0.1", port))
        paths = [f"/rest/v1/music_artists?select=bio&id=neq.{number}" for number in range(count)]
        peers = [stack.enter_context(asking(site, path, key)) for path in paths]
        heads = [peer.recv(1000) for peer in peers]
        told = Counter(status for head in heads for status in statuses(head))
        assert set(told) <= {200, 503}
        assert told[200] >= 6
        assert all(b"retry-after" in head.lower() for head in heads if statuses(head) == [503])
        with asking(site, "/", "Connection: close") as visitor:
            assert statuses(until_closed(visitor)) == [200]
        assert peak_mb(pid) < 300


def _fill(connection):
    for number in range(300):
        insert_row(connection, music_artists, {**ARTIST, "name": f"Long {number}", "bio": f"{number}" + "b" * 19_000})


def peak_mb(pid):
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def test_one_peer_has_only_a_part_of_the_budget():
    outgoing = Outgoing(max_bytes=100, max_peer_bytes=30)
    with outgoing.holding(20, "a"), outgoing.holding(20, "b"):
        with pytest.raises(Overloaded), outgoing.holding(20, "a"):
            pass
        with (
            outgoing.holding(20, "c"),
            outgoing.holding(30, None),
            pytest.raises(Overloaded),
            outgoing.holding(20, "d"),
        ):
            pass
    with outgoing.holding(1000, "a"), pytest.raises(Overloaded), outgoing.holding(1, "b"):
        pass
    with outgoing.holding(100, "b"):
        pass
