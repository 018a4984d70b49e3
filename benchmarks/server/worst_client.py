"""What everybody else notices of one client at its worst, on a site with 4,800 artists, every fifth with a biography of
20,000 characters: the 99th percentile, in milliseconds, of how long four other people wait from the moment a request is
due, and in brackets how many times as long as at rest in the same run.

One reads the home page and one data that was never read before, every 20 ms each; one signs in every 500 ms, and one
saves a biography every 250 ms, after which pages have to be made again. Of sign-ins and saves there are fewer than a
hundred beside each attack: theirs is the longest wait. All have addresses of their own. The worst client has one, and
as many connections as it likes. Loop lag is as in `benchmarks/server/latency.py`. The last ten are
what `python -m torture generator` found to be most expensive.
"""

import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import httpx
from sqlalchemy import Connection

from benchmarks.goals import BESIDE_THE_WORST, LOOP_LAG_MS, MEMORY_AT_WORST_MB
from benchmarks.harness.processes import REPOSITORY
from benchmarks.harness.site import BROWSER, MARQUEE, PASSWORD, Site, served
from benchmarks.report import MISSED
from benchmarks.server.attack import Attack, own_ip, under
from benchmarks.server.attacks import attacks, found
from benchmarks.server.neighbours import NAMES, Neighbour, Seen, look, neighbours, percentile
from marquee.auth import accounts, passwords
from marquee.db.open_database import open_database
from tests.postgresql import Server
from torture.generator import rows as generator
from torture.generator.costs import weighed
from torture.generator.target import add_pictures, cards, fill

PAGE = REPOSITORY / "docs" / "security.md"
ARTISTS, CARDS = 4_800, 60
REST_S, ATTACK_S, PAUSE_S = 12.0, 6.0, 0.5
SETUPS = (("SQLite", 1), ("SQLite", 2), ("PostgreSQL", 1))
FIRST_RUN = 1_000
"""Requests of a short run of the generator, where it has not run before."""
BASE_URL = "http://stage.example"
ADMIN, STRANGER = "admin@bench.example", "stranger@bench.example"
HEAD = f"| one client | {' | '.join(NAMES)} | refused | loop lag |\n| --- |{' ---: |' * (len(NAMES) + 2)}"


class Phase(NamedTuple):
    """What was seen while one client did something, or nothing."""

    name: str
    seen: Seen


def tables(scratch: Path) -> str:
    """A table for each database and number of processes."""
    return "\n".join(_table(scratch / f"{database}-{workers}", database, workers) for database, workers in SETUPS)


def _table(folder: Path, database: str, workers: int) -> str:
    if not generator.kept(database).exists():
        list(generator.rows(folder / "generator", FIRST_RUN, 1, (database,)))
    lag_file = folder / "lag.txt" if workers == 1 else None
    with ExitStack() as stack:
        site = _site(folder / "data", database, workers, lag_file, stack)
        weights = stack.enter_context(weighed(site.pid))
        phases = list(_phases(site, database, lag_file))
        memory = max(weights)
    rest = [percentile(waits) for waits in phases[0].seen.waits]
    lines = [_line(phase, rest) for phase in phases]
    verdict = "" if MEMORY_AT_WORST_MB.is_reached_by(memory / workers) else f" {MISSED}"
    processes = "one process" if workers == 1 else f"{workers} processes"
    title = f"{database}, {processes}; together with those that compute pixels at most {memory:.0f} MB{verdict}:"
    return "\n".join((f"{title}\n", HEAD, *lines, ""))


def _phases(site: Site, database: str, lag_file: Path | None) -> Iterator[Phase]:
    """Rest, and one attack after the other."""
    key = site.keys()["publishable"]
    visitor = {"apikey": key, "Content-Type": "application/json"}
    admin, stranger = (visitor | {"Authorization": f"Bearer {_sign_in(site, email)}"} for email in (ADMIN, STRANGER))
    artists = _artists(site, visitor)
    people = neighbours({**BROWSER, "apikey": key}, visitor, admin, {"email": ADMIN, "password": PASSWORD}, artists[0])
    made = attacks(visitor, stranger, artists, cards(site.port, artists[:CARDS]))
    look(site.port, people, 2, None)  # fills the caches
    yield Phase("nobody", look(site.port, people, REST_S, lag_file))
    for attack in (*made, *found(database, visitor, stranger)):
        yield Phase(attack.name, _beside(attack, site, people, lag_file))


def _beside(attack: Attack, site: Site, people: list[Neighbour], lag_file: Path | None) -> Seen:
    with under(attack, (own_ip(), site.port), own_ip()) as answered:
        time.sleep(PAUSE_S)
        seen = look(site.port, people, ATTACK_S, lag_file)
    print(f"  {attack.name}: {dict(answered)}", file=sys.stderr, flush=True)
    time.sleep(PAUSE_S)
    return seen


def _line(phase: Phase, rest: list[float]) -> str:
    waits = [_wait(waits, usual) for waits, usual in zip(phase.seen.waits, rest, strict=True)]
    refused = f"{phase.seen.refused}" + (f" {MISSED}" if phase.seen.refused else "")
    return f"| {' | '.join([phase.name, *waits, refused, _lag(phase.seen.lags)])} |"


def _wait(waits: list[float], usual: float) -> str:
    p99 = percentile(waits)
    verdict = "" if BESIDE_THE_WORST.is_reached_by(p99 / usual) else f" {MISSED}"
    return f"{p99 * 1000:.0f} ({p99 / usual:.1f} ×){verdict}"


def _lag(lags: list[float]) -> str:
    if not lags:
        return ""
    lag_ms = percentile(lags) * 1000
    return f"{lag_ms:.0f}" + ("" if LOOP_LAG_MS.is_reached_by(lag_ms) else f" {MISSED}")


def _site(data: Path, database: str, workers: int, lag_file: Path | None, stack: ExitStack) -> Site:
    """A site that listens on all of the machine's addresses."""
    data.mkdir(parents=True, mode=0o700)
    url = f"sqlite:///{data / 'marquee.sqlite3'}"
    if database == "PostgreSQL":
        server = Server()
        stack.callback(server.stop)
        url = server.url(server.create())
    fill(url, ARTISTS)
    _add_accounts(url)
    add_pictures(data / "media" / "stage")
    program = (sys.executable, "-m", "benchmarks.server.loop_lag", str(lag_file)) if lag_file else (MARQUEE,)
    options = ("--workers", str(workers), "--host", "0.0.0.0")
    served_here = served(data, *options, program=program, MARQUEE_DATABASE_URL=url, MARQUEE_BASE_URL=BASE_URL)
    return stack.enter_context(served_here)


def _add_accounts(url: str) -> None:
    def add(connection: Connection) -> None:
        password_hash = passwords.hash_now(PASSWORD)
        accounts.add(connection, ADMIN, password_hash, accounts.SERVICE_ROLE)
        accounts.add(connection, STRANGER, password_hash)

    database = open_database(url)
    try:
        database.write_now(add)
    finally:
        database.close()


def _sign_in(site: Site, email: str) -> str:
    """The access token of a new session."""
    headers, body = {"apikey": site.keys()["publishable"]}, {"email": email, "password": PASSWORD}
    response = httpx.post(f"{site.url}/auth/v1/token?grant_type=password", headers=headers, json=body)
    return str(response.raise_for_status().json()["access_token"])


def _artists(site: Site, headers: dict[str, str]) -> list[str]:
    response = httpx.get(f"{site.url}/rest/v1/music_artists?select=id&limit=1000&order=id", headers=headers)
    return [row["id"] for row in response.raise_for_status().json()]
