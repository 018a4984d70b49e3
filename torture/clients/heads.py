"""Request heads as large as they may be: many, slow, of very many fields, and without an end."""

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from torture.generator.costs import Meter
from torture.report import Row
from torture.site import Client, Site

MANY, ENDLESS, HELD = 500, 50, 1_000
LARGE = 60_000
"""Bytes: a head may have 64 KB, of which its target has at most 48."""
MOST_MS, MOST_MB = 15, 250
DEADLINE_S, LATE_S = 10, 5
PATIENCE_S = 20
READ = b"GET /rest/v1/music_artists?limit=1 HTTP/1.1\r\n"
IDS = ",".join(f"{number:032x}" for number in range(1_000))
FIELDS = b"".join(b"x%d: y\r\n" % number for number in range(LARGE // 11))
HEADS: dict[str, bytes] = {
    "one of the smallest": READ,
    "a filter by 1,000 ids": b"GET /rest/v1/music_events?id=in.(%s) HTTP/1.1\r\n" % IDS.encode(),
    "a field of 60 KB": READ + b"X-Large: " + b"x" * LARGE + b"\r\n",
    f"{LARGE // 11:,} fields": READ + FIELDS,
    "a token of 60 KB": READ + b"Authorization: Bearer " + b"x" * LARGE + b"\r\n",
}
ENDLESS_HEADS: dict[str, bytes] = {
    "an address without an end": b"GET /" + b"x" * 200_000,
    "a field without an end": b"GET / HTTP/1.1\r\nX: " + b"x" * 200_000,
    "fields without an end": b"GET / HTTP/1.1\r\n" + b"x: y\r\n" * 40_000,
}


def rows(folder: Path) -> Iterator[Row]:
    site = Site.new(folder / "data")
    for name, head in HEADS.items():
        yield _many(site, name, head)
    for name, head in ENDLESS_HEADS.items():
        yield _endless(site, name, head)
    yield _held(site)
    site.stop()


def _many(site: Site, name: str, head: bytes) -> Row:
    meter, request = Meter(site.process.pid), _whole(site, head)
    before = meter.settled_cpu_s()
    statuses = asyncio.run(_ask(site.port, [request] * MANY))
    each_ms = (meter.settled_cpu_s() - before) / MANY * 1000
    return Row(
        f"large heads: {name}",
        f"{MANY} requests with a head of {len(request):,} bytes",
        f"answered, each in < {MOST_MS} ms of CPU, memory < {MOST_MB} MB",
        f"{_told(statuses)}; {each_ms:.1f} ms, {meter.peak_mb():.0f} MB",
        "" not in statuses and each_ms < MOST_MS and meter.peak_mb() < MOST_MB,
    )


def _endless(site: Site, name: str, head: bytes) -> Row:
    statuses = asyncio.run(_ask(site.port, [head] * ENDLESS))
    return Row(
        f"endless heads: {name}",
        f"{ENDLESS} × {len(head):,} bytes of a head",
        "refused with 414 or 431, and closed",
        _told(statuses),
        set(statuses) <= {"414", "431"} and statuses.total() == ENDLESS,
    )


def _held(site: Site) -> Row:
    """Heads of which only the last line is missing."""
    meter, began = Meter(site.process.pid), time.monotonic()
    statuses, page = asyncio.run(_hold(site))
    took = time.monotonic() - began
    return Row(
        "large heads that are not finished",
        f"{HELD} connections, each with {LARGE:,} bytes of a head",
        f"refused after {DEADLINE_S} s, memory < {MOST_MB} MB, a page meanwhile 200",
        f"{_told(statuses)} after {took:.1f} s, {meter.peak_mb():.0f} MB, page {page}",
        set(statuses) == {"408"} and took < DEADLINE_S + LATE_S and meter.peak_mb() < MOST_MB and page == 200,
    )


async def _hold(site: Site) -> tuple[Counter[str], int]:
    held = asyncio.ensure_future(_ask(site.port, [READ + b"X: " + b"x" * LARGE] * HELD, at_once=HELD))
    await asyncio.sleep(DEADLINE_S / 2)
    page, _ = await asyncio.to_thread(Client(site).ask, "GET", "/")
    return await held, page


def _whole(site: Site, head: bytes) -> bytes:
    return head + b"Host: 127.0.0.1\r\nConnection: close\r\napikey: %s\r\n\r\n" % site.secret.encode()


async def _ask(port: int, requests: list[bytes], at_once: int = 8) -> Counter[str]:
    """How often they were answered what, each on a connection of its own; an empty status where it was cut off."""
    turns = asyncio.Semaphore(at_once)

    async def one(request: bytes) -> str:
        async with turns:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                with contextlib.suppress(ConnectionError):
                    writer.write(request)
                    await writer.drain()
                answer = await asyncio.wait_for(reader.read(), PATIENCE_S)
                return answer[9:12].decode()
            except (ConnectionError, TimeoutError):
                return ""
            finally:
                writer.close()

    return Counter(await asyncio.gather(*map(one, requests)))


def _told(statuses: Counter[str]) -> str:
    return ", ".join(f"{count} × {status or 'cut off'}" for status, count in sorted(statuses.items()))
