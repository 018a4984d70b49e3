"""A site whose process may open few files, and a crowd."""

import contextlib
import resource
import socket
import time
from collections import Counter

import pytest

from marquee.server.capacity import MAX_CONNECTIONS, OWN_FILES, REFUSED_AT_ONCE, capacity, raise_file_limit
from tests.conftest import before_release
from tests.server.live import read_answer, statuses, until_closed
from tests.waiting import PATIENCE_S
from torture.site import Client, Site

FILES = 256
CROWD = 400
UNDER = ("/bin/sh", "-c", f'ulimit -n {FILES}; exec "$0" "$@"')
PICTURE = b"GET /storage/v1/object/public/music/big.png HTTP/1.1\r\nHost: a\r\n\r\n"
PAGE = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"


@pytest.fixture
def site(tmp_path):
    running = Site(tmp_path / "data")
    running.start(*UNDER)
    pictures = running.data / "media" / "music"
    pictures.mkdir(parents=True)
    (pictures / "big.png").write_bytes(b"x" * 8_000_000)
    yield running
    running.kill_all()


def crowd(site, stack, asked):
    peers = [stack.enter_context(contextlib.closing(socket.socket())) for _ in range(CROWD)]
    for peer in peers:
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        peer.settimeout(PATIENCE_S)
        peer.connect(("127.0.0.1", site.port))
        with contextlib.suppress(OSError):  # it was refused already
            peer.sendall(asked)
    return peers


@before_release
def test_crowd_is_told_to_come_back_and_nobody_is_reset(site):
    possible = capacity(FILES).connections
    with contextlib.ExitStack() as stack:
        peers = crowd(site, stack, b"")
        told = Counter(tuple(statuses(until_closed(peer))) for peer in peers[possible:])
        assert told == {(503,): CROWD - possible}
        for peer in peers[:possible]:
            peer.sendall(PAGE)
            assert read_answer(peer)[0] == 200
    assert (site.data.parent / "log").read_text().count("too many connections") == 1
    assert answers_again(site)


@before_release
def test_crowd_that_downloads_pictures_runs_into_no_fault(site):
    with contextlib.ExitStack() as stack:
        peers = crowd(site, stack, PICTURE)
        firsts = Counter(peer.recv(12) for peer in peers)
    assert set(firsts) <= {b"HTTP/1.1 200", b"HTTP/1.1 503"}
    assert firsts[b"HTTP/1.1 200"] >= capacity(FILES).connections
    assert answers_again(site)


def answers_again(site):
    """As soon as the site has noticed that the crowd is gone."""
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError):
            if Client(site).ask("GET", "/health/ready")[0] == 200:
                return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("files", [64, 256, 1024, 20_000, 1_048_576])
def test_files_are_enough_for_every_connection_and_a_picture_each(files):
    connections = capacity(files).connections
    assert 1 <= connections <= MAX_CONNECTIONS
    assert connections == 1 or 2 * connections + OWN_FILES + REFUSED_AT_ONCE <= files


def test_soft_limit_is_raised_to_the_hard_one():
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(512, before[1]), before[1]))
    try:
        assert raise_file_limit().files == resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] in (before[1], 65_536)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
