"""PostgreSQL as Debian packages it, alone and behind PgBouncer: what serves a site, and what is refused in words."""

import pwd
import shlex
import time
from contextlib import contextmanager

import asyncpg
import pytest
from anyio.from_thread import start_blocking_portal

from marquee.db.postgresql.database import WRITE_LOCK
from tests.deploy.programs import AS_ROOT, free_port, program, running
from tests.postgresql import Server
from torture.site import Client, DidNotStart, Site

_PGBOUNCER = """
[databases]
* = host={server} user=marquee
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = {mode}
default_pool_size = 20
"""


@pytest.fixture(scope="module")
def server():
    made = Server()
    yield made
    made.stop()


@pytest.fixture(autouse=True)
def _ended():
    yield
    Site.kill_all()


@contextmanager
def pgbouncer(server, folder, mode):
    """The port of a pooler in front of the server."""
    port, conf = free_port(), server.folder / f"{mode}.ini"
    conf.write_text(_PGBOUNCER.format(server=server.folder, port=port, mode=mode))
    conf.chmod(0o644)
    user = pwd.getpwnam("nobody").pw_uid if AS_ROOT else None  # it refuses root
    with running(port, program("pgbouncer"), str(conf), user=user, log=folder / "pgbouncer.log"):
        yield port


def refusal(data, url):
    with pytest.raises(DidNotStart) as refused:
        Site(data, MARQUEE_DATABASE_URL=url).start()
    said = [line for line in refused.value.said.splitlines() if not line.startswith("{")]
    assert len(said) == 1, said
    return said[0]


def test_pooler_by_session_serves_a_site_with_its_time_limits(server, tmp_path):
    name = server.create()
    with pgbouncer(server, tmp_path, "session") as port:
        site = Site.new(tmp_path / "data", f"postgresql://marquee@127.0.0.1:{port}/{name}")
        client = Client(site)
        assert client.add_event("Depot 23") == 201
        assert client.ask("GET", "/health/ready")[0] == 200
        with start_blocking_portal() as portal:  # somebody keeps the lock of all writes
            other = portal.call(asyncpg.connect, server.url(name))
            portal.call(other.execute, f"SELECT pg_advisory_lock({WRITE_LOCK})")
            started = time.monotonic()
            assert client.add_event("Depot 24") == 503
            assert time.monotonic() - started < 20
            portal.call(other.close)
        assert client.add_event("Depot 25") == 201
        assert sorted(site.venues("Depot")) == ["Depot 23", "Depot 25"]
        site.stop()
        assert "not receiving change notifications" not in site.log.read_text()


def test_pooler_by_transaction_is_refused_in_words(server, tmp_path):
    with pgbouncer(server, tmp_path, "transaction") as port:
        said = refusal(tmp_path / "data", f"postgresql://marquee@127.0.0.1:{port}/{server.create()}")
    assert "behind a pooler that works by transaction" in said
    assert "pool_mode = session" in said


@pytest.mark.parametrize("encoding", ["LATIN1", "WIN1252", "SQL_ASCII"])
def test_command_to_type_makes_a_database_for_every_name(tmp_path, encoding):
    server = Server(encoding, "C")
    try:
        name = server.create()
        said = refusal(tmp_path / "data", server.url(name))
        assert f"The PostgreSQL database {name} is encoded in {encoding}" in said
        command = shlex.split(said.partition("Make another one with: ")[2])
        assert command[0] == "createdb"
        server.run(*command[:-1], "-h", server.folder, "-U", "marquee", "site")
        site = Site.new(tmp_path / "data", server.url("site"))
        event = {"date": "2030-01-01", "venue": "東京 🎤 Łódź", "location": "Ghent", "artist_id": "halve"}
        assert Client(site).ask("POST", "/rest/v1/music_events", event)[0] == 201
        assert site.venues("") == ["東京 🎤 Łódź"]
        site.stop()
    finally:
        server.stop()


def test_standby_is_refused_and_a_site_says_that_it_takes_no_writes(server, tmp_path):
    name = server.create()
    Site.new(tmp_path / "data", server.url(name)).stop()
    with server.standby() as url:
        said = refusal(tmp_path / "data", url(name))
        assert said == "The PostgreSQL database cannot be used: it is a standby server, which takes no writes."
        saved = Site(tmp_path / "data", MARQUEE_DATABASE_URL=url(name)).marquee("backup", tmp_path / "site.tar")
        assert saved.returncode == 0, saved.stderr


def test_site_whose_database_becomes_read_only_says_so_and_goes_on(server, tmp_path):
    name = server.create()
    site = Site.new(tmp_path / "data", server.url(name))
    server.execute("postgres", f'ALTER DATABASE "{name}" SET default_transaction_read_only = on')
    ending = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"  # noqa: S608
    server.execute("postgres", ending)
    client = Client(site)
    status, body = client.ask(
        "POST", "/rest/v1/music_artists", {"name": "New", "genre": "x", "image": "https://a.example/a"}
    )
    assert (status, b"read-only" in body) == (503, True)
    assert client.ask("GET", "/rest/v1/music_artists")[0] == 200
    deadline = time.monotonic() + 10
    while client.ask("GET", "/health/ready")[0] != 503:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    site.stop()
    assert "default_transaction_read_only is on" in refusal(tmp_path / "data", server.url(name))
