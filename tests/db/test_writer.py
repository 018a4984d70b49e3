"""Writes to a SQLite file: their order, who waits for them, and what is left of one that fails."""

import asyncio
import contextlib
import fcntl
import shutil
import sqlite3
import threading
from collections.abc import Awaitable

import pytest
from sqlalchemy import Engine, event, select, text
from sqlalchemy.exc import OperationalError

from marquee.data_errors import CHECK_VIOLATION, DataError
from marquee.db.open_database import open_database
from marquee.db.sqlite.connection import sqlite
from marquee.domain.tables import music_events
from marquee.errors import DatabaseUnavailable, StatementTimeout
from tests.cast import insert_row
from tests.conftest import on_sqlite
from tests.waiting import PATIENCE_S, eventually

pytestmark = [pytest.mark.anyio, on_sqlite]

EVENT = {"date": "2026-12-01", "venue": "Depot 23", "location": "Ghent", "artist_id": "mara-voss"}
COUNT = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT {}) SELECT count(*) FROM n"
LONG, ENDLESS = COUNT.format(2_000_000), COUNT.format(-1)


def add(connection, venue):
    return insert_row(connection, music_events, {**EVENT, "venue": venue})


def add_and_take_long(connection, venue, statement=LONG):
    added = add(connection, venue)
    connection.execute(text(statement))
    return added


def add_and_fail(connection, venue):
    add(connection, venue)
    add(connection, "")


def venues_of(connection):
    found = connection.execute(select(music_events.c.venue).where(music_events.c.date == EVENT["date"]))
    return sorted(found.scalars())


async def reads_until_done(site, writing):
    """How many reads are answered before the write is done."""
    count = 0
    while not writing.done():
        await site.service.database.read(venues_of)
        count += 1
        await asyncio.wait({writing}, timeout=0.001)
    return count


class HeldCommit:
    """Holds the commits of the writer's thread until `may_go_on` is set."""

    def __init__(self):
        self.begun, self.may_go_on = threading.Event(), threading.Event()

    def __call__(self, _connection):
        if threading.current_thread().name.startswith("writer"):
            self.begun.set()
            assert self.may_go_on.wait(PATIENCE_S)

    async def is_held(self):
        return self.begun.is_set()


@pytest.fixture
def commit():
    held = HeldCommit()
    event.listen(Engine, "commit", held)
    yield held
    held.may_go_on.set()
    event.remove(Engine, "commit", held)


@pytest.fixture
def database(site):
    return site.service.database


async def test_reads_are_answered_within_a_write_of_many_rows(site, database):
    body = [{**EVENT, "venue": f"House {number}"} for number in range(1000)]
    headers = site.headers("admin")
    writing = asyncio.create_task(site.client.post("/rest/v1/music_events", headers=headers, json=body))
    assert await reads_until_done(site, writing) > 5
    assert (await writing).status_code == 201
    assert len(await database.read(venues_of)) == 1000


async def test_reads_are_answered_within_a_write_that_takes_long(site, database):
    writing = asyncio.create_task(database.write(add_and_take_long, "Slow House"))
    assert await reads_until_done(site, writing) > 5
    assert await database.read(venues_of) == ["Slow House"]
    assert await site.rows("music_events?select=id&venue=eq.Slow House") == [{"id": await writing}]


async def test_write_that_never_ends_is_given_up_and_nothing_of_it_is_kept(site, database, monkeypatch):
    monkeypatch.setattr("marquee.db.sqlite.writer.WRITE_LIMIT_S", 0.1)
    with pytest.raises(StatementTimeout):
        await database.write(add_and_take_long, "Slow House", ENDLESS)
    assert await database.read(venues_of) == []
    await database.write(add, "Quick House")
    assert await database.read(venues_of) == ["Quick House"]


async def test_write_waits_for_another_processes_turn_and_reads_do_not(site, database):
    with database.path.with_name("marquee.sqlite3.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        writing = asyncio.create_task(database.write(add, "Patient House"))
        for _ in range(3):
            assert await database.read(venues_of) == []
        assert not writing.done()
        fcntl.flock(lock, fcntl.LOCK_UN)
        await writing
    assert await database.read(venues_of) == ["Patient House"]


async def test_write_waits_for_a_foreign_program_and_reads_do_not(site, database):
    with contextlib.closing(sqlite.connect(database.path, isolation_level=None)) as foreign:
        foreign.execute("BEGIN IMMEDIATE")
        writing = asyncio.create_task(database.write(add, "Patient House"))
        for _ in range(3):
            assert await database.read(venues_of) == []
        assert not writing.done()
        foreign.execute("COMMIT")
        await writing
    assert await database.read(venues_of) == ["Patient House"]


async def test_reads_see_nothing_of_a_write_before_it_is_committed(site, database, commit):
    before = database.version()
    writing = asyncio.create_task(database.write(add, "New House"))
    await eventually(commit.is_held)
    assert await database.read(venues_of) == []
    assert database.version() == before
    commit.may_go_on.set()
    await writing
    assert await database.read(venues_of) == ["New House"]
    assert database.version() != before


async def test_writes_are_carried_out_one_after_the_other_in_the_order_they_were_asked_for(site, database):
    def add_numbered(connection, name):
        return add(connection, f"{len(venues_of(connection))} {name}")

    ids = await asyncio.gather(*(database.write(add_numbered, name) for name in "ABCDE"))
    assert len(set(ids)) == 5
    assert await database.read(venues_of) == ["0 A", "1 B", "2 C", "3 D", "4 E"]


async def test_write_that_is_refused_leaves_those_before_and_after_it_alone(site, database):
    writes: list[Awaitable[object]]
    writes = [database.write(add, "A"), database.write(add_and_fail, "B"), database.write(add, "C")]
    first, refused, last = await asyncio.gather(*writes, return_exceptions=True)
    assert isinstance(refused, DataError)
    assert refused.kind is CHECK_VIOLATION
    assert await site.rows("music_events?select=id&venue=in.(A,B,C)&order=venue") == [{"id": first}, {"id": last}]


async def test_commit_that_fails_is_reported_and_the_next_write_is_carried_out(site, database):
    def fail(_connection):
        event.remove(Engine, "commit", fail)
        raise OperationalError("COMMIT", None, sqlite3.OperationalError("disk I/O error"))

    before = database.version()
    event.listen(Engine, "commit", fail)
    with pytest.raises(DatabaseUnavailable):
        await database.write(add, "A")
    assert database.version() == before
    await database.write(add, "B")
    assert await database.read(venues_of) == ["B"]


async def test_client_that_goes_away_during_the_commit_loses_nothing(site, database, commit):
    before, headers = database.version(), site.headers("admin")
    body = {**EVENT, "venue": "Left House"}
    leaving = asyncio.create_task(site.client.post("/rest/v1/music_events", headers=headers, json=body))
    await eventually(commit.is_held)
    leaving.cancel()
    following = asyncio.create_task(database.write(add, "Next House"))
    with contextlib.suppress(asyncio.CancelledError):
        await leaving
    assert leaving.cancelled()
    commit.may_go_on.set()
    await following
    assert await database.read(venues_of) == ["Left House", "Next House"]
    assert database.version() != before


async def test_client_that_goes_away_before_its_turn_has_written_nothing(site, database, commit):
    writing = asyncio.create_task(database.write(add, "First House"))
    await eventually(commit.is_held)
    leaving = asyncio.create_task(database.write(add, "Left House"))
    await asyncio.sleep(0)
    leaving.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await leaving
    commit.may_go_on.set()
    await writing
    await database.write(add, "Last House")
    assert await database.read(venues_of) == ["First House", "Last House"]


async def test_commit_under_way_is_finished_when_the_database_is_closed(site, database, commit):
    other = open_database(site.service.settings.database_url)
    writing = asyncio.create_task(other.write(add, "Late House"))
    await eventually(commit.is_held)
    writing.cancel()
    closing = asyncio.create_task(asyncio.to_thread(other.close))
    commit.may_go_on.set()
    await closing
    assert await database.read(venues_of) == ["Late House"]


async def test_write_that_waits_too_long_for_another_process_is_refused_and_never_carried_out(
    site, database, monkeypatch
):
    monkeypatch.setattr("marquee.db.sqlite.writer.TURN_S", 0.1)
    with database.path.with_name("marquee.sqlite3.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for house in ("Late House", "Later House"):
            with pytest.raises(DatabaseUnavailable):
                await database.write(add, house)
        assert (await site.client.get("/health/ready")).status_code == 503
    monkeypatch.undo()
    await database.write(add, "Next House")
    assert await database.read(venues_of) == ["Next House"]
    assert (await site.client.get("/health/ready")).status_code == 200


async def test_write_that_waits_too_long_for_others_of_its_process_is_refused(database, commit, monkeypatch):
    writing = asyncio.create_task(database.write(add, "First House"))
    await eventually(commit.is_held)
    monkeypatch.setattr("marquee.db.sqlite.writer.TURN_S", 0.1)
    with pytest.raises(DatabaseUnavailable):
        await database.write(add, "Late House")
    commit.may_go_on.set()
    await writing
    monkeypatch.undo()
    await database.write(add, "Last House")
    assert await database.read(venues_of) == ["First House", "Last House"]


async def test_readiness_is_asked_of_the_writer_only_when_there_is_no_news(site, database, monkeypatch):
    monkeypatch.setattr("marquee.db.sqlite.database.TURN_IS_NEWS_S", PATIENCE_S)
    await database.write(add, "A House")
    with database.path.with_name("marquee.sqlite3.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert (await site.client.get("/health/ready")).status_code == 200


async def test_what_was_written_is_moved_into_the_file_when_nobody_waits_for_a_write(site, database):
    """A commit need not do it then, which others wait for. The file alone, without its log, has all of it."""
    alone = database.path.with_name("alone.sqlite3")
    await database.write(lambda connection: [add(connection, f"House {number}") for number in range(500)])

    async def is_in_the_file():
        shutil.copy(database.path, alone)
        with contextlib.closing(sqlite.connect(alone)) as copy, contextlib.suppress(sqlite.DatabaseError):
            count = "SELECT count(*) FROM music_events WHERE venue LIKE 'House %'"
            return copy.execute(count).fetchone()[0] == 500
        return False  # a copy of the middle of it

    await eventually(is_in_the_file)
