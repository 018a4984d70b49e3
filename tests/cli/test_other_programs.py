"""A database of another program is left as it is, and the sentence says whose it seems to be."""

from contextlib import closing

import pytest
from sqlalchemy import inspect

from marquee.db.open_database import open_database
from tests.cli.commands import failed, run

THEIRS = {
    "its own revision": [
        "CREATE TABLE alembic_version (version_num VARCHAR(32))",
        "INSERT INTO alembic_version VALUES ('ae1027a6acf')",
    ],
    "a revision of ours": [
        "CREATE TABLE alembic_version (version_num VARCHAR(32))",
        "INSERT INTO alembic_version VALUES ('0001')",
    ],
    "no revision": ["CREATE TABLE alembic_version (version_num VARCHAR(32))"],
    "another shape": ["CREATE TABLE alembic_version (id INTEGER)"],
    "people": ["CREATE TABLE users (id INTEGER)"],
}


def make(connection, statements):
    for statement in statements:
        connection.exec_driver_sql(statement)


@pytest.mark.parametrize(
    ("what", "command"),
    [
        *((what, "serve --port 0") for what in THEIRS),
        ("its own revision", "user list"),
        ("another shape", "keys rotate"),
    ],
)
def test_database_of_another_program_is_left_as_it_is(databases, tmp_path, what, command):
    url = databases.empty(tmp_path)
    with closing(open_database(url)) as database:
        database.write_now(make, THEIRS[what])
        tables = database.read_now(lambda connection: inspect(connection).get_table_names())
    refused = run(*command.split(), "--data-dir", tmp_path / "data", environ={"MARQUEE_DATABASE_URL": url})
    assert failed(refused, f"The database is another program's: it has the table {tables[0]}")
    with closing(open_database(url)) as database:
        assert database.read_now(lambda connection: inspect(connection).get_table_names()) == tables
