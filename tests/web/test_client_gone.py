"""Whoever has gone writes nothing any more, and waits in no line."""

import asyncio
import json
from contextlib import suppress

import pytest

from tests.waiting import PATIENCE_S, eventually

pytestmark = pytest.mark.anyio

TABLE = "artist,date,venue,city\nMara Voss,2027-01-01,Hall,Ghent\n"
DATES = [
    {"date": "2027-01-01", "venue": "Hall", "location": "Ghent", "artist_id": "mara-voss", "note": f"{number}"}
    for number in range(30)
]
CALLS = {"a table": ("rpc/run_import", {"table_text": TABLE}), "a list": ("music_events", DATES)}


class Leaving:
    """A call of the data service whose client goes when it is told to."""

    def __init__(self, site, path, body):
        self.leaves, self._body = asyncio.Event(), json.dumps(body).encode()
        fields = {**site.headers("contact"), "Host": "stage.example", "Content-Type": "application/json"}
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": "POST",
            "scheme": "http",
            "path": f"/rest/v1/{path}",
            "raw_path": f"/rest/v1/{path}".encode(),
            "root_path": "",
            "query_string": b"",
            "headers": [(name.lower().encode(), value.encode()) for name, value in fields.items()],
            "client": ("192.0.2.9", 1),
            "server": ("127.0.0.1", 80),
        }
        self.answer = asyncio.create_task(site.app(scope, self._receive, self._send))

    async def _receive(self):
        if self._body:
            body, self._body = self._body, b""
            return {"type": "http.request", "body": body, "more_body": False}
        await self.leaves.wait()
        return {"type": "http.disconnect"}

    async def _send(self, _message):
        """Nobody reads it."""


class HeldUp:
    """Writes begin once they are let go; `asked` is how many came so far."""

    def __init__(self):
        self.asked, self.let_go = 0, asyncio.Event()

    async def are_asked(self):
        async def is_there():
            return self.asked == 1

        await eventually(is_there)


@pytest.fixture
def held_up(site, monkeypatch):
    held, write = HeldUp(), type(site.service.database).write

    async def later(database, fn, *args):
        held.asked += 1
        await held.let_go.wait()
        return await write(database, fn, *args)

    monkeypatch.setattr(type(site.service.database), "write", later)
    return held


@pytest.mark.parametrize(("path", "body"), CALLS.values(), ids=CALLS)
async def test_whoever_leaves_the_line_is_not_waited_for_and_writes_nothing(site, held_up, path, body):
    before = await site.rows("music_events")
    other = asyncio.create_task(site.service.database.write_for_client("other", True, lambda _connection: None))
    call = Leaving(site, path, body)
    await held_up.are_asked()
    call.leaves.set()
    async with asyncio.timeout(PATIENCE_S):
        await call.answer
    assert not other.done()
    held_up.let_go.set()
    await other
    assert held_up.asked == 1
    assert await site.rows("music_events") == before


@pytest.mark.parametrize(("path", "body"), CALLS.values(), ids=CALLS)
async def test_whoever_left_before_the_turn_came_writes_nothing(site, held_up, path, body):
    before = await site.rows("music_events")
    call = Leaving(site, path, body)
    await held_up.are_asked()
    call.leaves.set()
    with suppress(TimeoutError):
        await asyncio.wait_for(asyncio.shield(call.answer), 0.05)  # it is noticed meanwhile
    held_up.let_go.set()
    await call.answer
    assert await site.rows("music_events") == before
