"""Reads that take long: who waits for them, and what becomes of those that never end."""

import asyncio
import contextlib
import itertools
import threading
import time
from types import SimpleNamespace

import pytest
from sqlalchemy import func, select, text, update

from marquee.db.functions import lowered
from marquee.db.turns import CLIENT
from marquee.domain.tables import music_artists
from marquee.errors import Overloaded, StatementTimeout
from tests.conftest import on_postgresql, on_sqlite
from tests.databases import ENDLESS
from tests.waiting import PATIENCE_S, eventually

pytestmark = pytest.mark.anyio


# Some hundredths of a second.
BUSY = {
    "postgresql": text("SELECT pg_sleep(0.02)"),
    "sqlite": text(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 150000) SELECT count(*) FROM n"
    ),
}


@pytest.fixture
def database(site):
    return site.service.database


@pytest.fixture
def short(monkeypatch):
    """Half a second for slow reads, less for quick ones."""
    for module in ("sqlite.slow_reads", "postgresql.database"):
        monkeypatch.setattr(f"marquee.db.{module}.READ_LIMIT_S", 0.5)
    monkeypatch.setattr("marquee.db.postgresql.database.QUICK_LIMIT_S", 0.1)


def names(connection):
    return list(connection.execute(select(music_artists.c.name)).scalars())


def forever(connection):
    return connection.execute(ENDLESS).all()


def reading(database, client, is_cheap, fn, *args):
    """The read of a client, under way."""

    async def read():
        CLIENT.set(client)
        return await database.read_for_client(is_cheap, fn, *args)

    return asyncio.create_task(read())


@pytest.fixture
def long(short, monkeypatch):
    """A slow read may take as long as what is done meanwhile, on whatever machine."""
    for module in ("sqlite.slow_reads", "postgresql.database"):
        monkeypatch.setattr(f"marquee.db.{module}.READ_LIMIT_S", 2 * PATIENCE_S)


@contextlib.asynccontextmanager
async def slow_read(database, client):
    """While a read of the client's is under way, which nobody waits for after that."""
    slow = reading(database, client, False, forever)
    await asyncio.sleep(0)
    try:
        yield
        assert not slow.done()
    finally:
        slow.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await slow


async def test_others_read_while_one_clients_read_takes_long(database, long):
    async with slow_read(database, "a"):
        for is_cheap in (True, False):
            assert len(await in_time(reading(database, "b", is_cheap, names))) == 3
        assert len(await in_time(database.read(names))) == 3


def in_time(read):
    return asyncio.wait_for(read, PATIENCE_S)


@on_sqlite
async def test_cheap_read_that_waited_for_a_core_is_not_taken_for_a_slow_one(database, monkeypatch):
    """Sixty milliseconds went by, of which it had the processor for none: others had it."""
    runs, ticks = [], itertools.chain((0.0,), itertools.repeat(0.06))
    clocks = SimpleNamespace(monotonic=lambda: next(ticks), thread_time=lambda: 0.0)
    monkeypatch.setattr("marquee.db.sqlite.connection.time", clocks)

    def some(connection):
        runs.append(1)
        return connection.execute(BUSY["sqlite"]).scalar_one()

    assert await reading(database, "a", True, some) > 0
    assert len(runs) == 1


@on_sqlite
async def test_slow_read_takes_pythons_lock_from_the_event_loop_a_few_times_only(database, monkeypatch):
    """Each look at the time takes it, and SQLite can look every thousand of the million steps that this read has."""
    looks = itertools.count()
    clocks = SimpleNamespace(monotonic=lambda: float(next(looks) * 0), thread_time=lambda: 0.0)
    monkeypatch.setattr("marquee.db.sqlite.connection.time", clocks)
    await reading(database, "a", False, lambda connection: connection.execute(BUSY["sqlite"]).all())
    assert next(looks) < 100


async def test_read_of_several_statements_is_given_up_as_a_whole(database, short):
    """As a count and its rows are: each of them alone would be allowed."""
    finished = []

    def several(connection):
        while True:
            names(connection)
            finished.append(connection)

    with pytest.raises(StatementTimeout):
        await reading(database, "a", False, several)
    assert finished

    async def is_read():
        with contextlib.suppress(StatementTimeout):  # after half a second of a busy machine
            return len(await reading(database, "a", False, names)) == 3

    await eventually(is_read)


async def test_second_slow_read_of_a_client_waits_for_the_first(database, long):
    async with slow_read(database, "a"):
        second = reading(database, "a", False, names)
        await reading(database, "b", False, names)
        assert not second.done()
    assert len(await second) == 3


async def test_read_that_breaks_its_promise_is_begun_again_and_its_client_is_believed_no_more(database, long):
    runs: list[int] = []

    def slow_at_first(connection):
        runs.append(len(runs))
        return names(connection) if len(runs) > 1 else forever(connection)

    assert len(await reading(database, "a", True, slow_at_first)) == 3
    assert len(runs) == 2
    async with slow_read(database, "a"):
        waiting = reading(database, "a", True, names)  # in the line, although it is cheap
        await reading(database, "b", True, names)
        assert not waiting.done()
    assert len(await waiting) == 3


async def test_read_of_our_own_never_waits_for_a_clients(database, long):
    runs: list[int] = []

    def slow_at_first(connection):
        runs.append(len(runs))
        return names(connection) if len(runs) > 1 else forever(connection)

    async with slow_read(database, "a"):
        CLIENT.set("a")
        assert len(await in_time(database.read(slow_at_first))) == 3


async def test_slow_read_that_nobody_waits_for_any_more_is_given_up(database):
    for client in "abcd":
        leaving = reading(database, client, False, forever)
        await asyncio.sleep(0.05)
        leaving.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await leaving
        assert leaving.cancelled()
    assert len(await reading(database, "a", False, names)) == 3


async def test_too_many_slow_reads_are_refused_with_the_time_to_come_back(site, monkeypatch):
    async def refuse(*_args):
        raise Overloaded

    monkeypatch.setattr(type(site.service.database), "read_for_client", refuse)
    answer = await site.rest("GET", "music_artists?bio=ilike.*a*")
    assert (answer.status_code, answer.json()["code"], answer.headers["retry-after"]) == (503, "PGRST003", "1")


async def test_read_that_is_given_up_is_logged_as_a_refusal_and_not_as_a_fault(site, monkeypatch, log):
    """A client could fill the log with traces otherwise, and a machine that stalls would look like a broken one."""

    async def give_up(*_args):
        raise StatementTimeout("The statement took too long and was given up") from OSError("interrupted")

    monkeypatch.setattr(type(site.service.database), "read_for_client", give_up)
    answer = await site.rest("GET", "music_artists?bio=ilike.*a*")
    assert (answer.status_code, answer.json()["code"]) == (503, "57014")
    (line,) = [line for line in log.lines("marquee") if line["event"] == "given up"]
    assert line["request_id"] == answer.headers["x-request-id"]
    assert "trace" not in log.text
    assert '"level":"error"' not in log.text


@on_sqlite
@pytest.mark.parametrize(
    ("condition", "times"), [("unicode_lower(t) = 'x'", 50), ("t REGEXP '(.?){20}x'", 50), ("t LIKE :hard", 10)]
)
async def test_one_row_with_many_expensive_conditions_is_given_up_in_time(database, short, condition, times):
    """SQLite itself looks at the time once in a row, or every thousand steps."""
    rows = "SELECT 1 AS i, :long AS t UNION ALL SELECT i + 1, :long || i FROM n LIMIT 20000"
    conditions = " OR ".join([condition] * times)
    statement = text(f"WITH RECURSIVE n(i, t) AS ({rows}) SELECT count(*) FROM n WHERE {conditions}")  # noqa: S608
    values = {"long": "é" * 20_000, "hard": "%" + "é_" * 200 + "x%"}

    def run(connection):
        connection.execute(statement, {name: values[name] for name in statement.compile().params}).all()

    started = time.monotonic()
    with pytest.raises(StatementTimeout):
        await reading(database, "a", False, run)
    assert time.monotonic() - started < PATIENCE_S


async def test_lower_case_of_any_script_is_the_same_whether_ascii_or_not(database):
    words = ["ABBA", "ÉTÉ", "ŁÓDŹ", "ΣΊΣΥΦΟΣ", "", None]

    def folded(connection, word):
        connection.execute(update(music_artists).values(bio=word))
        return connection.execute(select(lowered(music_artists.c.bio), func.count()).group_by(text("1"))).all()

    assert [(await database.write(folded, word))[0][0] for word in words[:-2]] == ["abba", "été", "łódź", "σίσυφος"]
    assert [(await database.write(folded, word))[0][0] for word in words[-2:]] == ["", None]


@on_postgresql
@pytest.mark.parametrize("is_cheap", [True, False])
async def test_a_read_has_one_process_of_the_server(database, is_cheap):
    def plan(connection):
        for cost in ("parallel_setup_cost", "parallel_tuple_cost", "min_parallel_table_scan_size"):
            connection.execute(text(f"SET LOCAL {cost} = 0"))
        return [*connection.execute(text("EXPLAIN SELECT max(bio) FROM music_artists")).scalars()]

    assert not [line for line in await database.read_for_client(is_cheap, plan) if "Gather" in line]


@pytest.mark.parametrize("way", ["slow read", "write"])
async def test_what_python_computes_with_many_rows_leaves_the_loop_to_others(database, way):
    loop, begun, others = asyncio.get_running_loop(), asyncio.Event(), threading.Event()

    def compute(_connection):
        loop.call_soon_threadsafe(begun.set)
        return others.wait(PATIENCE_S)

    run = database.write(compute) if way == "write" else database.read_for_client(False, compute)
    computed = asyncio.create_task(run)
    await begun.wait()
    others.set()
    assert await computed
