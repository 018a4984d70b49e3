"""An upgrade happens as a whole or not at all, and loses no row."""

import contextlib

import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from click.testing import CliRunner
from sqlalchemy import event

from marquee import migrations
from marquee.cli import main
from marquee.database import Database, connect

SCRIPTS = ScriptDirectory(migrations.__path__[0])
OLDER = ["base", *sorted(script.revision for script in SCRIPTS.walk_revisions() if not script.is_head)]
FIRST_ROWS = (
    "INSERT INTO users (id, email, role, created_at, updated_at) VALUES ('u', 'a@b.example', 'x', 'at', 'at')",
    "INSERT INTO music_artists (id, user_id, name, genre, image, created_at, updated_at)"
    " VALUES ('a', 'u', 'A', 'Jazz', 'https://x.example/a', 'at', 'at')",
    "INSERT INTO music_contacts (id, user_id, created_at) VALUES ('c', 'u', 'at')",
    "INSERT INTO sessions (id, user_id, refreshed_at, created_at) VALUES ('s', 'u', 'at', 'at')",
    "INSERT INTO music_events (id, date, venue, location, artist_id, created_at, updated_at)"
    " VALUES ('e', '2026-12-01', 'Depot 23', 'Ghent', 'a', 'at', 'at')",
)


class Torn(Exception):
    """What stands for a power cut."""


def bring_to(connection, revision):
    config = Config()
    config.set_main_option("script_location", migrations.__path__[0])
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


@pytest.fixture(params=OLDER)
def older(request, tmp_path):
    """A database of an older schema with a row in every table it had from the first revision on."""
    database = Database(tmp_path / "older.sqlite3")
    if request.param != "base":
        database.write_now(bring_to, request.param)
        for statement in FIRST_ROWS:
            database.write_now(lambda connection, sql: connection.exec_driver_sql(sql), statement)
    yield database
    database.close()


def content(database):
    with contextlib.closing(connect(database.path)) as connection:
        tables = connection.execute("SELECT name, sql FROM sqlite_schema ORDER BY type, name").fetchall()
        rows = {
            name: connection.execute(f'SELECT * FROM "{name}" ORDER BY rowid').fetchall()  # noqa: S608
            for name, sql in tables
            if sql and sql.startswith("CREATE TABLE")
        }
    return tables, rows


def counts(connection):
    tables = connection.exec_driver_sql("SELECT name FROM sqlite_schema WHERE type = 'table'").scalars().all()
    return {
        name: connection.exec_driver_sql(f'SELECT count(*) FROM "{name}"').scalar_one()  # noqa: S608
        for name in tables
        if name != "alembic_version"
    }


def migrate_until(connection, statements):
    """Migrate, torn just before the statement of that number; answers how many there were."""
    seen = 0

    def count(*_):
        nonlocal seen
        if seen == statements:
            raise Torn
        seen += 1

    event.listen(connection, "before_cursor_execute", count)
    try:
        migrations.migrate(connection)
    finally:
        event.remove(connection, "before_cursor_execute", count)
    return seen


def test_upgrade_torn_at_any_statement_leaves_schema_and_rows_as_they_were(older):
    before, torn = content(older), 0
    while True:
        try:
            older.write_now(migrate_until, torn)
            break
        except Torn:
            assert content(older) == before
            torn += 1
    assert torn > 5
    assert content(older) != before


def test_upgrade_loses_no_row(older):
    before = older.write_now(counts)
    owner = "SELECT user_id FROM music_artists"
    older.write_now(migrations.migrate)
    after = older.write_now(counts)
    assert {name: after[name] for name in before} == before
    owners = older.write_now(lambda connection: connection.exec_driver_sql(owner).scalars().all())
    assert owners == ["u"] * len(owners)


def test_schema_of_a_newer_version_is_refused_and_left_alone(tmp_path):
    run = CliRunner().invoke
    data = ["--data-dir", str(tmp_path)]
    assert run(main, ["user", "list", *data], catch_exceptions=False).exit_code == 0
    database = Database(tmp_path / "marquee.sqlite3")
    database.write_now(lambda connection: connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'"))
    before = content(database)
    refused = run(main, ["user", "list", *data], catch_exceptions=False)
    assert refused.exit_code == 1
    assert refused.stderr == "The database needs a newer version of Marquee: its schema is 9999.\n"
    assert content(database) == before
    database.close()
