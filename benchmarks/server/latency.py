"""Two visitors of a site with 4,800 artists, one reading data that was never read before, the other the home page,
every 20 ms each, at rest and while others work: the 99th percentile of how long they wait from the moment a request is
due. Loop lag is how much later than due the server's event loop comes to its work: the 99th percentile, looking every
5 ms.

`benchmarks/server/crowd.py` says what the others do. Rest is measured before and after everything else.
"""

import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path

from benchmarks.goals import BESIDE_THE_WORST, LOOP_LAG_MS, MEMORY_AT_WORST_MB, WHILE_PEOPLE_SAVE
from benchmarks.harness import large_site
from benchmarks.harness.processes import peak_memory_mb
from benchmarks.harness.site import BROWSER, Site, served
from benchmarks.rows import Row
from benchmarks.server.crowd import Crowd
from benchmarks.server.uncached import unread_path

ARTISTS, EVENTS = 4_800, 4_800
SECONDS = 12
EVERY_S = 0.02


class Waits:
    """Seconds that the readers, the visitors of the home page and the loop waited."""

    def __init__(self) -> None:
        self.reads: list[float] = []
        self.homes: list[float] = []
        self.lags: list[float] = []


def rows(scratch: Path) -> list[Row]:
    """Milliseconds, and the server's memory when all is over."""
    with _site(scratch) as site:
        waits = _measured(site, scratch / "lag.txt")
        memory = peak_memory_mb(site.pid)
    rest, saves, worst = (waits[name] for name in ("at rest", "while 8 people save", "beside the worst client"))
    lags = [Row(f"loop lag, {name}", _p99_ms(each.lags), "ms", goal=LOOP_LAG_MS) for name, each in waits.items()]
    return [
        Row("new data read while 8 people save ÷ at rest", *_beside(saves.reads, rest.reads), WHILE_PEOPLE_SAVE),
        Row("home page while 8 people save ÷ at rest, where it is ready", *_beside(saves.homes, rest.homes)),
        Row("new data read beside the worst client ÷ at rest", *_beside(worst.reads, rest.reads), BESIDE_THE_WORST),
        Row("home page beside the worst client ÷ at rest", *_beside(worst.homes, rest.homes), BESIDE_THE_WORST),
        *lags,
        Row("largest memory", memory, "MB", goal=MEMORY_AT_WORST_MB),
    ]


def _beside(waits: list[float], rest: list[float]) -> tuple[float, str, float]:
    return _p99_ms(waits), "ms", _p99_ms(rest)


def _p99_ms(waits: list[float]) -> float:
    return sorted(waits)[int(len(waits) * 0.99)] * 1000


@contextmanager
def _site(scratch: Path) -> Iterator[Site]:
    data = scratch / "data"
    data.mkdir()
    large_site.fill(f"sqlite:///{data / 'marquee.sqlite3'}", ARTISTS, EVENTS)
    program = [sys.executable, "-m", "benchmarks.server.loop_lag", str(scratch / "lag.txt")]
    with served(data, program=program, MARQUEE_TRUSTED_PROXIES="127.0.0.1") as site:
        yield site


def _measured(site: Site, lag_file: Path) -> dict[str, Waits]:
    crowd = Crowd(site)
    waits: dict[str, Waits] = defaultdict(Waits)
    _visits(site, crowd, time.monotonic() + 1, Waits())  # a first second fills the caches
    for name, work in _phases(crowd):
        started = time.monotonic()
        with ThreadPoolExecutor() as threads:
            working = threads.submit(work, started + SECONDS)
            _visits(site, crowd, started + SECONDS, waits[name])
            working.result()
        samples = [tuple(map(float, line.split())) for line in lag_file.read_text().splitlines()]
        waits[name].lags += [lag for due, lag in samples if started <= due < started + SECONDS]
    return waits


def _phases(crowd: Crowd) -> list[tuple[str, Callable[[float], None]]]:
    return [
        ("at rest", crowd.rest),
        ("under load", crowd.load),
        ("while 8 people save", crowd.saves),
        ("while passwords are hashed", crowd.sign_ins),
        ("during backups", crowd.backups),
        ("beside the worst client", crowd.worst_client),
        ("at rest", crowd.rest),
    ]


def _visits(site: Site, crowd: Crowd, until: float, waits: Waits) -> None:
    with ThreadPoolExecutor() as threads:
        reads = threads.submit(_visit, site, unread_path, crowd.reader, until)
        homes = threads.submit(_visit, site, lambda _: "/", BROWSER, until)
        waits.reads += reads.result()
        waits.homes += homes.result()


def _visit(site: Site, path: Callable[[int], str], headers: dict[str, str], until: float) -> list[float]:
    """Seconds that each request took, from when it was due."""
    waits = []
    with closing(HTTPConnection("127.0.0.1", site.port, timeout=60)) as connection:
        due = time.monotonic()
        while due < until:
            time.sleep(max(due - time.monotonic(), 0))
            connection.request("GET", path(int(due * 1000)), headers=headers)
            response = connection.getresponse()
            response.read()
            if response.status != 200:
                raise RuntimeError(f"A visitor was answered {response.status}.")
            waits.append(time.monotonic() - due)
            due += EVERY_S
    return waits
