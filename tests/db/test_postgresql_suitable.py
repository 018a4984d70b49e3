"""What a PostgreSQL database must be like: any other is refused before the first write, with the command to type."""

import pytest

from tests.cli.commands import failed, run
from tests.conftest import on_postgresql

CREATE = "createdb --encoding UTF8 --template template0"


def asked(url, tmp_path, *arguments):
    return run(*arguments, "--data-dir", tmp_path / "data", environ={"MARQUEE_DATABASE_URL": url})


def tables(postgresql, name):
    """Fails unless the database has none."""
    none = "DO $$ BEGIN ASSERT NOT EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = 'public'), 'tables'; END $$"
    postgresql.execute(name, none)


@on_postgresql
@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1", "WIN1252", "EUC_JP"])
def test_encoding_without_every_name_is_refused_before_anything_is_written(template, postgresql, tmp_path, encoding):
    name = f"in_{encoding.lower()}"
    postgresql.execute("postgres", f"CREATE DATABASE {name} ENCODING '{encoding}' TEMPLATE template0 LOCALE 'C'")
    url = postgresql.url(name)
    words = f"The PostgreSQL database {name} is encoded in {encoding}"
    assert failed(asked(url, tmp_path / "new", "serve", "--port", "0"), words)
    site = template.copy(tmp_path / "data", lasting=True)
    assert asked(site, tmp_path, "backup", tmp_path / "site.tar").exit_code == 0
    moved = asked(site, tmp_path, "move", "--to", url)
    assert failed(moved, words)
    assert CREATE in moved.stderr
    assert failed(asked(url, tmp_path / "other", "restore", tmp_path / "site.tar"), words)
    tables(postgresql, name)


def test_site_in_another_encoding_is_told_how_to_leave_it(postgresql, tmp_path):
    postgresql.execute("postgres", "CREATE DATABASE old_site ENCODING 'LATIN1' TEMPLATE template0 LOCALE 'C'")
    postgresql.execute("old_site", "CREATE TABLE music_artists (id text); CREATE TABLE users (id text)")
    postgresql.execute("old_site", "CREATE TABLE alembic_version (version_num text)")
    refused = asked(postgresql.url("old_site"), tmp_path, "serve", "--port", "0")
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
    assert failed(refused, "permission denied for schema public")
    assert "class" not in refused.stderr
