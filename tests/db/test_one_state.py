"""Reads of the command line: however long one takes, it sees one state of the data, and the site goes on writing."""

import asyncio
from threading import Event

import pytest
from sqlalchemy import func, select
from sqlalchemy.exc import DBAPIError

from marquee.domain.tables import music_events
from tests.cast import insert_row
from tests.db.test_database import EVENT
from tests.waiting import PATIENCE_S

pytestmark = pytest.mark.anyio
COUNT = select(func.count()).select_from(music_events)


async def test_a_long_read_sees_one_state_while_the_site_writes(site):
    database, begun, written = site.service.database, Event(), Event()

    def read(connection):
        before = connection.execute(COUNT).scalar_one()
        begun.set()
        assert written.wait(PATIENCE_S)
        return before, connection.execute(COUNT).scalar_one()

    reading = asyncio.create_task(asyncio.to_thread(database.read_now, read))
    await asyncio.to_thread(begun.wait, 20)
    await database.write(insert_row, music_events, EVENT)
    written.set()
    before, after = await reading
    assert before == after
    assert await database.read(lambda connection: connection.execute(COUNT).scalar_one()) == before + 1


async def test_a_read_cannot_write_and_the_next_write_can(site):
    with pytest.raises(DBAPIError):
        site.service.database.read_now(insert_row, music_events, EVENT)
    assert site.service.database.write_now(insert_row, music_events, EVENT)
