"""CPU time of the server and its database for each page, feed, part of the sitemap and list that is made anew after a
save, on a site with 10,000 artists and 100,000 dates, one half of which is over: medians of 15. The reference is a
site with 8 and 31 from a year ago to a year ahead, asked in turn.
"""

import statistics
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

import httpx

from benchmarks.goals import GROWTH
from benchmarks.harness import large_site
from benchmarks.harness.processes import cpu_seconds
from benchmarks.harness.site import BROWSER, Site, served
from benchmarks.rows import Row
from benchmarks.server.after_a_save import Saver
from tests.postgresql import Server

SMALL, LARGE = (8, 31), large_site.LARGE
ROUNDS = 15
ARTIST = "silver-orver-0"
_ARTISTS_PART = "/sitemap-artists-lanvet-kesngle-1248.xml"
LISTED = (
    "music_events?select=id,date,venue,location,start_time,artist:music_artists(id,name),"
    "lineup:music_lineup(name,artist_id)"
)
COMMON = "search=fts.hall:*"
CHANGES = "music_changes?select=*&part_of=is.null&limit=50"


class Asked(NamedTuple):
    """A path, or a query of the data service, of a visitor or `of_panel`; `of_small` is for the small site instead."""

    name: str
    path: str
    of_panel: bool = False
    of_small: str | None = None


def subjects(today: date) -> list[Asked]:
    """What is asked of both sites."""
    upcoming = f"upcoming_until=gt.now&date=gte.{today - timedelta(days=2)}&order=date.asc,start_time.asc,id.asc"
    past = f"upcoming_until=lte.now&date=lte.{today + timedelta(days=1)}&order=date.desc,start_time.desc,id.desc"
    year = f"/events/past/{today.year - 1}"
    return [
        Asked("home page", "/"),
        Asked("profile", f"/artist/{ARTIST}"),
        Asked("press page", f"/artist/{ARTIST}/press"),
        Asked("past dates", "/events/past"),
        Asked("past dates of a year ÷ of the newest one", year, of_small="/events/past"),
        Asked("calendar", "/events.ics"),
        Asked("calendar of an artist", f"/artist/{ARTIST}/events.ics"),
        Asked("feed", "/feed.xml"),
        Asked("feed of an artist", f"/artist/{ARTIST}/feed.xml"),
        Asked("sitemap", "/sitemap.xml"),
        Asked("artists of the sitemap ÷ all of the small one", _ARTISTS_PART, of_small="/sitemap.xml"),
        Asked("dates of the sitemap ÷ all of the small one", "/sitemap-events-a50.xml", of_small="/sitemap.xml"),
        Asked("artists", "music_artists?select=id,name,genre,image,followers,latest_song,is_featured&limit=24"),
        Asked("upcoming dates", f"{LISTED}&{upcoming}&limit=20"),
        Asked("past dates in the panel", f"{LISTED}&{past}&limit=20", of_panel=True),
        Asked("artists by a common word", "music_artists?select=id,name,genre,image&search=fts.a:*&limit=24"),
        Asked("upcoming dates by a common word", f"{LISTED}&{COMMON}&{upcoming}&limit=20"),
        Asked("past dates by a common word, in the panel", f"{LISTED}&{COMMON}&{past}&limit=20", of_panel=True),
        Asked("dates by a common word", f"music_events?select=id,date&{COMMON}&limit=20"),
        Asked("dates by their place", "music_events?select=id,date,location&order=location&limit=20", of_panel=True),
        Asked("dates by their venue", "music_events?select=id,date,venue&order=venue&limit=20", of_panel=True),
        Asked("artists by name, in the panel", "music_artists?select=id,name&order=name,id&limit=20", of_panel=True),
        Asked("changes", f"{CHANGES}&order=id.desc", of_panel=True),
        Asked("changes by time", f"{CHANGES}&order=at.desc", of_panel=True),
        Asked("changes of an artist", f"{CHANGES}&artist_id=eq.{ARTIST}&order=id.desc", of_panel=True),
        Asked(
            "what was deleted",
            f"{CHANGES}&action=eq.delete&table_name=in.(music_artists,music_events)&order=id.desc",
            of_panel=True,
        ),
    ]


class Measured:
    """A site, what saves something on it, and the processes whose time counts."""

    def __init__(self, site: Site, *databases: int) -> None:
        self._site, self._pids = site, (site.pid, *databases)
        self._saver = Saver(site)
        self._visitor = httpx.Client(base_url=site.url, headers={**BROWSER, "apikey": site.keys()["publishable"]})
        self._admin = httpx.Client(base_url=site.url, headers=site.secret_headers())

    def cpu_ms(self, asked: Asked, number: int) -> float:
        """What the first answer after a save costs."""
        self._saver.save(number)
        client = self._admin if asked.of_panel else self._visitor
        is_page = asked.path.startswith("/")
        path = asked.path if is_page else f"/rest/v1/{quote(asked.path, safe='?=&,().:*')}"
        before = self._cpu_seconds()
        client.get(path, headers={} if is_page else {"Prefer": "count=estimated"}).raise_for_status()
        return (self._cpu_seconds() - before) * 1000

    def _cpu_seconds(self) -> float:
        return sum(map(cpu_seconds, self._pids))


def rows(scratch: Path) -> list[Row]:
    """CPU ms on the large site beside those on the small one."""
    return [row for database in ("SQLite", "PostgreSQL") for row in _rows(scratch / database, database)]


def _rows(folder: Path, database: str) -> Iterator[Row]:
    with ExitStack() as stack:
        small, large = (_measured(folder / f"{size[0]}", database, size, stack) for size in (SMALL, LARGE))
        for asked in subjects(date.today()):
            usual = asked._replace(path=asked.of_small or asked.path)
            times = [(small.cpu_ms(usual, number), large.cpu_ms(asked, number)) for number in range(ROUNDS + 1)]
            reference, ours = (statistics.median(one) for one in zip(*times[1:], strict=True))
            yield Row(f"{database}: {asked.name}", ours, "ms", reference, GROWTH)


def _measured(folder: Path, database: str, size: tuple[int, int], stack: ExitStack) -> Measured:
    """A site of its own, and on PostgreSQL a server of its own."""
    folder.mkdir(parents=True)
    url, servers = f"sqlite:///{folder / 'marquee.sqlite3'}", []
    if database == "PostgreSQL":
        server = Server()
        stack.callback(server.stop)
        name = server.create()
        url, servers = server.url(name), [server.pid]
    large_site.fill(url, *size)
    if database == "PostgreSQL":
        server.execute(name, "VACUUM")  # as it does by itself within the next minutes, while it is measured
    return Measured(stack.enter_context(served(folder, MARQUEE_DATABASE_URL=url)), *servers)
