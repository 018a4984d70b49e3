"""A short round of `make torture`, and that its programs find what is broken."""

import os
import random
import subprocess
import sys
from contextlib import ExitStack, suppress
from threading import Event, Thread
from typing import Any

import pytest

from tests.conftest import before_release
from tests.databases import PostgresqlDatabases
from torture import kills, syncs
from torture.everything.hand import Hand, Refused
from torture.generator import rows as generator
from torture.generator.costs import children
from torture.generator.reads import read
from torture.generator.target import Target
from torture.site import Answer, Site

SEED, REQUESTS, ARTISTS = 1, 250, 1_500


@pytest.fixture(autouse=True)
def nothing_left_running():
    yield
    Site.kill_all()


@before_release
@pytest.mark.parametrize("rows", [lambda folder: kills.rows(folder, 1), syncs.rows], ids=["kill -9", "power cut"])
def test_goal_is_met(tmp_path, rows):
    first = next(rows(tmp_path))
    assert first.met is not False, str(first)


@before_release
def test_no_request_that_the_generator_finds_costs_much(tmp_path, databases):
    server = databases.server if isinstance(databases, PostgresqlDatabases) else None
    with ExitStack() as stack:
        target = Target.open(tmp_path, stack, server, ARTISTS)
        outcome = generator.run(target, REQUESTS, SEED)
    search = outcome.search
    assert not search.faults
    assert outcome.peak_mb < generator.MEMORY_MB
    assert search.largest().cost.size < generator.BYTES, search.largest().request
    assert search.costliest(1)[0].cost.cpu_s < generator.CPU_S, search.costliest(1)[0].request


def test_generator_makes_the_same_new_requests_for_a_seed():
    first, second, other = ([read(rng) for _ in range(50)] for rng in map(random.Random, (1, 1, 2)))
    assert first == second != other


def test_children_are_seen_while_threads_end():
    program = [sys.executable, "-c", "import sys; sys.stdin.read()"]
    with ExitStack() as stack:
        child = stack.enter_context(subprocess.Popen(program, stdin=subprocess.PIPE))
        over = Event()
        starting = Thread(target=_start_threads, args=(over,))
        starting.start()
        stack.callback(starting.join)
        stack.callback(over.set)
        assert all(child.pid in children(os.getpid()) for _ in range(1_000))


def _start_threads(over):
    while not over.is_set():
        thread = Thread(target=bool)
        thread.start()
        thread.join()


class Notes(Hand):
    """Somebody who writes one note, to a site that answers as it is told and has what it is told."""

    def __init__(self, there):
        super().__init__()
        self.there = there

    def work(self, client, thing, number):
        self.change(client, thing, f"note {number}", "POST", "/notes")

    def state(self, _client, _thing):
        return self.there


class Answering:
    def __init__(self, status):
        self.status = status

    def send(self, *_):
        if self.status is None:
            raise ConnectionResetError
        return Answer(self.status, b"", {})


@pytest.mark.parametrize(
    ("status", "there", "is_broken"),
    [
        (201, "note 0", False),
        (201, None, True),
        (201, "half a no", True),
        (503, None, False),
        (503, "note 0", True),
        (None, None, False),
        (None, "note 0", False),
        (None, "half a no", True),
    ],
    ids=str,
)
def test_what_was_acknowledged_has_to_be_there_and_what_was_refused_must_not(status, there, is_broken):
    hand = Notes(there)
    client: Any = Answering(status)
    with suppress(ConnectionResetError, Refused):
        hand.work(client, "one", 0)
    assert bool(hand.broken(client)) == is_broken
