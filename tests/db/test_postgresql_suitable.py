"""What a PostgreSQL database must be like: any other is refused before the first write, with the command to type."""

from uuid import uuid4

import pytest
from click.testing import CliRunner

from marquee.cli.main import main
from tests.cli.commands import failed, run
from tests.conftest import on_postgresql

CREATE = "createdb --encoding UTF8 --template template0"


def asked(url, tmp_path, *arguments):
    return run(*arguments, "--data-dir", tmp_path / "data", environ={"MARQUEE_DATABASE_URL": url})


def require_no_table(postgresql, name):
    none = "DO $$ BEGIN ASSERT NOT EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = 'public'), 'tables'; END $$"
    postgresql.execute(name, none)


@pytest.fixture
def encoded(postgresql):
    """The name of an empty database in an encoding."""

    def make(encoding):
        name = f"t{uuid4().hex}"
        postgresql.execute("postgres", f"CREATE DATABASE {name} ENCODING '{encoding}' TEMPLATE template0 LOCALE 'C'")
        return name

    return make


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1", "WIN1252", "EUC_JP"])
def test_encoding_without_every_name_is_refused_at_the_start(postgresql, encoded, tmp_path, encoding):
    name = encoded(encoding)
    refused = asked(postgresql.url(name), tmp_path, "serve", "--port", "0")
    assert failed(refused, f"The PostgreSQL database {name} is encoded in {encoding}")
    assert CREATE in refused.stderr
    require_no_table(postgresql, name)


@on_postgresql
def test_nothing_is_moved_or_restored_to_an_encoding_without_every_name(template, postgresql, encoded, tmp_path):
    name, site = encoded("LATIN1"), template.copy(tmp_path / "data", lasting=True)
    url = postgresql.url(name)
    assert asked(site, tmp_path, "backup", tmp_path / "site.tar").exit_code == 0
    assert failed(asked(site, tmp_path, "move", "--to", url), CREATE)
    assert failed(asked(url, tmp_path / "other", "restore", tmp_path / "site.tar"), CREATE)
    require_no_table(postgresql, name)


def test_site_in_another_encoding_is_told_how_to_leave_it(postgresql, encoded, tmp_path):
    name = encoded("LATIN1")
    for table in ("music_artists (id text)", "users (id text)", "alembic_version (version_num text)"):
        postgresql.execute(name, f"CREATE TABLE {table}")
    refused = asked(postgresql.url(name), tmp_path, "serve", "--port", "0")
    assert failed(refused, "bring the site there with marquee backup and marquee restore")


@on_postgresql
def test_role_without_a_schema_is_told_how_to_get_one(template, postgresql, tmp_path):
    url = template.copy(tmp_path / "data", lasting=True)
    name = url.partition("@/")[2].partition("?")[0]
    postgresql.execute("postgres", f'ALTER DATABASE "{name}" SET search_path = nothing')
    for command in (("serve", "--port", "0"), ("user", "list"), ("backup", tmp_path / "site.tar")):
        refused = asked(url, tmp_path, *command)
        assert failed(refused, "its search_path is nothing")
    remedy = refused.stderr.partition("Run there: ")[2]
    postgresql.execute(name, remedy)
    assert asked(url, tmp_path, "user", "list").exit_code == 0


def test_role_that_may_make_no_tables_is_told_so(postgresql, tmp_path):
    name = postgresql.create()
    postgresql.execute(name, "DO $$ BEGIN CREATE ROLE guest LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$")
    url = postgresql.url(name).replace("marquee@", "guest@")
    refused = asked(url, tmp_path, "serve", "--port", "0")
    assert failed(refused, f"The PostgreSQL role guest may make no tables in the schema public of the database {name}")
    postgresql.execute(name, refused.stderr.partition("Run there, as its owner: ")[2])
    assert "There is no site" in asked(url, tmp_path, "user", "list").stderr
    added = ("user", "add", "dana@stage.test", "--password-stdin")
    environ = {"MARQUEE_DATABASE_URL": url, "MARQUEE_DATA_DIR": str(tmp_path / "data")}
    done = CliRunner(env=environ).invoke(main, added, input="a long and lovely evening", catch_exceptions=False)
    assert done.exit_code == 0, done.stderr


def test_start_gives_up_on_a_server_that_stays_away(tmp_path, monkeypatch):
    monkeypatch.setattr("marquee.cli.preparation.PATIENCE_S", -1)
    refused = asked("postgresql://nobody:hush@127.0.0.1:1/nothing", tmp_path, "serve", "--port", "0")
    assert failed(refused, "The PostgreSQL database cannot be used: ")
    assert "hush" not in refused.stderr


def test_start_does_not_wait_for_what_waiting_does_not_mend(postgresql, tmp_path):
    refused = asked(postgresql.url("no_such_database"), tmp_path, "serve", "--port", "0")
    assert failed(refused, 'The PostgreSQL database cannot be used: database "no_such_database" does not exist.')
