"""A disk that is full, and one that fails."""

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from torture import strace
from torture.report import Row, skipped
from torture.site import PATIENCE_S, Client, Site
from torture.writers import Writers

REFUSALS = 20
MOST_SAVES = 2000
FULL = "full disk"
AT_ONCE = "sync that fails under saves at once"
FAILING = (
    ("failing sync", "fsync,fdatasync", "EIO", ""),
    ("sync that fails now and then", "fsync,fdatasync", "EIO", "2+3"),
    ("failing write", "pwrite64", "EIO", ""),
    ("write that fails now and then", "pwrite64", "EIO", "3+29"),
    ("write without room", "pwrite64", "ENOSPC", ""),
)


def rows(folder: Path) -> Iterator[Row]:
    if os.geteuid() == 0:
        with small_disk(folder / "small", 2) as disk:
            yield _full(disk)
    else:
        yield skipped(FULL, "only root may mount a small disk")
    why = strace.missing()
    for fault, *failure in FAILING:
        yield skipped(fault, why) if why else _failing(folder / fault / "data", fault, *failure)
    yield skipped(AT_ONCE, why) if why else _failing_at_once(folder / "at once" / "data")


def _full(disk: Path) -> Row:
    ballast = disk / "ballast"
    site = Site.new(disk / "data")
    ballast.write_bytes(bytes(512 * 1024))
    seen = _Seen(site)
    seen.save_until_refused()
    seen.read()
    ballast.unlink()
    return seen.row(FULL, f"saves on a disk of 2 MB until {REFUSALS} were refused, then half a MB freed")


def _failing(data: Path, fault: str, call: str, error: str, when: str) -> Row:
    data.parent.mkdir()
    site = Site.new(data)
    seen = _Seen(site)
    with strace.failing(site.process.pid, call, error, when):
        seen.save_until_refused()
        seen.read()
    return seen.row(fault, f"{call} answered {error} ({when or 'always'}) until {REFUSALS} saves were refused")


def _failing_at_once(data: Path) -> Row:
    """Saves that are committed together are refused together."""
    data.parent.mkdir()
    site = Site.new(data)
    with Writers(site, "at-once", 8) as writers:
        writers.began.wait(PATIENCE_S)
        with strace.failing(site.process.pid, "fsync,fdatasync", "EIO", "2+3"):
            deadline = time.monotonic() + PATIENCE_S
            while writers.refused.total() < REFUSALS and time.monotonic() < deadline:
                time.sleep(0.01)
    kept = set(site.venues("at-once-"))
    site.kill()
    site.start()
    is_exact = kept == set(site.venues("at-once-")) == set(writers.acknowledged)
    site.stop()
    return Row(
        AT_ONCE,
        f"8 clients save, fsync,fdatasync answered EIO (2+3) until {REFUSALS} saves were refused",
        "503, rows = acknowledged",
        f"refusals {sorted(writers.refused)}, rows {'=' if is_exact else '≠'} {len(writers.acknowledged)} acknowledged",
        set(writers.refused) == {503} and writers.refused.total() >= REFUSALS and is_exact,
    )


class _Seen:
    """What clients notice of it."""

    def __init__(self, site: Site) -> None:
        self.site, self.client = site, Client(site)
        self.acknowledged: set[str] = set()
        self.statuses: list[int] = []
        self.tries = 0

    def save(self) -> int:
        self.tries += 1
        venue = f"disk-{self.tries}-{'x' * 150}"
        status = self.client.add_event(venue)
        if status == 201:
            self.acknowledged.add(venue)
        return status

    def save_until_refused(self) -> None:
        while len(self.statuses) < REFUSALS and self.tries < MOST_SAVES:
            if (status := self.save()) != 201:
                self.statuses.append(status)

    def read(self) -> None:
        pages = ("/", "/rest/v1/music_events?select=venue&limit=1", "/health/live")
        self.reads = [self.client.ask("GET", page)[0] for page in pages]

    def row(self, fault: str, done: str) -> Row:
        recovered = self.save() == 201
        kept = set(self.site.venues("disk-")) == self.acknowledged
        self.site.kill()
        self.site.start()
        kept = kept and set(self.site.venues("disk-")) == self.acknowledged
        self.site.stop()
        return Row(
            fault,
            done,
            "503, reads 200, goes on by itself, rows = acknowledged",
            f"refusals {sorted(set(self.statuses))}, reads {sorted(set(self.reads))}, next save "
            f"{'201' if recovered else 'refused'}, rows {'=' if kept else '≠'} {len(self.acknowledged)} acknowledged",
            len(self.statuses) == REFUSALS
            and set(self.statuses) <= {503, 507}
            and set(self.reads) == {200}
            and recovered
            and kept,
        )


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[Path]:
    """A disk that is soon full, as long as the block lasts. Only root may mount one."""
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
