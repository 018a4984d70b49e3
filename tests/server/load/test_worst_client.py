"""One client does what costs a site most, and everybody beside it is answered; how soon, `python -m benchmarks
worst_client` measures."""

import time
from contextlib import ExitStack
from typing import NamedTuple

import pytest

from benchmarks.harness.site import BROWSER
from benchmarks.server.attack import under
from benchmarks.server.attacks import attacks
from benchmarks.server.neighbours import Neighbour, look, neighbours
from tests.conftest import before_release
from tests.databases import PostgresqlDatabases
from torture.generator.costs import Meter
from torture.generator.others import KNOWN, PASSWORD
from torture.generator.target import Target

pytestmark = before_release

ARTISTS = 1_500
SECONDS = 2
MEMORY_MB = 300
ATTACKER = "127.0.0.9"
SPARED = 0.02
"""A share that may be refused: on cores that are busy with other tests, somebody may wait until a deadline."""
WORST = (
    "regular expressions as large as allowed",
    "all columns of 1,000 artists",
    "the same, 100 connections that do not read",
    "99 `ilike` filters that match nothing",
    "a PATCH with 99 `ilike` filters, without rights",
    "sign-ins with wrong passwords",
    "profiles of all artists",
)


class Watched(NamedTuple):
    target: Target
    people: list[Neighbour]


@pytest.fixture(scope="module")
def watched(databases, tmp_path_factory):
    """A running site, and people who ask it for something all the time: a page, new data, a sign-in, a save."""
    server = databases.server if isinstance(databases, PostgresqlDatabases) else None
    with ExitStack() as stack:
        target = Target.open(tmp_path_factory.mktemp("worst"), stack, server, ARTISTS)
        visitor = target.headers("visitor")
        admin = {"apikey": target.site.secret, "Content-Type": "application/json"}
        credentials = {"email": KNOWN, "password": PASSWORD}
        people = neighbours({**BROWSER, **visitor}, visitor, admin, credentials, target.artists[0])
        look(target.port, people, 1, None)
        yield Watched(target, people)


@pytest.mark.parametrize("name", WORST)
def test_nobody_is_refused_beside_the_worst_client(watched, name):
    target = watched.target
    made = attacks(target.headers("visitor"), target.headers("stranger"), list(target.artists), list(target.cards))
    (attack,) = (one for one in made if one.name == name)
    with under(attack, ("127.0.0.1", target.port), ATTACKER) as answered:
        time.sleep(0.3)
        seen = look(target.port, watched.people, SECONDS, None)
    assert seen.refused <= sum(map(len, seen.waits)) * SPARED
    assert Meter(target.pid).peak_mb() < MEMORY_MB
    assert "500" not in answered
    assert "no connection" not in answered
