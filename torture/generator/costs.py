"""What a request costs a site: CPU time of all its processes, bytes, waiting, memory."""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from typing import NamedTuple

QUICK_S = 0.05
QUIET_S, QUIET_CPU_S = 0.02, 0.004
PATIENCE_S = 20
WEIGHED_EVERY_S = 0.25


class Cost(NamedTuple):
    """Seconds of CPU until the site was at rest again, of waiting; bytes of the body."""

    cpu_s: float
    wall_s: float
    size: int


class Meter:
    """Watches a site's processes, and those of the PostgreSQL server `postmaster` that serve it."""

    def __init__(self, pid: int, postmaster: int | None = None) -> None:
        self._pid, self._postmaster = pid, postmaster

    def cpu_s(self) -> float:
        """CPU time of all of them so far."""
        spent = sum(map(_cpu_s, tree(self._pid)))
        if self._postmaster is not None:
            spent += sum(map(_cpu_s, children(self._postmaster)))
        return spent

    def settled_cpu_s(self) -> float:
        """CPU time once the site is at rest: work may go on after an answer. Waits `PATIENCE_S` at most."""
        deadline, before = time.monotonic() + PATIENCE_S, self.cpu_s()
        while time.monotonic() < deadline:
            time.sleep(QUIET_S)
            now = self.cpu_s()
            if now - before < QUIET_CPU_S:
                return now
            before = now
        return before

    def peak_mb(self) -> float:
        """The largest resident set that one of the site's own processes has had."""
        return max(map(_peak_mb, tree(self._pid)))


@contextmanager
def weighed(pid: int) -> Iterator[list[float]]:
    """The megabytes that a site's processes take together, again and again while the block lasts."""
    over, weights = Event(), list[float]()

    def weigh() -> None:
        while not over.wait(WEIGHED_EVERY_S):
            weights.append(sum(map(_mb, tree(pid))))

    thread = Thread(target=weigh)
    thread.start()
    try:
        yield weights
    finally:
        over.set()
        thread.join()


def tree(pid: int) -> list[int]:
    """A process and all below it."""
    return [pid, *(one for child in children(pid) for one in tree(child))]


def children(pid: int) -> list[int]:
    """The processes that its threads have started."""
    while True:
        files = Path(f"/proc/{pid}/task").glob("*/children")
        with suppress(FileNotFoundError, ProcessLookupError):  # a thread ended meanwhile: another has its children now
            return [int(child) for file in files for child in file.read_text().split()]


def _cpu_s(pid: int) -> float:
    try:
        return time.clock_gettime((~pid << 3) | 2)  # what clock_getcpuclockid(3) answers for another process on Linux
    except OSError:  # it ended meanwhile
        return 0


def _peak_mb(pid: int) -> float:
    return _field_mb(pid, "status", "VmHWM")


def _mb(pid: int) -> float:
    """What it shares with others counts in part."""
    return _field_mb(pid, "smaps_rollup", "Pss")


def _field_mb(pid: int, file: str, field: str) -> float:
    try:
        found = re.search(rf"^{field}:\s+(\d+) kB", Path(f"/proc/{pid}/{file}").read_text(), re.MULTILINE)
    except OSError:  # it ended meanwhile
        return 0
    return int(found[1]) / 1024 if found else 0
