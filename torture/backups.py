"""Backups of a site that is being written to, each restored elsewhere and compared."""

import time
from collections.abc import Iterator
from pathlib import Path

from torture import sqlite
from torture.report import Row, percentile
from torture.site import Site
from torture.writers import Writers

WRITERS = 12
EVERY_S = 0.05
CALM_S = 8


def rows(folder: Path, times: int, database_url: str | None = None) -> Iterator[Row]:
    site = Site.new(folder / "data", database_url)
    spans: list[tuple[float, float]] = []
    known: list[tuple[Path, set[str]]] = []
    with Writers(site, "backup", WRITERS, EVERY_S) as writers:
        calm_from = time.monotonic()
        time.sleep(CALM_S)
        calm_to = time.monotonic()
        for turn in range(times):
            file, acknowledged, started = folder / f"{turn}.backup", set(writers.acknowledged), time.monotonic()
            site.marquee("backup", file)
            spans.append((started, time.monotonic()))
            known.append((file, acknowledged))
    site.stop()
    rate = len(writers.times) / (spans[-1][1] - calm_from)
    good = sum(_is_good(file, acknowledged, folder / f"restored-{n}") for n, (file, acknowledged) in enumerate(known))
    yield Row(
        "backup while writing",
        f"{times} backups under {rate:.0f} saves/s, each restored elsewhere and compared",
        "all whole, with every save acknowledged before its start",
        f"{good}/{times}, of up to {len(known[-1][1])} saves",
        good == times,
    )
    calm = [took for sent, took in writers.times if calm_from <= sent < calm_to]
    busy = [took for sent, took in writers.times if any(start <= sent < end for start, end in spans)]
    quiet_ms, busy_ms = percentile(calm, 0.99) * 1000, percentile(busy, 0.99) * 1000
    yield Row(
        "saves during a backup",
        f"{len(busy)} saves during backups, {len(calm)} before",
        "p99 < 2 × that without",
        f"p99 {busy_ms:.0f} ms, {quiet_ms:.0f} ms without: {busy_ms / quiet_ms:.1f} ×",
        busy_ms < 2 * quiet_ms,
    )


def _is_good(file: Path, acknowledged: set[str], data: Path) -> bool:
    site = Site(data)
    if site.marquee("restore", file, "--replace").returncode != 0:
        return False
    venues = {venue for (venue,) in sqlite.ask(site.database, "SELECT venue FROM music_events")}
    return acknowledged <= venues and sqlite.is_whole(site.database)
