"""A site of its own for every test, copied from one template."""

from datetime import UTC, datetime, timedelta

import pytest

from marquee import clock
from tests.cast import Site, make_template


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture(scope="session")
def template(tmp_path_factory):
    folder = tmp_path_factory.mktemp("template")
    folder.chmod(0o700)
    make_template(folder)
    return folder


@pytest.fixture
async def site(template, tmp_path):
    opened = Site.open(template, tmp_path / "data")
    yield opened
    await opened.close()


class Hand:
    """The clock's hand; it stands still unless moved."""

    def __init__(self):
        self.now = datetime(2026, 11, 21, 10, 0, 0, 120000, tzinfo=UTC)

    def move(self, **by):
        self.now += timedelta(**by)


@pytest.fixture
def hand(monkeypatch):
    moved = Hand()
    monkeypatch.setattr(clock, "now", lambda: moved.now)
    return moved
