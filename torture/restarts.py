"""Stopping and starting, and losing the database file: what clients and supervisors notice."""

import http.client
import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path

from torture.report import Row
from torture.site import Client, Site, listens
from torture.visitors import PER_S, Visitors

BACKLOG = 2048
STUCK = b"POST /rest/v1/music_events HTTP/1.1\r\nHost: 127.0.0.1\r\napikey: %s\r\nContent-Length: 9\r\n\r\n["


def rows(folder: Path, restarts: int, database_url: str | None = None) -> Iterator[Row]:
    site = Site.new(folder / "data", database_url)
    yield _stop_during_a_request(site)
    yield _stop_with_a_stuck_one(site)
    yield _restarts(site, restarts)
    yield _stops_and_starts(site, restarts)
    if site.is_on_sqlite:
        yield _lost_database(site)
    yield _orphans(site)
    site.stop()


def _stop_during_a_request(site: Site) -> Row:
    event = {"date": "2030-01-01", "venue": "restart-slow", "location": "Ghent", "artist_id": "halve"}
    body = json.dumps(event).encode()
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=20)
    connection.putrequest("POST", "/rest/v1/music_events")
    for name, value in {"apikey": site.secret, "Content-Length": str(len(body))}.items():
        connection.putheader(name, value)
    connection.endheaders(body[:10])
    time.sleep(0.5)
    started = time.monotonic()
    site.process.terminate()
    time.sleep(3)
    connection.send(body[10:])
    status = connection.getresponse().status
    site.stop()
    took = time.monotonic() - started
    site.start()
    kept = site.venues("restart-slow") == ["restart-slow"]
    return Row(
        "stop during a request",
        "SIGTERM while a save takes 3 s more to arrive",
        "it is answered and kept; exit within 10 s",
        f"{status}, {'kept' if kept else 'lost'}, exit after {took:.1f} s",
        status == 201 and kept and took < 10,
    )


def _stop_with_a_stuck_one(site: Site) -> Row:
    address = ("127.0.0.1", site.port)
    with socket.create_connection(address) as stuck, socket.create_connection(address):
        stuck.sendall(STUCK % site.secret.encode())
        time.sleep(0.5)
        started = time.monotonic()
        site.stop()
        took = time.monotonic() - started
    site.start()
    return Row(
        "stop with a request that never ends",
        "SIGTERM with a half-sent save and an idle connection",
        "exit within 10 s",
        f"exit after {took:.1f} s",
        took < 10,
    )


def _stops_and_starts(site: Site, times: int) -> Row:
    visitors, _ = _restart(site, times, site.port)
    return Row(
        "stops and starts under visitors",
        f"{times} × stop and start, {PER_S} new connections a second",
        "none promised: in between nobody listens",
        f"{_told(visitors)} (for {len(visitors.refused) / PER_S / times:.1f} s each time)",
        None,
    )


def _restarts(site: Site, times: int) -> Row:
    site.stop()
    with socket.create_server(("127.0.0.1", 0), backlog=BACKLOG) as site.held:
        site.start()
        visitors, each = _restart(site, times, port=0)
        site.stop()
    site.held = None
    site.start()
    return Row(
        "restarts under visitors",
        f"{times} × stop and start with the socket held, as systemd does, {PER_S} new connections a second",
        "none refused, none answered with an error",
        f"{_told(visitors)}; {each:.1f} s each, longest wait {visitors.longest_wait:.1f} s",
        not visitors.refused and visitors.statuses.keys() == {200},
    )


def _restart(site: Site, times: int, port: int) -> tuple[Visitors, float]:
    """The visitors meanwhile, and how many seconds a restart took."""
    took = 0.0
    with Visitors(site.port) as visitors:
        for _ in range(times):
            assert Client(site).ask("GET", "/health/ready")[0] == 200
            started = time.monotonic()
            site.stop()
            site.start(port=port)
            took += time.monotonic() - started
    return visitors, took / times


def _told(visitors: Visitors) -> str:
    asked, refused = visitors.statuses.total() + len(visitors.refused), len(visitors.refused)
    return f"{refused} of {asked:,} refused, {asked - refused - visitors.statuses[200]} answered with an error"


def _lost_database(site: Site) -> Row:
    client, away = Client(site), site.database.with_name("away")
    assert client.ask("GET", "/health/ready")[0] == 200
    site.database.rename(away)
    took = _until(client, 503)
    said = client.ask("GET", "/health/ready")[1]
    alive, saved = client.ask("GET", "/health/live")[0], client.add_event("lost-1")
    away.rename(site.database)
    back = _until(client, 200)
    again = client.add_event("lost-2")
    return Row(
        "database file moved away",
        "`/health/ready` asked until it says so; a save; the file moved back",
        "not ready within 2 s, says nothing else, alive, save refused; then all is well",
        f"503 after {took * 1000:.0f} ms with {len(said)} bytes, live {alive}, save {saved}; "
        f"ready after {back * 1000:.0f} ms, save {again}",
        took < 2 and said == b"" and (alive, saved, again) == (200, 503, 201) and back < 2,
    )


def _until(client: Client, status: int) -> float:
    """Seconds until the site is ready, or not, as `status` says; at most 10."""
    started = time.monotonic()
    while client.ask("GET", "/health/ready")[0] != status and time.monotonic() < started + 10:
        time.sleep(0.02)
    return time.monotonic() - started


def _orphans(site: Site) -> Row:
    site.stop()
    site.start(workers=2)
    client, port = Client(site), site.port
    answered = client.ask("GET", "/health/ready")[0]
    site.kill()
    started = time.monotonic()
    while listens(port) and time.monotonic() < started + 10:
        time.sleep(0.02)
    took = time.monotonic() - started
    site.start(port=port)
    return Row(
        "kill -9 of the parent of two workers",
        "until nobody listens any more; then a start at the same address",
        "within 10 s",
        f"after {took * 1000:.0f} ms; started",
        answered == 200 and took < 10,
    )
