"""What a site on PostgreSQL says and does when its server goes away and comes back."""

import asyncio

import asyncpg
import pytest

from marquee.cli.preparation import prepare
from marquee.db.open_database import open_database
from marquee.db.postgresql.database import WRITE_LOCK
from tests.cast import Site, Template
from tests.databases import PostgresqlDatabases
from tests.postgresql import Server
from tests.waiting import eventually

pytestmark = pytest.mark.anyio
EVENT = {"date": "2026-12-01", "venue": "Depot 23", "location": "Ghent", "artist_id": "mara-voss"}


@pytest.fixture(scope="module")
def server():
    """One that may be stopped without spoiling other tests."""
    made = Server()
    yield made
    made.stop()


@pytest.fixture
async def site(server, tmp_path):
    opened = Site.open(Template.make(tmp_path, PostgresqlDatabases(server)), tmp_path / "site")
    yield opened
    await opened.close()


async def ready(site):
    return (await site.client.get("/health/ready")).status_code


async def test_site_says_so_and_goes_on_by_itself(site, server):
    headers = site.headers("admin")
    assert await ready(site) == 200
    server.halt()
    assert await ready(site) == 503
    for method, path in (("GET", "music_events"), ("POST", "music_events")):
        answer = await site.client.request(method, f"/rest/v1/{path}", headers=headers, json=EVENT)
        assert (answer.status_code, answer.json()["code"], answer.headers["retry-after"]) == (503, "PGRST003", "1")
    assert (await site.client.get("/health/live")).status_code == 200
    server.start()
    assert await ready(site) == 200
    assert (await site.client.post("/rest/v1/music_events", headers=headers, json=EVENT)).status_code == 201


async def test_restart_of_the_server_loses_no_request(site, server):
    headers = site.headers("admin")

    async def ask(number):
        path = f"/rest/v1/music_events?select=id&limit=1&offset={number}"
        return (await site.client.get(path, headers=headers)).status_code

    async def save():
        return (await site.client.post("/rest/v1/music_events", headers=headers, json=EVENT)).status_code

    for _ in range(2):
        assert await asyncio.gather(save(), *map(ask, range(12))) == [201] + [200] * 12
        server.halt()
        server.start()
    assert await save() == 201


async def test_nothing_old_is_answered_while_the_site_cannot_hear_of_changes(site, server):
    """Its ears are cut off, its reads still work."""
    await eventually(lambda: hears(site))
    assert len(await site.rows("music_events", "visitor")) == 4
    server.execute("postgres", "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
    other = open_database(site.service.settings.database_url)
    other.write_now(lambda connection: connection.exec_driver_sql("DELETE FROM music_events"))
    other.close()
    await eventually(lambda: is_empty(site))
    await eventually(lambda: hears(site))


async def hears(site):
    """Answers are kept only by servers that do."""
    await site.rows("music_artists", "visitor")
    return site.service.cache.version() == site.service.cache.version()


async def is_empty(site):
    return await site.rows("music_events", "visitor") == []


async def test_start_waits_for_a_server_that_is_not_up_yet(site, server, monkeypatch, log):
    monkeypatch.setattr("marquee.cli.preparation.LOOK_EVERY_S", 0.02)
    current, keys = site.service.settings, site.service.keys
    server.halt()
    starting = asyncio.create_task(asyncio.to_thread(prepare, current, keys, with_demo=False))
    try:
        await eventually(lambda: is_logged(log, "waiting up to a minute for the database"))
        assert not starting.done()
    finally:
        server.start()
    await starting


async def is_logged(log, event):
    return event in [line["event"] for line in log.lines("marquee")]


async def test_write_lock_that_another_server_keeps_is_a_refusal_and_reads_go_on(site, monkeypatch):
    monkeypatch.setattr("marquee.db.postgresql.connection.TURN_S", 0.3)
    monkeypatch.setattr("marquee.db.postgresql.database.TURN_IS_NEWS_S", 0)
    headers = site.headers("admin")
    other = await asyncpg.connect(site.service.settings.database_url)
    await other.execute("SELECT pg_advisory_lock($1)", WRITE_LOCK)
    answer = await site.client.post("/rest/v1/music_events", headers=headers, json=EVENT)
    assert (answer.status_code, answer.json()["code"]) == (503, "PGRST003")
    assert await ready(site) == 503
    assert (await site.client.get("/rest/v1/music_events", headers=headers)).status_code == 200
    await other.execute("SELECT pg_advisory_unlock($1)", WRITE_LOCK)
    await other.close()
    assert await ready(site) == 200
    assert (await site.client.post("/rest/v1/music_events", headers=headers, json=EVENT)).status_code == 201
