"""One server for a module's tests, and one of short deadlines for each test."""

import pytest

from tests.server.live import Hasty, Live


@pytest.fixture(scope="module", autouse=True)
def _no_quarter_begins():
    """With each quarter of an hour everything is made anew, and what a test has seen to be ready is so no more."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("marquee.web.cache_version.QUARTER_S", 10**9)
        yield


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
