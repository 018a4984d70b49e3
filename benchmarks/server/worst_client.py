"""What everybody else notices of one client at its worst, on a site with 10,000 artists, of whom every fifth has a
biography of 20,000 characters, and 100,000 dates: the 99th percentile, in milliseconds, of how long four other people
wait from the moment a request is due, and in brackets how many times as long as at rest in the same run. The goal is
three times, and ten where somebody writes: a sign-in and a save.

One reads the home page and one data that was never read before, every 20 ms each; one signs in every 500 ms, and one
saves a biography every 250 ms, after which pages have to be made again. Of sign-ins and saves there are fewer than a
hundred beside each attack: theirs is the longest wait. All have addresses of their own. The worst client has one, and
as many connections as it likes, and where it writes, an account of an owner or of a music contact, until that comes to
its limit. Loop lag is as in `benchmarks/server/latency.py`. The last but six are what the generator of
`make torture` found to be most expensive.
"""

import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import httpx
from sqlalchemy import Connection

from benchmarks.goals import LOOP_LAG_MS, MEMORY_AT_WORST_MB, Goal
from benchmarks.harness.large_site import LARGE
from benchmarks.harness.processes import REPOSITORY
from benchmarks.harness.site import BROWSER, MARQUEE, PASSWORD, Site, served
from benchmarks.report import MISSED
from benchmarks.server.attack import PLACE, Attack, own_ip, under
from benchmarks.server.attacks import attacks, found
from benchmarks.server.insiders import insiders
from benchmarks.server.neighbours import GOALS, NAMES, PATIENCE_S, Neighbour, Seen, look, neighbours
from benchmarks.server.ordinary import ordinary
from marquee.auth import accounts, passwords
from marquee.db.open_database import open_database
from marquee.domain.roles import SERVICE_ROLE
from tests.postgresql import Server
from torture.generator import rows as generator
from torture.generator.costs import weighed
from torture.generator.target import add_pictures, cards, fill
from torture.report import percentile

PAGE = REPOSITORY / "docs" / "security.md"
CARDS = 60
REST_S, ATTACK_S, PAUSE_S = 12.0, 6.0, 0.5
SETUPS = (("SQLite", 1), ("SQLite", 2), ("PostgreSQL", 1))
OWNED = 1
"""The place of the artist who has the insiders."""
FIRST_RUN = 1_000
"""Requests of a short run of the generator, where it has not run before."""
BASE_URL = "http://stage.example"
ADMIN, STRANGER = "admin@bench.example", "stranger@bench.example"
SIGNING_IN = "signing-in@bench.example"
"""Another account than that which saves: many sign-ins end an account's oldest sessions."""
INSIDERS = len(insiders({}, {}, "", ""))
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
    admin, stranger = (visitor | _bearer(site, email) for email in (ADMIN, STRANGER))
    artists, names = zip(*_artists(site, visitor), strict=True)
    people = neighbours(
        {**BROWSER, "apikey": key}, visitor, admin, {"email": SIGNING_IN, "password": PASSWORD}, artists[0]
    )
    made = attacks(visitor, stranger, [*artists], cards(site.port, artists[:CARDS]))
    usual = ordinary(visitor, site.sitemap_parts())
    for attack in usual:  # what is only made at the first use is no part of the wait
        _, path, headers, _ = attack.requests[0]
        httpx.get(f"{site.url}{path.replace(PLACE, '')}", headers=headers, timeout=PATIENCE_S)
    look(site.port, people, 2, None)  # fills the caches
    yield Phase("nobody", look(site.port, people, REST_S, lag_file))
    for attack in (*made, *usual, *found(database, visitor, stranger)):
        yield Phase(attack.name, _beside(attack, site, people, lag_file))
    for place in range(INSIDERS):  # last: they leave their rows behind
        owner, contact = (visitor | _bearer(site, email) for email in _insider(place))
        attack = insiders(owner, contact, artists[OWNED], names[OWNED])[place]
        yield Phase(attack.name, _beside(attack, site, people, lag_file))


def _beside(attack: Attack, site: Site, people: list[Neighbour], lag_file: Path | None) -> Seen:
    with under(attack, (own_ip(), site.port), own_ip()) as answered:
        time.sleep(PAUSE_S)
        seen = look(site.port, people, ATTACK_S, lag_file)
    print(f"  {attack.name}: {dict(answered)}", file=sys.stderr, flush=True)
    time.sleep(PAUSE_S)
    return seen


def _line(phase: Phase, rest: list[float]) -> str:
    waits = [_wait(*each) for each in zip(phase.seen.waits, rest, GOALS, strict=True)]
    refused = f"{phase.seen.refused}" + (f" {MISSED}" if phase.seen.refused else "")
    return f"| {' | '.join([phase.name, *waits, refused, _lag(phase.seen.lags)])} |"


def _wait(waits: list[float], usual: float, goal: Goal) -> str:
    p99 = percentile(waits)
    verdict = "" if goal.is_reached_by(p99 / usual) else f" {MISSED}"
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
    _add_accounts(url, fill(url, *LARGE)[OWNED])
    add_pictures(data / "media" / "stage")
    program = (sys.executable, "-m", "benchmarks.server.loop_lag", str(lag_file)) if lag_file else (MARQUEE,)
    options = ("--workers", str(workers), "--host", "0.0.0.0")
    served_here = served(data, *options, program=program, MARQUEE_DATABASE_URL=url, MARQUEE_BASE_URL=BASE_URL)
    return stack.enter_context(served_here)


def _add_accounts(url: str, artist: str) -> None:
    """An admin and a stranger, and for each insider an owner of the artist and a music contact."""

    def add(connection: Connection) -> None:
        password_hash = passwords.hash_now(PASSWORD)
        accounts.add(connection, ADMIN, password_hash, SERVICE_ROLE)
        for email in (STRANGER, SIGNING_IN):
            accounts.add(connection, email, password_hash)
        for place in range(INSIDERS):
            owner, contact = (accounts.add(connection, email, password_hash) for email in _insider(place))
            accounts.add_owner(connection, artist, owner.id)
            accounts.add_contact(connection, contact.id)

    database = open_database(url)
    try:
        database.write_now(add)
    finally:
        database.close()


def _insider(place: int) -> tuple[str, str]:
    """The emails of an owner and a contact of whom nothing is counted yet."""
    return f"owner-{place}@bench.example", f"contact-{place}@bench.example"


def _bearer(site: Site, email: str) -> dict[str, str]:
    """The header field of a new session."""
    headers, body = {"apikey": site.keys()["publishable"]}, {"email": email, "password": PASSWORD}
    response = httpx.post(
        f"{site.url}/auth/v1/token?grant_type=password", headers=headers, json=body, timeout=PATIENCE_S
    )
    return {"Authorization": f"Bearer {response.raise_for_status().json()['access_token']}"}


def _artists(site: Site, headers: dict[str, str]) -> list[tuple[str, str]]:
    """The ids and names of the first."""
    response = httpx.get(
        f"{site.url}/rest/v1/music_artists?select=id,name&limit=1000&order=id", headers=headers, timeout=PATIENCE_S
    )
    return [(row["id"], row["name"]) for row in response.raise_for_status().json()]
