"""A connection that brings much at once does not keep the others waiting, and loses nothing of it."""

import asyncio
from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marquee.server.flow_control import CHUNK_BYTES, TURN_BYTES, FlowController
from tests.fuzzing import fuzzed
from tests.waiting import eventually

pytestmark = pytest.mark.anyio

REQUEST = b"GET / HTTP/1.1\r\nHost: stage.test\r\n\r\n"
PICTURE = bytes(range(256)) * 1024


class Transport(asyncio.Transport):
    """A socket that is read or not."""

    is_read = True

    def pause_reading(self):
        self.is_read = False

    def resume_reading(self):
        self.is_read = True


class Receiver:
    """What the parser of a connection has been given."""

    def __init__(self):
        self.chunks, self.transport = list[bytes](), Transport()
        self.flow = FlowController(self.transport, asyncio.get_running_loop(), self.chunks.append, deque())

    @property
    def content(self):
        return b"".join(self.chunks)

    async def until_all(self, content):
        async def is_all():
            return self.content == content

        await eventually(is_all)


async def test_others_have_their_turn_between_parts_of_a_picture():
    receiver = Receiver()
    receiver.flow.take(PICTURE)
    for turn in range(1, len(PICTURE) // TURN_BYTES):
        assert (len(receiver.content), receiver.transport.is_read) == (turn * TURN_BYTES, False)
        await asyncio.sleep(0)
    await receiver.until_all(PICTURE)
    assert receiver.transport.is_read


async def test_what_comes_between_turns_stays_in_order():
    receiver = Receiver()
    for start in range(0, len(PICTURE), 50_000):
        receiver.flow.take(PICTURE[start : start + 50_000])
    await receiver.until_all(PICTURE)


async def test_many_requests_come_in_chunks_that_end_with_a_head():
    receiver, requests = Receiver(), REQUEST * 2_000
    receiver.flow.take(requests)
    await receiver.until_all(requests)
    assert all(chunk.endswith(REQUEST) and len(chunk) <= CHUNK_BYTES for chunk in receiver.chunks)


async def test_nothing_is_parsed_while_reading_is_paused():
    receiver = Receiver()
    receiver.flow.take(PICTURE)
    receiver.flow.pause_reading()
    before = receiver.content
    for _ in range(3):
        await asyncio.sleep(0)
    assert receiver.content == before
    receiver.flow.resume_reading()
    await receiver.until_all(PICTURE)


PIECES = st.tuples(st.sampled_from([REQUEST * 40, PICTURE]), st.integers(0, 60_000)).map(lambda one: one[0][: one[1]])
STEPS = st.lists(PIECES | st.sampled_from(["pause", "resume", "turn"]), max_size=14)


@fuzzed()
@given(steps=STEPS)
async def test_whatever_comes_in_any_pieces_arrives_whole_and_in_order(steps):
    receiver, sent = Receiver(), b""
    for step in steps:
        match step:
            case "pause":
                receiver.flow.pause_reading()
            case "resume":
                receiver.flow.resume_reading()
            case "turn":
                await asyncio.sleep(0)
            case piece:
                receiver.flow.take(piece)
                sent += piece
    receiver.flow.resume_reading()
    await receiver.until_all(sent)
    assert receiver.transport.is_read
