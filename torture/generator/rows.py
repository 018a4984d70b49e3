"""The long run of `make torture`: accepted requests by the thousand, and the most expensive ones, on both databases."""

import http.client
import json
import math
import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks import report
from tests.postgresql import Server
from torture.generator import others, reads
from torture.generator.climb import Found, Search
from torture.generator.costs import QUICK_S, Cost, Meter
from torture.generator.request import Genome, Request
from torture.generator.target import Target
from torture.report import HEAD, Row

PAGE = Path(__file__).parents[2] / "docs" / "security.md"
CPU_S = 2.5
BYTES = 8_500_000
"""Of one answer: 8 MB, and what it may be over when that is noticed."""
MEMORY_MB = 300
TOLD = 10
PATIENCE_S = 120
KINDS = ("read", "write", "call", "page", "picture")
SHARES = (830, 80, 20, 66, 4)


class Outcome(NamedTuple):
    """What a run found: the whole search, and the largest resident set of one of the site's processes."""

    search: Search
    peak_mb: float
    took_s: float


def rows(
    folder: Path,
    count: int,
    seed: int = 1,
    databases: tuple[str, ...] = ("SQLite", "PostgreSQL"),
    minutes: float = math.inf,
) -> Iterator[Row]:
    """For each database one row for the promise and one for each of the most expensive."""
    for name in databases:
        with ExitStack() as stack:
            server = stack.enter_context(postgresql()) if name == "PostgreSQL" else None
            outcome = run(Target.open(folder / name.lower(), stack, server), count, seed, minutes)
        keep(name, outcome.search.costliest(TOLD))
        yield _promise(name, seed, outcome)
        for place, found in enumerate(outcome.search.costliest(TOLD), start=1):
            yield Row(f"most expensive {place}, {name}", found.request.told(), "–", _said(found), None)


@contextmanager
def postgresql() -> Iterator[Server]:
    """A throwaway server, gone afterwards."""
    server = Server()
    try:
        yield server
    finally:
        server.stop()


def write(told: Sequence[Row], databases: Iterable[str]) -> None:
    """Put the rows of each database into their place in the document."""
    sections = {
        f"generator_{name.lower()}": "\n".join(("", HEAD, *(str(row) for row in told if row.fault.endswith(name)), ""))
        for name in databases
    }
    PAGE.write_text(report.updated(PAGE.read_text(), sections))


def run(target: Target, count: int, seed: int, minutes: float = math.inf) -> Outcome:
    """Ask until that many requests were accepted, or the time is over."""
    meter = Meter(target.pid, target.postmaster)
    search = Search(seed, partial(_fresh, target))
    started = time.monotonic()
    with closing(Asker(target, meter)) as asker:
        search.run(count, minutes * 60, asker.ask)
    return Outcome(search, meter.peak_mb(), time.monotonic() - started)


def kept(name: str) -> Path:
    """Where the most expensive requests of the last run on a database are, as JSON."""
    return Path(__file__).parents[2] / ".build" / f"costliest-{name.lower()}.json"


def keep(name: str, costliest: list[Found]) -> None:
    kept(name).parent.mkdir(exist_ok=True)
    kept(name).write_text(json.dumps([found.request for found in costliest]))


class Asker:
    """One connection of a stranger, and what each answer cost."""

    def __init__(self, target: Target, meter: Meter) -> None:
        self._target, self._meter = target, meter
        self._connection = self._connect()

    def ask(self, request: Request) -> tuple[int, Cost]:
        """Status and cost. No answer, or half of one, counts as status 599."""
        cpu_before, started = self._meter.cpu_s(), time.monotonic()
        status, size = self._answer(request)
        took = time.monotonic() - started
        cpu = self._meter.cpu_s() if took < QUICK_S else self._meter.settled_cpu_s()
        return status, Cost(cpu - cpu_before, took, size)

    def close(self) -> None:
        self._connection.close()

    def _answer(self, request: Request) -> tuple[int, int]:
        headers = {**self._target.headers(request.who), **dict(request.headers)}
        try:
            self._connection.request(request.method, request.path, request.payload(), headers)
            answer = self._connection.getresponse()
            return answer.status, len(answer.read())
        except (OSError, http.client.HTTPException):
            self._connection.close()
            self._connection = self._connect()
            return 599, 0

    def _connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self._target.port, timeout=PATIENCE_S)


def _fresh(target: Target, rng: random.Random) -> Genome:
    makers: dict[str, Callable[[random.Random], Any]] = {
        "read": reads.read,
        "write": reads.write,
        "call": others.call,
        "page": partial(others.page, artists=target.artists),
        "picture": partial(others.picture, cards=target.cards),
    }
    genome: Genome = makers[rng.choices(KINDS, SHARES)[0]](rng)
    return genome


def _promise(name: str, seed: int, outcome: Outcome) -> Row:
    search = outcome.search
    costliest, largest = search.costliest(1)[0], search.largest()
    refused = ", ".join(f"{times:,} × {status}" for status, times in sorted(search.refused.items()))
    return Row(
        f"generated requests, {name}",
        f"{search.accepted:,} accepted ones with seed {seed}, "
        f"{sum(search.refused.values()):,} refused ({refused or 'none'})",
        f"CPU < {CPU_S} s, answer < {BYTES / 1e6:.1f} MB, memory < {MEMORY_MB} MB, no 5xx but 503",
        f"CPU {costliest.cost.cpu_s:.2f} s, answer {largest.cost.size / 1e6:.1f} MB, memory {outcome.peak_mb:.0f} MB, "
        f"{len(search.faults)} faults; {search.accepted / outcome.took_s:.0f} a second",
        is_met(outcome),
    )


def is_met(outcome: Outcome) -> bool:
    search = outcome.search
    return (
        search.costliest(1)[0].cost.cpu_s < CPU_S
        and search.largest().cost.size < BYTES
        and outcome.peak_mb < MEMORY_MB
        and not search.faults
    )


def _said(found: Found) -> str:
    cost = found.cost
    return f"{found.status}; CPU {cost.cpu_s * 1000:.0f} ms, {cost.wall_s * 1000:.0f} ms, {cost.size:,} bytes"
