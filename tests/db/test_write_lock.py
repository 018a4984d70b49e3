"""Processes that write to one SQLite file: commands and sites come in turn, and no command waits for ever."""

import asyncio
import fcntl
import threading
from contextlib import closing

import pytest

from marquee.db.open_database import open_database
from marquee.errors import OperatorError
from tests.conftest import on_sqlite
from tests.waiting import PATIENCE_S, eventually

pytestmark = [pytest.mark.anyio, on_sqlite]


def beside(database, suffix):
    return database.path.with_name(f"{database.path.name}{suffix}")


async def test_command_comes_between_two_writes_of_a_busy_site(site):
    database, order = site.service.database, []
    is_held, may_go_on = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def first(_connection):
        loop.call_soon_threadsafe(is_held.set)
        assert may_go_on.wait(PATIENCE_S)
        order.append("site")

    async def command_waits():
        with beside(database, ".gate").open() as gate:
            try:
                fcntl.flock(gate, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return True
        return False

    writes = [database.write(first)]
    writes += [database.write(lambda _connection: order.append("site again")) for _ in range(20)]
    running = asyncio.gather(*writes)
    await is_held.wait()
    with closing(open_database(f"sqlite:///{database.path}")) as other:
        command = asyncio.create_task(asyncio.to_thread(other.write_now, lambda _connection: order.append("command")))
        await eventually(command_waits)
        may_go_on.set()
        await asyncio.gather(running, command)
    assert order == ["site", "command", *["site again"] * 20]


async def test_command_that_waits_in_vain_says_so(site, monkeypatch):
    monkeypatch.setattr("marquee.db.sqlite.write_lock.COMMAND_TURN_S", 0.05)
    database = site.service.database
    with beside(database, ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(
            OperatorError, match=r"Others have been writing to the database for 0\.05 seconds\. Nothing was done\."
        ):
            database.write_now(lambda _connection: None)
    assert database.write_now(lambda _connection: "done") == "done"
