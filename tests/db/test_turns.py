"""Turns at slow reads: one for a client, a few in all, and a refusal for those who wait in vain."""

import asyncio

import pytest

from marquee.db import turns
from marquee.db.turns import Rests, Turns
from marquee.errors import Overloaded
from tests.waiting import eventually

pytestmark = pytest.mark.anyio


class Reads:
    """Turns, each held until it is let go."""

    def __init__(self, in_all=3, **options):
        self.turns, self.running, self.let_go = Turns(in_all, **options), [], asyncio.Event()
        self.tasks = []

    def begin(self, client):
        self.tasks.append(asyncio.create_task(self._read(client)))
        return self.tasks[-1]

    async def _read(self, client):
        async with self.turns.turn(client):
            self.running.append(client)
            await self.let_go.wait()

    async def are_running(self, *clients):
        async def as_expected():
            return sorted(self.running) == sorted(clients)

        await eventually(as_expected)

    async def end(self):
        self.let_go.set()
        return await asyncio.gather(*self.tasks, return_exceptions=True)


async def test_client_has_one_turn_at_once_and_others_have_theirs():
    reads = Reads()
    for client in "aaab":
        reads.begin(client)
    await reads.are_running("a", "b")
    assert await reads.end() == [None] * 4


async def test_clients_that_fill_all_turns_leave_the_next_one_to_others():
    reads = Reads(in_all=2)
    for client in "aaaabbbbc":
        reads.begin(client)
    await reads.are_running("a", "b")
    reads.let_go.set()
    await asyncio.gather(*reads.tasks)
    assert reads.running.index("c") < 4


async def test_client_that_waits_in_vain_is_refused_and_nobody_else():
    reads = Reads(max_wait_s=0.05)
    reads.begin("a")
    with pytest.raises(Overloaded):
        await reads.begin("a")
    reads.begin("b")
    await reads.are_running("a", "b")
    await reads.end()


async def test_line_of_one_client_is_bounded():
    reads = Reads(max_waiting=2)
    for client in "aaa":
        reads.begin(client)
    await reads.are_running("a")
    with pytest.raises(Overloaded):
        await reads.begin("a")
    reads.begin("b")
    await reads.are_running("a", "b")
    await reads.end()


async def test_reader_that_goes_away_gives_its_turn_back():
    reads = Reads(in_all=1)
    leaving, waiting = reads.begin("a"), reads.begin("b")
    await reads.are_running("a")
    leaving.cancel()
    await reads.are_running("a", "b")
    assert not waiting.done()
    await reads.end()


def test_rests_end_and_are_bounded(monkeypatch):
    now = 1000.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    monkeypatch.setattr(turns, "MAX_RESTING", 2)
    rests = Rests()
    for client in "abac":
        rests.add(client, 10, 15)
    assert [rests.left_s(client) for client in "abcd"] == [15, 0, 10, 0]
    now += 16
    assert not rests.left_s("a")
