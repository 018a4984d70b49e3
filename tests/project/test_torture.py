"""A short round of `make torture`: what has to hold with every change."""

import random

import pytest

from torture import kills, syncs
from torture.generator.reads import read
from torture.site import Site


@pytest.fixture(autouse=True)
def nothing_left_running():
    yield
    Site.kill_all()


@pytest.mark.parametrize("rows", [lambda folder: kills.rows(folder, 1), syncs.rows], ids=["kill -9", "power cut"])
def test_goal_is_met(tmp_path, rows):
    first = next(rows(tmp_path))
    assert first.met is not False, str(first)


def test_generator_makes_the_same_new_requests_for_a_seed():
    first, second, other = ([read(rng) for _ in range(50)] for rng in map(random.Random, (1, 1, 2)))
    assert first == second != other
