"""What makes kept answers old: anybody's commit, the quarter of an hour, the publishable key; and nothing else."""

import asyncio
import contextlib
import itertools
import os
import sqlite3
from datetime import datetime
from zoneinfo import ZoneInfo, available_timezones

import pytest
from sqlalchemy import text

from marquee.auth.secrets import secrets_file
from marquee.auth.secrets.key_ring import KeyRing
from marquee.db.commit_counter import CommitCounter
from marquee.db.open_database import open_database
from marquee.web.cache_version import QUARTER_S, CacheVersion
from tests.cast import PASSWORD
from tests.conftest import on_postgresql, on_sqlite
from tests.waiting import eventually, keeps

pytestmark = pytest.mark.anyio

RENAME = "UPDATE music_artists SET name = 'Other' WHERE id = 'night-ferry'"


@pytest.fixture
def edition(site, clock, monkeypatch):
    monkeypatch.setattr("marquee.auth.secrets.key_ring.LOOK_EVERY_S", 0)
    service = site.service
    ring = KeyRing(service.settings.data_dir)
    return CacheVersion(service.database, ring.current, look_every_s=0)


def run(connection, statement):
    connection.execute(text(statement))


@on_sqlite
async def test_database_that_hears_of_no_commits_is_read_all_the_same(site, edition, monkeypatch):
    monkeypatch.setattr(site.service.database, "version", itertools.count().__next__)
    first, second = [await asyncio.wait_for(edition.look_ahead(), 30) for _ in range(2)]
    assert first != second, "nothing is kept"


@on_sqlite
async def test_commit_of_another_process_is_seen_at_once(site, edition):
    before = edition()
    other = open_database(site.service.settings.database_url)
    other.write_now(run, RENAME)
    assert edition() != before
    other.close()


@on_sqlite
@pytest.mark.parametrize("statement", ["SELECT 1", "UPDATE music_artists SET name = 'x' WHERE id = 'nobody'"])
async def test_write_that_reaches_no_row_makes_nothing_old(site, edition, statement):
    before = edition()
    await site.service.database.write(run, statement)
    assert edition() == before


@on_sqlite
async def test_write_that_fails_makes_nothing_old(site, edition):
    def fail(connection):
        run(connection, RENAME)
        raise KeyError

    before = edition()
    with pytest.raises(KeyError):
        await site.service.database.write(fail)
    assert edition() == before


@on_sqlite
async def test_commit_that_nobody_counted_is_found_soon(site, edition):
    """As of a foreign program, or of a writer that was killed between its commit and the count."""
    before = edition()
    with contextlib.closing(sqlite3.connect(site.service.database.path)) as foreign:
        foreign.execute(RENAME)
        foreign.commit()

    async def is_other():
        return edition() != before

    await eventually(is_other)


@on_sqlite
async def test_number_never_comes_again(site, edition):
    numbers = [edition()]
    for name in "abab":
        await site.service.database.write(run, RENAME.replace("Other", name))
        numbers += [edition()]
    assert numbers == sorted(set(numbers))


@on_sqlite
async def test_quarter_of_an_hour_makes_everything_old(edition, clock):
    before = edition()
    clock.move(minutes=14, seconds=59)
    assert edition() == before
    clock.move(seconds=1)
    turned = edition()
    assert turned != before
    clock.move(minutes=-1)  # a clock that is set right
    assert edition() not in (before, turned)


@on_sqlite
async def test_replaced_key_makes_everything_old(site, edition):
    before = edition()
    file = site.service.settings.data_dir / secrets_file.FILE_NAME
    old = secrets_file.read(file).publishable
    file.write_text(file.read_text().replace(old, f"{old[:-4]}wxyz"))
    assert edition() != before


@pytest.mark.parametrize("hour", [0, 5])
def test_day_and_its_first_hours_begin_at_a_quarter_in_every_time_zone(hour):
    """In every month of the years in which anybody announces concerts."""
    for name in available_timezones():
        for month in range(48):
            moment = datetime(2026 + month // 12, month % 12 + 1, 28, hour, tzinfo=ZoneInfo(name))
            assert moment.timestamp() % QUARTER_S == 0, name


def test_count_on_a_full_disk_stays_as_it_is(tmp_path, monkeypatch):
    def full(*_args):
        raise OSError(28, "No space left on device")

    counted = CommitCounter(tmp_path / "db")
    counted.advance()
    monkeypatch.setattr(os, "pwrite", full)
    counted.advance()
    assert counted.current() == 1
    counted.close()


def test_count_survives_a_second_start(tmp_path):
    first, second = CommitCounter(tmp_path / "db"), CommitCounter(tmp_path / "db")
    first.advance()
    assert (first.current(), second.current()) == (1, 1)
    first.close()
    third = CommitCounter(tmp_path / "db")
    assert third.current() == second.current() == 1
    for each in (second, third):
        each.close()


PRIVATE = {
    "sign-in": "UPDATE users SET last_sign_in_at = updated_at",
    "session": "DELETE FROM music_sessions",
    "contact": "DELETE FROM music_contacts",
    "mail": "DELETE FROM mail_requests",
}
PUBLIC = {
    "artist": RENAME,
    "all artists": "DELETE FROM music_artists",
    "event": "UPDATE music_events SET venue = 'Other' WHERE artist_id = 'night-ferry'",
    "settings": "UPDATE music_settings SET footer = 'Other'",
    "owner of an artist": "DELETE FROM users WHERE email = 'owner@stage.test'",
}


@pytest.fixture
async def standing(site, clock):
    """The version of a site that hears of changes."""
    await keeps(site)
    return site.service.cache.version


@pytest.mark.parametrize("statement", PRIVATE.values(), ids=PRIVATE)
async def test_private_write_makes_nothing_old(site, standing, statement):
    before = standing()
    await site.service.database.write(run, statement)
    assert standing() == before


@pytest.mark.parametrize("statement", PUBLIC.values(), ids=PUBLIC)
async def test_public_write_makes_everything_old_at_once(site, standing, statement):
    before = standing()
    await site.service.database.write(run, statement)
    assert standing() != before


@pytest.mark.parametrize("statement", [PRIVATE["sign-in"], PUBLIC["owner of an artist"]], ids=["private", "public"])
async def test_write_of_another_program_is_told_apart_too(site, standing, statement):
    before = standing()
    other = open_database(site.service.settings.database_url)
    other.write_now(run, statement)
    if statement == PRIVATE["sign-in"]:
        other.write_now(run, "SELECT 1")
        assert standing() == before
    else:

        async def is_other():
            return standing() != before

        await eventually(is_other)
    other.close()


async def test_page_stays_kept_while_people_sign_in_and_ask_for_mail(site, clock, monkeypatch):
    await keeps(site)
    page = await site.client.get("/")
    headers = {"apikey": site.service.keys.publishable}
    session = {"email": "owner@stage.test", "password": PASSWORD}
    signed_in = await site.client.post("/auth/v1/token?grant_type=password", headers=headers, json=session)
    asked = await site.client.post("/auth/v1/recover", headers=headers, json={"email": "owner@stage.test"})
    assert (signed_in.status_code, asked.status_code) == (200, 200)

    async def fail(*_args):
        raise AssertionError("made again")

    monkeypatch.setattr(type(site.service.database), "read", fail)
    assert (await site.client.get("/")).content == page.content


@on_postgresql
async def test_another_server_knows_of_a_save_soon(site):
    saving, other = (open_database(site.service.settings.database_url) for _ in range(2))

    async def hears():
        await other.read(run, "SELECT 1")
        return other.version() == other.version()

    await eventually(hears)
    before = other.version()
    await saving.write(run, RENAME)

    async def knows():
        return other.version() != before

    await eventually(knows)
    for each in (saving, other):
        await each.disconnect()
        each.close()


@on_postgresql
async def test_processes_of_one_server_know_of_a_save_before_it_is_answered(site, tmp_path, monkeypatch):
    """Without their notifications, which arrive a little later."""
    monkeypatch.setattr("marquee.db.postgresql.commits.Commits._on_notification", lambda *_: None)
    saving, sibling = (open_database(site.service.settings.database_url, tmp_path) for _ in range(2))

    async def hears():
        await sibling.read(run, "SELECT 1")
        return sibling.version() == sibling.version()

    await eventually(hears)
    before = sibling.version()
    await saving.write(run, PRIVATE["sign-in"])
    assert sibling.version() == before
    await saving.write(run, RENAME)
    assert sibling.version() != before
    for each in (saving, sibling):
        await each.disconnect()
        each.close()
