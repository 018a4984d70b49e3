"""What makes kept answers old: anybody's commit, the date, the publishable key; and nothing else."""

import contextlib
import os
import sqlite3
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import text

from marquee.auth import keys
from marquee.auth.key_ring import KeyRing
from marquee.clock import Calendar
from marquee.db.commit_counter import CommitCounter
from marquee.db.open_database import open_database
from marquee.web.cache_version import CacheVersion
from tests.conftest import on_sqlite
from tests.waiting import eventually

pytestmark = pytest.mark.anyio

RENAME = "UPDATE music_artists SET name = 'Other' WHERE id = 'night-ferry'"


@pytest.fixture
def edition(site, clock, monkeypatch):
    monkeypatch.setattr("marquee.auth.key_ring.LOOK_EVERY_S", 0)
    service = site.service
    ring = KeyRing(service.settings.data_dir)
    return CacheVersion(service.database, Calendar(ZoneInfo("Pacific/Auckland")), ring.current, look_every_s=0)


def run(connection, statement):
    connection.execute(text(statement))


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
async def test_date_begins_in_the_sites_zone(edition, clock):
    before = edition()
    clock.move(minutes=59)
    assert edition() == before
    clock.move(minutes=1)  # 11:00 UTC is midnight in Auckland
    turned = edition()
    assert turned != before
    clock.move(minutes=-1)  # a clock that is set right
    assert edition() not in (before, turned)


@on_sqlite
async def test_replaced_key_makes_everything_old(site, edition):
    before = edition()
    file = site.service.settings.data_dir / keys.FILE_NAME
    old = keys.read(file).publishable
    file.write_text(file.read_text().replace(old, f"{old[:-4]}wxyz"))
    assert edition() != before


@pytest.mark.parametrize(
    ("zone", "last", "first"),
    [
        ("Europe/Amsterdam", "2026-10-25T22:59:59", "2026-10-25T23:00:00"),  # a day of 25 hours
        ("Europe/Amsterdam", "2026-03-29T21:59:59", "2026-03-29T22:00:00"),  # of 23
        ("Africa/Cairo", "2026-04-23T21:59:59", "2026-04-23T22:00:00"),  # the next one has no midnight
        ("America/Havana", "2026-11-01T03:59:59", "2026-11-01T04:00:00"),  # it has two
    ],
)
def test_day_ends_when_it_ends_there(clock, zone, last, first):
    clock.now = datetime.fromisoformat(last).replace(tzinfo=UTC)
    calendar = Calendar(ZoneInfo(zone))
    day = calendar.today()
    assert calendar.today() is day
    clock.now = datetime.fromisoformat(first).replace(tzinfo=UTC)
    assert (calendar.today() - day).days == 1


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
