"""What a site says and does when its database file is no longer where it was, or no longer one."""

import errno
from contextlib import closing

import pytest

from marquee.db.sqlite.connection import sqlite
from marquee.db.sqlite.writer import Writer
from marquee.errors import DatabaseUnavailable
from tests.conftest import on_sqlite

pytestmark = [pytest.mark.anyio, on_sqlite]

EVENT = {"date": "2026-12-01", "venue": "Depot 23", "location": "Ghent", "artist_id": "mara-voss"}


async def health(site):
    answers = [await site.client.get(f"/health/{name}") for name in ("live", "ready")]
    assert [answer.content for answer in answers] == [b"", b""]
    return [answer.status_code for answer in answers]


async def post(site):
    return (await site.rest("POST", "music_events", "admin", json=EVENT)).status_code


def wait_only_50_ms(connection):
    connection.exec_driver_sql("PRAGMA busy_timeout = 50")


@pytest.fixture
async def headers(site):
    """Of the admin, who is signed in and reads before anything happens to the file."""
    assert await health(site) == [200, 200]
    return site.headers("admin")


async def test_moved_file_is_not_ready_takes_no_write_and_is_found_again(site, headers):
    file = site.service.database.path
    away = file.rename(file.with_name("away"))
    assert await health(site) == [200, 503]
    answer = await site.client.post("/rest/v1/music_events", headers=headers, json=EVENT)
    assert (answer.status_code, answer.json()["code"]) == (503, "PGRST003")
    assert (await site.client.get("/rest/v1/music_events", headers=headers)).status_code == 200
    assert not file.exists()
    away.rename(file)
    assert await health(site) == [200, 200]
    assert await post(site) == 201


async def test_another_file_in_its_place_takes_no_write(site, headers):
    file = site.service.database.path
    away = file.rename(file.with_name("away"))
    file.write_bytes(away.read_bytes())
    assert await health(site) == [200, 503]
    assert (await site.client.post("/rest/v1/music_events", headers=headers, json=EVENT)).status_code == 503


async def test_missing_folder_takes_no_write(site, headers):
    folder = site.service.database.path.parent
    away = folder.rename(folder.with_name("away"))
    assert await health(site) == [200, 503]
    assert (await site.client.post("/rest/v1/music_events", headers=headers, json=EVENT)).status_code == 503
    away.rename(folder)
    assert await post(site) == 201


async def test_first_write_fails_until_the_file_can_be_opened(site):
    path = site.service.database.path.with_name("another.sqlite3")
    writer = Writer(path, require_in_place=lambda: None, on_commit=lambda: None)
    for _ in range(2):
        with pytest.raises(DatabaseUnavailable):
            await writer.write(wait_only_50_ms)
    path.touch()
    await writer.write(wait_only_50_ms)
    writer.close()


async def test_file_that_is_overwritten_is_not_ready(site):
    with site.service.database.path.open("r+b") as stream:
        stream.write(b"no database any more" * 1000)
    assert await health(site) == [200, 503]


async def test_lock_that_cannot_be_opened_takes_no_write_until_it_can(site, headers):
    lock = site.service.database.path.with_name("marquee.sqlite3.lock")
    lock.unlink()
    lock.mkdir()
    answer = await site.client.post("/rest/v1/music_events", headers=headers, json=EVENT)
    assert (answer.status_code, answer.json()["code"]) == (503, "PGRST003")
    assert (await site.client.get("/rest/v1/music_events", headers=headers)).status_code == 200
    lock.rmdir()
    assert await post(site) == 201


async def test_lock_that_another_program_keeps_is_a_refusal_and_no_fault(site, headers):
    await site.service.database.write(wait_only_50_ms)
    with closing(sqlite.connect(site.service.database.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        answer = await site.client.post("/rest/v1/music_events", headers=headers, json=EVENT)
        assert (answer.status_code, answer.json()["code"]) == (503, "PGRST003")
    assert await post(site) == 201


def refuse(path):
    raise OSError(errno.EROFS, "Read-only file system", str(path))


@pytest.mark.parametrize("what", ["file", "disk"])
async def test_read_only_file_is_said_reads_go_on_and_it_is_not_ready(site, headers, monkeypatch, what):
    monkeypatch.setattr("marquee.db.sqlite.database.TURN_IS_NEWS_S", 0)
    if what == "file":
        await site.service.database.write(lambda connection: connection.exec_driver_sql("PRAGMA query_only = 1"))
    else:
        monkeypatch.setattr("marquee.db.sqlite.write_lock.open_private", refuse)
    answer = await site.client.post("/rest/v1/music_events", headers=headers, json=EVENT)
    assert (answer.status_code, answer.json()["code"]) == (503, "25006")
    assert answer.json()["message"] == "The database is read-only at the moment, so nothing was saved"
    assert await health(site) == [200, 503]
    assert (await site.client.get("/rest/v1/music_events", headers=headers)).status_code == 200
