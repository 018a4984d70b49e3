"""Several processes on one address."""

import time

import pytest

from tests.conftest import before_release
from tests.waiting import PATIENCE_S
from torture.site import Client, Site, listens


@pytest.fixture
def site(tmp_path):
    running = Site(tmp_path / "data")
    running.start(workers=2)
    yield running
    running.kill_all()


@before_release
def test_workers_end_with_their_parent_and_the_address_is_free_again(site):
    assert Client(site).ask("GET", "/health/ready")[0] == 200
    site.kill()
    deadline = time.monotonic() + PATIENCE_S
    while listens(site.port) and time.monotonic() < deadline:
        time.sleep(0.02)
    site.start(port=site.port)
    assert Client(site).ask("GET", "/health/ready")[0] == 200
