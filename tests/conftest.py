"""A site of its own for every test, copied from one template; on one database or on both."""

import io
import json
import logging
import os
import shutil
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

import pytest
from hypothesis import is_hypothesis_test
from starlette import routing

from marquee import logs
from marquee.auth import passwords
from marquee.db import turns
from marquee.storage.pixels.workshop import Workshop
from tests.cast import CHEAP, WORKSHOP, Site, Template
from tests.databases import ON_BOTH, ONE_IS_ENOUGH, PostgresqlDatabases, SqliteDatabases
from tests.fuzzing import SEED
from tests.postgresql import Server
from tests.processor_time import look_rarely
from tests.waiting import PATIENCE_S

on_sqlite = pytest.mark.parametrize("databases", ["sqlite"], indirect=True)
on_postgresql = pytest.mark.parametrize("databases", ["postgresql"], indirect=True)
before_release = pytest.mark.before_release
"""What takes long and seldom changes: old migrations, a site under load, the release. `make test-all` runs it."""


IS_DEPLOYED = any("deploy" in argument for argument in sys.argv)
collect_ignore = [] if IS_DEPLOYED else ["deploy"]
"""What needs other programs is collected only where it is asked for: `make test-deploy`."""

MEMORY = Path("/dev/shm")  # noqa: S108
ROOM = 2 * 1024**3

DATABASES = os.environ.get("DATABASES", "sqlite postgresql").split()
EVERYTHING = "EVERYTHING" in os.environ
"""Whether each test that has a database runs on both, and what waits for a release runs as well."""


def pytest_configure():
    """Keeps the sites of tests in memory where there is room: the disk takes a fifth of their time."""
    look_rarely()
    if not IS_DEPLOYED and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
        tempfile.tempdir = str(MEMORY)


def pytest_collection_modifyitems(config, items):
    """Leaves out the tests of databases that this run is not about, and what `make test-all` is for."""
    others = [item for item in items if not _is_due(item)]
    items[:] = [item for item in items if _is_due(item)]
    config.hook.pytest_deselected(items=others)


def _is_due(item):
    kind = _database_of(item)
    is_needed = kind == "sqlite" or not _has_twin(item) or _tells_more_on_both(item)
    return kind in DATABASES and (EVERYTHING or (is_needed and not item.get_closest_marker("before_release")))


def _tells_more_on_both(item):
    return item.nodeid.startswith(ON_BOTH) and not item.nodeid.startswith(ONE_IS_ENOUGH)


def _has_twin(item):
    """Whether the same test is there on the other database."""
    is_named = any("databases" in mark.args for mark in item.iter_markers("parametrize"))
    return hasattr(item, "callspec") and "databases" in item.callspec.params and not is_named


def _database_of(item):
    kind = item.callspec.params.get("databases") if hasattr(item, "callspec") else None
    needs_postgresql = "postgresql" in {*item.fixturenames, *item.keywords} or "postgresql" in item.name
    return kind or ("postgresql" if needs_postgresql else "sqlite")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    """Says with which seed a test that failed tries the same cases again."""
    report = yield
    if report.failed and is_hypothesis_test(item.obj):
        report.sections.append(("Generated cases", f"MARQUEE_SEED={SEED} tries the same ones again."))
    return report


@pytest.fixture(scope="session")
def anyio_backend():
    return "asyncio"


@pytest.fixture(scope="session")
def postgresql():
    server = Server()
    server.stop_vacuuming()
    yield server
    server.stop()


@pytest.fixture(scope="session", params=DATABASES)
def databases(request, tmp_path_factory):
    """On which databases a test runs, of those that DATABASES names."""
    if request.param == "postgresql":
        return PostgresqlDatabases(request.getfixturevalue("postgresql"))
    return SqliteDatabases(tmp_path_factory.mktemp("databases"))


@pytest.fixture(scope="session")
def template(databases, tmp_path_factory):
    return Template.make(tmp_path_factory.mktemp("template"), databases)


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory):
    """For tests of what only a database in a file has."""
    folder = tmp_path_factory.mktemp("sqlite-template")
    return Template.make(folder, SqliteDatabases(folder))


OWN_HASHERS = passwords._hashers


@pytest.fixture
def own_hashes(monkeypatch):
    """Hashes that cost what they cost on a site; one in a process of its own takes no others."""
    monkeypatch.setattr(passwords, "_hashers", OWN_HASHERS)


@pytest.fixture(scope="session", autouse=True)
def _cheap_hashes():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "_hashers", (CHEAP,))
        yield


@pytest.fixture(scope="session", autouse=True)
def _no_rests():
    """Nobody else is there for whom an account would leave the writers' line."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(turns, "REST", 0)
        yield


@pytest.fixture(scope="session", autouse=True)
def _wide_deadlines():
    """What a deadline does is seen where a test sets it: elsewhere a machine may be as busy as it likes."""
    with pytest.MonkeyPatch.context() as patch:
        for name in DEADLINES:
            patch.setattr(f"marquee.{name}", 2.0 * PATIENCE_S)
        yield


DEADLINES = (
    *("db.sqlite.slow_reads.READ_LIMIT_S", "db.postgresql.database.READ_LIMIT_S"),
    *("db.postgresql.connection.CONNECT_S", "db.postgresql.connection.SILENCE_S", "db.postgresql.commits.CONNECT_S"),
    *("db.postgresql.connection.TURN_S", "db.sqlite.writer.TURN_S", "db.turns.MAX_WAIT_S", "db.database.WRITE_TURN_S"),
    *("db.database.LONG_WRITE_TURN_S", "db.postgresql.connection.WRITE_LIMIT_S", "db.sqlite.writer.WRITE_LIMIT_S"),
    *("rest.mutation.result.CLIENT_LIMIT_S", "rest.mutation.updates.CLIENT_LIMIT_S"),
    *("web.beside.MAX_WAIT_S", "site.renderer.PATIENCE_S", "auth.mail.delivery.TIMEOUT_S"),
    *(f"server.connection.Connection.{name}" for name in ("HEAD_S", "UPLOAD_S", "LINGER_S")),
)


@pytest.fixture(scope="session", autouse=True)
def _paths_compiled_once():
    """Every test has an application of its own, but all have the same routes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(routing, "compile_path", cache(routing.compile_path))
        yield


@pytest.fixture(scope="session", autouse=True)
def _workshop():
    """Ends the process that computes the pixels of all tests."""
    yield
    Workshop.end(WORKSHOP)


@pytest.fixture
async def site(template, tmp_path):
    opened = Site.open(template, tmp_path / "data")
    yield opened
    await opened.close()


class Log:
    """What the server has logged, as it is written."""

    def __init__(self):
        self.stream = io.StringIO()

    @property
    def text(self):
        return self.stream.getvalue()

    def lines(self, logger="marquee.audit"):
        """The lines of a logger, each without its time and level."""
        found = [json.loads(line) for line in self.text.split("\n") if line]
        told = [line for line in found if line["logger"] == logger]
        return [
            {name: value for name, value in line.items() if name not in {"time", "level", "logger"}} for line in told
        ]


@pytest.fixture
def log():
    """Everything that is logged from here on, of every logger and level."""
    written, root = Log(), logging.getLogger()
    handler, level = logging.StreamHandler(written.stream), root.level
    handler.setFormatter(logs.JsonFormatter())
    handler.addFilter(lambda record: not record.name.startswith("http"))  # of the client that asks
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield written
    root.removeHandler(handler)
    root.setLevel(level)


class Clock:
    """The product's clock in a test: it stops at one instant until the test moves it."""

    def __init__(self):
        self.now = datetime(2026, 11, 21, 10, 0, 0, 120000, tzinfo=UTC)

    def move(self, **by):
        self.now += timedelta(**by)

    def seconds(self):
        return self.now.timestamp()


@pytest.fixture
def clock(monkeypatch):
    stopped = Clock()
    monkeypatch.setattr("marquee.clock.seconds", stopped.seconds)
    return stopped
