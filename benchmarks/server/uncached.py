"""CPU time of the server per request that no kept response answers, 8 connections, medians of seven rounds. The
reference is the same work in one process, with the plain driver and msgspec.

Each visitor's read asks from another day on, so that no response is kept for it; for people who are signed in none is
kept at all. A save is an admin's, of the whole artist, synced to the disk.
"""

import statistics
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import msgspec

from benchmarks.goals import SAVE, UNCACHED_READ, Goal
from benchmarks.harness import large_site
from benchmarks.harness.load import Load, in_turn, micros_per_request
from benchmarks.harness.site import Site, served
from benchmarks.rows import Row
from benchmarks.server.plain_driver import ARTIST_COLUMNS, EVENT_COLUMNS, PlainDriver, Record, micros

ROUNDS = 7
ARTISTS, EVENTS = 100, 400
REFERENCE_CALLS = 1000
ARTISTS_PATH = f"/rest/v1/music_artists?select={','.join(ARTIST_COLUMNS)}&limit=50&created_at=gte."
EVENTS_PATH = (
    f"/rest/v1/music_events?select={','.join(EVENT_COLUMNS)},artist:music_artists(id,name)"
    "&order=date.asc,id.asc&limit=50&date=gte."
)
# Days before any row's: every response has the same fifty rows, and a run cannot ask for one twice.
NEW_DAYS = """
local n = 0
request = function()
  n = n + 1
  return wrk.format("GET", string.format("%s%04d-%02d-%02d", path, 1000 + math.floor(n / 336) % 1000,
    1 + math.floor(n / 28) % 12, 1 + n % 28))
end
"""
SAVES = """
local n = 0
wrk.method = "PATCH"
request = function()
  n = n + 1
  return wrk.format(nil, path, nil, (string.gsub(body, "@", tostring(n), 1)))
end
"""


Work = Callable[[Any], bytes]


class Case(NamedTuple):
    """One kind of request over HTTP, and the same work in this process."""

    name: str
    goal: Goal | None
    load: Load
    work: Work
    arguments: list[Any]


def rows(scratch: Path) -> list[Row]:
    """CPU µs of each kind of request."""
    samples: dict[str, list[tuple[float, float]]] = defaultdict(list)
    with _cases(scratch) as cases:
        for case in in_turn(cases, ROUNDS):
            reference = micros(case.work, case.arguments)
            samples[case.name].append((micros_per_request(case.load), reference))
    return [_row(case, samples[case.name]) for case in cases]


def _row(case: Case, samples: list[tuple[float, float]]) -> Row:
    ours, reference = (statistics.median(one) for one in zip(*samples, strict=True))
    return Row(case.name, ours, "µs", reference, case.goal)


@contextmanager
def _cases(scratch: Path) -> Iterator[list[Case]]:
    data = scratch / "data"
    data.mkdir()
    database = data / "marquee.sqlite3"
    large_site.fill(f"sqlite:///{database}", ARTISTS, EVENTS)
    with served(data) as site:
        visitor = {"apikey": site.keys()["publishable"]}
        token = site.sign_in("admin@bench.example", role="service_role")["access_token"]
        admin = {**visitor, "Authorization": f"Bearer {token}"}
        record = _first_artist(site)
        with closing(PlainDriver(database, scratch / "reference.sqlite3")) as driver:
            yield [
                _new_read(site, "50 artists of 12 columns", UNCACHED_READ, visitor, ARTISTS_PATH, driver.read_artists),
                _new_read(site, "50 events with their artists", None, visitor, EVENTS_PATH, driver.read_events),
                _read_again(site, "50 artists of 12 columns", UNCACHED_READ, admin, ARTISTS_PATH, driver.read_artists),
                _save(site, admin, record, driver.save),
            ]


def unread_path(number: int) -> str:
    """A path that nobody has asked for yet: of a day before any event's."""
    return f"{EVENTS_PATH}{1000 + number // 336 % 1000}-{1 + number // 28 % 12:02}-{1 + number % 28:02}"


def _new_read(site: Site, what: str, goal: Goal | None, headers: dict[str, str], path: str, work: Work) -> Case:
    script = f'local path = "{path}"\n{NEW_DAYS}'
    days = [f"{1500 + number // 12}-{1 + number % 12:02}-01" for number in range(REFERENCE_CALLS)]
    return Case(f"{what}, a read that is new", goal, _load(site, "/", headers, script), work, days)


def _read_again(site: Site, what: str, goal: Goal, headers: dict[str, str], path: str, work: Work) -> Case:
    day = "1999-01-01"
    load = _load(site, f"{path}{day}", headers)
    return Case(f"{what}, signed in", goal, load, work, [day] * REFERENCE_CALLS)


def _save(site: Site, headers: dict[str, str], record: Record, work: Work) -> Case:
    bodies = [msgspec.json.encode(_revision(record, str(number))) for number in range(REFERENCE_CALLS)]
    path = f"/rest/v1/music_artists?id=eq.{record.id}&select=id"
    body = msgspec.json.encode(_revision(record, "@")).decode()
    script = f'local path, body = "{path}", [[{body}]]\n{SAVES}'
    saver = {**headers, "Content-Type": "application/json", "Prefer": "return=representation"}
    return Case("an admin's save of an artist", SAVE, _load(site, "/", saver, script), work, bodies)


def _load(site: Site, path: str, headers: dict[str, str], script: str = "") -> Load:
    return Load(site.pid, f"{site.url}{path}", headers, script, connections=8, seconds=1)


def _first_artist(site: Site) -> Record:
    response = httpx.get(f"{site.url}/rest/v1/music_artists?select=*&limit=1", headers=site.secret_headers())
    return msgspec.convert(response.raise_for_status().json()[0], Record)


def _revision(record: Record, number: str) -> Record:
    return msgspec.structs.replace(record, bio=f"Revision {number} of a text about the artist. " * 8)
