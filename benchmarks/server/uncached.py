"""CPU time of the server's processes per request over HTTP, 8 connections, and of the same work in this process with
the plain driver and msgspec, in turn; medians of seven rounds.

Each read asks from another day on, so that no kept answer helps; and once more as somebody who has signed in, for
whom nothing is kept. The goal is about 16 KB of 12 columns; of narrower rows, SQLite's part is less. Each write is an
admin's whole-record save of an artist, synced to the disk.
"""

import re
import shutil
import statistics
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from benchmarks.goals import UNCACHED_READ, WRITE, Goal
from benchmarks.harness.processes import cpu_seconds, free_port, need, running
from benchmarks.harness.site import MARQUEE
from benchmarks.rows import Row
from benchmarks.server.plain_driver import ARTIST_COLUMNS, Record, Work, micros
from marquee.auth import accounts, keys, sessions, tokens
from marquee.db.database import open_database
from marquee.db.migrations import migrate
from marquee.domain.records import insert_row, insert_rows
from marquee.domain.tables import music_artists, music_events

TITLE = "Reads and writes that nothing was kept for"
CONNECTIONS = 8
SECONDS = 1
ROUNDS = 7
ARTISTS, EVENTS = 100, 400
OF_REFERENCE = 2000

EVENTS_PATH = "/rest/v1/music_events?select=*&order=date.asc,id.asc&limit=50&date=gte."
ARTISTS_PATH = f"/rest/v1/music_artists?select={','.join(ARTIST_COLUMNS)}&limit=50&created_at=gte."
WITH_ARTISTS_PATH = EVENTS_PATH.replace("select=*", "select=*,artist:music_artists(id,name)")

# Days before any event, so that every answer has the same fifty rows: more than a run can ask for twice.
_DAYS = """
local n = 0
request = function()
  n = n + 1
  return wrk.format("GET", string.format("%s%04d-%02d-%02d", path, 1000 + math.floor(n / 336) % 1000,
    1 + math.floor(n / 28) % 12, 1 + n % 28))
end
"""
_SAVES = """
local n = 0
wrk.method = "PATCH"
request = function()
  n = n + 1
  return wrk.format(nil, path, nil, (string.gsub(body, "@", tostring(n), 1)))
end
"""


@dataclass
class Load:
    """One kind of request, and the same work in process; the samples of both."""

    name: str
    goal: Goal | None
    path: str
    headers: dict[str, str]
    script: str
    reference: Callable[[Any], bytes]
    arguments: list[Any]
    micros: list[float] = field(default_factory=list)
    in_process: list[float] = field(default_factory=list)

    def row(self) -> Row:
        return Row(self.name, statistics.median(self.micros), "µs", statistics.median(self.in_process), self.goal)


def rows(scratch: Path) -> list[Row]:
    """CPU µs per request, the reference in process."""
    wrk, port, data = need("wrk", "wrk"), free_port(), scratch / "data"
    token_of = _fill(data)
    command = [MARQUEE, "serve", "--data-dir", str(data), "--port", str(port)]
    with running(command, port) as pid, _reference(data, scratch) as work:
        base_url = f"http://127.0.0.1:{port}"
        loads = _loads(work, keys.load_or_create(data), token_of(base_url))
        for number in range(ROUNDS):
            for load in loads if number % 2 == 0 else reversed(loads):
                load.in_process.append(micros(load.reference, load.arguments))
                load.micros.append(_sample(wrk, scratch / "load.lua", base_url, pid, load))
    return [load.row() for load in loads]


def _loads(work: Work, held: keys.Keys, token: str) -> list[Load]:
    days = [f"{1500 + number // 336}-01-01" for number in range(OF_REFERENCE)]
    visitor = {"apikey": held.publishable, "Authorization": f"Bearer {held.publishable}"}
    admin = {"apikey": held.publishable, "Authorization": f"Bearer {token}"}
    record = msgspec.json.encode(_record("artist-1", 1)).decode()
    script = f"local body = [[{record}]]\n{_SAVES}"
    saves = [msgspec.json.encode(_record("artist-1", number)) for number in range(OF_REFERENCE // 2)]
    saver = {**admin, "Content-Type": "application/json", "Prefer": "return=representation"}
    save_path = "/rest/v1/music_artists?id=eq.artist-1&select=id"

    def reads(name: str, goal: Goal | None, path: str, reference: Callable[[Any], bytes]) -> Load:
        return Load(f"{name}, never asked before", goal, path, visitor, _DAYS, reference, days)

    def reads_again(name: str, goal: Goal | None, path: str, reference: Callable[[Any], bytes]) -> Load:
        return Load(f"{name}, signed in, nothing kept", goal, f"{path}2000-01-01", admin, "", reference, days)

    return [
        reads("50 artists of 12 columns", UNCACHED_READ, ARTISTS_PATH, work.read_artists),
        reads("50 events", None, EVENTS_PATH, work.read),
        reads("50 events with their artists", None, WITH_ARTISTS_PATH, work.read_with_artists),
        reads_again("50 artists of 12 columns", UNCACHED_READ, ARTISTS_PATH, work.read_artists),
        reads_again("50 events", None, EVENTS_PATH, work.read),
        Load("an artist's save by an admin, synced", WRITE, save_path, saver, script, work.write, saves),
    ]


def _sample(wrk: str, script: Path, base_url: str, pid: int, load: Load) -> float:
    """CPU time of the server's processes per request."""
    script.write_text(f'local path = "{load.path}"\n{load.script}')
    url = base_url + ("/" if load.script else load.path)
    headers = [part for name, value in load.headers.items() for part in ("-H", f"{name}: {value}")]
    before = cpu_seconds(pid)
    command = [wrk, "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}s", "-s", str(script), *headers, url]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    spent = cpu_seconds(pid) - before
    requests = int(re.search(r"(\d+) requests in", output)[1])
    if failed := re.search(r"Non-2xx or 3xx responses: (\d+)", output):
        raise RuntimeError(f"{load.name}: {failed[1]} of {requests} requests failed")
    return spent / requests * 1_000_000


def _record(id_: str, number: int) -> Record:
    bio = f"Revision @{number} of a text that says who they are. " * 8
    return Record(
        id_, f"Artist of {id_}", "Art pop", "https://pictures.example/artist.webp", "1.2M", "Salt Hour", bio,
        "artist", "artist", "https://artist.example", False, None,
    )  # fmt: skip


def _fill(data: Path) -> Callable[[str], str]:
    """A site of our own schema, filled by our own code; returns what makes its admin a token."""
    data.mkdir()
    held = keys.load_or_create(data)
    database = open_database(f"sqlite:///{data / 'marquee.sqlite3'}")
    try:
        database.write_now(migrate)
        session = database.write_now(_people)
    finally:
        database.close()
    return lambda base_url: tokens.sign(sessions.access_claims(session, base_url), held)


def _people(connection: Connection) -> sessions.Session:
    for number in range(ARTISTS):
        values = msgspec.structs.asdict(_record(f"artist-{number}", number))
        insert_row(connection, music_artists, {**values, "name": f"Artist {number}"})
    events = [
        {
            "date": f"20{30 + number // 300}-{1 + number // 28 % 12:02}-{1 + number % 28:02}",
            "venue": f"The House of Number {number}",
            "location": "Gothenburg",
            "artist_id": f"artist-{number % ARTISTS}",
        }
        for number in range(EVENTS)
    ]
    insert_rows(connection, music_events, events)
    admin = accounts.add(connection, "admin@bench.example", None, accounts.SERVICE_ROLE)
    return sessions.start(connection, admin, "password")


@contextmanager
def _reference(data: Path, folder: Path) -> Iterator[Work]:
    """On a copy: two SQLite writers of one file would measure each other's waiting."""
    path = folder / "reference.sqlite3"
    source = open_database(f"sqlite:///{data / 'marquee.sqlite3'}")
    session_id = source.write_now(lambda connection: connection.execute(select(accounts.sessions.c.id)).scalar_one())
    source.write_now(lambda connection: None)
    source.close()
    for file in data.glob("marquee.sqlite3*"):
        if file.suffix in (".sqlite3", ".sqlite3-wal"):
            shutil.copy(file, path.with_name(file.name.replace("marquee", "reference")))
    work = Work(path, session_id)
    try:
        yield work
    finally:
        work.close()
