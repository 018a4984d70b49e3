"""CPU time of the server and its database for each page, feed, part of the sitemap and list that is made anew after a
save, on a site with 10,000 artists and 100,000 dates, one half of which is over: medians of 21. The reference is a
site with 8 and 31 from a year ago to a year ahead. Where its answer is shorter, a second row has one as long for its
reference: that of a site with 320 and 3,200. All three are asked in turn.
"""

import statistics
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import date
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
from benchmarks.server.growth_subjects import ARTISTS_PART, EVENTS_PART, subjects
from tests.postgresql import Server

SMALL, FULL, LARGE = (8, 31), (320, 3_200), large_site.LARGE
ROUNDS = 21
WARM_UP = 7
"""Rounds that do not count: PostgreSQL plans a statement anew five times before it considers to keep a plan."""
PATIENCE_S = 60
"""With a machine that others keep busy: what counts is the time of the processor."""
SHORTER = 0.9
"""Of the large site's bytes: an answer with fewer has not as many rows."""


class Answer(NamedTuple):
    """What an answer costs, and how long it is."""

    cpu_ms: float
    length: int


class Measured:
    """A site, what saves something on it, and the processes whose time counts."""

    def __init__(self, site: Site, *databases: int) -> None:
        self._pids = (site.pid, *databases)
        self._site, self._saver = site, Saver(site)
        visitor, admin = {**BROWSER, "apikey": site.keys()["publishable"]}, site.secret_headers()
        self._visitor = httpx.Client(base_url=site.url, headers=visitor, timeout=PATIENCE_S)
        self._admin = httpx.Client(base_url=site.url, headers=admin, timeout=PATIENCE_S)

    def parts(self) -> dict[str, str]:
        """A part of the sitemap of each kind; none where it is in one piece."""
        paths = self._site.sitemap_parts()
        kinds = {ARTISTS_PART: "/sitemap-artists-", EVENTS_PART: "/sitemap-events-"}
        found = {kind: [path for path in paths if path.startswith(start)] for kind, start in kinds.items()}
        return {kind: those[len(those) // 2] for kind, those in found.items() if those}

    def answer(self, path: str, number: int, *, of_panel: bool) -> Answer:
        """The first answer after a save."""
        self._saver.save(number)
        client = self._admin if of_panel else self._visitor
        is_page = path.startswith("/")
        path = path if is_page else f"/rest/v1/{quote(path, safe='?=&,().:*')}"
        before = self._cpu_seconds()
        response = client.get(path, headers={} if is_page else {"Prefer": "count=estimated"}).raise_for_status()
        return Answer((self._cpu_seconds() - before) * 1000, len(response.content))

    def _cpu_seconds(self) -> float:
        return sum(map(cpu_seconds, self._pids))


def rows(scratch: Path) -> list[Row]:
    """CPU ms on the large site beside those on the others."""
    return [row for database in ("SQLite", "PostgreSQL") for row in _rows(scratch / database, database)]


def _rows(folder: Path, database: str) -> Iterator[Row]:
    with ExitStack() as stack:
        sites = [_measured(folder / f"{size[0]}", database, size, stack) for size in (SMALL, FULL, LARGE)]
        parts = [site.parts() for site in sites]
        for asked in subjects(date.today()):
            paths = [asked.on(part, is_small=site is sites[0]) for site, part in zip(sites, parts, strict=True)]
            small, full, large = _answers(list(zip(sites, paths, strict=True)), of_panel=asked.of_panel)
            name = f"{database}: {asked.name}"
            yield Row(name, large.cpu_ms, "ms", small.cpu_ms, GROWTH)
            if small.length < large.length * SHORTER:
                yield Row(f"{name}, both full", large.cpu_ms, "ms", full.cpu_ms, GROWTH)


def _answers(asked: list[tuple[Measured, str]], *, of_panel: bool) -> list[Answer]:
    """The median of each site for its path. They are asked in turn, every other time the other way round."""
    found: list[list[Answer]] = [[] for _ in asked]
    for number in range(WARM_UP + ROUNDS):
        for (site, path), answers in list(zip(asked, found, strict=True))[:: -1 if number % 2 else 1]:
            answers.append(site.answer(path, number, of_panel=of_panel))
    return [_median(answers[WARM_UP:]) for answers in found]


def _median(answers: list[Answer]) -> Answer:
    return Answer(statistics.median(one.cpu_ms for one in answers), answers[-1].length)


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
        _come_to_rest(server, name)
    return Measured(stack.enter_context(served(folder, MARQUEE_DATABASE_URL=url)), *servers)


def _come_to_rest(server: Server, name: str) -> None:
    """Have it do at once what it would do by itself within minutes: that is no answer's time."""
    server.stop_vacuuming()
    for statement in ("VACUUM ANALYZE", "CHECKPOINT"):
        server.execute(name, statement)
