"""The people beside the worst client: what they ask for, and how long they wait for it."""

import itertools
import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import NamedTuple

from benchmarks.goals import BESIDE_THE_WORST, SAVE_BESIDE_THE_WORST
from benchmarks.server.uncached import unread_path

NAMES = ("home page", "new data", "sign-in", "save")
GOALS = (BESIDE_THE_WORST, BESIDE_THE_WORST, SAVE_BESIDE_THE_WORST, SAVE_BESIDE_THE_WORST)
"""In the order of `NAMES`: a sign-in writes, too."""
PATIENCE_S = 30
_numbers = itertools.count()


class Asked(NamedTuple):
    """One request."""

    method: str
    path: str
    headers: dict[str, str]
    body: str | None = None


class Neighbour(NamedTuple):
    """Somebody with an IP address of their own who asks every so many seconds; `ask` makes each from a new number."""

    ip: str
    every_s: float
    status: int
    ask: Callable[[int], Asked]


class Seen(NamedTuple):
    """The seconds that each neighbour waited, how many of their requests were refused, and the lags of the loop."""

    waits: list[list[float]]
    refused: int
    lags: list[float]


def neighbours(
    reader: dict[str, str], visitor: dict[str, str], admin: dict[str, str], credentials: dict[str, str], artist: str
) -> list[Neighbour]:
    """In the order of `NAMES`; the first three arguments are the header fields of a browser, a visitor and an admin."""
    password, patch = json.dumps(credentials), f"/rest/v1/music_artists?id=eq.{artist}"
    return [
        Neighbour("127.0.0.2", 0.02, 200, lambda _: Asked("GET", "/", reader)),
        Neighbour("127.0.0.3", 0.02, 200, lambda number: Asked("GET", unread_path(number), reader)),
        Neighbour(
            "127.0.0.4", 0.5, 200, lambda _: Asked("POST", "/auth/v1/token?grant_type=password", visitor, password)
        ),
        Neighbour(
            "127.0.0.5", 0.25, 204, lambda number: Asked("PATCH", patch, admin, json.dumps({"bio": f"Saved {number}."}))
        ),
    ]


def look(port: int, people: list[Neighbour], seconds: float, lag_file: Path | None) -> Seen:
    """What they notice of a server for so long; its loop writes its lags into a file."""
    started = time.monotonic()
    until = started + seconds
    with ThreadPoolExecutor(len(people)) as threads:
        seen = list(threads.map(lambda one: _asks(port, one, until), people))
    lines = lag_file.read_text().splitlines() if lag_file else []
    samples = [tuple(map(float, line.split())) for line in lines if line.count(" ") == 1]
    lags = [lag for due, lag in samples if started <= due < until]
    return Seen([waits for waits, _ in seen], sum(refused for _, refused in seen), lags)


def _asks(port: int, one: Neighbour, until: float) -> tuple[list[float], int]:
    waits: list[float] = []
    refused, due, connection = 0, time.monotonic(), _connect(port, one)
    while due < until:
        time.sleep(max(due - time.monotonic(), 0))
        asked = one.ask(next(_numbers))
        try:
            connection.request(asked.method, asked.path, asked.body, asked.headers)
            response = connection.getresponse()
            response.read()
            refused += response.status != one.status
        except (OSError, HTTPException):
            refused += 1
            connection.close()
            connection = _connect(port, one)
        now = time.monotonic()
        while due <= now:  # whoever would have asked meanwhile would have waited for the same
            waits.append(now - due)
            due += one.every_s
    connection.close()
    return waits, refused


def _connect(port: int, one: Neighbour) -> HTTPConnection:
    return HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S, source_address=(one.ip, 0))
