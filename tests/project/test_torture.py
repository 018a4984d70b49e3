"""A short round of `make torture`: what has to hold with every change."""

import random
from contextlib import ExitStack

import pytest

from tests.databases import PostgresqlDatabases
from torture import kills, syncs
from torture.generator import rows as generator
from torture.generator.reads import read
from torture.generator.target import Target
from torture.site import Site

SEED, REQUESTS, ARTISTS = 1, 250, 1_500


@pytest.fixture(autouse=True)
def nothing_left_running():
    yield
    Site.kill_all()


@pytest.mark.parametrize("rows", [lambda folder: kills.rows(folder, 1), syncs.rows], ids=["kill -9", "power cut"])
def test_goal_is_met(tmp_path, rows):
    first = next(rows(tmp_path))
    assert first.met is not False, str(first)


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
