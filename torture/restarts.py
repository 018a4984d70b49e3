"""Stopping and starting, and losing the database file: what clients and supervisors notice."""

import http.client
import json
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from torture.report import Row
from torture.site import Client, Site

PER_S = 100
STUCK = b"POST /rest/v1/music_events HTTP/1.1\r\nHost: 127.0.0.1\r\napikey: %s\r\nContent-Length: 9\r\n\r\n["


def rows(folder: Path, restarts: int) -> Iterator[Row]:
    site = Site.new(folder / "data")
    yield _stop_during_a_request(site)
    yield _stop_with_a_stuck_one(site)
    yield _restarts(site, restarts)
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


def _restarts(site: Site, times: int) -> Row:
    over, answered, refused = threading.Event(), [], []
    port = site.port

    def visit() -> None:
        while not over.wait(1 / PER_S):
            try:
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
                connection.request("GET", "/")
                answered.append(connection.getresponse().status)
            except (OSError, http.client.HTTPException):
                refused.append(time.monotonic())
            finally:
                connection.close()

    visitor = threading.Thread(target=visit)
    visitor.start()
    for _ in range(times):
        site.stop()
        site.start(port=port)
        time.sleep(0.3)
    over.set()
    visitor.join()
    away_s = len(refused) / PER_S / times
    return Row(
        "restarts under visitors",
        f"{times} × stop and start, up to {PER_S} new connections a second",
        "none promised: one process listens",
        f"{len(refused)} of {len(refused) + len(answered)} refused (for {away_s:.1f} s each time), "
        f"{sum(status != 200 for status in answered)} answered with an error",
        None,
    )


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
    while _listens(port) and time.monotonic() < started + 10:
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


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
