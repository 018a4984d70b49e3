"""A site that is restarted or stopped while people use it."""

import json
import os
import signal
import socket
import time
from contextlib import suppress
from pathlib import Path

import pytest

from marquee.settings import kept
from tests.conftest import before_release, on_sqlite
from tests.server.live import read_answer, statuses, until_closed
from tests.waiting import PATIENCE_S
from torture.site import Client, Site, listens
from torture.visitors import PER_S, Visitors

BACKLOG = 2048
RESTART_S = 120
HUNG_S = 6
"""After which a running worker that says nothing would be replaced."""
EVENT = b'{"date": "2030-01-01", "venue": "Late", "location": "Ghent", "artist_id": "halve"}'


@pytest.fixture
def site(template, tmp_path, monkeypatch):
    """On each database."""
    monkeypatch.setenv("MARQUEE_DATABASE_URL", template.copy(tmp_path / "data", lasting=True))
    running = Site(tmp_path / "data")
    yield running
    running.kill_all()


def wait_until_closed(site):
    """Until it takes no new connections."""
    deadline = time.monotonic() + PATIENCE_S
    while listens(site.port):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def log_of(site):
    return site.log.read_text()


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=before_release)])
def test_restart_refuses_nobody_while_the_socket_is_held(site, workers):
    with socket.create_server(("127.0.0.1", 0), backlog=BACKLOG) as site.held:
        site.start(workers=workers)
        with Visitors(site.port) as visitors:
            assert Client(site).ask("GET", "/health/ready")[0] == 200
            site.stop()
            site.start(workers=workers)
    assert visitors.refused == []
    assert visitors.statuses.keys() == {200}
    assert visitors.statuses[200] > PER_S


@before_release
@on_sqlite
def test_worker_that_is_started_anew_has_the_settings_of_those_before(site):
    kept.change(site.data, {"MARQUEE_SITE_NAME": "Before"})
    site.start(workers=2)
    former = both_workers(site)  # which have been given their settings by then
    kept.change(site.data, {"MARQUEE_SITE_NAME": "After"})
    for worker in former:
        os.kill(worker, signal.SIGKILL)
    deadline = time.monotonic() + RESTART_S
    while set(former) & set(workers_of(site)):
        assert time.monotonic() < deadline, log_of(site)
        time.sleep(0.05)
    _, answer = Client(site).ask("GET", "/auth/v1/settings")
    assert json.loads(answer)["site_name"] == "Before"


@before_release
@on_sqlite
def test_worker_that_takes_long_to_start_is_waited_for(site):
    """As on a small or busy machine: started anew all the time, it would never serve."""
    site.start(workers=2)
    worker = replaced(site)
    os.kill(worker, signal.SIGSTOP)
    until = time.monotonic() + HUNG_S
    while time.monotonic() < until:
        assert worker in workers_of(site), log_of(site)
        time.sleep(0.1)
    os.kill(worker, signal.SIGCONT)
    assert Client(site).ask("GET", "/health/ready")[0] == 200


def both_workers(site):
    """Their numbers, once both are there."""
    deadline = time.monotonic() + RESTART_S
    while len(found := workers_of(site)) < 2:
        assert time.monotonic() < deadline, log_of(site)
        time.sleep(0.05)
    return found


def replaced(site):
    """The number of the process that comes in place of a killed one."""
    before, deadline = both_workers(site), time.monotonic() + RESTART_S
    os.kill(before[0], signal.SIGKILL)
    while not (new := set(workers_of(site)) - set(before)):
        assert time.monotonic() < deadline, log_of(site)
        time.sleep(0.05)
    return new.pop()


def workers_of(site):
    """The numbers of its processes."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            _, parent, *_ = path.read_text().rpartition(")")[2].split()
            is_worker = b"spawn_main" in (path.parent / "cmdline").read_bytes()
            found += [int(path.parent.name)] if parent == str(site.process.pid) and is_worker else []
    return found


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=before_release)])
def test_log_rotation_and_a_former_reload_end_nothing(site, workers):
    site.start(workers=workers)
    assert Client(site).ask("GET", "/health/ready")[0] == 200
    for number in (signal.SIGUSR1, signal.SIGHUP):
        os.kill(site.process.pid, number)
    deadline = time.monotonic() + PATIENCE_S
    while "systemctl restart" not in log_of(site):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert Client(site).ask("GET", "/health/ready")[0] == 200


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=before_release)])
def test_save_that_is_arriving_when_the_site_stops_is_answered_and_kept(site, workers):
    site.start(workers=workers)
    head = save_head(site)
    with socket.create_connection(("127.0.0.1", site.port), PATIENCE_S) as peer:
        peer.sendall(head + EVENT[:10])
        with socket.create_connection(("127.0.0.1", site.port), PATIENCE_S) as silent:
            settle(site)
            site.process.terminate()
            wait_until_closed(site)
            peer.sendall(EVENT[10:])
            received = until_closed(peer)
            assert until_closed(silent) == b""
    site.stop()
    assert statuses(received) == [409]  # the artist does not exist: the whole save was read and judged
    assert b"connection: close" in received


@before_release
def test_save_that_never_arrives_is_answered_before_the_site_ends(site):
    site.start()
    with socket.create_connection(("127.0.0.1", site.port), PATIENCE_S) as peer:
        peer.sendall(save_head(site) + EVENT[:10])
        settle(site)
        site.process.terminate()
        assert statuses(until_closed(peer)) == [503]
        site.stop()


def test_request_that_is_on_its_way_when_the_site_stops_is_answered(site):
    site.start()
    with (
        socket.create_connection(("127.0.0.1", site.port), PATIENCE_S) as fresh,
        socket.create_connection(("127.0.0.1", site.port), PATIENCE_S) as used,
    ):
        ask = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
        used.sendall(ask)
        assert read_answer(used)[0] == 200
        settle(site)
        site.process.terminate()
        wait_until_closed(site)
        for peer in (fresh, used):
            peer.sendall(ask)
            assert statuses(until_closed(peer)) == [200]
    site.stop()


def save_head(site):
    lines = (
        "POST /rest/v1/music_events HTTP/1.1",
        "Host: a",
        f"apikey: {site.secret}",
        f"Content-Length: {len(EVENT)}",
    )
    return "\r\n".join((*lines, "Content-Type: application/json", "", "")).encode()


def settle(site):
    """Until the site has read what was sent before."""
    for _ in range(20):
        assert Client(site).ask("GET", "/health/live")[0] == 200
