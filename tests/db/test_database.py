"""What the database does when it is asked too much, or can no longer write."""

import asyncio
import resource

import pytest

from marquee.domain.tables import music_events
from marquee.errors import DatabaseUnavailable
from tests.cast import insert_row
from tests.conftest import on_sqlite
from tests.databases import ENDLESS
from tests.waiting import eventually

pytestmark = pytest.mark.anyio

EVENT = {"date": "2026-12-01", "venue": "Depot 23", "location": "Ghent", "artist_id": "mara-voss"}


def set_page_limit(connection, pages):
    connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")


def page_count(connection):
    return connection.exec_driver_sql("PRAGMA page_count").scalar_one()


async def test_statement_that_never_ends_is_given_up_and_the_next_is_answered(site, monkeypatch):
    for module in ("sqlite.slow_reads", "postgresql.database"):
        monkeypatch.setattr(f"marquee.db.{module}.READ_LIMIT_S", 0.05)
    monkeypatch.setattr("marquee.rest.query.read_rows", lambda connection, *_: connection.execute(ENDLESS))
    answer = await site.rest("GET", "music_artists")
    assert (answer.status_code, answer.json()["code"], answer.headers["retry-after"]) == (503, "57014", "1")
    monkeypatch.undo()

    async def is_answered():  # PostgreSQL gives this client's reads as little time for a while
        return (await site.rest("GET", "music_artists")).status_code == 200

    await eventually(is_answered)


@on_sqlite
async def test_full_disk_refuses_writes_keeps_reading_and_recovers(site):
    full = await site.service.database.write(page_count)
    await site.service.database.write(set_page_limit, full)
    before = await site.rows("music_events?select=id")
    statuses = {(await site.rest("POST", "music_events", "admin", json=[EVENT] * 200)).status_code for _ in range(3)}
    assert statuses == {503}
    assert await site.rows("music_events?select=id") == before
    await site.service.database.write(set_page_limit, 1_000_000)
    assert (await site.rest("POST", "music_events", "admin", json=EVENT)).status_code == 201


@pytest.fixture
def limit_files():
    """A function that sets how large a file may become, in bytes."""
    former = resource.getrlimit(resource.RLIMIT_FSIZE)
    yield lambda most: resource.setrlimit(resource.RLIMIT_FSIZE, (most, former[1]))
    resource.setrlimit(resource.RLIMIT_FSIZE, former)


def add(connection):
    return insert_row(connection, music_events, EVENT)


@on_sqlite
async def test_full_disk_has_room_for_saves_where_the_log_had_grown(site, limit_files):
    database = site.service.database
    log = database.path.with_name(f"{database.path.name}-wal")
    while log.stat().st_size < 2 * database.path.stat().st_size:
        await database.write(add)
    limit_files(log.stat().st_size)
    refused, *kept = await asyncio.gather(*(database.write(add) for _ in range(3)), return_exceptions=True)
    assert isinstance(refused, DatabaseUnavailable)
    assert not [answer for answer in kept if isinstance(answer, BaseException)]


@on_sqlite
async def test_full_disk_is_told_in_the_protocols_shape(site):
    await site.service.database.write(set_page_limit, await site.service.database.write(page_count))
    answer = await site.rest("POST", "music_events", "admin", json=[EVENT] * 200)
    assert answer.json()["code"] == "PGRST003"
    assert answer.headers["retry-after"] == "1"
