"""A database file that something wrote over."""

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

from torture import sqlite
from torture.report import Row
from torture.site import Client, DidNotStart, Site

BLOCK = 4096
EVENTS = 3000


def rows(folder: Path, times: int) -> Iterator[Row]:
    site = Site.new(folder / "data")
    event = {"date": "2030-01-01", "venue": "Depot", "location": "Ghent", "artist_id": "halve"}
    for _ in range(EVENTS // 500):
        assert Client(site).ask("POST", "/rest/v1/music_events", [event] * 500)[0] == 201
    site.stop()
    good, saved = folder / "good", folder / "saved.backup"
    shutil.copy(site.database, good)
    site.marquee("backup", saved)
    refused = sum(_is_refused(site, good) for _ in range(times))
    yield Row(
        "damaged database",
        f"{times} × 4 KB of random bytes at a random place of {good.stat().st_size >> 10} KB, then `marquee serve`",
        "refuses, exit 1, names `marquee restore`, file untouched",
        f"{refused}/{times}",
        refused == times,
    )
    came_back = site.marquee("restore", saved, "--replace").returncode == 0
    site.start()
    found = len(site.venues("Depot"))
    site.stop()
    yield Row(
        "the way back from it",
        "the command that was named, `marquee restore FILE --replace`",
        "the site as it was",
        f"{found} of {EVENTS} events",
        came_back and found == EVENTS,
    )


def _is_refused(site: Site, good: Path) -> bool:
    shutil.copy(good, site.database)
    with site.database.open("r+b") as stream:
        stream.seek(random.randrange(good.stat().st_size - BLOCK + 1))
        stream.write(random.randbytes(BLOCK))
    before = sqlite.digest(site.database)
    try:
        site.start()
    except DidNotStart as refusal:
        is_plain = refusal.said.count("\n") == 1 and "marquee restore FILE" in refusal.said
        return refusal.status == 1 and is_plain and sqlite.digest(site.database) == before
    site.kill()
    return False
