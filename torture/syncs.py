"""What a power cut would ask: whether every acknowledged save had been handed to the disk."""

import time
from collections.abc import Iterator
from pathlib import Path

from torture import strace
from torture.report import Row, skipped
from torture.site import Client, Site

SAVES = 200
FAULT = "power cut"


def rows(folder: Path) -> Iterator[Row]:
    if why := strace.missing():
        yield skipped(FAULT, why)
        return
    site, report = Site.new(folder / "data"), folder / "calls"
    site.stop()
    site.start(*strace.counting("fdatasync,fsync", report))
    client = Client(site)
    acknowledged = sum(client.add_event(f"sync-{number}") == 201 for number in range(SAVES))
    site.kill()  # no tidy end, whose syncs would be counted too
    syncs = _syncs(report)
    yield Row(
        FAULT,
        f"{SAVES} saves one after the other, syncs counted by strace",
        "syncs ≥ acknowledged saves",
        f"{syncs} syncs, {acknowledged} acknowledged",
        syncs >= acknowledged == SAVES,
    )


def _syncs(report: Path) -> int:
    """The number of calls, once strace has written its table."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        if report.exists() and "total" in (text := report.read_text()):
            lines = (line.split() for line in text.splitlines() if line.endswith("sync"))
            return sum(int(calls) for _, _, _, calls, *_ in lines)
        time.sleep(0.05)
    raise TimeoutError("strace wrote no table")
