"""One server for a module's tests, and one of short deadlines for each test."""

import pytest

from tests.server.live import Hasty, Live


@pytest.fixture(scope="module")
def live():
    running = Live()
    yield running
    running.stop()


@pytest.fixture
def hasty():
    running = Live(Hasty)
    yield running
    running.stop()
