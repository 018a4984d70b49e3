"""Connections to PostgreSQL over TLS: what is checked, and that the listener does as the others do."""

import asyncio
import gc
import warnings
from contextlib import asynccontextmanager, closing

import pytest

from marquee import settings
from marquee.db.open_database import open_database
from marquee.db.postgresql import commits
from marquee.db.postgresql.commits import Commits
from marquee.db.postgresql.database import PostgresqlDatabase
from marquee.errors import OperatorError, SettingsError
from tests.certificates import Authority
from tests.postgresql import USER, Server
from tests.waiting import PATIENCE_S, eventually

pytestmark = pytest.mark.anyio
CERTIFIED = "certified"
ENCRYPTED = (
    "SELECT count(*), count(*) FILTER (WHERE ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) "
    "WHERE application_name = 'marquee'"
)


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture(scope="module")
def url(authority):
    """Of a server that speaks nothing but TLS over TCP."""
    server = Server()
    server.execute("postgres", f"CREATE ROLE {CERTIFIED} SUPERUSER LOGIN")
    port = server.require_tls(authority.issue("server"), authority.file, CERTIFIED)
    yield f"postgresql://{USER}@127.0.0.1:{port}/postgres"
    server.stop()


def opened(url):
    """As an operator's URL is: read by the settings first."""
    return closing(open_database(settings.load({"MARQUEE_DATABASE_URL": url}).database_url))


def write_one(database):
    return database.write_now(lambda connection: connection.exec_driver_sql("SELECT 1").scalar_one())


def refusal(url):
    """The sentence of a command that cannot connect. Its event loop ends before the driver has closed all."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        with opened(url) as database, pytest.raises(OperatorError) as refused:
            write_one(database)
        message = refused.value.message
        del refused
        gc.collect()
    return message


@asynccontextmanager
async def listening(url):
    """The database, once it hears of commits: nothing that is cached is called old."""
    with opened(url) as database:
        assert isinstance(database, PostgresqlDatabase)

        async def hears():
            return database.version() == database.version()

        await database.read(lambda connection: None)
        await eventually(hears)
        yield database
        await database.disconnect()


async def test_every_connection_is_encrypted_and_checked(url, authority):
    """Two for reading and listening, and two for writing: of a command, and of a running site."""
    async with listening(f"{url}?sslmode=verify-full&sslrootcert={authority.file}") as database:
        await asyncio.to_thread(write_one, database)
        await database.write(lambda connection: None)
        connections, encrypted = await database.read(
            lambda connection: tuple(connection.exec_driver_sql(ENCRYPTED).one())
        )
    assert connections == encrypted == 4


@pytest.mark.parametrize("mode", ["require", "prefer", "allow"])
async def test_encryption_without_a_check_needs_no_certificate(url, mode):
    async with listening(f"{url}?sslmode={mode}") as database:
        assert (await database.read(lambda connection: tuple(connection.exec_driver_sql(ENCRYPTED).one()))) == (2, 2)


async def test_client_shows_its_certificate(url, authority):
    certificate, key = authority.issue(CERTIFIED)
    url = url.replace(USER, CERTIFIED, 1)
    assert "client certificate" in refusal(f"{url}?sslmode=require")
    async with listening(f"{url}?sslmode=require&sslcert={certificate}&sslkey={key}"):
        pass


def test_wrong_certificates_are_one_sentence(url, authority, tmp_path):
    stranger = Authority(tmp_path)
    not_one = tmp_path / "note.txt"
    not_one.write_text("not a certificate")
    certificate, _ = stranger.issue("a")
    _, key = stranger.issue("b")
    named = url.replace("127.0.0.1", "localhost")  # which the certificate does not name
    for wrong in (
        f"{url}?sslmode=verify-ca&sslrootcert={stranger.file}",
        f"{named}?sslmode=verify-full&sslrootcert={authority.file}",
        f"{url}?sslmode=verify-full&sslrootcert={not_one}",
        f"{url}?sslmode=require&sslcert={certificate}&sslkey={key}",
        f"{url}?sslmode=disable",
        f"{url}-that-is-not-there?sslmode=require",
    ):
        said = refusal(wrong)
        assert said.startswith("The PostgreSQL database cannot be used: ")
        assert "\n" not in said
    with opened(f"{named}?sslmode=verify-ca&sslrootcert={authority.file}") as database:
        assert write_one(database) == 1


def test_parameter_that_is_not_known_is_named_without_its_value():
    with pytest.raises(SettingsError, match="has sslpassword") as refused:
        settings.load({"MARQUEE_DATABASE_URL": "postgresql://db.example/marquee?sslpassword=hush"})
    assert "hush" not in refused.value.message


async def test_listener_that_hears_nothing_says_so_once(monkeypatch, log):
    monkeypatch.setattr(commits, "RECONNECT_S", 0)
    attempts, succeeds_at, ends_at = 0, 5, 10
    over = asyncio.Event()

    async def listen(heard):
        nonlocal attempts
        attempts += 1
        heard._is_listening = attempts == succeeds_at
        if attempts == ends_at:
            over.set()
            await asyncio.Event().wait()
        raise ConnectionError(f"refused {attempts}\nand more")

    monkeypatch.setattr(Commits, "_listen_until_lost", listen)
    task = asyncio.create_task(Commits("postgresql://nobody@127.0.0.1:1/nothing", None)._listen())
    await asyncio.wait_for(over.wait(), PATIENCE_S)
    task.cancel()
    reasons = [line["reason"] for line in log.lines("marquee")]
    assert reasons == ["refused 1", f"refused {succeeds_at}"]
