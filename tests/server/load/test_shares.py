"""What one client asks for waits for its own, and nobody else waits for more than one piece of it."""

import asyncio
import threading
import time

import httpx
import pytest

from marquee.db.turns import CLIENT
from marquee.web.beside import Beside
from tests.cast import BASE_URL
from tests.conftest import on_sqlite
from tests.waiting import PATIENCE_S, eventually

pytestmark = pytest.mark.anyio

GREEDY, OTHER = "198.51.100.1", "203.0.113.1"
ARTISTS = ("mara-voss", "night-ferry", "abel-quintero")


class HeldRenderer:
    """Holds the pages of artists until it is let go."""

    def __init__(self, renderer):
        self.renderer, self.begun, self.may_go_on = renderer, list[str](), asyncio.Event()

    async def render(self, preloaded):
        if '"path":"/artist/' in preloaded:
            self.begun.append(preloaded)
            await self.may_go_on.wait()
        return await self.renderer.render(preloaded)


@pytest.fixture
def renderer(site, monkeypatch):
    held = HeldRenderer(site.app.state.site.renderer)
    monkeypatch.setattr(site.app.state.site, "renderer", held)
    return held


def asked(ip, coroutine_function, *args):
    """Something that a client has asked for, under way."""

    async def ask():
        CLIENT.set(ip)
        return await coroutine_function(*args)

    return asyncio.create_task(ask())


def client(site, ip):
    return httpx.AsyncClient(transport=httpx.ASGITransport(site.app, client=(ip, 50000)), base_url=BASE_URL)


async def test_page_is_made_while_another_clients_pages_wait_for_one_another(site, renderer):
    async with client(site, GREEDY) as greedy, client(site, OTHER) as other:
        asking = [asyncio.create_task(greedy.get(f"/artist/{artist}")) for artist in ARTISTS]

        async def has_begun():
            return len(renderer.begun) == 1

        await eventually(has_begun)
        assert (await other.get("/")).status_code == 200
        assert len(renderer.begun) == 1
        waited_for = asyncio.create_task(other.get(f"/artist/{ARTISTS[1]}"))  # which the others have only asked for

        async def begins_at_once():
            return len(renderer.begun) == 2

        await eventually(begins_at_once)
        renderer.may_go_on.set()
        answers = await asyncio.gather(*asking, waited_for)
        assert [answer.status_code for answer in answers] == [200] * 4
    assert len(renderer.begun) == len(ARTISTS), "each was made once"


@on_sqlite
async def test_read_comes_between_two_noticeable_ones_of_another_client(site):
    database, order = site.service.database, []

    def read(_connection, name):
        time.sleep(0.002)  # on the event loop
        order.append(name)

    reads = [asked(GREEDY, database.read_for_client, True, read, GREEDY) for _ in range(4)]
    await asyncio.gather(*reads, asked(OTHER, database.read_for_client, True, read, OTHER))
    assert order.index(OTHER) == 1
    assert order.count(GREEDY) == 4


async def test_what_takes_python_long_leaves_a_thread_to_others():
    beside, began, may_go_on = Beside(), list[str](), threading.Event()

    def work(name):
        began.append(name)
        assert name == OTHER or may_go_on.wait(PATIENCE_S)
        return name

    held = [asked(GREEDY, beside.run, work, GREEDY) for _ in range(3)]
    assert await asked(OTHER, beside.run, work, OTHER) == OTHER
    assert began.count(GREEDY) == 1
    may_go_on.set()
    assert await asyncio.gather(*held) == [GREEDY] * 3
    beside.close()
