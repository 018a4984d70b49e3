"""Writes to a SQLite file: who waits for them, which come together, and what is left of one that breaks off."""

import asyncio
import contextlib
import fcntl
import sqlite3
import threading

import pytest
from sqlalchemy import Engine, event, select, text
from sqlalchemy.exc import OperationalError

from marquee.db.database import open_database
from marquee.db.sqlite.connection import sqlite
from marquee.domain.records import insert_row
from marquee.domain.tables import music_events
from marquee.errors import CheckViolation, DatabaseUnavailable, StatementTimeout
from tests.conftest import on_sqlite
from tests.waiting import eventually

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
    """How many reads are answered meanwhile."""
    count = 0
    while not writing.done():
        await site.service.database.read(venues_of)
        count += 1
        await asyncio.wait({writing}, timeout=0.001)
    return count


class Commits:
    """The commits of the thread that writes; the first one is held until it is let go."""

    def __init__(self):
        self.count = 0
        self.begun, self.may_go_on = threading.Event(), threading.Event()

    def __call__(self, _connection):
        if threading.current_thread().name.startswith("writer"):
            self.count += 1
            self.begun.set()
            assert self.may_go_on.wait(10)

    async def is_held(self):
        return self.begun.is_set()


@pytest.fixture
def commits():
    counted = Commits()
    event.listen(Engine, "commit", counted)
    yield counted
    counted.may_go_on.set()
    event.remove(Engine, "commit", counted)


@pytest.fixture
def database(site):
    return site.service.database


async def test_reads_are_answered_within_a_write_of_many_rows(site, database):
    body = [{**EVENT, "venue": f"House {number}"} for number in range(5000)]
    headers = site.headers("admin")
    writing = asyncio.create_task(site.client.post("/rest/v1/music_events", headers=headers, json=body))
    assert await reads_until_done(site, writing) > 5
    assert (await writing).status_code == 201
    assert len(await database.read(venues_of)) == 5000


async def test_write_that_takes_long_lets_others_in_and_is_carried_out_once(site, database):
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


async def test_reads_see_nothing_of_a_write_before_it_is_committed(site, database, commits):
    before = database.version()
    writing = asyncio.create_task(database.write(add, "New House"))
    await eventually(commits.is_held)
    assert await database.read(venues_of) == []
    assert database.version() == before
    commits.may_go_on.set()
    await writing
    assert await database.read(venues_of) == ["New House"]
    assert database.version() != before


async def test_writes_of_one_moment_are_committed_together(site, database, commits):
    commits.may_go_on.set()
    names = [f"House {number}" for number in range(5)]
    ids = await asyncio.gather(*(database.write(add, name) for name in names))
    assert len(set(ids)) == 5
    assert await database.read(venues_of) == names
    assert commits.count == 1


async def test_write_that_is_refused_takes_nobody_with_it(site, database):
    writes = (database.write(add, "A"), database.write(add_and_fail, "B"), database.write(add, "C"))
    first, refused, last = await asyncio.gather(*writes, return_exceptions=True)
    assert isinstance(refused, CheckViolation)
    assert await site.rows("music_events?select=id&venue=in.(A,B,C)&order=venue") == [{"id": first}, {"id": last}]


async def test_write_that_takes_long_takes_nobody_with_it(site, database):
    """SQLite undoes the whole transaction of a change that is interrupted."""

    def rename_slowly(connection):
        rename = f"UPDATE music_events SET venue = 'B' WHERE venue = 'Silver Oar' AND ({LONG}) > 0"  # noqa: S608
        connection.execute(text(rename))

    await asyncio.gather(database.write(add, "A"), database.write(rename_slowly), database.write(add, "C"))
    assert await database.read(venues_of) == ["A", "C"]
    assert len(await site.rows("music_events?select=id&venue=eq.B")) == 1


async def test_commit_that_fails_is_told_to_all_of_it_and_the_next_is_carried_out(site, database):
    def fail(_connection):
        event.remove(Engine, "commit", fail)
        raise OperationalError("COMMIT", None, sqlite3.OperationalError("disk I/O error"))

    before = database.version()
    event.listen(Engine, "commit", fail)
    outcomes = await asyncio.gather(database.write(add, "A"), database.write(add, "B"), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [DatabaseUnavailable, DatabaseUnavailable]
    assert database.version() == before
    await database.write(add, "C")
    assert await database.read(venues_of) == ["C"]


async def test_client_that_goes_away_during_the_commit_loses_nothing(site, database, commits):
    before, headers = database.version(), site.headers("admin")
    body = {**EVENT, "venue": "Left House"}
    leaving = asyncio.create_task(site.client.post("/rest/v1/music_events", headers=headers, json=body))
    await eventually(commits.is_held)
    leaving.cancel()
    following = asyncio.create_task(database.write(add, "Next House"))
    with contextlib.suppress(asyncio.CancelledError):
        await leaving
    assert leaving.cancelled()
    commits.may_go_on.set()
    await following
    assert await database.read(venues_of) == ["Left House", "Next House"]
    assert database.version() != before


async def test_client_that_goes_away_before_its_turn_has_written_nothing(site, database, commits):
    writing = asyncio.create_task(database.write(add, "First House"))
    await eventually(commits.is_held)
    leaving = [asyncio.create_task(write(add, "Left House")) for write in (database.write, database.write_much)]
    await asyncio.sleep(0)
    for task in leaving:
        task.cancel()
    commits.may_go_on.set()
    await writing
    await database.write(add, "Last House")
    assert await database.read(venues_of) == ["First House", "Last House"]


async def test_commit_under_way_is_finished_when_the_database_is_closed(site, database, commits):
    other = open_database(site.service.settings.database_url)
    writing = asyncio.create_task(other.write(add, "Late House"))
    await eventually(commits.is_held)
    writing.cancel()
    closing = asyncio.create_task(asyncio.to_thread(other.close))
    commits.may_go_on.set()
    await closing
    assert await database.read(venues_of) == ["Late House"]
