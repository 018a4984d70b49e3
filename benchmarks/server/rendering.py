"""The engine alone, in a process of its own: CPU time, median of 200 home pages, and the memory that it adds. Then over
HTTP: how long the first home page takes after each of 50 writes, on the clock, median.
"""

import re
import statistics
import subprocess
import sys
import time
from http.client import HTTPConnection
from pathlib import Path

import msgspec

from benchmarks.goals import ENGINE_MEMORY, FIRST_AFTER_WRITE, RENDER
from benchmarks.harness.site import BROWSER, Site, demo_site
from benchmarks.rows import Row
from benchmarks.server.engine import Cost

TITLE = "Rendering"
WRITES = 50
PRELOADED = re.compile(rb'<script type="application/json" id="preloaded">(.*?)</script>', re.DOTALL)


def rows(scratch: Path) -> list[Row]:
    """The engine's row and the ones of pages after a write."""
    with demo_site(scratch / "data") as site:
        connection = HTTPConnection("127.0.0.1", site.port)
        page = _get(connection, {})
        first, second = _after_writes(connection, site)
    engine = _engine(page)
    return [
        Row("render of the home page, CPU", engine.milliseconds, "ms", goal=RENDER),
        Row("the first one, with the start of the engine, CPU", engine.first_milliseconds, "ms"),
        Row("memory of the engine", engine.megabytes, "MB", goal=ENGINE_MEMORY),
        Row("first home page after a write", first, "ms", goal=FIRST_AFTER_WRITE),
        Row("the next one", second, "ms"),
    ]


def _engine(page: bytes) -> Cost:
    found = PRELOADED.search(page)
    if found is None:
        raise RuntimeError("The home page carries no data.")
    command = [sys.executable, "-m", "benchmarks.server.engine"]
    return msgspec.json.decode(
        subprocess.run(command, input=found[1], check=True, capture_output=True).stdout, type=Cost
    )


def _after_writes(connection: HTTPConnection, site: Site) -> tuple[float, float]:
    """Milliseconds until the first and the second page after a write are there."""
    secret = site.keys()["secret"]
    headers = {"apikey": secret, "Authorization": f"Bearer {secret}", "Content-Type": "application/json"}
    times: tuple[list[float], list[float]] = ([], [])
    for number in range(WRITES):
        body = msgspec.json.encode({"followers": f"{number}"})
        connection.request("PATCH", "/rest/v1/music_artists?id=eq.night-ferry", body, headers)
        answer = connection.getresponse()
        answer.read()
        if answer.status != 204:
            raise RuntimeError(f"The write was answered {answer.status}.")
        for series in times:
            started = time.perf_counter()
            _get(connection, BROWSER)
            series.append((time.perf_counter() - started) * 1000)
    return statistics.median(times[0]), statistics.median(times[1])


def _get(connection: HTTPConnection, headers: dict[str, str]) -> bytes:
    connection.request("GET", "/", headers=headers)
    answer = connection.getresponse()
    body = answer.read()
    if answer.status != 200:
        raise RuntimeError(f"The home page was answered {answer.status}.")
    return body
