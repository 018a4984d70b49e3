"""Clients that begin and never finish, and very many that say nothing."""

import asyncio
import contextlib
import resource
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from torture.report import Row, percentile, skipped
from torture.site import Client, Site

HALVES = 150
IDLE = 2000
HEAD = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
BODY = b"POST /rest/v1/music_events HTTP/1.1\r\nHost: 127.0.0.1\r\napikey: %s\r\nContent-Length: 1000\r\n\r\n["
LATE_S = 2
"""What a deadline may be late on a machine that is busy with 300 of them."""
EARLY_S = 0.5
"""The site's clock starts when it accepts a connection, ours when we hear of that."""


def rows(folder: Path) -> Iterator[Row]:
    _raise_limit()
    site = Site.new(folder / "data")
    files = _open_files(site)
    yield from _half_sent(site)
    yield _idle(site, files)
    site.stop()


def _half_sent(site: Site) -> Iterator[Row]:
    over, millis = threading.Event(), []

    def visit() -> None:
        client = Client(site)
        while not over.wait(0.05):
            started = time.monotonic()
            assert client.ask("GET", "/")[0] == 200
            millis.append((time.monotonic() - started) * 1000)

    visitor = threading.Thread(target=visit)
    visitor.start()
    heads, bodies = asyncio.run(_drip(site))
    over.set()
    visitor.join()
    for name, seconds, deadline in (("heads", heads, 10), ("bodies", bodies, 30)):
        yield Row(
            f"half-sent {name}",
            f"{HALVES} at once, a byte every second",
            f"each cut after {deadline} s",
            f"{len(seconds)} cut, after {min(seconds):.1f} to {max(seconds):.1f} s",
            len(seconds) == HALVES and deadline - EARLY_S < min(seconds) and max(seconds) < deadline + LATE_S,
        )
    p99 = percentile(millis, 0.99)
    yield Row(
        "a page meanwhile",
        f"{len(millis)} × `GET /`",
        "p99 < 500 ms",
        f"p50 {percentile(millis, 0.5):.0f} ms, p99 {p99:.0f} ms",
        p99 < 500,
    )


async def _drip(site: Site) -> tuple[list[float], list[float]]:
    body = BODY % site.secret.encode()
    found = await asyncio.gather(*(_until_cut(site.port, HEAD if n < HALVES else body) for n in range(2 * HALVES)))
    return found[:HALVES], found[HALVES:]


async def _until_cut(port: int, beginning: bytes) -> float:
    """Seconds from the beginning until the site ends the connection, while a byte a second comes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    started = time.monotonic()
    writer.write(beginning)
    answer = asyncio.ensure_future(reader.read())
    with contextlib.suppress(ConnectionError):
        while not (await asyncio.wait([answer], timeout=1))[0]:
            writer.write(b" ")
        await answer
    took = time.monotonic() - started
    writer.close()
    return took


def _idle(site: Site, files: int) -> Row:
    fault = "idle connections"
    if resource.getrlimit(resource.RLIMIT_NOFILE)[0] < IDLE + 500:
        return skipped(fault, "this user may not open so many files")
    healthy, took = asyncio.run(_crowd(site))
    deadline = time.monotonic() + 20
    while (left := _open_files(site) - files) > 5 and time.monotonic() < deadline:
        time.sleep(0.1)
    return Row(
        fault,
        f"{IDLE} connections that say nothing",
        "health 200 in < 1 s; afterwards at most 5 more files open",
        f"{'200' if healthy else 'not healthy'} in {took * 1000:.0f} ms; {left:+d} files",
        healthy and took < 1 and left <= 5,
    )


async def _crowd(site: Site) -> tuple[bool, float]:
    opened = [await asyncio.open_connection("127.0.0.1", site.port) for _ in range(IDLE)]
    started = time.monotonic()
    status, _ = await asyncio.to_thread(Client(site).ask, "GET", "/health/ready")
    took = time.monotonic() - started
    for _, writer in opened:
        writer.close()
    return status == 200, took


def _open_files(site: Site) -> int:
    return len(list(Path(f"/proc/{site.process.pid}/fd").iterdir()))


def _raise_limit() -> None:
    """As many files as this user may open, here and in the sites that are started."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
